#pragma once

#include <vector>

#include "fuzz/property.h"

namespace aegis::cli {

/// The ways in which this command runs a program: `batch`, in this process, and `run --json`, in a
/// copy of it for one of eight programs.
std::vector<fuzz::Surface> FuzzSurfaces();

}  // namespace aegis::cli

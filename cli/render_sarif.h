#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "cli/io.h"
#include "cli/report.h"

namespace aegis::cli {

/// Writes the problems of all `reports` as a SARIF 2.1.0 log of one run, for code scanning services
/// and editors. Regions count code points. `complete` tells whether every file could be read.
void WriteSarif(const std::vector<Report>& reports, bool complete, Output* out);

/// `path` as a URI reference: `file:///...` for an absolute path, relative otherwise.
std::string PathToUri(const std::string& path);

}  // namespace aegis::cli

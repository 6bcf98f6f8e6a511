#pragma once

#include <string>

#include "cli/command_line.h"

namespace aegis::cli {

// Completion scripts for shells, made from the declared command line: they know every subcommand,
// option and fixed word of the binary that prints them.

std::string BashCompletion(const CommandLine& line);
std::string ZshCompletion(const CommandLine& line);
std::string FishCompletion(const CommandLine& line);

}  // namespace aegis::cli

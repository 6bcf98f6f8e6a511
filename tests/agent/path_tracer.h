#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace aegis::agent {

/// What a program did while it was traced.
struct Trace {
  int status = -1;  ///< its exit status
  std::set<std::string>
      paths;  ///< that it gave to the system: to open, look at, make, move, remove
};

/// Runs a program with its standard input from the file `input` and its standard output into the
/// file `output`, and watches each of its system calls, in all its threads. Nothing when this
/// system lets nobody do that, or on a machine whose registers are not known here.
std::optional<Trace> TracePaths(const std::vector<std::string>& command, const std::string& input,
                                const std::string& output);

}  // namespace aegis::agent

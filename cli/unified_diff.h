#pragma once

#include <string>
#include <vector>

namespace aegis::cli {

/// What becomes of one line: its text before and after, each with its line end if it has one. Empty
/// where there is no line.
struct LineChange {
  std::string before;
  std::string after;
};

/// The difference of a file named `path` in the unified format, with three lines around each
/// change, as `patch -p0` and `git apply -p0` take it; empty when nothing changes. `lines` is the
/// whole file. Unusual names are written as Git writes them.
std::string UnifiedDiff(const std::string& path, const std::vector<LineChange>& lines);

}  // namespace aegis::cli

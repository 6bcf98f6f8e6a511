#pragma once

#include <string>
#include <vector>

#include "cli/report.h"

namespace aegis::cli {

/// The problems of `reports` for people: for each its place, code and message, the source line with
/// a caret under the place, the hint and the notes; a blank line between two problems. Empty
/// without problems. `colour` adds ANSI escape sequences; apart from those the text is safe for any
/// terminal.
std::string RenderText(const std::vector<Report>& reports, bool colour);

/// `count` and `noun`, in the plural unless one: `1 error`, `2 errors`.
std::string Counted(std::size_t count, const std::string& noun);

}  // namespace aegis::cli

#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/report.h"

namespace aegis::cli {

/// The problems of all `reports` as an array of objects with the members `file`, `code`,
/// `category`, `severity`, `message`, `hint` (where there is one), `line`, `column`, `end_line`,
/// `end_column` and `notes`. Lines and columns count from 1, columns in code points; the end is the
/// place just after the problem. They are null where no source position applies.
nlohmann::ordered_json RenderJson(const std::vector<Report>& reports);

// JSON is written in ASCII: every other code point is escaped. Some readers take U+2028 and its
// like for the end of a line, and a terminal would act on U+009B.

/// `value` as one line.
std::string OneLine(const nlohmann::ordered_json& value);
/// `value` as indented lines.
std::string Indented(const nlohmann::ordered_json& value);

}  // namespace aegis::cli

#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/io.h"
#include "cli/report.h"

namespace aegis::cli {

/// Writes the problems of all `reports` as an array of objects with the members `file`, `code`,
/// `category`, `severity`, `message`, `hint` (where there is one), `line`, `column`, `end_line`,
/// `end_column` and `notes`. Lines and columns count from 1, columns in code points; the end is the
/// place just after the problem. They are null where no source position applies.
void WriteJson(const std::vector<Report>& reports, Output* out);

// JSON is written in ASCII: every other code point is escaped. Some readers take U+2028 and its
// like for the end of a line, and a terminal would act on U+009B.

/// `value` as one line.
std::string OneLine(const nlohmann::ordered_json& value);
/// `value` as indented lines.
std::string Indented(const nlohmann::ordered_json& value);

/// Writes an array as indented lines, element by element: a file of 64 KiB can have tens of
/// thousands of problems, and a tree of them all would take more memory than everything before it.
class JsonArrayWriter {
 public:
  /// `margin` is the number of spaces before the line that the array begins on.
  JsonArrayWriter(Output* out, std::size_t margin) : out_(out), margin_(margin, ' ') {}

  void Add(const nlohmann::ordered_json& element);
  /// Ends the array, without a line feed.
  void End();

 private:
  Output* out_;
  std::string margin_;
  bool empty_ = true;
};

}  // namespace aegis::cli

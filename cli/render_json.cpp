#include "cli/render_json.h"

#include <algorithm>
#include <string_view>

#include "cli/display.h"
#include "interp/json.h"

namespace aegis::cli {
namespace {

using Json = nlohmann::ordered_json;

Json ToJson(const Report& report, const Problem& problem) {
  Json object;
  object["file"] = ToValidUtf8(report.file);
  object.update(ProblemJson(report.source, problem.code, problem.message, problem.hint,
                            problem.range, problem.notes));
  return object;
}

}  // namespace

void WriteJson(const std::vector<Report>& reports, Output* out) {
  JsonArrayWriter problems(out, 0);
  for (const Report& report : reports) {
    for (const Problem& problem : report.problems) problems.Add(ToJson(report, problem));
  }
  problems.End();
  *out << "\n";
}

std::string OneLine(const Json& value) { return value.dump(-1, ' ', /*ensure_ascii=*/true) + "\n"; }

std::string Indented(const Json& value) { return value.dump(2, ' ', /*ensure_ascii=*/true) + "\n"; }

void JsonArrayWriter::Add(const Json& element) {
  // No string of the element has a line feed of its own: they are escaped.
  const std::string line_feed = "\n" + margin_ + "  ";
  const std::string text = element.dump(2, ' ', /*ensure_ascii=*/true);
  *out_ << (empty_ ? "[" : ",") << line_feed;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    *out_ << std::string_view(text).substr(begin, end - begin);
    if (end < text.size()) *out_ << line_feed;
    begin = end + 1;
  }
  empty_ = false;
}

void JsonArrayWriter::End() { *out_ << (empty_ ? "[]" : "\n" + margin_ + "]"); }

}  // namespace aegis::cli

#include "cli/render_json.h"

#include <algorithm>
#include <string_view>

#include "cli/display.h"

namespace aegis::cli {
namespace {

using Json = nlohmann::ordered_json;

void AddPlace(const Source& source, std::optional<Range> range, Json* object) {
  if (!range) {
    for (const char* name : {"line", "column", "end_line", "end_column"}) (*object)[name] = nullptr;
    return;
  }
  const Position begin = source.PositionAt(range->begin);
  const Position end = source.PositionAt(range->end);
  (*object)["line"] = begin.line;
  (*object)["column"] = begin.column;
  (*object)["end_line"] = end.line;
  (*object)["end_column"] = end.column;
}

Json ToJson(const Report& report, const Problem& problem) {
  const CodeInfo& info = Info(problem.code);
  Json object;
  object["file"] = ToValidUtf8(report.file);
  object["code"] = info.id;
  object["category"] = CategoryName(info.category);
  object["severity"] = info.severity == Severity::kError ? "error" : "warning";
  object["message"] = problem.message;
  if (!problem.hint.empty()) object["hint"] = problem.hint;
  AddPlace(report.source, problem.range, &object);
  object["notes"] = Json::array();
  for (const Note& note : problem.notes) {
    Json entry;
    entry["message"] = note.message;
    AddPlace(report.source, note.range, &entry);
    object["notes"].push_back(std::move(entry));
  }
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

#include "cli/render_json.h"

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

Json RenderJson(const std::vector<Report>& reports) {
  Json problems = Json::array();
  for (const Report& report : reports) {
    for (const Problem& problem : report.problems) problems.push_back(ToJson(report, problem));
  }
  return problems;
}

std::string OneLine(const Json& value) { return value.dump(-1, ' ', /*ensure_ascii=*/true) + "\n"; }

std::string Indented(const Json& value) { return value.dump(2, ' ', /*ensure_ascii=*/true) + "\n"; }

}  // namespace aegis::cli

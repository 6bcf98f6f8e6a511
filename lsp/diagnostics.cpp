#include "lsp/features.h"

namespace aegis::lsp {
namespace {

Json ToJson(const Document& document, const Diagnostic& diagnostic, const Client& client) {
  constexpr int kError = 1;
  constexpr int kWarning = 2;
  const CodeInfo& info = Info(diagnostic.code);
  std::string message = Message(diagnostic);
  if (!diagnostic.hint.empty()) message += "\nhint: " + diagnostic.hint;
  message += "\nmore: aegis explain " + std::string(info.id);
  Json result = {
      {"range", document.ToJson(diagnostic.range.value_or(Range{}))},
      {"severity", info.severity == Severity::kError ? kError : kWarning},
      {"code", info.id},
      {"source", "aegis " + std::string(CategoryName(info.category))},
      {"message", message},
  };
  if (client.related_information && !diagnostic.notes.empty()) {
    Json& notes = result["relatedInformation"] = Json::array();
    for (const Note& note : diagnostic.notes) {
      notes.push_back(
          {{"location", {{"uri", document.uri()}, {"range", document.ToJson(note.range)}}},
           {"message", note.message}});
    }
  }
  return result;
}

}  // namespace

Json Diagnostics(const Document& document, const Client& client) {
  Json list = Json::array();
  for (const Diagnostic& diagnostic : document.analysis().diagnostics) {
    list.push_back(ToJson(document, diagnostic, client));
  }
  return list;
}

Json PullDiagnostics(const Document& document, const Json& params, const Client& client) {
  const std::string id = std::to_string(document.revision());
  if (At(params, {"previousResultId"}) == id) return {{"kind", "unchanged"}, {"resultId", id}};
  return {{"kind", "full"}, {"resultId", id}, {"items", Diagnostics(document, client)}};
}

}  // namespace aegis::lsp

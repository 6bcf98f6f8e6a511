#include "lsp/edits.h"

#include <utility>

namespace aegis::lsp {

Json TextEdits(const Document& document, const std::vector<TextEdit>& edits) {
  Json list = Json::array();
  for (const TextEdit& edit : edits) {
    list.push_back({{"range", document.ToJson(edit.range)}, {"newText", edit.text}});
  }
  return list;
}

Json WorkspaceEdit(const Document& document, const std::vector<TextEdit>& edits,
                   const Client& client) {
  Json list = TextEdits(document, edits);
  if (!client.document_changes) return {{"changes", {{document.uri(), std::move(list)}}}};
  Json change = {{"textDocument", {{"uri", document.uri()}, {"version", document.version()}}},
                 {"edits", std::move(list)}};
  return {{"documentChanges", Json::array({std::move(change)})}};
}

}  // namespace aegis::lsp

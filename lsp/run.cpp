#include <string>
#include <vector>

#include "interp/session.h"
#include "lsp/features.h"

namespace aegis::lsp {

Json CodeLenses(const Document& document, const Json&, const Client&) {
  const Ast& ast = document.analysis().ast;
  if (ast.program.empty()) return Json::array();
  const Range place = ast.statements[ast.program.front()].token;
  return Json::array({{{"range", document.ToJson(place)},
                       {"command",
                        {{"title", "Run"},
                         {"command", "aegis.run"},
                         {"arguments", Json::array({{{"uri", document.uri()}}})}}}}});
}

Json RunDocument(const Document& document, const Json& inputs) {
  if (!inputs.is_null() && !inputs.is_array()) {
    throw RequestError(kInvalidParams, "`inputs` is an array of strings");
  }
  for (const Json& input : inputs) {
    if (!input.is_string()) throw RequestError(kInvalidParams, "`inputs` is an array of strings");
  }
  Session session = Session::Start(ToUtf8(document.text()));
  for (const Json& input : inputs) {
    if (session.envelope().status != Status::kInputRequired) break;
    session.Resume(input.get_ref<const std::string&>());
  }
  return ToJson(session.envelope());
}

}  // namespace aegis::lsp

#include "lsp/client.h"

#include <algorithm>

namespace aegis::lsp {
namespace {

bool IsTrue(const Json& value) { return value.is_boolean() && value.get<bool>(); }

bool Contains(const Json& list, const char* text) {
  return list.is_array() && std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

const Json& At(const Json& object, std::initializer_list<const char*> path) {
  static const Json null;
  const Json* value = &object;
  for (const char* name : path) {
    if (!value->is_object()) return null;
    const auto member = value->find(name);
    if (member == value->end()) return null;
    value = &*member;
  }
  return *value;
}

std::optional<int> ReadIndent(const Json& settings) {
  for (const Json* value : {&At(settings, {"aegis", "indent"}), &At(settings, {"indent"})}) {
    if (value->is_number_integer() && (*value == 2 || *value == 4)) return value->get<int>();
  }
  return std::nullopt;
}

Client ReadClient(const Json& params) {
  const Json& capabilities = At(params, {"capabilities"});
  const Json& document = At(capabilities, {"textDocument"});
  Client client;
  if (Contains(At(capabilities, {"general", "positionEncodings"}), "utf-8")) {
    client.encoding = Encoding::kUtf8;
  }
  client.pulls_diagnostics = At(document, {"diagnostic"}).is_object();
  client.related_information = IsTrue(At(document, {"publishDiagnostics", "relatedInformation"}));
  client.diagnostic_versions = IsTrue(At(document, {"publishDiagnostics", "versionSupport"}));
  client.hover_markdown = Contains(At(document, {"hover", "contentFormat"}), "markdown");
  const Json& item = At(document, {"completion", "completionItem"});
  client.completion_markdown = Contains(At(item, {"documentationFormat"}), "markdown");
  client.signature_markdown = Contains(
      At(document, {"signatureHelp", "signatureInformation", "documentationFormat"}), "markdown");
  client.snippets = IsTrue(At(item, {"snippetSupport"}));
  client.nested_symbols =
      IsTrue(At(document, {"documentSymbol", "hierarchicalDocumentSymbolSupport"}));
  client.document_changes =
      IsTrue(At(capabilities, {"workspace", "workspaceEdit", "documentChanges"}));
  client.code_action_literals =
      At(document, {"codeAction", "codeActionLiteralSupport"}).is_object();
  client.indent = ReadIndent(At(params, {"initializationOptions"}));
  return client;
}

}  // namespace aegis::lsp

#include "tests/lsp/session.h"

#include <gtest/gtest.h>

#include <utility>

namespace aegis::lsp_test {

Session::Session(NotInitialized)
    : server_([this](const Json& message) { heard_.push_back(message); }) {}

Session::Session(const Json& capabilities, const Json& options) : Session(NotInitialized()) {
  Json params = {{"processId", nullptr}, {"rootUri", nullptr}, {"capabilities", capabilities}};
  if (!options.is_null()) params["initializationOptions"] = options;
  Result("initialize", params);
  Notify("initialized", Json::object());
}

void Session::Receive(const std::string& text) { server_.Receive(text); }

void Session::Notify(const std::string& method, const Json& params) {
  Json message = {{"jsonrpc", "2.0"}, {"method", method}};
  if (!params.is_null()) message["params"] = params;
  Receive(message.dump());
}

int Session::Ask(const std::string& method, const Json& params) {
  const int id = next_id_++;
  Json message = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}};
  if (!params.is_null()) message["params"] = params;
  Receive(message.dump());
  return id;
}

void Session::Open(const std::string& uri, const std::string& text, std::int64_t version) {
  Notify("textDocument/didOpen",
         {{"textDocument",
           {{"uri", uri}, {"languageId", "aegis"}, {"version", version}, {"text", text}}}});
}

void Session::Change(const std::string& uri, std::int64_t version, const Json& changes) {
  Notify("textDocument/didChange",
         {{"textDocument", {{"uri", uri}, {"version", version}}}, {"contentChanges", changes}});
}

void Session::Close(const std::string& uri) { Notify("textDocument/didClose", About(uri)); }

void Session::Settle() {
  while (server_.HasPending()) server_.HandleNext();
  server_.PublishDiagnostics();
}

std::vector<Json> Session::Take() { return std::exchange(heard_, {}); }

Json Session::Published(const std::string& uri) {
  Settle();
  Json last;
  for (const Json& message : Take()) {
    if (message.value("method", "") == "textDocument/publishDiagnostics" &&
        message["params"]["uri"] == uri) {
      last = message["params"];
    }
  }
  return last;
}

Json Session::Answer(const std::string& method, const Json& params) {
  const int id = Ask(method, params);
  Settle();
  Json answer;
  for (Json& message : Take()) {
    if (!message.contains("id") || message["id"] != id) continue;
    EXPECT_TRUE(answer.is_null()) << method << ": a second answer, " << message;
    EXPECT_NE(message.contains("result"), message.contains("error")) << message;
    answer = std::move(message);
  }
  EXPECT_FALSE(answer.is_null()) << method << ": no answer";
  return answer;
}

Json Session::Result(const std::string& method, const Json& params) {
  const Json answer = Answer(method, params);
  EXPECT_TRUE(answer.contains("result")) << method << ": " << answer;
  return lsp::At(answer, {"result"});
}

int Session::Error(const std::string& method, const Json& params) {
  const Json answer = Answer(method, params);
  return answer.contains("error") ? answer["error"]["code"].get<int>() : 0;
}

Json About(const std::string& uri) { return {{"textDocument", {{"uri", uri}}}}; }

Json About(const std::string& uri, std::uint32_t line, std::uint32_t character) {
  Json params = About(uri);
  params["position"] = {{"line", line}, {"character", character}};
  return params;
}

Json RangeOf(std::uint32_t line, std::uint32_t character, std::uint32_t end_line,
             std::uint32_t end_character) {
  return {{"start", {{"line", line}, {"character", character}}},
          {"end", {{"line", end_line}, {"character", end_character}}}};
}

Json FullCapabilities() {
  return Json::parse(R"({
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {"workspaceEdit": {"documentChanges": true}},
    "textDocument": {
      "publishDiagnostics": {"relatedInformation": true, "versionSupport": true},
      "hover": {"contentFormat": ["markdown", "plaintext"]},
      "completion": {"completionItem": {
        "documentationFormat": ["markdown"], "snippetSupport": true}},
      "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
      "codeAction": {"codeActionLiteralSupport": {
        "codeActionKind": {"valueSet": ["quickfix"]}}}
    }})");
}

std::vector<KnownRequest> DocumentRequests(const std::string& uri) {
  const Json document = About(uri);
  const Json place = About(uri, 0, 0);
  const auto with = [](Json params, const char* name, const Json& value) {
    params[name] = value;
    return params;
  };
  const Json options = {{"tabSize", 4}, {"insertSpaces", true}};
  const Json range = RangeOf(0, 0, 1, 0);
  const Json ranged = with(document, "range", range);
  const Json origin = Json::array({{{"line", 0}, {"character", 0}}});
  const Json run = {{"command", "aegis.run"}, {"arguments", Json::array({{{"uri", uri}}})}};
  return {
      {"textDocument/codeAction", with(ranged, "context", {{"diagnostics", Json::array()}})},
      {"textDocument/codeLens", document},
      {"textDocument/completion", place},
      {"textDocument/definition", place},
      {"textDocument/diagnostic", document},
      {"textDocument/documentHighlight", place},
      {"textDocument/documentSymbol", document},
      {"textDocument/foldingRange", document},
      {"textDocument/formatting", with(document, "options", options)},
      {"textDocument/hover", place},
      {"textDocument/inlayHint", ranged},
      {"textDocument/onTypeFormatting", with(with(place, "ch", "\n"), "options", options)},
      {"textDocument/prepareRename", place},
      {"textDocument/rangeFormatting", with(ranged, "options", options)},
      {"textDocument/references", with(place, "context", {{"includeDeclaration", true}})},
      {"textDocument/rename", with(place, "newName", "other")},
      {"textDocument/selectionRange", with(document, "positions", origin)},
      {"textDocument/semanticTokens/full", document},
      {"textDocument/semanticTokens/full/delta", with(document, "previousResultId", "0")},
      {"textDocument/signatureHelp", place},
      {"workspace/executeCommand", run},
  };
}

}  // namespace aegis::lsp_test

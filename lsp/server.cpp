#include "lsp/server.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "lsp/features.h"
#include "lsp/message.h"

namespace aegis::lsp {
namespace {

bool IsId(const Json& id) { return id.is_string() || id.is_number_integer(); }

const std::string& StringAt(const Json& object, std::initializer_list<const char*> path) {
  const Json& value = At(object, path);
  if (!value.is_string()) {
    throw RequestError(kInvalidParams,
                       "`" + std::string(*std::prev(path.end())) + "` is no string");
  }
  return value.get_ref<const std::string&>();
}

std::int64_t VersionOf(const Json& params) {
  const Json& version = At(params, {"textDocument", "version"});
  return version.is_number_integer() ? version.get<std::int64_t>() : 0;
}

/// The URI of the document that `message` changes; null when it changes none.
const std::string* ChangedUri(const Json& message) {
  if (message["method"] != "textDocument/didChange" || message.contains("id")) return nullptr;
  const Json& uri = At(message, {"params", "textDocument", "uri"});
  return uri.is_string() ? &uri.get_ref<const std::string&>() : nullptr;
}

}  // namespace

Server::Server(Send send) : send_(std::move(send)) {}

const std::map<std::string, Server::DocumentFeature>& Server::DocumentFeatures() {
  static const std::map<std::string, DocumentFeature> features = {
      {"textDocument/codeAction", CodeActions},
      {"textDocument/codeLens", CodeLenses},
      {"textDocument/completion", Completion},
      {"textDocument/definition", Definition},
      {"textDocument/diagnostic", PullDiagnostics},
      {"textDocument/documentHighlight", DocumentHighlight},
      {"textDocument/documentSymbol", DocumentSymbols},
      {"textDocument/foldingRange", FoldingRanges},
      {"textDocument/formatting", Formatting},
      {"textDocument/hover", Hover},
      {"textDocument/inlayHint", InlayHints},
      {"textDocument/onTypeFormatting", OnTypeFormatting},
      {"textDocument/prepareRename", PrepareRename},
      {"textDocument/rangeFormatting", RangeFormatting},
      {"textDocument/references", References},
      {"textDocument/rename", Rename},
      {"textDocument/selectionRange", SelectionRanges},
      {"textDocument/signatureHelp", SignatureHelp},
  };
  return features;
}

// ---- Messages ----------------------------------------------------------------------------------

void Server::Receive(std::string_view text) {
  ReadMessage read = ParseMessage(text);
  if (!read.value) return RefuseUnreadable(read.error, read.problem);
  Json& message = *read.value;
  const bool has_id = message.is_object() && message.contains("id");
  const Json id = IsId(At(message, {"id"})) ? message["id"] : Json();
  if (At(message, {"jsonrpc"}) != "2.0") {
    return Refuse(id, kInvalidRequest, "a message is an object with `jsonrpc` \"2.0\"");
  }
  const Json& method = At(message, {"method"});
  if (method.is_null()) {
    // An answer to a request: the server makes none, so it is nothing to care about.
    if (has_id && (message.contains("result") || message.contains("error"))) return;
    return Refuse(id, kInvalidRequest, "a message has a `method`");
  }
  if (!method.is_string()) return Refuse(id, kInvalidRequest, "`method` is no string");
  if (has_id && id.is_null()) {
    return Refuse(id, kInvalidRequest, "`id` is neither a string nor a whole number");
  }
  if (!has_id && method == "$/cancelRequest") return Cancel(At(message, {"params"}));
  if (const std::string* uri = ChangedUri(message)) ++queued_changes_[*uri];
  queue_.push_back(std::move(message));
}

void Server::RefuseUnreadable(ErrorCode code, const std::string& problem) {
  Refuse(Json(), code, problem);
}

void Server::Cancel(const Json& params) {
  const Json& id = At(params, {"id"});
  if (!IsId(id)) return;
  const auto request = std::find_if(queue_.begin(), queue_.end(), [&](const Json& message) {
    return message.contains("id") && message["id"] == id;
  });
  if (request == queue_.end()) return;  // it has its answer already
  queue_.erase(request);
  Refuse(id, kRequestCancelled, "cancelled");
}

void Server::HandleNext() {
  const Json message = std::move(queue_.front());
  queue_.pop_front();
  if (const std::string* uri = ChangedUri(message)) {
    const auto count = queued_changes_.find(*uri);
    if (--count->second == 0) queued_changes_.erase(count);
  }
  if (message.contains("id")) {
    HandleRequest(message);
  } else {
    HandleNotification(message);
  }
}

void Server::HandleRequest(const Json& message) {
  const Json& id = message["id"];
  try {
    Reply(id, Answer(message["method"].get<std::string>(), At(message, {"params"})));
  } catch (const RequestError& error) {
    Refuse(id, error.code(), error.what());
  } catch (const std::exception&) {
    Refuse(id, kInternalFailure, "internal error");
  }
}

Json Server::Answer(const std::string& method, const Json& params) {
  if (method == "initialize") return Initialize(params);
  if (!initialized_) throw RequestError(kServerNotInitialized, "`initialize` has to come first");
  if (shut_down_) throw RequestError(kInvalidRequest, "the server is shut down");
  if (method == "shutdown") {
    shut_down_ = true;
    return nullptr;
  }
  if (method == "workspace/executeCommand") return ExecuteCommand(params);

  const auto feature = DocumentFeatures().find(method);
  const bool full = method == "textDocument/semanticTokens/full";
  const bool delta = method == "textDocument/semanticTokens/full/delta";
  if (feature == DocumentFeatures().end() && !full && !delta) {
    throw RequestError(kMethodNotFound, "there is no method `" + method + "`");
  }
  const Document& document = DocumentOf(params);
  RequireNewest(document);
  if (full) return SemanticTokensFull(params);
  if (delta) return SemanticTokensDelta(params);
  return feature->second(document, params, client_);
}

void Server::HandleNotification(const Json& message) {
  const std::string& method = message["method"].get_ref<const std::string&>();
  const Json& params = At(message, {"params"});
  if (method == "exit") {
    exited_ = true;
    return;
  }
  if (!initialized_ || shut_down_) return;
  try {
    if (method == "textDocument/didOpen") return Open(params);
    if (method == "textDocument/didChange") return Change(params);
    if (method == "textDocument/didClose") return Close(params);
    if (method == "workspace/didChangeConfiguration") {
      client_.indent = ReadIndent(At(params, {"settings"}));
    }
  } catch (const RequestError& error) {
    Log(method + ": " + error.what());
  } catch (const std::exception&) {
    Log(method + ": internal error");
  }
}

void Server::Reply(const Json& id, Json result) {
  Json message = {{"jsonrpc", "2.0"}, {"id", id}};
  message["result"] = std::move(result);
  send_(message);
}

void Server::Refuse(const Json& id, ErrorCode code, const std::string& problem) {
  send_({{"jsonrpc", "2.0"},
         {"id", id},
         {"error", {{"code", static_cast<int>(code)}, {"message", problem}}}});
}

/// Nobody waits for an answer to a notification, so what is wrong with one goes to the client's
/// log.
void Server::Log(const std::string& problem) {
  constexpr int kWarning = 2;
  send_({{"jsonrpc", "2.0"},
         {"method", "window/logMessage"},
         {"params", {{"type", kWarning}, {"message", "aegis: " + problem}}}});
}

// ---- Life cycle --------------------------------------------------------------------------------

Json Server::Initialize(const Json& params) {
  if (initialized_) throw RequestError(kInvalidRequest, "the server is initialized already");
  if (!At(params, {"capabilities"}).is_object()) {
    throw RequestError(kInvalidParams, "`capabilities` is no object");
  }
  client_ = ReadClient(params);
  initialized_ = true;
  return {{"capabilities", Capabilities()},
          {"serverInfo", {{"name", "aegis"}, {"version", AEGIS_VERSION}}}};
}

Json Server::Capabilities() const {
  constexpr int kIncremental = 2;
  Json capabilities = {
      {"positionEncoding", client_.encoding == Encoding::kUtf8 ? "utf-8" : "utf-16"},
      {"textDocumentSync", {{"openClose", true}, {"change", kIncremental}}},
      {"hoverProvider", true},
      {"completionProvider", {{"triggerCharacters", Json::array({" ", "("})}}},
      {"signatureHelpProvider", {{"triggerCharacters", Json::array({"("})}}},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"documentSymbolProvider", true},
      {"codeActionProvider",
       {{"codeActionKinds", Json::array({"quickfix", "source.fixAll.aegis"})}}},
      {"codeLensProvider", {{"resolveProvider", false}}},
      {"documentFormattingProvider", true},
      {"documentRangeFormattingProvider", true},
      {"documentOnTypeFormattingProvider", {{"firstTriggerCharacter", "\n"}}},
      {"renameProvider", {{"prepareProvider", true}}},
      {"foldingRangeProvider", true},
      {"selectionRangeProvider", true},
      {"semanticTokensProvider", {{"legend", SemanticTokensLegend()}, {"full", {{"delta", true}}}}},
      {"inlayHintProvider", true},
      {"executeCommandProvider", {{"commands", Json::array({"aegis.run"})}}},
  };
  if (client_.pulls_diagnostics) {
    capabilities["diagnosticProvider"] = {
        {"identifier", "aegis"}, {"interFileDependencies", false}, {"workspaceDiagnostics", false}};
  }
  return capabilities;
}

// ---- Documents ---------------------------------------------------------------------------------

void Server::Open(const Json& params) {
  const std::string& uri = StringAt(params, {"textDocument", "uri"});
  const std::string& text = StringAt(params, {"textDocument", "text"});
  documents_.insert_or_assign(uri, Document(uri, VersionOf(params), text, client_.encoding));
  sent_tokens_.erase(uri);
  unpublished_.insert(uri);
}

void Server::Change(const Json& params) {
  const std::string& uri = StringAt(params, {"textDocument", "uri"});
  const auto document = documents_.find(uri);
  if (document == documents_.end()) {
    throw RequestError(kInvalidParams, "the document is not open");
  }
  unpublished_.insert(uri);
  document->second.Change(VersionOf(params), At(params, {"contentChanges"}));
}

void Server::Close(const Json& params) {
  const std::string& uri = StringAt(params, {"textDocument", "uri"});
  if (documents_.erase(uri) == 0) throw RequestError(kInvalidParams, "the document is not open");
  sent_tokens_.erase(uri);
  unpublished_.insert(uri);
}

const Document* Server::FindDocument(const std::string& uri) const {
  const auto document = documents_.find(uri);
  return document == documents_.end() ? nullptr : &document->second;
}

const Document& Server::DocumentOf(const Json& params) const {
  const Document* document = FindDocument(StringAt(params, {"textDocument", "uri"}));
  if (document == nullptr) throw RequestError(kInvalidParams, "the document is not open");
  return *document;
}

/// Refuses a request about a document that is changed by a message that has arrived already: its
/// answer would be for an old version.
void Server::RequireNewest(const Document& document) const {
  if (queued_changes_.count(document.uri()) != 0) {
    throw RequestError(kContentModified, "the document has changed since");
  }
}

void Server::PublishDiagnostics() {
  if (!client_.pulls_diagnostics) {
    for (const std::string& uri : unpublished_) {
      Json params = {{"uri", uri}};
      if (const Document* document = FindDocument(uri)) {
        if (client_.diagnostic_versions) params["version"] = document->version();
        params["diagnostics"] = Diagnostics(*document, client_);
      } else {
        params["diagnostics"] = Json::array();
      }
      Json message = {{"jsonrpc", "2.0"}, {"method", "textDocument/publishDiagnostics"}};
      message["params"] = std::move(params);
      send_(message);
    }
  }
  unpublished_.clear();
}

// ---- Requests that need more than a document ---------------------------------------------------

Json Server::ExecuteCommand(const Json& params) const {
  const std::string& command = StringAt(params, {"command"});
  if (command != "aegis.run") {
    throw RequestError(kInvalidParams, "there is no command `" + command + "`");
  }
  const Json& arguments = At(params, {"arguments"});
  if (!arguments.is_array() || arguments.size() != 1) {
    throw RequestError(kInvalidParams, "`aegis.run` takes one argument, `{uri, inputs?}`");
  }
  const Document& document =
      DocumentOf({{"textDocument", {{"uri", StringAt(arguments[0], {"uri"})}}}});
  RequireNewest(document);
  return RunDocument(document, At(arguments[0], {"inputs"}));
}

Json Server::SemanticTokensFull(const Json& params) {
  const Document& document = DocumentOf(params);
  SentTokens& sent = sent_tokens_[document.uri()];
  sent = {std::to_string(next_tokens_id_++), SemanticTokens(document)};
  return {{"resultId", sent.id}, {"data", sent.tokens}};
}

Json Server::SemanticTokensDelta(const Json& params) {
  const Document& document = DocumentOf(params);
  const auto sent = sent_tokens_.find(document.uri());
  if (sent == sent_tokens_.end() || At(params, {"previousResultId"}) != sent->second.id) {
    return SemanticTokensFull(params);
  }
  std::vector<std::uint32_t> tokens = SemanticTokens(document);
  Json edits = SemanticTokensEdits(sent->second.tokens, tokens);
  sent->second = {std::to_string(next_tokens_id_++), std::move(tokens)};
  return {{"resultId", sent->second.id}, {"edits", std::move(edits)}};
}

}  // namespace aegis::lsp

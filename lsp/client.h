#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "lsp/encoding.h"

namespace aegis::lsp {

using Json = nlohmann::ordered_json;

/// What the client says of itself in `initialize`. A capability that it does not name it has not.
struct Client {
  Encoding encoding = Encoding::kUtf16;
  bool pulls_diagnostics = false;    ///< it asks with `textDocument/diagnostic`
  bool related_information = false;  ///< it shows the notes of a diagnostic
  bool diagnostic_versions = false;
  bool hover_markdown = false;
  bool completion_markdown = false;
  bool signature_markdown = false;
  bool snippets = false;              ///< `$0` in a completion is where the cursor goes
  bool nested_symbols = false;        ///< `DocumentSymbol` and not `SymbolInformation`
  bool document_changes = false;      ///< edits can name the version that they are for
  bool code_action_literals = false;  ///< code actions, and not commands alone
  /// Spaces a level for new and formatted text, 2 or 4; nothing: what the editor asks for.
  std::optional<int> indent;
};

/// Reads the `params` of `initialize`.
Client ReadClient(const Json& params);

/// The setting `indent` in `settings`, which is `{"indent": 2}` or `{"aegis": {"indent": 2}}`;
/// nothing when it is absent or neither 2 nor 4.
std::optional<int> ReadIndent(const Json& settings);

/// The error codes of JSON-RPC and the protocol that the server answers with.
enum ErrorCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalFailure = -32603,
  kServerNotInitialized = -32002,
  kContentModified = -32801,
  kRequestCancelled = -32800,
  kRequestFailed = -32803,
};

/// Thrown by a feature to answer a request with an error. `message` is in the style of diagnostics.
class RequestError : public std::runtime_error {
 public:
  RequestError(ErrorCode code, const std::string& message)
      : std::runtime_error(message), code_(code) {}

  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

/// `object[path[0]][path[1]]...`, or null where something on the way is missing or no object.
const Json& At(const Json& object, std::initializer_list<const char*> path);

}  // namespace aegis::lsp

#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "lsp/client.h"
#include "lsp/server.h"

namespace aegis::lsp_test {

using lsp::Json;

/// A client with a language server of its own in the same process. Nothing happens behind the
/// test's back: the server handles messages in `Settle`, and in the functions that say so.
class Session {
 public:
  struct NotInitialized {};

  /// A session after `initialize`, with these capabilities of the client.
  explicit Session(const Json& capabilities = Json::object(), const Json& options = Json());
  explicit Session(NotInitialized);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // ---- Saying ----

  /// Hands the server the text of a message, which it only queues.
  void Receive(const std::string& text);
  /// The same for a notification.
  void Notify(const std::string& method, const Json& params);
  /// The same for a request; returns its id. `params` that are null are left out.
  int Ask(const std::string& method, const Json& params);
  void Open(const std::string& uri, const std::string& text, std::int64_t version = 1);
  /// `changes` is the array `contentChanges`.
  void Change(const std::string& uri, std::int64_t version, const Json& changes);
  void Close(const std::string& uri);

  /// Lets the server handle all that is queued, and publish diagnostics.
  void Settle();

  // ---- Hearing ----

  /// All messages that came and were not taken, in their order.
  std::vector<Json> Take();
  /// Settles, and takes everything: the diagnostics published last for `uri`, as `params`; null
  /// when there were none.
  Json Published(const std::string& uri);
  /// Asks, settles, and takes everything: the whole answer. A test fails when there is not exactly
  /// one.
  Json Answer(const std::string& method, const Json& params);
  /// The `result` of the answer; a test fails when it is an error.
  Json Result(const std::string& method, const Json& params);
  /// The error code of the answer; 0 for a result.
  int Error(const std::string& method, const Json& params);

  lsp::Server& server() { return server_; }

 private:
  lsp::Server server_;
  std::vector<Json> heard_;
  int next_id_ = 1;
};

/// `{"textDocument": {"uri": uri}}`.
Json About(const std::string& uri);
/// The same with a `position`.
Json About(const std::string& uri, std::uint32_t line, std::uint32_t character);
/// A `Range`.
Json RangeOf(std::uint32_t line, std::uint32_t character, std::uint32_t end_line,
             std::uint32_t end_character);
/// The capabilities of a client that knows everything that the server looks at.
Json FullCapabilities();

/// Every request about one document that the server knows, with parameters that are right for any
/// document at `uri` with at least one line.
struct KnownRequest {
  std::string method;
  Json params;

  /// How a failed test names it.
  friend void PrintTo(const KnownRequest& request, std::ostream* out) { *out << request.method; }
};
std::vector<KnownRequest> DocumentRequests(const std::string& uri);

}  // namespace aegis::lsp_test

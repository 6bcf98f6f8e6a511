#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "agent/mcp/message.h"
#include "agent/mcp/server.h"
#include "agent/toolbox.h"

namespace aegis::mcp {

/// The protocol revisions that are spoken. `initialize` negotiates a legacy one, newest first.
inline constexpr const char* kModernVersion = "2026-07-28";
inline constexpr const char* kLegacyVersions[] = {"2025-11-25", "2025-06-18", "2025-03-26",
                                                  "2024-11-05"};
bool IsLegacyVersion(const std::string& version);

/// Whether the request says in `_meta` that it is of the modern era: any key of
/// `io.modelcontextprotocol/` that belongs to each request.
bool IsModern(const Message& message);

/// What a message is answered with.
struct Answer {
  enum class Kind : std::uint8_t {
    kNone,      ///< nothing: a notification, a response, or a request that was cancelled
    kResponse,  ///< `message`
    kStream,    ///< nothing yet: the request stays open, and messages come through its `Send`
  };
  Kind kind = Kind::kNone;
  Json message;
  int http_status = 200;  ///< for transports that have one
};

/// One client of the server without its wire: it takes messages and gives answers. It holds what
/// the client has agreed with the server and the run that waits for its input, and it is one wake.
/// Messages are handled one at a time.
class Connection {
 public:
  /// Takes a message for the client; called on any thread, must neither block nor throw.
  using Send = std::function<void(const Json& message)>;

  enum class Kind : std::uint8_t {
    kStdio,      ///< both eras, until the stream ends
    kSession,    ///< legacy HTTP: begins with `initialize`
    kStateless,  ///< modern HTTP: one request, and nothing is kept
  };

  /// `send` gets what belongs to no request: changes that a legacy client has subscribed to.
  Connection(Server* server, Kind kind, Send send);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  /// Handles a message. `send_related` gets the notifications that belong to the request (progress)
  /// and, with Answer::Kind::kStream, those of the subscription. When `cancelled` is set meanwhile,
  /// the work ends soon, and the answer is kNone.
  Answer Handle(const Message& message, const Send& send_related,
                const agent::CancelFlag& cancelled = nullptr);

  /// Ends the subscription that the request `id` began; false when there is none. Can be called
  /// while a message is handled.
  bool EndSubscription(const Json& id);
  /// Ends everything because the server goes down: each subscription gets its last message.
  void Shutdown();

  /// The legacy revision that was agreed on; empty before `initialize`.
  const std::string& version() const;
  /// Whether the client can be sent batches, and sends them (2025-03-26 and before).
  bool takes_batches() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace aegis::mcp

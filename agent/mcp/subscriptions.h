#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "agent/mcp/message.h"
#include "agent/mcp/server.h"

namespace aegis::mcp {

/// What one client is told of changes: in the modern era on the streams of `subscriptions/listen`,
/// in the legacy era by itself. All functions can be called from any thread.
///
/// No message of a stream leaves before its acknowledgement or after its end. So messages are sent
/// under a lock: `Send` must neither block nor call back.
class Subscriptions {
 public:
  using Send = std::function<void(const Json& message)>;

  /// Each stream and each watched URI costs memory for as long as the client likes.
  static constexpr std::size_t kMaxStreams = 64;
  static constexpr std::size_t kMaxUris = 2048;

  /// `send` is for what belongs to no request.
  Subscriptions(ChangeHub* hub, Send send) : hub_(hub), send_(std::move(send)) {}

  /// Opens the stream of the request `id` for what the filter `wanted` asks for, and acknowledges
  /// it. `result_meta` becomes part of the `_meta` of its last message. Throws RequestError.
  void Listen(const Json& id, const Json& wanted, Json result_meta, Send send);
  /// Ends a stream without a further message, as its client wishes; false when there is none.
  bool End(const Json& id);
  /// Ends all streams, each with its result, and tells of nothing any more. With `cancels`, where
  /// the streams share a channel, `notifications/cancelled` comes before it.
  void Shutdown(bool cancels);

  /// The legacy client is ready: from now on it is told when files come and go.
  void TellOfFiles();
  /// The legacy client wants to be told of changes of the resource, or no longer.
  void Watch(const std::string& uri);
  void Unwatch(const std::string& uri);

 private:
  /// Names of files, each with a URI of it as the client spelled it.
  using Uris = std::set<std::pair<std::string, std::string>>;
  struct Stream {
    Json id;
    bool files_come_and_go = false;
    Uris uris;
    Json result_meta;
    Send send;
  };

  /// Listens to the hub from the first time on that there is something to tell. Not under the lock.
  void ListenToHub();
  void OnChange(const Change& change);

  ChangeHub* hub_;
  Send send_;

  std::mutex mutex_;  ///< of everything below, except for `registration_`
  std::list<Stream> streams_;
  bool tells_of_files_ = false;
  bool is_down_ = false;
  Uris watched_;

  std::once_flag listens_;
  /// The last member: when it goes, `OnChange` has run for the last time.
  ChangeHub::Registration registration_;
};

}  // namespace aegis::mcp

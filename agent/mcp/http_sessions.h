#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/mcp/connection.h"
#include "agent/mcp/http_exchange.h"

namespace aegis::mcp {

/// A client of a legacy revision over HTTP, from its `initialize` on. Its requests are handled one
/// at a time, on `strand`. All functions can be called from any thread.
class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  /// A request or a batch that waits or is handled.
  struct Task {
    std::shared_ptr<std::atomic<bool>> cancelled;
  };
  /// What one client can have in hand.
  static constexpr std::size_t kMaxTasks = 32;

  HttpSession(Server* server, boost::asio::io_context* workers);

  const std::string& id() const { return id_; }
  Connection& connection() { return connection_; }
  boost::asio::strand<boost::asio::io_context::executor_type>& strand() { return strand_; }

  /// Begins a task; `request` is its id, or null for what cannot be cancelled. Nothing when there
  /// are too many, or the session has ended.
  std::shared_ptr<Task> Begin(const Json& request);
  /// Cancels the tasks with the id.
  void Cancel(const Json& request);

  /// The stream for what belongs to no request is from now on `stream`; the one before ends.
  void SetStream(const std::shared_ptr<HttpExchange>& stream);
  void EndStream();
  /// Cancels everything and ends the stream.
  void End();
  bool has_ended() const { return ended_; }

  /// For how long nothing has been in hand; zero while something is.
  std::chrono::steady_clock::duration IdleFor() const;
  void Touch();

 private:
  void Send(const Json& message);

  const std::string id_;
  boost::asio::strand<boost::asio::io_context::executor_type> strand_;
  std::atomic<bool> ended_{false};

  mutable std::mutex mutex_;  ///< of what follows, up to the connection
  std::vector<std::pair<Json, std::weak_ptr<Task>>> tasks_;
  std::weak_ptr<HttpExchange> stream_;
  std::chrono::steady_clock::time_point used_;

  Connection connection_;
};

/// The sessions of a server. All functions can be called from any thread.
class HttpSessions {
 public:
  explicit HttpSessions(std::size_t max_sessions) : max_sessions_(max_sessions) {}

  /// Ends the session that has been idle longest when there would be too many.
  void Add(const std::shared_ptr<HttpSession>& session);
  /// Nothing when there is no such session.
  std::shared_ptr<HttpSession> Find(std::string_view id);
  /// Ends the session; false when there is none.
  bool Remove(std::string_view id);
  /// Ends those that have been idle for longer.
  void EndIdle(std::chrono::steady_clock::duration idle);
  std::vector<std::shared_ptr<HttpSession>> All() const;

 private:
  const std::size_t max_sessions_;
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<HttpSession>, std::less<>> sessions_;
};

}  // namespace aegis::mcp

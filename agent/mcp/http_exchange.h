#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agent/mcp/http_rules.h"

namespace aegis::mcp {

struct HttpRequest {
  std::string method;
  std::string target;  ///< path and query, as they came
  HeaderFields fields;
  std::string body;
};

struct HttpResponse {
  int status = 200;
  std::string body;  ///< JSON; empty: none
  std::vector<std::pair<std::string, std::string>> fields;
};

class HttpConnection;

/// A request, and its answer: either one response, or a stream of events. All functions can be
/// called from any thread; what is said after the end, or after the client has gone, is lost.
class HttpExchange : public std::enable_shared_from_this<HttpExchange> {
 public:
  HttpExchange(boost::asio::io_context* io, std::weak_ptr<HttpConnection> connection)
      : io_(io), connection_(std::move(connection)) {}

  void Respond(HttpResponse response);
  /// Begins the stream when there is none yet.
  void BeginStream();
  /// An event with one line of JSON; begins the stream when there is none yet.
  void SendEvent(std::string json);
  /// Ends the stream. Before its beginning: answers with an empty one.
  void End();

  /// `gone` is called once, on the thread of the connections, when the client goes before the end;
  /// at once when it already has. To be called on that thread.
  void OnGone(std::function<void()> gone);
  /// Whether nothing can be said any more. To be called on the thread of the connections.
  bool is_over() const { return is_over_; }

 private:
  friend class HttpConnection;
  /// Calls `act` on the thread of the connections, if the exchange is not over then.
  void Later(std::function<void(HttpConnection*)> act);
  void Finish() {
    is_over_ = true;
    gone_ = nullptr;
  }

  boost::asio::io_context* io_;
  std::weak_ptr<HttpConnection> connection_;
  bool is_over_ = false;
  bool client_has_gone_ = false;
  std::function<void()> gone_;
};

}  // namespace aegis::mcp

#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "agent/mcp/connection.h"
#include "agent/mcp/http.h"
#include "agent/mcp/http_connection.h"
#include "agent/mcp/http_rules.h"
#include "agent/mcp/http_sessions.h"
#include "agent/mcp/worker_pool.h"

namespace aegis::mcp {

/// The tools over streamable HTTP. Throws boost::system::system_error when it cannot listen.
class HttpServer : private HttpHandler {
 public:
  HttpServer(Server* server, const Endpoint& endpoint, const HttpOptions& options);
  ~HttpServer() override;

  /// Where clients find it.
  std::string url() const;
  /// Serves until the process gets SIGINT or SIGTERM.
  void Run();

 private:
  using Exchange = std::shared_ptr<HttpExchange>;
  /// Set when the client has gone.
  using Flag = std::shared_ptr<std::atomic<bool>>;
  /// A request of HTTP with its message, on a worker.
  struct Post {
    Exchange exchange;
    HttpRequest request;
    Message message;
    Flag gone;
  };

  // HttpHandler
  std::optional<HttpResponse> Refuse(const HttpRequest& head) override;
  void Handle(const Exchange& exchange, HttpRequest request) override;
  void Closed(HttpConnection* connection) override;
  bool IsClosing() const override { return closing_; }

  // On the thread of the connections.
  void Accept();
  void Take(boost::asio::ip::tcp::socket socket);
  bool MakeRoom();
  void OpenStream(const Exchange& exchange, const HttpRequest& request);
  void EndSession(const Exchange& exchange, const HttpRequest& request);
  void KeepStream(const Exchange& exchange, const std::shared_ptr<Connection>& connection);
  void Sweep();
  void Shutdown();
  void StopWhenDone();
  void Stop();

  // On workers.
  void Work(const std::shared_ptr<Post>& post);
  void Initialize(const Post& post);
  void InSession(const std::shared_ptr<Post>& post, const std::string& id);
  void Stateless(const Post& post);

  Server* server_;
  const HttpOptions options_;
  const HostRules hosts_;
  boost::asio::io_context io_;
  WorkerPool workers_;  ///< stops first, but goes after the sessions, whose strands it has
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::signal_set signals_;
  boost::asio::steady_timer retry_;
  boost::asio::steady_timer sweep_;
  boost::asio::steady_timer end_;
  bool closing_ = false;

  std::set<std::shared_ptr<HttpConnection>> connections_;
  /// The subscriptions of modern clients.
  std::map<Exchange, std::shared_ptr<Connection>> streams_;
  std::set<Flag> in_hand_;  ///< of stateless requests
  HttpSessions sessions_;
};

}  // namespace aegis::mcp

#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "agent/mcp/http.h"
#include "agent/mcp/http_exchange.h"

namespace aegis::mcp {

/// What a connection needs to know of its server. All functions are called on the thread of the
/// connections.
class HttpHandler {
 public:
  virtual ~HttpHandler() = default;
  /// A response refuses the request by its head, before its body is read.
  virtual std::optional<HttpResponse> Refuse(const HttpRequest& head) = 0;
  virtual void Handle(const std::shared_ptr<HttpExchange>& exchange, HttpRequest request) = 0;
  /// The connection is closed.
  virtual void Closed(HttpConnection* connection) = 0;
  /// Whether each response is to be the last of its connection.
  virtual bool IsClosing() const = 0;
};

/// One connection of HTTP/1.1: takes requests one after the other, bounds what a client can send
/// and how long it can take for it, and notices when it goes.
class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  /// What it does, in the order in which connections are given up when there are too many.
  enum class Phase : std::uint8_t { kClosing, kIdle, kReading, kStreaming, kWorking };

  /// The handler and the options must outlive it.
  HttpConnection(boost::asio::io_context* io, boost::asio::ip::tcp::socket socket,
                 const HttpOptions* options, HttpHandler* handler);

  void Start();
  void Close();

  Phase phase() const { return phase_; }
  /// Since when it does that.
  std::chrono::steady_clock::time_point since() const { return since_; }

 private:
  friend class HttpExchange;
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

  void Enter(Phase phase);
  /// Gives up when the phase has not changed by then.
  void SetDeadline(std::chrono::steady_clock::duration duration);
  void DropDeadline();
  void OnDeadline();

  void AwaitRequest();
  void ReadHeader();
  void OnHeader();
  void ReadBody();
  void OnRequest();
  void OnBadRequest(const boost::system::error_code& error);

  void Watch();
  void OnWatched();

  void Write(HttpResponse response, bool keep_alive);
  void OnWritten(bool keep_alive);
  void Linger();
  void Discard();

  void BeginStream();
  void Send(std::string bytes);
  void SendChunk(const std::string& text);
  void Flush();
  void EndStream();
  void StreamKeepAlive();

  boost::asio::io_context* io_;
  boost::asio::ip::tcp::socket socket_;
  const HttpOptions* options_;
  HttpHandler* handler_;

  Phase phase_ = Phase::kIdle;
  std::chrono::steady_clock::time_point since_;
  boost::asio::steady_timer deadline_;
  boost::asio::steady_timer keep_alive_;
  bool is_closed_ = false;

  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  HttpRequest request_;
  std::shared_ptr<HttpExchange> exchange_;  ///< in hand
  bool wants_keep_alive_ = false;
  bool is_http_10_ = false;
  bool watching_ = false;
  bool has_unread_ = false;  ///< of the request in hand

  std::deque<std::string> out_;  ///< of a stream; the first is being written
  std::size_t out_bytes_ = 0;
  bool stream_ended_ = false;
  std::string discarded_;
  std::size_t discarded_bytes_ = 0;
};

}  // namespace aegis::mcp

// A connection goes around this circle:
//
//     kIdle     waits for the first byte of a request; `idle_timeout`
//     kReading  reads its head, has it judged, and reads its body; `request_timeout`
//     kWorking  a request is in hand. The socket is watched: when the client goes, the exchange is
//               told. The response is written; `request_timeout` again
//     kStreaming  instead of a response, events are written as they come. A client that does not
//               take them is let go when too much has gathered
//     kClosing  the last response is written. When the request was not read whole, what the client
//               still sends is read and dropped for a while: a socket that is closed with unread
//               bytes is reset, and the client might lose the response
//
// All of it happens on one thread, that of the io_context. `HttpExchange` is the door for
// others.

#include "agent/mcp/http_connection.h"

#include <sys/socket.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/http/write.hpp>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <sstream>

#include "agent/mcp/message.h"

namespace aegis::mcp {
namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

namespace {

/// What may wait for a client that reads its stream slowly.
constexpr std::size_t kMaxStreamBytes = std::size_t{1} << 20;
/// A silent stream gets a comment so often, lest somebody between takes it for dead.
constexpr std::chrono::seconds kKeepAlive{15};
/// For how long and for how many bytes a refused request is listened to.
constexpr std::chrono::seconds kLinger{2};
constexpr std::size_t kMaxDiscarded = std::size_t{8} << 20;

HttpResponse Refusal(int status, const std::string& problem) {
  return {status, ToLine(ErrorMessage(nullptr, kInvalidRequest, problem)), {}};
}

/// The time of day as HTTP has it (RFC 9110, section 5.6.7).
std::string Date() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  static constexpr const char* kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                            "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%s, %02d %s %d %02d:%02d:%02d GMT", kDays[parts.tm_wday],
                parts.tm_mday, kMonths[parts.tm_mon], parts.tm_year + 1900, parts.tm_hour,
                parts.tm_min, parts.tm_sec);
  return text.data();
}

/// What all responses have.
template <class Message>
void SetCommon(Message* message, bool is_http_10, bool keep_alive) {
  message->version(is_http_10 ? 10 : 11);
  message->keep_alive(keep_alive);
  message->set(http::field::date, Date());
  message->set(http::field::cache_control, "no-store");
}

/// A head as text.
template <class Message>
std::string ToText(const Message& message) {
  std::ostringstream text;
  text << message.base();
  return text.str();
}

}  // namespace

// ---- The life of a connection -------------------------------------------------------------------

HttpConnection::HttpConnection(asio::io_context* io, asio::ip::tcp::socket socket,
                               const HttpOptions* options, HttpHandler* handler)
    : io_(io),
      socket_(std::move(socket)),
      options_(options),
      handler_(handler),
      since_(std::chrono::steady_clock::now()),
      deadline_(*io),
      keep_alive_(*io),
      buffer_(options->max_header_bytes + (std::size_t{64} << 10)) {}

void HttpConnection::Start() { AwaitRequest(); }

void HttpConnection::Close() {
  if (std::exchange(is_closed_, true)) return;
  const auto self = shared_from_this();
  error_code ignored;
  socket_.close(ignored);
  deadline_.cancel();
  keep_alive_.cancel();
  if (const auto exchange = std::exchange(exchange_, nullptr)) {
    const auto gone = std::exchange(exchange->gone_, nullptr);
    exchange->client_has_gone_ = true;
    exchange->Finish();
    if (gone) gone();
  }
  handler_->Closed(this);
}

void HttpConnection::Enter(Phase phase) {
  phase_ = phase;
  since_ = std::chrono::steady_clock::now();
  DropDeadline();
}

void HttpConnection::DropDeadline() {
  // Moves it, too: its handler may be on its way already.
  deadline_.expires_at(std::chrono::steady_clock::time_point::max());
}

void HttpConnection::SetDeadline(std::chrono::steady_clock::duration duration) {
  deadline_.expires_after(duration);
  deadline_.async_wait([self = shared_from_this()](const error_code& error) {
    const bool has_moved = self->deadline_.expiry() > std::chrono::steady_clock::now();
    if (!error && !self->is_closed_ && !has_moved) self->OnDeadline();
  });
}

void HttpConnection::OnDeadline() {
  if (phase_ == Phase::kReading) {
    // It may still read, if it cannot write.
    error_code ignored;
    socket_.cancel(ignored);
    Write(Refusal(408, "the request did not arrive in time"), false);
  } else {
    Close();
  }
}

// ---- Reading ------------------------------------------------------------------------------------

void HttpConnection::AwaitRequest() {
  Enter(Phase::kIdle);
  if (handler_->IsClosing()) return Close();
  if (buffer_.size() > 0) return ReadHeader();
  SetDeadline(options_->idle_timeout);
  socket_.async_wait(asio::ip::tcp::socket::wait_read,
                     [self = shared_from_this()](const error_code& error) {
                       if (self->is_closed_) return;
                       if (error) return self->Close();
                       self->ReadHeader();
                     });
}

void HttpConnection::ReadHeader() {
  Enter(Phase::kReading);
  SetDeadline(options_->request_timeout);
  has_unread_ = true;
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(options_->max_header_bytes));
  parser_->body_limit(options_->max_body_bytes);
  http::async_read_header(socket_, buffer_, *parser_,
                          [self = shared_from_this()](const error_code& error, std::size_t) {
                            if (self->is_closed_ || self->phase_ != Phase::kReading) return;
                            if (error) return self->OnBadRequest(error);
                            self->OnHeader();
                          });
}

void HttpConnection::OnHeader() {
  const auto& head = parser_->get();
  request_ = HttpRequest();
  request_.method = std::string(head.method_string());
  request_.target = std::string(head.target());
  for (const auto& field : head) {
    request_.fields.Add(std::string(field.name_string()), std::string(field.value()));
  }
  is_http_10_ = head.version() < 11;
  wants_keep_alive_ = head.keep_alive();
  if (std::optional<HttpResponse> refusal = handler_->Refuse(request_)) {
    const bool has_body = !parser_->is_done();
    return Write(std::move(*refusal), wants_keep_alive_ && !has_body);
  }
  if (!parser_->is_done() && !is_http_10_ &&
      http::token_list{head[http::field::expect]}.exists("100-continue")) {
    static constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(socket_, asio::buffer(kGoOn.data(), kGoOn.size()),
                      [self = shared_from_this()](const error_code& error, std::size_t) {
                        if (self->is_closed_ || self->phase_ != Phase::kReading) return;
                        if (error) return self->Close();
                        self->ReadBody();
                      });
    return;
  }
  ReadBody();
}

void HttpConnection::ReadBody() {
  http::async_read(socket_, buffer_, *parser_,
                   [self = shared_from_this()](const error_code& error, std::size_t) {
                     if (self->is_closed_ || self->phase_ != Phase::kReading) return;
                     if (error) return self->OnBadRequest(error);
                     self->OnRequest();
                   });
}

void HttpConnection::OnRequest() {
  request_.body = std::move(parser_->get().body());
  parser_.reset();
  has_unread_ = false;
  Enter(Phase::kWorking);
  exchange_ = std::make_shared<HttpExchange>(io_, weak_from_this());
  Watch();
  handler_->Handle(exchange_, std::exchange(request_, HttpRequest()));
}

void HttpConnection::OnBadRequest(const error_code& error) {
  if (error == http::error::body_limit) {
    return Write(Refusal(413, "a message has at most " + std::to_string(options_->max_body_bytes) +
                                  " bytes"),
                 false);
  }
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return Write(Refusal(431, "the header has at most " +
                                  std::to_string(options_->max_header_bytes) + " bytes"),
                 false);
  }
  // The client has gone, before or amid a request.
  if (error == http::error::end_of_stream || error == http::error::partial_message ||
      error.category() != make_error_code(http::error::bad_method).category()) {
    return Close();
  }
  Write(Refusal(400, "this is no request of HTTP/1.1"), false);
}

// ---- The client while a request is in hand ------------------------------------------------------

void HttpConnection::Watch() {
  // It has sent the next request already. That it goes is noticed when the answer is written.
  if (watching_ || buffer_.size() > 0) return;
  watching_ = true;
  socket_.async_wait(
      asio::ip::tcp::socket::wait_read, [self = shared_from_this()](const error_code& error) {
        self->watching_ = false;
        const bool in_hand = self->exchange_ != nullptr &&
                             (self->phase_ == Phase::kWorking || self->phase_ == Phase::kStreaming);
        if (!error && !self->is_closed_ && in_hand) self->OnWatched();
      });
}

void HttpConnection::OnWatched() {
  char byte = 0;
  const ssize_t count = recv(socket_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  if (count > 0) return;
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return Watch();
  Close();
}

// ---- Responses ----------------------------------------------------------------------------------

void HttpConnection::Write(HttpResponse response, bool keep_alive) {
  if (phase_ == Phase::kStreaming) return EndStream();
  if (exchange_ != nullptr) exchange_->Finish();
  exchange_.reset();
  keep_alive = keep_alive && !handler_->IsClosing();
  Enter(keep_alive ? Phase::kWorking : Phase::kClosing);
  SetDeadline(options_->request_timeout);

  auto message = std::make_shared<http::response<http::string_body>>();
  message->result(static_cast<unsigned>(response.status));
  SetCommon(message.get(), is_http_10_, keep_alive);
  for (const auto& [name, value] : response.fields) message->set(name, value);
  if (!response.body.empty()) message->set(http::field::content_type, "application/json");
  message->body() = std::move(response.body);
  message->prepare_payload();
  http::async_write(
      socket_, *message,
      [self = shared_from_this(), message, keep_alive](const error_code& error, std::size_t) {
        if (self->is_closed_) return;
        if (error) return self->Close();
        self->OnWritten(keep_alive);
      });
}

void HttpConnection::OnWritten(bool keep_alive) {
  if (keep_alive) return AwaitRequest();
  if (!has_unread_) return Close();
  Linger();
}

void HttpConnection::Linger() {
  Enter(Phase::kClosing);
  SetDeadline(kLinger);
  error_code error;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, error);
  if (error) return Close();
  discarded_.resize(std::size_t{16} << 10);
  Discard();
}

void HttpConnection::Discard() {
  socket_.async_read_some(asio::buffer(discarded_),
                          [self = shared_from_this()](const error_code& error, std::size_t count) {
                            if (self->is_closed_) return;
                            self->discarded_bytes_ += count;
                            if (error || self->discarded_bytes_ > kMaxDiscarded) {
                              return self->Close();
                            }
                            self->Discard();
                          });
}

// ---- Streams ------------------------------------------------------------------------------------

void HttpConnection::BeginStream() {
  if (phase_ == Phase::kStreaming) return;
  Enter(Phase::kStreaming);
  out_.clear();
  out_bytes_ = 0;
  stream_ended_ = false;
  wants_keep_alive_ = wants_keep_alive_ && !is_http_10_ && !handler_->IsClosing();
  http::response<http::empty_body> head;
  head.result(http::status::ok);
  SetCommon(&head, is_http_10_, wants_keep_alive_);
  if (!is_http_10_) head.chunked(true);
  head.set(http::field::content_type, "text/event-stream");
  head.set("X-Accel-Buffering", "no");
  Send(ToText(head));
  StreamKeepAlive();
}

void HttpConnection::SendChunk(const std::string& text) {
  if (is_http_10_) return Send(text);
  Send(boost::beast::buffers_to_string(http::make_chunk(asio::buffer(text))));
}

void HttpConnection::Send(std::string bytes) {
  if (is_closed_ || stream_ended_) return;
  if (out_bytes_ + bytes.size() > kMaxStreamBytes && !out_.empty()) return Close();
  out_bytes_ += bytes.size();
  out_.push_back(std::move(bytes));
  if (out_.size() == 1) Flush();
}

void HttpConnection::Flush() {
  SetDeadline(options_->request_timeout);
  asio::async_write(socket_, asio::buffer(out_.front()),
                    [self = shared_from_this()](const error_code& error, std::size_t) {
                      if (self->is_closed_) return;
                      if (error) return self->Close();
                      self->DropDeadline();
                      self->out_bytes_ -= self->out_.front().size();
                      self->out_.pop_front();
                      if (!self->out_.empty()) return self->Flush();
                      if (self->stream_ended_) {
                        self->OnWritten(self->wants_keep_alive_ && !self->handler_->IsClosing());
                      }
                    });
}

void HttpConnection::EndStream() {
  if (stream_ended_) return;
  if (!is_http_10_) Send(boost::beast::buffers_to_string(http::make_chunk_last()));
  if (is_closed_) return;
  stream_ended_ = true;
  keep_alive_.cancel();
  if (exchange_ != nullptr) exchange_->Finish();
  exchange_.reset();
  if (out_.empty()) OnWritten(wants_keep_alive_ && !handler_->IsClosing());
}

void HttpConnection::StreamKeepAlive() {
  keep_alive_.expires_after(kKeepAlive);
  keep_alive_.async_wait([self = shared_from_this()](const error_code& error) {
    if (error || self->is_closed_ || self->phase_ != Phase::kStreaming || self->stream_ended_) {
      return;
    }
    self->SendChunk(":\n\n");
    self->StreamKeepAlive();
  });
}

}  // namespace aegis::mcp

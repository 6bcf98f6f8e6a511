// Two kinds of threads share the work.
//
// One thread has all connections: it takes them, reads requests, judges their heads, and writes. It
// never runs anything of a client and never waits, so nobody can hold it up.
//
// The workers read messages and carry them out. A request of the modern era is complete in itself:
// any worker handles it. Requests of a session go through its strand, one at a time. What comes of
// them goes back to the first thread through the exchange of the request.
//
// What a client can take from others is bounded everywhere: the size of a request and the time for
// it, the number of connections and sessions (where one more takes the place of the one that has
// been idle longest), the requests a session has in hand, and what may gather in a stream that is
// not read. Programs have bounds of their own.

#include "agent/mcp/http_server.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <exception>
#include <utility>
#include <vector>

namespace aegis::mcp {
namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::string_view kPath = "/mcp";
constexpr const char* kSessionField = "Mcp-Session-Id";
constexpr const char* kEvents = "text/event-stream";
constexpr std::chrono::seconds kSweep{30};

using Fields = std::vector<std::pair<std::string, std::string>>;

HttpResponse Refusal(int status, const std::string& problem, Fields fields = {}) {
  return {status, ToLine(ErrorMessage(nullptr, kInvalidRequest, problem)), std::move(fields)};
}

HttpResponse Failure(int status, const Json& id, int code, const std::string& problem) {
  return {status, ToLine(ErrorMessage(id, code, problem)), {}};
}

HttpResponse MethodNotAllowed(const std::string& problem) {
  return Refusal(405, problem, {{"Allow", "POST, GET, DELETE"}});
}

std::string_view PathOf(std::string_view target) { return target.substr(0, target.find('?')); }

std::string SessionOf(const HttpRequest& request) {
  return std::string(request.fields.One(kSessionField).value_or(""));
}

bool AcceptsEvents(const HttpRequest& request) {
  return Accepts(request.fields.All("Accept"), kEvents);
}

}  // namespace

// ---- Connections --------------------------------------------------------------------------------

HttpServer::HttpServer(Server* server, const Endpoint& endpoint, const HttpOptions& options)
    : server_(server),
      options_(options),
      hosts_(endpoint.address, options.allowed_hosts),
      workers_(options.threads),
      acceptor_(io_),
      signals_(io_, SIGINT, SIGTERM),
      retry_(io_),
      sweep_(io_),
      end_(io_),
      sessions_(options.max_sessions) {
  const asio::ip::tcp::endpoint place(asio::ip::make_address(endpoint.address), endpoint.port);
  acceptor_.open(place.protocol());
  acceptor_.set_option(asio::socket_base::reuse_address(true));
  acceptor_.bind(place);
  acceptor_.listen();
}

HttpServer::~HttpServer() { workers_.Stop(); }

std::string HttpServer::url() const {
  const asio::ip::tcp::endpoint place = acceptor_.local_endpoint();
  const std::string address = place.address().to_string();
  return "http://" + (place.address().is_v6() ? "[" + address + "]" : address) + ":" +
         std::to_string(place.port()) + std::string(kPath);
}

void HttpServer::Run() {
  signals_.async_wait([this](const error_code& error, int) {
    if (!error) Shutdown();
  });
  Accept();
  Sweep();
  io_.run();
}

void HttpServer::Accept() {
  acceptor_.async_accept([this](const error_code& error, asio::ip::tcp::socket socket) {
    if (closing_) return;
    if (!error) {
      Take(std::move(socket));
      return Accept();
    }
    // There may be no descriptor left.
    MakeRoom();
    retry_.expires_after(std::chrono::milliseconds(100));
    retry_.async_wait([this](const error_code& cancelled) {
      if (!cancelled && !closing_) Accept();
    });
  });
}

void HttpServer::Take(asio::ip::tcp::socket socket) {
  error_code ignored;
  socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  if (connections_.size() >= options_.max_connections && !MakeRoom()) {
    static constexpr std::string_view kBusy =
        "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n"
        "Connection: close\r\n\r\n";
    socket.non_blocking(true, ignored);
    socket.write_some(asio::buffer(kBusy.data(), kBusy.size()), ignored);
    return;
  }
  const auto connection = std::make_shared<HttpConnection>(&io_, std::move(socket), &options_,
                                                           static_cast<HttpHandler*>(this));
  connections_.insert(connection);
  connection->Start();
}

/// Closes the connection that can best be spared; false when requests are in hand in all of them.
bool HttpServer::MakeRoom() {
  std::shared_ptr<HttpConnection> spared;
  const auto rank = [](const HttpConnection& connection) {
    return std::make_pair(connection.phase(), connection.since());
  };
  for (const auto& each : connections_) {
    if (each->phase() == HttpConnection::Phase::kWorking) continue;
    if (spared == nullptr || rank(*each) < rank(*spared)) spared = each;
  }
  if (spared == nullptr) return false;
  spared->Close();
  return true;
}

void HttpServer::Closed(HttpConnection* connection) {
  connections_.erase(connection->shared_from_this());
  StopWhenDone();
}

void HttpServer::Sweep() {
  sweep_.expires_after(kSweep);
  sweep_.async_wait([this](const error_code& error) {
    if (error || closing_) return;
    sessions_.EndIdle(options_.session_timeout);
    Sweep();
  });
}

// ---- The end ------------------------------------------------------------------------------------

void HttpServer::Shutdown() {
  closing_ = true;
  error_code ignored;
  acceptor_.close(ignored);
  retry_.cancel();
  sweep_.cancel();
  for (const auto& [exchange, connection] : std::exchange(streams_, {})) {
    connection->Shutdown();
    exchange->End();
  }
  // Those that read or work come to their end by themselves.
  const auto connections = connections_;
  for (const auto& connection : connections) {
    if (connection->phase() == HttpConnection::Phase::kIdle) connection->Close();
  }
  for (const auto& session : sessions_.All()) session->EndStream();
  const auto stop = [this](const error_code& error) {
    if (!error) Stop();
  };
  signals_.async_wait([stop](const error_code& error, int) { stop(error); });
  end_.expires_after(options_.shutdown_timeout);
  end_.async_wait(stop);
  StopWhenDone();
}

void HttpServer::StopWhenDone() {
  if (closing_ && connections_.empty()) io_.stop();
}

/// Ends what did not end in time.
void HttpServer::Stop() {
  for (const Flag& flag : in_hand_) flag->store(true);
  for (const auto& session : sessions_.All()) session->End();
  const auto connections = connections_;
  for (const auto& connection : connections) connection->Close();
  io_.stop();
}

// ---- Requests -----------------------------------------------------------------------------------

std::optional<HttpResponse> HttpServer::Refuse(const HttpRequest& head) {
  const std::optional<std::string_view> host = head.fields.One("Host");
  if (!host) return Refusal(400, "a request has one header `Host`");
  if (!hosts_.AllowsHost(*host)) return Refusal(403, "this host is not served here");
  if (head.fields.Count("Origin") > 0) {
    const std::optional<std::string_view> origin = head.fields.One("Origin");
    if (!origin || !hosts_.AllowsOrigin(*origin)) {
      return Refusal(403, "pages of this origin are not served here");
    }
  }
  if (PathOf(head.target) != kPath) return Refusal(404, "the endpoint is at /mcp");
  if (head.method == "GET") {
    if (!AcceptsEvents(head)) return Refusal(406, "this is a stream of text/event-stream");
    return std::nullopt;
  }
  if (head.method == "DELETE") return std::nullopt;
  if (head.method != "POST") return MethodNotAllowed("messages come with POST");
  const std::optional<std::string_view> type = head.fields.One("Content-Type");
  if (!type || !IsJson(*type)) return Refusal(415, "messages are application/json in UTF-8");
  if (head.fields.Count("Content-Encoding") > 0) {
    return Refusal(415, "messages are not compressed");
  }
  if (!Accepts(head.fields.All("Accept"), "application/json")) {
    return Refusal(406, "answers are application/json");
  }
  return std::nullopt;
}

void HttpServer::Handle(const Exchange& exchange, HttpRequest request) {
  if (closing_) return exchange->Respond(Refusal(503, "the server goes down"));
  if (request.method == "GET") return OpenStream(exchange, request);
  if (request.method == "DELETE") return EndSession(exchange, request);
  const auto post = std::make_shared<Post>();
  post->exchange = exchange;
  post->request = std::move(request);
  post->gone = std::make_shared<std::atomic<bool>>(false);
  in_hand_.insert(post->gone);
  exchange->OnGone([gone = post->gone] { gone->store(true); });
  asio::post(workers_.context(), [this, post] {
    Work(post);
    asio::post(io_, [this, gone = post->gone] { in_hand_.erase(gone); });
  });
}

void HttpServer::OpenStream(const Exchange& exchange, const HttpRequest& request) {
  const std::string id = SessionOf(request);
  if (id.empty()) {
    return exchange->Respond(MethodNotAllowed("a stream of its own has only a session"));
  }
  const auto session = sessions_.Find(id);
  if (session == nullptr) return exchange->Respond(Refusal(404, "there is no such session"));
  exchange->BeginStream();
  session->SetStream(exchange);
}

void HttpServer::EndSession(const Exchange& exchange, const HttpRequest& request) {
  const std::string id = SessionOf(request);
  if (id.empty()) return exchange->Respond(MethodNotAllowed("there is no session to end"));
  if (!sessions_.Remove(id)) return exchange->Respond(Refusal(404, "there is no such session"));
  exchange->Respond({});
}

// ---- Messages -----------------------------------------------------------------------------------

void HttpServer::Work(const std::shared_ptr<Post>& post) {
  try {
    post->message = ReadMessage(post->request.body);
    post->request.body = std::string();
    const Message& message = post->message;
    if (const auto problem = HeaderMismatch(post->request.fields, message)) {
      return post->exchange->Respond(Failure(400, message.id, problem->code(), problem->what()));
    }
    if (IsModern(message)) return Stateless(*post);
    const std::string session = SessionOf(post->request);
    if (!session.empty()) return InSession(post, session);
    if (message.kind == Message::Kind::kRequest && message.method == "initialize") {
      return Initialize(*post);
    }
    Stateless(*post);
  } catch (const std::exception& error) {
    server_->options().log("internal error: " + std::string(error.what()));
    post->exchange->Respond(Failure(500, nullptr, kInternalFailure, "internal error"));
  }
}

namespace {

/// Answers a message that has been handled.
void Reply(HttpExchange* exchange, const HttpRequest& request, const Message& message,
           const Answer& answer, bool has_stream) {
  if (answer.kind == Answer::Kind::kResponse && has_stream) {
    exchange->SendEvent(ToLine(answer.message));
    exchange->End();
  } else if (answer.kind == Answer::Kind::kResponse) {
    exchange->Respond({answer.http_status, ToLine(answer.message), {}});
  } else if (has_stream || (message.kind == Message::Kind::kRequest && AcceptsEvents(request))) {
    // A request that was cancelled gets no response: a stream can end without one.
    exchange->End();
  } else {
    exchange->Respond({202, "", {}});
  }
}

}  // namespace

void HttpServer::Initialize(const Post& post) {
  const auto session = std::make_shared<HttpSession>(server_, &workers_.context());
  const Answer answer = session->connection().Handle(post.message, [](const Json&) {});
  HttpResponse response{answer.http_status, ToLine(answer.message), {}};
  if (answer.message.contains("result")) {
    response.fields.emplace_back(kSessionField, session->id());
    sessions_.Add(session);
  }
  post.exchange->Respond(std::move(response));
}

void HttpServer::InSession(const std::shared_ptr<Post>& post, const std::string& id) {
  const Message& message = post->message;
  const auto session = sessions_.Find(id);
  if (session == nullptr) {
    return post->exchange->Respond(
        Failure(404, message.id, kInvalidRequest, "there is no such session; `initialize` anew"));
  }
  const auto& fields = post->request.fields;
  if (fields.Count("MCP-Protocol-Version") > 0 &&
      !IsLegacyVersion(std::string(fields.One("MCP-Protocol-Version").value_or("")))) {
    return post->exchange->Respond(
        Failure(400, message.id, kInvalidRequest,
                "the header `MCP-Protocol-Version` is not of a revision with sessions"));
  }
  if (message.kind == Message::Kind::kNotification && message.method == "notifications/cancelled") {
    const auto request = message.params.find("requestId");
    if (request != message.params.end()) session->Cancel(*request);
    return post->exchange->Respond({202, "", {}});
  }
  const auto task = session->Begin(message.id);
  if (task == nullptr) {
    return post->exchange->Respond(
        Failure(429, message.id, kInvalidRequest, "the session has too many requests in hand"));
  }
  asio::post(session->strand(), [this, post, session, task] {
    try {
      if (session->has_ended()) {
        return post->exchange->Respond(
            Failure(404, post->message.id, kInvalidRequest, "the session has ended"));
      }
      bool has_stream = false;
      const bool takes_events = AcceptsEvents(post->request);
      const auto send = [&](const Json& related) {
        if (!takes_events) return;
        has_stream = true;
        post->exchange->SendEvent(ToLine(related));
      };
      const Answer answer = session->connection().Handle(post->message, send, task->cancelled);
      Reply(post->exchange.get(), post->request, post->message, answer, has_stream);
    } catch (const std::exception& error) {
      server_->options().log("internal error: " + std::string(error.what()));
      post->exchange->Respond(Failure(500, post->message.id, kInternalFailure, "internal error"));
    }
    session->Touch();
  });
}

void HttpServer::Stateless(const Post& post) {
  const Message& message = post.message;
  if (message.kind == Message::Kind::kResponse) {
    return post.exchange->Respond(Refusal(400, "the server asks for nothing"));
  }
  const bool takes_events = AcceptsEvents(post.request);
  if (message.method == "subscriptions/listen" && !takes_events) {
    return post.exchange->Respond(
        Failure(406, message.id, kInvalidRequest, "this is a stream of text/event-stream"));
  }
  const auto has_stream = std::make_shared<std::atomic<bool>>(false);
  const auto send = [exchange = post.exchange, has_stream, takes_events](const Json& related) {
    if (!takes_events) return;
    *has_stream = true;
    exchange->SendEvent(ToLine(related));
  };
  const auto connection =
      std::make_shared<Connection>(server_, Connection::Kind::kStateless, [](const Json&) {});
  const Answer answer = connection->Handle(message, send, post.gone);
  if (answer.kind != Answer::Kind::kStream) {
    return Reply(post.exchange.get(), post.request, message, answer, *has_stream);
  }
  asio::post(io_,
             [this, exchange = post.exchange, connection] { KeepStream(exchange, connection); });
}

void HttpServer::KeepStream(const Exchange& exchange,
                            const std::shared_ptr<Connection>& connection) {
  if (exchange->is_over()) return;
  if (closing_) {
    connection->Shutdown();
    return exchange->End();
  }
  streams_.emplace(exchange, connection);
  exchange->OnGone([this, key = exchange.get()] {
    const auto found = std::find_if(streams_.begin(), streams_.end(), [key](const auto& stream) {
      return stream.first.get() == key;
    });
    if (found != streams_.end()) streams_.erase(found);
  });
}

}  // namespace aegis::mcp

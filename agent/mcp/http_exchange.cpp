#include "agent/mcp/http_exchange.h"

#include <boost/asio/post.hpp>

#include "agent/mcp/http_connection.h"

namespace aegis::mcp {

void HttpExchange::Later(std::function<void(HttpConnection*)> act) {
  boost::asio::post(*io_, [self = shared_from_this(), act = std::move(act)] {
    if (self->is_over_) return;
    if (const auto connection = self->connection_.lock()) act(connection.get());
  });
}

void HttpExchange::Respond(HttpResponse response) {
  Later([response = std::move(response)](HttpConnection* connection) mutable {
    connection->Write(std::move(response), connection->wants_keep_alive_);
  });
}

void HttpExchange::BeginStream() {
  Later([](HttpConnection* connection) { connection->BeginStream(); });
}

void HttpExchange::SendEvent(std::string json) {
  Later([json = std::move(json)](HttpConnection* connection) {
    connection->BeginStream();
    connection->SendChunk("event: message\ndata: " + json + "\n\n");
  });
}

void HttpExchange::End() {
  Later([](HttpConnection* connection) {
    connection->BeginStream();
    connection->EndStream();
  });
}

void HttpExchange::OnGone(std::function<void()> gone) {
  if (client_has_gone_) {
    gone();
  } else if (!is_over_) {
    gone_ = std::move(gone);
  }
}

}  // namespace aegis::mcp

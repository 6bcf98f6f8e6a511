#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "agent/mcp/server.h"

namespace aegis::mcp {

/// Where to listen, as `HOST:PORT`: an IPv4 address, an IPv6 address in brackets, or `localhost`.
/// Names are not looked up. Port 0 lets the system choose one.
struct Endpoint {
  std::string address;  ///< such as `127.0.0.1` or `::1`
  std::uint16_t port = 0;
};
/// Nothing when `text` is no such thing; `*problem` says why.
std::optional<Endpoint> ParseEndpoint(const std::string& text, std::string* problem);

struct HttpOptions {
  /// Values of `Host` (without the port) that are answered beside the loopback names and the
  /// address listened on, and that `Origin` may name; for servers behind a name of their own.
  std::vector<std::string> allowed_hosts;
  std::size_t max_connections = 256;  ///< one more closes the one that has been idle longest
  /// One more ends the session that has been idle longest. Each can hold a run that waits.
  std::size_t max_sessions = 256;
  /// A token of the largest run with its next input stays below it.
  std::size_t max_body_bytes = std::size_t{2} << 20;
  std::size_t max_header_bytes = std::size_t{16} << 10;
  std::chrono::seconds request_timeout{10};  ///< to send a whole request, or to take a response
  std::chrono::seconds idle_timeout{60};     ///< of a connection between requests
  std::chrono::seconds session_timeout{3600};
  std::chrono::seconds shutdown_timeout{5};  ///< for what is being handled when the end comes
  std::size_t threads = 0;  ///< that tools run on; 0: twice as many as cores, at least eight
};

/// Serves the tools over streamable HTTP at `endpoint`, path `/mcp`, in both eras of the protocol,
/// until `SIGINT` or `SIGTERM`. `ready` gets the URL once connections are taken. Returns the exit
/// status: 0 after a graceful end, 2 when it could not listen there (told to the server's log).
int ServeHttp(Server* server, const Endpoint& endpoint, const HttpOptions& options,
              const std::function<void(const std::string& url)>& ready);

}  // namespace aegis::mcp

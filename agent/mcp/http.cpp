#include "agent/mcp/http.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/system/system_error.hpp>
#include <exception>

#include "agent/mcp/http_server.h"

namespace aegis::mcp {

std::optional<Endpoint> ParseEndpoint(const std::string& text, std::string* problem) {
  const auto refuse = [problem](const std::string& why) {
    *problem = why;
    return std::nullopt;
  };
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return refuse("there is no port; write HOST:PORT");
  std::string host = text.substr(0, colon);
  const std::string port = text.substr(colon + 1);
  const bool is_number =
      !port.empty() && port.size() <= 5 &&
      std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number || std::stoi(port) > 65535) return refuse("the port is a number up to 65535");
  if (host == "localhost") host = "127.0.0.1";
  const bool in_brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (in_brackets) host = host.substr(1, host.size() - 2);
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(host, error);
  if (error || address.is_v6() != in_brackets) {
    return refuse("the host is `localhost`, an IPv4 address, or an IPv6 address in brackets");
  }
  return Endpoint{address.to_string(), static_cast<std::uint16_t>(std::stoi(port))};
}

int ServeHttp(Server* server, const Endpoint& endpoint, const HttpOptions& options,
              const std::function<void(const std::string& url)>& ready) {
  std::optional<HttpServer> http;
  try {
    http.emplace(server, endpoint, options);
  } catch (const boost::system::system_error& error) {
    server->options().log("cannot listen at " + endpoint.address + ", port " +
                          std::to_string(endpoint.port) + ": " + error.code().message());
    return 2;
  }
  ready(http->url());
  http->Run();
  return 0;
}

}  // namespace aegis::mcp

#include "tests/agent/http_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace aegis::mcp {

std::string HttpReply::Field(std::string_view name) const {
  for (const auto& [each, value] : fields) {
    if (strcasecmp(each.c_str(), std::string(name).c_str()) == 0) return value;
  }
  return "";
}

int HttpReply::code() const {
  const Json message = json();
  return message.is_object() && message.contains("error") ? message["error"]["code"].get<int>() : 0;
}

HttpClient::HttpClient(int port) : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const timeval patience{20, 0};
  setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) {
    throw std::system_error(errno, std::generic_category(), "connect");
  }
}

void HttpClient::Close() {
  if (socket_ >= 0) close(std::exchange(socket_, -1));
}

void HttpClient::EndSending() { shutdown(socket_, SHUT_WR); }

void HttpClient::Send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0) return;  // the server does not listen any more
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void HttpClient::Send(const std::string& method, const HttpFields& fields, const std::string& body,
                      const std::string& target) {
  HttpFields all = {{"Host", "localhost"}, {"Accept", "application/json, text/event-stream"}};
  if (method == "POST") all.emplace_back("Content-Type", "application/json");
  for (const auto& [name, value] : fields) {
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&name = name](const auto& field) { return field.first == name; }),
              all.end());
  }
  all.insert(all.end(), fields.begin(), fields.end());
  std::string text = method + " " + target + " HTTP/1.1\r\n";
  for (const auto& [name, value] : all) {
    if (!value.empty()) text += name + ": " + value + "\r\n";
  }
  text += "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  Send(text);
}

bool HttpClient::Receive() {
  char bytes[1 << 14];
  const ssize_t count = recv(socket_, bytes, sizeof(bytes), 0);
  if (count <= 0) return false;
  buffer_.append(bytes, static_cast<std::size_t>(count));
  return true;
}

std::optional<std::string> HttpClient::ReadUntil(std::string_view end) {
  std::size_t found = buffer_.find(end);
  while (found == std::string::npos) {
    if (!Receive()) return std::nullopt;
    found = buffer_.find(end);
  }
  std::string text = buffer_.substr(0, found);
  buffer_.erase(0, found + end.size());
  return text;
}

HttpReply HttpClient::ReadHead() {
  HttpReply reply;
  const std::optional<std::string> head = ReadUntil("\r\n\r\n");
  if (!head || head->size() < 12) return reply;
  reply.status = std::stoi(head->substr(9, 3));
  std::size_t line = head->find("\r\n");
  while (line != std::string::npos) {
    const std::size_t next = head->find("\r\n", line + 2);
    const std::string field = head->substr(line + 2, next - line - 2);
    const std::size_t colon = field.find(": ");
    reply.fields.emplace_back(field.substr(0, colon), field.substr(colon + 2));
    line = next;
  }
  return reply;
}

HttpReply HttpClient::Read() {
  HttpReply reply = ReadHead();
  if (reply.Field("Transfer-Encoding") == "chunked") {
    for (;;) {
      const std::optional<std::string> size = ReadUntil("\r\n");
      if (!size) return {};
      const std::size_t length = std::stoul(*size, nullptr, 16);
      while (buffer_.size() < length + 2 && Receive()) continue;
      reply.body += buffer_.substr(0, length);
      buffer_.erase(0, length + 2);
      if (length == 0) return reply;
    }
  }
  const std::string length_field = reply.Field("Content-Length");
  const std::size_t length = length_field.empty() ? 0 : std::stoul(length_field);
  while (buffer_.size() < length && Receive()) continue;
  if (buffer_.size() < length) return {};
  reply.body = buffer_.substr(0, length);
  buffer_.erase(0, length);
  return reply;
}

std::optional<Json> HttpClient::ReadEvent() {
  for (;;) {
    const std::optional<std::string> line = ReadUntil("\n");
    if (!line || *line == "0\r") return std::nullopt;
    if (line->rfind("data: ", 0) == 0) return Json::parse(line->substr(6));
  }
}

bool HttpClient::HasAnswer() {
  char byte = 0;
  return !buffer_.empty() || recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

bool HttpClient::IsClosed() {
  while (Receive()) continue;
  char byte = 0;
  return recv(socket_, &byte, 1, MSG_DONTWAIT) == 0 || errno == ECONNRESET;
}

Json HttpClient::Modern(const Json& id, const std::string& method, Json params) {
  params["_meta"] = {{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                     {"io.modelcontextprotocol/clientCapabilities", Json::object()}};
  return Legacy(id, method, std::move(params));
}

HttpFields HttpClient::FieldsFor(const Json& message) {
  HttpFields fields = {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", message["method"]}};
  for (const char* const name : {"name", "uri"}) {
    if (message["params"].contains(name)) fields.emplace_back("Mcp-Name", message["params"][name]);
  }
  return fields;
}

Json HttpClient::Legacy(const Json& id, const std::string& method, Json params) {
  Json message = {{"jsonrpc", "2.0"}};
  if (!id.is_null()) message["id"] = id;
  message["method"] = method;
  message["params"] = std::move(params);
  return message;
}

std::string HttpClient::Initialize(const std::string& version) {
  const HttpReply reply = Post(Legacy(0, "initialize",
                                      {{"protocolVersion", version},
                                       {"capabilities", Json::object()},
                                       {"clientInfo", {{"name", "test"}, {"version", "1"}}}}));
  const std::string session = reply.Field("Mcp-Session-Id");
  const HttpReply accepted =
      Post(Legacy(nullptr, "notifications/initialized"), {{"Mcp-Session-Id", session}});
  if (reply.status != 200 || session.size() != 32 || accepted.status != 202) {
    throw std::runtime_error("there is no session: " + reply.body);
  }
  return session;
}

}  // namespace aegis::mcp

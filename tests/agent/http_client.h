#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aegis::mcp {

using Json = nlohmann::ordered_json;

struct HttpReply {
  int status = 0;  ///< 0: the connection ended before
  std::vector<std::pair<std::string, std::string>> fields;
  std::string body;

  /// The value of a field; empty when there is none.
  std::string Field(std::string_view name) const;
  Json json() const { return Json::parse(body, nullptr, false); }
  /// The envelope of a tool call.
  Json envelope() const { return json()["result"]["structuredContent"]; }
  /// The `code` of an error; 0 when it is none.
  int code() const;
};

/// Additional header lines.
using HttpFields = std::vector<std::pair<std::string, std::string>>;

/// A connection to a server at a port of this machine, byte by byte, so that tests can say what no
/// library would. Reading gives up after some seconds.
class HttpClient {
 public:
  /// Throws std::system_error.
  explicit HttpClient(int port);
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;
  ~HttpClient() { Close(); }

  void Send(std::string_view bytes);
  /// Sends a request whose length is known; `fields` replace those of the same name that it has by
  /// itself, and with an empty value remove them.
  void Send(const std::string& method, const HttpFields& fields, const std::string& body,
            const std::string& target = "/mcp");
  HttpReply Read();
  /// The head of a stream, then each of its events. Nothing at its end.
  HttpReply ReadHead();
  std::optional<Json> ReadEvent();
  /// Whether something has arrived.
  bool HasAnswer();
  /// Whether the server has closed the connection; waits for it.
  bool IsClosed();
  void Close();
  /// No more bytes will come, but answers are still read.
  void EndSending();

  HttpReply Exchange(const std::string& method, const HttpFields& fields,
                     const std::string& body = "") {
    Send(method, fields, body);
    return Read();
  }
  HttpReply Post(const Json& message, const HttpFields& fields = {}) {
    return Exchange("POST", fields, message.dump());
  }

  // The modern era.

  /// A message with its `_meta`, and the fields that go with it.
  static Json Modern(const Json& id, const std::string& method, Json params = Json::object());
  static HttpFields FieldsFor(const Json& message);
  HttpReply PostModern(const Json& message) { return Post(message, FieldsFor(message)); }
  HttpReply CallModern(const std::string& tool, const Json& arguments = Json::object()) {
    return PostModern(Modern(1, "tools/call", {{"name", tool}, {"arguments", arguments}}));
  }

  // The legacy era.

  /// Begins a session; its id. Throws std::runtime_error.
  std::string Initialize(const std::string& version = "2025-11-25");
  static Json Legacy(const Json& id, const std::string& method, Json params = Json::object());
  HttpReply Call(const std::string& session, const std::string& tool,
                 const Json& arguments = Json::object(), const Json& id = 1) {
    return Post(Legacy(id, "tools/call", {{"name", tool}, {"arguments", arguments}}),
                {{"Mcp-Session-Id", session}});
  }

 private:
  /// More bytes into `buffer_`; false when there are none.
  bool Receive();
  /// Up to and with `end`, which is not part of the result.
  std::optional<std::string> ReadUntil(std::string_view end);

  int socket_;
  std::string buffer_;
};

}  // namespace aegis::mcp

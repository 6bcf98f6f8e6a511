#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agent/mcp/connection.h"
#include "agent/mcp/message.h"
#include "agent/mcp/server.h"

namespace aegis::mcp {

/// A server for tests; what it logs is kept.
struct TestServer {
  explicit TestServer(ServerOptions options = {}) : server(&files, &tokens, Logging(&options)) {}

  ServerOptions Logging(ServerOptions* options) {
    options->log = [this](const std::string& line) { log.push_back(line); };
    return *options;
  }

  agent::MemoryStore files;
  agent::RunTokens tokens{*SnapshotKey::FromBytes(std::string(32, 'k'))};
  std::vector<std::string> log;
  Server server;
};

/// `params` with the `_meta` of the modern era.
inline Json Modern(Json params = Json::object()) {
  params["_meta"] = {{"io.modelcontextprotocol/protocolVersion", kModernVersion},
                     {"io.modelcontextprotocol/clientCapabilities", Json::object()}};
  return params;
}

/// A client without a wire, in this process.
class Client {
 public:
  explicit Client(Server* server, Connection::Kind kind = Connection::Kind::kStdio)
      : connection(server, kind, [this](const Json& message) { sent.push_back(message); }) {}

  Answer Handle(const std::string& text, const agent::CancelFlag& cancelled = nullptr) {
    return connection.Handle(
        ReadMessage(text), [this](const Json& message) { related.push_back(message); }, cancelled);
  }
  Answer Request(const Json& id, const std::string& method, const Json& params,
                 const agent::CancelFlag& cancelled = nullptr) {
    const Json message = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}};
    return Handle(message.dump(), cancelled);
  }
  void Notify(const std::string& method, const Json& params = Json::object()) {
    const Json message = {{"jsonrpc", "2.0"}, {"method", method}, {"params", params}};
    EXPECT_EQ(Handle(message.dump()).kind, Answer::Kind::kNone);
  }

  /// The `result` of a request; a failure of the test when it is an error.
  Json Ask(const std::string& method, const Json& params = Json::object()) {
    const int id = next_id_++;
    const Answer answer = Request(id, method, params);
    EXPECT_EQ(answer.kind, Answer::Kind::kResponse);
    EXPECT_EQ(answer.http_status, 200);
    EXPECT_EQ(answer.message.value("id", Json()), id);
    EXPECT_TRUE(answer.message.contains("result")) << answer.message;
    return answer.message.value("result", Json());
  }
  /// The `error` of a request, with the status of HTTP as `http`.
  Json Fail(const std::string& method, const Json& params = Json::object()) {
    const int id = next_id_++;
    const Answer answer = Request(id, method, params);
    EXPECT_EQ(answer.message.value("id", Json()), id);
    EXPECT_TRUE(answer.message.contains("error")) << answer.message;
    Json error = answer.message.value("error", Json::object());
    error["http"] = answer.http_status;
    return error;
  }
  /// The envelope of a tool call in the legacy era.
  Json Call(const std::string& tool, const Json& arguments = Json::object()) {
    return Ask("tools/call", {{"name", tool}, {"arguments", arguments}})["structuredContent"];
  }
  Json CallModern(const std::string& tool, const Json& arguments = Json::object()) {
    return Ask("tools/call",
               Modern({{"name", tool}, {"arguments", arguments}}))["structuredContent"];
  }
  Json Initialize(const std::string& version = kLegacyVersions[0]) {
    Json result = Ask("initialize", {{"protocolVersion", version},
                                     {"capabilities", Json::object()},
                                     {"clientInfo", {{"name", "test"}, {"version", "1"}}}});
    Notify("notifications/initialized");
    return result;
  }
  /// What was sent since the last call.
  std::vector<Json> Sent() { return std::exchange(sent, {}); }
  std::vector<Json> Related() { return std::exchange(related, {}); }

  std::vector<Json> sent;     ///< by the connection itself
  std::vector<Json> related;  ///< for requests
  Connection connection;

 private:
  int next_id_ = 1;
};

/// The error that `Fail` gives.
inline Json Refusal(int code, const std::string& problem, int http = 200, Json data = nullptr) {
  Json error = {{"code", code}, {"message", problem}};
  if (!data.is_null()) error["data"] = std::move(data);
  error["http"] = http;
  return error;
}

}  // namespace aegis::mcp

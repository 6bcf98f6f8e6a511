// The messages of an agent to the server of the tools.

#include <cstdint>
#include <string>

#include "agent/mcp/connection.h"
#include "agent/toolbox.h"
#include "agent/tools.h"
#include "fuzz/targets/libfuzzer.h"
#include "fuzz/targets/messages.h"

namespace aegis::fuzz {
namespace {

using Json = nlohmann::ordered_json;

Json Initialization() {
  return {{"jsonrpc", "2.0"},
          {"id", 0},
          {"method", "initialize"},
          {"params",
           {{"protocolVersion", mcp::kLegacyVersions[0]},
            {"capabilities", Json::object()},
            {"clientInfo", {{"name", "fuzz"}, {"version", "1"}}}}}};
}

Json ToolCall(Random* random) {
  return {{"name", random->Pick(agent::Tools()).name},
          {"arguments", random->OneIn(3)
                            ? Json{{"filename", "a.aeg"}, {"content", FreshProgram(random)}}
                        : random->OneIn(2) ? Json{{"filename", "a.aeg"}}
                                           : Json{{"value", "7"}}}};
}

Json Parameters(const std::string& method, Random* random) {
  if (method == "tools/call") return ToolCall(random);
  if (method == "resources/read") return {{"uri", "aegis://files/a.aeg"}};
  if (method == "resources/subscribe") return {{"uri", "aegis://files/a.aeg"}};
  if (method == "notifications/cancelled") return {{"requestId", 1}};
  return Json::object();
}

}  // namespace

std::string FreshMessage(Random* random) {
  static const std::vector<std::string> kMethods = {
      "tools/call",     "tools/call",          "tools/call",      "tools/list",
      "resources/list", "resources/read",      "prompts/list",    "prompts/get",
      "ping",           "resources/subscribe", "server/discover", "notifications/cancelled"};
  if (random->OneIn(10)) return Initialization().dump();
  const std::string method = random->Pick(kMethods);
  Json message = {{"jsonrpc", "2.0"}, {"method", method}, {"params", Parameters(method, random)}};
  if (method.rfind("notifications/", 0) != 0) message["id"] = random->Below(10);
  if (random->OneIn(3)) {
    message["params"]["_meta"] = {
        {"io.modelcontextprotocol/protocolVersion", mcp::kModernVersion},
        {"io.modelcontextprotocol/clientInfo", {{"name", "fuzz"}, {"version", "1"}}},
        {"io.modelcontextprotocol/clientCapabilities", Json::object()}};
  }
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace aegis::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace aegis;
  const std::string input(reinterpret_cast<const char*>(data), size);
  const auto take = [](const nlohmann::ordered_json& message) {
    if (message.value("jsonrpc", "") != "2.0") fuzz::Complain("no message: " + message.dump());
  };
  agent::MemoryStore files;
  static const agent::RunTokens tokens(SnapshotKey::Generate());
  mcp::Server server(&files, &tokens, {});
  mcp::Connection connection(&server, mcp::Connection::Kind::kStdio, take);
  const auto handle = [&](const std::string& line) {
    const mcp::Answer answer = connection.Handle(mcp::ReadMessage(line), take);
    if (answer.kind == mcp::Answer::Kind::kResponse) answer.message.dump();
  };
  if (input.find("\"initialize\"") == input.npos) handle(fuzz::Initialization().dump());
  fuzz::ForEachMessage(input, handle);
  connection.Shutdown();
  return 0;
}

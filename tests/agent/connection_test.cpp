#include "agent/mcp/connection.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "agent/tools.h"
#include "tests/agent/mcp_client.h"

namespace aegis::mcp {
namespace {

using Kind = Connection::Kind;

constexpr const char* kSendMeta =
    "send `io.modelcontextprotocol/protocolVersion` (2026-07-28) and "
    "`io.modelcontextprotocol/clientCapabilities` in `_meta`";
const std::string kBegin =
    std::string(kSendMeta) +
    ", or `initialize` first (2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05)";

const std::vector<std::string> kAllLegacy(std::begin(kLegacyVersions), std::end(kLegacyVersions));

Json Meta(const Json& members) { return {{"_meta", members}}; }

class ConnectionTest : public ::testing::Test {
 protected:
  TestServer test_;
  Client client_{&test_.server};
};

// ---- The modern era -----------------------------------------------------------------------------

TEST_F(ConnectionTest, DiscoverTellsVersionsAndCapabilities) {
  const Json result = client_.Ask("server/discover", Modern());
  EXPECT_EQ(result["resultType"], "complete");
  EXPECT_EQ(result["supportedVersions"], Json::array({"2026-07-28"}));
  EXPECT_EQ(result["capabilities"],
            Json::parse(R"({"tools":{},"resources":{"subscribe":true,"listChanged":true},
                            "prompts":{},"completions":{}})"));
  EXPECT_NE(result["instructions"].get<std::string>().find("aegis_docs"), std::string::npos);
  EXPECT_GT(result["ttlMs"], 0);
  EXPECT_EQ(result["cacheScope"], "public");
  const Json info = result["_meta"]["io.modelcontextprotocol/serverInfo"];
  EXPECT_EQ(info["name"], "aegis");
  EXPECT_FALSE(info["version"].get<std::string>().empty());
}

TEST_F(ConnectionTest, EachModernResultSaysWhatItIsAndWhoGaveIt) {
  test_.files.Put("a", "print(1)");
  const std::vector<std::pair<std::string, Json>> requests = {
      {"server/discover", {}},
      {"tools/list", {}},
      {"tools/call", {{"name", "list_files"}}},
      {"resources/list", {}},
      {"resources/templates/list", {}},
      {"resources/read", {{"uri", "aegis-file:///a"}}},
      {"prompts/list", {}},
      {"prompts/get", {{"name", "write_aegis"}}},
      {"completion/complete",
       {{"ref", {{"type", "ref/resource"}, {"uri", "aegis-file:///{filename}"}}},
        {"argument", {{"name", "filename"}, {"value", ""}}}}}};
  for (const auto& [method, params] : requests) {
    const Json result = client_.Ask(method, Modern(params.is_null() ? Json::object() : params));
    EXPECT_EQ(result.value("resultType", Json()), "complete") << method;
    EXPECT_EQ(result["_meta"]["io.modelcontextprotocol/serverInfo"].value("name", Json()), "aegis")
        << method;
    const bool cacheable = method.find("list") != method.npos || method == "resources/read" ||
                           method == "server/discover";
    EXPECT_EQ(result.contains("ttlMs"), cacheable) << method;
    EXPECT_EQ(result.contains("cacheScope"), cacheable) << method;
  }
}

TEST_F(ConnectionTest, CachingIsByWhatAResultIsMadeOf) {
  test_.files.Put("a", "print(1)");
  for (const auto& [method, uri, scope] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"tools/list", "", "public"},
           {"prompts/list", "", "public"},
           {"resources/templates/list", "", "public"},
           {"resources/list", "", "private"},
           {"resources/read", "aegis-file:///a", "private"},
           {"resources/read", "aegis-docs:///language", "public"}}) {
    const Json result = client_.Ask(method, Modern({{"uri", uri}}));
    EXPECT_EQ(result["cacheScope"], scope) << method;
    EXPECT_EQ(result["ttlMs"] == 0, scope == "private") << method;
  }
}

TEST_F(ConnectionTest, AnyKeyOfEachRequestSelectsTheModernEra) {
  client_.Initialize();
  const std::string prefix = "io.modelcontextprotocol/";
  // Not so are other keys: such a request is of the legacy era.
  EXPECT_EQ(client_.Ask("ping", Meta({{"progressToken", 1}, {prefix + "subscriptionId", 1}})),
            Json::object());
  EXPECT_EQ(
      client_.Fail("ping", Meta({{prefix + "clientInfo", {{"name", "x"}}}})),
      Refusal(kInvalidParams, "`" + prefix + "protocolVersion` is missing or no string", 400));
  EXPECT_EQ(
      client_.Fail("ping", Meta({{prefix + "logLevel", "info"}})),
      Refusal(kInvalidParams, "`" + prefix + "protocolVersion` is missing or no string", 400));
  EXPECT_EQ(
      client_.Fail("ping", Meta({{prefix + "clientCapabilities", Json::object()}})),
      Refusal(kInvalidParams, "`" + prefix + "protocolVersion` is missing or no string", 400));
  EXPECT_EQ(
      client_.Fail("ping", Meta({{prefix + "protocolVersion", kModernVersion}})),
      Refusal(kInvalidParams, "`" + prefix + "clientCapabilities` is missing or no object", 400));
}

TEST_F(ConnectionTest, ModernFieldsOfWrongTypes) {
  const std::string version = "io.modelcontextprotocol/protocolVersion";
  const std::string capabilities = "io.modelcontextprotocol/clientCapabilities";
  EXPECT_EQ(client_.Fail("tools/list", Meta({{version, 5}, {capabilities, Json::object()}})),
            Refusal(kInvalidParams, "`" + version + "` is missing or no string", 400));
  EXPECT_EQ(client_.Fail("tools/list", Meta({{version, kModernVersion}, {capabilities, "all"}})),
            Refusal(kInvalidParams, "`" + capabilities + "` is missing or no object", 400));
}

TEST_F(ConnectionTest, ModernVersionsThatAreNotSpoken) {
  for (const std::string version : {"1900-01-01", "2025-11-25", "2027-01-01", ""}) {
    const Json params = Meta({{"io.modelcontextprotocol/protocolVersion", version},
                              {"io.modelcontextprotocol/clientCapabilities", Json::object()}});
    EXPECT_EQ(client_.Fail("server/discover", params),
              Refusal(kUnsupportedVersion, "this revision of the protocol is not spoken", 400,
                      {{"supported", {"2026-07-28"}}, {"requested", version}}));
  }
}

TEST_F(ConnectionTest, MethodsThatTheModernEraDoesNotHave) {
  client_.Initialize();
  for (const std::string method :
       {"initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe",
        "notifications/initialized", "notifications/cancelled", "tools", "tools/list ", ""}) {
    EXPECT_EQ(client_.Fail(method, Modern()),
              Refusal(kMethodNotFound, "there is no method of this name", 404))
        << method;
  }
}

TEST_F(ConnectionTest, ModernRequestsNeedNothingFromBefore) {
  TestServer other;
  Client stateless(&other.server, Kind::kStateless);
  EXPECT_EQ(stateless.CallModern("list_files")["status"], "ok");
  Client session(&other.server, Kind::kSession);
  EXPECT_EQ(session.CallModern("list_files")["status"], "ok");
}

// ---- The legacy era -----------------------------------------------------------------------------

TEST_F(ConnectionTest, InitializeAgreesOnEachLegacyVersion) {
  for (const std::string& version : kAllLegacy) {
    Client client(&test_.server);
    EXPECT_EQ(client.connection.version(), "");
    const Json result = client.Initialize(version);
    EXPECT_EQ(result["protocolVersion"], version);
    EXPECT_EQ(client.connection.version(), version);
    EXPECT_EQ(client.connection.takes_batches(), version <= "2025-03-26");
    EXPECT_EQ(result["capabilities"].contains("completions"), version >= "2025-03-26");
    EXPECT_EQ(result["capabilities"]["resources"],
              Json({{"subscribe", true}, {"listChanged", true}}));
    EXPECT_EQ(result["serverInfo"].contains("title"), version >= "2025-06-18");
    EXPECT_EQ(result["serverInfo"]["name"], "aegis");
    EXPECT_TRUE(result["instructions"].is_string());
    EXPECT_FALSE(result.contains("resultType"));
    EXPECT_FALSE(result.contains("_meta"));
  }
}

TEST_F(ConnectionTest, UnknownVersionsGetTheNewestLegacyOne) {
  for (const std::string version : {"2026-07-28", "2099-01-01", "1.0", ""}) {
    Client client(&test_.server);
    EXPECT_EQ(client.Initialize(version)["protocolVersion"], "2025-11-25") << version;
  }
}

TEST_F(ConnectionTest, InitializeNeedsAVersion) {
  const auto wrong = [](const char* problem) { return Refusal(kInvalidParams, problem); };
  EXPECT_EQ(client_.Fail("initialize"), wrong("`protocolVersion` is missing or no string"));
  EXPECT_EQ(client_.Fail("initialize", {{"protocolVersion", 20251125}}),
            wrong("`protocolVersion` is missing or no string"));
  EXPECT_EQ(client_.Fail("initialize", {{"protocolVersion", "2025-11-25"}, {"capabilities", 1}}),
            wrong("`capabilities` is missing or no object"));
  EXPECT_EQ(client_.Fail("initialize", {{"protocolVersion", "2025-11-25"}, {"clientInfo", "me"}}),
            wrong("`clientInfo` is missing or no object"));
  // None of them was one.
  EXPECT_EQ(client_.Fail("tools/list"), Refusal(kInvalidParams, kBegin, 400));
  EXPECT_EQ(client_.Ask("initialize", {{"protocolVersion", "2025-06-18"}})["protocolVersion"],
            "2025-06-18");
}

TEST_F(ConnectionTest, InitializeComesOnce) {
  client_.Initialize("2025-03-26");
  EXPECT_EQ(client_.Fail("initialize", {{"protocolVersion", "2025-11-25"}}),
            Refusal(kInvalidRequest, "`initialize` was said before"));
  EXPECT_EQ(client_.connection.version(), "2025-03-26");
}

TEST_F(ConnectionTest, RequestsThatAreOfNoEra) {
  for (const std::string method : {"tools/list", "server/discover", "resources/subscribe", "x"}) {
    EXPECT_EQ(client_.Fail(method), Refusal(kInvalidParams, kBegin, 400)) << method;
    EXPECT_EQ(client_.Fail(method, {{"_meta", 5}}), Refusal(kInvalidParams, kBegin, 400)) << method;
  }
  Client session(&test_.server, Kind::kSession);
  EXPECT_EQ(session.Fail("tools/list"), Refusal(kInvalidParams, kBegin, 400));
}

TEST_F(ConnectionTest, PingIsAnsweredAtAnyTime) {
  EXPECT_EQ(client_.Ask("ping"), Json::object());
  client_.Initialize();
  EXPECT_EQ(client_.Ask("ping"), Json::object());
}

TEST_F(ConnectionTest, StatelessConnectionsAreModernOnly) {
  Client stateless(&test_.server, Kind::kStateless);
  for (const std::string method : {"initialize", "ping", "tools/list"}) {
    EXPECT_EQ(stateless.Fail(method, {{"protocolVersion", "2025-11-25"}}),
              Refusal(kInvalidParams, kSendMeta, 400));
  }
}

TEST_F(ConnectionTest, MethodsThatTheLegacyErasDoNotHave) {
  client_.Initialize();
  for (const std::string method :
       {"server/discover", "subscriptions/listen", "logging/setLevel", "tasks/list",
        "notifications/initialized", "notifications/cancelled", "Tools/List"}) {
    EXPECT_EQ(client_.Fail(method), Refusal(kMethodNotFound, "there is no method of this name"))
        << method;
  }
}

TEST_F(ConnectionTest, BothErasOnOneStream) {
  client_.Initialize("2024-11-05");
  EXPECT_TRUE(client_.Ask("tools/list", Modern()).contains("resultType"));
  EXPECT_FALSE(client_.Ask("tools/list").contains("resultType"));
}

// ---- Messages that are no requests --------------------------------------------------------------

TEST_F(ConnectionTest, InvalidMessagesAreAnswered) {
  const Answer answer = client_.Handle("{");
  EXPECT_EQ(answer.kind, Answer::Kind::kResponse);
  EXPECT_EQ(answer.http_status, 400);
  EXPECT_EQ(ToLine(answer.message),
            R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"this is not JSON in UTF-8"}})");
  EXPECT_EQ(client_.Handle(R"({"id":"x","method":"ping"})").message["id"], "x");
}

TEST_F(ConnectionTest, NotificationsAndResponsesAreNotAnswered) {
  for (const std::string text : {R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                                 R"({"jsonrpc":"2.0","method":"notifications/unknown"})",
                                 R"({"jsonrpc":"2.0","method":"notifications/cancelled"})",
                                 R"({"jsonrpc":"2.0","method":"tools/list","params":[]})",
                                 R"({"jsonrpc":"2.0","id":1,"result":{}})"}) {
    EXPECT_EQ(client_.Handle(text).kind, Answer::Kind::kNone) << text;
  }
}

TEST_F(ConnectionTest, ANotificationCallsNoTool) {
  client_.Initialize();
  client_.Notify("tools/call", {{"name", "create_file"},
                                {"arguments", {{"filename", "a"}, {"content", "print(1)"}}}});
  EXPECT_TRUE(test_.files.List().empty());
}

TEST_F(ConnectionTest, BatchesNeedARevisionThatHasThem) {
  const std::string batch = R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])";
  EXPECT_EQ(client_.Handle(batch).message["error"]["message"],
            "a batch can come only after `initialize`");
  client_.Initialize("2025-06-18");
  const Answer answer = client_.Handle(batch);
  EXPECT_EQ(answer.http_status, 400);
  EXPECT_EQ(answer.message, ErrorMessage(nullptr, kInvalidRequest,
                                         "revision 2025-06-18 of the protocol has no batches"));
}

TEST_F(ConnectionTest, BatchesAreAnsweredAsOne) {
  client_.Initialize("2025-03-26");
  const Json batch = {
      {{"jsonrpc", "2.0"}, {"id", "a"}, {"method", "ping"}},
      {{"jsonrpc", "2.0"}, {"method", "notifications/unknown"}},
      5,
      {{"jsonrpc", "2.0"}, {"id", "b"}, {"method", "unknown"}},
      {{"jsonrpc", "2.0"}, {"id", "c"}, {"method", "tools/list"}, {"params", Modern()}}};
  const Answer answer = client_.Handle(batch.dump());
  EXPECT_EQ(answer.http_status, 200);
  EXPECT_EQ(
      answer.message,
      Json::array({ResultMessage("a", Json::object()),
                   ErrorMessage(nullptr, kInvalidRequest, "a message is a JSON object"),
                   ErrorMessage("b", kMethodNotFound, "there is no method of this name"),
                   ErrorMessage("c", kInvalidRequest,
                                "a request with its version in `_meta` is no part of a batch")}));
  EXPECT_EQ(client_.Handle(R"([{"jsonrpc":"2.0","method":"notifications/x"}])").kind,
            Answer::Kind::kNone);
}

// ---- What goes wrong in the host ----------------------------------------------------------------

/// A store that cannot tell what is in it.
class BrokenStore : public agent::MemoryStore {
 public:
  std::vector<agent::FileInfo> List() override { throw agent::StoreError("disk on fire"); }
};

TEST(Connection, DetailsOfFailuresAreForTheHostAlone) {
  BrokenStore files;
  std::vector<std::string> log;
  ServerOptions options;
  options.log = [&log](const std::string& line) { log.push_back(line); };
  Server server(&files, nullptr, options);
  Client client(&server);
  client.Initialize();
  EXPECT_EQ(client.Fail("resources/list"), Refusal(kInternalFailure, "internal error"));
  EXPECT_EQ(log, std::vector<std::string>{"internal error: disk on fire"});
  EXPECT_EQ(client.Call("list_files")["error"]["category"], "host_error");
  EXPECT_EQ(log.size(), 2U);
}

}  // namespace
}  // namespace aegis::mcp

#include "agent/mcp/http_rules.h"

#include <gtest/gtest.h>

#include <string>

#include "agent/mcp/http.h"

namespace aegis::mcp {
namespace {

TEST(HeaderFields, AreFoundWithoutRegardToCase) {
  HeaderFields fields;
  fields.Add("ACCEPT", "a/b");
  fields.Add("Accept", "c/d");
  fields.Add("host", " \tx ");
  EXPECT_EQ(fields.Count("accept"), 2U);
  EXPECT_EQ(fields.All("accept"), "a/b, c/d");
  EXPECT_EQ(fields.One("Accept"), std::nullopt);
  EXPECT_EQ(fields.One("HOST"), "x");
  EXPECT_EQ(fields.One("origin"), std::nullopt);
  EXPECT_EQ(fields.All("origin"), "");
}

TEST(HostRules, AllowsTheNamesOfTheLoopback) {
  const HostRules rules("127.0.0.1", {"tools.example"});
  for (const char* host : {"localhost", "LocalHost:80", "127.0.0.1", "127.0.0.1:8765", "[::1]",
                           "[::1]:1", "[0:0:0:0:0:0:0:1]", "tools.example:443", "localhost:"}) {
    EXPECT_TRUE(rules.AllowsHost(host)) << host;
  }
  for (const char* host :
       {"", ":80", "evil.example", "localhost.evil.example", "evil.example:80", "127.0.0.1.evil",
        "10.0.0.1", "[::2]", "[::1", "::1", "localhost:80:80", "localhost:80a", "localhost/x",
        "localhost:123456", "user@localhost", "[localhost", "0.0.0.0"}) {
    EXPECT_FALSE(rules.AllowsHost(host)) << host;
  }
}

TEST(HostRules, AnAddressListenedOnIsAllowed) {
  EXPECT_TRUE(HostRules("10.1.2.3", {}).AllowsHost("10.1.2.3:80"));
  EXPECT_FALSE(HostRules("10.1.2.3", {}).AllowsHost("10.1.2.4:80"));
}

TEST(HostRules, OnAllAddressesEachIsAllowedButNoName) {
  const HostRules rules("0.0.0.0", {});
  EXPECT_TRUE(rules.AllowsHost("192.168.1.7:80"));
  EXPECT_TRUE(rules.AllowsHost("[fe80::1]:80"));
  EXPECT_FALSE(rules.AllowsHost("evil.example"));
}

TEST(HostRules, AllowsPagesOfItsOwnNames) {
  const HostRules rules("127.0.0.1", {"tools.example"});
  for (const char* origin :
       {"http://localhost", "http://localhost:6274", "https://tools.example", "http://[::1]:80"}) {
    EXPECT_TRUE(rules.AllowsOrigin(origin)) << origin;
  }
  for (const char* origin : {"", "null", "http://", "http://evil.example", "localhost",
                             "file://localhost", "http://localhost.evil.example",
                             "http://localhost@evil.example", "https://evil.example:443"}) {
    EXPECT_FALSE(rules.AllowsOrigin(origin)) << origin;
  }
}

TEST(Accepts, ReadsRanges) {
  for (const char* accept :
       {"", "*/*", "application/json", "text/html, application/json;q=0.5", "APPLICATION/JSON",
        "application/*", "text/event-stream ; q=0 , application/json; charset=utf-8"}) {
    EXPECT_TRUE(Accepts(accept, "application/json")) << accept;
  }
  for (const char* accept : {"text/html", "application/json;q=0", "application/json; q=0.000",
                             "application/jsonx", ",", "text/*"}) {
    EXPECT_FALSE(Accepts(accept, "application/json")) << accept;
  }
}

TEST(IsJson, ReadsParameters) {
  for (const char* type : {"application/json", "Application/JSON; charset=UTF-8",
                           "application/json;charset=\"utf-8\"", "application/json; x=y"}) {
    EXPECT_TRUE(IsJson(type)) << type;
  }
  for (const char* type :
       {"", "text/plain", "application/jsonp", "application/json; charset=latin1"}) {
    EXPECT_FALSE(IsJson(type)) << type;
  }
}

// ---- What a header repeats ----------------------------------------------------------------------

/// A modern call of the tool `name`.
Message CallOf(const std::string& name) {
  const Json message = {{"jsonrpc", "2.0"},
                        {"id", 1},
                        {"method", "tools/call"},
                        {"params",
                         {{"name", name},
                          {"_meta",
                           {{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                            {"io.modelcontextprotocol/clientCapabilities", Json::object()}}}}}};
  return ReadMessage(message.dump());
}

HeaderFields FieldsOf(const std::string& version, const std::string& method,
                      const std::string& name) {
  HeaderFields fields;
  fields.Add("mcp-protocol-version", version);
  fields.Add("MCP-METHOD", method);
  fields.Add("Mcp-Name", name);
  return fields;
}

std::string Problem(const HeaderFields& fields, const Message& message) {
  const std::optional<RequestError> problem = HeaderMismatch(fields, message);
  if (!problem) return "";
  EXPECT_EQ(problem->code(), kHeaderMismatch);
  return problem->what();
}

TEST(HeaderMismatch, IsFoundInEachField) {
  const Message call = CallOf("list_files");
  EXPECT_EQ(Problem(FieldsOf("2026-07-28", "tools/call", " list_files "), call), "");
  EXPECT_EQ(Problem({}, call), "the header `MCP-Protocol-Version` is missing");
  EXPECT_EQ(Problem(FieldsOf("2025-11-25", "tools/call", "list_files"), call),
            "the header `MCP-Protocol-Version` is not what "
            "`io.modelcontextprotocol/protocolVersion` in the body is");
  EXPECT_EQ(Problem(FieldsOf("2026-07-28", "TOOLS/CALL", "list_files"), call),
            "the header `Mcp-Method` is not what `method` in the body is");
  EXPECT_EQ(Problem(FieldsOf("2026-07-28", "tools/call", "read_file"), call),
            "the header `Mcp-Name` is not what `params.name` in the body is");
  HeaderFields twice = FieldsOf("2026-07-28", "tools/call", "list_files");
  twice.Add("mcp-name", "list_files");
  EXPECT_EQ(Problem(twice, call), "the header `Mcp-Name` is there more than once");
}

TEST(HeaderMismatch, DecodesNames) {
  const auto with_name = [](const std::string& field, const std::string& name) {
    return Problem(FieldsOf("2026-07-28", "tools/call", field), CallOf(name));
  };
  EXPECT_EQ(with_name("=?base64?SGVsbG8sIOS4lueVjA==?=", "Hello, 世界"), "");
  EXPECT_EQ(with_name("=?base64?"
                      "?=",
                      ""),
            "");
  EXPECT_EQ(with_name("=?BASE64?YQ==?=", "=?BASE64?YQ==?="), "");
  EXPECT_EQ(with_name("=?base64?YQ==?=", "b"),
            "the header `Mcp-Name` is not what `params.name` in the body is");
  for (const char* bent : {"=?base64?YQ=?=", "=?base64?Y?=", "=?base64?Y\u00e4Q=?=", "世界"}) {
    EXPECT_EQ(with_name(bent, "a"), "the header `Mcp-Name` has characters that no header can have")
        << bent;
  }
}

TEST(HeaderMismatch, LeavesOthersAlone) {
  EXPECT_EQ(Problem({}, ReadMessage(R"({"jsonrpc":"2.0","id":1,"method":"ping"})")), "");
  EXPECT_EQ(Problem({}, ReadMessage("{")), "");
  // What is wrong with the request itself is told by who handles it.
  EXPECT_EQ(Problem(FieldsOf("2026-07-28", "tools/call", ""), ReadMessage(R"({"jsonrpc":"2.0",
      "id":1,"method":"tools/call","params":{"_meta":{
      "io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})")),
            "");
}

// ---- Endpoints ----------------------------------------------------------------------------------

TEST(ParseEndpoint, ReadsAddresses) {
  std::string problem;
  for (const auto& [text, address, port] : {std::tuple{"127.0.0.1:80", "127.0.0.1", 80},
                                            {"localhost:0", "127.0.0.1", 0},
                                            {"[::1]:65535", "::1", 65535},
                                            {"0.0.0.0:8765", "0.0.0.0", 8765}}) {
    const std::optional<Endpoint> endpoint = ParseEndpoint(text, &problem);
    ASSERT_TRUE(endpoint) << text << ": " << problem;
    EXPECT_EQ(endpoint->address, address);
    EXPECT_EQ(endpoint->port, port);
  }
}

TEST(ParseEndpoint, RefusesTheRest) {
  constexpr const char* kNoPort = "there is no port; write HOST:PORT";
  constexpr const char* kBadPort = "the port is a number up to 65535";
  constexpr const char* kBadHost =
      "the host is `localhost`, an IPv4 address, or an IPv6 address in brackets";
  for (const auto& [text, expected] : {std::pair{"", kNoPort},
                                       {"8765", kNoPort},
                                       {"localhost", kNoPort},
                                       {"localhost:", kBadPort},
                                       {"localhost:x", kBadPort},
                                       {"localhost:65536", kBadPort},
                                       {"localhost:-1", kBadPort},
                                       {"localhost:000080", kBadPort},
                                       {":80", kBadHost},
                                       {"example.org:80", kBadHost},
                                       {"::1:80", kBadHost},
                                       {"[127.0.0.1]:80", kBadHost},
                                       {"[::1:80", kBadHost},
                                       {"127.0.0.1/x:80", kBadHost}}) {
    std::string problem;
    EXPECT_FALSE(ParseEndpoint(text, &problem)) << text;
    EXPECT_EQ(problem, expected) << text;
  }
}

}  // namespace
}  // namespace aegis::mcp

#include "agent/mcp/tool_calls.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "agent/tools.h"
#include "tests/agent/mcp_client.h"

namespace aegis::mcp {
namespace {

using Kind = Connection::Kind;

const std::vector<std::string> kAllLegacy(std::begin(kLegacyVersions), std::end(kLegacyVersions));

/// Sum up what a schema describes; complain where it is none.
void ExpectSchema(const Json& schema, const std::string& where) {
  ASSERT_TRUE(schema.is_object()) << where;
  static const std::set<std::string> known = {
      "$schema", "type",  "properties", "required", "additionalProperties", "description", "enum",
      "const",   "items", "oneOf",      "minimum",
  };
  for (const auto& [keyword, value] : schema.items()) {
    EXPECT_EQ(known.count(keyword), 1U) << where << ": " << keyword;
  }
  if (schema.contains("type")) {
    const Json types = schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]});
    for (const Json& type : types) {
      EXPECT_TRUE(type == "object" || type == "string" || type == "integer" || type == "boolean" ||
                  type == "array" || type == "null")
          << where << ": " << type;
    }
  }
  const Json properties = schema.value("properties", Json::object());
  for (const auto& [name, property] : properties.items()) {
    ExpectSchema(property, where + "." + name);
  }
  for (const Json& name : schema.value("required", Json::array())) {
    EXPECT_TRUE(properties.contains(name.get<std::string>())) << where << ": " << name;
  }
  if (schema.contains("items")) ExpectSchema(schema["items"], where + "[]");
  for (const Json& each : schema.value("oneOf", Json::array())) ExpectSchema(each, where + "|");
}

bool Fits(const Json& value, const Json& schema);

bool FitsType(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_integer();
  if (type == "boolean") return value.is_boolean();
  return type == "null" && value.is_null();
}

bool FitsObject(const Json& value, const Json& schema) {
  for (const Json& name : schema.value("required", Json::array())) {
    if (!value.contains(name.get<std::string>())) return false;
  }
  const Json properties = schema.value("properties", Json::object());
  for (const auto& [name, member] : value.items()) {
    if (properties.contains(name) && !Fits(member, properties[name])) return false;
  }
  return true;
}

/// Whether the value is as the schema says, as far as it has the keywords that tools use.
bool Fits(const Json& value, const Json& schema) {
  if (schema.contains("const") && value != schema["const"]) return false;
  if (schema.contains("enum")) {
    bool found = false;
    for (const Json& each : schema["enum"]) found = found || each == value;
    if (!found) return false;
  }
  if (schema.contains("type")) {
    bool fits = false;
    const Json types = schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]});
    for (const Json& type : types) fits = fits || FitsType(value, type);
    if (!fits) return false;
  }
  if (value.is_object() && !FitsObject(value, schema)) return false;
  if (value.is_array() && schema.contains("items")) {
    for (const Json& each : value) {
      if (!Fits(each, schema["items"])) return false;
    }
  }
  if (!schema.contains("oneOf")) return true;
  int fitting = 0;
  for (const Json& each : schema["oneOf"]) fitting += Fits(value, each) ? 1 : 0;
  return fitting == 1;
}

class ToolCallsTest : public ::testing::Test {
 protected:
  TestServer test_;
  Client client_{&test_.server};
};

// ---- tools/list ---------------------------------------------------------------------------------

TEST_F(ToolCallsTest, ListHasWhatTheRevisionKnows) {
  for (const std::string& version : kAllLegacy) {
    Client client(&test_.server);
    client.Initialize(version);
    const Json tools = client.Ask("tools/list")["tools"];
    ASSERT_EQ(tools.size(), agent::Tools().size());
    for (std::size_t i = 0; i < tools.size(); ++i) {
      const Json& tool = tools[i];
      EXPECT_EQ(tool["name"], agent::Tools()[i].name);
      EXPECT_EQ(tool.contains("title"), version >= "2025-06-18");
      EXPECT_EQ(tool.contains("outputSchema"), version >= "2025-06-18");
      EXPECT_EQ(tool.contains("annotations"), version >= "2025-03-26");
      EXPECT_EQ(tool.value("annotations", Json::object()).contains("title"),
                version == "2025-03-26");
    }
  }
}

TEST_F(ToolCallsTest, SchemasAreSchemasOfObjects) {
  const Json tools = client_.Ask("tools/list", Modern())["tools"];
  for (const Json& tool : tools) {
    const std::string name = tool["name"];
    for (const char* member : {"inputSchema", "outputSchema"}) {
      const Json& schema = tool[member];
      EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
      EXPECT_EQ(schema["type"], "object");
      ExpectSchema(schema, name + " " + member);
    }
    EXPECT_EQ(tool["inputSchema"]["additionalProperties"], false) << name;
    for (const char* hint :
         {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}) {
      EXPECT_TRUE(tool["annotations"][hint].is_boolean()) << name << " " << hint;
    }
    EXPECT_FALSE(tool["description"].get<std::string>().empty());
  }
}

TEST_F(ToolCallsTest, ListsHaveNoPages) {
  client_.Initialize();
  for (const std::string method :
       {"tools/list", "resources/list", "resources/templates/list", "prompts/list"}) {
    for (const Json& cursor : {Json(""), Json("abc"), Json(5)}) {
      EXPECT_EQ(client_.Fail(method, {{"cursor", cursor}}),
                Refusal(kInvalidParams, "`cursor` is none that this server gave"))
          << method << cursor;
    }
    EXPECT_FALSE(client_.Ask(method, {{"cursor", nullptr}}).contains("nextCursor"));
  }
}

// ---- tools/call ---------------------------------------------------------------------------------

TEST_F(ToolCallsTest, TheEnvelopeIsStructuredAndText) {
  test_.files.Put("a", "print(\"\u20AC\")\n");
  for (const std::string& version : kAllLegacy) {
    Client client(&test_.server);
    client.Initialize(version);
    const Json result =
        client.Ask("tools/call", {{"name", "run_ag_file"}, {"arguments", {{"filename", "a"}}}});
    const Json envelope = {{"status", "ok"}, {"execution", "completed"}, {"output", "\u20AC\n"}};
    EXPECT_EQ(result["isError"], false);
    ASSERT_EQ(result["content"].size(), 1U);
    EXPECT_EQ(result["content"][0]["type"], "text");
    EXPECT_EQ(Json::parse(result["content"][0]["text"].get<std::string>()), envelope);
    EXPECT_EQ(result["content"][0]["text"].get<std::string>().find('\n'), std::string::npos);
    EXPECT_EQ(result.contains("structuredContent"), version >= "2025-06-18");
    EXPECT_EQ(result.value("structuredContent", envelope), envelope);
  }
}

TEST_F(ToolCallsTest, EnvelopesFitTheOutputSchemas) {
  const std::string broken = "x = = 1\nprint(y)\n";
  const std::vector<std::pair<std::string, Json>> calls = {
      {"aegis_docs", Json::object()},
      {"create_file", {{"filename", "a"}, {"content", "print(input())"}}},
      {"create_file", {{"filename", "b"}, {"content", broken}}},
      {"create_file", {{"filename", ""}, {"content", ""}}},
      {"list_files", Json::object()},
      {"read_file", {{"filename", "a"}}},
      {"read_file", {{"filename", "no"}}},
      {"check_ag_file", {{"filename", "a"}}},
      {"check_ag_file", {{"filename", "b"}}},
      {"check_ag_file", {{"source", "if true:\nprint(1)"}}},
      {"run_ag_file", {{"filename", "b"}}},
      {"run_ag_file", {{"filename", "a"}}},
      {"run_ag_file", {{"filename", "a"}}},
      {"provide_ag_input", {{"value", "x"}}},
      {"provide_ag_input", {{"value", "x"}}},
      {"cancel_ag_run", Json::object()},
      {"delete_file", {{"filename", "a"}}},
      {"delete_file", {{"filename", "a"}}}};
  std::set<std::string> called;
  std::set<std::string> statuses;
  for (const auto& [name, arguments] : calls) {
    const Json envelope = client_.CallModern(name, arguments);
    EXPECT_TRUE(Fits(envelope, agent::FindTool(name)->output_schema)) << name << ": " << envelope;
    called.insert(name);
    statuses.insert(envelope["status"]);
  }
  EXPECT_EQ(called.size(), agent::Tools().size());
  EXPECT_EQ(statuses, (std::set<std::string>{"ok", "error", "input_required"}));
}

TEST_F(ToolCallsTest, CallsOfNoToolAreErrorsOfTheProtocol) {
  client_.Initialize();
  const Json unknown = Refusal(kInvalidParams, "there is no tool of this name");
  const Json no_name = Refusal(kInvalidParams, "`name` is missing or no string");
  EXPECT_EQ(client_.Fail("tools/call", {{"name", "rm"}}), unknown);
  EXPECT_EQ(client_.Fail("tools/call", {{"name", "LIST_FILES"}}), unknown);
  EXPECT_EQ(client_.Fail("tools/call", Modern({{"name", ""}})), unknown);
  EXPECT_EQ(client_.Fail("tools/call"), no_name);
  EXPECT_EQ(client_.Fail("tools/call", {{"name", 5}}), no_name);
  EXPECT_EQ(client_.Fail("tools/call", {{"name", nullptr}, {"arguments", {}}}), no_name);
}

TEST_F(ToolCallsTest, BadArgumentsAreEnvelopes) {
  client_.Initialize();
  for (const Json& params :
       std::vector<Json>{{{"name", "read_file"}},
                         {{"name", "read_file"}, {"arguments", nullptr}},
                         {{"name", "read_file"}, {"arguments", "a"}},
                         {{"name", "read_file"}, {"arguments", Json::array({"a"})}},
                         {{"name", "read_file"}, {"arguments", Json::object()}},
                         {{"name", "read_file"}, {"arguments", {{"filename", 5}}}},
                         {{"name", "read_file"}, {"arguments", {{"filename", "a\nb"}}}},
                         {{"name", "read_file"}, {"arguments", {{"filename", "a"}, {"more", "b"}}}},
                         {{"name", "list_files"}, {"arguments", {{"filename", "a"}}}}}) {
    const Json result = client_.Ask("tools/call", params);
    EXPECT_EQ(result["isError"], true) << params;
    const Json& envelope = result["structuredContent"];
    EXPECT_EQ(envelope["status"], "error") << params;
    EXPECT_EQ(envelope["error"]["category"], "value_error") << params;
    EXPECT_EQ(envelope["error"]["line"], nullptr) << params;
  }
  EXPECT_EQ(client_.Ask("tools/call", {{"name", "list_files"}})["isError"], false);
}

TEST_F(ToolCallsTest, UnpairedSurrogates) {
  client_.Initialize();
  const Answer answer = client_.Handle(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_file",)"
      R"("arguments":{"filename":"a","content":"# \ud83d"}}})");
  const Json& result = answer.message["result"];
  EXPECT_EQ(result["isError"], true);
  EXPECT_EQ(result["structuredContent"]["error"]["category"], "value_error");
  EXPECT_EQ(result["structuredContent"]["error"]["message"],
            "the call has a `\\u` escape of a surrogate without its other half");
  EXPECT_TRUE(test_.files.List().empty());
  const Answer other = client_.Handle(
      R"({"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"\ud83d"}})");
  EXPECT_EQ(other.message["error"]["code"], kInvalidParams);
}

TEST_F(ToolCallsTest, ProgressTokensAreAccepted) {
  client_.Initialize();
  for (const Json& token : {Json("a"), Json(1), Json(nullptr), Json(1.5)}) {
    const Json params = {{"name", "list_files"}, {"_meta", {{"progressToken", token}}}};
    EXPECT_EQ(client_.Ask("tools/call", params)["isError"], false);
  }
  EXPECT_TRUE(client_.Related().empty());
}

// ---- Where a run waits --------------------------------------------------------------------------

TEST_F(ToolCallsTest, RunsWaitInAStreamOrASession) {
  test_.files.Put("a", "print(input())\n");
  for (const Kind kind : {Kind::kStdio, Kind::kSession}) {
    Client client(&test_.server, kind);
    client.Initialize();
    const Json waiting = client.Call("run_ag_file", {{"filename", "a"}});
    EXPECT_EQ(waiting["status"], "input_required");
    EXPECT_TRUE(waiting["run"].is_string());
    EXPECT_EQ(client.Call("run_ag_file", {{"filename", "a"}})["error"]["category"], "value_error");
    // Another client has nothing to do with it.
    Client other(&test_.server, kind);
    other.Initialize();
    EXPECT_EQ(other.Call("cancel_ag_run")["cancelled"], false);
    EXPECT_EQ(client.Call("provide_ag_input", {{"value", "x"}})["output"], "x\n");
  }
}

TEST_F(ToolCallsTest, BothErasShareTheRunOfAStream) {
  test_.files.Put("a", "print(input())\n");
  client_.Initialize();
  EXPECT_EQ(client_.CallModern("run_ag_file", {{"filename", "a"}})["status"], "input_required");
  EXPECT_EQ(client_.Call("provide_ag_input", {{"value", "x"}})["output"], "x\n");
}

TEST_F(ToolCallsTest, StatelessRunsLiveInTheirTokens) {
  test_.files.Put("a", "print(input() + input())\n");
  const auto ask = [this](const std::string& tool, const Json& arguments) {
    return Client(&test_.server, Kind::kStateless).CallModern(tool, arguments);
  };
  const Json first = ask("run_ag_file", {{"filename", "a"}});
  EXPECT_EQ(ask("run_ag_file", {{"filename", "a"}})["status"], "input_required");
  EXPECT_EQ(ask("provide_ag_input", {{"value", "x"}})["error"]["category"], "value_error");
  const Json second = ask("provide_ag_input", {{"value", "x"}, {"run", first["run"]}});
  EXPECT_EQ(second["request"]["index"], 2);
  EXPECT_EQ(ask("provide_ag_input", {{"value", "y"}, {"run", second["run"]}})["output"], "xy\n");
}

TEST_F(ToolCallsTest, ModernCallsLeaveTheRunOfASessionAlone) {
  test_.files.Put("a", "print(input())\n");
  Client session(&test_.server, Kind::kSession);
  session.Initialize();
  session.Call("run_ag_file", {{"filename", "a"}});
  EXPECT_EQ(session.CallModern("cancel_ag_run")["cancelled"], false);
  EXPECT_EQ(session.CallModern("run_ag_file", {{"filename", "a"}})["status"], "input_required");
  EXPECT_EQ(session.Call("provide_ag_input", {{"value", "x"}})["output"], "x\n");
}

// ---- Cancellation -------------------------------------------------------------------------------

TEST_F(ToolCallsTest, ACancelledCallHasNoAnswer) {
  client_.Initialize();
  const auto flag = std::make_shared<std::atomic<bool>>(true);
  EXPECT_EQ(client_.Request(1, "tools/call", {{"name", "list_files"}}, flag).kind,
            Answer::Kind::kNone);
  EXPECT_EQ(client_.Request(2, "unknown", Json::object(), flag).kind, Answer::Kind::kNone);
  flag->store(false);
  EXPECT_EQ(client_.Request(3, "tools/call", {{"name", "list_files"}}, flag).kind,
            Answer::Kind::kResponse);
}

/// A store in the middle of whose work the client changes its mind.
class CancellingStore : public agent::MemoryStore {
 public:
  std::optional<std::string> Get(const std::string& filename) override {
    if (flag != nullptr) flag->store(true);
    return MemoryStore::Get(filename);
  }
  std::shared_ptr<std::atomic<bool>> flag;
};

TEST(ToolCalls, ACallThatIsCancelledWhileItRunsLeavesNoRun) {
  CancellingStore files;
  Server server(&files, nullptr, {});
  Client client(&server);
  client.Initialize();
  files.Put("a", "print(input())\n");
  files.flag = std::make_shared<std::atomic<bool>>(false);
  const Json params = {{"name", "run_ag_file"}, {"arguments", {{"filename", "a"}}}};
  EXPECT_EQ(client.Request(1, "tools/call", params, files.flag).kind, Answer::Kind::kNone);
  EXPECT_EQ(client.Call("cancel_ag_run")["cancelled"], false);
}

TEST_F(ToolCallsTest, InitializeCannotBeCancelled) {
  const auto flag = std::make_shared<std::atomic<bool>>(true);
  EXPECT_EQ(client_.Request(1, "initialize", {{"protocolVersion", "2025-11-25"}}, flag).kind,
            Answer::Kind::kResponse);
  EXPECT_EQ(client_.connection.version(), "2025-11-25");
}

// ---- Counted responses --------------------------------------------------------------------------

TEST(ToolCalls, CountedResponsesEndTheWake) {
  ServerOptions options;
  options.count_responses = true;
  TestServer test(options);
  test.files.Put("a", "print(input())\n");
  Client client(&test.server);
  client.Initialize();
  for (int i = 0; i < 5; ++i) EXPECT_EQ(client.Call("list_files")["status"], "ok") << i;
  const Json refused = client.Call("list_files");
  EXPECT_EQ(refused["error"]["category"], "value_error");
  EXPECT_EQ(refused["error"]["message"],
            "the wake is over: it had 5 responses; a new connection begins the next");
  // What is no tool call is no response.
  EXPECT_TRUE(client.Ask("tools/list").contains("tools"));
  Client next(&test.server);
  next.Initialize();
  EXPECT_EQ(next.Call("list_files")["status"], "ok");
}

TEST(ToolCalls, AnInputRequestExtendsTheWakeAndTheRunEndsWithIt) {
  ServerOptions options;
  options.count_responses = true;
  TestServer test(options);
  test.files.Put("a", "print(input())\n");
  Client client(&test.server);
  client.Initialize();
  for (int i = 0; i < 4; ++i) client.Call("list_files");
  EXPECT_EQ(client.Call("run_ag_file", {{"filename", "a"}})["status"], "input_required");
  for (int i = 5; i < 20; ++i) EXPECT_EQ(client.Call("list_files")["status"], "ok") << i;
  EXPECT_EQ(client.Call("provide_ag_input", {{"value", "x"}})["error"]["message"],
            "the wake is over: it had 20 responses; a new connection begins the next");
}

}  // namespace
}  // namespace aegis::mcp

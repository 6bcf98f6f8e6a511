#include "agent/mcp/fixtures.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/agent/mcp_client.h"

namespace aegis::mcp {
namespace {

ServerOptions WithFixtures() {
  ServerOptions options;
  options.conformance_fixtures = true;
  return options;
}

/// `params` of the modern era, from a client that has `capabilities`.
Json ModernWith(const std::vector<std::string>& capabilities, Json params) {
  params = Modern(std::move(params));
  for (const std::string& capability : capabilities) {
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"][capability] = Json::object();
  }
  return params;
}

class FixturesTest : public testing::Test {
 protected:
  FixturesTest() : server(WithFixtures()), legacy(&server.server), modern(&server.server) {
    legacy.Initialize();
  }

  Json CallLegacy(const std::string& tool, const Json& meta = Json::object()) {
    return legacy.Ask("tools/call", {{"name", tool}, {"_meta", meta}});
  }
  /// The result of an asking tool, called by a client that can be asked everything.
  Json Ask(const std::string& tool, Json more = Json::object()) {
    return modern.Ask("tools/call", Asking(tool, std::move(more)));
  }
  static Json Asking(const std::string& tool, Json more) {
    more["name"] = tool;
    return ModernWith({"elicitation", "sampling", "roots"}, std::move(more));
  }
  static std::set<std::string> Members(const Json& list, const char* member) {
    std::set<std::string> members;
    for (const Json& each : list) members.insert(each[member].get<std::string>());
    return members;
  }

  TestServer server;
  Client legacy;
  Client modern;
};

Json Accept(const Json& content) { return {{"action", "accept"}, {"content", content}}; }

TEST(NoFixturesTest, WithoutTheFlagNoneOfThemExists) {
  TestServer server;
  Client legacy(&server.server);
  const Json agreed = legacy.Initialize();
  EXPECT_FALSE(agreed["capabilities"].contains("logging"));
  Client modern(&server.server);
  for (const char* list : {"tools", "prompts", "resources"}) {
    const std::string method = std::string(list) + "/list";
    EXPECT_EQ(legacy.Ask(method).dump().find("test_"), std::string::npos);
    EXPECT_EQ(legacy.Ask(method).dump().find("test://"), std::string::npos);
    EXPECT_EQ(modern.Ask(method, Modern()).dump().find("test_"), std::string::npos);
  }
  EXPECT_EQ(legacy.Ask("resources/templates/list")["resourceTemplates"].size(), 1U);

  const Json no_tool = Refusal(kInvalidParams, "there is no tool of this name");
  Json tools = Json::array();
  AppendFixtures("tools/list", true, &tools);
  EXPECT_EQ(tools.size(), 20U);
  for (const Json& tool : tools) {
    EXPECT_EQ(legacy.Fail("tools/call", {{"name", tool["name"]}}), no_tool);
    EXPECT_EQ(modern.Fail("tools/call", Modern({{"name", tool["name"]}})), no_tool);
  }
  Json prompts = Json::array();
  AppendFixtures("prompts/list", true, &prompts);
  EXPECT_EQ(prompts.size(), 5U);
  for (const Json& prompt : prompts) {
    EXPECT_EQ(modern.Fail("prompts/get", Modern({{"name", prompt["name"]}}))["code"],
              kInvalidParams);
  }
  Json resources = Json::array();
  AppendFixtures("resources/list", true, &resources);
  EXPECT_EQ(resources.size(), 3U);
  for (const Json& resource : resources) {
    const Json params = {{"uri", resource["uri"]}};
    EXPECT_EQ(legacy.Fail("resources/read", params)["code"], kResourceNotFound);
    EXPECT_EQ(legacy.Fail("resources/subscribe", params)["code"], kResourceNotFound);
  }
  EXPECT_EQ(legacy.Fail("resources/read", {{"uri", "test://template/1/data"}})["code"],
            kResourceNotFound);
  EXPECT_EQ(legacy.Fail("logging/setLevel", {{"level", "info"}})["code"], kMethodNotFound);
}

TEST_F(FixturesTest, AllThatIsListedCanBeUsed) {
  for (Client* client : {&legacy, &modern}) {
    const bool is_modern = client == &modern;
    const auto params = [&](const Json& more) {
      return is_modern ? ModernWith({"elicitation", "sampling", "roots"}, more) : more;
    };
    int fixtures = 0;
    const Json tools = client->Ask("tools/list", params(Json::object()));
    for (const Json& tool : tools["tools"]) {
      const std::string name = tool["name"];
      EXPECT_EQ(tool["inputSchema"]["type"], "object") << name;
      EXPECT_TRUE(tool["description"].is_string()) << name;
      if (name.rfind("test_", 0) != 0 && name.rfind("json_", 0) != 0) continue;
      ++fixtures;
      const Json result = client->Ask("tools/call", params({{"name", name}}));
      EXPECT_TRUE(result.contains("content") || result["resultType"] == "input_required") << name;
    }
    EXPECT_EQ(fixtures, is_modern ? 20 : 10);
    const Json resources = client->Ask("resources/list", params(Json::object()));
    for (const Json& resource : resources["resources"]) {
      const Json read = client->Ask("resources/read", params({{"uri", resource["uri"]}}));
      EXPECT_EQ(read["contents"][0]["uri"], resource["uri"]);
      EXPECT_EQ(read.contains("ttlMs"), is_modern);
    }
  }
}

TEST_F(FixturesTest, FixedResultsAreWhatTheSuiteAsksFor) {
  EXPECT_EQ(CallLegacy("test_simple_text")["content"][0]["text"],
            "This is a simple text response for testing.");
  EXPECT_EQ(CallLegacy("test_simple_text")["isError"], false);
  EXPECT_EQ(CallLegacy("test_error_handling")["isError"], true);
  EXPECT_EQ(CallLegacy("test_image_content")["content"][0]["mimeType"], "image/png");
  EXPECT_EQ(CallLegacy("test_audio_content")["content"][0]["mimeType"], "audio/wav");
  EXPECT_EQ(CallLegacy("test_embedded_resource")["content"][0]["resource"]["uri"],
            "test://embedded-resource");
  EXPECT_EQ(Members(CallLegacy("test_multiple_content_types")["content"], "type"),
            (std::set<std::string>{"text", "image", "resource"}));
  EXPECT_EQ(
      legacy.Ask("resources/read", {{"uri", "test://template/a b/data"}})["contents"][0]["text"],
      R"({"id":"a b","templateTest":true,"data":"Data for ID: a b"})");
  for (const char* uri :
       {"test://template//data", "test://template/data", "test://template/1/dat"}) {
    EXPECT_EQ(legacy.Fail("resources/read", {{"uri", uri}})["code"], kResourceNotFound) << uri;
  }
  const Json watched = {{"uri", "test://watched-resource"}};
  EXPECT_EQ(legacy.Ask("resources/subscribe", watched), Json::object());
  EXPECT_EQ(legacy.Ask("resources/unsubscribe", watched), Json::object());
}

TEST_F(FixturesTest, PromptsTakeTheirArguments) {
  const auto message = [this](const char* name, const Json& arguments) {
    return legacy.Ask("prompts/get",
                      {{"name", name}, {"arguments", arguments}})["messages"][0]["content"];
  };
  EXPECT_EQ(message("test_prompt_with_arguments", {{"arg1", "x"}, {"arg2", "y"}})["text"],
            "Prompt with arguments: arg1='x', arg2='y'");
  EXPECT_EQ(message("test_prompt_with_embedded_resource",
                    {{"resourceUri", "test://example"}})["resource"]["uri"],
            "test://example");
  EXPECT_EQ(message("test_prompt_with_image", Json::object())["type"], "image");
  EXPECT_EQ(message("test_simple_prompt", Json::object())["type"], "text");
  EXPECT_EQ(legacy.Fail("prompts/get",
                        {{"name", "test_prompt_with_arguments"}, {"arguments", {{"arg1", "x"}}}}),
            Refusal(kInvalidParams, "`arg2` is missing or no string"));
  const Json ask = {{"ref", {{"type", "ref/prompt"}, {"name", "test_prompt_with_arguments"}}},
                    {"argument", {{"name", "arg1"}, {"value", "t"}}}};
  EXPECT_EQ(legacy.Ask("completion/complete", ask)["completion"]["values"], Json::array());
}

TEST_F(FixturesTest, ProgressIsToldToWhomItIsWanted) {
  CallLegacy("test_tool_with_progress");
  EXPECT_TRUE(legacy.Related().empty());
  for (const Json& token : {Json("one"), Json(2)}) {
    CallLegacy("test_tool_with_progress", {{"progressToken", token}});
    const std::vector<Json> related = legacy.Related();
    ASSERT_EQ(related.size(), 3U);
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(related[i]["method"], "notifications/progress");
      EXPECT_EQ(related[i]["params"],
                (Json{{"progressToken", token}, {"progress", 50 * i}, {"total", 100}}));
    }
  }
  legacy.Ask("tools/call", {{"name", "test_tool_with_progress"}, {"_meta", 5}});
  EXPECT_TRUE(legacy.Related().empty());
}

TEST_F(FixturesTest, LinesForTheLogHaveALevel) {
  const std::string tool = "test_tool_with_logging";
  CallLegacy(tool);
  EXPECT_EQ(legacy.Related().size(), 3U);
  legacy.Ask("logging/setLevel", {{"level", "notice"}});
  CallLegacy(tool);
  EXPECT_TRUE(legacy.Related().empty());
  legacy.Ask("logging/setLevel", {{"level", "debug"}});
  CallLegacy(tool);
  EXPECT_EQ(legacy.Related().size(), 3U);
  EXPECT_EQ(legacy.Fail("logging/setLevel", {{"level", "loud"}}),
            Refusal(kInvalidParams, "there is no such level"));

  Json params = Modern({{"name", "test_logging_tool"}});
  modern.Ask("tools/call", params);
  EXPECT_TRUE(modern.Related().empty());
  params["_meta"]["io.modelcontextprotocol/logLevel"] = "info";
  modern.Ask("tools/call", params);
  const std::vector<Json> related = modern.Related();
  ASSERT_EQ(related.size(), 3U);
  EXPECT_EQ(related[0]["params"], (Json{{"level", "info"}, {"data", "Tool execution started"}}));
  EXPECT_EQ(modern.Fail("logging/setLevel", Modern({{"level", "info"}}))["code"], kMethodNotFound);
}

TEST_F(FixturesTest, AQuestionIsAskedUntilItIsAnswered) {
  const std::string tool = "test_input_required_result_elicitation";
  const Json first = Ask(tool);
  EXPECT_EQ(first["resultType"], "input_required");
  EXPECT_EQ(first["inputRequests"]["user_name"]["method"], "elicitation/create");
  EXPECT_FALSE(first.contains("requestState"));
  for (const Json& answers : {Json{{"wrong", Accept(Json::object())}}, Json{{"user_name", 12345}},
                              Json{{"user_name", Json::object()}}, Json::object()}) {
    EXPECT_EQ(Ask(tool, {{"inputResponses", answers}}), first) << answers;
  }
  const Json last =
      Ask(tool, {{"inputResponses", {{"user_name", Accept({{"name", "Alice"}})}, {"more", 1}}}});
  EXPECT_EQ(last["resultType"], "complete");
  EXPECT_NE(last["content"][0]["text"].get<std::string>().find("Alice"), std::string::npos);
  EXPECT_EQ(modern.Fail("tools/call", Asking(tool, {{"inputResponses", nullptr}})),
            Refusal(kInvalidParams, "`inputResponses` is missing or no object"));

  Json params = ModernWith({"elicitation"}, {{"name", "test_input_required_result_prompt"}});
  EXPECT_EQ(modern.Ask("prompts/get", params)["resultType"], "input_required");
  params["inputResponses"] = {{"user_context", Accept({{"context", "tests"}})}};
  EXPECT_EQ(modern.Ask("prompts/get", params)["messages"].size(), 1U);
}

TEST_F(FixturesTest, AStateLeadsThroughTheRounds) {
  const std::string tool = "test_input_required_result_multi_round";
  const Json first = Ask(tool);
  const Json second = Ask(tool, {{"requestState", first["requestState"]},
                                 {"inputResponses", {{"step1", Accept({{"name", "A"}})}}}});
  EXPECT_TRUE(second["inputRequests"].contains("step2"));
  EXPECT_NE(second["requestState"], first["requestState"]);
  const Json again = Ask(tool, {{"requestState", second["requestState"]}});
  EXPECT_EQ(again, second);
  const Json last = Ask(tool, {{"requestState", second["requestState"]},
                               {"inputResponses", {{"step2", Accept({{"color", "b"}})}}}});
  EXPECT_EQ(last["resultType"], "complete");
  EXPECT_NE(last["content"][0]["text"].get<std::string>().find("state-ok"), std::string::npos);
  // Answers without the state are those of nobody who was asked.
  EXPECT_EQ(Ask(tool, {{"inputResponses", {{"step1", Accept({{"name", "A"}})}}}}), first);
}

TEST_F(FixturesTest, ABentStateIsRefused) {
  const std::string tool = "test_input_required_result_tampered_state";
  const std::string state = Ask(tool)["requestState"];
  std::string of_other = Ask("test_input_required_result_request_state")["requestState"];
  std::string bent = state;
  bent[3] = bent[3] == 'a' ? 'b' : 'a';
  for (const std::string& wrong : {state + "-TAMPERED", bent, of_other, std::string()}) {
    EXPECT_EQ(
        modern.Fail("tools/call",
                    Asking(tool, {{"requestState", wrong},
                                  {"inputResponses", {{"confirm", Accept({{"ok", true}})}}}})),
        Refusal(kInvalidParams, "`requestState` is damaged, or of another request"));
  }
  EXPECT_EQ(modern.Fail("tools/call", Asking(tool, {{"requestState", 1}}))["code"], kInvalidParams);
}

TEST_F(FixturesTest, AllKindsOfQuestionsAtOnce) {
  const std::string tool = "test_input_required_result_multiple_inputs";
  const Json first = Ask(tool);
  EXPECT_EQ(first["inputRequests"].size(), 3U);
  Json answers = {{"user_name", Accept({{"name", "A"}})},
                  {"greeting", {{"role", "assistant"}, {"content", {{"type", "text"}}}}}};
  EXPECT_EQ(Ask(tool, {{"requestState", first["requestState"]}, {"inputResponses", answers}}),
            first);
  answers["client_roots"] = {{"roots", Json::array()}};
  EXPECT_EQ(Ask(tool, {{"requestState", first["requestState"]},
                       {"inputResponses", answers}})["resultType"],
            "complete");
}

TEST_F(FixturesTest, OnlyWhatTheClientCanDoIsAskedOfIt) {
  const auto call = [](const char* tool, const std::vector<std::string>& capabilities) {
    return ModernWith(capabilities, {{"name", tool}});
  };
  const auto missing = [](const char* capability) {
    return Refusal(kMissingClientCapability,
                   "this needs `" + std::string(capability) + "` of the client", 400,
                   {{"requiredCapabilities", {{capability, Json::object()}}}});
  };
  EXPECT_EQ(modern.Fail("tools/call", call("test_missing_capability", {})), missing("sampling"));
  EXPECT_EQ(modern.Ask("tools/call", call("test_missing_capability", {"sampling"}))["resultType"],
            "complete");
  EXPECT_EQ(modern.Fail("tools/call", call("test_streaming_elicitation", {"roots"})),
            missing("elicitation"));
  EXPECT_EQ(modern.Fail("tools/call", call("test_input_required_result_list_roots", {})),
            missing("roots"));
  const char* modest = "test_input_required_result_capabilities";
  EXPECT_EQ(modern.Ask("tools/call", call(modest, {"sampling"}))["inputRequests"].size(), 1U);
  EXPECT_EQ(
      modern.Ask("tools/call", call(modest, {"sampling", "elicitation"}))["inputRequests"].size(),
      2U);
  EXPECT_EQ(modern.Ask("tools/call", call(modest, {}))["resultType"], "complete");
}

TEST_F(FixturesTest, TheOtherToolsAreStillThere) {
  EXPECT_EQ(legacy.Call("list_files")["status"], "ok");
  EXPECT_EQ(modern.CallModern("list_files")["status"], "ok");
  EXPECT_EQ(legacy.Fail("tools/call", {{"name", "test_nothing"}})["code"], kInvalidParams);
}

}  // namespace
}  // namespace aegis::mcp

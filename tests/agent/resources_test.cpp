#include "agent/mcp/resources.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "docs/bundle.h"
#include "tests/agent/mcp_client.h"

namespace aegis::mcp {
namespace {

class ResourcesTest : public ::testing::Test {
 protected:
  ResourcesTest() { client_.Initialize(); }

  Json Complete(const std::string& value) {
    return client_.Ask("completion/complete",
                       {{"ref", {{"type", "ref/resource"}, {"uri", "aegis-file:///{filename}"}}},
                        {"argument", {{"name", "filename"}, {"value", value}}}})["completion"];
  }

  TestServer test_;
  Client client_{&test_.server};
};

// ---- URIs ---------------------------------------------------------------------------------------

TEST(FileUri, EncodesEverythingButUnreservedCharacters) {
  EXPECT_EQ(FileUri("a-Z_0.9~"), "aegis-file:///a-Z_0.9~");
  EXPECT_EQ(FileUri("a b/c?d#e%41+\"\\"), "aegis-file:///a%20b%2Fc%3Fd%23e%2541%2B%22%5C");
  EXPECT_EQ(FileUri("\u20AC"), "aegis-file:///%E2%82%AC");
}

TEST(FileUri, EachNameComesBack) {
  std::set<std::string> uris;
  std::vector<std::string> names = {
      "..",  "../x",  "/etc/passwd", "C:\\x",  "aegis-file:///a", "%2",
      "%41", "a%00b", "{filename}",  "\u2028", "\U0001F600",      std::string(255, 'x')};
  for (char c = 0x20; c < 0x7F; ++c) names.emplace_back(1, c);
  for (const std::string& name : names) {
    ASSERT_FALSE(agent::FilenameProblem(name)) << name;
    const std::string uri = FileUri(name);
    EXPECT_EQ(FilenameOf(uri), name) << uri;
    EXPECT_TRUE(uris.insert(uri).second) << uri;
  }
}

TEST(FileUri, OtherEncodingsOfANameAreUnderstood) {
  EXPECT_EQ(FilenameOf("aegis-file:///a b/c"), "a b/c");
  EXPECT_EQ(FilenameOf("aegis-file:///%61%2f%e2%82%ac"), "a/\u20AC");
  EXPECT_EQ(FilenameOf("aegis-file:///\u20AC"), "\u20AC");
}

TEST(FileUri, WhatIsNoNameOfAFile) {
  for (const std::string uri : {"",
                                "a",
                                "aegis-file:",
                                "aegis-file://a",
                                "aegis-file:///",
                                "AEGIS-FILE:///a",
                                "file:///a",
                                "aegis-docs:///language",
                                "aegis-file:///%",
                                "aegis-file:///%4",
                                "aegis-file:///%4g",
                                "aegis-file:///%-1",
                                "aegis-file:///%+1",
                                "aegis-file:///% 1",
                                "aegis-file:///%0x41%",
                                "aegis-file:///%00",
                                "aegis-file:///a%0A",
                                "aegis-file:///%7F",
                                "aegis-file:///%FF",
                                "aegis-file:///%C0%80",
                                "aegis-file:///%ED%A0%80",
                                "aegis-file:///%E2%82"}) {
    EXPECT_EQ(FilenameOf(uri), std::nullopt) << uri;
  }
  EXPECT_EQ(FilenameOf("aegis-file:///" + std::string(256, 'x')), std::nullopt);
}

// ---- Lists and reading --------------------------------------------------------------------------

TEST_F(ResourcesTest, EverythingListedCanBeRead) {
  test_.files.Put("../x y", "print(1)\n");
  test_.files.Put("\u20AC", "print(\"\u20AC\")\n");
  const Json resources = client_.Ask("resources/list")["resources"];
  EXPECT_EQ(resources.size(), BundledDocs().size() + BundledExamples().size() + 2);
  for (const Json& resource : resources) {
    const Json contents = client_.Ask("resources/read", {{"uri", resource["uri"]}})["contents"];
    ASSERT_EQ(contents.size(), 1U);
    EXPECT_EQ(contents[0]["uri"], resource["uri"]);
    EXPECT_EQ(contents[0]["mimeType"], resource["mimeType"]);
    EXPECT_EQ(contents[0]["text"].get<std::string>().size(), resource["size"]);
    EXPECT_FALSE(resource["name"].get<std::string>().empty());
  }
  EXPECT_EQ(resources[resources.size() - 2], Json({{"uri", "aegis-file:///..%2Fx%20y"},
                                                   {"name", "../x y"},
                                                   {"mimeType", "text/x-aegis"},
                                                   {"size", 9}}));
}

TEST_F(ResourcesTest, TheDocumentationIsThere) {
  const Json language = client_.Ask("resources/read", {{"uri", "aegis-docs:///language"}});
  EXPECT_EQ(language["contents"][0]["mimeType"], "text/markdown");
  EXPECT_NE(language["contents"][0]["text"].get<std::string>().find("# The Aegis language"),
            std::string::npos);
  const Json greet = client_.Ask("resources/read", {{"uri", "aegis-docs:///examples/greet.aeg"}});
  EXPECT_EQ(greet["contents"][0]["mimeType"], "text/x-aegis");
  EXPECT_NE(greet["contents"][0]["text"].get<std::string>().find("print("), std::string::npos);
}

TEST_F(ResourcesTest, TitlesWhereTheRevisionHasThem) {
  for (const char* version : kLegacyVersions) {
    Client client(&test_.server);
    client.Initialize(version);
    const Json page = client.Ask("resources/list")["resources"][0];
    const bool titles = std::string(version) >= "2025-06-18";
    EXPECT_EQ(page.contains("title"), titles);
    EXPECT_EQ(page.contains("description"), !titles);
    EXPECT_EQ(client.Ask("resources/templates/list")["resourceTemplates"][0].contains("title"),
              titles);
    EXPECT_EQ(client.Ask("prompts/list")["prompts"][0].contains("title"), titles);
  }
}

TEST_F(ResourcesTest, TemplateOfFiles) {
  const Json templates = client_.Ask("resources/templates/list")["resourceTemplates"];
  ASSERT_EQ(templates.size(), 1U);
  EXPECT_EQ(templates[0]["uriTemplate"], "aegis-file:///{filename}");
  EXPECT_EQ(templates[0]["mimeType"], "text/x-aegis");
}

TEST_F(ResourcesTest, WhatDoesNotExistIsNotFound) {
  for (const std::string uri : {"aegis-file:///no", "aegis-file:///%", "aegis-docs:///no",
                                "aegis-docs:///../docs/language.md", "file:///etc/passwd", ""}) {
    const std::string problem = "there is no resource of this URI";
    EXPECT_EQ(client_.Fail("resources/read", {{"uri", uri}}),
              Refusal(kResourceNotFound, problem, 200, {{"uri", uri}}));
    EXPECT_EQ(client_.Fail("resources/read", Modern({{"uri", uri}})),
              Refusal(kInvalidParams, problem, 200, {{"uri", uri}}));
  }
  const Json no_uri = Refusal(kInvalidParams, "`uri` is missing or no string");
  EXPECT_EQ(client_.Fail("resources/read"), no_uri);
  EXPECT_EQ(client_.Fail("resources/read", {{"uri", 5}}), no_uri);
}

// ---- Completion ---------------------------------------------------------------------------------

TEST_F(ResourcesTest, CompletesFileNames) {
  for (const std::string name : {"sum.aeg", "total", "summary", "a sum"}) {
    test_.files.Put(name, "");
  }
  EXPECT_EQ(Complete("sum"),
            Json({{"values", {"sum.aeg", "summary", "a sum"}}, {"total", 3}, {"hasMore", false}}));
  EXPECT_EQ(Complete("")["total"], 4);
  EXPECT_EQ(Complete("SUM")["values"], Json::array());
}

TEST_F(ResourcesTest, CompletesAHundredAtMost) {
  for (int i = 0; i < 101; ++i) test_.files.Put("f" + std::to_string(i), "");
  const Json completion = Complete("f");
  EXPECT_EQ(completion["values"].size(), 100U);
  EXPECT_EQ(completion["total"], 101);
  EXPECT_EQ(completion["hasMore"], true);
}

TEST_F(ResourcesTest, TasksAreFreeText) {
  EXPECT_EQ(client_.Ask("completion/complete",
                        {{"ref", {{"type", "ref/prompt"}, {"name", "write_aegis"}}},
                         {"argument", {{"name", "task"}, {"value", "a"}}}})["completion"],
            Json({{"values", Json::array()}, {"total", 0}, {"hasMore", false}}));
}

TEST_F(ResourcesTest, CompletionsOfNothing) {
  const auto fail = [this](const Json& ref, const Json& argument) {
    const Json error = client_.Fail("completion/complete", {{"ref", ref}, {"argument", argument}});
    EXPECT_EQ(error["code"], kInvalidParams);
    return error["message"].get<std::string>();
  };
  const Json file = {{"type", "ref/resource"}, {"uri", "aegis-file:///{filename}"}};
  const Json prompt = {{"type", "ref/prompt"}, {"name", "write_aegis"}};
  const Json argument = {{"name", "filename"}, {"value", ""}};
  const std::string no_template = "there is no resource template with this argument";
  const std::string no_prompt = "there is no prompt with this argument";
  EXPECT_EQ(fail(file, {{"name", "task"}, {"value", ""}}), no_template);
  EXPECT_EQ(fail({{"type", "ref/resource"}, {"uri", "aegis-file:///a"}}, argument), no_template);
  EXPECT_EQ(fail(prompt, argument), no_prompt);
  EXPECT_EQ(fail({{"type", "ref/prompt"}, {"name", "x"}}, argument), no_prompt);
  EXPECT_EQ(fail({{"type", "ref/tool"}}, argument), "`type` is `ref/prompt` or `ref/resource`");
  EXPECT_EQ(fail({{"type", "ref/prompt"}}, argument), "`name` is missing or no string");
  EXPECT_EQ(fail({{"type", "ref/resource"}}, argument), "`uri` is missing or no string");
  EXPECT_EQ(fail(file, {{"name", "filename"}}), "`value` is missing or no string");
  EXPECT_EQ(fail(file, {{"value", ""}}), "`name` is missing or no string");
  EXPECT_EQ(fail("x", argument), "`ref` is missing or no object");
  EXPECT_EQ(fail(file, 5), "`argument` is missing or no object");
}

// ---- Prompts ------------------------------------------------------------------------------------

TEST_F(ResourcesTest, ThePromptGivesTheRulesAndTheTask) {
  const Json prompts = client_.Ask("prompts/list")["prompts"];
  ASSERT_EQ(prompts.size(), 1U);
  EXPECT_EQ(prompts[0]["name"], "write_aegis");
  EXPECT_EQ(prompts[0]["arguments"][0]["name"], "task");
  EXPECT_EQ(prompts[0]["arguments"][0]["required"], false);

  const auto text = [this](const Json& params) {
    const Json result = client_.Ask("prompts/get", params);
    EXPECT_EQ(result["messages"].size(), 1U);
    EXPECT_EQ(result["messages"][0]["role"], "user");
    EXPECT_EQ(result["messages"][0]["content"]["type"], "text");
    return result["messages"][0]["content"]["text"].get<std::string>();
  };
  const std::string plain = text({{"name", "write_aegis"}});
  EXPECT_NE(plain.find("# The Aegis language"), std::string::npos);
  const std::string asked =
      text({{"name", "write_aegis"}, {"arguments", {{"task", "Add two numbers."}}}});
  EXPECT_NE(asked.find("# The Aegis language"), std::string::npos);
  EXPECT_EQ(asked.substr(asked.size() - 18), "\nAdd two numbers.\n");
}

TEST_F(ResourcesTest, PromptsThatAreNone) {
  EXPECT_EQ(client_.Fail("prompts/get"), Refusal(kInvalidParams, "`name` is missing or no string"));
  EXPECT_EQ(client_.Fail("prompts/get", {{"name", "x"}}),
            Refusal(kInvalidParams, "there is no prompt of this name"));
  EXPECT_EQ(client_.Fail("prompts/get", {{"name", "write_aegis"}, {"arguments", "x"}}),
            Refusal(kInvalidParams, "`arguments` is missing or no object"));
  EXPECT_EQ(client_.Fail("prompts/get", {{"name", "write_aegis"}, {"arguments", {{"task", 5}}}}),
            Refusal(kInvalidParams, "`task` is missing or no string"));
  EXPECT_EQ(client_.Fail("prompts/get", {{"name", "write_aegis"}, {"arguments", {{"x", "y"}}}}),
            Refusal(kInvalidParams, "`write_aegis` has no argument of this name"));
}

}  // namespace
}  // namespace aegis::mcp

// `aegis check` at its edges, and its SARIF; golden/check.txt and golden/json.txt show the rest.

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "syntax/diagnostic.h"
#include "tests/cli/process.h"

namespace aegis::cli_test {
namespace {

using Json = nlohmann::json;

TEST(Check, ListsTheProblemsLineByLineInTheOrderMet) {
  Workplace workplace;
  // Operands are met before their operator, so the first entry is the error that a run reports.
  workplace.Write("a", "x = -(1 < \"s\" * 4)\nprint(c)\n");
  const Json problems = Json::parse(Aegis({"check", "a", "--format", "json"}).out);
  ASSERT_EQ(problems.size(), 3U);
  EXPECT_EQ(problems[0]["column"], 15);
  EXPECT_EQ(problems[1]["column"], 5);
  EXPECT_EQ(problems[2]["line"], 2);
  const Json run = Json::parse(Aegis({"run", "a", "--json"}).out);
  EXPECT_EQ(run["error"]["column"], problems[0]["column"]);
  EXPECT_EQ(run["error"]["code"], problems[0]["code"]);
}

TEST(Check, EndsWithTheStatusOfTheWorstFile) {
  Workplace workplace;
  workplace.Write("fine", "print(1)\n");
  workplace.Write("warning", "print(1 == 1.0)\n");
  workplace.Write("error", "print(x)\n");
  for (const char* format : {"text", "json", "sarif"}) {
    EXPECT_EQ(Aegis({"check", "fine", "--format", format}).status, 0);
    EXPECT_EQ(Aegis({"check", "warning", "fine", "--format", format}).status, 0);
    EXPECT_EQ(Aegis({"check", "error", "fine", "--format", format}).status, 1);
    EXPECT_EQ(Aegis({"check", "error", "none", "fine", "--format", format}).status, 2);
    EXPECT_EQ(Aegis({"check", ".", "--format", format}).status, 2);
  }
}

TEST(Check, FollowsLimits) {
  Workplace workplace;
  workplace.Write("a", "print((((1))))\n");
  EXPECT_EQ(Aegis({"check", "a", "--limit", "nesting=2"}).status, 1);
  EXPECT_EQ(Aegis({"check", "a", "--limit", "nesting=3"}).status, 0);
}

TEST(Check, ReportsFilesWithNamesOfAnyBytes) {
  Workplace workplace;
  const std::string name = "\xFF \xC3\xA9:%.aeg";
  workplace.Write(name, "print(x)\n");
  EXPECT_EQ(Aegis({"check", name}).out.substr(0, 20), "\uFFFD \u00E9:%.aeg:1:7: er");
  const Json problems = Json::parse(Aegis({"check", name, "--format", "json"}).out);
  EXPECT_EQ(problems[0]["file"], "\uFFFD \u00E9:%.aeg");
}

/// The only run of what `check --format sarif` prints for `files`.
Json SarifRun(Arguments files) {
  files.insert(files.begin(), {"check", "--format", "sarif"});
  const Json log = Json::parse(Aegis(files).out);
  EXPECT_EQ(log["version"], "2.1.0");
  EXPECT_EQ(log["runs"].size(), 1U);
  return log["runs"][0];
}

TEST(Sarif, DescribesTheToolAndEveryRule) {
  Workplace workplace;
  workplace.Write("a", "");
  const Json run = SarifRun({"a"});
  EXPECT_EQ(run["columnKind"], "unicodeCodePoints");
  EXPECT_EQ(run["results"], Json::array());
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], true);
  const Json& driver = run["tool"]["driver"];
  EXPECT_EQ(driver["name"], "Aegis");
  ASSERT_EQ(driver["rules"].size(), AllCodes().size());
  for (std::size_t i = 0; i < AllCodes().size(); ++i) {
    const Json& rule = driver["rules"][i];
    EXPECT_EQ(rule["id"], AllCodes()[i].id);
    for (const char* text : {"shortDescription", "fullDescription", "help"}) {
      const std::string sentence = rule[text]["text"];
      EXPECT_GT(sentence.size(), 10U) << rule;
      EXPECT_EQ(sentence.find('{'), std::string::npos) << rule;
      EXPECT_EQ(sentence.back(), '.') << rule;
    }
    const bool is_error = AllCodes()[i].severity == Severity::kError;
    EXPECT_EQ(rule["defaultConfiguration"]["level"], is_error ? "error" : "warning");
  }
}

TEST(Sarif, TellsPlacesInCodePointsAndNotesAsRelatedLocations) {
  Workplace workplace;
  workplace.Write("a",
                  "if input() == \"🙂\":\n  xy = 1\nprint(\"日本\" + (\"é\" - 1) + xy)\n");
  const Json run = SarifRun({"a"});
  ASSERT_EQ(run["results"].size(), 2U);
  const Json& types = run["results"][0];
  EXPECT_EQ(types["ruleId"], "AEG0401");
  EXPECT_EQ(types["level"], "error");
  EXPECT_EQ(run["tool"]["driver"]["rules"][types["ruleIndex"].get<std::size_t>()]["id"], "AEG0401");
  EXPECT_EQ(types["locations"][0]["physicalLocation"]["region"],
            Json({{"startLine", 3}, {"startColumn", 19}, {"endLine", 3}, {"endColumn", 20}}));
  const Json& name = run["results"][1];
  EXPECT_EQ(name["ruleId"], "AEG0302");
  EXPECT_EQ(name["relatedLocations"][0]["physicalLocation"]["region"],
            Json({{"startLine", 2}, {"startColumn", 3}, {"endLine", 2}, {"endColumn", 5}}));
}

TEST(Sarif, DoublesBracesInMessages) {
  Workplace workplace;
  workplace.Write("a", "x = {\n");
  const std::string message = SarifRun({"a"})["results"][0]["message"]["text"];
  EXPECT_EQ(message.find("`{{` (U+007B) cannot start a token."), 0U) << message;
}

TEST(Sarif, NamesFilesByUri) {
  Workplace workplace;
  const std::map<std::string, std::string> uris = {
      {"plain-1._~", "plain-1._~"},
      {"a b:c%d#e?f", "a%20b%3Ac%25d%23e%3Ff"},
      {"\xFF", "%FF"},
      {"é", "%C3%A9"},
      {"[x]{y}", "%5Bx%5D%7By%7D"},
  };
  for (const auto& [name, uri] : uris) {
    workplace.Write(name, "print(x)\n");
    const Json run = SarifRun({name});
    EXPECT_EQ(run["artifacts"][0]["location"]["uri"], uri);
    const Json& place = run["results"][0]["locations"][0]["physicalLocation"];
    EXPECT_EQ(place["artifactLocation"]["uri"], uri);
    EXPECT_EQ(place["artifactLocation"]["index"], 0);
  }
  EXPECT_EQ(SarifRun({"/dev/null"})["artifacts"][0]["location"]["uri"], "file:///dev/null");
  EXPECT_EQ(SarifRun({"-"})["artifacts"][0]["location"]["uri"], "%3Cstdin%3E");
}

TEST(Sarif, ListsAFileOnceThatIsNamedTwice) {
  Workplace workplace;
  workplace.Write("a", "print(x)\n");
  const Json run = SarifRun({"a", "./a", "none"});
  EXPECT_EQ(run["artifacts"].size(), 1U);
  EXPECT_EQ(run["results"].size(), 2U);
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], false);
}

}  // namespace
}  // namespace aegis::cli_test

// `aegis batch`: every way in which a line can be no request, and what surrounds it.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/process.h"

namespace aegis::cli_test {
namespace {

using Json = nlohmann::json;

/// The answers to `lines`, each parsed.
std::vector<Json> Answers(const std::string& lines) {
  const Outcome outcome = Aegis({"batch"}, lines);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  std::vector<Json> answers;
  std::istringstream out(outcome.out);
  std::string line;
  while (std::getline(out, line)) answers.push_back(Json::parse(line));
  return answers;
}

/// The answer to `line`, with a good request after it, which must be served.
Json Answer(const std::string& line) {
  const std::vector<Json> answers = Answers(line + "\n{\"source\": \"print(2)\"}\n");
  EXPECT_EQ(answers.size(), 2U) << line.substr(0, 100);
  if (answers.size() != 2) return {};
  EXPECT_EQ(answers[1]["output"], "2\n");
  return answers[0];
}

struct BadLine {
  std::string line;
  std::string message;
  Json id = nullptr;  ///< null when the answer has none
};

TEST(Batch, RefusesALineThatIsNoRequest) {
  const std::vector<BadLine> lines = {
      {"{", "this line is not JSON: problem at byte 2"},
      {"   ", "this line is not JSON: problem at byte 4"},
      {"{\"source\": \"\"} {}", "this line is not JSON: problem at byte 16"},
      {"{\"id\": 1, \"source\": \"\xFF\"}", "this line is not JSON: problem at byte 22", 1},
      {"{\"id\": 1, \"source\": \"\\ud800\"}", "this line is not JSON: problem at byte 28", 1},
      {std::string("{\"source\": \"\"}\0", 15), "this line is not JSON: it has a NUL in it"},
      {"{\"id\": 1e999, \"source\": \"\"}", "this line is not JSON: problem at byte 12"},
      {"{\"id\": [1, 2", "this line is not JSON: problem at byte 13"},
      {"[]", "a request is a JSON object"},
      {"null", "a request is a JSON object"},
      {"7", "a request is a JSON object"},
      {"\"print(1)\"", "a request is a JSON object"},
      {"{}", "a request has one of the members `source` and `source_hex`"},
      {"{\"id\": 1}", "a request has one of the members `source` and `source_hex`", 1},
      {"{\"source\": \"\", \"source_hex\": \"\", \"id\": 1}",
       "a request has one of the members `source` and `source_hex`", 1},
      {"{\"source\": 1}", "`source` is a string"},
      {"{\"source\": null}", "`source` is a string"},
      {"{\"source\": [\"x\"]}", "`source` is a string"},
      {"{\"source\": {\"x\": \"y\"}}", "`source` is a string"},
      {"{\"source_hex\": true}", "`source_hex` is a string"},
      {"{\"source_hex\": \"7\"}", "`source_hex` is not an even number of hexadecimal digits"},
      {"{\"source_hex\": \"7g\"}", "`source_hex` is not an even number of hexadecimal digits"},
      {"{\"source\": \"\", \"inputs\": \"x\"}", "`inputs` is an array of strings"},
      {"{\"source\": \"\", \"inputs\": null}", "`inputs` is an array of strings"},
      {"{\"source\": \"\", \"inputs\": [1]}", "`inputs` is an array of strings"},
      {"{\"source\": \"\", \"inputs\": [1.5]}", "`inputs` is an array of strings"},
      {"{\"source\": \"\", \"inputs\": [[\"x\"]]}", "`inputs` is an array of strings"},
      {"{\"source\": \"\", \"inputs\": {\"a\": \"b\"}}", "`inputs` is an array of strings"},
      {"{\"source\": \"\", \"limits\": [5]}", "`limits` is an object of whole numbers"},
      {"{\"source\": \"\", \"limits\": 5}", "`limits` is an object of whole numbers"},
      {"{\"source\": \"\", \"limits\": {\"tokens\": 5.0}}",
       "`limits` is an object of whole numbers"},
      {"{\"source\": \"\", \"limits\": {\"tokens\": \"5\"}}",
       "`limits` is an object of whole numbers"},
      {"{\"source\": \"\", \"limits\": {\"tokens\": {\"tokens\": 5}}}",
       "`limits` is an object of whole numbers"},
      {"{\"source\": \"\", \"limits\": {\"tokens\": 18446744073709551615}}",
       "`limits` is an object of whole numbers"},
      {"{\"source\": \"\", \"limits\": {\"tokns\": 5}}", "there is no limit named `tokns`"},
      {"{\"source\": \"\", \"limits\": {\"nesting\": 257}}",
       "limit `nesting` takes a number from 0 to 256, not 257"},
      {"{\"source\": \"\", \"limits\": {\"tokens\": -1}}",
       "limit `tokens` takes a number from 0 to 4194304, not -1"},
      {"{\"source\": \"\", \"limits\": {\"tokens\": 5, \"tokens\": 5}}",
       "the limit `tokens` comes twice"},
      {"{\"source\": \"\", \"source\": \"\"}", "the member `source` comes twice"},
      {"{\"id\": 1, \"id\": 2, \"source\": \"\"}", "the member `id` comes twice", 1},
      {"{\"input\": [\"x\"], \"source\": \"\", \"id\": 1}",
       "there is no member `input` in a request", 1},
      {"{\"\\u001b\": 1, \"source\": \"\"}", "there is no member `\x1b` in a request"},
  };
  for (const BadLine& bad : lines) {
    const Json answer = Answer(bad.line);
    Json expected = {{"status", "error"},
                     {"execution", "not_started"},
                     {"output", ""},
                     {"error",
                      {{"category", "value_error"},
                       {"code", "AEG0508"},
                       {"message", bad.message},
                       {"line", nullptr},
                       {"column", nullptr}}}};
    if (!bad.id.is_null()) expected["id"] = bad.id;
    EXPECT_EQ(answer, expected) << bad.line;
  }
}

TEST(Batch, KeepsLongNamesShortInMessages) {
  const std::string name = std::string(63, 'x') + "é" + std::string(1000, 'y');
  const std::string shown = "`" + std::string(63, 'x') + "…`";
  EXPECT_EQ(Answer("{\"" + name + "\": 1, \"source\": \"\"}")["error"]["message"],
            "there is no member " + shown + " in a request");
  EXPECT_EQ(Answer("{\"source\": \"\", \"limits\": {\"" + name + "\": 1}}")["error"]["message"],
            "there is no limit named " + shown);
}

TEST(Batch, EchoesIdsOfAnyKindToTheLetter) {
  for (const std::string id :
       {"null", "true", "\"\"", "\"\\u00e9\\ud83d\\ude00\\n\"", "0", "-7", "1.50", "1E5",
        "123456789012345678901234567890", "[]", "{}", "[1,[],{\"a\":[null,{}]},\"x\"]",
        "{\"a\":1,\"a\":{\"b\":[2,3]},\"c\":false}"}) {
    const Outcome outcome = Aegis({"batch"}, "{\"source\": \"print(1)\", \"id\": " + id + "}");
    EXPECT_EQ(outcome.out, "{\"id\":" + id +
                               ",\"status\":\"ok\",\"execution\":\"completed\","
                               "\"output\":\"1\\n\"}\n");
  }
}

std::string Nested(std::size_t depth, const std::string& open, const std::string& close) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += open;
  text += "1";
  for (std::size_t i = 0; i < depth; ++i) text += close;
  return text;
}

TEST(Batch, SurvivesDeepNesting) {
  constexpr std::size_t kDeep = 500000;
  EXPECT_EQ(Answer(Nested(kDeep, "[", "]"))["error"]["code"], "AEG0508");
  EXPECT_EQ(Answer(Nested(kDeep, "{\"a\":", "}"))["error"]["code"], "AEG0508");
  EXPECT_EQ(Answer(std::string(kDeep, '['))["error"]["code"], "AEG0508");
  const Json unknown =
      Answer("{\"x\": " + Nested(kDeep, "[", "]") + ", \"source\": \"\", \"id\": 8}");
  EXPECT_EQ(unknown["error"]["message"], "there is no member `x` in a request");
  EXPECT_EQ(unknown["id"], 8);
  const Json deep_id = Answer("{\"id\": " + Nested(kDeep, "[", "]") + ", \"source\": \"\"}");
  EXPECT_EQ(deep_id["error"]["message"], "`id` is nested more than 256 deep");
  EXPECT_FALSE(deep_id.contains("id"));
  const Json deepest_id = Answer("{\"id\": " + Nested(256, "[", "]") + ", \"source\": \"\"}");
  EXPECT_EQ(deepest_id["status"], "ok");
  EXPECT_TRUE(deepest_id.contains("id"));
}

TEST(Batch, SkipsTheRestOfALineThatIsTooLong) {
  const std::string head = "{\"id\": 1, \"source\": \"";
  const std::string tail = "\"}";
  constexpr std::size_t kMost = 4 << 20;
  const std::string fits(kMost - head.size() - tail.size(), '#');
  EXPECT_EQ(Answer(head + fits + tail)["error"]["code"], "AEG0601");
  EXPECT_EQ(Answer(head + fits + "#" + tail)["error"]["message"],
            "this line is longer than 4194304 bytes");
}

TEST(Batch, AnswersEveryLineAndTakesAnyLineEnd) {
  EXPECT_EQ(Answers("").size(), 0U);
  const std::vector<Json> answers =
      Answers("\n{\"source\": \"print(1)\"}\r\n\r\n{\"source\": \"print(2)\"}");
  ASSERT_EQ(answers.size(), 4U);
  for (const std::size_t empty : {0U, 2U}) {
    EXPECT_EQ(answers[empty]["error"]["category"], "value_error");
    EXPECT_TRUE(answers[empty]["error"]["line"].is_null());
    EXPECT_TRUE(answers[empty]["error"]["column"].is_null());
  }
  EXPECT_EQ(answers[1]["output"], "1\n");
  EXPECT_EQ(answers[3]["output"], "2\n");
}

TEST(Batch, AnswersEachLineAtOnce) {
  Conversation talk(Conversation::Through::kPipes, {"batch"});
  for (const std::string id : {"1", "2"}) {
    talk.Say("{\"id\": " + id + ", \"source\": \"\"}\n");
    EXPECT_EQ(talk.HearUntil("\n"), "{\"id\":" + id +
                                        ",\"status\":\"ok\",\"execution\":\"completed\","
                                        "\"output\":\"\"}\n");
  }
  talk.EndInput();
  EXPECT_EQ(talk.HearAll(), "");
  EXPECT_EQ(talk.Status(), 0);
}

TEST(Batch, RunsEachRequestByItself) {
  const std::vector<Json> answers = Answers(
      "{\"source\": \"print(input())\", \"inputs\": [\"a\", \"unused\"]}\n"
      "{\"source\": \"print(input())\"}\n"
      "{\"source\": \"x = 1\", \"limits\": {\"tokens\": 2}}\n"
      "{\"source\": \"x = 1\"}\n");
  ASSERT_EQ(answers.size(), 4U);
  EXPECT_EQ(answers[0]["output"], "a\n");
  EXPECT_EQ(answers[1]["status"], "input_required");
  EXPECT_EQ(answers[2]["error"]["code"], "AEG0606");
  EXPECT_EQ(answers[3]["status"], "ok");
}

TEST(Batch, WritesEachAnswerAsOneLineForEveryReader) {
  // U+2028 and U+0085 end a line for some readers.
  const Outcome outcome =
      Aegis({"batch"}, "{\"id\": \"\u2028\", \"source\": \"print(\\\"\u2028\u0085\\\")\"}\n");
  EXPECT_EQ(outcome.out,
            "{\"id\":\"\\u2028\",\"status\":\"ok\",\"execution\":\"completed\","
            "\"output\":\"\\u2028\\u0085\\n\"}\n");
}

}  // namespace
}  // namespace aegis::cli_test

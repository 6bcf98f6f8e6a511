#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lsp/features.h"

namespace aegis::lsp {
namespace {

/// `marked` without its `|`, which stands for the cursor.
struct Marked {
  explicit Marked(std::string marked, Encoding encoding = Encoding::kUtf16)
      : cursor(marked.find('|')),
        document("file:///a.aeg", 1, marked.erase(cursor, 1), encoding),
        params{{"position", document.ToJson(static_cast<std::uint32_t>(
                                FromUtf8(std::string_view(marked).substr(0, cursor)).size()))}} {}

  std::size_t cursor;
  Document document;
  Json params;
};

Json Complete(const std::string& marked, const Client& client = Client()) {
  const Marked at(marked, client.encoding);
  const Json answer = Completion(at.document, at.params, client);
  EXPECT_EQ(answer["isIncomplete"], false);
  return answer["items"];
}

/// The labels in the order of their `sortText`, with a space between two.
std::string Labels(const std::string& marked) {
  std::vector<std::pair<std::string, std::string>> found;
  for (const Json& item : Complete(marked)) found.emplace_back(item["sortText"], item["label"]);
  std::sort(found.begin(), found.end());
  std::string labels;
  for (const auto& [key, label] : found) labels += (labels.empty() ? "" : " ") + label;
  return labels;
}

Json ItemOf(const std::string& marked, const std::string& label, const Client& client = Client()) {
  for (const Json& item : Complete(marked, client)) {
    if (item["label"] == label) return item;
  }
  ADD_FAILURE() << label << " is not offered";
  return nullptr;
}

std::string TextOf(const std::string& marked, const std::string& label,
                   const Client& client = Client()) {
  return ItemOf(marked, label, client)["textEdit"]["newText"];
}

const std::string kValues = "\"\" 0 0.0 false input() true not";

// ---- Statements --------------------------------------------------------------------------------

TEST(Completion, StatementsBeginWithKeywordsAndTargets) {
  EXPECT_EQ(Labels("|"), "print if");
  EXPECT_EQ(Labels("total = 1\n|"), "total print if");
  EXPECT_EQ(Labels("total = 1\npr|"), "total print if");
}

TEST(Completion, ElseFollowsAnIfThatHasNone) {
  EXPECT_EQ(Labels("if true:\n    print(1)\n|"), "print else if");
  EXPECT_EQ(Labels("if true:\n    print(1)\n# so\n\nel|"), "print else if");
  EXPECT_EQ(Labels("if true:\n    print(1)\n    |"), "print if");
  EXPECT_EQ(Labels("if true:\n    print(1)\nelse:\n    print(2)\n|"), "print if");
  EXPECT_EQ(Labels("if true:\n    print(1)\nprint(2)\n|"), "print if");
  const std::string nested = "if true:\n    if false:\n        print(1)\n";
  EXPECT_EQ(Labels(nested + "        |"), "print if");
  EXPECT_EQ(Labels(nested + "    |"), "print else if");
  EXPECT_EQ(Labels(nested + "|"), "print else if");
}

TEST(Completion, NothingStandsBehindElse) {
  EXPECT_EQ(Labels("if true:\n    print(1)\nelse |"), "");
  EXPECT_EQ(Labels("if true:\n    print(1)\nelse: |"), "");
}

TEST(Completion, NothingStandsWhereTheIndentationIsWrong) {
  EXPECT_EQ(Labels("if true:\n|"), "");
  EXPECT_EQ(Labels("if true:\n   |"), "");
  EXPECT_EQ(Labels("if true:\n  |"), "print if");
  EXPECT_EQ(Labels("if true:\n    |"), "print if");
  EXPECT_EQ(Labels("print(1)\n    |"), "");
  EXPECT_EQ(Labels("if true:\n    print(1)\n  |"), "");
  EXPECT_EQ(Labels("\t|"), "");
}

TEST(Completion, NothingButSymbolsFollowsTheStartOfAStatement) {
  EXPECT_EQ(Labels("x = 1\nx |"), "");
  EXPECT_EQ(Labels("print |"), "");
  EXPECT_EQ(Labels("print(1)|"), "");
  EXPECT_EQ(Labels("print(1) |"), "");
  EXPECT_EQ(Labels("if true: |"), "");
  EXPECT_EQ(Labels("x == |"), "");
  EXPECT_EQ(Labels("true = |"), "");
  EXPECT_EQ(Labels("not |"), "");
}

TEST(Completion, TargetsCanBeUnassignedHere) {
  const std::string text = "if true:\n    x = 1\n|";
  EXPECT_EQ(Labels(text), "x print else if");
  EXPECT_EQ(ItemOf(text, "x")["detail"], "not assigned on every way here");
}

TEST(Completion, ANameAloneInItsLineIsNoVariable) {
  EXPECT_EQ(Labels("lonely\n|"), "print if");
  EXPECT_EQ(Labels("lonely\nx = |"), kValues);
}

// ---- Names -------------------------------------------------------------------------------------

TEST(Completion, NamesMustBeDefinitelyAssigned) {
  EXPECT_EQ(Labels("x = |"), kValues);
  EXPECT_EQ(Labels("x = 1\nprint(|"), "x " + kValues);
  const std::string branch = "if true:\n    x = 1\n    print(1)\n";
  EXPECT_EQ(Labels(branch + "print(|"), kValues);
  EXPECT_EQ(Labels(branch + "    print(|"), "x " + kValues);
  EXPECT_EQ(Labels(branch + "else:\n    print(|"), kValues);
  EXPECT_EQ(Labels(branch + "else:\n    x = \"\"\nprint(|"), "x " + kValues);
  EXPECT_EQ(Labels("print(|)\nlater = 1\n"), kValues);
}

TEST(Completion, DetailsAreTheTypesAtThatPoint) {
  const std::string text =
      "x = 1\nif true:\n    x = 1.5\n    print(1)\nelse:\n    x = \"\"\nprint(|";
  const Json item = ItemOf(text, "x");
  EXPECT_EQ(item["detail"], "float or string");
  EXPECT_EQ(item["kind"], 6);
  EXPECT_EQ(item["documentation"], "Assigned at lines 3, 6.");
}

TEST(Completion, ABrokenLineBeforeLeavesItsNameUnknown) {
  EXPECT_EQ(ItemOf("x = \nprint(1 + |", "x")["detail"], "unknown");
  EXPECT_EQ(ItemOf("x = 1 +\nprint(not |", "x")["detail"], "unknown");
  EXPECT_EQ(ItemOf("x = 1 - \"\"\nprint(\"\" + |", "x")["detail"], "unknown");
  EXPECT_EQ(Labels("if x = 1:\n    y = 2\n    print(y - |"), "y 0 0.0");
}

TEST(Completion, AnUndefinedNameInTheLineIsUnknown) {
  EXPECT_EQ(Labels("x = lost + |"), kValues);
  EXPECT_EQ(Labels("x = x + |"), kValues);
  EXPECT_EQ(Labels("if true:\n    x = 1\ny = x + |"), kValues);
}

// ---- Expressions -------------------------------------------------------------------------------

const std::string kFour = "b = true\ni = 1\nf = 1.5\ns = \"\"\n";

TEST(Completion, OperandsFitTheirOperator) {
  EXPECT_EQ(Labels(kFour + "x = 1 + |"), "f i 0 0.0");
  EXPECT_EQ(Labels(kFour + "x = \"\" + |"), "s \"\" input()");
  EXPECT_EQ(Labels(kFour + "x = -|"), "f i 0 0.0");
  EXPECT_EQ(Labels(kFour + "x = not |"), "b false true");
  EXPECT_EQ(Labels(kFour + "x = true < |"), "b false true not");
  EXPECT_EQ(Labels(kFour + "x = 1 == |"), "b f i s " + kValues);
  EXPECT_EQ(Labels(kFour + "if b and |"), "b f i s " + kValues);
  EXPECT_EQ(Labels(kFour + "if i + (|"), "f i 0 0.0");
  EXPECT_EQ(Labels(kFour + "print(input() + |"), "s \"\" input()");
}

TEST(Completion, EveryPossibleTypeMustFit) {
  const std::string text = "u = 1\nif true:\n    u = \"\"\n";
  EXPECT_EQ(Labels(text + "x = 1 + |"), "0 0.0");
  EXPECT_EQ(Labels(text + "x = \"\" + |"), "\"\" input()");
  EXPECT_EQ(Labels(text + "x = 1 == |"), "u " + kValues);
}

TEST(Completion, BetweenOperandsOnlyAndAndOrAreWords) {
  EXPECT_EQ(Labels(kFour + "x = b |"), "and or");
  EXPECT_EQ(Labels(kFour + "x = i |"), "");
  EXPECT_EQ(Labels(kFour + "x = i < 2 |"), "and or");
  EXPECT_EQ(Labels(kFour + "x = i < 2 a|"), "and or");
  EXPECT_EQ(Labels(kFour + "x = s == \"\"|"), "and or");
  EXPECT_EQ(Labels(kFour + "x = b and i |"), "");
  EXPECT_EQ(Labels(kFour + "x = b or b |"), "and or");
  EXPECT_EQ(Labels(kFour + "x = i + (b |"), "");
  EXPECT_EQ(Labels(kFour + "x = i == (b |"), "and or");
  EXPECT_EQ(Labels(kFour + "if not b |"), "and or");
}

TEST(Completion, NothingCanMendTheLine) {
  EXPECT_EQ(Labels(kFour + "x = 1 + s + |"), "");
  EXPECT_EQ(Labels(kFour + "x = b + |"), "");
  EXPECT_EQ(Labels("unknown = \nx = true + |"), "");
  EXPECT_EQ(Labels(kFour + "x = 1 2 |"), "");
  EXPECT_EQ(Labels(kFour + "x = 1 < 2 < |"), "");
  EXPECT_EQ(Labels(kFour + "x = --|"), "");
  EXPECT_EQ(Labels(kFour + "x = )|"), "");
  EXPECT_EQ(Labels(kFour + "x = input |"), "");
  EXPECT_EQ(Labels(kFour + "x = input(|"), "");
  EXPECT_EQ(Labels(kFour + "x = 1 if |"), "");
}

// ---- Inside tokens -----------------------------------------------------------------------------

TEST(Completion, NothingStandsInStringsAndComments) {
  EXPECT_EQ(Labels("x = \"|\""), "");
  EXPECT_EQ(Labels("x = \"some wo|rd\""), "");
  EXPECT_EQ(Labels("x = \"|"), "");
  EXPECT_EQ(Labels("x = \"\\\"|\""), "");
  EXPECT_EQ(Labels("# |"), "");
  EXPECT_EQ(Labels("#|"), "");
  EXPECT_EQ(Labels("x = 1 # pr|"), "");
  EXPECT_EQ(Labels("x = \"#\" + |"), "\"\" input()");
  EXPECT_EQ(Labels("x = |\"text\""), kValues);
  EXPECT_EQ(Labels("|# text"), "print if");
}

TEST(Completion, NothingStandsInNumbersAndBehindLexicalProblems) {
  EXPECT_EQ(Labels("x = 1|"), "");
  EXPECT_EQ(Labels("x = 1|2"), "");
  EXPECT_EQ(Labels("x = 12ab|"), "");
  EXPECT_EQ(Labels("x = 1.|"), "");
  EXPECT_EQ(Labels("x = 1.a|"), "");
  EXPECT_EQ(Labels("x = $ |"), "");
  EXPECT_EQ(Labels("x = \"\\q\" + |"), "");
  EXPECT_EQ(Labels("x =\t|"), "");
  EXPECT_EQ(Labels("x = 1e999 + |"), "");
  EXPECT_EQ(Labels("x = " + std::string(1300, '9') + " + |"), "");
  EXPECT_EQ(Labels(std::string(65, 'a') + " = |"), "");
}

// ---- Edits -------------------------------------------------------------------------------------

TEST(Completion, TheWordBeforeTheCursorIsReplaced) {
  for (const char* text : {"x = 1\nprint(x + to|tal)", "x = 1\r\nprint(x + to|tal)\r\n"}) {
    EXPECT_EQ(ItemOf(text, "x")["textEdit"],
              Json::parse(R"({"range":{"start":{"line":1,"character":10},
                              "end":{"line":1,"character":12}},"newText":"x"})"));
  }
  EXPECT_EQ(ItemOf("x = True|", "true")["textEdit"]["range"]["start"]["character"], 4);
}

TEST(Completion, CharactersAreCountedInTheEncodingOfTheClient) {
  Client client;
  const std::string text = "x = \"\xF0\x9F\x98\x80\xC3\xA4\" + in|";
  EXPECT_EQ(ItemOf(text, "input()", client)["textEdit"]["range"],
            Json::parse(R"({"start":{"line":0,"character":12},"end":{"line":0,"character":14}})"));
  client.encoding = Encoding::kUtf8;
  EXPECT_EQ(ItemOf(text, "input()", client)["textEdit"]["range"],
            Json::parse(R"({"start":{"line":0,"character":15},"end":{"line":0,"character":17}})"));
}

TEST(Completion, SnippetsAreForClientsThatKnowThem) {
  Client client;
  EXPECT_EQ(TextOf("|", "print", client), "print(");
  EXPECT_EQ(TextOf("x = |", "\"\"", client), "\"\"");
  EXPECT_EQ(ItemOf("|", "print", client)["insertTextFormat"], nullptr);
  client.snippets = true;
  EXPECT_EQ(TextOf("|", "print", client), "print($0)");
  EXPECT_EQ(TextOf("x = |", "\"\"", client), "\"$0\"");
  EXPECT_EQ(ItemOf("|", "print", client)["insertTextFormat"], 2);
  EXPECT_EQ(ItemOf("|", "if", client)["insertTextFormat"], nullptr);
}

TEST(Completion, WhatFollowsTheWordIsNotInsertedAgain) {
  Client client;
  client.snippets = true;
  EXPECT_EQ(TextOf("x = 1\n|", "x", client), "x = ");
  EXPECT_EQ(TextOf("x = 1\nx| = 2", "x", client), "x");
  EXPECT_EQ(TextOf("pr|int (1)", "print", client), "print");
  EXPECT_EQ(TextOf("x = in|()", "input()", client), "input");
  EXPECT_EQ(TextOf("x = |", "input()", client), "input()");
  EXPECT_EQ(TextOf("if true:\n    print(1)\n|", "else", client), "else:");
  EXPECT_EQ(TextOf("if true:\n    print(1)\nel|:", "else", client), "else");
}

TEST(Completion, DocumentationIsMarkdownForClientsThatShowIt) {
  Client client;
  const Json plain = ItemOf("|", "print", client)["documentation"];
  EXPECT_EQ(plain["kind"], "plaintext");
  EXPECT_EQ(plain["value"].get<std::string>().find('`'), std::string::npos);
  client.completion_markdown = true;
  const Json markdown = ItemOf("|", "print", client)["documentation"];
  EXPECT_EQ(markdown["kind"], "markdown");
  EXPECT_NE(markdown["value"].get<std::string>().find("`print(value)`"), std::string::npos);
}

// ---- Limits ------------------------------------------------------------------------------------

std::string Blocks(int depth) {
  std::string text;
  for (int level = 0; level < depth; ++level) text += std::string(2 * level, ' ') + "if true:\n";
  return text + std::string(2 * depth, ' ');
}

TEST(Completion, TheDeepestBlockHasNoRoomForAnother) {
  EXPECT_EQ(Labels(Blocks(31) + "|"), "print if");
  EXPECT_EQ(Labels(Blocks(32) + "|"), "print");
  EXPECT_EQ(Labels(Blocks(33) + "|"), "");
  EXPECT_EQ(Labels(Blocks(31) + "if |"), kValues);
  EXPECT_EQ(Labels(Blocks(32) + "if |"), "");
}

TEST(Completion, TheDeepestExpressionHasNoRoomForNot) {
  EXPECT_EQ(Labels("x = " + std::string(31, '(') + "|"), kValues);
  EXPECT_EQ(Labels("x = " + std::string(32, '(') + "|"), "\"\" 0 0.0 false input() true");
  EXPECT_EQ(Labels("x = " + std::string(33, '(') + "|"), "");
}

TEST(Completion, NothingStandsBehindTheLongestLine) {
  EXPECT_EQ(Labels("x = 1" + std::string(1500, ' ') + "+ |"), "0 0.0");
  EXPECT_EQ(Labels("x = 1" + std::string(2041, ' ') + "+ |"), "");
}

TEST(Completion, NothingStandsBehindTheLastToken) {
  const auto assignments = [](int count) {
    std::string text;
    for (int line = 0; line < count; ++line) text += "x = 1\n";  // 4 tokens each, of 8,192
    return text;
  };
  EXPECT_EQ(Labels(assignments(2030) + "x = |"), "x " + kValues);
  EXPECT_EQ(Labels(assignments(2048) + "x = |"), "");
  // The line itself has more tokens than are left.
  std::string sum = "x = 1";
  for (int term = 0; term < 60; ++term) sum += " + 1";
  EXPECT_EQ(Labels(assignments(1950) + sum + " + |"), "x 0 0.0");
  EXPECT_EQ(Labels(assignments(2030) + sum + " + |"), "");
  // The end of 32 blocks takes 32 tokens.
  EXPECT_EQ(Labels(assignments(1960) + Blocks(32) + "x = |"), "x " + kValues);
  EXPECT_EQ(Labels(assignments(2000) + Blocks(32) + "x = |"), "");
}

TEST(Completion, NothingStandsBehindTheLastByte) {
  std::string bytes;
  while (bytes.size() < 65000) bytes += "#" + std::string(998, '.') + "\n";
  EXPECT_EQ(Labels(bytes + "x = |"), kValues);
  EXPECT_EQ(Labels(bytes + "#" + std::string(523, '.') + "\nx = |"), "");
  EXPECT_EQ(Labels(bytes + bytes + "x = |"), "");
  // One character of a string can be several bytes.
  std::string wide;
  for (int k = 0; k < 140; ++k) wide += "\xF0\x9F\x98\x80";
  EXPECT_EQ(Labels(bytes + "x = \"" + wide.substr(0, 100) + "\" + |"), "\"\" input()");
  EXPECT_EQ(Labels(bytes + "#\nx = \"" + wide + "\" + |"), "");
}

TEST(Completion, AMalformedPositionIsRefused) {
  const Document document("file:///a.aeg", 1, "", Encoding::kUtf16);
  EXPECT_THROW(Completion(document, Json::object(), Client()), RequestError);
}

}  // namespace
}  // namespace aegis::lsp

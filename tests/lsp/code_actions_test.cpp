// Quick fixes as the editor gets them. What is offered for which problem, and with what result, is
// tested in tests/semantic/fixes_..._test.cpp.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lsp/features.h"
#include "tests/lsp/session.h"

namespace aegis::lsp_test {
namespace {

using namespace lsp;

const std::string kUri = "file:///a.aeg";
constexpr const char* kMethod = "textDocument/codeAction";

Json Asked(const Json& range, Json context = {{"diagnostics", Json::array()}}) {
  Json params = About(kUri);
  params["range"] = range;
  params["context"] = std::move(context);
  return params;
}

/// The actions at a range of `text`, for a client that knows everything.
Json Actions(const std::string& text, const Json& range,
             Json context = {{"diagnostics", Json::array()}}) {
  Session session(FullCapabilities());
  session.Open(kUri, text);
  return session.Result(kMethod, Asked(range, std::move(context)));
}

std::vector<std::string> Titles(const Json& actions) {
  std::vector<std::string> titles;
  for (const Json& action : actions) titles.push_back(action["title"]);
  return titles;
}

using Strings = std::vector<std::string>;

/// The document after the edits of an action, which it gets back through `didChange`, last first.
std::string After(const std::string& text, const Json& action, const Client& client) {
  Document document(kUri, 1, text, client.encoding);
  const Json& edit = action["edit"];
  const Json& edits = edit.contains("documentChanges") ? edit["documentChanges"][0]["edits"]
                                                       : edit["changes"][kUri];
  for (auto it = edits.rbegin(); it != edits.rend(); ++it) {
    document.Change(2, Json::array({{{"range", (*it)["range"]}, {"text", (*it)["newText"]}}}));
  }
  return document.Text({0, static_cast<std::uint32_t>(document.text().size())});
}

TEST(CodeActions, AreWholeActionsWithTheirEdits) {
  const Json actions = Actions("x = True\n", RangeOf(0, 4, 0, 4));
  ASSERT_EQ(actions.size(), 1U);
  const Json& action = actions[0];
  EXPECT_EQ(action["title"], "write `true`");
  EXPECT_EQ(action["kind"], "quickfix");
  EXPECT_EQ(action["isPreferred"], true);
  EXPECT_EQ(action["diagnostics"][0]["code"], "AEG0105");
  EXPECT_EQ(action["edit"],
            (Json{{"documentChanges",
                   Json::array({{{"textDocument", {{"uri", kUri}, {"version", 1}}},
                                 {"edits", Json::array({{{"range", RangeOf(0, 4, 0, 8)},
                                                         {"newText", "true"}}})}}})}}));
}

TEST(CodeActions, NameNoVersionForAClientThatHasNone) {
  Json capabilities = FullCapabilities();
  capabilities["workspace"].erase("workspaceEdit");
  Session session(capabilities);
  session.Open(kUri, "x = True\n");
  const Json actions = session.Result(kMethod, Asked(RangeOf(0, 0, 0, 8)));
  EXPECT_EQ(
      actions[0]["edit"],
      (Json{{"changes",
             {{kUri, Json::array({{{"range", RangeOf(0, 4, 0, 8)}, {"newText", "true"}}})}}}}));
}

TEST(CodeActions, AreNoneForAClientThatKnowsCommandsOnly) {
  Session session;
  session.Open(kUri, "x = True\n");
  EXPECT_EQ(session.Result(kMethod, Asked(RangeOf(0, 4, 0, 4))), Json::array());
}

TEST(CodeActions, AreForTheProblemsThatTheRangeTouches) {
  const std::string text = "x = 1\nif x = 1 :\n  x = True\n  y = 'a'\n";
  EXPECT_EQ(Titles(Actions(text, RangeOf(1, 5, 1, 5))),
            (Strings{"write `==`", "fix all problems that have a preferred fix"}));
  EXPECT_EQ(Titles(Actions(text, RangeOf(1, 6, 2, 6))),
            (Strings{"write `==`", "write `true`", "fix all problems that have a preferred fix"}));
  EXPECT_EQ(Actions(text, RangeOf(0, 0, 0, 5)), Json::array());
}

TEST(CodeActions, AreForTheLineWhenNothingTouches) {
  const std::string text = "if true:\n  x = 1\nelif true:\n  x = 2\n";
  EXPECT_EQ(Titles(Actions(text, RangeOf(2, 0, 2, 0))),
            (Strings{"replace `elif` by an `if` inside `else`"}));
  EXPECT_EQ(Actions(text, RangeOf(3, 0, 3, 0)), Json::array());
  // The two names are problems of one line: each has its own place.
  const std::string names = "count = 1\nprint(coutn + conut)\n";
  EXPECT_EQ(Actions(names, RangeOf(1, 7, 1, 7)).size(), 2U);
  EXPECT_EQ(Actions(names, RangeOf(1, 0, 1, 0)).size(), 3U);
}

TEST(CodeActions, AreForTheProblemsThatTheClientNames) {
  const std::string text = "x = True\ny = 1\n";
  const Json named = {{"range", RangeOf(0, 4, 0, 5)}, {"code", "AEG0105"}, {"data", 7}};
  const Json actions = Actions(text, RangeOf(1, 0, 1, 0), {{"diagnostics", Json::array({named})}});
  ASSERT_EQ(Titles(actions), (Strings{"write `true`"}));
  EXPECT_EQ(actions[0]["diagnostics"], Json::array({named}));
  for (const auto& [member, other] : {std::pair<const char*, Json>{"code", "AEG0106"},
                                      {"code", nullptr},
                                      {"range", RangeOf(0, 4, 0, 6)},
                                      {"range", 3}}) {
    Json wrong = named;
    wrong[member] = other;
    EXPECT_EQ(
        Actions(text, RangeOf(1, 0, 1, 0), {{"diagnostics", Json::array({wrong, 4, nullptr})}}),
        Json::array());
  }
}

TEST(CodeActions, NameAllProblemsThatOneChangeSolves) {
  const Json actions = Actions("if true:\n\tx = 1\n\ty = 2\n", RangeOf(1, 0, 2, 0),
                               {{"diagnostics", Json::array()}, {"only", {"quickfix"}}});
  ASSERT_EQ(Titles(actions),
            (Strings{"indent with 4 spaces instead of tabs everywhere",
                     "indent this line with 4 spaces", "indent this line with 4 spaces"}));
  EXPECT_EQ(actions[0]["diagnostics"].size(), 2U);
  EXPECT_EQ(actions[1]["diagnostics"].size(), 1U);
}

TEST(CodeActions, AreOfTheKindsThatAreWanted) {
  const std::string text = "x = True\ny = False\n";
  const auto kinds = [&](const Json& only, const Json& trigger = nullptr) {
    Json context = {{"diagnostics", Json::array()}};
    if (!only.is_null()) context["only"] = only;
    if (!trigger.is_null()) context["triggerKind"] = trigger;
    Strings found;
    for (const Json& action : Actions(text, RangeOf(0, 4, 0, 4), context)) {
      found.push_back(action["kind"]);
    }
    return found;
  };
  const Strings both = {"quickfix", "source.fixAll.aegis"};
  EXPECT_EQ(kinds(nullptr), both);
  EXPECT_EQ(kinds(nullptr, 1), both);
  EXPECT_EQ(kinds(nullptr, 2), (Strings{"quickfix"}));
  EXPECT_EQ(kinds(Json::array({""})), both);
  EXPECT_EQ(kinds(Json::array({"refactor", "quickfix"})), (Strings{"quickfix"}));
  EXPECT_EQ(kinds(Json::array({"source"})), (Strings{"source.fixAll.aegis"}));
  EXPECT_EQ(kinds(Json::array({"source.fixAll"}), 2), (Strings{"source.fixAll.aegis"}));
  EXPECT_EQ(kinds(Json::array({"source.fixAll.other", "sourc", 5})), Strings());
  EXPECT_EQ(kinds(Json::array()), Strings());
}

TEST(CodeActions, FixEverythingAtOnce) {
  const Client client = ReadClient({{"capabilities", FullCapabilities()}});
  const std::string text = "a = \"\U0001F600\"\r\nif a = \"é\"\r\n  print 'ü';\r\n";
  const Json actions =
      Actions(text, RangeOf(0, 0, 0, 0), {{"diagnostics", Json::array()}, {"only", {"source"}}});
  ASSERT_EQ(actions.size(), 1U);
  EXPECT_EQ(After(text, actions[0], client),
            "a = \"\U0001F600\"\r\nif a == \"é\":\r\n  print(\"ü\")\r\n");
  // What is the same before and behind is not in the edit.
  EXPECT_EQ(actions[0]["edit"]["documentChanges"][0]["edits"][0]["range"], RangeOf(1, 6, 2, 12));
}

TEST(CodeActions, DoNotCutLineEnds) {
  const Client client = ReadClient({{"capabilities", FullCapabilities()}});
  for (const auto& [text, fixed] :
       {std::pair<std::string, std::string>{"x = 1\r\r\ny = 2\n", "x = 1\r\ny = 2\n"},
        {"x = 1\ry = 2\r\n", "x = 1\ny = 2\r\n"},
        {"x = 1;\r\n", "x = 1\r\n"}}) {
    const Json actions =
        Actions(text, RangeOf(0, 0, 9, 0), {{"diagnostics", Json::array()}, {"only", {""}}});
    ASSERT_GE(actions.size(), 2U);
    EXPECT_EQ(After(text, actions.front(), client), fixed);
    EXPECT_EQ(After(text, actions.back(), client), fixed);
  }
}

TEST(CodeActions, CountInTheUnitsOfTheClient) {
  const std::string text = "a = \"\U0001F600\" + 'ü'\nb = True\n";
  for (const Encoding encoding : {Encoding::kUtf16, Encoding::kUtf8}) {
    Client client;
    client.code_action_literals = true;
    client.encoding = encoding;
    const Document document(kUri, 1, text, encoding);
    const Json actions = CodeActions(document, Asked(RangeOf(0, 0, 1, 8)), client);
    ASSERT_GE(actions.size(), 2U);
    EXPECT_EQ(After(text, actions[0], client), "a = \"\U0001F600\" + \"ü\"\nb = True\n");
    EXPECT_EQ(After(text, actions[1], client), "a = \"\U0001F600\" + 'ü'\nb = true\n");
  }
}

TEST(CodeActions, HaveAnEnd) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "x = True\n";
  const Json context = {{"diagnostics", Json::array()}, {"only", {"quickfix"}}};
  // One change serves them all, and each of the first sixteen has one of its own.
  EXPECT_EQ(Actions(text, RangeOf(0, 0, 40, 0), context).size(), 17U);
}

TEST(CodeActions, AreNoneWithoutAProblemOrAFix) {
  EXPECT_EQ(Actions("x = 1\n", RangeOf(0, 0, 1, 0)), Json::array());
  EXPECT_EQ(Actions("", RangeOf(0, 0, 0, 0)), Json::array());
  EXPECT_EQ(Actions("while true\n", RangeOf(0, 0, 0, 0)), Json::array());
  EXPECT_EQ(Actions(std::string(70000, 'x'), RangeOf(0, 0, 0, 0)), Json::array());
}

TEST(CodeActions, NeedARange) {
  Session session(FullCapabilities());
  session.Open(kUri, "x = True\n");
  Json params = Asked(RangeOf(0, 1, 0, 0));
  EXPECT_EQ(session.Error(kMethod, params), kInvalidParams);
  params.erase("range");
  EXPECT_EQ(session.Error(kMethod, params), kInvalidParams);
  // The context can be anything.
  params = Asked(RangeOf(0, 4, 0, 4), 5);
  EXPECT_EQ(session.Result(kMethod, params).size(), 1U);
}

}  // namespace
}  // namespace aegis::lsp_test

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "lsp/features.h"
#include "syntax/format.h"

namespace aegis::lsp {
namespace {

constexpr const char* kText = "if true:\n  x=1\n  if x==1:\n    y =2\n\n\n  z= ( 3 )\n# end";

Json Options(int tab_size) {
  return {{"options", {{"tabSize", tab_size}, {"insertSpaces", true}}}};
}

/// `text` with the edits of an answer.
std::string Applied(const std::string& text, Json edits) {
  Document document("file:///a.aeg", 1, text, Encoding::kUtf16);
  std::reverse(edits.begin(), edits.end());
  for (Json& edit : edits) edit["text"] = edit["newText"];
  document.Change(2, edits);
  return ToUtf8(document.text());
}

Document Opened(const std::string& text) {
  return Document("file:///a.aeg", 1, text, Encoding::kUtf16);
}

TEST(Formatting, GivesWhatTheFormatterGives) {
  for (const int indent : {2, 4}) {
    const Document document = Opened(kText);
    EXPECT_EQ(Applied(kText, Formatting(document, Options(indent), {})),
              Format(Source(kText), {indent}).text);
  }
}

TEST(Formatting, TheClientsSettingGoesBeforeTheEditors) {
  Client client;
  client.indent = 2;
  EXPECT_EQ(Applied(kText, Formatting(Opened(kText), Options(4), client)),
            Format(Source(kText), {2}).text);
  EXPECT_EQ(Applied(kText, Formatting(Opened(kText), Options(8), {})),
            Format(Source(kText), {4}).text);
}

TEST(Formatting, ABrokenProgramIsLeftAlone) {
  EXPECT_TRUE(Formatting(Opened("x =  \n"), Options(4), {}).is_null());
}

TEST(Formatting, AnAnswerThatWouldPassALimitIsAnError) {
  std::string line = "x=1";
  while (line.size() < 2040) line += "+1";
  try {
    Formatting(Opened(line), Options(4), {});
    FAIL() << "not refused";
  } catch (const RequestError& error) {
    EXPECT_EQ(error.code(), kRequestFailed);
  }
}

TEST(RangeFormatting, ChangesTheLinesOfTheRangeAlone) {
  const auto lines = [](int begin, int end) {
    Json params = Options(4);
    params["range"] = {{"start", {{"line", begin}, {"character", 0}}},
                       {"end", {{"line", end}, {"character", 0}}}};
    return params;
  };
  EXPECT_EQ(Applied(kText, RangeFormatting(Opened(kText), lines(3, 4), {})),
            "if true:\n  x=1\n  if x==1:\n    y = 2\n\n\n  z= ( 3 )\n# end");
  EXPECT_EQ(Applied(kText, RangeFormatting(Opened(kText), lines(1, 3), {})),
            "if true:\n  x = 1\n  if x == 1:\n    y =2\n\n\n  z= ( 3 )\n# end");
}

std::string Typed(const std::string& text, std::uint32_t line, int tab_size = 4) {
  const Document document = Opened(text);
  Json params = Options(tab_size);
  params["ch"] = "\n";
  params["position"] = {{"line", line}, {"character", 0}};
  return Applied(text, OnTypeFormatting(document, params, {}));
}

TEST(OnTypeFormatting, ALineBehindAColonIsOneLevelDeeper) {
  EXPECT_EQ(Typed("if true:\n", 1), "if true:\n    ");
  EXPECT_EQ(Typed("if true:\n", 1, 2), "if true:\n  ");
  EXPECT_EQ(Typed("if true:  # why\n x", 1), "if true:  # why\n    x");
  EXPECT_EQ(Typed("if true:\n      \nprint(1)\n", 1), "if true:\n    \nprint(1)\n");
}

TEST(OnTypeFormatting, TheUnitOfTheFileGoesBeforeAll) {
  EXPECT_EQ(Typed("if true:\n  x = 1\n  if x == 1:\n", 3, 4),
            "if true:\n  x = 1\n  if x == 1:\n    ");
}

TEST(OnTypeFormatting, OtherLinesStayAsTheEditorMadeThem) {
  EXPECT_EQ(Typed("x = 1\n   ", 1), "x = 1\n   ");
  EXPECT_EQ(Typed("x = \":\n  ", 1), "x = \":\n  ");
  EXPECT_EQ(Typed("# a:\n  ", 1), "# a:\n  ");
  EXPECT_EQ(Typed("x = 1", 0), "x = 1");
}

TEST(InlayHint, StaysInsideTheRange) {
  const Document document = Opened("a = 1\nb = 2.0\nc = a $\nd = zz\n");
  const auto hints = [&](int begin, int end) {
    return InlayHints(document,
                      {{"range",
                        {{"start", {{"line", begin}, {"character", 0}}},
                         {"end", {{"line", end}, {"character", 0}}}}}},
                      {});
  };
  ASSERT_EQ(hints(0, 9).size(), 3U);  // what `zz` is, nobody knows
  ASSERT_EQ(hints(1, 2).size(), 1U);
  EXPECT_EQ(hints(1, 2)[0]["label"], ": float");
  EXPECT_EQ(hints(2, 3)[0]["label"], ": int");
}

}  // namespace
}  // namespace aegis::lsp

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "lsp/features.h"
#include "tests/lsp/cursor.h"

namespace aegis::lsp {
namespace {

using lsp_test::CursorDocument;
using lsp_test::ShortRange;

/// Text of pieces that often make no program.
std::string RandomText(std::mt19937_64* random) {
  static const char* const kPieces[] = {"if ",
                                        "else",
                                        ":",
                                        "\n",
                                        "\n",
                                        "\n  ",
                                        "\n    ",
                                        "x",
                                        " = ",
                                        "1",
                                        "\"s\"",
                                        "\"",
                                        "(",
                                        ")",
                                        "print",
                                        "input",
                                        "+",
                                        "not ",
                                        "#",
                                        "$",
                                        "\r\n",
                                        "\r",
                                        "\t",
                                        "é",
                                        "y",
                                        "==",
                                        "\xF0\x9F\x98\x80",
                                        "# c\n",
                                        "if x:\n  y = 1\n",
                                        "x = 1\n"};
  std::string text;
  for (auto left = (*random)() % 40; left > 0; --left)
    text += kPieces[(*random)() % std::size(kPieces)];
  return text;
}

std::uint32_t EndOf(const Document& document, const Json& range) {
  return document.Offset(range["end"]);
}

TEST(SelectionRange, GrowsFromTheCursorToTheWholeText) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    const Document document("file:///a.aeg", 1, RandomText(&random), Encoding::kUtf16);
    const auto size = static_cast<std::uint32_t>(document.text().size());
    const Json position = document.ToJson(static_cast<std::uint32_t>(random() % (size + 1)));
    const Json answer = SelectionRanges(document, {{"positions", Json::array({position})}}, {})[0];
    const std::uint32_t offset = document.Offset(position);
    Range inner{offset, offset};
    bool first = true;
    for (const Json* at = &answer;; at = &(*at)["parent"]) {
      const Range range = document.Offsets((*at)["range"]);
      ASSERT_LE(range.begin, inner.begin);
      ASSERT_GE(range.end, inner.end);
      ASSERT_TRUE(first || !(range == inner));
      first = false;
      inner = range;
      if (!at->contains("parent")) break;
    }
    ASSERT_EQ(inner.begin, 0U);
    ASSERT_EQ(EndOf(document, document.ToJson(inner)),
              EndOf(document, document.ToJson(Range{0, size})));
  }
}

std::string Selected(const std::string& marked) {
  const CursorDocument cursor(marked);
  const Json params = {{"positions", Json::array({cursor.At()["position"]})}};
  std::string text;
  const Json answer = SelectionRanges(cursor.document(), params, {});
  for (const Json* at = &answer[0];; at = &(*at)["parent"]) {
    text += (text.empty() ? "" : " ") + ShortRange((*at)["range"]);
    if (!at->contains("parent")) return text;
  }
}

TEST(SelectionRange, GoesThroughParenthesesStatementsAndBlocks) {
  // The name, `(a + 1)` without and with its parentheses, the product, the statement, the body,
  // the `if`, the text.
  EXPECT_EQ(Selected("a = 1\nif a == 1:\n  b = 2 * (|a + 1)\n  a = 3\n"),
            "2:11-12 2:11-16 2:10-17 2:6-17 2:2-17 2:2-3:7 1:0-3:7 0:0-4:0");
  EXPECT_EQ(Selected("print((|(2)))\n"), "0:7-8 0:7-10 0:6-11 0:5-12 0:0-12 0:0-1:0");
  EXPECT_EQ(Selected("print(1) $ ( |a )\n"), "0:13-14 0:11-16 0:0-1:0");
  EXPECT_EQ(Selected("x = (\nprint(|1) )\n"), "1:6-7 1:5-8 1:0-8 0:0-2:0");
  EXPECT_EQ(Selected("x = $ |a\n"), "0:6-7 0:0-1:0");
  EXPECT_EQ(Selected("|"), "0:0-0");
}

// JSON readers of some clients refuse what nests 1000 deep.
TEST(SelectionRange, DoesNotNestWithoutEnd) {
  std::string line = "a = |1";
  for (int i = 0; i < 1000; ++i) line += "+1";
  const std::string ranges = Selected(line + "\n");
  const auto count = std::count(ranges.begin(), ranges.end(), ' ') + 1;
  EXPECT_GT(count, 100);
  EXPECT_LT(count, 300);
  const std::string end = "0:0-2005 0:0-1:0";
  EXPECT_EQ(ranges.substr(ranges.size() - end.size()), end);
}

void CheckNested(const Document& document, const Json& symbols, Range outer) {
  for (const Json& symbol : symbols) {
    const Range range = document.Offsets(symbol["range"]);
    const Range selection = document.Offsets(symbol["selectionRange"]);
    ASSERT_LE(outer.begin, range.begin);
    ASSERT_LE(range.end, outer.end);
    ASSERT_LE(range.begin, selection.begin);
    ASSERT_LE(selection.end, range.end);
    if (symbol.contains("children")) CheckNested(document, symbol["children"], range);
  }
}

TEST(DocumentSymbol, NestsAndStaysInsideTheText) {
  std::mt19937_64 random(2);
  Client client;
  client.nested_symbols = true;
  for (int i = 0; i < 1000; ++i) {
    const Document document("file:///a.aeg", 1, RandomText(&random), Encoding::kUtf8);
    CheckNested(document, DocumentSymbols(document, {}, client),
                {0, static_cast<std::uint32_t>(document.text().size())});
  }
}

TEST(FoldingRange, LinesAreInsideTheDocumentAndInOrder) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 1000; ++i) {
    const Document document("file:///a.aeg", 1, RandomText(&random), Encoding::kUtf8);
    for (const Json& fold : FoldingRanges(document, {}, {})) {
      ASSERT_LT(fold["startLine"], fold["endLine"]);
      ASSERT_LT(fold["endLine"].get<std::uint32_t>(), document.positions().line_count());
    }
  }
}

// ---- Semantic tokens ---------------------------------------------------------------------------

TEST(SemanticTokens, AreInOrderAndLieInsideTheirLines) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 2000; ++i) {
    const Encoding encoding = i % 2 == 0 ? Encoding::kUtf8 : Encoding::kUtf16;
    const Document document("file:///a.aeg", 1, RandomText(&random), encoding);
    const std::vector<std::uint32_t> data = SemanticTokens(document);
    ASSERT_EQ(data.size() % 5, 0U);
    LspPosition at;
    std::uint32_t free_from = 0;
    for (std::size_t token = 0; token < data.size(); token += 5) {
      if (data[token] > 0) at = {at.line + data[token], 0}, free_from = 0;
      at.character += data[token + 1];
      ASSERT_GE(at.character, free_from);
      free_from = at.character + data[token + 2];
      const LspPosition end{at.line, free_from};
      ASSERT_EQ(document.positions().At(document.positions().OffsetAt(at)), at);
      ASSERT_EQ(document.positions().At(document.positions().OffsetAt(end)), end);
      ASSERT_GT(data[token + 2], 0U);
    }
  }
}

TEST(SemanticTokens, EditsTurnTheOldOnesIntoTheNew) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::uint32_t> before;
    std::vector<std::uint32_t> after;
    for (auto n = random() % 20; n > 0; --n)
      before.push_back(static_cast<std::uint32_t>(random() % 3));
    for (auto n = random() % 20; n > 0; --n)
      after.push_back(static_cast<std::uint32_t>(random() % 3));
    if (random() % 3 == 0) after = before;
    const Json edits = SemanticTokensEdits(before, after);
    ASSERT_LE(edits.size(), 1U);
    for (const Json& edit : edits) {
      const auto begin = before.begin() + edit["start"].get<std::ptrdiff_t>();
      const auto inserted = edit["data"].get<std::vector<std::uint32_t>>();
      const auto place = before.erase(begin, begin + edit["deleteCount"].get<std::ptrdiff_t>());
      before.insert(place, inserted.begin(), inserted.end());
    }
    ASSERT_EQ(before, after);
  }
}

}  // namespace
}  // namespace aegis::lsp

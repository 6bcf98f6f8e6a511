#include "lsp/document.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/lsp/session.h"

namespace aegis::lsp_test {
namespace {

using lsp::Document;
using lsp::Encoding;
using lsp::RequestError;
using lsp::ToUtf8;

Json Edit(const Json& range, const std::string& text) { return {{"range", range}, {"text", text}}; }

/// `text` after `changes`.
std::string After(const std::string& text, const std::vector<Json>& changes) {
  Document document("a", 1, text, Encoding::kUtf16);
  document.Change(2, Json(changes));
  return ToUtf8(document.text());
}

TEST(Document, ReplacesRangesAndTheWhole) {
  EXPECT_EQ(After("abc\ndef\n", {}), "abc\ndef\n");
  EXPECT_EQ(After("abc\ndef\n", {Edit(RangeOf(0, 1, 1, 1), "-")}), "a-ef\n");
  EXPECT_EQ(After("abc\ndef\n", {Edit(RangeOf(2, 0, 2, 0), "end")}), "abc\ndef\nend");
  EXPECT_EQ(After("abc\n", {Json({{"text", "new"}})}), "new");
  EXPECT_EQ(After("abc\n", {Json({{"range", nullptr}, {"text", "new"}})}), "new");
  EXPECT_EQ(After("", {Edit(RangeOf(0, 0, 0, 0), "\U0001D11E")}), "\U0001D11E");
  EXPECT_EQ(After("abc", {Edit(RangeOf(0, 0, 9, 9), "")}), "");
}

TEST(Document, EachChangeSeesTheOnesBeforeIt) {
  // Forwards, backwards, touching, overlapping, and one after the whole.
  EXPECT_EQ(After("abc", {Edit(RangeOf(0, 0, 0, 1), "AA"), Edit(RangeOf(0, 2, 0, 3), "B")}),
            "AABc");
  EXPECT_EQ(After("abc", {Edit(RangeOf(0, 2, 0, 3), "CC"), Edit(RangeOf(0, 0, 0, 1), "AA")}),
            "AAbCC");
  EXPECT_EQ(After("abc", {Edit(RangeOf(0, 2, 0, 3), "CC"), Edit(RangeOf(0, 1, 0, 2), "BB")}),
            "aBBCC");
  EXPECT_EQ(After("abc", {Edit(RangeOf(0, 1, 0, 2), "123"), Edit(RangeOf(0, 2, 0, 3), "")}),
            "a13c");
  EXPECT_EQ(After("abc", {Edit(RangeOf(0, 2, 0, 3), "x"), Json({{"text", "new\n"}}),
                          Edit(RangeOf(0, 0, 0, 1), "N")}),
            "New\n");
  // A position behind the end of a line: the line has become longer.
  EXPECT_EQ(After("ab\ncd", {Edit(RangeOf(0, 2, 0, 2), "xyz"), Edit(RangeOf(0, 99, 0, 99), "!")}),
            "abxyz!\ncd");
  EXPECT_EQ(After("ab", {Edit(RangeOf(0, 1, 0, 1), "\n"), Edit(RangeOf(0, 99, 0, 99), "!")}),
            "a!\nb");
}

TEST(Document, JoinsAndCutsLineEnds) {
  // The LF that is inserted makes one line end with the CR before it, and the next change is
  // behind it.
  EXPECT_EQ(After("a\rb", {Edit(RangeOf(1, 0, 1, 0), "\n"), Edit(RangeOf(1, 0, 1, 0), "x")}),
            "a\r\nxb");
  EXPECT_EQ(After("a\rx\nb", {Edit(RangeOf(1, 0, 1, 1), ""), Edit(RangeOf(1, 0, 1, 0), "y")}),
            "a\r\nyb");
  EXPECT_EQ(After("a\r\nb", {Edit(RangeOf(0, 1, 0, 1), "\r"), Edit(RangeOf(1, 0, 1, 0), "x")}),
            "a\rx\r\nb");
  // The last place of a line that ends in CRLF is before the CR.
  EXPECT_EQ(After("a\r\nb", {Edit(RangeOf(0, 9, 1, 0), "")}), "ab");
  EXPECT_EQ(After("a\r\nb", {Edit(RangeOf(0, 9, 0, 9), "x")}), "ax\r\nb");
}

TEST(Document, ThousandsOfChangesFromTheEndToTheStart) {
  std::string text;
  std::string expected;
  std::vector<Json> changes;
  constexpr std::uint32_t kLines = 200000;
  for (std::uint32_t i = 0; i < kLines; ++i) {
    text += "x = \"\u20AC\"\r\n";
    expected += "total = \"\u20AC\"\r\n";
    const std::uint32_t line = kLines - 1 - i;
    changes.push_back(Edit(RangeOf(line, 0, line, 1), "total"));
  }
  EXPECT_TRUE(After(text, changes) == expected);
}

TEST(Document, CarriesOutWhatComesBeforeAMalformedChange) {
  Document document("a", 1, "abc\n", Encoding::kUtf16);
  const Json right = Edit(RangeOf(0, 2, 0, 3), "C");
  for (const Json& wrong :
       {Json(), Json(7), Json::object(), Json({{"text", 7}}), Json({{"text", "x"}, {"range", 7}}),
        Edit(RangeOf(0, 1, 0, 0), "x"), Json({{"text", "x"}, {"range", {{"start", 1}}}})}) {
    EXPECT_THROW(document.Change(2, Json::array({right, wrong, right})), RequestError) << wrong;
    EXPECT_EQ(ToUtf8(document.text()), "abC\n");
  }
  EXPECT_THROW(document.Change(3, Json::object()), RequestError);
  EXPECT_EQ(document.version(), 2);
}

TEST(Document, EveryTextHasARevisionOfItsOwn) {
  Document document("a", 1, "abc\n", Encoding::kUtf16);
  const Document other("a", 1, "abc\n", Encoding::kUtf16);
  const std::uint64_t first = document.revision();
  EXPECT_NE(first, other.revision());
  document.Change(2, Json::array());
  EXPECT_EQ(document.revision(), first);
  document.Change(3, Json::array({Edit(RangeOf(0, 0, 0, 0), "")}));
  EXPECT_NE(document.revision(), first);
}

TEST(Document, FindsTokens) {
  const Document document("a", 1, "x=1 # c\n", Encoding::kUtf16);
  const auto at = [&](std::uint32_t offset) {
    const ScannedToken* token = document.TokenAt(offset);
    return token == nullptr ? "none" : document.Text(token->range);
  };
  EXPECT_EQ(at(0), "x");
  EXPECT_EQ(at(1), "=");
  EXPECT_EQ(at(2), "1");
  EXPECT_EQ(at(3), "1");
  EXPECT_EQ(at(4), "# c");
  EXPECT_EQ(at(7), "# c");
  EXPECT_EQ(at(8), "none");
}

TEST(Document, OverTheSizeLimitHasNoTokens) {
  Document document("a", 1, std::string(65537, ' '), Encoding::kUtf16);
  EXPECT_TRUE(document.tokens().empty());
  EXPECT_EQ(document.TokenAt(0), nullptr);
  EXPECT_EQ(document.analysis().diagnostics.size(), 1U);
  document.Change(2, Json::array({Edit(RangeOf(0, 0, 0, 3), "x")}));
  EXPECT_EQ(document.tokens().size(), 1U);
}

}  // namespace
}  // namespace aegis::lsp_test

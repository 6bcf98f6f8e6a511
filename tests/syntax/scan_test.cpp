#include "syntax/scan.h"

#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <string>

#include "tests/support/listing.h"

namespace aegis {
namespace {

/// The tokens of `text` as `kind:text`, separated by spaces.
std::string Scanned(std::string_view text) {
  static const char* const kNames[] = {"name", "keyword", "number", "string",  "operator",
                                       "left", "right",   "colon",  "comment", "broken"};
  const Source source(text);
  std::string listing;
  for (const ScannedToken& token : Scan(source)) {
    if (!listing.empty()) listing += " ";
    listing += kNames[static_cast<std::size_t>(token.lexeme)];
    listing += ":" + source.Text(token.range);
  }
  return listing;
}

TEST(Scan, KnowsEveryKindOfToken) {
  EXPECT_EQ(Scanned("x = 1.5e3 + 2\n"), "name:x operator:= number:1.5e3 operator:+ number:2");
  EXPECT_EQ(Scanned("if not a<=b:"), "keyword:if keyword:not name:a operator:<= name:b colon::");
  EXPECT_EQ(Scanned("print(\"a#b\")  # c\r\n"),
            "keyword:print left:( string:\"a#b\" right:) comment:# c");
}

TEST(Scan, NothingHasNoTokens) {
  EXPECT_EQ(Scanned(""), "");
  EXPECT_EQ(Scanned("  \n \r\n"), "");
}

TEST(Scan, GoesOnBehindAProblem) {
  EXPECT_EQ(Scanned("a $ b 1x c"), "name:a broken:$ name:b broken:1x name:c");
  EXPECT_EQ(Scanned("\ta\rb"), "broken:\t name:a broken:\r name:b");
}

TEST(Scan, AStringThatGoesWrongTakesTheRestOfItsLine) {
  EXPECT_EQ(Scanned("x = \"a b\ny"), "name:x operator:= broken:\"a b name:y");
  EXPECT_EQ(Scanned("x = \"a\\q b\" # c\ny"), "name:x operator:= broken:\"a\\q b\" # c name:y");
}

TEST(Scan, ACommentTakesItsWholeLine) {
  EXPECT_EQ(Scanned("# a\tb \"c\nd#e"), "comment:# a\tb \"c name:d comment:#e");
  EXPECT_EQ(Scanned("#"), "comment:#");
}

TEST(Scan, NothingIsThereBehindAnInvalidByte) {
  EXPECT_EQ(Scanned("a \xff b"), "name:a broken:\xEF\xBF\xBD");
}

TEST(Scan, TokensAreInOrderAndOnlySpacesAreLeftBetweenThem) {
  static const char* const kPieces[] = {"if", "é", "\n", "\r\n", "\r", "\t",    " ",
                                        "x",  "1", "1.", "\"",   "\\", "\\u12", "#",
                                        "(",  ")", ":",  "$",    "=",  "\x01"};
  std::mt19937_64 random(5);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (auto left = random() % 30; left > 0; --left)
      text += kPieces[random() % std::size(kPieces)];
    const Source source(text);
    std::uint32_t end = 0;
    const auto is_gap = [&](std::uint32_t until) {
      for (; end < until; ++end) {
        const char32_t c = source.code_points()[end];
        const bool line_end = c == U'\n' || (c == U'\r' && end + 1 < source.size() &&
                                             source.code_points()[end + 1] == U'\n');
        if (c != U' ' && !line_end) return false;
      }
      return true;
    };
    for (const ScannedToken& token : Scan(source)) {
      ASSERT_LT(token.range.begin, token.range.end) << text;
      ASSERT_TRUE(is_gap(token.range.begin)) << text;
      ASSERT_EQ(source.LineIndexAt(token.range.begin), source.LineIndexAt(token.range.end - 1));
      end = token.range.end;
    }
    ASSERT_TRUE(is_gap(source.size())) << text;
  }
}

}  // namespace
}  // namespace aegis

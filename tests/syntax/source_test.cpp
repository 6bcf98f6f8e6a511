#include "syntax/source.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aegis {
namespace {

using namespace std::string_literals;

constexpr char32_t kLastCodePoint = 0x10FFFF;

bool IsSurrogate(char32_t c) { return c >= 0xD800 && c <= 0xDFFF; }

// ---- UTF-8 --------------------------------------------------------------------------------------

/// UTF-8 written down from the definition of its four forms: the bits of the value, and how many
/// bytes carry them. The forms that are no valid UTF-8 (overlong, too large, surrogates) come out
/// as well.
std::string Encode(std::uint32_t value, int length) {
  static constexpr unsigned kLead[] = {0, 0x00, 0xC0, 0xE0, 0xF0, 0xF8, 0xFC};
  std::string bytes(static_cast<std::size_t>(length), '\0');
  for (int i = length - 1; i > 0; --i) {
    bytes[static_cast<std::size_t>(i)] = static_cast<char>(0x80 | (value & 0x3F));
    value >>= 6;
  }
  bytes[0] = static_cast<char>(kLead[length] | value);
  return bytes;
}

int Utf8Length(char32_t c) { return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; }

TEST(Utf8, EveryScalarValueRoundTrips) {
  for (char32_t c = 0; c <= kLastCodePoint; ++c) {
    if (IsSurrogate(c)) continue;
    const std::string bytes = Encode(c, Utf8Length(c));
    std::string appended;
    AppendUtf8(c, &appended);
    ASSERT_EQ(appended, bytes) << std::uint32_t{c};
    ASSERT_TRUE(IsValidUtf8(bytes)) << std::uint32_t{c};
    const Source source(bytes);
    ASSERT_EQ(source.code_points(), std::u32string(1, c)) << std::uint32_t{c};
    ASSERT_FALSE(source.invalid_offset()) << std::uint32_t{c};
  }
}

TEST(Utf8, RefusesOverlongForms) {
  for (int length = 2; length <= 4; ++length) {
    static constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
    for (std::uint32_t value = 0; value < kSmallest[length]; ++value) {
      ASSERT_FALSE(IsValidUtf8(Encode(value, length))) << value << " in " << length << " bytes";
    }
    EXPECT_TRUE(IsValidUtf8(Encode(kSmallest[length], length)));
  }
}

TEST(Utf8, RefusesSurrogates) {
  for (std::uint32_t value = 0xD800; value <= 0xDFFF; ++value) {
    ASSERT_FALSE(IsValidUtf8(Encode(value, 3))) << value;
  }
  EXPECT_FALSE(IsValidUtf8(Encode(0xD83D, 3) + Encode(0xDE00, 3))) << "not even in pairs";
}

TEST(Utf8, RefusesWhatIsAboveTheLastCodePoint) {
  EXPECT_TRUE(IsValidUtf8(Encode(kLastCodePoint, 4)));
  EXPECT_FALSE(IsValidUtf8(Encode(kLastCodePoint + 1, 4)));
  EXPECT_FALSE(IsValidUtf8(Encode(0x1FFFFF, 4)));
  EXPECT_FALSE(IsValidUtf8(Encode(0x200000, 5)));
  EXPECT_FALSE(IsValidUtf8(Encode(0x4000000, 6)));
  EXPECT_FALSE(IsValidUtf8("\xFE"));
  EXPECT_FALSE(IsValidUtf8("\xFF"));
}

TEST(Utf8, RefusesSequencesCutShort) {
  for (const char32_t c : {U'é', U'€', U'\U0001F600'}) {
    const std::string whole = Encode(c, Utf8Length(c));
    for (std::size_t kept = 1; kept < whole.size(); ++kept) {
      EXPECT_FALSE(IsValidUtf8(whole.substr(0, kept)));
      EXPECT_FALSE(IsValidUtf8(whole.substr(0, kept) + "a"));
      EXPECT_FALSE(IsValidUtf8(whole.substr(0, kept) + whole));
    }
    EXPECT_TRUE(IsValidUtf8(whole + "a" + whole));
  }
}

TEST(Utf8, RefusesContinuationBytesAlone) {
  for (unsigned byte = 0x80; byte <= 0xBF; ++byte) {
    EXPECT_FALSE(IsValidUtf8(std::string(1, static_cast<char>(byte))));
  }
}

// ---- Decoding -----------------------------------------------------------------------------------

TEST(Source, TheFirstInvalidByteEndsTheText) {
  const Source source("ab\xFFhg\xC0");
  EXPECT_EQ(source.invalid_offset(), 2U);
  EXPECT_EQ(source.code_points(), U"ab\0"s);
  EXPECT_EQ(source.byte_size(), 6U) << "counts what is not read as well";
}

TEST(Source, AnInvalidByteHasThePositionOfACodePoint) {
  const Source source("é\n\"\U0001F600\x80\"");
  EXPECT_EQ(source.PositionAt(source.invalid_offset().value()), (Position{2, 3}));
}

TEST(Source, ANullCharacterIsNoInvalidByte) {
  const Source source("a\0b"s);
  EXPECT_FALSE(source.invalid_offset());
  EXPECT_EQ(source.code_points(), U"a\0b"s);
}

TEST(Source, AByteOrderMarkIsKept) {
  const Source source("\xEF\xBB\xBFx");
  EXPECT_EQ(source.code_points(), U"\uFEFFx");
}

TEST(Source, AnInvalidSequenceCountsOnce) {
  for (const std::string_view bad : {"\xC3", "\xE2\x82", "\xF0\x9F\x98", "\xED\xA0\x80"}) {
    const Source source("x" + std::string(bad));
    EXPECT_EQ(source.size(), 2U);
    EXPECT_EQ(source.invalid_offset(), 1U);
  }
}

// ---- Lines and positions ------------------------------------------------------------------------

std::string LinesOf(std::string_view text) {
  const Source source(text);
  std::string lines;
  for (const Source::Line& line : source.lines()) {
    if (!lines.empty()) lines += " ";
    lines += std::to_string(line.begin) + "-" + std::to_string(line.end) + "/" +
             std::to_string(line.next);
  }
  return lines;
}

TEST(Source, LinesEndInLfOrCrLf) {
  EXPECT_EQ(LinesOf(""), "0-0/0");
  EXPECT_EQ(LinesOf("ab"), "0-2/2");
  EXPECT_EQ(LinesOf("ab\n"), "0-2/3 3-3/3");
  EXPECT_EQ(LinesOf("ab\r\nc"), "0-2/4 4-5/5");
  EXPECT_EQ(LinesOf("\n\r\n\n"), "0-0/1 1-1/3 3-3/4 4-4/4");
}

TEST(Source, ALoneCarriageReturnBelongsToItsLine) {
  EXPECT_EQ(LinesOf("a\rb\n"), "0-3/4 4-4/4");
  EXPECT_EQ(LinesOf("a\r\r\n"), "0-2/4 4-4/4");
  EXPECT_EQ(LinesOf("a\r"), "0-2/2");
}

TEST(Source, TheEndOfTheFileHasAPosition) {
  EXPECT_EQ(Source("").PositionAt(0), (Position{1, 1}));
  EXPECT_EQ(Source("ab").PositionAt(2), (Position{1, 3}));
  EXPECT_EQ(Source("ab\n").PositionAt(3), (Position{2, 1}));
  EXPECT_EQ(Source("ab\r\n").PositionAt(4), (Position{2, 1}));
  EXPECT_EQ(Source("é\nü").PositionAt(3), (Position{2, 2}));
}

TEST(Source, ColumnsCountCodePoints) {
  const Source source("é\U0001F600x\ny");
  EXPECT_EQ(source.PositionAt(2), (Position{1, 3}));
  EXPECT_EQ(source.PositionAt(3), (Position{1, 4})) << "the line feed itself";
  EXPECT_EQ(source.PositionAt(4), (Position{2, 1}));
}

TEST(Source, PositionsAgreeWithCounting) {
  const Source source("one\n\ntwo\r\nthree\r\n\r\nfour");
  Position expected;
  for (std::uint32_t offset = 0; offset <= source.size(); ++offset) {
    ASSERT_EQ(source.PositionAt(offset), expected) << offset;
    ASSERT_EQ(source.LineIndexAt(offset), expected.line - 1) << offset;
    if (offset < source.size() && source.code_points()[offset] == U'\n') {
      expected = {expected.line + 1, 1};
    } else {
      ++expected.column;
    }
  }
}

TEST(Source, TextOfARangeIsUtf8) {
  const Source source("aé\U0001F600b");
  EXPECT_EQ(source.Text({1, 3}), "é\U0001F600");
  EXPECT_EQ(source.Text({2, 2}), "");
  EXPECT_EQ(source.Text({3, 9}), "b") << "no further than the source";
}

TEST(Source, AnInvalidByteIsShownAsAReplacementCharacter) {
  const Source source("a\xFF");
  EXPECT_EQ(source.Text({0, 2}), "a\uFFFD");
}

}  // namespace
}  // namespace aegis

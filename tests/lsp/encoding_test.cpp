#include "lsp/encoding.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace aegis::lsp {
namespace {

/// `a`, e with acute, a clef outside the basic plane, each line with another end.
const std::u32string kText = U"a\u00E9\U0001D11Eb\r\n\u20ACx\rlast\n";

PositionMap Utf16() { return PositionMap(kText, Encoding::kUtf16); }
PositionMap Utf8() { return PositionMap(kText, Encoding::kUtf8); }

TEST(Encoding, CountsUtf16Units) {
  const std::vector<LspPosition> expected = {
      {0, 0}, {0, 1}, {0, 2}, {0, 4}, {0, 5}, {0, 5},  // up to the LF of the first line
      {1, 0}, {1, 1}, {1, 2},                          // a lone CR ends the second
      {2, 0}, {2, 1}, {2, 2}, {2, 3}, {2, 4}, {3, 0}};
  ASSERT_EQ(expected.size(), kText.size() + 1);
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(Utf16().At(i), expected[i]) << "offset " << i;
  }
}

TEST(Encoding, CountsUtf8Units) {
  const std::vector<LspPosition> expected = {{0, 0}, {0, 1}, {0, 3}, {0, 7}, {0, 8},
                                             {0, 8}, {1, 0}, {1, 3}, {1, 4}, {2, 0},
                                             {2, 1}, {2, 2}, {2, 3}, {2, 4}, {3, 0}};
  ASSERT_EQ(expected.size(), kText.size() + 1);
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(Utf8().At(i), expected[i]) << "offset " << i;
  }
}

TEST(Encoding, EveryOffsetButThoseInsideCrLfComesBack) {
  for (const PositionMap& map : {Utf16(), Utf8()}) {
    for (std::uint32_t i = 0; i <= kText.size(); ++i) {
      const bool between = i > 0 && i < kText.size() && kText[i - 1] == U'\r' && kText[i] == U'\n';
      EXPECT_EQ(map.OffsetAt(map.At(i)), between ? i - 1 : i);
    }
  }
}

TEST(Encoding, InsideACharacterMeansItsStart) {
  EXPECT_EQ(Utf16().OffsetAt({0, 3}), 2U);
  EXPECT_EQ(Utf8().OffsetAt({0, 2}), 1U);
  for (std::uint32_t unit = 3; unit < 7; ++unit) EXPECT_EQ(Utf8().OffsetAt({0, unit}), 2U);
  EXPECT_EQ(Utf8().OffsetAt({1, 2}), 6U);
}

TEST(Encoding, BehindTheEndMeansTheEnd) {
  for (const PositionMap& map : {Utf16(), Utf8()}) {
    EXPECT_EQ(map.OffsetAt({0, 100}), 4U);
    EXPECT_EQ(map.OffsetAt({0, UINT32_MAX}), 4U);
    EXPECT_EQ(map.OffsetAt({3, 1}), kText.size());
    EXPECT_EQ(map.OffsetAt({4, 0}), kText.size());
    EXPECT_EQ(map.OffsetAt({UINT32_MAX, UINT32_MAX}), kText.size());
  }
}

TEST(Encoding, KnowsTheLines) {
  const PositionMap map = Utf16();
  ASSERT_EQ(map.line_count(), 4U);
  EXPECT_EQ(map.Line(0), (Range{0, 4}));
  EXPECT_EQ(map.Line(1), (Range{6, 8}));
  EXPECT_EQ(map.Line(2), (Range{9, 13}));
  EXPECT_EQ(map.Line(3), (Range{14, 14}));
  EXPECT_EQ(map.LineIndexAt(5), 0U);
  EXPECT_EQ(map.LineIndexAt(6), 1U);
  EXPECT_EQ(map.LineIndexAt(14), 3U);
}

TEST(Encoding, AnEmptyTextHasOneLine) {
  for (const Encoding encoding : {Encoding::kUtf16, Encoding::kUtf8}) {
    const PositionMap map(U"", encoding);
    EXPECT_EQ(map.line_count(), 1U);
    EXPECT_EQ(map.At(0), (LspPosition{0, 0}));
    EXPECT_EQ(map.OffsetAt({5, 5}), 0U);
  }
}

TEST(Encoding, TurnsUtf8IntoCodePointsAndBack) {
  const std::string bytes = "a\u00E9\u20AC\U0001D11E\r\n\0z";
  EXPECT_EQ(FromUtf8("a\u00E9\u20AC\U0001D11E"), U"a\u00E9\u20AC\U0001D11E");
  EXPECT_EQ(ToUtf8(FromUtf8(bytes)), bytes);
  const std::string nul("\0x", 2);
  EXPECT_EQ(ToUtf8(FromUtf8(nul)), nul);
}

}  // namespace
}  // namespace aegis::lsp

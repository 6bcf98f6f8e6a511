// The formatter's safety net, which its own results never fall into: it is tried with texts that
// somebody might take for formatted ones.

#include "syntax/format_check.h"

#include <gtest/gtest.h>

#include <string>

namespace aegis {
namespace {

/// The slug of the refusal; `none` without one.
std::string Refusal(const std::string& before, const std::string& formatted,
                    const Limits& limits = Limits()) {
  const auto refusal = RefuseFormatted(Source(before), formatted, limits);
  return refusal ? std::string(Info(refusal->code).slug) : "none";
}

TEST(FormatCheck, AcceptsOtherSpaces) {
  EXPECT_EQ(Refusal("", ""), "none");
  EXPECT_EQ(Refusal("a=1 #c \r\n\r\n  # d", "a = 1  #c\n# d\n"), "none");
  EXPECT_EQ(Refusal("if a:\n  b=1\nc=-1", "if a:\n    b = 1\n\n\nc = - 1"), "none");
}

TEST(FormatCheck, RefusesOtherTokens) {
  EXPECT_EQ(Refusal("a=1\n", ""), "internal-error");
  EXPECT_EQ(Refusal("a=1\n", "a = 1\nb = 1\n"), "internal-error");
  EXPECT_EQ(Refusal("a=1\n", "a = 01\n"), "internal-error");
  EXPECT_EQ(Refusal("a=10\n", "a = 1 0\n"), "internal-error");
  EXPECT_EQ(Refusal("a=not b\n", "a=notb\n"), "internal-error");
  EXPECT_EQ(Refusal("a=1<2\n", "a = 1 > 2\n"), "internal-error");
  EXPECT_EQ(Refusal("a=\"x  y\"\n", "a = \"x y\"\n"), "internal-error");
  EXPECT_EQ(Refusal("a=1\n", "a = 1\n\xFF"), "internal-error");
}

TEST(FormatCheck, RefusesAnotherStructure) {
  EXPECT_EQ(Refusal("if a:\n  b=1\n  c=1\n", "if a:\n  b=1\nc=1\n"), "internal-error");
  EXPECT_EQ(Refusal("if a:\n  b=1\n", "if a:\nb=1\n"), "internal-error");
  EXPECT_EQ(Refusal("if a:\n  b=1\n", "if a:\n   b=1\n"), "internal-error");
  EXPECT_EQ(Refusal("a=1\nb=2\n", "a=1 b=2\n"), "internal-error");
  EXPECT_EQ(Refusal("a=(1)\n", "a=(\n1)\n"), "internal-error");
  EXPECT_EQ(Refusal("a=1\nb=1\n", "a=1\n\tb=1\n"), "internal-error");
}

TEST(FormatCheck, RefusesOtherComments) {
  EXPECT_EQ(Refusal("a=1 # c\n", "a = 1\n"), "internal-error");
  EXPECT_EQ(Refusal("a=1\n", "a = 1  # c\n"), "internal-error");
  EXPECT_EQ(Refusal("a=1 #c\n", "a = 1  # c\n"), "internal-error");
  EXPECT_EQ(Refusal("# c\n# d\na=1\n", "# d\n# c\na = 1\n"), "internal-error");
  EXPECT_EQ(Refusal("a=1 # c\n", "a = 1\n# c\n"), "internal-error");
  EXPECT_EQ(Refusal("# c\na=1\n", "a = 1  # c\n"), "internal-error");
  EXPECT_EQ(Refusal("# c\n# d\n", "# c # d\n"), "internal-error");
}

TEST(FormatCheck, SaysWhatItIs) {
  const auto refusal = RefuseFormatted(Source("a=1\n"), "a = 2\n", Limits());
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->range, (Range{0, 0}));
  EXPECT_EQ(refusal->message, "the formatter made another program of this one, which it must not");
}

TEST(FormatCheck, RefusesTextsBeyondALimit) {
  const auto with = [](Limit limit, std::int64_t value) { return *Limits().With(limit, value); };
  EXPECT_EQ(Refusal("a=1", "a = 1", with(Limit::kLineChars, 4)), "line-chars");
  EXPECT_EQ(Refusal("a=1", "a = 1", with(Limit::kLineChars, 5)), "none");
  EXPECT_EQ(Refusal("#c", "    #c", with(Limit::kLineChars, 4)), "line-chars");
  EXPECT_EQ(Refusal("a=1", "a = 1", with(Limit::kSourceBytes, 4)), "source-bytes");
  EXPECT_EQ(Refusal("a=1", "a = 1", with(Limit::kMemoryBytes, 5 + 5 * 48 - 1)), "memory-bytes");
  EXPECT_EQ(Refusal("a=1", "a = 1", with(Limit::kMemoryBytes, 5 + 5 * 48)), "none");
  EXPECT_EQ(Refusal("", "     ", with(Limit::kMemoryBytes, 4)), "memory-bytes");
}

}  // namespace
}  // namespace aegis

#include "syntax/spelling.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace aegis {
namespace {

std::string Closest(std::string_view word, const std::vector<std::string>& candidates) {
  return ClosestSpelling(word, candidates).value_or("nothing");
}

TEST(ClosestSpelling, AllowsOneEditInAShortWord) {
  EXPECT_EQ(Closest("coun", {"count"}), "count") << "insertion";
  EXPECT_EQ(Closest("tru", {"true"}), "true");
  EXPECT_EQ(Closest("truee", {"true"}), "true") << "deletion";
  EXPECT_EQ(Closest("trux", {"true"}), "true") << "replacement";
  EXPECT_EQ(Closest("ture", {"true"}), "true") << "swap of neighbours";
  EXPECT_EQ(Closest("tu", {"true"}), "nothing");
  EXPECT_EQ(Closest("terx", {"true"}), "nothing");
}

TEST(ClosestSpelling, AllowsTwoEditsInALongerWord) {
  EXPECT_EQ(Closest("quantity", {"quantitty"}), "quantitty");
  EXPECT_EQ(Closest("quanitty", {"quantity"}), "quantity");
  EXPECT_EQ(Closest("kuantiti", {"quantity"}), "quantity");
  EXPECT_EQ(Closest("kuantitie", {"quantity"}), "nothing");
}

TEST(ClosestSpelling, LeavesTinyWordsAlone) {
  EXPECT_EQ(Closest("a", {"b", "ab"}), "nothing");
  EXPECT_EQ(Closest("ab", {"ac", "abc"}), "nothing");
  EXPECT_EQ(Closest("abc", {"abd"}), "abd");
}

TEST(ClosestSpelling, TakesTheNearestAndAmongEqualsTheFirst) {
  EXPECT_EQ(Closest("number", {"lumbar", "numbers", "slumber"}), "numbers");
  EXPECT_EQ(Closest("cart", {"care", "card"}), "care");
  EXPECT_EQ(Closest("cart", {"card", "care"}), "card");
}

TEST(ClosestSpelling, NeverSuggestsTheWordItself) {
  EXPECT_EQ(Closest("total", {"total"}), "nothing");
  EXPECT_EQ(Closest("total", {"total", "totals"}), "totals");
}

TEST(ClosestSpelling, NeedsCandidates) {
  EXPECT_EQ(Closest("total", {}), "nothing");
  EXPECT_EQ(Closest("", {"a"}), "nothing");
}

TEST(ClosestSpelling, FindsEditsAnywhereInALongWord) {
  const std::string word(60, 'w');
  for (std::size_t i = 0; i < word.size(); ++i) {
    std::string other = word;
    other[i] = 'x';
    EXPECT_EQ(Closest(other, {word}), word) << i;
    other.insert(other.begin() + static_cast<std::ptrdiff_t>(i), 'y');
    EXPECT_EQ(Closest(other, {word}), word) << i;
    other.insert(other.begin(), 'z');
    EXPECT_EQ(Closest(other, {word}), "nothing") << i;
  }
}

TEST(ClosestSpelling, BoundsItsWork) {
  const std::string longest(64, 'w');
  EXPECT_EQ(Closest(longest, {longest.substr(1)}), longest.substr(1));
  EXPECT_EQ(Closest(longest + "w", {longest}), "nothing");
  EXPECT_EQ(Closest(longest, {longest + "w"}), "nothing");
  std::vector<std::string> candidates(999, "nonsense");
  candidates.push_back("count");
  EXPECT_EQ(Closest("coutn", candidates), "count");
  candidates.insert(candidates.begin(), "nonsense");
  EXPECT_EQ(Closest("coutn", candidates), "nothing");
}

}  // namespace
}  // namespace aegis

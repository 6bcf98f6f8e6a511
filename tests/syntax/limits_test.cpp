#include "syntax/limits.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstdint>
#include <limits>
#include <set>
#include <string>

namespace aegis {
namespace {

TEST(Limits, TheDefaultsAreTheSpecifications) {
  const Limits limits;
  EXPECT_EQ(limits[Limit::kSourceBytes], 65536);
  EXPECT_EQ(limits[Limit::kLineChars], 2048);
  EXPECT_EQ(limits[Limit::kIdentifierChars], 64);
  EXPECT_EQ(limits[Limit::kNesting], 32);
  EXPECT_EQ(limits[Limit::kTokens], 8192);
  EXPECT_EQ(limits[Limit::kOperations], 20000);
  EXPECT_EQ(limits[Limit::kMemoryBytes], 2000000);
  EXPECT_EQ(limits[Limit::kStringBytes], 16384);
  EXPECT_EQ(limits[Limit::kInputBytes], 16384);
  EXPECT_EQ(limits[Limit::kOutputBytes], 65536);
  EXPECT_EQ(limits[Limit::kIntegerBits], 4096);
  EXPECT_EQ(limits[Limit::kExponent], 4096);
  EXPECT_EQ(limits[Limit::kInputRequests], 20);
  EXPECT_EQ(limits[Limit::kActiveMs], 1000);
}

TEST(Limits, EachHasItsOwnNameAndOneLineForPeople) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < Limits::kCount; ++i) {
    const LimitInfo& info = Limits::Infos()[i];
    EXPECT_EQ(static_cast<std::size_t>(info.limit), i) << "in the order of the enumeration";
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    for (const char c : info.name) EXPECT_TRUE(c == '_' || std::islower(c)) << info.name;
    EXPECT_FALSE(info.description.empty()) << info.name;
    EXPECT_EQ(info.description.find('\n'), std::string_view::npos) << info.name;
    EXPECT_EQ(Limits()[info.limit], info.default_value) << info.name;
    EXPECT_LE(info.default_value, info.ceiling) << info.name;
  }
}

TEST(Limits, WithChangesACopyInOnePlace) {
  const Limits before;
  for (const LimitInfo& changed : Limits::Infos()) {
    const Limits after = before.With(changed.limit, 1).value();
    for (const LimitInfo& info : Limits::Infos()) {
      EXPECT_EQ(after[info.limit], info.limit == changed.limit ? 1 : info.default_value);
      EXPECT_EQ(before[info.limit], info.default_value);
    }
    EXPECT_FALSE(after == before);
    EXPECT_TRUE(after.With(changed.limit, changed.default_value).value() == before);
  }
}

TEST(Limits, ValuesReachFromZeroToTheCeiling) {
  for (const LimitInfo& info : Limits::Infos()) {
    EXPECT_EQ(Limits().With(info.limit, 0).value()[info.limit], 0) << info.name;
    EXPECT_EQ(Limits().With(info.limit, info.ceiling).value()[info.limit], info.ceiling);
    EXPECT_FALSE(Limits().With(info.limit, info.ceiling + 1)) << info.name;
    EXPECT_FALSE(Limits().With(info.limit, -1)) << info.name;
    EXPECT_FALSE(Limits().With(info.limit, std::numeric_limits<std::int64_t>::min()));
    EXPECT_FALSE(Limits().With(info.limit, std::numeric_limits<std::int64_t>::max()));
  }
}

TEST(Limits, CanBeSetByName) {
  std::string problem;
  for (const LimitInfo& info : Limits::Infos()) {
    EXPECT_EQ(Limits().With(info.name, 7, &problem).value()[info.limit], 7) << info.name;
    EXPECT_EQ(problem, "");
  }
}

TEST(Limits, NeedNotSayWhy) {
  EXPECT_FALSE(Limits().With("tokens", -1));
  EXPECT_FALSE(Limits().With("tokens", -1, nullptr));
  EXPECT_FALSE(Limits().With("nonsense", 1));
}

TEST(Limits, SayWhyANameOrValueIsRefused) {
  std::string problem;
  EXPECT_FALSE(Limits().With("token", 7, &problem));
  EXPECT_EQ(problem, "there is no limit named `token`");
  EXPECT_FALSE(Limits().With("nesting", 257, &problem));
  EXPECT_EQ(problem, "limit `nesting` takes a number from 0 to 256, not 257");
  EXPECT_FALSE(Limits().With("tokens", -1, &problem));
  EXPECT_EQ(problem, "limit `tokens` takes a number from 0 to 4194304, not -1");
}

}  // namespace
}  // namespace aegis

#include "agent/run_tokens.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

namespace aegis::agent {
namespace {

constexpr const char* kForged = "this `run` is damaged, or was made by a server with another key";

SnapshotKey Key(char byte) { return *SnapshotKey::FromBytes(std::string(32, byte)); }

class RunTokensTest : public ::testing::Test {
 protected:
  /// What is wrong with `token`; empty when a run comes out.
  std::string Problem(const std::string& token) {
    std::string problem;
    return tokens_.Open(token, &problem) ? "" : problem;
  }

  std::int64_t now_ = 1000;
  RunTokens tokens_{Key('a'), std::chrono::seconds(60), [this] { return now_; }};
  Session session_ = Session::Start("x = input()\nprint(x + input())");
  std::string id_ = RunTokens::NewRunId();
};

TEST_F(RunTokensTest, AreTextOfTheUrlSafeAlphabet) {
  const std::string token = tokens_.Seal(session_, id_);
  EXPECT_EQ(token.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                    "0123456789-_"),
            std::string::npos);
}

TEST_F(RunTokensTest, HoldTheRunAndItsIdentity) {
  session_.Resume("1");
  std::string problem;
  auto opened = tokens_.Open(tokens_.Seal(session_, id_), &problem);
  ASSERT_TRUE(opened) << problem;
  EXPECT_EQ(opened->run_id, id_);
  EXPECT_EQ(opened->session.Resume("2").output, "12\n");
}

TEST_F(RunTokensTest, ExpireToTheSecond) {
  const std::string token = tokens_.Seal(session_, id_);
  now_ += 59;
  EXPECT_EQ(Problem(token), "");
  now_ += 1;
  EXPECT_EQ(Problem(token), "this `run` has expired; start the program again");
}

TEST_F(RunTokensTest, OfAnotherKeyAreRefused) {
  const RunTokens other(Key('b'), std::chrono::seconds(60), [this] { return now_; });
  EXPECT_EQ(Problem(other.Seal(session_, id_)), kForged);
}

TEST_F(RunTokensTest, AreMadeOfRunsThatWaitOnly) {
  EXPECT_THROW(tokens_.Seal(Session::Start("print(1)"), id_), std::logic_error);
  EXPECT_THROW(tokens_.Seal(session_, "short"), std::logic_error);
}

TEST_F(RunTokensTest, ASnapshotIsNoToken) { EXPECT_EQ(Problem(*session_.Save(Key('a'))), kForged); }

TEST_F(RunTokensTest, EveryBentCharacterIsNoticed) {
  const std::string token = tokens_.Seal(session_, id_);
  for (std::size_t i = 0; i < token.size(); ++i) {
    for (const char c : {'A', 'z', '=', '+', ' ', '\n', '\0'}) {
      if (token[i] == c) continue;
      std::string bent = token;
      bent[i] = c;
      EXPECT_EQ(Problem(bent), kForged) << i << " " << c;
    }
  }
  for (std::size_t size = 0; size < token.size(); ++size) {
    EXPECT_EQ(Problem(token.substr(0, size)), kForged) << size;
  }
  EXPECT_EQ(Problem(token + "A"), kForged);
  EXPECT_EQ(Problem(token + token), kForged);
}

TEST_F(RunTokensTest, TenThousandMutatedTokensAreRefused) {
  const std::string token = tokens_.Seal(session_, id_);
  std::mt19937 random(4);
  const auto below = [&random](std::size_t end) { return random() % end; };
  for (int i = 0; i < 10'000; ++i) {
    std::string bent = token;
    for (std::size_t edits = 1 + below(4); edits > 0; --edits) {
      const std::size_t at = below(bent.size() + 1);
      switch (below(4)) {
        case 0:
          bent.insert(at, 1, static_cast<char>(below(256)));
          break;
        case 1:
          bent.erase(at, 1 + below(40));
          break;
        case 2:
          bent.insert(at, bent.substr(below(bent.size() + 1), below(40)));
          break;
        default:
          if (at < bent.size()) bent[at] = static_cast<char>(below(256));
      }
    }
    if (bent == token) continue;
    EXPECT_EQ(Problem(bent), kForged) << bent;
  }
}

TEST(RunTokens, IdentitiesDiffer) {
  std::set<std::string> ids;
  for (int i = 0; i < 1000; ++i) ids.insert(RunTokens::NewRunId());
  EXPECT_EQ(ids.size(), 1000U);
  EXPECT_EQ(ids.begin()->size(), 16U);
}

TEST(RunTokens, TheWorldsClockTellsSecondsSince1970) {
  // Between 2020 and 2200.
  EXPECT_GT(SystemWallClock()(), 1'577'836'800);
  EXPECT_LT(SystemWallClock()(), 7'258'118'400);
}

}  // namespace
}  // namespace aegis::agent

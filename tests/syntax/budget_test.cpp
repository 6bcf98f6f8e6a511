#include "syntax/budget.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

#include "tests/support/fake_clock.h"
#include "tests/support/listing.h"

namespace aegis {
namespace {

using support::FakeClock;
using support::FrozenClock;

constexpr std::int64_t kMs = FakeClock::kMs;

Budget Plain() { return Budget(Limits(), FrozenClock()); }

Budget Limited(Limit limit, std::int64_t value) {
  return Budget(Limits().With(limit, value).value(), FrozenClock());
}

// ---- Charges (section 8) ------------------------------------------------------------------------

TEST(Budget, StartsEmpty) {
  const Budget budget = Plain();
  EXPECT_EQ(budget.operations(), 0);
  EXPECT_EQ(budget.bytes(), 0);
  EXPECT_EQ(budget.tokens(), 0);
  EXPECT_EQ(budget.active_ns(), 0);
}

TEST(Budget, TheSourceCostsItsBytes) {
  Budget budget = Plain();
  EXPECT_FALSE(budget.TakeSource(123));
  EXPECT_EQ(budget.operations(), 0);
  EXPECT_EQ(budget.bytes(), 123);
  EXPECT_EQ(budget.tokens(), 0);
}

TEST(Budget, ATokenCostsOneOperationAnd48Bytes) {
  Budget budget = Plain();
  EXPECT_FALSE(budget.MakeToken());
  EXPECT_EQ(budget.operations(), 1);
  EXPECT_EQ(budget.bytes(), 48);
  EXPECT_EQ(budget.tokens(), 1);
}

TEST(Budget, ValidatingANodeCostsOneOperationAnd64Bytes) {
  Budget budget = Plain();
  EXPECT_FALSE(budget.ValidateNode());
  EXPECT_EQ(budget.operations(), 1);
  EXPECT_EQ(budget.bytes(), 64);
  EXPECT_EQ(budget.tokens(), 0);
}

TEST(Budget, EvaluatingANodeCostsOneOperation) {
  Budget budget = Plain();
  EXPECT_FALSE(budget.EvaluateNode());
  EXPECT_EQ(budget.operations(), 1);
  EXPECT_EQ(budget.bytes(), 0);
}

TEST(Budget, ValuesCostTheirBytes) {
  Budget budget = Plain();
  EXPECT_FALSE(budget.Allocate(16));
  EXPECT_FALSE(budget.Allocate(0));
  EXPECT_FALSE(budget.Allocate(32));
  EXPECT_EQ(budget.operations(), 0);
  EXPECT_EQ(budget.bytes(), 48);
}

TEST(Budget, NothingIsGivenBack) {
  Budget budget = Plain();
  budget.TakeSource(10);
  budget.MakeToken();
  budget.ValidateNode();
  budget.EvaluateNode();
  budget.Allocate(5);
  EXPECT_EQ(budget.operations(), 3);
  EXPECT_EQ(budget.bytes(), 10 + 48 + 64 + 5);
}

// ---- Limits -------------------------------------------------------------------------------------

TEST(Budget, ALimitIsPassedByTheFirstOneTooMany) {
  Budget tokens = Limited(Limit::kTokens, 2);
  EXPECT_FALSE(tokens.MakeToken());
  EXPECT_FALSE(tokens.MakeToken());
  EXPECT_EQ(tokens.MakeToken(), Code::kTooManyTokens);

  Budget operations = Limited(Limit::kOperations, 3);
  EXPECT_FALSE(operations.MakeToken());
  EXPECT_FALSE(operations.ValidateNode());
  EXPECT_FALSE(operations.EvaluateNode());
  EXPECT_EQ(operations.EvaluateNode(), Code::kTooManyOperations);

  Budget bytes = Limited(Limit::kMemoryBytes, 100);
  EXPECT_FALSE(bytes.TakeSource(100));
  EXPECT_FALSE(bytes.EvaluateNode());
  EXPECT_EQ(bytes.Allocate(1), Code::kTooMuchMemory);
}

TEST(Budget, EveryEventIsHeldToEveryLimitItCharges) {
  EXPECT_EQ(Limited(Limit::kMemoryBytes, 9).TakeSource(10), Code::kTooMuchMemory);
  EXPECT_EQ(Limited(Limit::kMemoryBytes, 47).MakeToken(), Code::kTooMuchMemory);
  EXPECT_EQ(Limited(Limit::kMemoryBytes, 63).ValidateNode(), Code::kTooMuchMemory);
  EXPECT_EQ(Limited(Limit::kMemoryBytes, 0).EvaluateNode(), std::nullopt);
  EXPECT_EQ(Limited(Limit::kOperations, 0).MakeToken(), Code::kTooManyOperations);
  EXPECT_EQ(Limited(Limit::kOperations, 0).ValidateNode(), Code::kTooManyOperations);
  EXPECT_EQ(Limited(Limit::kOperations, 0).EvaluateNode(), Code::kTooManyOperations);
  EXPECT_EQ(Limited(Limit::kOperations, 0).Allocate(1000), std::nullopt);
}

TEST(Budget, TokensComeBeforeOperationsAndOperationsBeforeBytes) {
  const Limits none = Limits()
                          .With(Limit::kTokens, 0)
                          ->With(Limit::kOperations, 0)
                          ->With(Limit::kMemoryBytes, 0)
                          .value();
  EXPECT_EQ(Budget(none, FrozenClock()).MakeToken(), Code::kTooManyTokens);
  const Limits token = none.With(Limit::kTokens, 1).value();
  EXPECT_EQ(Budget(token, FrozenClock()).MakeToken(), Code::kTooManyOperations);
  EXPECT_EQ(Budget(token, FrozenClock()).ValidateNode(), Code::kTooManyOperations);
  const Limits operation = token.With(Limit::kOperations, 1).value();
  EXPECT_EQ(Budget(operation, FrozenClock()).MakeToken(), Code::kTooMuchMemory);
  EXPECT_EQ(Budget(operation, FrozenClock()).ValidateNode(), Code::kTooMuchMemory);
}

// ---- Time ---------------------------------------------------------------------------------------

TEST(Budget, ReadsTheClockAtEvery256thOperation) {
  FakeClock time;
  Budget budget(Limits(), time.clock());
  budget.StartClock();
  ASSERT_EQ(time.readings(), 1);
  for (int operation = 1; operation <= 1024; ++operation) {
    switch (operation % 3) {
      case 0:
        EXPECT_FALSE(budget.MakeToken());
        break;
      case 1:
        EXPECT_FALSE(budget.ValidateNode());
        break;
      default:
        EXPECT_FALSE(budget.EvaluateNode());
    }
    budget.Allocate(1);
    ASSERT_EQ(time.readings(), 1 + operation / 256) << operation;
  }
}

TEST(Budget, TimeRunsOutAtTheOperationThatReadsTheClock) {
  FakeClock time;
  Budget budget(Limits(), time.clock());
  budget.StartClock();
  for (int operation = 1; operation < 256; ++operation) ASSERT_FALSE(budget.EvaluateNode());
  time.Advance(1000 * kMs);
  EXPECT_FALSE(budget.EvaluateNode()) << "the limit itself is no excess";
  for (int operation = 257; operation < 512; ++operation) ASSERT_FALSE(budget.EvaluateNode());
  time.Advance(1);
  EXPECT_EQ(budget.EvaluateNode(), Code::kOutOfTime);
}

TEST(Budget, TheTimeLimitIsTheOneThatIsSet) {
  for (const std::int64_t ms : {0, 1, 77}) {
    FakeClock time;
    Budget budget(Limits().With(Limit::kActiveMs, ms).value(), time.clock());
    budget.StartClock();
    time.Advance(ms * kMs);
    for (int operation = 1; operation <= 256; ++operation) ASSERT_FALSE(budget.ValidateNode());
    time.Advance(1);
    for (int operation = 1; operation < 256; ++operation) ASSERT_FALSE(budget.ValidateNode());
    EXPECT_EQ(budget.ValidateNode(), Code::kOutOfTime) << ms;
  }
}

TEST(Budget, OperationsAndBytesComeBeforeTime) {
  FakeClock time;
  Budget budget(Limits().With(Limit::kMemoryBytes, 255 * 64).value(), time.clock());
  budget.StartClock();
  for (int operation = 1; operation < 256; ++operation) ASSERT_FALSE(budget.ValidateNode());
  time.Advance(2000 * kMs);
  EXPECT_EQ(budget.ValidateNode(), Code::kTooMuchMemory);
}

TEST(Budget, WaitingIsNotActive) {
  FakeClock time;
  Budget budget(Limits(), time.clock());
  budget.StartClock();
  time.Advance(300 * kMs);
  budget.StopClock();
  EXPECT_EQ(budget.active_ns(), 300 * kMs);
  time.Advance(100000 * kMs);
  EXPECT_EQ(budget.active_ns(), 300 * kMs);
  budget.StartClock();
  time.Advance(500 * kMs);
  budget.StopClock();
  EXPECT_EQ(budget.active_ns(), 800 * kMs);
}

TEST(Budget, ActiveTimeAddsUpToTheLimit) {
  FakeClock time;
  Budget budget(Limits(), time.clock());
  for (int part = 0; part < 10; ++part) {
    budget.StartClock();
    time.Advance(100 * kMs);
    if (part < 9) budget.StopClock();
    time.Advance(part < 9 ? 5000 * kMs : 1);
  }
  for (int operation = 1; operation < 256; ++operation) ASSERT_FALSE(budget.EvaluateNode());
  EXPECT_EQ(budget.EvaluateNode(), Code::kOutOfTime);
}

TEST(Budget, StoppingTwiceCountsOnce) {
  FakeClock time;
  Budget budget(Limits(), time.clock());
  budget.StopClock();
  budget.StartClock();
  time.Advance(kMs);
  budget.StopClock();
  time.Advance(kMs);
  budget.StopClock();
  EXPECT_EQ(budget.active_ns(), kMs);
}

TEST(Budget, AClockThatGoesBackStandsStill) {
  FakeClock time;
  Budget budget(Limits(), time.clock());
  budget.StartClock();
  time.Advance(-kMs);
  for (int operation = 1; operation <= 256; ++operation) ASSERT_FALSE(budget.EvaluateNode());
  budget.StopClock();
  EXPECT_EQ(budget.active_ns(), 0);
}

TEST(Budget, TheTimeOfAnEarlierLifeCounts) {
  FakeClock time;
  Budget budget(Limits(), time.clock());
  budget.set_active_ns(999 * kMs);
  budget.StartClock();
  time.Advance(kMs + 1);
  for (int operation = 1; operation < 256; ++operation) ASSERT_FALSE(budget.EvaluateNode());
  EXPECT_EQ(budget.EvaluateNode(), Code::kOutOfTime);
  budget.StopClock();
  EXPECT_EQ(budget.active_ns(), 1000 * kMs + 1);
}

TEST(Budget, ReadsNoClockWhileNoneRuns) {
  FakeClock time;
  Budget budget(Limits().With(Limit::kActiveMs, 0).value(), time.clock());
  for (int operation = 1; operation <= 1000; ++operation) ASSERT_FALSE(budget.EvaluateNode());
  EXPECT_EQ(time.readings(), 0);
}

TEST(SteadyClock, NeverGoesBack) {
  const Clock clock = SteadyClock();
  std::int64_t before = clock();
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t now = clock();
    ASSERT_GE(now, before);
    before = now;
  }
}

// ---- Diagnostics --------------------------------------------------------------------------------

TEST(LimitDiagnostic, NamesTheLimitThatItsCodeIsAbout) {
  const struct {
    Code code;
    Limit limit;
  } pairs[] = {
      {Code::kSourceTooLarge, Limit::kSourceBytes},
      {Code::kLineTooLong, Limit::kLineChars},
      {Code::kNameTooLong, Limit::kIdentifierChars},
      {Code::kBlocksTooDeep, Limit::kNesting},
      {Code::kExpressionTooDeep, Limit::kNesting},
      {Code::kTooManyTokens, Limit::kTokens},
      {Code::kTooManyOperations, Limit::kOperations},
      {Code::kTooMuchMemory, Limit::kMemoryBytes},
      {Code::kStringLiteralTooLong, Limit::kStringBytes},
      {Code::kStringTooLong, Limit::kStringBytes},
      {Code::kInputTooLong, Limit::kInputBytes},
      {Code::kTooMuchOutput, Limit::kOutputBytes},
      {Code::kIntegerLiteralTooLarge, Limit::kIntegerBits},
      {Code::kIntegerTooLarge, Limit::kIntegerBits},
      {Code::kExponentLiteralTooLarge, Limit::kExponent},
      {Code::kExponentTooLarge, Limit::kExponent},
      {Code::kTooManyInputs, Limit::kInputRequests},
      {Code::kOutOfTime, Limit::kActiveMs},
  };
  for (const auto& [code, limit] : pairs) {
    const Diagnostic diagnostic =
        LimitDiagnostic(code, Range{3, 5}, Limits().With(limit, 71).value());
    EXPECT_EQ(diagnostic.code, code);
    EXPECT_EQ(diagnostic.range, (Range{3, 5}));
    EXPECT_NE(Message(diagnostic).find(" 71"), std::string::npos) << Message(diagnostic);
  }
  // The bounds of an agent's store are not limits of a run.
  const std::size_t of_stores = 2;
  std::size_t limit_codes = 0;
  for (const CodeInfo& info : AllCodes()) limit_codes += info.category == Category::kLimitError;
  EXPECT_EQ(limit_codes, std::size(pairs) + of_stores) << "a limit without its pair";
}

}  // namespace
}  // namespace aegis

// Limits whose default values are too large for an annotated script, and the one limit that a
// script cannot reach because its clock stands still.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "interp/session.h"
#include "tests/conformance/run_program.h"

namespace aegis::conformance {
namespace {

void ExpectError(const Envelope& envelope, Code code, Position position) {
  ASSERT_EQ(envelope.status, Status::kError);
  EXPECT_EQ(envelope.error->code, code);
  EXPECT_TRUE(envelope.error->position == position)
      << envelope.error->position->line << ":" << envelope.error->position->column;
}

/// A valid program of exactly `size` bytes that prints 1.
std::string ProgramOfSize(std::size_t size) {
  std::string source = "print(1)\n";
  while (source.size() < size) {
    const std::size_t line = std::min<std::size_t>(size - source.size(), 1000);
    source += line == 1 ? "\n" : "#" + std::string(line - 2, '.') + "\n";
  }
  return source;
}

TEST(DefaultLimits, ASourceOf65536BytesIsAccepted) {
  const std::string source = ProgramOfSize(65536);
  ASSERT_EQ(source.size(), 65536U);
  EXPECT_EQ(RunProgram(source, {}, Limits()).end.output, "1\n");
}

TEST(DefaultLimits, ASourceOf65537BytesIsRefusedAtItsStart) {
  const std::string source = ProgramOfSize(65537);
  ASSERT_EQ(source.size(), 65537U);
  ExpectError(RunProgram(source, {}, Limits()).end, Code::kSourceTooLarge, {1, 1});
}

TEST(DefaultLimits, TheSizeOfASourceComesBeforeItsEncoding) {
  ExpectError(RunProgram(std::string(65537, '\xFF'), {}, Limits()).end, Code::kSourceTooLarge,
              {1, 1});
}

TEST(DefaultLimits, AnInputOf16384BytesIsAccepted) {
  const std::string input(16384, 'a');
  EXPECT_EQ(RunProgram("print(input())\n", {input}, Limits()).end.output, input + "\n");
}

TEST(DefaultLimits, AnInputOf16385BytesIsRefusedAtInput) {
  ExpectError(RunProgram("print(input())\n", {std::string(16385, 'a')}, Limits()).end,
              Code::kInputTooLong, {1, 7});
}

TEST(DefaultLimits, TheEndOfTheEmptySourceIsItsStart) {
  const Limits limits = *Limits().With(Limit::kTokens, 0);
  ExpectError(RunProgram("", {}, limits).end, Code::kTooManyTokens, {1, 1});
}

// ---- Active time (section 8) -------------------------------------------------------------------

constexpr std::int64_t kMillisecond = 1000000;

/// A clock that tells `*now`.
Clock ClockOf(std::shared_ptr<std::int64_t> now) {
  return [now] { return *now; };
}

/// A clock that says 0 first, and `later` from the second reading on.
Clock JumpTo(std::int64_t later) {
  auto readings = std::make_shared<int>(0);
  return [readings, later] { return ++*readings == 1 ? 0 : later; };
}

std::string Lines(const std::string& line, int count) {
  std::string source;
  for (int i = 0; i < count; ++i) source += line;
  return source;
}

TEST(ActiveTime, OfOneSecondIsAccepted) {
  const Session session =
      Session::Start(Lines("x=1\n", 300), Limits(), JumpTo(1000 * kMillisecond));
  EXPECT_EQ(session.envelope().status, Status::kOk);
}

TEST(ActiveTime, OfMoreIsRefusedWithin256Operations) {
  const Session session =
      Session::Start(Lines("x=1\n", 300), Limits(), JumpTo(1000 * kMillisecond + 1));
  ASSERT_EQ(session.envelope().status, Status::kError);
  EXPECT_EQ(session.envelope().error->code, Code::kOutOfTime);
  // Each line has four tokens.
  EXPECT_LE(session.envelope().error->position->line, 64U);
}

TEST(ActiveTime, LimitCanBeSet) {
  const Limits limits = *Limits().With(Limit::kActiveMs, 5);
  EXPECT_EQ(Session::Start(Lines("x=1\n", 300), limits, JumpTo(5 * kMillisecond)).envelope().status,
            Status::kOk);
  EXPECT_EQ(Session::Start(Lines("x=1\n", 300), limits, JumpTo(5 * kMillisecond + 1))
                .envelope()
                .error->code,
            Code::kOutOfTime);
}

TEST(ActiveTime, DoesNotPassWhileTheRunWaits) {
  const auto now = std::make_shared<std::int64_t>(0);
  Session session = Session::Start("x=input()\n" + Lines("x=1\n", 300), Limits(), ClockOf(now));
  ASSERT_EQ(session.envelope().status, Status::kInputRequired);
  *now = std::int64_t{3600} * 1000 * kMillisecond;
  session.Resume("a");
  EXPECT_EQ(session.envelope().status, Status::kOk);
}

TEST(ActiveTime, GoesOnAfterAPause) {
  // Each reading of the clock is 200 milliseconds after the one before.
  auto readings = std::make_shared<std::int64_t>(0);
  const Clock clock = [readings] { return 200 * kMillisecond * ++*readings; };
  const std::string part = Lines("x=1\n", 60);
  Session session = Session::Start(part + Lines("y=input()\n" + part, 3), Limits(), clock);
  while (session.envelope().status == Status::kInputRequired) session.Resume("a");
  ASSERT_EQ(session.envelope().status, Status::kError);
  EXPECT_EQ(session.envelope().error->code, Code::kOutOfTime);
}

}  // namespace
}  // namespace aegis::conformance

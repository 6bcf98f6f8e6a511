#include "interp/session.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/fake_clock.h"
#include "tests/support/listing.h"

namespace aegis {
namespace {

using support::FakeClock;
using support::FrozenClock;
using support::Repeat;

constexpr std::int64_t kMs = FakeClock::kMs;

Session Start(const std::string& source, const Limits& limits = Limits()) {
  return Session::Start(source, limits, FrozenClock());
}

std::string Json(const Envelope& envelope) { return ToJson(envelope).dump(); }
std::string Json(const Session& session) { return Json(session.envelope()); }

/// The envelopes of a whole run, one a line.
std::string Transcript(const std::string& source, const std::vector<std::string>& inputs,
                       const Limits& limits = Limits()) {
  Session session = Start(source, limits);
  std::string transcript = Json(session) + "\n";
  for (const std::string& input : inputs) {
    if (session.envelope().status != Status::kInputRequired) break;
    transcript += Json(session.Resume(input)) + "\n";
  }
  return transcript;
}

// ---- Envelopes (section 9) ----------------------------------------------------------------------

TEST(Session, EndsOk) {
  EXPECT_EQ(Json(Start("print(\"a\")\n")),
            R"({"status":"ok","execution":"completed","output":"a\n"})");
  EXPECT_EQ(Json(Start("")), R"({"status":"ok","execution":"completed","output":""})");
}

TEST(Session, PausesAtInput) {
  EXPECT_EQ(Json(Start("print(\"name?\")\nprint(\"hi \" + input())\n")),
            R"({"status":"input_required","execution":"partial","output":"name?\n",)"
            R"("request":{"index":1,"line":2,"column":15}})");
}

TEST(Session, GoesOnWithTheAnswer) {
  Session session = Start("print(\"hi \" + input())\n");
  EXPECT_EQ(Json(session.Resume("you")),
            R"({"status":"ok","execution":"completed","output":"hi you\n"})");
  EXPECT_EQ(Json(session), R"({"status":"ok","execution":"completed","output":"hi you\n"})");
}

TEST(Session, AnErrorHasNoOutput) {
  EXPECT_EQ(Json(Start("print(1)\nprint(1 / 0)\n")),
            R"({"status":"error","execution":"partial","output":"","error":{)"
            R"("category":"value_error","code":"AEG0502","message":"division by zero",)"
            R"("line":2,"column":9}})");
}

TEST(Session, AnErrorBeforeTheRunHasNotStarted) {
  const Envelope envelope = Start("print(1)\nprint(a)\n").envelope();
  EXPECT_EQ(envelope.status, Status::kError);
  EXPECT_EQ(envelope.execution, Execution::kNotStarted);
  EXPECT_EQ(envelope.output, "");
  EXPECT_EQ(envelope.error.value().position, (Position{2, 7}));
  EXPECT_EQ(ToJson(envelope)["error"]["category"], "name_error");
}

TEST(Session, AnErrorCanHaveAHint) {
  const auto json = ToJson(Start("x = True\n").envelope());
  EXPECT_EQ(json["error"]["hint"], "write `true`");
}

TEST(Session, OutputIsCumulative) {
  const std::string source = "print(1)\nx = input()\nprint(2)\ny = input()\nprint(3)\n";
  Session session = Start(source);
  EXPECT_EQ(session.envelope().output, "1\n");
  EXPECT_EQ(session.envelope().request.value().index, 1);
  session.Resume("");
  EXPECT_EQ(session.envelope().output, "1\n2\n");
  EXPECT_EQ(session.envelope().request.value().index, 2);
  EXPECT_EQ(session.envelope().request.value().position, (Position{4, 5}));
  session.Resume("");
  EXPECT_EQ(session.envelope().output, "1\n2\n3\n");
  EXPECT_FALSE(session.envelope().request);
}

TEST(Session, AnErrorBehindAPauseHasNoOutputEither) {
  Session session = Start("print(1)\nx = input()\nprint(1 / 0)\n");
  EXPECT_EQ(session.envelope().output, "1\n");
  const Envelope envelope = session.Resume("");
  EXPECT_EQ(envelope.status, Status::kError);
  EXPECT_EQ(envelope.output, "");
  EXPECT_EQ(envelope.execution, Execution::kPartial);
}

TEST(Session, BadInputEndsTheRunAtItsInput) {
  const std::string source = "print(1)\nx = \"\" + input()\n";
  Session invalid = Start(source);
  const Envelope bad = invalid.Resume("\xC0\x80");
  EXPECT_EQ(bad.error.value().code, Code::kInputNotUnicode);
  EXPECT_EQ(bad.error.value().position, (Position{2, 10}));
  Session large = Start(source);
  const Envelope too_long = large.Resume(std::string(16385, 'x'));
  EXPECT_EQ(too_long.error.value().code, Code::kInputTooLong);
  EXPECT_EQ(too_long.error.value().position, (Position{2, 10}));
}

// ---- Pauses everywhere --------------------------------------------------------------------------

/// `pattern` with `input()` for each `@`, and where these stand.
std::string WithInputs(const std::string& pattern, std::vector<Position>* places) {
  std::string source;
  Position at;
  for (const char c : pattern) {
    if (c == '@') places->push_back(at);
    const std::string piece = c == '@' ? "input()" : std::string(1, c);
    source += piece;
    at = c == '\n' ? Position{at.line + 1, 1}
                   : Position{at.line, at.column + static_cast<std::uint32_t>(piece.size())};
  }
  return source;
}

TEST(Session, PausesAtEveryPlaceOfAnExpression) {
  // Each program runs with pauses, then again with literals in the place of what was asked for.
  for (const std::string pattern :
       {"print(@)\n", "print(@ + @)\n", "print(\"a\" + @ + \"b\" + @)\n", "print((@ + (@ + @)))\n",
        "x = @\nprint(x + x)\n", "print(@ == @)\n", "print(not (@ == \"a\"))\n",
        "print(@ < @ or @ > @)\n", "print(1 + 2 ^ 3 == 9 and @ == \"a\" and @ != \"b\")\n",
        "if @ == \"a\":\n  print(@)\nelse:\n  print(\"no\" + @)\n",
        "if @ == \"x\":\n  print(1)\nelse:\n  if @ == \"b\":\n    print(@)\n  print(@)\n",
        "x = 1\nif @ == \"a\" and (x == 2 or @ == \"b\"):\n  x = 2\nprint(x)\nprint(@)\n",
        "print(true or @ == \"a\")\nprint(false and @ == \"a\")\nprint(@)\n"}) {
    std::vector<Position> places;
    const std::string source = WithInputs(pattern, &places);
    std::vector<std::string> literals(places.size(), "never asked for");
    Session session = Start(source);
    char letter = 'a';
    while (session.envelope().status == Status::kInputRequired) {
      const InputRequest request = session.envelope().request.value();
      ASSERT_EQ(request.index, letter - 'a' + 1) << source;
      std::size_t place = 0;
      while (place < places.size() && !(places[place] == request.position)) ++place;
      ASSERT_LT(place, places.size()) << source;
      literals[place] = letter;
      session.Resume(std::string(1, letter++));
    }

    std::string plain;
    std::size_t next = 0;
    for (const char c : pattern) {
      plain += c == '@' ? "\"" + literals[next++] + "\"" : std::string(1, c);
    }
    EXPECT_EQ(Json(session), Json(Start(plain))) << source;
    EXPECT_EQ(session.envelope().status, Status::kOk) << source;
  }
}

TEST(Session, SkipsInputThatTheLeftOperandDecides) {
  EXPECT_EQ(Start("print(true or input() == \"\")\n").envelope().output, "true\n");
  EXPECT_EQ(Start("print(false and input() == \"\")\n").envelope().output, "false\n");
  EXPECT_EQ(Start("print(true and input() == \"\")\n").envelope().status, Status::kInputRequired);
  EXPECT_EQ(Start("print(false or input() == \"\")\n").envelope().status, Status::kInputRequired);
  EXPECT_EQ(Start("if false:\n  x = input()\n").envelope().status, Status::kOk);
}

TEST(Session, TwentyInputsAreAnsweredAndThe21stIsNot) {
  Session session = Start(Repeat("x = input()\n", 20) + "y = \"\" + input()\n");
  for (int i = 1; i <= 20; ++i) {
    ASSERT_EQ(session.envelope().request.value().index, i);
    ASSERT_EQ(session.envelope().request.value().position,
              (Position{static_cast<std::uint32_t>(i), 5}));
    session.Resume("x");
  }
  EXPECT_EQ(session.envelope().status, Status::kError);
  EXPECT_EQ(session.envelope().error.value().code, Code::kTooManyInputs);
  EXPECT_EQ(session.envelope().error.value().position, (Position{21, 10}));
}

TEST(Session, NothingRunsBeforeTheWholeProgramIsValid) {
  EXPECT_EQ(Start("x = input()\nprint(x + 1)\n").envelope().status, Status::kError);
  EXPECT_EQ(Start("x = input()\nprint(\n").envelope().status, Status::kError);
}

// ---- Resume where nothing waits -----------------------------------------------------------------

TEST(Session, ResumeWithoutARequestChangesNothing) {
  const std::string refusal =
      R"({"status":"error","execution":"not_started","output":"","error":{)"
      R"("category":"value_error","code":"AEG0508",)"
      R"("message":"no `input()` is waiting for a text","line":null,"column":null}})";
  for (const std::string source : {"print(1)\n", "print(1 / 0)\n", "print(a)\n", "("}) {
    Session session = Start(source);
    const std::string before = Json(session);
    EXPECT_EQ(Json(session.Resume("a")), refusal) << source;
    EXPECT_EQ(Json(session.Resume("\xFF")), refusal) << source;
    EXPECT_EQ(Json(session), before) << source;
  }
}

TEST(Session, ResumeAfterTheLastAnswerChangesNothing) {
  Session session = Start("print(input())\n");
  session.Resume("a");
  const std::string before = Json(session);
  EXPECT_EQ(session.Resume("b").error.value().code, Code::kBadRequest);
  EXPECT_EQ(Json(session), before);
}

TEST(Session, KeepsItsLimits) {
  const Limits limits = Limits().With(Limit::kInputRequests, 1).value();
  Session session = Start("x = input()\ny = input()\n", limits);
  EXPECT_TRUE(session.limits() == limits);
  EXPECT_EQ(session.Resume("").error.value().code, Code::kTooManyInputs);
}

// ---- Failures of the host -----------------------------------------------------------------------

void ExpectHostError(const Envelope& envelope, Execution execution) {
  EXPECT_EQ(envelope.status, Status::kError);
  EXPECT_EQ(envelope.execution, execution);
  EXPECT_EQ(envelope.output, "");
  EXPECT_FALSE(envelope.request);
  ASSERT_TRUE(envelope.error);
  EXPECT_EQ(envelope.error->code, Code::kInternalError);
  EXPECT_EQ(envelope.error->message, "internal error");
  EXPECT_EQ(envelope.error->hint, "");
  EXPECT_FALSE(envelope.error->position);
}

TEST(Session, AFailureOfTheHostIsAHostError) {
  FakeClock at_once;
  at_once.FailAt(1);
  const Session session = Session::Start("print(1)\n", Limits(), at_once.clock());
  ExpectHostError(session.envelope(), Execution::kNotStarted);
  EXPECT_EQ(Json(session), R"({"status":"error","execution":"not_started","output":"","error":{)"
                           R"("category":"host_error","code":"AEG0901","message":"internal error",)"
                           R"("line":null,"column":null}})");
}

TEST(Session, AFailureOfTheHostCanComeAtAnyReadingOfTheClock) {
  // 70 statements: 281 tokens, 140 nodes validated, 140 evaluated. The clock is read at the start,
  // at operations 256 (a token) and 512 (an evaluation), and at the end.
  const std::string source = Repeat("x = 1\n", 70);
  const Execution expected[] = {Execution::kNotStarted, Execution::kNotStarted, Execution::kPartial,
                                Execution::kPartial};
  for (int reading = 1; reading <= 4; ++reading) {
    FakeClock time;
    time.FailAt(reading);
    Session session = Session::Start(source, Limits(), time.clock());
    ExpectHostError(session.envelope(), expected[reading - 1]);
    EXPECT_EQ(session.Resume("").error.value().code, Code::kBadRequest);
  }
  FakeClock time;
  time.FailAt(5);
  EXPECT_EQ(Session::Start(source, Limits(), time.clock()).envelope().status, Status::kOk);
}

TEST(Session, AFailureOfTheHostEndsAPausedRun) {
  FakeClock time;
  time.FailAt(3);
  Session session = Session::Start("print(1)\nx = input()\nprint(2)\n", Limits(), time.clock());
  ASSERT_EQ(session.envelope().status, Status::kInputRequired);
  ExpectHostError(session.Resume("a"), Execution::kPartial);
  ExpectHostError(session.envelope(), Execution::kPartial);
  EXPECT_EQ(session.Resume("a").error.value().code, Code::kBadRequest);
}

TEST(Session, AMissingClockIsAHostError) {
  ExpectHostError(Session::Start("print(1)\n", Limits(), Clock()).envelope(),
                  Execution::kNotStarted);
}

// ---- Active time --------------------------------------------------------------------------------

/// Where a run of `count` assignments ends when each reading of the clock takes 600 ms: the second
/// reading behind the start, at operation 512, is the first one past the limit.
std::string OutOfTimeAt(std::size_t count) {
  FakeClock time;
  time.set_tick(600 * kMs);
  const Session session = Session::Start(Repeat("x = 1\n", count), Limits(), time.clock());
  const Envelope& envelope = session.envelope();
  if (!envelope.error) return "no error";
  const Position at = envelope.error->position.value();
  return std::string(Info(envelope.error->code).slug) + " " + std::to_string(at.line) + ":" +
         std::to_string(at.column);
}

TEST(Session, TimeRunsOutAtTheTokenOrNodeInHand) {
  EXPECT_EQ(OutOfTimeAt(10), "no error");
  // Operation 512 is a token, four a line: the fourth of line 128, its NEWLINE.
  EXPECT_EQ(OutOfTimeAt(150), "active-time 128:6");
  // 401 tokens, then two nodes a line: node 111 is the statement of line 56.
  EXPECT_EQ(OutOfTimeAt(100), "active-time 56:1");
  // 281 tokens and 140 nodes validated: the 91st evaluated is the statement of line 46.
  EXPECT_EQ(OutOfTimeAt(70), "active-time 46:1");
}

TEST(Session, WaitingCostsNoActiveTime) {
  FakeClock time;
  Session session =
      Session::Start("x = input()\n" + Repeat("x = \"\"\n", 100), Limits(), time.clock());
  time.Advance(1000000 * kMs);
  EXPECT_EQ(session.Resume("").status, Status::kOk);
}

TEST(Session, ActiveTimeAddsUpOverPauses) {
  // 333 tokens and 164 nodes validated. The first part reads the clock at its start, at operation
  // 256 and at its end, the second at its start and end, the third at its start and operation 512:
  // its eleventh node.
  const std::string source = "x = input()\ny = input()\n" + Repeat("z = 1\n", 80);
  const auto last = [&](std::int64_t tick) {
    FakeClock time;
    time.set_tick(tick);
    Session session = Session::Start(source, Limits(), time.clock());
    session.Resume("");
    time.Advance(1000000 * kMs);
    return session.Resume("");
  };
  EXPECT_EQ(last(250 * kMs).status, Status::kOk);
  const Envelope late = last(250 * kMs + 1);
  EXPECT_EQ(late.error.value().code, Code::kOutOfTime);
  EXPECT_EQ(late.error.value().position, (Position{8, 1}));
}

// ---- Many sessions ------------------------------------------------------------------------------

TEST(Session, CanBeMovedAndDroppedAtAnyMoment) {
  const std::string source = "x = input()\nprint(x + input())\n";
  Session first = Start(source);
  Session second = std::move(first);
  second.Resume("a");
  Session third = Start("print(0)\n");
  third = std::move(second);
  {
    Session dropped = Start(source);
    dropped.Resume("z");
  }
  std::vector<Session> many;
  for (int i = 0; i < 100; ++i) many.push_back(Start(source));
  many.erase(many.begin() + 10, many.end() - 10);
  for (Session& session : many) session.Resume("c");
  EXPECT_EQ(many.back().Resume("d").output, "cd\n");
  EXPECT_EQ(third.Resume("b").output, "ab\n");
}

TEST(Session, AThousandLiveSideBySide) {
  std::vector<Session> sessions;
  const std::string source =
      "n = input()\nif n == \"\":\n  print(\"nobody\")\nelse:\n  print(n + input() + input())\n";
  for (int i = 0; i < 1000; ++i) sessions.push_back(Start(source));
  // Three rounds, in each of which the sessions take their turns in another order.
  for (std::size_t round = 0; round < 3; ++round) {
    const std::size_t stride = std::array<std::size_t, 3>{1, 7, 333}[round];
    for (std::size_t turn = 0; turn < sessions.size(); ++turn) {
      const std::size_t i = turn * stride % sessions.size();
      sessions[i].Resume(std::to_string(i) + ",");
    }
  }
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    const std::string own = std::to_string(i) + ",";
    ASSERT_EQ(sessions[i].envelope().output, own + own + own + "\n");
  }
}

TEST(Session, RunsAreDeterministic) {
  const std::string source =
      "x = input()\nprint(37.6 ^ 2.1)\nprint(2 ^ 4000 / 3 ^ 2000)\nprint(x == \"a\" or 1 < 2.5)\n";
  const std::string first = Transcript(source, {"a"});
  for (int i = 0; i < 20; ++i) EXPECT_EQ(Transcript(source, {"a"}), first);
}

/// Programs of every kind of ending.
const std::vector<std::string>& Programs() {
  static const std::vector<std::string> programs = {
      "print(\"hi \" + input() + input())\n",
      "x = 1\nif input() == \"a\":\n  x = 2.5\nprint(x * 3)\nprint(37.6 ^ 2.1)\n",
      "print(1 / 3)\nprint(2 ^ 4095)\nprint(7 ^ 0.5)\nprint(input() < \"b\")\n",
      "print(input())\nprint(1 / 0)\n",
      "if true:\n\tx = 1\nelif:\n  y = \"\\q\"\nprint(x\n",
      "x = 1 +\ny = )\nz = 'a'\n",
      "print(a + 1)\nprint(1 + \"a\")\nb = not 1\n",
      "x = 2 ^ 5000\n",
      Repeat("x = 1.5e10\n", 900),
      Repeat("if true:\n  y = (1 + 2) * 3\n", 300),
      "",
      "\xFF",
  };
  return programs;
}

TEST(Session, ThreadsDoNotDisturbEachOther) {
  // Run on its own, this is the first parse of the process, in eight threads at once; each starts
  // with another program, so that they do different things at the same time.
  constexpr std::size_t kThreads = 8;
  constexpr std::size_t kRounds = 5;
  const std::vector<std::string>& programs = Programs();
  std::array<std::vector<std::string>, kThreads> found;
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::size_t turn = 0; turn < kRounds * programs.size(); ++turn) {
        const std::string& program = programs[(turn + thread) % programs.size()];
        found[thread].push_back(Transcript(program, {"a", "b"}));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();

  std::vector<std::string> expected;
  for (const std::string& program : programs) expected.push_back(Transcript(program, {"a", "b"}));
  for (std::size_t thread = 0; thread < kThreads; ++thread) {
    for (std::size_t turn = 0; turn < found[thread].size(); ++turn) {
      EXPECT_EQ(found[thread][turn], expected[(turn + thread) % programs.size()]);
    }
  }
}

TEST(Session, APausedSessionCanGoOnInAnotherThread) {
  std::vector<Session> sessions;
  for (int i = 0; i < 64; ++i) sessions.push_back(Start("print(input() + \"!\")\n"));
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::size_t i = thread; i < sessions.size(); i += 8) sessions[i].Resume("a");
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Session& session : sessions) EXPECT_EQ(session.envelope().output, "a!\n");
}

}  // namespace
}  // namespace aegis

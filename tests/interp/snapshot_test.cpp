#include <gtest/gtest.h>
#include <sodium.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interp/session.h"
#include "tests/support/fake_clock.h"
#include "tests/support/listing.h"

namespace aegis {
namespace {

using support::FakeClock;
using support::FrozenClock;
using support::Repeat;

constexpr std::int64_t kMs = FakeClock::kMs;

SnapshotKey Key(char fill = 'k') {
  return SnapshotKey::FromBytes(std::string(SnapshotKey::kBytes, fill)).value();
}

Session Start(const std::string& source, const Limits& limits = Limits()) {
  return Session::Start(source, limits, FrozenClock());
}

std::optional<Session> Restore(std::string_view snapshot, std::string* problem,
                               const SnapshotKey& key = Key()) {
  return Session::Restore(snapshot, key, problem, FrozenClock());
}

std::string Json(const Session& session) { return ToJson(session.envelope()).dump(); }

/// Checks that `snapshot` is refused, and gives the reason.
std::string Refusal(std::string_view snapshot, const SnapshotKey& key = Key()) {
  std::string problem;
  FakeClock time;
  const auto session = Session::Restore(snapshot, key, &problem, time.clock());
  EXPECT_FALSE(session);
  EXPECT_NE(problem, "");
  EXPECT_EQ(time.readings(), 0);
  return problem;
}

constexpr const char* kDamaged = "the snapshot is damaged, or was not made with this key";

// ---- Runs through snapshots ---------------------------------------------------------------------

/// The envelopes of a run; at each pause the session is saved, dropped and restored if wanted.
std::string Transcript(const std::string& source, const std::vector<std::string>& inputs,
                       const Limits& limits, bool through_snapshots) {
  Session session = Start(source, limits);
  std::string transcript = Json(session) + "\n";
  for (const std::string& input : inputs) {
    if (session.envelope().status != Status::kInputRequired) break;
    if (through_snapshots) {
      const std::string snapshot = session.Save(Key()).value();
      std::string problem;
      session = Start("");
      session = Restore(snapshot, &problem).value();
      EXPECT_EQ(problem, "");
      transcript.erase(transcript.rfind('\n', transcript.size() - 2) + 1);
      transcript += Json(session) + "\n";
    }
    session.Resume(input);
    transcript += Json(session) + "\n";
  }
  return transcript;
}

void ExpectSameThroughSnapshots(const std::string& source, const std::vector<std::string>& inputs,
                                const Limits& limits = Limits()) {
  EXPECT_EQ(Transcript(source, inputs, limits, true), Transcript(source, inputs, limits, false))
      << source;
}

TEST(Snapshot, ARunGoesOnAsIfItHadNeverLeft) {
  for (const std::string source :
       {"print(input())\n", "print(1)\nx = input()\nprint(x + input() + input())\n",
        "print(37.6 ^ 2.1)\nx = 2 ^ 4000\nif input() == \"a\":\n  print(x / 3 ^ 2000)\nprint(x)\n",
        "print(input() == \"a\" and (1 < 2 or input() == \"b\") and input() == \"b\")\n",
        "x = input()\nprint(1 / 0)\n", "x = input()\ny = input()\nprint(2 ^ 5000)\n"}) {
    ExpectSameThroughSnapshots(source, {"a", "b", "c"});
    ExpectSameThroughSnapshots(source, {"", "\n\"\\é", std::string(16384, 'x')});
    ExpectSameThroughSnapshots(source, {"a", "\xFF"});
    ExpectSameThroughSnapshots(source, {"a", std::string(16385, 'x')});
  }
}

TEST(Snapshot, AllTwentyPausesCanBeSaved) {
  ExpectSameThroughSnapshots(Repeat("print(input())\n", 21), std::vector<std::string>(21, "line"));
}

TEST(Snapshot, BudgetsGoOnFromWhereTheyWere) {
  const std::string source =
      "print(\"one\")\nx = input()\nprint(x + x)\ny = x + input()\nprint(y)\nprint(1 + 2 * 3)\n";
  for (std::int64_t operations = 0; operations <= 100; ++operations) {
    ExpectSameThroughSnapshots(source, {"abc", "de"},
                               Limits().With(Limit::kOperations, operations).value());
  }
  for (std::int64_t bytes = 3600; bytes <= 4600; bytes += 3) {
    ExpectSameThroughSnapshots(source, {"abc", "de"},
                               Limits().With(Limit::kMemoryBytes, bytes).value());
  }
  for (std::int64_t output = 0; output <= 20; ++output) {
    ExpectSameThroughSnapshots(source, {"abc", "de"},
                               Limits().With(Limit::kOutputBytes, output).value());
  }
  for (std::int64_t requests = 0; requests <= 3; ++requests) {
    ExpectSameThroughSnapshots(source, {"abc", "de"},
                               Limits().With(Limit::kInputRequests, requests).value());
  }
}

TEST(Snapshot, KeepsTheLimits) {
  Limits limits;
  for (const LimitInfo& info : Limits::Infos()) {
    limits = limits.With(info.limit, info.default_value + 1).value();
  }
  const std::string snapshot = Start("x = input()\n", limits).Save(Key()).value();
  std::string problem;
  EXPECT_TRUE(Restore(snapshot, &problem).value().limits() == limits);
}

TEST(Snapshot, CanBeTakenAgainAndAgain) {
  Session session = Start("x = input()\nprint(x + input())\n");
  session.Resume("a");
  const std::string snapshot = session.Save(Key()).value();
  EXPECT_EQ(session.Save(Key()).value(), snapshot);
  std::string problem;
  const std::optional<Session> restored = Restore(snapshot, &problem);
  EXPECT_EQ(restored.value().Save(Key()).value(), snapshot) << "a restored run is saved the same";
  // One snapshot can be gone on with in several ways.
  for (const std::string answer : {"b", "c"}) {
    EXPECT_EQ(Restore(snapshot, &problem)->Resume(answer).output, "a" + answer + "\n");
  }
  EXPECT_EQ(session.Resume("d").output, "ad\n") << "saving does not end the session";
}

TEST(Snapshot, IsOfAPausedRunOnly) {
  for (const std::string source : {"", "print(1)\n", "print(1 / 0)\n", "print(a)\n", "("}) {
    EXPECT_FALSE(Start(source).Save(Key())) << source;
  }
  Session session = Start("x = input()\n");
  EXPECT_TRUE(session.Save(Key()));
  session.Resume("");
  EXPECT_FALSE(session.Save(Key()));
}

// ---- Active time --------------------------------------------------------------------------------

TEST(Snapshot, CarriesTheActiveTime) {
  // 287 tokens, 142 nodes validated, 142 evaluated, two of them before the pause. 600 ms pass
  // before the pause, and in the other process `later` between the start and operation 512.
  const std::string source = "x = input()\n" + Repeat("x = \"\"\n", 70);
  const auto resumed = [&](std::int64_t later) {
    FakeClock before;
    before.set_tick(300 * kMs);  // three readings: the start, operation 256, the pause
    Session session = Session::Start(source, Limits(), before.clock());
    const std::string snapshot = session.Save(Key()).value();
    std::string problem;
    FakeClock after;
    after.Advance(-1000000 * kMs);
    after.set_tick(later);
    Session restored = Session::Restore(snapshot, Key(), &problem, after.clock()).value();
    EXPECT_EQ(after.readings(), 0) << "getting back to the pause takes no active time";
    return restored.Resume("");
  };
  EXPECT_EQ(resumed(400 * kMs).status, Status::kOk);
  EXPECT_EQ(resumed(400 * kMs + 1).error.value().code, Code::kOutOfTime);
}

TEST(Snapshot, ActiveTimeAddsUpOverManySnapshots) {
  FakeClock time;
  time.set_tick(40 * kMs);
  // Each part between two pauses takes 40 ms; the 25th would be the first to pass 1,000 ms, but the
  // clock has to be read within a part to be noticed.
  Session session = Session::Start(Repeat("x = input()\n", 20) + Repeat("x = \"\"\n", 300),
                                   Limits().With(Limit::kActiveMs, 40 * 22).value(), time.clock());
  std::string problem;
  for (int i = 0; i < 19; ++i) {
    session.Resume("");
    const auto snapshot = session.Save(Key());
    ASSERT_TRUE(snapshot) << i;
    session = Session::Restore(*snapshot, Key(), &problem, time.clock()).value();
  }
  EXPECT_EQ(session.Resume("").error.value().code, Code::kOutOfTime);
}

// ---- Refusals -----------------------------------------------------------------------------------

std::string Saved() {
  Session session = Start("x = input()\nprint(x + input())\n");
  session.Resume("first");
  return session.Save(Key()).value();
}

TEST(Snapshot, NeedsTheKeyThatMadeIt) {
  std::string problem;
  EXPECT_TRUE(Restore(Saved(), &problem, Key('k')));
  EXPECT_EQ(Refusal(Saved(), Key('l')), kDamaged);
  EXPECT_EQ(Refusal(Saved(), SnapshotKey::Generate()), kDamaged);
  for (std::size_t i = 0; i < SnapshotKey::kBytes; ++i) {
    std::string bytes(SnapshotKey::kBytes, 'k');
    bytes[i] = 'j';
    EXPECT_EQ(Refusal(Saved(), SnapshotKey::FromBytes(bytes).value()), kDamaged) << i;
  }
}

TEST(Snapshot, EveryTruncationIsRefused) {
  const std::string snapshot = Saved();
  for (std::size_t size = 0; size < snapshot.size(); ++size) {
    Refusal(snapshot.substr(0, size));
    Refusal(snapshot.substr(snapshot.size() - size));
  }
}

TEST(Snapshot, EveryFlippedBitIsRefused) {
  const std::string snapshot = Saved();
  for (std::size_t i = 0; i < snapshot.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = snapshot;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      ASSERT_EQ(Refusal(flipped), kDamaged) << "byte " << i;
    }
  }
}

TEST(Snapshot, EveryInsertedOrDoubledByteIsRefused) {
  const std::string snapshot = Saved();
  for (std::size_t i = 0; i <= snapshot.size(); ++i) {
    Refusal(std::string(snapshot).insert(i, 1, '\0'));
    if (i < snapshot.size()) Refusal(std::string(snapshot).insert(i, 1, snapshot[i]));
  }
  Refusal(snapshot + snapshot);
}

TEST(Snapshot, GarbageIsRefused) {
  EXPECT_EQ(Refusal(""), "this is no snapshot");
  EXPECT_EQ(Refusal("AEGSNAP"), "this is no snapshot");
  EXPECT_EQ(Refusal(std::string(1000, '\0')), kDamaged);
  EXPECT_EQ(Refusal(std::string(100000, '\xFF')), kDamaged);
  EXPECT_EQ(Refusal("{\"status\":\"input_required\",\"output\":\"\",\"request\":{\"index\":1}}"),
            kDamaged);
}

// ---- Refusals of what is authentic but wrong ----------------------------------------------------

/// A snapshot body put together by hand, as the essay in snapshot.cpp describes it.
struct Body {
  std::string magic = std::string("AEGSNAP\x01", 8);
  std::uint64_t active_ns = 0;
  std::vector<std::uint64_t> limits;
  std::string source = "x = input()\nprint(x + input())\n";
  std::optional<std::uint64_t> source_bytes;  ///< when it is not the truth
  std::vector<std::string> inputs = {"first"};
  std::optional<std::uint64_t> input_count;  ///< when it is not the truth
  std::string rest;

  Body() {
    for (const LimitInfo& info : Limits::Infos()) {
      limits.push_back(static_cast<std::uint64_t>(info.default_value));
    }
  }

  /// The body with the authentication code of Key().
  std::string Signed() const {
    std::string bytes = magic;
    const auto put = [&](std::uint64_t number) {
      for (int i = 0; i < 8; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xFF);
    };
    put(active_ns);
    for (const std::uint64_t limit : limits) put(limit);
    put(source_bytes.value_or(source.size()));
    bytes += source;
    put(input_count.value_or(inputs.size()));
    for (const std::string& input : inputs) {
      put(input.size());
      bytes += input;
    }
    return Sign(bytes + rest);
  }

  static std::string Sign(const std::string& bytes) {
    const auto unsigned_bytes = [](const std::string& text) {
      return reinterpret_cast<const unsigned char*>(text.data());
    };
    unsigned char code[crypto_auth_hmacsha256_BYTES];
    crypto_auth_hmacsha256(code, unsigned_bytes(bytes), bytes.size(),
                           unsigned_bytes(Key().bytes()));
    return bytes + std::string(reinterpret_cast<const char*>(code), sizeof(code));
  }
};

TEST(Snapshot, IsRefusedToHostsThatDoNotAskWhy) {
  EXPECT_FALSE(Session::Restore("garbage", SnapshotKey::Generate(), nullptr));
}

TEST(Snapshot, HasTheDocumentedForm) { EXPECT_EQ(Saved(), Body().Signed()); }

TEST(Snapshot, AnotherVersionIsRefused) {
  Body body;
  body.magic[7] = '\x02';
  EXPECT_EQ(Refusal(body.Signed()), "the snapshot was made by another version");
  body.magic = "SOMEBODY";
  EXPECT_EQ(Refusal(body.Signed()), "the snapshot was made by another version");
}

TEST(Snapshot, LimitsOutOfRangeAreRefused) {
  for (const LimitInfo& info : Limits::Infos()) {
    Body body;
    std::uint64_t& limit = body.limits[static_cast<std::size_t>(info.limit)];
    limit = static_cast<std::uint64_t>(info.ceiling) + 1;
    EXPECT_EQ(Refusal(body.Signed()), "the snapshot has a limit out of range") << info.name;
    limit = ~std::uint64_t{0};
    EXPECT_EQ(Refusal(body.Signed()), "the snapshot has a limit out of range") << info.name;
  }
}

TEST(Snapshot, AnAuthenticBodyThatIsCutShortIsRefused) {
  const std::string whole = Body().Signed();
  const std::string body = whole.substr(0, whole.size() - crypto_auth_hmacsha256_BYTES);
  for (std::size_t size = 0; size < body.size(); ++size) Refusal(Body::Sign(body.substr(0, size)));
  Refusal(Body::Sign(body + "x"));
}

TEST(Snapshot, CountsThatDoNotFitAreRefused) {
  for (const std::uint64_t count :
       {std::uint64_t{0}, std::uint64_t{2}, ~std::uint64_t{0}, std::uint64_t{1} << 63}) {
    Body inputs;
    inputs.input_count = count;
    EXPECT_EQ(Refusal(inputs.Signed()), "the snapshot is cut short") << count;
    Body source;
    source.source_bytes = count;
    Refusal(source.Signed());
  }
  Body time;
  time.active_ns = ~std::uint64_t{0};
  Refusal(time.Signed());
}

TEST(Snapshot, ARunThatDoesNotWaitIsRefused) {
  constexpr const char* kReason = "the snapshot is of a run that does not wait for input";
  Body too_many;
  too_many.inputs = {"a", "b"};
  EXPECT_EQ(Refusal(too_many.Signed()), kReason);
  too_many.inputs = {"a", "b", "c"};
  EXPECT_EQ(Refusal(too_many.Signed()), kReason);
  Body bad_input;
  bad_input.inputs = {"\xFF"};
  EXPECT_EQ(Refusal(bad_input.Signed()), kReason);
  for (const std::string source : {"", "print(1)\n", "print(a)\n", "(", "print(1 / 0)\n"}) {
    Body body;
    body.source = source;
    body.inputs = {};
    EXPECT_EQ(Refusal(body.Signed()), kReason) << source;
  }
}

// ---- Keys ---------------------------------------------------------------------------------------

TEST(SnapshotKey, HasExactly32Bytes) {
  EXPECT_TRUE(SnapshotKey::FromBytes(std::string(32, '\0')));
  for (const std::size_t size : {0, 1, 31, 33, 64}) {
    EXPECT_FALSE(SnapshotKey::FromBytes(std::string(size, 'k'))) << size;
  }
  EXPECT_EQ(Key().bytes(), std::string(32, 'k'));
}

TEST(SnapshotKey, GeneratedOnesDiffer) {
  const SnapshotKey first = SnapshotKey::Generate();
  const SnapshotKey second = SnapshotKey::Generate();
  EXPECT_EQ(first.bytes().size(), SnapshotKey::kBytes);
  EXPECT_NE(first.bytes(), second.bytes());
}

}  // namespace
}  // namespace aegis

// The conformance table: aegis-0.1.jsonl holds programs with their exact results, one JSON object a
// line. Every program is run to its end four ways (plain, again, through a snapshot at every pause,
// and through `Compile` alone), and all of them have to agree with the table and with each other.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "semantic/compile.h"
#include "tests/conformance/run_program.h"

namespace aegis::conformance {
namespace {

using nlohmann::json;

struct Case {
  int line = 0;  ///< in the table, from 1
  std::string source;
  std::vector<std::string> inputs;
  Limits limits;
  json expect;
};

std::vector<Case> LoadTable() {
  const std::string path = std::string(AEGIS_SOURCE_DIR) + "/tests/conformance/aegis-0.1.jsonl";
  std::ifstream file(path, std::ios::binary);
  std::vector<Case> cases;
  std::string text;
  for (int line = 1; std::getline(file, text); ++line) {
    const json data = json::parse(text);
    Case entry;
    entry.line = line;
    entry.source = data.at("source").get<std::string>();
    entry.inputs = data.at("inputs").get<std::vector<std::string>>();
    entry.expect = data.at("expect");
    const json limit_values = data.value("limits", json::object());
    for (const auto& [name, value] : limit_values.items()) {
      std::string problem;
      const auto limits = entry.limits.With(name, value.get<std::int64_t>(), &problem);
      EXPECT_TRUE(limits) << "line " << line << ": " << problem;
      if (limits) entry.limits = *limits;
    }
    cases.push_back(std::move(entry));
  }
  return cases;
}

const std::vector<Case>& Table() {
  static const std::vector<Case> table = LoadTable();
  return table;
}

/// The members of `envelope` that section 9 fixes; the message, which is free, and what
/// implementations may add are left out.
json Comparable(const Envelope& envelope) {
  const json full = ToJson(envelope);
  json result = {{"status", full.at("status")}, {"output", full.at("output")}};
  if (full.contains("request")) result["request"] = full["request"];
  if (full.contains("error")) {
    const json& error = full["error"];
    EXPECT_TRUE(error.at("message").is_string());
    result["error"] = {{"category", error.at("category")},
                       {"line", error.at("line")},
                       {"column", error.at("column")}};
  }
  return result;
}

std::string Describe(const Case& entry) {
  std::string text = "aegis-0.1.jsonl:" + std::to_string(entry.line) + "\n----- source\n" +
                     entry.source + "\n----- inputs " + json(entry.inputs).dump();
  for (const LimitInfo& info : Limits::Infos()) {
    if (entry.limits[info.limit] == info.default_value) continue;
    text +=
        "\n----- limit " + std::string(info.name) + "=" + std::to_string(entry.limits[info.limit]);
  }
  return text + "\n----- expected " + entry.expect.dump();
}

TEST(ConformanceTable, IsThere) { EXPECT_EQ(Table().size(), 1400U); }

TEST(ConformanceTable, EveryAnswerIsTheExpectedOne) {
  for (const Case& entry : Table()) {
    const json answer = Comparable(RunProgram(entry.source, entry.inputs, entry.limits).end);
    EXPECT_TRUE(answer == entry.expect) << Describe(entry) << "\n----- answer   " << answer.dump();
  }
}

TEST(ConformanceTable, ASecondRunGivesTheSameEnvelope) {
  for (const Case& entry : Table()) {
    const json first = ToJson(RunProgram(entry.source, entry.inputs, entry.limits).end);
    const json second = ToJson(RunProgram(entry.source, entry.inputs, entry.limits).end);
    EXPECT_TRUE(first == second) << Describe(entry) << "\n----- first  " << first.dump()
                                 << "\n----- second " << second.dump();
  }
}

TEST(ConformanceTable, ASnapshotAtEveryPauseChangesNothing) {
  int pauses = 0;
  for (const Case& entry : Table()) {
    const ProgramRun plain = RunProgram(entry.source, entry.inputs, entry.limits);
    const ProgramRun restored =
        RunProgram(entry.source, entry.inputs, entry.limits, Pausing::kThroughSnapshot);
    EXPECT_TRUE(ToJson(plain.end) == ToJson(restored.end))
        << Describe(entry) << "\n----- plain    " << ToJson(plain.end).dump() << "\n----- restored "
        << ToJson(restored.end).dump();
    pauses += static_cast<int>(plain.pauses.size());
  }
  EXPECT_GT(pauses, 100);
}

TEST(ConformanceTable, CompileAcceptsExactlyWhatGetsToRun) {
  for (const Case& entry : Table()) {
    Budget budget(entry.limits, FrozenClock());
    const Compilation compilation = Compile(entry.source, &budget);
    const Envelope end = RunProgram(entry.source, entry.inputs, entry.limits).end;
    // The first step of the execution can be the one operation too many: valid, and not started.
    const bool stopped_at_first_step = end.status == Status::kError &&
                                       end.error->code == Code::kTooManyOperations &&
                                       budget.operations() == entry.limits[Limit::kOperations];
    const bool got_to_run = end.execution != Execution::kNotStarted || stopped_at_first_step;
    EXPECT_EQ(compilation.program != nullptr, got_to_run)
        << Describe(entry) << "\n----- answer   " << ToJson(end).dump();
    if (compilation.program == nullptr) {
      ASSERT_FALSE(compilation.diagnostics.empty()) << Describe(entry);
      EXPECT_EQ(compilation.diagnostics.front().code, end.error->code) << Describe(entry);
    }
  }
}

}  // namespace
}  // namespace aegis::conformance

#include <algorithm>

#include "fuzz/claims.h"
#include "fuzz/random.h"
#include "interp/session.h"
#include "semantic/compile.h"
#include "syntax/format.h"
#include "syntax/parse.h"
#include "syntax/scan.h"

namespace aegis::fuzz {
namespace {

/// Where a text inside `json` is no UTF-8, if one is. Two kinds of texts of a program come back
/// from a run: its output and messages that quote it.
Violation FindBentText(const Json& json) {
  if (json.is_string() && !IsValidUtf8(json.get_ref<const std::string&>())) {
    return "a text is no UTF-8: " + json.dump(-1, ' ', true, Json::error_handler_t::replace);
  }
  if (json.is_structured()) {
    for (const Json& member : json) {
      if (Violation bent = FindBentText(member)) return bent;
    }
  }
  return std::nullopt;
}

Violation FindBentText(const Diagnostic& diagnostic) {
  Json texts = {Message(diagnostic), diagnostic.hint};
  for (const Note& note : diagnostic.notes) texts.push_back(note.message);
  return FindBentText(texts);
}

std::string Place(const Json& line, const Json& column) {
  return line.dump() + ":" + column.dump();
}

/// What is wrong with a position as a place in `source`.
Violation FindBadPlace(const Source& source, const Json& line, const Json& column,
                       const std::string& of) {
  const std::string what = of + " is at " + Place(line, column) + ", ";
  if (!line.is_number_unsigned() || !column.is_number_unsigned()) return what + "which is no place";
  const auto index = line.get<std::size_t>();
  if (index < 1 || index > source.lines().size()) {
    return what + "and the file has " + std::to_string(source.lines().size()) + " lines";
  }
  const Source::Line& there = source.lines()[index - 1];
  const std::size_t length = there.end - there.begin;
  const auto at = column.get<std::size_t>();
  if (at < 1 || at > length + 1) {
    return what + "and the line has " + std::to_string(length) + " characters";
  }
  return std::nullopt;
}

Violation FindBadRange(const Source& source, Range range, const std::string& of) {
  if (range.begin <= range.end && range.end <= source.size()) return std::nullopt;
  return of + " covers " + std::to_string(range.begin) + " to " + std::to_string(range.end) +
         " of " + std::to_string(source.size());
}

bool IsSoundCode(const Json& envelope) {
  return envelope["status"] != "error" || envelope["error"]["category"] != "host_error";
}

}  // namespace

Violation NoHostError(const Case& c, const Surfaces&) {
  const Trace trace = RunWithInputs(c.program, InputsOf(c), PatientLimits());
  for (const Json& envelope : trace.envelopes) {
    if (!IsSoundCode(envelope)) return "a run ended with " + Cut(envelope.dump());
    if (Violation bent = FindBentText(envelope)) return bent;
  }
  const Analysis analysis = Analyze(c.program, PatientLimits());
  for (const Diagnostic& diagnostic : analysis.diagnostics) {
    if (Violation bent = FindBentText(diagnostic)) return bent;
  }
  const Source source(c.program);
  Scan(source);
  Budget budget(PatientLimits(), SteadyClock());
  Tokenize(source, &budget);
  const FormatResult formatted = Format(source);
  if (!IsValidUtf8(formatted.text)) return "the formatted text is no UTF-8";
  return std::nullopt;
}

Violation ErrorsHaveAPlace(const Case& c, const Surfaces&) {
  const Compilation compilation = Compile(c.program, PatientLimits());
  for (const Diagnostic& diagnostic : compilation.diagnostics) {
    const std::string name = std::string(Info(diagnostic.code).id);
    if (!diagnostic.range) return name + " has no place";
    if (Violation bad = FindBadRange(compilation.source, *diagnostic.range, name)) return bad;
    for (const Note& note : diagnostic.notes) {
      if (Violation bad = FindBadRange(compilation.source, note.range, name + "'s note"))
        return bad;
    }
  }
  const Source source(c.program);
  for (const Json& envelope : RunWithInputs(c.program, InputsOf(c), PatientLimits()).envelopes) {
    const bool failed = envelope["status"] == "error";
    if (!failed && !envelope.contains("request")) continue;
    const Json& placed = failed ? envelope["error"] : envelope["request"];
    const std::string of = failed ? placed["code"].get<std::string>() : "a pause";
    if (Violation bad = FindBadPlace(source, placed["line"], placed["column"], of)) return bad;
  }
  return std::nullopt;
}

Violation CheckedProgramsStart(const Case& c, const Surfaces&) {
  Budget budget(PatientLimits(), SteadyClock());
  const Compilation compilation = Compile(c.program, &budget);
  const Json envelope = ToJson(Session::Start(c.program, PatientLimits()).envelope());
  const bool started = envelope["execution"] != "not_started";
  if (compilation.program) {
    if (!started) return "`check` accepts it, and it did not start: " + Cut(envelope.dump());
    return std::nullopt;
  }
  const Diagnostic& first = compilation.diagnostics.front();
  if (started) return "`check` finds " + Message(first) + ", and it ran: " + Cut(envelope.dump());
  return Compare("check", ToJson(ErrorEnvelope(first, compilation.source, Execution::kNotStarted)),
                 "run", envelope);
}

Violation RunErrorsAreOfValuesAndLimits(const Case& c, const Surfaces&) {
  if (!Compile(c.program, PatientLimits()).program) return std::nullopt;
  const Trace trace = RunWithInputs(c.program, InputsOf(c), PatientLimits());
  if (!trace.failed() || trace.hit_limit()) return std::nullopt;
  if (trace.last()["error"]["category"] == "value_error") return std::nullopt;
  return "a valid program failed with " + Cut(trace.last().dump());
}

Violation RunsAreDeterministic(const Case& c, const Surfaces&) {
  const std::vector<std::string> inputs = InputsOf(c);
  return Compare("once", RunWithInputs(c.program, inputs, PatientLimits()).envelopes, "again",
                 RunWithInputs(c.program, inputs, PatientLimits()).envelopes);
}

Violation PausesChangeNothing(const Case& c, const Surfaces&) {
  const std::vector<std::string> inputs = InputsOf(c);
  const Trace whole = RunWithInputs(c.program, inputs, PatientLimits());
  if (whole.inputs_used == 0) return std::nullopt;
  static const SnapshotKey key = SnapshotKey::Generate();
  std::vector<Json> envelopes;
  Session session = Session::Start(c.program, PatientLimits());
  envelopes.push_back(ToJson(session.envelope()));
  for (std::size_t i = 0; i < whole.inputs_used; ++i) {
    const std::optional<std::string> snapshot = session.Save(key);
    if (!snapshot) return "a paused run could not be saved";
    std::string problem;
    std::optional<Session> restored = Session::Restore(*snapshot, key, &problem);
    if (!restored) return "a snapshot was refused: " + problem;
    if (Violation differs = Compare("saved", ToJson(session.envelope()), "restored",
                                    ToJson(restored->envelope()))) {
      return differs;
    }
    if (!(restored->limits() == session.limits())) return "a restored run has other limits";
    session = std::move(*restored);
    session.Resume(inputs[i]);
    envelopes.push_back(ToJson(session.envelope()));
  }
  return Compare("without saving", whole.envelopes, "saved and restored", envelopes);
}

Violation LargerLimitsAreNoWorse(const Case& c, const Surfaces&) {
  if (!Compile(c.program, PatientLimits()).program) return std::nullopt;
  Random random(c.seed ^ 0x2F);
  const std::vector<std::string> inputs = InputsOf(c);
  // Limits about as large as the program needs them, of which some are then raised.
  Limits small = PatientLimits();
  Limits large = PatientLimits();
  for (const LimitInfo& info : Limits::Infos()) {
    if (info.limit == Limit::kActiveMs || !random.OneIn(4)) continue;
    std::int64_t value = info.default_value;
    for (std::size_t halvings = random.Below(16); halvings > 0; --halvings) value /= 2;
    const std::int64_t raised = std::min(
        info.ceiling, value + static_cast<std::int64_t>(
                                  random.Below(static_cast<std::size_t>(info.default_value) + 1)));
    small = *small.With(info.limit, value);
    large = *large.With(info.limit, raised);
  }
  const Trace before = RunWithInputs(c.program, inputs, small);
  const Trace after = RunWithInputs(c.program, inputs, large);
  // The last envelope is compared when it is no error; every pause before it had been reached.
  for (std::size_t i = 0; i < before.envelopes.size(); ++i) {
    if (before.envelopes[i]["status"] == "error") break;
    const Json other = i < after.envelopes.size() ? after.envelopes[i] : Json();
    if (Violation differs =
            Compare("smaller limits", before.envelopes[i], "larger limits", other)) {
      return differs;
    }
  }
  // An error that is no limit's stays, too.
  if (before.failed() && !before.hit_limit()) {
    return Compare("smaller limits", before.last(), "larger limits", after.last());
  }
  return std::nullopt;
}

}  // namespace aegis::fuzz

#include "fuzz/property.h"

#include <algorithm>

#include "fuzz/claims.h"
#include "fuzz/random.h"
#include "interp/session.h"

namespace aegis::fuzz {

const std::vector<Property>& Properties() {
  static const std::vector<Property> properties = {
      {"no-host-error", "nothing crashes, fails inside or gives a text that is no UTF-8",
       NoHostError},
      {"error-place", "every problem, note and pause is at a place inside the file",
       ErrorsHaveAPlace},
      {"check-starts", "`check` accepts exactly the programs that start to run",
       CheckedProgramsStart},
      {"run-errors", "a valid program fails with value_error or limit_error alone",
       RunErrorsAreOfValuesAndLimits},
      {"deterministic", "the same program and inputs give the same results", RunsAreDeterministic},
      {"pause", "saving and restoring at any input changes nothing", PausesChangeNothing},
      {"larger-limit", "a larger limit never makes an error of a result", LargerLimitsAreNoWorse},
      {"tokens", "the parser's tokens are those that formatter and editor see", TokensAreScanned},
      {"format", "formatting keeps tokens, comments and results, and formats once for all",
       FormattingChangesNothing},
      {"rename", "a variable's name changes nothing but the name", NamesAreFree},
      {"parentheses", "parentheses around an operand change nothing", ParenthesesChangeNothing},
      {"swap-branches", "the branches of `if c` and `if not (c)` can be swapped",
       BranchesCanBeSwapped},
      {"editor", "the language server shows what `check` finds", EditorsSeeWhatCheckSees},
      {"parity", "command line, batch, library and tools give the same result", SurfacesAgree},
  };
  return properties;
}

const Property* FindProperty(std::string_view name) {
  const std::vector<Property>& all = Properties();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Property& property) { return property.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> InputsOf(const Case& c) {
  static const std::vector<std::string> kOrdinary = {
      "", "7", "yes", "hello, world", "\xC3\xA9", "\xF0\x9F\x98\x80", "a\nb", "\"quoted\"", " "};
  Random random(c.seed ^ 0x1F);
  std::vector<std::string> inputs;
  for (std::size_t count = random.Between(1, 24); inputs.size() < count;) {
    if (random.OneIn(64)) {
      inputs.emplace_back("\xFF bent");
    } else if (random.OneIn(64)) {
      inputs.emplace_back(random.Between(16383, 16385), 'x');
    } else if (random.OneIn(16)) {
      inputs.emplace_back(1, '\0');
    } else {
      inputs.push_back(random.Pick(kOrdinary));
    }
  }
  return inputs;
}

bool Trace::failed(std::optional<Code> code) const {
  if (last()["status"] != "error") return false;
  return !code || last()["error"]["code"] == Info(*code).id;
}

bool Trace::hit_limit() const { return failed() && last()["error"]["category"] == "limit_error"; }

Trace RunWithInputs(const std::string& program, const std::vector<std::string>& inputs,
                    const Limits& limits) {
  Trace trace;
  Session session = Session::Start(program, limits);
  trace.envelopes.push_back(ToJson(session.envelope()));
  while (session.envelope().status == Status::kInputRequired && trace.inputs_used < inputs.size()) {
    session.Resume(inputs[trace.inputs_used++]);
    trace.envelopes.push_back(ToJson(session.envelope()));
  }
  return trace;
}

Limits PatientLimits() {
  constexpr std::int64_t kTenMinutes = 600'000;
  return *Limits().With(Limit::kActiveMs, kTenMinutes);
}

std::string Cut(const std::string& text) {
  constexpr std::size_t kMost = 1500;
  if (text.size() <= kMost) return text;
  return text.substr(0, kMost) + "... (" + std::to_string(text.size()) + " bytes)";
}

Violation Compare(const std::string& left_name, const Json& left, const std::string& right_name,
                  const Json& right) {
  if (left == right) return std::nullopt;
  const auto shown = [](const Json& json) {
    return Cut(json.dump(-1, ' ', true, Json::error_handler_t::replace));
  };
  return left_name + ": " + shown(left) + "\n" + right_name + ": " + shown(right);
}

}  // namespace aegis::fuzz

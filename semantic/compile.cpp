#include "semantic/compile.h"

#include <optional>
#include <utility>

#include "syntax/parse.h"

namespace aegis {
namespace {

/// Why a text is refused before it is read, if it is.
std::optional<Code> RefusedWhole(std::string_view text, Budget* budget) {
  if (static_cast<std::int64_t>(text.size()) > budget->limits()[Limit::kSourceBytes]) {
    return Code::kSourceTooLarge;
  }
  return budget->TakeSource(text.size());
}

Diagnostic AtTheStart(Code code, const Limits& limits) {
  return LimitDiagnostic(code, Range{0, 0}, limits);
}

}  // namespace

Compilation Compile(std::string_view text, Budget* budget) {
  if (const auto refused = RefusedWhole(text, budget)) {
    return {Source(""), nullptr, {AtTheStart(*refused, budget->limits())}};
  }
  Source source(text);
  ParseResult parsed = Parse(source, budget);
  if (!parsed.diagnostics.empty()) {
    return {std::move(source), nullptr, std::move(parsed.diagnostics)};
  }
  CheckResult checked = Check(parsed.ast, budget);
  Compilation result{std::move(source), nullptr, std::move(checked.diagnostics)};
  if (result.diagnostics.empty() || !IsError(result.diagnostics.front())) {
    result.program = std::make_shared<const CheckedProgram>(
        CheckedProgram{result.source, std::move(parsed.ast), std::move(checked.types)});
  }
  return result;
}

Compilation Compile(std::string_view text, const Limits& limits) {
  Budget budget(limits, SteadyClock());
  budget.StartClock();
  return Compile(text, &budget);
}

Analysis Analyze(std::string_view text, const Limits& limits) {
  Budget budget(limits, SteadyClock());
  budget.StartClock();
  if (const auto refused = RefusedWhole(text, &budget)) {
    return {Source(""), {}, {}, false, {AtTheStart(*refused, limits)}};
  }
  Source source(text);
  ParseResult parsed = Parse(source, &budget);
  const bool sound = parsed.diagnostics.empty();
  // What a broken program means is nobody's run: it has a budget of its own.
  Budget fresh(limits, SteadyClock());
  fresh.StartClock();
  CheckResult checked = Check(parsed.ast, sound ? &budget : &fresh);
  std::vector<Diagnostic> diagnostics = sound ? checked.diagnostics : std::move(parsed.diagnostics);
  return {std::move(source), std::move(parsed.ast), std::move(checked), sound,
          std::move(diagnostics)};
}

}  // namespace aegis

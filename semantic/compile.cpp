#include "semantic/compile.h"

#include <utility>

#include "semantic/check.h"
#include "syntax/parse.h"

namespace aegis {
namespace {

Compilation Refused(Code code, const Limits& limits) {
  return {Source(""), nullptr, {LimitDiagnostic(code, Range{0, 0}, limits)}};
}

}  // namespace

Compilation Compile(std::string_view text, Budget* budget) {
  const Limits& limits = budget->limits();
  if (static_cast<std::int64_t>(text.size()) > limits[Limit::kSourceBytes]) {
    return Refused(Code::kSourceTooLarge, limits);
  }
  if (const auto passed = budget->TakeSource(text.size())) return Refused(*passed, limits);

  Source source(text);
  ParseResult parsed = Parse(source, budget);
  if (!parsed.ast) return {std::move(source), nullptr, std::move(parsed.diagnostics)};

  CheckResult checked = Check(*parsed.ast, budget);
  Compilation result{std::move(source), nullptr, std::move(checked.diagnostics)};
  if (result.diagnostics.empty() || !IsError(result.diagnostics.front())) {
    result.program = std::make_shared<const CheckedProgram>(
        CheckedProgram{result.source, std::move(*parsed.ast), std::move(checked.types)});
  }
  return result;
}

Compilation Compile(std::string_view text, const Limits& limits) {
  Budget budget(limits, SteadyClock());
  budget.StartClock();
  return Compile(text, &budget);
}

}  // namespace aegis

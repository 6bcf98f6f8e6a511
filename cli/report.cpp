#include "cli/report.h"

#include <algorithm>
#include <utility>

#include "semantic/compile.h"
#include "syntax/budget.h"
#include "syntax/parse.h"

namespace aegis::cli {
namespace {

Problem ToProblem(const Diagnostic& diagnostic) {
  return {diagnostic.code, Message(diagnostic), diagnostic.hint, diagnostic.range,
          diagnostic.notes};
}

/// The token that starts at `position`; an empty range there when none does.
Range TokenAt(const Source& source, const Limits& limits, Position position) {
  Budget budget(limits, SteadyClock());
  for (const TokenInfo& token : Tokenize(source, &budget).tokens) {
    if (source.PositionAt(token.range.begin) == position) return token.range;
  }
  const std::vector<Source::Line>& lines = source.lines();
  const std::size_t line = std::min<std::size_t>(position.line, lines.size()) - 1;
  const std::uint32_t offset = std::min(lines[line].begin + position.column - 1, source.size());
  return {offset, offset};
}

}  // namespace

std::string ReportedName(const std::string& path) { return path == "-" ? "<stdin>" : path; }

Report DiagnosticsReport(const std::string& path, const std::string& text,
                         const std::vector<Diagnostic>& diagnostics) {
  Report report{ReportedName(path), Source(text), {}};
  for (const Diagnostic& diagnostic : diagnostics) {
    report.problems.push_back(ToProblem(diagnostic));
  }
  return report;
}

Report CheckReport(const std::string& path, const std::string& text, const Limits& limits) {
  return DiagnosticsReport(path, text, Compile(text, limits).diagnostics);
}

Report RunReport(const std::string& path, const std::string& text, const Limits& limits,
                 const RunError& error, std::size_t* others) {
  // An envelope says where its error starts. If checking meets the same error, its diagnostic says
  // more; the errors of evaluation are told with the token that they stand at.
  const std::vector<Diagnostic> found = Compile(text, limits).diagnostics;
  if (!found.empty() && found.front().code == error.code && IsError(found.front())) {
    *others = found.size() - 1;
    return DiagnosticsReport(path, text, {found.front()});
  }
  *others = 0;
  Report report{ReportedName(path), Source(text), {}};
  Problem problem{error.code, error.message, error.hint, std::nullopt, {}};
  if (error.position) problem.range = TokenAt(report.source, limits, *error.position);
  report.problems.push_back(std::move(problem));
  return report;
}

}  // namespace aegis::cli

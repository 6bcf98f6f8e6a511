#include "lsp/features.h"

#include <algorithm>
#include <vector>

namespace aegis::lsp {

Json InlayHints(const Document& document, const Json& params, const Client&) {
  constexpr int kType = 1;
  const Range range = document.Offsets(At(params, {"range"}));
  const Analysis& analysis = document.analysis();
  std::vector<const Statement*> assignments;
  for (const Statement& statement : analysis.ast.statements) {
    if (statement.kind != StatementKind::kAssignment) continue;
    const TypeSet types = analysis.check.types[statement.expr];
    const std::uint32_t place = statement.token.end;
    const bool shown = range.begin <= place && place <= range.end;
    if (shown && !types.empty() && !types.unknown()) assignments.push_back(&statement);
  }
  std::sort(assignments.begin(), assignments.end(),
            [](const Statement* a, const Statement* b) { return a->token.begin < b->token.begin; });
  Json hints = Json::array();
  for (const Statement* statement : assignments) {
    hints.push_back({{"position", document.ToJson(statement->token.end)},
                     {"label", ": " + Describe(analysis.check.types[statement->expr])},
                     {"kind", kType}});
  }
  return hints;
}

}  // namespace aegis::lsp

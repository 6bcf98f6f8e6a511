#include "semantic/flow.h"

#include <algorithm>

namespace aegis {
namespace {

bool Contains(Range outer, Range inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

}  // namespace

std::vector<DefinitionId> DefinitionsBefore(const Ast& ast, const Flow& flow, StatementId target) {
  std::vector<DefinitionId> state(ast.names.size(), kUnassigned);
  const Range place = ast.statements[target].token;
  const Block* block = &ast.program;
  while (block != nullptr) {
    const Block* inner = nullptr;
    for (const StatementId id : *block) {
      if (id == target) return state;
      const Statement& statement = ast.statements[id];
      if (statement.kind == StatementKind::kIf && Contains(statement.extent, place)) {
        const bool in_else = statement.has_else && place.begin >= statement.else_token.end;
        inner = in_else ? &statement.else_body : &statement.body;
        break;
      }
      for (const Flow::Change& change : flow.changes[id]) state[change.name] = change.definition;
    }
    block = inner;
  }
  return state;
}

std::vector<StatementId> ReachingAssignments(const Ast& ast, const Flow& flow,
                                             DefinitionId definition) {
  std::vector<StatementId> assignments;
  std::vector<bool> seen(flow.definitions.size());
  std::vector<DefinitionId> open = {definition};
  while (!open.empty()) {
    const DefinitionId id = open.back();
    open.pop_back();
    if (id == kUnassigned || seen[id]) continue;
    seen[id] = true;
    const Definition& found = flow.definitions[id];
    if (found.is_join) {
      open.push_back(found.body);
      open.push_back(found.else_body);
    } else {
      assignments.push_back(found.assignment);
    }
  }
  std::sort(assignments.begin(), assignments.end(), [&](StatementId a, StatementId b) {
    return ast.statements[a].token.begin < ast.statements[b].token.begin;
  });
  return assignments;
}

}  // namespace aegis

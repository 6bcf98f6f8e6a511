#include <algorithm>

#include "semantic/fix_site.h"
#include "semantic/flow.h"
#include "syntax/spelling.h"

// Variables that are not assigned where they are read. A first value is a guess, so no such fix is
// preferred; its type is one that the variable has elsewhere.

namespace aegis {
namespace {

constexpr unsigned kPreferred = Candidate::kPreferred;
constexpr unsigned kFallback = Candidate::kFallback;

/// The statements around `offset` and the blocks that they stand in, from the outermost to the
/// innermost.
struct Step {
  const Block* block;
  StatementId statement;
};

std::vector<Step> PathTo(const Ast& ast, std::uint32_t offset) {
  std::vector<Step> path;
  const Block* block = &ast.program;
  while (block != nullptr) {
    const Block* inner = nullptr;
    for (const StatementId id : *block) {
      const Statement& statement = ast.statements[id];
      if (offset < statement.extent.begin || offset >= statement.extent.end) continue;
      path.push_back({block, id});
      const bool in_else = statement.has_else && offset >= statement.else_token.end;
      if (statement.kind == StatementKind::kIf) {
        inner = in_else ? &statement.else_body : &statement.body;
      }
      break;
    }
    block = inner;
  }
  return path;
}

const Expr* ReadAt(const Ast& ast, Range token) {
  const auto found = std::find_if(ast.exprs.begin(), ast.exprs.end(), [&](const Expr& expr) {
    return expr.kind == ExprKind::kName && expr.token == token;
  });
  return found == ast.exprs.end() ? nullptr : &*found;
}

/// Literals of the types that the assignments to `name` give it, in their order.
std::vector<std::string> FirstValues(const Analysis& analysis, NameId name) {
  struct Literal {
    Type type;
    const char* text;
  };
  static constexpr Literal kLiterals[] = {
      {Type::kInt, "0"}, {Type::kFloat, "0.0"}, {Type::kString, "\"\""}, {Type::kBool, "false"}};
  std::vector<std::string> values;
  const auto add = [&](const char* text) {
    if (std::find(values.begin(), values.end(), text) == values.end()) values.emplace_back(text);
  };
  for (const Definition& definition : analysis.check.flow.definitions) {
    if (definition.types.empty() || definition.is_join || definition.types.unknown()) continue;
    if (analysis.ast.statements[definition.assignment].name != name) continue;
    for (const Literal& literal : kLiterals) {
      if (definition.types.Contains(literal.type)) add(literal.text);
    }
  }
  // Where the assignments do not tell (`x = x + 1`), what fits tells.
  for (const Literal& literal : kLiterals) add(literal.text);
  return values;
}

void SuggestSpelling(FixSite* site, const Expr& read) {
  const Ast& ast = site->analysis().ast;
  const std::string& name = ast.names[read.payload];
  const std::vector<Step> path = PathTo(ast, read.token.begin);
  if (path.empty()) return;
  const Flow& flow = site->analysis().check.flow;
  const std::vector<DefinitionId> state = DefinitionsBefore(ast, flow, path.back().statement);
  std::vector<std::string> reachable;
  for (NameId id = 0; id < state.size(); ++id) {
    if (!flow.definitions[state[id]].types.empty()) reachable.push_back(ast.names[id]);
  }
  reachable.insert(reachable.end(), {"true", "false", "input"});
  if (const auto meant = ClosestSpelling(name, reachable)) {
    const std::string text = *meant == "input" ? "input()" : *meant;
    site->Add("write `" + text + "`", {{read.token, text}}, kPreferred);
  }
}

/// A line of its own, `text`, before the statement.
TextEdit LineBefore(const FixSite& site, const Statement& statement, const std::string& text) {
  const std::uint32_t begin = statement.token.begin;
  return {{begin, begin}, text + site.NewLine(site.SpacesOf(site.source().LineIndexAt(begin)))};
}

/// The same behind the last of `block`.
TextEdit LineBehind(const FixSite& site, const Block& block, const std::string& text) {
  const Statement& last = site.analysis().ast.statements[block.back()];
  const std::uint32_t spaces = site.SpacesOf(site.source().LineIndexAt(last.token.begin));
  const std::uint32_t end = site.Line(site.source().LineIndexAt(last.extent.end)).end;
  return {{end, end}, site.NewLine(spaces) + text};
}

void SuggestFirstValue(FixSite* site, const Expr& read) {
  const Ast& ast = site->analysis().ast;
  const std::string& name = ast.names[read.payload];
  const std::vector<Step> path = PathTo(ast, read.token.begin);
  if (path.empty()) return;
  const Statement& statement = ast.statements[path.back().statement];
  for (const std::string& value : FirstValues(site->analysis(), read.payload)) {
    const std::string assignment = name + " = " + value;
    site->Add("write `" + assignment + "` before this line",
              {LineBefore(*site, statement, assignment)}, kFallback);
  }
}

/// The `if` that stands between an assignment in one of its branches and the read is the one that
/// loses the assignment.
void SuggestForBranch(FixSite* site, const Expr& read) {
  const Ast& ast = site->analysis().ast;
  if (site->diagnostic().notes.empty()) return;
  const std::uint32_t assigned = site->diagnostic().notes.front().range.begin;
  const std::vector<Step> to_read = PathTo(ast, read.token.begin);
  const std::vector<Step> to_assignment = PathTo(ast, assigned);
  std::size_t common = 0;
  while (common + 1 < to_read.size() && common + 1 < to_assignment.size() &&
         to_read[common + 1].block == to_assignment[common + 1].block) {
    ++common;
  }
  if (common >= to_assignment.size()) return;
  const Statement& branch = ast.statements[to_assignment[common].statement];
  if (branch.kind != StatementKind::kIf) return;
  const std::string& name = ast.names[read.payload];
  const std::vector<std::string> values = FirstValues(site->analysis(), read.payload);
  for (const std::string& value : values) {
    const std::string assignment = name + " = " + value;
    site->Add("write `" + assignment + "` before the `if`", {LineBefore(*site, branch, assignment)},
              kFallback);
  }
  const bool in_else = branch.has_else && assigned >= branch.else_token.end;
  const std::string assignment = name + " = " + values.front();
  if (branch.has_else) {
    const Block& other = in_else ? branch.body : branch.else_body;
    if (other.empty()) return;
    site->Add("write `" + assignment + "` in the other branch",
              {LineBehind(*site, other, assignment)});
  } else if (!branch.body.empty()) {
    const Statement& first = ast.statements[branch.body.front()];
    const std::uint32_t spaces = site->SpacesOf(site->source().LineIndexAt(first.token.begin));
    const std::uint32_t outer = site->SpacesOf(site->source().LineIndexAt(branch.token.begin));
    TextEdit edit = LineBehind(*site, branch.body, "");
    edit.text = site->NewLine(outer) + "else:" + site->NewLine(spaces) + assignment;
    site->Add("add an `else` with `" + assignment + "`", {edit});
  }
}

}  // namespace

void SuggestForName(FixSite* site) {
  const Expr* read = ReadAt(site->analysis().ast, site->range());
  if (read == nullptr) return;
  switch (site->diagnostic().code) {
    case Code::kUndefinedName:
      return SuggestSpelling(site, *read);
    case Code::kMaybeUnassigned:
      return SuggestForBranch(site, *read);
    default:
      return SuggestFirstValue(site, *read);
  }
}

}  // namespace aegis

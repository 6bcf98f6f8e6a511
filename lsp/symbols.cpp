#include "lsp/symbols.h"

#include <algorithm>

namespace aegis::lsp {
namespace {

bool Touches(Range range, std::uint32_t offset) {
  return range.begin <= offset && offset <= range.end;
}

/// Names as tokens, joined with what the tree knows of them. A name token that the tree does not
/// know is a write when it starts its line and `=` follows.
std::vector<Occurrence> Occurrences(const Document& document) {
  const Ast& ast = document.analysis().ast;
  std::vector<Occurrence> parsed;
  for (ExprId id = 0; id < ast.exprs.size(); ++id) {
    const Expr& expr = ast.exprs[id];
    if (expr.kind == ExprKind::kName) parsed.push_back({expr.token, false, id, std::nullopt});
  }
  for (StatementId id = 0; id < ast.statements.size(); ++id) {
    const Statement& statement = ast.statements[id];
    if (statement.kind == StatementKind::kAssignment) {
      parsed.push_back({statement.token, true, std::nullopt, id});
    }
  }
  std::sort(parsed.begin(), parsed.end(),
            [](const Occurrence& a, const Occurrence& b) { return a.range.begin < b.range.begin; });

  std::vector<Occurrence> all;
  auto known = parsed.begin();
  const std::vector<ScannedToken>& tokens = document.tokens();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].lexeme != Lexeme::kName) continue;
    const Range range = tokens[i].range;
    while (known != parsed.end() && known->range.begin < range.begin) ++known;
    if (known != parsed.end() && known->range == range) {
      all.push_back(*known);
      continue;
    }
    const auto line_of = [&](std::uint32_t at) { return document.positions().LineIndexAt(at); };
    const std::uint32_t line = line_of(range.begin);
    const bool first = i == 0 || line_of(tokens[i - 1].range.begin) != line;
    const bool assigned = i + 1 < tokens.size() && document.Text(tokens[i + 1].range) == "=" &&
                          line_of(tokens[i + 1].range.begin) == line;
    all.push_back({range, first && assigned, std::nullopt, std::nullopt});
  }
  return all;
}

/// The occurrence that the tree has at `token`; nothing when the parser did not get to it.
std::optional<Occurrence> ParsedAt(const Ast& ast, Range token) {
  for (ExprId id = 0; id < ast.exprs.size(); ++id) {
    const Expr& expr = ast.exprs[id];
    if (expr.kind == ExprKind::kName && expr.token == token) {
      return Occurrence{token, false, id, std::nullopt};
    }
  }
  for (StatementId id = 0; id < ast.statements.size(); ++id) {
    const Statement& statement = ast.statements[id];
    if (statement.kind == StatementKind::kAssignment && statement.token == token) {
      return Occurrence{token, true, std::nullopt, id};
    }
  }
  return std::nullopt;
}

/// The statement that the parser read on the line of `offset` before it gave up; nothing when there
/// is none.
std::optional<StatementId> StatementOnLine(const Document& document, std::uint32_t offset) {
  const PositionMap& positions = document.positions();
  const std::uint32_t line_begin = positions.Line(positions.LineIndexAt(offset)).begin;
  const std::vector<Statement>& statements = document.analysis().ast.statements;
  const auto found = std::find_if(statements.begin(), statements.end(), [&](const Statement& each) {
    return line_begin <= each.token.begin && each.token.begin <= offset;
  });
  if (found == statements.end()) return std::nullopt;
  return static_cast<StatementId>(found - statements.begin());
}

}  // namespace

std::optional<ExprId> ExprAt(const Document& document, std::uint32_t offset) {
  const std::vector<Expr>& exprs = document.analysis().ast.exprs;
  std::optional<ExprId> best;
  for (ExprId id = 0; id < exprs.size(); ++id) {
    const Range extent = exprs[id].extent;
    if (exprs[id].kind == ExprKind::kMissing || !Touches(extent, offset)) continue;
    const auto size = [&](ExprId of) { return exprs[of].extent.end - exprs[of].extent.begin; };
    if (!best || size(id) < size(*best)) best = id;
  }
  return best;
}

std::vector<StatementId> StatementsAt(const Document& document, std::uint32_t offset) {
  const Ast& ast = document.analysis().ast;
  std::vector<StatementId> path;
  const Block* block = &ast.program;
  while (block != nullptr) {
    const auto found = std::find_if(block->begin(), block->end(), [&](StatementId id) {
      return Touches(ast.statements[id].extent, offset);
    });
    if (found == block->end()) return path;
    path.push_back(*found);
    const Statement& statement = ast.statements[*found];
    const bool in_else = statement.has_else && offset >= statement.else_token.end;
    block = statement.kind != StatementKind::kIf ? nullptr
            : in_else                            ? &statement.else_body
                                                 : &statement.body;
  }
  return path;
}

std::optional<Occurrence> OccurrenceAt(const Document& document, std::uint32_t offset) {
  const ScannedToken* token = document.TokenAt(offset);
  // At the border of two tokens, the name may be the one in front.
  if (token != nullptr && token->lexeme != Lexeme::kName && token->range.begin == offset &&
      offset > 0) {
    token = document.TokenAt(offset - 1);
  }
  if (token == nullptr || token->lexeme != Lexeme::kName) return std::nullopt;
  if (token->range.end < offset) return std::nullopt;  // it ends the line before
  if (std::optional<Occurrence> parsed = ParsedAt(document.analysis().ast, token->range)) {
    return parsed;
  }
  for (const Occurrence& occurrence : OccurrencesOf(document, document.Text(token->range))) {
    if (occurrence.range == token->range) return occurrence;
  }
  return std::nullopt;
}

std::vector<Occurrence> OccurrencesOf(const Document& document, const std::string& name) {
  std::vector<Occurrence> found = Occurrences(document);
  found.erase(std::remove_if(found.begin(), found.end(),
                             [&](const Occurrence& occurrence) {
                               return document.Text(occurrence.range) != name;
                             }),
              found.end());
  return found;
}

DefinitionId DefinitionOf(const Document& document, const Occurrence& occurrence) {
  const Analysis& analysis = document.analysis();
  const Flow& flow = analysis.check.flow;
  if (occurrence.read) return flow.reads[*occurrence.read];
  if (occurrence.assignment) {
    const std::vector<Flow::Change>& changes = flow.changes[*occurrence.assignment];
    return changes.empty() ? kUnassigned : changes.front().definition;
  }
  const std::vector<std::string>& names = analysis.ast.names;
  const auto name = std::find(names.begin(), names.end(), document.Text(occurrence.range));
  const std::optional<StatementId> line = StatementOnLine(document, occurrence.range.begin);
  if (occurrence.is_write || name == names.end() || !line) return kUnassigned;
  return DefinitionsBefore(analysis.ast, flow,
                           *line)[static_cast<std::size_t>(name - names.begin())];
}

}  // namespace aegis::lsp

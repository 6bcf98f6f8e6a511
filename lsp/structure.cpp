#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "lsp/features.h"
#include "lsp/symbols.h"

namespace aegis::lsp {
namespace {

// The protocol's kinds of symbols. A block is none of them; editors show this one as a container.
constexpr int kNamespace = 3;
constexpr int kVariable = 13;

constexpr std::uint32_t kMaxTitle = 60;

/// Makes the outline: the first assignment of each variable, inside the branches that hold it.
class Outline {
 public:
  explicit Outline(const Document& document)
      : document_(document), analysis_(document.analysis()), seen_(analysis_.ast.names.size()) {}

  Json Symbols() { return SymbolsOf(analysis_.ast.program); }

 private:
  Json SymbolsOf(const Block& block) {
    Json symbols = Json::array();
    for (const StatementId id : block) {
      const Statement& statement = analysis_.ast.statements[id];
      if (statement.kind == StatementKind::kAssignment && !seen_[statement.name]) {
        seen_[statement.name] = true;
        symbols.push_back(Variable(statement));
      } else if (statement.kind == StatementKind::kIf) {
        AddBranches(statement, &symbols);
      }
    }
    return symbols;
  }

  Json Variable(const Statement& statement) const {
    const TypeSet types = analysis_.check.types[statement.expr];
    return {{"name", analysis_.ast.names[statement.name]},
            {"detail", Describe(types)},
            {"kind", kVariable},
            {"range", document_.ToJson(statement.extent)},
            {"selectionRange", document_.ToJson(statement.token)}};
  }

  void AddBranches(const Statement& statement, Json* symbols) {
    Json body = SymbolsOf(statement.body);
    Json else_body = statement.has_else ? SymbolsOf(statement.else_body) : Json::array();
    // An `else` that has no symbol of its own is part of its `if`.
    const std::uint32_t body_end =
        else_body.empty() ? statement.extent.end : EndOf(statement.body, statement.token.end);
    if (!body.empty()) {
      const Range condition = analysis_.ast.exprs[statement.expr].extent;
      Range title{statement.token.begin, std::max(statement.token.end, condition.end)};
      std::string name = document_.Text(title);
      if (title.end - title.begin > kMaxTitle) {
        name = document_.Text({title.begin, title.begin + kMaxTitle - 1}) + "…";
      }
      symbols->push_back(Container(name, {statement.token.begin, std::max(body_end, title.end)},
                                   statement.token, std::move(body)));
    }
    if (else_body.empty()) return;
    symbols->push_back(Container("else", {statement.else_token.begin, statement.extent.end},
                                 statement.else_token, std::move(else_body)));
  }

  std::uint32_t EndOf(const Block& block, std::uint32_t otherwise) const {
    return block.empty() ? otherwise : analysis_.ast.statements[block.back()].extent.end;
  }

  Json Container(const std::string& name, Range range, Range selection, Json children) const {
    return {{"name", name},
            {"kind", kNamespace},
            {"range", document_.ToJson(range)},
            {"selectionRange", document_.ToJson(selection)},
            {"children", std::move(children)}};
  }

  const Document& document_;
  const Analysis& analysis_;
  std::vector<bool> seen_;
};

/// Nested symbols as the flat list of older clients.
void Flatten(const Document& document, const Json& symbols, const Json& container, Json* flat) {
  for (const Json& symbol : symbols) {
    Json entry = {{"name", symbol["name"]},
                  {"kind", symbol["kind"]},
                  {"location", {{"uri", document.uri()}, {"range", symbol["range"]}}}};
    if (!container.is_null()) entry["containerName"] = container;
    flat->push_back(std::move(entry));
    if (symbol.contains("children")) Flatten(document, symbol["children"], symbol["name"], flat);
  }
}

// ---- Folding -----------------------------------------------------------------------------------

Json Fold(std::uint32_t first, std::uint32_t last, const char* kind) {
  Json fold = {{"startLine", first}, {"endLine", last}};
  if (kind != nullptr) fold["kind"] = kind;
  return fold;
}

/// Runs of two or more lines that hold nothing but a comment.
void AddCommentFolds(const Document& document, Json* folds) {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  bool open = false;
  const auto close = [&] {
    if (open && last > first) folds->push_back(Fold(first, last, "comment"));
    open = false;
  };
  std::uint32_t line_with_code = UINT32_MAX;
  for (const ScannedToken& token : document.tokens()) {
    const std::uint32_t line = document.positions().LineIndexAt(token.range.begin);
    if (token.lexeme != Lexeme::kComment) {
      line_with_code = line;
      close();
      continue;
    }
    if (line == line_with_code) continue;
    if (!open || line != last + 1) {
      close();
      first = line;
      open = true;
    }
    last = line;
  }
  close();
}

// ---- Selection ---------------------------------------------------------------------------------

bool Touches(Range range, std::uint32_t offset) {
  return range.begin <= offset && offset <= range.end;
}

/// Adds the pairs of parentheses around `offset`. Both stand on its line: no expression goes on in
/// the next one.
void AddParentheses(const Document& document, std::uint32_t offset, std::vector<Range>* ranges) {
  const PositionMap& positions = document.positions();
  const Range line = positions.Line(positions.LineIndexAt(offset));
  const std::vector<ScannedToken>& tokens = document.tokens();
  auto token = std::lower_bound(
      tokens.begin(), tokens.end(), line.begin,
      [](const ScannedToken& each, std::uint32_t at) { return each.range.begin < at; });
  std::vector<std::uint32_t> open;
  for (; token != tokens.end() && token->range.begin < line.end; ++token) {
    if (token->lexeme == Lexeme::kLeftParen) open.push_back(token->range.begin);
    if (token->lexeme != Lexeme::kRightParen || open.empty()) continue;
    const Range pair{open.back(), token->range.end};
    open.pop_back();
    if (Touches(pair, offset)) ranges->push_back(pair);
  }
}

Range Covering(const Ast& ast, const Block& block) {
  return {ast.statements[block.front()].extent.begin, ast.statements[block.back()].extent.end};
}

bool Contains(Range outer, Range inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

/// At most so many ranges around an offset are parts of its statement. A range holds the next
/// one in the answer, and there are JSON readers that refuse what nests 1000 deep; a chain of `+`
/// alone is as deep as its line has operators.
constexpr std::size_t kMaxParts = 200;

/// The ranges around `offset`, from the smallest to the whole text; each contains the one before
/// and is larger.
std::vector<Range> RangesAround(const Document& document, std::uint32_t offset) {
  const Ast& ast = document.analysis().ast;
  std::vector<Range> candidates;
  if (const ScannedToken* token = document.TokenAt(offset)) candidates.push_back(token->range);
  std::vector<Range> parts;
  for (const Expr& expr : ast.exprs) {
    if (Touches(expr.extent, offset)) parts.push_back(expr.extent);
  }
  AddParentheses(document, offset, &parts);
  std::stable_sort(parts.begin(), parts.end(),
                   [](Range a, Range b) { return a.end - a.begin < b.end - b.begin; });
  parts.resize(std::min(parts.size(), kMaxParts));
  candidates.insert(candidates.end(), parts.begin(), parts.end());
  const std::vector<StatementId> statements = StatementsAt(document, offset);
  for (auto id = statements.rbegin(); id != statements.rend(); ++id) {
    const Statement& statement = ast.statements[*id];
    for (const Block* block : {&statement.body, &statement.else_body}) {
      if (!block->empty()) candidates.push_back(Covering(ast, *block));
    }
    candidates.push_back(statement.extent);
  }
  candidates.push_back({0, static_cast<std::uint32_t>(document.text().size())});

  std::vector<Range> ranges;
  for (const Range& candidate : candidates) {
    const bool grows =
        ranges.empty() || (Contains(candidate, ranges.back()) && !(candidate == ranges.back()));
    if (Touches(candidate, offset) && grows) ranges.push_back(candidate);
  }
  return ranges;
}

}  // namespace

Json DocumentSymbols(const Document& document, const Json&, const Client& client) {
  Json nested = Outline(document).Symbols();
  if (client.nested_symbols) return nested;
  Json flat = Json::array();
  Flatten(document, nested, Json(), &flat);
  return flat;
}

Json FoldingRanges(const Document& document, const Json&, const Client&) {
  const Ast& ast = document.analysis().ast;
  Json folds = Json::array();
  const auto line_of = [&](std::uint32_t at) { return document.positions().LineIndexAt(at); };
  for (const Statement& statement : ast.statements) {
    if (statement.kind != StatementKind::kIf) continue;
    for (const Block* block : {&statement.body, &statement.else_body}) {
      if (block->empty()) continue;
      const Range header = block == &statement.body ? statement.token : statement.else_token;
      folds.push_back(Fold(line_of(header.begin), line_of(Covering(ast, *block).end), nullptr));
    }
  }
  AddCommentFolds(document, &folds);
  std::stable_sort(folds.begin(), folds.end(),
                   [](const Json& a, const Json& b) { return a["startLine"] < b["startLine"]; });
  return folds;
}

Json SelectionRanges(const Document& document, const Json& params, const Client&) {
  const Json& positions = At(params, {"positions"});
  if (!positions.is_array()) throw RequestError(kInvalidParams, "`positions` is no array");
  Json answers = Json::array();
  for (const Json& position : positions) {
    Json selection;
    const std::vector<Range> ranges = RangesAround(document, document.Offset(position));
    for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {
      Json next = {{"range", document.ToJson(*range)}};
      if (!selection.is_null()) next["parent"] = std::move(selection);
      selection = std::move(next);
    }
    answers.push_back(std::move(selection));
  }
  return answers;
}

}  // namespace aegis::lsp

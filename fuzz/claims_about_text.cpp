#include <algorithm>
#include <set>

#include "fuzz/claims.h"
#include "fuzz/random.h"
#include "fuzz/rewrite.h"
#include "semantic/compile.h"
#include "syntax/format.h"
#include "syntax/parse.h"
#include "syntax/scan.h"

// A text that is changed where it should not matter is run beside the original. Where the change
// moves things, places cannot be compared, and where it makes the program longer or deeper, a limit
// may stand between the two; such cases say nothing.

namespace aegis::fuzz {
namespace {

/// The envelope without what tells where.
Json WithoutPlaces(Json envelope) {
  for (const char* placed : {"error", "request"}) {
    if (!envelope.contains(placed)) continue;
    for (const char* member : {"line", "column", "hint"}) envelope[placed].erase(member);
  }
  return envelope;
}

Json WithoutPlaces(const std::vector<Json>& envelopes) {
  Json stripped = Json::array();
  for (const Json& envelope : envelopes) stripped.push_back(WithoutPlaces(envelope));
  return stripped;
}

/// How the runs of two programs differ, places and limits aside.
Violation CompareRuns(const Case& c, const std::string& name, const std::string& changed) {
  const std::vector<std::string> inputs = InputsOf(c);
  const Trace before = RunWithInputs(c.program, inputs, PatientLimits());
  const Trace after = RunWithInputs(changed, inputs, PatientLimits());
  if (before.hit_limit() || after.hit_limit()) return std::nullopt;
  Violation differs =
      Compare("as it is", WithoutPlaces(before.envelopes), name, WithoutPlaces(after.envelopes));
  if (differs) *differs += "\nthe program " + name + ":\n" + Cut(changed);
  return differs;
}

/// The tree without places.
Json ShapeOf(const Ast& ast) {
  Json shape = Json::array();
  for (const Expr& expr : ast.exprs) {
    shape.push_back({static_cast<int>(expr.kind), static_cast<int>(expr.op), expr.payload,
                     expr.left, expr.right});
  }
  for (const Statement& statement : ast.statements) {
    shape.push_back({static_cast<int>(statement.kind), statement.has_else, statement.name,
                     statement.expr, statement.body, statement.else_body});
  }
  shape.push_back(ast.program);
  return shape;
}

/// Kinds and texts of the tokens, and the texts of the comments, as lists.
Json TokensOf(const Source& source) {
  Budget budget(PatientLimits(), SteadyClock());
  Json tokens = Json::array();
  for (const TokenInfo& token : Tokenize(source, &budget).tokens) {
    tokens.push_back({token.kind, source.Text(token.range)});
  }
  return tokens;
}

Json CommentsOf(const Source& source) {
  Json comments = Json::array();
  for (const ScannedToken& token : Scan(source)) {
    if (token.lexeme != Lexeme::kComment) continue;
    std::string text = source.Text(token.range);
    while (!text.empty() && text.back() == ' ') text.pop_back();
    comments.push_back(text);
  }
  return comments;
}

/// A name as long as `name` that occurs nowhere in the text; empty when none was found.
std::string FreshName(const std::string& name, const std::string& text, Random* random) {
  constexpr char kCharacters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
  for (int attempt = 0; attempt < 40; ++attempt) {
    std::string fresh(1, kCharacters[random->Below(26)]);
    while (fresh.size() < name.size()) fresh += kCharacters[random->Below(37)];
    const bool keyword = std::find(Keywords().begin(), Keywords().end(), fresh) != Keywords().end();
    if (!keyword && text.find(fresh) == text.npos) return fresh;
  }
  return "";
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// Everything that a check says of a text, with one name for another, and without hints, which
/// depend on how names are spelled.
Json ProblemsOf(const Analysis& analysis, const std::string& from, const std::string& to) {
  Json problems = Json::array();
  for (const Diagnostic& diagnostic : analysis.diagnostics) {
    const Range range = diagnostic.range.value_or(Range{});
    problems.push_back({Info(diagnostic.code).id,
                        Replaced(Message(diagnostic), "`" + from + "`", "`" + to + "`"),
                        range.begin, range.end});
  }
  return problems;
}

}  // namespace

Violation TokensAreScanned(const Case& c, const Surfaces&) {
  const Source source(c.program);
  Budget budget(PatientLimits(), SteadyClock());
  if (!Parse(source, &budget).diagnostics.empty()) return std::nullopt;
  Budget fresh(PatientLimits(), SteadyClock());
  Json parsed = Json::array();
  for (const TokenInfo& token : Tokenize(source, &fresh).tokens) {
    if (token.range.begin < token.range.end) parsed.push_back({token.range.begin, token.range.end});
  }
  Json scanned = Json::array();
  for (const ScannedToken& token : Scan(source)) {
    if (token.lexeme == Lexeme::kBroken) return "a token of a sound program counts as broken";
    if (token.lexeme == Lexeme::kComment) continue;
    scanned.push_back({token.range.begin, token.range.end});
  }
  return Compare("the parser's tokens", parsed, "scanned", scanned);
}

Violation FormattingChangesNothing(const Case& c, const Surfaces&) {
  const Source source(c.program);
  for (const int indent : {2, 4}) {
    const FormatOptions options{indent};
    const FormatResult result = Format(source, options, PatientLimits());
    if (!result.formatted()) return std::nullopt;
    const Source formatted(result.text);
    if (Violation differs = Compare("tokens", TokensOf(source), "formatted", TokensOf(formatted))) {
      return differs;
    }
    if (Violation differs =
            Compare("comments", CommentsOf(source), "formatted", CommentsOf(formatted))) {
      return differs;
    }
    const FormatResult again = Format(formatted, options, PatientLimits());
    if (Violation differs = Compare("formatted", result.text, "formatted again", again.text)) {
      return differs;
    }
    if (Violation differs = CompareRuns(c, "formatted", result.text)) return differs;
  }
  return std::nullopt;
}

Violation NamesAreFree(const Case& c, const Surfaces&) {
  const Analysis analysis = Analyze(c.program, PatientLimits());
  if (!analysis.parsed || analysis.ast.names.empty()) return std::nullopt;
  Random random(c.seed ^ 0x3F);
  const std::string from = random.Pick(analysis.ast.names);
  const std::string to = FreshName(from, c.program, &random);
  if (to.empty()) return std::nullopt;
  const std::string renamed = WithName(analysis.source, from, to);
  if (Violation differs =
          Compare("with `" + from + "`", ProblemsOf(analysis, from, to), "with `" + to + "`",
                  ProblemsOf(Analyze(renamed, PatientLimits()), from, to))) {
    return differs;
  }
  if (!analysis.diagnostics.empty()) return std::nullopt;
  // Run errors name no variables, so even their places are the same.
  const std::vector<std::string> inputs = InputsOf(c);
  return Compare("with `" + from + "`", RunWithInputs(c.program, inputs, PatientLimits()).envelopes,
                 "with `" + to + "`", RunWithInputs(renamed, inputs, PatientLimits()).envelopes);
}

Violation ParenthesesChangeNothing(const Case& c, const Surfaces&) {
  const Compilation compilation = Compile(c.program, PatientLimits());
  if (!compilation.program || compilation.program->ast.exprs.empty()) return std::nullopt;
  Random random(c.seed ^ 0x4F);
  const auto id = static_cast<ExprId>(random.Below(compilation.program->ast.exprs.size()));
  const std::string wrapped = WithParentheses(*compilation.program, id);
  const Compilation after = Compile(wrapped, PatientLimits());
  if (after.program) {
    if (Violation differs = Compare("the tree", ShapeOf(compilation.program->ast),
                                    "with parentheses", ShapeOf(after.program->ast))) {
      return *differs + "\n" + Cut(wrapped);
    }
  }
  return CompareRuns(c, "with parentheses", wrapped);
}

Violation BranchesCanBeSwapped(const Case& c, const Surfaces&) {
  const Compilation compilation = Compile(c.program, PatientLimits());
  if (!compilation.program) return std::nullopt;
  std::vector<StatementId> candidates;
  const std::vector<Statement>& statements = compilation.program->ast.statements;
  for (StatementId id = 0; id < statements.size(); ++id) {
    if (statements[id].has_else) candidates.push_back(id);
  }
  if (candidates.empty()) return std::nullopt;
  Random random(c.seed ^ 0x5F);
  return CompareRuns(c, "with swapped branches",
                     WithSwappedBranches(*compilation.program, random.Pick(candidates)));
}

}  // namespace aegis::fuzz

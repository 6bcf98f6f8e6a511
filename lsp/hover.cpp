#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "lsp/documentation.h"
#include "lsp/features.h"
#include "lsp/symbols.h"

namespace aegis::lsp {
namespace {

/// What a hover shows: a line of code, and sentences below it.
struct HoverText {
  std::string code;
  std::string prose;  ///< Markdown
};

constexpr std::uint32_t kMaxCodePoints = 60;
constexpr std::size_t kMaxPlaces = 5;

std::string Shortened(const Document& document, Range range) {
  if (range.end - range.begin <= kMaxCodePoints) return document.Text(range);
  return document.Text({range.begin, range.begin + kMaxCodePoints - 1}) + "…";
}

std::string TypesText(TypeSet types) { return types.empty() ? "unassigned" : Describe(types); }

/// `Assigned at line 3: x = 1`, with a line for each assignment that reaches the place.
std::string PlacesText(const Document& document, DefinitionId definition) {
  const Analysis& analysis = document.analysis();
  const std::vector<StatementId> places =
      ReachingAssignments(analysis.ast, analysis.check.flow, definition);
  std::string text;
  for (std::size_t i = 0; i < places.size() && i < kMaxPlaces; ++i) {
    const Range extent = analysis.ast.statements[places[i]].extent;
    const std::uint32_t line = document.positions().LineIndexAt(extent.begin) + 1;
    if (!text.empty()) text += "\n\n";
    text += std::string(places.size() == 1 ? "Last assigned" : "Assigned") + " at line " +
            std::to_string(line) + ": `" + Shortened(document, extent) + "`";
  }
  if (places.size() > kMaxPlaces) {
    text += "\n\nand at " + std::to_string(places.size() - kMaxPlaces) + " more places";
  }
  return text;
}

HoverText NameText(const Document& document, const Occurrence& occurrence) {
  const Analysis& analysis = document.analysis();
  const std::string name = document.Text(occurrence.range);
  const DefinitionId definition = DefinitionOf(document, occurrence);
  const bool parsed = occurrence.read || occurrence.assignment;
  if (!parsed && definition == kUnassigned) return {name, ""};
  const TypeSet types = analysis.check.flow.definitions[definition].types;
  HoverText text{name + ": " + TypesText(types), PlacesText(document, definition)};
  if (occurrence.is_write) {
    text.prose = "Assigned here.";
  } else if (types.empty() && definition != kUnassigned) {
    text.prose = "Not assigned on every way here.\n\n" + text.prose;
  } else if (types.empty()) {
    text.prose = "Not assigned before.";
  }
  return text;
}

/// An operator or literal: the expression that it makes, with its types.
HoverText ExprText(const Document& document, ExprId id) {
  const Analysis& analysis = document.analysis();
  return {Shortened(document, analysis.ast.exprs[id].extent) + ": " +
              TypesText(analysis.check.types[id]),
          ""};
}

std::optional<ExprId> ExprOfToken(const Document& document, Range token) {
  const std::vector<Expr>& exprs = document.analysis().ast.exprs;
  const auto found = std::find_if(exprs.begin(), exprs.end(),
                                  [&](const Expr& expr) { return expr.token == token; });
  if (found == exprs.end()) return std::nullopt;
  return static_cast<ExprId>(found - exprs.begin());
}

std::optional<HoverText> TextOf(const Document& document, const ScannedToken& token) {
  switch (token.lexeme) {
    case Lexeme::kName: {
      const std::optional<Occurrence> occurrence = OccurrenceAt(document, token.range.begin);
      if (!occurrence) return std::nullopt;
      return NameText(document, *occurrence);
    }
    case Lexeme::kNumber:
    case Lexeme::kString:
    case Lexeme::kKeyword:
    case Lexeme::kOperator: {
      HoverText text;
      if (const std::optional<ExprId> expr = ExprOfToken(document, token.range)) {
        text = ExprText(document, *expr);
      }
      text.prose = Documentation(document.Text(token.range));
      if (text.code.empty() && text.prose.empty()) return std::nullopt;
      return text;
    }
    default:
      return std::nullopt;
  }
}

/// Markdown as plain text: what stands in backticks stands for itself.
std::string WithoutBackticks(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '`'), text.end());
  return text;
}

}  // namespace

Json Hover(const Document& document, const Json& params, const Client& client) {
  const std::uint32_t offset = document.Offset(At(params, {"position"}));
  const ScannedToken* token = document.TokenAt(offset);
  if (token == nullptr) return nullptr;
  const std::optional<HoverText> text = TextOf(document, *token);
  if (!text) return nullptr;
  std::string value;
  if (!text->code.empty()) {
    value = client.hover_markdown ? "```aegis\n" + text->code + "\n```" : text->code;
  }
  if (!text->prose.empty()) {
    if (!value.empty()) value += client.hover_markdown ? "\n\n" : "\n";
    value += client.hover_markdown ? text->prose : WithoutBackticks(text->prose);
  }
  return {
      {"contents", {{"kind", client.hover_markdown ? "markdown" : "plaintext"}, {"value", value}}},
      {"range", document.ToJson(token->range)}};
}

}  // namespace aegis::lsp

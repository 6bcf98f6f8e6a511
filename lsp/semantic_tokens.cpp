#include <algorithm>
#include <set>
#include <string>

#include "lsp/features.h"
#include "lsp/symbols.h"

namespace aegis::lsp {
namespace {

// Indices into the legend.
enum TokenType : std::uint32_t {
  kKeyword,
  kVariable,
  kNumber,
  kString,
  kOperator,
  kComment,
  kFunction
};
enum TokenModifier : std::uint32_t { kDeclaration = 1, kModification = 2, kDefaultLibrary = 4 };

struct Classified {
  std::uint32_t type;
  std::uint32_t modifiers;
};

/// Tells writes from reads as the tokens pass by.
class Classifier {
 public:
  explicit Classifier(const Document& document) : document_(document) {}

  /// What the token at `index` is; nothing for punctuation and what is no token.
  std::optional<Classified> Classify(std::size_t index) {
    const ScannedToken& token = document_.tokens()[index];
    switch (token.lexeme) {
      case Lexeme::kName:
        return Classified{kVariable, ModifiersOf(index)};
      case Lexeme::kKeyword: {
        const std::string word = document_.Text(token.range);
        if (word == "print" || word == "input") return Classified{kFunction, kDefaultLibrary};
        return Classified{kKeyword, 0};
      }
      case Lexeme::kNumber:
        return Classified{kNumber, 0};
      case Lexeme::kString:
        return Classified{kString, 0};
      case Lexeme::kOperator:
        return Classified{kOperator, 0};
      case Lexeme::kComment:
        return Classified{kComment, 0};
      default:
        return std::nullopt;
    }
  }

 private:
  /// A name at the start of its line with `=` behind it is written; the first time, declared.
  std::uint32_t ModifiersOf(std::size_t index) {
    const std::vector<ScannedToken>& tokens = document_.tokens();
    const auto line_of = [&](std::size_t i) {
      return document_.positions().LineIndexAt(tokens[i].range.begin);
    };
    const std::uint32_t line = line_of(index);
    const bool first = index == 0 || line_of(index - 1) != line;
    const bool written = first && index + 1 < tokens.size() && line_of(index + 1) == line &&
                         tokens[index + 1].lexeme == Lexeme::kOperator &&
                         document_.Text(tokens[index + 1].range) == "=";
    if (!written) return 0;
    return declared_.insert(document_.Text(tokens[index].range)).second ? kDeclaration
                                                                        : kModification;
  }

  const Document& document_;
  std::set<std::string> declared_;
};

}  // namespace

Json SemanticTokensLegend() {
  return {{"tokenTypes",
           {"keyword", "variable", "number", "string", "operator", "comment", "function"}},
          {"tokenModifiers", {"declaration", "modification", "defaultLibrary"}}};
}

std::vector<std::uint32_t> SemanticTokens(const Document& document) {
  std::vector<std::uint32_t> data;
  Classifier classifier(document);
  LspPosition before;
  for (std::size_t i = 0; i < document.tokens().size(); ++i) {
    const std::optional<Classified> classified = classifier.Classify(i);
    if (!classified) continue;
    const Range range = document.tokens()[i].range;
    const LspPosition begin = document.positions().At(range.begin);
    const LspPosition end = document.positions().At(range.end);
    // In a comment, a lone CR ends a line of the protocol's but not of the language's.
    if (end.line != begin.line) continue;
    const bool same_line = begin.line == before.line;
    data.insert(data.end(),
                {begin.line - before.line, begin.character - (same_line ? before.character : 0),
                 end.character - begin.character, classified->type, classified->modifiers});
    before = begin;
  }
  return data;
}

Json SemanticTokensEdits(const std::vector<std::uint32_t>& before,
                         const std::vector<std::uint32_t>& after) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t prefix = 0;
  while (prefix < shorter && before[prefix] == after[prefix]) ++prefix;
  std::size_t suffix = 0;
  while (suffix < shorter - prefix &&
         before[before.size() - suffix - 1] == after[after.size() - suffix - 1]) {
    ++suffix;
  }
  const std::size_t deleted = before.size() - prefix - suffix;
  const std::vector<std::uint32_t> inserted(after.begin() + static_cast<std::ptrdiff_t>(prefix),
                                            after.end() - static_cast<std::ptrdiff_t>(suffix));
  if (deleted == 0 && inserted.empty()) return Json::array();
  return Json::array({{{"start", prefix}, {"deleteCount", deleted}, {"data", inserted}}});
}

}  // namespace aegis::lsp

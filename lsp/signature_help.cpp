#include <algorithm>
#include <string>

#include "lsp/documentation.h"
#include "lsp/features.h"

namespace aegis::lsp {
namespace {

/// The `print` or `input` whose parentheses `offset` stands in; null when it stands in none.
const ScannedToken* CallAround(const Document& document, std::uint32_t offset) {
  const std::vector<ScannedToken>& tokens = document.tokens();
  const std::uint32_t line_begin =
      document.positions().Line(document.positions().LineIndexAt(offset)).begin;
  // Backwards over the tokens of the line before `offset`, until more have opened than closed.
  auto token =
      std::lower_bound(tokens.begin(), tokens.end(), offset,
                       [](const ScannedToken& t, std::uint32_t at) { return t.range.begin < at; });
  int closed = 0;
  while (token != tokens.begin()) {
    --token;
    if (token->range.begin < line_begin) return nullptr;
    const bool behind = token->range.end > offset;  // it covers the place
    if (token->lexeme == Lexeme::kComment && offset > token->range.begin) return nullptr;
    if (behind) continue;
    if (token->lexeme == Lexeme::kRightParen) ++closed;
    if (token->lexeme != Lexeme::kLeftParen || closed-- > 0) continue;
    closed = 0;
    const bool first = token == tokens.begin() || std::prev(token)->range.begin < line_begin;
    if (first || std::prev(token)->lexeme != Lexeme::kKeyword) continue;
    const std::string word = document.Text(std::prev(token)->range);
    if (word == "print" || word == "input") return &*std::prev(token);
  }
  return nullptr;
}

}  // namespace

Json SignatureHelp(const Document& document, const Json& params, const Client& client) {
  const std::uint32_t offset = document.Offset(At(params, {"position"}));
  const ScannedToken* call = CallAround(document, offset);
  if (call == nullptr) return nullptr;
  const std::string word = document.Text(call->range);
  const std::string label = word == "print" ? "print(value)" : "input()";
  Json parameters = Json::array();
  if (word == "print") {
    parameters.push_back({{"label", "value"}, {"documentation", "a value of any type"}});
  }
  std::string text(Documentation(word));
  if (!client.signature_markdown)
    text.erase(std::remove(text.begin(), text.end(), '`'), text.end());
  return {
      {"signatures", Json::array({{{"label", label},
                                   {"documentation",
                                    {{"kind", client.signature_markdown ? "markdown" : "plaintext"},
                                     {"value", text}}},
                                   {"parameters", parameters}}})},
      {"activeSignature", 0},
      {"activeParameter", 0}};
}

}  // namespace aegis::lsp

#include "syntax/scan.h"

#include <memory>
#include <string_view>

#include "syntax/source_lexer.h"
#include "syntax/token_range.h"

// The lexer skips comments, so a `#` between two of its tokens starts one. A comment takes its
// whole line, illegal characters included. So does a string that goes wrong (OPEN_STRING): where it
// should have ended nobody knows, and taking its inside for names would do harm when they are
// renamed.

namespace aegis {
namespace {

using Lexer = generated::AegisLexer;

Lexeme LexemeOf(std::size_t type) {
  switch (type) {
    case Lexer::NAME:
      return Lexeme::kName;
    case Lexer::INT:
    case Lexer::FLOAT:
      return Lexeme::kNumber;
    case Lexer::STRING:
      return Lexeme::kString;
    case Lexer::LEFT_PAREN:
      return Lexeme::kLeftParen;
    case Lexer::RIGHT_PAREN:
      return Lexeme::kRightParen;
    case Lexer::COLON:
      return Lexeme::kColon;
    case Lexer::MALFORMED_NUMBER:
    case Lexer::OPEN_STRING:
    case Lexer::ILLEGAL_CHARACTER:
      return Lexeme::kBroken;
    case Lexer::IF:
    case Lexer::ELSE:
    case Lexer::AND:
    case Lexer::OR:
    case Lexer::NOT:
    case Lexer::TRUE:
    case Lexer::FALSE:
    case Lexer::INPUT:
    case Lexer::PRINT:
      return Lexeme::kKeyword;
    default:
      return Lexeme::kOperator;
  }
}

}  // namespace

std::vector<ScannedToken> Scan(const Source& source) {
  const std::u32string_view text = source.code_points();
  std::vector<ScannedToken> tokens;
  SourceLexer lexer(source);
  std::uint32_t read_end = 0;
  // Takes everything from `begin` to the end of its line as one token.
  const auto take_line = [&](Lexeme lexeme, std::uint32_t begin) {
    read_end = source.lines()[source.LineIndexAt(begin)].end;
    tokens.push_back({lexeme, {begin, read_end}});
    lexer.get()->getInputStream()->seek(read_end);
  };
  while (true) {
    const std::unique_ptr<antlr4::Token> token = lexer.get()->nextToken();
    const std::size_t type = token->getType();
    const bool at_end = type == antlr4::Token::EOF;
    const Range range = at_end ? Range{source.size(), source.size()} : RangeOf(*token);
    const std::u32string_view gap = text.substr(read_end, range.begin - read_end);
    if (const std::size_t comment = gap.find(U'#'); comment != gap.npos) {
      take_line(Lexeme::kComment, read_end + static_cast<std::uint32_t>(comment));
      continue;
    }
    if (at_end) return tokens;
    if (type == Lexer::OPEN_STRING) {
      take_line(Lexeme::kBroken, range.begin);
      continue;
    }
    if (type != Lexer::LINE_END) tokens.push_back({LexemeOf(type), range});
    read_end = range.end;
  }
}

}  // namespace aegis

#include "syntax/token_reader.h"

#include <AegisLexer.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "syntax/literals.h"
#include "syntax/token_range.h"

namespace aegis {
namespace {

using generated::AegisLexer;
using Verdict = TokenFilterClient::Verdict;

std::string Hex(char32_t code_point) {
  std::string digits;
  while (code_point != 0 || digits.size() < 4) {
    digits.insert(digits.begin(), "0123456789ABCDEF"[code_point % 16]);
    code_point /= 16;
  }
  return digits;
}

bool IsWordCharacter(char32_t c) {
  return c == U'_' || (c < 0x80 && std::isalnum(static_cast<int>(c)) != 0);
}

/// The letters, digits and underscores around `offset`.
std::string WordAround(const Source& source, std::uint32_t offset) {
  const std::u32string& text = source.code_points();
  std::uint32_t begin = offset, end = offset;
  while (begin > 0 && IsWordCharacter(text[begin - 1])) --begin;
  while (end < source.size() && IsWordCharacter(text[end])) ++end;
  return source.Text({begin, end});
}

std::string Lowercase(std::string word) {
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

/// What somebody who typed an illegal character most likely wants.
std::string IllegalCharacterHint(const Source& source, std::uint32_t offset) {
  const char32_t c = source.code_points()[offset];
  if (c >= U'A' && c <= U'Z') {
    const std::string word = WordAround(source, offset);
    const std::string lower = Lowercase(word);
    if (word == "None")
      return "there is no `None`; every variable has a value of one of four types";
    if (lower == "true" || lower == "false") return "write `" + lower + "`";
    return "names are lower case: `" + lower + "`";
  }
  switch (c) {
    case U'\'':
    case U'`':
    case 0x2018:
    case 0x2019:
    case 0x201C:
    case 0x201D:
      return "strings stand in double quotes: `\"text\"`";
    case U'!':
      return "write `not` for negation, `!=` for inequality";
    case U'&':
      return "write `and`";
    case U'|':
      return "write `or`";
    case U'?':
      return "there are no conditional expressions; use an `if` statement";
    case U'%':
      return "there is no remainder operator";
    case U';':
      return "each statement has a line of its own";
    case U',':
      return "`print` takes one value; join strings with `+`";
    case U'[':
    case U']':
    case U'{':
    case U'}':
      return "there are no lists or maps; parentheses are `(` and `)`, blocks are indented";
    case U'.':
      return "a float has digits on both sides of its point: `0.5`";
    case U'\\':
      return "a statement ends with its line";
    case U'_':
      return "names start with a letter";
    case 0x00A0:
    case 0x3000:
      return "this looks like a space; use U+0020";
    case 0x2260:
      return "inequality is `!=`";
    case 0x2264:
      return "write `<=`";
    case 0x2265:
      return "write `>=`";
    case 0x2212:
    case 0x2013:
      return "the minus sign is `-`";
    case 0x00D7:
      return "the multiplication sign is `*`";
    case 0xFEFF:
      return "save the file without a byte-order mark";
    default:
      return c < 0x80 ? "" : "outside strings and comments only ASCII is allowed";
  }
}

std::string EscapeHint(const std::string& escape, bool surrogate) {
  if (surrogate) return "a high surrogate and its low one make one character: `\\ud83d\\ude00`";
  if (escape == "\\x") return "write `\\u00` and the two digits";
  if (escape == "\\0") return "write `\\u0000`";
  if (escape == "\\'") return "a single quote needs no escape";
  return "the escapes are `\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX`";
}

std::string Spaces(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " space" : " spaces");
}

}  // namespace

Verdict TokenReader::OnToken(const antlr4::Token& token) {
  const Range range = RangeOf(token);
  if (!DecodeLiteral(token, range)) return Verdict::kBreakLine;
  if (const std::optional<Code> passed = budget_->MakeToken()) {
    diagnostics_->push_back(LimitDiagnostic(*passed, range, budget_->limits()));
    return Verdict::kStop;
  }
  return Verdict::kDeliver;
}

/// Judges the size of a name and the value of a literal; false when it has a problem.
bool TokenReader::DecodeLiteral(const antlr4::Token& token, Range range) {
  const Limits& limits = budget_->limits();
  const std::u32string_view text =
      std::u32string_view(source_.code_points()).substr(range.begin, range.end - range.begin);
  std::optional<Code> problem;
  const auto keep = [&](auto value, auto* table) {
    if (const Code* code = std::get_if<Code>(&value)) {
      problem = *code;
    } else {
      table->push_back(std::move(std::get<0>(value)));
    }
  };
  switch (token.getType()) {
    case AegisLexer::NAME:
      if (static_cast<std::int64_t>(text.size()) > limits[Limit::kIdentifierChars]) {
        problem = Code::kNameTooLong;
      }
      break;
    case AegisLexer::INT:
      keep(DecodeInteger(text, limits), &literals_.integers);
      break;
    case AegisLexer::FLOAT:
      keep(DecodeFloat(text, limits), &literals_.floats);
      break;
    case AegisLexer::STRING:
      keep(DecodeString(text, limits), &literals_.strings);
      break;
    default:
      break;
  }
  if (!problem) return true;
  if (Info(*problem).category == Category::kLimitError) {
    diagnostics_->push_back(LimitDiagnostic(*problem, range, limits));
  } else {
    diagnostics_->push_back({*problem, range, {}, "", {}});
  }
  return false;
}

Verdict TokenReader::OnProblem(TokenProblem problem, std::size_t begin, std::size_t end,
                               std::size_t unit) {
  const Range range{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  Diagnostic diagnostic{Code::kUnexpectedToken, range, {}, "", {}};
  switch (problem) {
    case TokenProblem::kIllegalCharacter:
      diagnostic = IllegalCharacter(range);
      break;
    case TokenProblem::kMalformedNumber: {
      const std::string text = source_.Text(range);
      diagnostic.code = Code::kMalformedNumber;
      // All of it is ASCII.
      const std::string shown = text.size() > 40 ? text.substr(0, 40) + "…" : text;
      diagnostic.arguments = {shown};
      if (text.back() == '.') {
        diagnostic.hint = "a float has digits on both sides of its point: `" + shown + "0`";
      } else if (text.find('_') != std::string::npos) {
        diagnostic.hint = "digits are not grouped";
      } else if (text.size() > 1 && text[0] == '0' && std::isalpha(text[1]) != 0) {
        diagnostic.hint = "numbers are decimal";
      } else if (text.find('.') == std::string::npos) {
        diagnostic.hint = "a name starts with a letter";
      }
      break;
    }
    case TokenProblem::kBadEscape: {
      // Enough of what follows to recognise it; an escape is judged whole.
      std::uint32_t shown = std::min(range.begin + 2, source_.size());
      const bool unit_escape = source_.Text({range.begin, shown}) == "\\u";
      const auto is_hex = [&](std::uint32_t at) {
        return std::isxdigit(static_cast<int>(source_.code_points()[at])) != 0;
      };
      while (unit_escape && shown < source_.size() && shown < range.begin + 6 &&
             source_.code_points()[shown] < 0x80 && is_hex(shown)) {
        ++shown;
      }
      const bool surrogate = unit_escape && shown == range.begin + 6;
      const bool visible = source_.code_points()[shown - 1] >= 0x20;
      const std::string escape = source_.Text({range.begin, visible ? shown : shown - 1});
      diagnostic.code = Code::kBadEscape;
      diagnostic.range = Range{range.begin, visible ? shown : shown - 1};
      diagnostic.arguments = {escape};
      diagnostic.hint = EscapeHint(escape, surrogate);
      break;
    }
    case TokenProblem::kUnterminatedString:
      diagnostic.code = Code::kUnterminatedString;
      diagnostic.hint = "close it with `\"`; a line break inside a string is `\\n`";
      break;
    case TokenProblem::kLineTooLong:
      diagnostic = LimitDiagnostic(Code::kLineTooLong, range, budget_->limits());
      break;
    case TokenProblem::kBlocksNestedTooDeep:
      diagnostic = LimitDiagnostic(Code::kBlocksTooDeep, range, budget_->limits());
      break;
    default:
      diagnostic = IndentationProblem(problem, range, unit);
      break;
  }
  diagnostics_->push_back(std::move(diagnostic));
  // Nothing after an invalid byte is read.
  return range.begin == source_.invalid_offset() ? Verdict::kStop : Verdict::kDeliver;
}

Diagnostic TokenReader::IllegalCharacter(Range range) const {
  const char32_t c = source_.code_points()[range.begin];
  if (range.begin == source_.invalid_offset()) {
    return {
        Code::kInvalidUtf8, range, {}, "a source is UTF-8; nothing after this byte is read", {}};
  }
  if (c == U'\r') {
    return {Code::kLoneCarriageReturn, range, {}, "a line ends in LF or CRLF", {}};
  }
  if (c == U'\t') {
    return {Code::kTab, range, {}, "use a space; inside a string write `\\t`", {}};
  }
  if (c < 0x20) {
    return {
        Code::kControlCharacter, range, {Hex(c)}, "inside a string write `\\u" + Hex(c) + "`", {}};
  }
  return {Code::kIllegalCharacter,
          range,
          {source_.Text(range), Hex(c)},
          IllegalCharacterHint(source_, range.begin),
          {}};
}

Diagnostic TokenReader::IndentationProblem(TokenProblem problem, Range range,
                                           std::size_t unit) const {
  const std::uint32_t line_begin = source_.lines()[source_.LineIndexAt(range.begin)].begin;
  const std::size_t spaces = range.begin - line_begin;
  // The indentation itself is what is wrong, but its problem stands at its end (section 3).
  switch (problem) {
    case TokenProblem::kTabIndentation:
      return {Code::kTabIndentation, range, {}, "indent with 2 or 4 spaces a level", {}};
    case TokenProblem::kIndentationUnit:
      return {Code::kIndentationUnit, range, {Spaces(spaces)}, "indent with 2 or 4 spaces", {}};
    case TokenProblem::kIndentationMultiple:
      return {Code::kIndentationMultiple,
              range,
              {Spaces(spaces), Spaces(unit)},
              "use " + std::to_string(spaces / unit * unit) + " or " +
                  Spaces((spaces / unit + 1) * unit),
              {}};
    case TokenProblem::kExpectedBlock:
      return {Code::kExpectedBlock, range, {}, "a block holds at least one statement", {}};
    case TokenProblem::kBlockTooDeep:
      return {Code::kBlockTooDeep, range, {Spaces(unit), Spaces(spaces)}, "", {}};
    case TokenProblem::kUnexpectedIndentation:
      return {Code::kUnexpectedIndentation,
              range,
              {},
              "only a line that ends in `:` is followed by a deeper one",
              {}};
    default:
      return {Code::kMissingBlock, range, {}, "a block holds at least one statement", {}};
  }
}

}  // namespace aegis

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/fixes.h"
#include "syntax/scan.h"

namespace aegis {

/// A change that could help, not tried yet, and what has to be true for it to be offered
/// (fixes.cpp).
struct Candidate {
  enum Flag : unsigned {
    kPreferred = 1,
    kFallback = 2,   ///< only when no candidate before it helped
    kWholeLine = 4,  ///< nothing else may be wrong on the line behind it
    kIndented = 8,   ///< the changed lines must have the right indentation
    kToken = 16,     ///< it makes a token of what was none, so the grammar may have its say now
    kChecks = 32,    ///< the changed lines must have no errors of names and types, either
  };

  Fix fix;
  unsigned flags = 0;
};

/// A problem and the text around it: what the functions below look at, and where they put what
/// they find. Lines are indices from 0 and offsets are code points, as in Source.
class FixSite {
 public:
  enum class Zone : std::uint8_t { kCode, kString, kComment };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  FixSite(const Analysis& analysis, const Diagnostic& diagnostic);

  const Analysis& analysis() const { return analysis_; }
  const Diagnostic& diagnostic() const { return diagnostic_; }
  const Source& source() const { return analysis_.source; }
  std::u32string_view text() const { return source().code_points(); }
  Range range() const { return range_; }
  std::uint32_t line() const { return line_; }

  void Add(std::string title, std::vector<TextEdit> edits, unsigned flags = 0);
  std::vector<Candidate> Take() && { return std::move(candidates_); }

  // ---- Characters ----

  /// The code point at `offset`; 0 behind the end.
  char32_t At(std::uint32_t offset) const {
    return offset < text().size() ? text()[offset] : U'\0';
  }
  std::string Text(Range range) const { return source().Text(range); }
  /// Whether `offset` lies in a string or comment, as far as its line tells.
  Zone ZoneAt(std::uint32_t offset) const;
  /// The first offset from `offset` on that is no space.
  std::uint32_t SkipSpaces(std::uint32_t offset) const;

  // ---- Lines ----

  std::uint32_t line_count() const { return static_cast<std::uint32_t>(source().lines().size()); }
  const Source::Line& Line(std::uint32_t line) const { return source().lines()[line]; }
  /// The number of spaces that the line starts with.
  std::uint32_t SpacesOf(std::uint32_t line) const {
    return SkipSpaces(Line(line).begin) - Line(line).begin;
  }
  /// Nothing but spaces and a comment.
  bool IsBlank(std::uint32_t line) const;
  /// The nearest line before or behind that is not blank; `line_count()` when there is none.
  std::uint32_t LineBefore(std::uint32_t line) const;
  std::uint32_t LineBehind(std::uint32_t line) const;
  /// The first line behind `line` that is not blank and not deeper than `spaces`.
  std::uint32_t BlockEnd(std::uint32_t line, std::uint32_t spaces) const;
  /// The file's unit of indentation, as far as anybody can tell.
  std::uint32_t unit() const { return unit_; }
  /// A line end as the file has them, and `spaces` behind it.
  std::string NewLine(std::uint32_t spaces) const;
  /// Edits that give each of the lines [first, end) that is not blank `by` spaces more; comments
  /// alone on a line go with them.
  std::vector<TextEdit> Shift(std::uint32_t first, std::uint32_t end, std::int64_t by) const;

  // ---- Tokens ----

  const std::vector<ScannedToken>& tokens() const { return tokens_; }
  /// The index of the token that starts at `offset`; kNone when none does.
  std::size_t TokenAt(std::uint32_t offset) const;
  /// The index of the first token that starts at `offset` or behind it; `tokens().size()` when
  /// none does.
  std::size_t FirstFrom(std::uint32_t offset) const;
  /// The tokens of a line, its comment not counted, as indices [begin, end).
  Range TokensOf(std::uint32_t line) const;
  /// The index of the token that the problem is about; behind the last one of the line when that is
  /// the end of the line.
  std::size_t Current() const;
  /// Whether there is a token `index` on the line of the problem, and it reads `text`.
  bool Is(std::size_t index, std::string_view text) const;
  bool IsA(std::size_t index, Lexeme lexeme) const;
  Range RangeOf(std::size_t index) const { return tokens_[index].range; }
  std::string TextOf(std::size_t index) const { return Text(tokens_[index].range); }
  /// The token behind the operand that starts with token `index`: a literal, a name, `input()` or
  /// something in parentheses, with unary operators before it. kNone when none starts there.
  std::size_t OperandEnd(std::size_t index) const;
  /// The parenthesis that closes the one at `index`, on the same line; kNone when none does.
  std::size_t Closing(std::size_t index) const;

  bool HasComment(std::uint32_t line) const;
  /// The end of the last token of the line, or where its first one could stand.
  std::uint32_t CodeEnd(std::uint32_t line) const;

 private:
  std::uint32_t FindUnit() const;

  const Analysis& analysis_;
  const Diagnostic& diagnostic_;
  Range range_;
  std::uint32_t line_;
  std::vector<ScannedToken> tokens_;
  std::uint32_t unit_;
  std::vector<Candidate> candidates_;
};

/// `text` in backticks, cut when it is long.
std::string Quoted(const std::string& text);

// What could help with the problem of a site, by kind of problem; each adds candidates to it.

void SuggestForCharacter(FixSite* site);    // fix_characters.cpp
void SuggestForString(FixSite* site);       // fix_strings.cpp
void SuggestForNumber(FixSite* site);       // fix_strings.cpp
void SuggestForIndentation(FixSite* site);  // fix_indentation.cpp
void SuggestForBlock(FixSite* site);        // fix_blocks.cpp
void SuggestForStatement(FixSite* site);    // fix_statements.cpp
void SuggestForExpression(FixSite* site);   // fix_expressions.cpp
void SuggestForName(FixSite* site);         // fix_names.cpp
void SuggestForTypes(FixSite* site);        // fix_types.cpp

}  // namespace aegis

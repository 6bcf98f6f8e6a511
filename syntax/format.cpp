#include "syntax/format.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "syntax/budget.h"
#include "syntax/format_check.h"
#include "syntax/parse.h"
#include "syntax/scan.h"

// The problem: give a program its one layout, and change nothing else.
//
// A statement never goes on in the next line, so each line is laid out by itself, and nothing has
// to be broken or joined. Between two neighbours stands nothing or one space, which the two tell,
// except that a `-` is unary or binary by what stands before it. Of the lines around it a line
// needs its level only. For code that is its leading spaces divided by the file's unit; a program
// without syntax errors leaves no doubt about it.
//
// Comments are harder: the language does not care where they stand, but people do. Between a line
// of code of level p and the next one of level n, a comment can belong to any level from n to p.
// Where the two are the same, there is no choice. Behind a header (n is p + 1) it belongs to the
// block. Where blocks end (n < p), whoever wrote it decided by the column it stands in, so it takes
// the nearest of these levels. Its new column is the exact one of that level, so a second
// formatting finds the same level again.
//
// Everything written is either a token or comment of the source, as it stands there, or space. The
// edits are the spaces that differ. Even so, nothing is handed out before format_check.cpp has read
// it again and found the same program.

namespace aegis {
namespace {

/// Tokens are syntax, so what a run has left of its time does not matter.
Clock StillClock() {
  return [] { return std::int64_t{0}; };
}

std::vector<Diagnostic> SyntaxProblems(const Source& source, const Limits& limits) {
  const auto refused = [&](Code code) {
    return std::vector<Diagnostic>{LimitDiagnostic(code, Range{0, 0}, limits)};
  };
  if (static_cast<std::int64_t>(source.byte_size()) > limits[Limit::kSourceBytes]) {
    return refused(Code::kSourceTooLarge);
  }
  Budget budget(limits, StillClock());
  if (const auto code = budget.TakeSource(source.byte_size())) return refused(*code);
  return Parse(source, &budget).diagnostics;
}

/// A line of the source: its tokens as indices `[first, last)`, a comment included.
struct LineLayout {
  std::size_t first = 0;
  std::size_t last = 0;
  std::uint32_t spaces = 0;  ///< before its first token
  std::uint32_t level = 0;
  bool is_code = false;

  bool blank() const { return first == last; }
};

class Formatter {
 public:
  Formatter(const Source& source, std::uint32_t indent)
      : source_(source), indent_(indent), tokens_(Scan(source)), lines_(source.lines().size()) {}

  void Run(FormatResult* result) {
    FindLines();
    FindLevels();
    Write();
    result->text = std::move(text_);
    result->edits = std::move(edits_);
    result->unit = static_cast<int>(unit_);
  }

 private:
  std::u32string_view Characters(Range range) const {
    return std::u32string_view(source_.code_points()).substr(range.begin, range.end - range.begin);
  }
  bool Is(const ScannedToken& token, std::u32string_view text) const {
    return Characters(token.range) == text;
  }

  void FindLines() {
    std::size_t at = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      LineLayout& line = lines_[i];
      line.first = at;
      while (at < tokens_.size() && tokens_[at].range.begin < source_.lines()[i].next) ++at;
      line.last = at;
      if (line.blank()) continue;
      line.is_code = tokens_[line.first].lexeme != Lexeme::kComment;
      line.spaces = tokens_[line.first].range.begin - source_.lines()[i].begin;
      if (line.is_code && unit_ == 0) unit_ = line.spaces;
    }
  }

  void FindLevels() {
    std::uint32_t next = 0;  // of the next line of code
    std::vector<std::uint32_t> next_levels(lines_.size());
    for (std::size_t i = lines_.size(); i-- > 0;) {
      LineLayout& line = lines_[i];
      if (line.is_code) next = line.level = unit_ == 0 ? 0 : line.spaces / unit_;
      next_levels[i] = next;
    }
    std::uint32_t before = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (lines_[i].is_code) before = lines_[i].level;
      if (!lines_[i].is_code) {
        lines_[i].level = CommentLevel(lines_[i].spaces, before, next_levels[i]);
      }
    }
  }

  std::uint32_t CommentLevel(std::uint32_t spaces, std::uint32_t before, std::uint32_t next) const {
    if (before <= next) return next;
    const std::uint32_t nearest = (spaces + unit_ / 2) / unit_;  // halfway is the deeper one
    return std::max(next, std::min(before, nearest));
  }

  void Write() {
    std::size_t end = lines_.size();
    while (end > 0 && lines_[end - 1].blank()) --end;
    bool keep_blank = false;  // not before anything else, and not twice
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const Source::Line& place = source_.lines()[i];
      if (lines_[i].blank()) {
        Put({place.begin, place.next}, keep_blank && i < end ? "\n" : "");
        keep_blank = false;
      } else {
        WriteLine(lines_[i], place);
        keep_blank = true;
      }
    }
  }

  void WriteLine(const LineLayout& line, const Source::Line& place) {
    std::uint32_t at = place.begin;
    for (std::size_t i = line.first; i < line.last; ++i) {
      const bool starts = i == line.first;
      const std::size_t width = starts ? line.level * indent_ : SpacesBefore(line, i);
      Put({at, tokens_[i].range.begin}, std::string(width, ' '));
      Range token = tokens_[i].range;
      // A comment reaches to the end of its line, spaces included.
      while (source_.code_points()[token.end - 1] == U' ') --token.end;
      text_ += source_.Text(token);
      at = token.end;
    }
    Put({at, place.next}, "\n");
  }

  /// The width of the gap before token `i`, which is not the first of its line.
  std::size_t SpacesBefore(const LineLayout& line, std::size_t i) const {
    const ScannedToken& left = tokens_[i - 1];
    const ScannedToken& right = tokens_[i];
    if (right.lexeme == Lexeme::kComment) return 2;
    if (right.lexeme == Lexeme::kRightParen || right.lexeme == Lexeme::kColon) return 0;
    if (left.lexeme == Lexeme::kLeftParen || IsUnaryMinus(line, i - 1)) return 0;
    const bool called = Is(left, U"print") || Is(left, U"input");
    return right.lexeme == Lexeme::kLeftParen && called ? 0 : 1;
  }

  /// A `-` is binary behind what can end an operand.
  bool IsUnaryMinus(const LineLayout& line, std::size_t i) const {
    if (!Is(tokens_[i], U"-")) return false;
    if (i == line.first) return true;
    const ScannedToken& left = tokens_[i - 1];
    switch (left.lexeme) {
      case Lexeme::kName:
      case Lexeme::kNumber:
      case Lexeme::kString:
      case Lexeme::kRightParen:
        return false;
      case Lexeme::kKeyword:
        return !Is(left, U"true") && !Is(left, U"false");
      default:
        return true;
    }
  }

  /// Writes `spaces` in the place of `range`.
  void Put(Range range, std::string spaces) {
    text_ += spaces;
    const std::u32string_view now = Characters(range);
    if (now == std::u32string(spaces.begin(), spaces.end())) return;
    edits_.push_back({range, std::move(spaces)});
  }

  const Source& source_;
  std::uint32_t indent_;
  std::vector<ScannedToken> tokens_;
  std::vector<LineLayout> lines_;
  std::uint32_t unit_ = 0;
  std::string text_;
  std::vector<SpaceEdit> edits_;
};

}  // namespace

FormatResult Format(const Source& source, const FormatOptions& options, const Limits& limits) {
  FormatResult result;
  result.diagnostics = SyntaxProblems(source, limits);
  if (!result.diagnostics.empty()) return result;
  Formatter(source, static_cast<std::uint32_t>(options.indent)).Run(&result);
  result.refusal = RefuseFormatted(source, result.text, limits);
  if (result.refusal) {
    result.text.clear();
    result.edits.clear();
  }
  return result;
}

}  // namespace aegis

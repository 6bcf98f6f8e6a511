#include "syntax/format_check.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "syntax/budget.h"
#include "syntax/parse.h"
#include "syntax/scan.h"

// Whoever rewrites other people's files should not trust its own cleverness. So the formatter's
// text is read again by what reads every program, and compared with the source in three respects:
// the tokens that the parser sees, which tell the structure; the spelling of each token and
// comment, which tells the values; and which of them begin a line, which tells what a comment
// stands behind.

namespace aegis {
namespace {

Clock StillClock() {
  return [] { return std::int64_t{0}; };
}

/// A token or comment as far as formatting must not change it.
struct Piece {
  Lexeme lexeme;
  std::string text;
  bool begins_line;

  friend bool operator==(const Piece& a, const Piece& b) {
    return a.lexeme == b.lexeme && a.text == b.text && a.begins_line == b.begins_line;
  }
};

struct Pieces {
  std::vector<Piece> all;
  std::vector<std::uint32_t> lines;  ///< those that are not blank, indices from 0
};

Pieces PiecesOf(const Source& source) {
  Pieces pieces;
  for (const ScannedToken& token : Scan(source)) {
    const std::uint32_t line = source.LineIndexAt(token.range.begin);
    const bool begins_line = pieces.lines.empty() || pieces.lines.back() != line;
    if (begins_line) pieces.lines.push_back(line);
    std::string text = source.Text(token.range);
    if (token.lexeme == Lexeme::kComment) text.erase(text.find_last_not_of(' ') + 1);
    pieces.all.push_back({token.lexeme, std::move(text), begins_line});
  }
  return pieces;
}

std::vector<std::string> KindsOf(const TokenizeResult& tokens) {
  std::vector<std::string> kinds;
  for (const TokenInfo& token : tokens.tokens) kinds.push_back(token.kind);
  return kinds;
}

FormatRefusal PassesLimit(Code code, Range range, const Limits& limits) {
  return {code, range,
          "the formatted program would pass a limit: " +
              Message(LimitDiagnostic(code, std::nullopt, limits))};
}

FormatRefusal NotTheSame() {
  return {Code::kInternalError, Range{0, 0},
          "the formatter made another program of this one, which it must not"};
}

}  // namespace

std::optional<FormatRefusal> RefuseFormatted(const Source& before, std::string_view formatted,
                                             const Limits& limits) {
  const Source after(formatted);
  const Pieces old_pieces = PiecesOf(before);
  const Pieces new_pieces = PiecesOf(after);
  if (!(old_pieces.all == new_pieces.all)) return NotTheSame();

  for (std::size_t i = 0; i < new_pieces.lines.size(); ++i) {
    const Source::Line& line = after.lines()[new_pieces.lines[i]];
    if (line.end - line.begin <= limits[Limit::kLineChars]) continue;
    const Source::Line& place = before.lines()[old_pieces.lines[i]];
    return PassesLimit(Code::kLineTooLong, {place.begin, place.end}, limits);
  }
  if (static_cast<std::int64_t>(formatted.size()) > limits[Limit::kSourceBytes]) {
    return PassesLimit(Code::kSourceTooLarge, {0, 0}, limits);
  }
  Budget old_budget(limits, StillClock());
  Budget new_budget(limits, StillClock());
  old_budget.TakeSource(before.byte_size());
  std::optional<Code> code = new_budget.TakeSource(formatted.size());
  const TokenizeResult tokens = Tokenize(after, &new_budget);
  if (!code && !tokens.diagnostics.empty()) code = tokens.diagnostics.front().code;
  if (code == Code::kTooMuchMemory) return PassesLimit(*code, {0, 0}, limits);
  if (code || KindsOf(tokens) != KindsOf(Tokenize(before, &old_budget))) return NotTheSame();
  return std::nullopt;
}

}  // namespace aegis

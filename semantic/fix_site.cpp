#include "semantic/fix_site.h"

#include <algorithm>
#include <utility>

namespace aegis {
namespace {

constexpr std::uint32_t kUsualUnit = 4;

bool IsIndent(std::uint32_t spaces) { return spaces == 2 || spaces == 4; }

}  // namespace

FixSite::FixSite(const Analysis& analysis, const Diagnostic& diagnostic)
    : analysis_(analysis),
      diagnostic_(diagnostic),
      range_(diagnostic.range.value_or(Range{})),
      line_(analysis.source.LineIndexAt(range_.begin)),
      tokens_(Scan(analysis.source)),
      unit_(FindUnit()) {}

void FixSite::Add(std::string title, std::vector<TextEdit> edits, unsigned flags) {
  std::stable_sort(edits.begin(), edits.end(), [](const TextEdit& a, const TextEdit& b) {
    return a.range.begin < b.range.begin;
  });
  const bool preferred = (flags & Candidate::kPreferred) != 0;
  candidates_.push_back({{std::move(title), std::move(edits), preferred}, flags});
}

// ---- Characters --------------------------------------------------------------------------------

FixSite::Zone FixSite::ZoneAt(std::uint32_t offset) const {
  Zone zone = Zone::kCode;
  for (std::uint32_t at = Line(source().LineIndexAt(offset)).begin; at < offset; ++at) {
    const char32_t c = text()[at];
    if (zone == Zone::kString && c == U'\\') {
      ++at;
    } else if (c == U'"') {
      zone = zone == Zone::kString ? Zone::kCode : Zone::kString;
    } else if (zone == Zone::kCode && c == U'#') {
      return Zone::kComment;
    }
  }
  return zone;
}

std::uint32_t FixSite::SkipSpaces(std::uint32_t offset) const {
  while (At(offset) == U' ') ++offset;
  return offset;
}

// ---- Lines -------------------------------------------------------------------------------------

bool FixSite::IsBlank(std::uint32_t line) const {
  const std::uint32_t first = SkipSpaces(Line(line).begin);
  return first >= Line(line).end || text()[first] == U'#';
}

std::uint32_t FixSite::LineBefore(std::uint32_t line) const {
  while (line > 0) {
    if (!IsBlank(--line)) return line;
  }
  return line_count();
}

std::uint32_t FixSite::LineBehind(std::uint32_t line) const {
  do {
    ++line;
  } while (line < line_count() && IsBlank(line));
  return std::min(line, line_count());
}

std::uint32_t FixSite::BlockEnd(std::uint32_t line, std::uint32_t spaces) const {
  do {
    line = LineBehind(line);
  } while (line < line_count() && SpacesOf(line) > spaces);
  return line;
}

/// What the first block that starts right has; where none does, what most of the deeper lines have.
std::uint32_t FixSite::FindUnit() const {
  std::uint32_t counts[2] = {0, 0};
  std::uint32_t before = 0;
  bool opens = false;
  for (std::uint32_t line = 0; line < line_count(); ++line) {
    if (IsBlank(line)) continue;
    const std::uint32_t spaces = SpacesOf(line);
    const bool deeper = spaces > before && IsIndent(spaces - before);
    if (deeper && opens && before == 0) return spaces;
    if (deeper) ++counts[(spaces - before) / 2 - 1];
    before = spaces;
    opens = At(CodeEnd(line) - 1) == U':';
  }
  if (counts[0] == counts[1]) return kUsualUnit;
  return counts[0] > counts[1] ? 2 : 4;
}

std::string FixSite::NewLine(std::uint32_t spaces) const {
  const Source::Line& first = Line(0);
  return (first.next - first.end == 2 ? "\r\n" : "\n") + std::string(spaces, ' ');
}

std::vector<TextEdit> FixSite::Shift(std::uint32_t first, std::uint32_t end,
                                     std::int64_t by) const {
  // A comment behind the last line belongs to what follows.
  while (end > first && IsBlank(end - 1)) --end;
  std::vector<TextEdit> edits;
  for (std::uint32_t line = first; line < end; ++line) {
    const std::uint32_t begin = Line(line).begin;
    const std::uint32_t spaces = SpacesOf(line);
    if (begin + spaces == Line(line).end) continue;
    if (by >= 0) {
      edits.push_back({{begin, begin}, std::string(static_cast<std::size_t>(by), ' ')});
    } else {
      const auto less = std::min(spaces, static_cast<std::uint32_t>(-by));
      if (less != 0) edits.push_back({{begin, begin + less}, ""});
    }
  }
  return edits;
}

std::uint32_t FixSite::CodeEnd(std::uint32_t line) const {
  const Range tokens = TokensOf(line);
  return tokens.begin == tokens.end ? SkipSpaces(Line(line).begin) : RangeOf(tokens.end - 1U).end;
}

bool FixSite::HasComment(std::uint32_t line) const {
  const std::size_t end = TokensOf(line).end;
  return end < tokens_.size() && tokens_[end].lexeme == Lexeme::kComment &&
         tokens_[end].range.begin < Line(line).next;
}

// ---- Tokens ------------------------------------------------------------------------------------

std::size_t FixSite::FirstFrom(std::uint32_t offset) const {
  const auto found =
      std::lower_bound(tokens_.begin(), tokens_.end(), offset,
                       [](const ScannedToken& t, std::uint32_t o) { return t.range.begin < o; });
  return static_cast<std::size_t>(found - tokens_.begin());
}

std::size_t FixSite::TokenAt(std::uint32_t offset) const {
  const std::size_t index = FirstFrom(offset);
  return index < tokens_.size() && tokens_[index].range.begin == offset ? index : kNone;
}

Range FixSite::TokensOf(std::uint32_t line) const {
  const std::size_t first = FirstFrom(Line(line).begin);
  std::size_t end = line + 1 < line_count() ? FirstFrom(Line(line + 1).begin) : tokens_.size();
  if (end > first && tokens_[end - 1].lexeme == Lexeme::kComment) --end;
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end)};
}

std::size_t FixSite::Current() const {
  return std::min<std::size_t>(FirstFrom(range_.begin), TokensOf(line_).end);
}

bool FixSite::Is(std::size_t index, std::string_view text) const {
  const Range line = TokensOf(line_);
  return index >= line.begin && index < line.end && TextOf(index) == text;
}

bool FixSite::IsA(std::size_t index, Lexeme lexeme) const {
  const Range line = TokensOf(line_);
  return index >= line.begin && index < line.end && tokens_[index].lexeme == lexeme;
}

std::size_t FixSite::Closing(std::size_t index) const {
  std::size_t depth = 0;
  for (; IsA(index, Lexeme::kLeftParen) || depth > 0; ++index) {
    if (index >= TokensOf(line_).end) return kNone;
    if (IsA(index, Lexeme::kLeftParen)) ++depth;
    if (IsA(index, Lexeme::kRightParen) && --depth == 0) return index;
  }
  return kNone;
}

std::size_t FixSite::OperandEnd(std::size_t index) const {
  while (Is(index, "not") || Is(index, "-")) ++index;
  if (Is(index, "input")) {
    ++index;
    if (!IsA(index, Lexeme::kLeftParen)) return kNone;
  }
  if (IsA(index, Lexeme::kLeftParen)) {
    const std::size_t closing = Closing(index);
    return closing == kNone ? kNone : closing + 1;
  }
  const bool is_value = IsA(index, Lexeme::kNumber) || IsA(index, Lexeme::kString) ||
                        IsA(index, Lexeme::kName) || Is(index, "true") || Is(index, "false");
  return is_value ? index + 1 : kNone;
}

std::string Quoted(const std::string& text) {
  constexpr std::size_t kLongest = 50;
  if (text.size() <= kLongest) return "`" + text + "`";
  std::size_t cut = kLongest;
  while ((static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return "`" + text.substr(0, cut) + "…`";
}

}  // namespace aegis

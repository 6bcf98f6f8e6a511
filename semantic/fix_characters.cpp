#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

#include "semantic/fix_site.h"

// Characters that no token begins with: they come from other languages, from text processors and
// from keyboards.

namespace aegis {
namespace {

constexpr char32_t kNoBreakSpace = 0x00A0;
constexpr char32_t kByteOrderMark = 0xFEFF;

bool IsWordCharacter(char32_t c) {
  return c == U'_' || (c < 0x80 && std::isalnum(static_cast<int>(c)) != 0);
}

bool IsSpaceOfText(char32_t c) {
  return c == kNoBreakSpace || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

bool IsInvisible(char32_t c) { return c == 0x200B || c == 0x2060 || c == kByteOrderMark; }

std::string Hex4(char32_t c) {
  std::string digits;
  for (int shift = 12; shift >= 0; shift -= 4) digits += "0123456789ABCDEF"[(c >> shift) & 15];
  return digits;
}

/// What looks like a token of the language but is another character.
std::optional<std::string> LookAlike(char32_t c) {
  static const std::map<char32_t, std::string> table = {
      {0x2260, "!="}, {0x2264, "<="},   {0x2265, ">="},  {0x2010, "-"},  {0x2011, "-"},
      {0x2012, "-"},  {0x2013, "-"},    {0x2014, "-"},   {0x2212, "-"},  {0x00D7, "*"},
      {0x22C5, "*"},  {0x00B7, "*"},    {0x2217, "*"},   {0x00F7, "/"},  {0x2215, "/"},
      {0x2044, "/"},  {0x00AC, "not "}, {0x2227, "and"}, {0x2228, "or"},
  };
  if (const auto found = table.find(c); found != table.end()) return found->second;
  // The full-width forms of East Asian keyboards.
  if (c > 0xFF01 && c <= 0xFF5E) return std::string(1, static_cast<char>(c - 0xFF00 + 0x20));
  return std::nullopt;
}

/// The offsets of all characters of the file that are in no string or comment and that `is_meant`
/// takes.
template <typename Predicate>
std::vector<std::uint32_t> AllInCode(const FixSite& site, Predicate is_meant) {
  std::vector<std::uint32_t> places;
  for (std::uint32_t at = 0; at < site.text().size(); ++at) {
    if (is_meant(site.At(at)) && site.ZoneAt(at) == FixSite::Zone::kCode) places.push_back(at);
  }
  return places;
}

/// The same change for each of `places`, each one character wide.
std::vector<TextEdit> AtEach(const std::vector<std::uint32_t>& places, const std::string& text) {
  std::vector<TextEdit> edits;
  for (const std::uint32_t at : places) edits.push_back({{at, at + 1}, text});
  return edits;
}

// ---- Control characters ------------------------------------------------------------------------

void SuggestForTab(FixSite* site) {
  std::uint32_t end = site->range().begin;
  while (site->At(end) == U'\t') ++end;
  const bool in_string = site->ZoneAt(site->range().begin) == FixSite::Zone::kString;
  if (in_string) {
    std::string escapes;
    for (std::uint32_t i = site->range().begin; i < end; ++i) escapes += "\\t";
    site->Add("write `\\t`", {{{site->range().begin, end}, escapes}}, Candidate::kPreferred);
  } else {
    site->Add("write a space", {{{site->range().begin, end}, " "}}, Candidate::kPreferred);
  }
  std::vector<TextEdit> all;
  for (std::uint32_t at = 0; at < site->text().size(); ++at) {
    if (site->At(at) != U'\t') continue;
    const std::uint32_t begin = site->Line(site->source().LineIndexAt(at)).begin;
    if (site->text().find_first_not_of(U" \t", begin) >= at) continue;  // indentation
    const bool quoted = site->ZoneAt(at) == FixSite::Zone::kString;
    all.push_back({{at, at + 1}, quoted ? "\\t" : " "});
  }
  if (all.size() > end - site->range().begin) {
    site->Add("write spaces for all tabs, `\\t` in strings", std::move(all));
  }
}

void SuggestForControlCharacter(FixSite* site) {
  const std::string escape = "\\u" + Hex4(site->At(site->range().begin));
  if (site->ZoneAt(site->range().begin) == FixSite::Zone::kString) {
    site->Add("write `" + escape + "`", {{site->range(), escape}}, Candidate::kPreferred);
  }
  site->Add("remove the control character", {{site->range(), ""}},
            Candidate::kPreferred | Candidate::kFallback);
}

void SuggestForCarriageReturn(FixSite* site) {
  const std::uint32_t at = site->range().begin;
  if (site->ZoneAt(at) == FixSite::Zone::kString) {
    site->Add("write `\\r`", {{site->range(), "\\r"}}, Candidate::kPreferred);
    return;
  }
  if (site->At(at + 1) == U'\r' || at + 1 == site->Line(site->line()).end) {
    site->Add("remove the carriage return", {{site->range(), ""}}, Candidate::kPreferred);
  }
  std::vector<TextEdit> all;
  for (std::uint32_t i = 0; i < site->text().size(); ++i) {
    if (site->At(i) != U'\r' || site->At(i + 1) == U'\n') continue;
    all.push_back({{i, i + 1}, site->ZoneAt(i) == FixSite::Zone::kString ? "\\r" : "\n"});
  }
  site->Add("end the line with a line feed", {{site->range(), "\n"}}, Candidate::kPreferred);
  if (all.size() > 1) {
    site->Add("end every line with a line feed", std::move(all));
  }
}

// ---- Words -------------------------------------------------------------------------------------

bool IsVariable(const FixSite& site, const std::string& name) {
  return std::any_of(site.tokens().begin(), site.tokens().end(), [&](const ScannedToken& token) {
    return token.lexeme == Lexeme::kName && site.Text(token.range) == name;
  });
}

void SuggestLowerCase(FixSite* site) {
  Range word = site->range();
  while (word.begin > 0 && IsWordCharacter(site->At(word.begin - 1))) --word.begin;
  while (IsWordCharacter(site->At(word.end))) ++word.end;
  const std::string text = site->Text(word);
  if (text == "None") return;  // nothing here is like it
  std::string lower = text;
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::vector<TextEdit> all;
  for (std::uint32_t at = 0; at < site->text().size(); ++at) {
    if (!IsWordCharacter(site->At(at))) continue;
    Range other{at, at};
    while (IsWordCharacter(site->At(other.end))) ++other.end;
    at = other.end;
    const bool same = other.end - other.begin == word.end - word.begin && site->Text(other) == text;
    if (same && site->ZoneAt(other.begin) == FixSite::Zone::kCode) all.push_back({other, lower});
  }
  unsigned flags = Candidate::kPreferred | Candidate::kToken;
  const auto assigns = [&](const TextEdit& edit) {
    return site->At(site->SkipSpaces(edit.range.end)) == U'=' &&
           site->SkipSpaces(site->Line(site->source().LineIndexAt(edit.range.begin)).begin) ==
               edit.range.begin;
  };
  if (IsVariable(*site, lower) && std::any_of(all.begin(), all.end(), assigns)) {
    // Two variables would become one.
    int number = 2;
    while (IsVariable(*site, lower + std::to_string(number))) ++number;
    lower += std::to_string(number);
    for (TextEdit& edit : all) edit.text = lower;
    flags = Candidate::kToken;
  }
  if (all.size() > 1) site->Add("write `" + lower + "` everywhere", std::move(all), flags);
  site->Add("write `" + lower + "`", {{word, lower}}, flags);
}

/// Puts `word` where `operation` is, with the spaces that it needs.
void SuggestWord(FixSite* site, Range operation, const std::string& word) {
  std::string text = word;
  if (operation.begin > 0 && IsWordCharacter(site->At(operation.begin - 1))) text = " " + text;
  const char32_t next = site->At(operation.end);
  if (next != U' ' && next != U'\n' && next != U'\r') text += " ";
  site->Add("write `" + word + "`", {{operation, text}}, Candidate::kPreferred);
}

// ---- Quotes ------------------------------------------------------------------------------------

bool Closes(char32_t opening, char32_t c) {
  switch (opening) {
    case 0x2018:
    case 0x2019:
      return c == 0x2018 || c == 0x2019;
    case 0x201C:
    case 0x201D:
      return c == 0x201C || c == 0x201D;
    default:
      return c == opening;
  }
}

/// The inside of a string in other quotes, for double ones.
std::string Requoted(const FixSite& site, Range inside) {
  std::string text;
  for (std::uint32_t at = inside.begin; at < inside.end; ++at) {
    const char32_t c = site.At(at);
    const char32_t next = at + 1 < inside.end ? site.At(at + 1) : U'\0';
    if (c == U'\\' && (next == U'\'' || next == U'`')) continue;
    if (c == U'\\' && next != U'\0') {
      text += site.Text({at, at + 2});
      ++at;
    } else {
      if (c == U'"') text += '\\';
      text += site.Text({at, at + 1});
    }
  }
  return text;
}

void SuggestDoubleQuotes(FixSite* site) {
  constexpr unsigned kOnlyIt = Candidate::kPreferred | Candidate::kFallback | Candidate::kToken;
  const std::string title = "put the string in double quotes";
  const std::uint32_t begin = site->range().begin;
  const std::uint32_t line_end = site->Line(site->line()).end;
  const auto requote = [&](std::uint32_t opening, std::uint32_t closing) {
    return TextEdit{{opening, closing + 1}, "\"" + Requoted(*site, {opening + 1, closing}) + "\""};
  };
  std::vector<std::uint32_t> quotes = {begin};
  for (std::uint32_t at = begin + 1; at < line_end; ++at) {
    if (site->At(at) == U'\\') {
      ++at;
    } else if (Closes(site->At(begin), site->At(at))) {
      quotes.push_back(at);
    }
  }
  if (quotes.size() > 1) {
    // More strings can follow, and an apostrophe can look like the end of one.
    site->Add(title, {requote(begin, quotes[1])}, kOnlyIt | Candidate::kWholeLine);
    if (quotes.size() % 2 == 0) {
      std::vector<TextEdit> all;
      for (std::size_t i = 0; i < quotes.size(); i += 2) {
        all.push_back(requote(quotes[i], quotes[i + 1]));
      }
      site->Add("put the strings in double quotes", std::move(all),
                kOnlyIt | Candidate::kWholeLine);
    }
    if (quotes.size() % 2 != 0) {
      site->Add(title, {requote(begin, quotes.back())}, kOnlyIt | Candidate::kWholeLine);
    }
    site->Add(title, {requote(begin, quotes[1])}, kOnlyIt);
    return;
  }
  // Two kinds of quotes around one string, or none at its end.
  site->Add(title, {{site->range(), "\""}}, kOnlyIt | Candidate::kWholeLine);
  std::uint32_t end = line_end;
  for (int peeled = 0; end > begin + 1 && peeled < 4; ++peeled, --end) {
    const std::string inside = Requoted(*site, {begin + 1, end});
    site->Add(title, {{{begin, end}, "\"" + inside + "\""}},
              Candidate::kFallback | Candidate::kWholeLine);
    const char32_t last = site->At(end - 1);
    if (last != U')' && last != U':' && last != U' ') break;
  }
}

// ---- Punctuation -------------------------------------------------------------------------------

void SuggestForSemicolon(FixSite* site) {
  Range place = site->range();
  while (site->At(place.begin - 1) == U' ') --place.begin;
  place.end = site->SkipSpaces(place.end);
  const bool is_last = place.end >= site->Line(site->line()).end || site->At(place.end) == U'#';
  if (is_last) {
    site->Add("remove the `;`", {{site->range(), ""}}, Candidate::kPreferred);
    return;
  }
  site->Add("put the next statement on a line of its own",
            {{place, site->NewLine(site->SpacesOf(site->line()))}}, Candidate::kPreferred);
}

/// `print(a, b)`.
void SuggestForComma(FixSite* site) {
  const Range line = site->TokensOf(site->line());
  const std::size_t opening = line.begin + 1U;
  const std::size_t closing = site->Is(line.begin, "print") ? site->Closing(opening) : site->kNone;
  if (closing == FixSite::kNone || closing + 1 != line.end) return;
  std::vector<TextEdit> join;
  std::vector<TextEdit> split;
  const std::uint32_t spaces = site->SpacesOf(site->line());
  std::size_t depth = 0;
  for (std::size_t i = opening + 1; i < closing; ++i) {
    if (site->IsA(i, Lexeme::kLeftParen)) ++depth;
    if (site->IsA(i, Lexeme::kRightParen)) --depth;
    if (depth != 0 || !site->Is(i, ",")) continue;
    const Range place{site->RangeOf(i - 1).end, site->RangeOf(i + 1).begin};
    join.push_back({place, " + \" \" + "});
    split.push_back({place, ")" + site->NewLine(spaces) + "print("});
  }
  constexpr unsigned kSure = Candidate::kWholeLine | Candidate::kChecks;
  site->Add("join the values with `+`, a space between", std::move(join), kSure);
  site->Add("print each value on a line of its own", std::move(split), Candidate::kWholeLine);
}

/// Brackets: a block in braces, or parentheses in a form that the language does not have.
void SuggestForBracket(FixSite* site) {
  const std::uint32_t at = site->range().begin;
  const Range line = site->TokensOf(site->line());
  const std::uint32_t code_end = site->CodeEnd(site->line());
  const std::uint32_t first = site->RangeOf(line.begin).begin;
  if (site->At(at) == U'{' && at + 1 == code_end && at > first) {
    Range place = site->range();
    while (site->At(place.begin - 1) == U' ') --place.begin;
    site->Add("write `:`", {{place, ":"}}, Candidate::kPreferred | Candidate::kWholeLine);
    return;
  }
  if (site->At(at) == U'}' && at == first) {
    if (at + 1 == code_end) {
      // The whole line, if nothing else stands there.
      const Source::Line& bounds = site->Line(site->line());
      const bool alone = bounds.end == code_end;
      site->Add("remove the `}`", {{alone ? Range{bounds.begin, bounds.next} : site->range(), ""}},
                Candidate::kPreferred);
    } else {
      site->Add("remove the `}`", {{{at, site->SkipSpaces(at + 1)}, ""}}, Candidate::kPreferred);
    }
    return;
  }
  const char32_t closing = site->At(at) == U'[' ? U']' : site->At(at) == U'{' ? U'}' : U'\0';
  if (closing == U'\0') return;
  std::size_t depth = 0;
  for (std::uint32_t i = at; i < site->Line(site->line()).end; ++i) {
    if (site->ZoneAt(i) != FixSite::Zone::kCode) continue;
    if (site->At(i) == U',') return;  // a list
    if (site->At(i) == site->At(at)) ++depth;
    if (site->At(i) != closing || --depth > 0) continue;
    site->Add("write `(` and `)`", {{site->range(), "("}, {{i, i + 1}, ")"}},
              Candidate::kChecks | Candidate::kWholeLine);
    return;
  }
}

void SuggestForBackslash(FixSite* site) {
  const std::uint32_t next_line = site->line() + 1;
  if (site->SkipSpaces(site->range().end) < site->Line(site->line()).end) return;
  if (next_line >= site->line_count()) return;
  std::uint32_t begin = site->range().begin;
  while (site->At(begin - 1) == U' ') --begin;
  site->Add("join the next line to this one",
            {{{begin, site->SkipSpaces(site->Line(next_line).begin)}, " "}},
            Candidate::kPreferred | Candidate::kWholeLine);
}

void SuggestForSpace(FixSite* site, char32_t c) {
  const bool invisible = IsInvisible(c);
  const std::string text = invisible ? "" : " ";
  const std::string title = c == kByteOrderMark ? "remove the byte-order mark"
                            : invisible         ? "remove the invisible character"
                                                : "write a space";
  site->Add(title, {{site->range(), text}}, Candidate::kPreferred);
  const std::vector<std::uint32_t> all =
      AllInCode(*site, [&](char32_t other) { return other == c; });
  if (all.size() > 1) {
    site->Add(invisible ? "remove all invisible characters like it" : "write spaces everywhere",
              AtEach(all, text));
  }
}

void SuggestForIllegalCharacter(FixSite* site) {
  const Range range = site->range();
  const char32_t c = site->At(range.begin);
  const char32_t next = site->At(range.end);
  if (c >= U'A' && c <= U'Z') return SuggestLowerCase(site);
  if (IsSpaceOfText(c) || IsInvisible(c)) return SuggestForSpace(site, c);
  switch (c) {
    case U'\'':
    case U'`':
    case 0x2018:
    case 0x2019:
    case 0x201C:
    case 0x201D:
      return SuggestDoubleQuotes(site);
    case U'!': {
      const std::uint32_t behind = site->SkipSpaces(range.end);
      if (site->At(behind) == U'=') {
        site->Add("write `!=`", {{{range.begin, behind + 1}, "!="}}, Candidate::kPreferred);
      }
      return SuggestWord(site, range, "not");
    }
    case U'&':
      return SuggestWord(site, {range.begin, range.end + (next == U'&' ? 1U : 0U)}, "and");
    case U'|':
      return SuggestWord(site, {range.begin, range.end + (next == U'|' ? 1U : 0U)}, "or");
    case U';':
      return SuggestForSemicolon(site);
    case U',':
      return SuggestForComma(site);
    case U'[':
    case U']':
    case U'{':
    case U'}':
      return SuggestForBracket(site);
    case U'.':
      if (next >= U'0' && next <= U'9') {
        std::uint32_t end = range.end;
        while (IsWordCharacter(site->At(end))) ++end;
        site->Add("write " + Quoted("0" + site->Text({range.begin, end})),
                  {{{range.begin, range.begin}, "0"}}, Candidate::kPreferred | Candidate::kToken);
      }
      return;
    case U'\\':
      return SuggestForBackslash(site);
    default:
      break;
  }
  if (const auto meant = LookAlike(c)) {
    std::string shown = *meant;
    if (shown.back() == ' ') shown.pop_back();
    site->Add("write `" + shown + "`", {{range, *meant}}, Candidate::kPreferred);
  }
}

}  // namespace

void SuggestForCharacter(FixSite* site) {
  switch (site->diagnostic().code) {
    case Code::kTab:
      return SuggestForTab(site);
    case Code::kControlCharacter:
      return SuggestForControlCharacter(site);
    case Code::kLoneCarriageReturn:
      return SuggestForCarriageReturn(site);
    default:
      return SuggestForIllegalCharacter(site);
  }
}

}  // namespace aegis

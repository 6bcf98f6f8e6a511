#include <algorithm>
#include <cctype>
#include <optional>

#include "semantic/fix_site.h"
#include "syntax/integer.h"
#include "syntax/limits.h"

// Strings and numbers that are not well formed.

namespace aegis {
namespace {

bool IsHex(char32_t c) { return c < 0x80 && std::isxdigit(static_cast<int>(c)) != 0; }

std::string HexDigits(std::uint32_t value) {
  std::string digits;
  for (int shift = 12; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(value >> shift) & 15];
  return digits;
}

/// `\uXXXX`, twice for what is above U+FFFF.
std::string EscapeOf(std::uint32_t code_point) {
  if (code_point < 0x10000) return "\\u" + HexDigits(code_point);
  const std::uint32_t rest = code_point - 0x10000;
  return "\\u" + HexDigits(0xD800 + (rest >> 10)) + "\\u" + HexDigits(0xDC00 + (rest & 0x3FF));
}

// ---- Escapes -----------------------------------------------------------------------------------

struct Replacement {
  Range range;
  std::string text;
};

/// What another language means with the escape at `begin`.
std::optional<Replacement> Translated(const FixSite& site, std::uint32_t begin) {
  const auto hex_from = [&](std::uint32_t from, std::uint32_t most) {
    std::uint32_t end = from;
    while (end < from + most && IsHex(site.At(end))) ++end;
    return Range{from, end};
  };
  const auto value = [&](Range digits) {
    return static_cast<std::uint32_t>(std::stoul(site.Text(digits), nullptr, 16));
  };
  const auto is_character = [](std::uint32_t c) {
    return c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
  };
  const std::uint32_t behind = begin + 2;
  switch (site.At(begin + 1)) {
    case U'\'':
    case U'`':
      return Replacement{{begin, behind}, site.Text({begin + 1, behind})};
    case U'0':
      return Replacement{{begin, behind}, "\\u0000"};
    case U'a':
      return Replacement{{begin, behind}, "\\u0007"};
    case U'v':
      return Replacement{{begin, behind}, "\\u000b"};
    case U'e':
      return Replacement{{begin, behind}, "\\u001b"};
    case U'x': {
      const Range digits = hex_from(behind, 2);
      if (digits.end != behind + 2) return std::nullopt;
      return Replacement{{begin, digits.end}, EscapeOf(value(digits))};
    }
    case U'U': {
      const Range digits = hex_from(behind, 8);
      if (digits.end != behind + 8 || !is_character(value(digits))) return std::nullopt;
      return Replacement{{begin, digits.end}, EscapeOf(value(digits))};
    }
    case U'u': {
      const bool braces = site.At(behind) == U'{';
      const Range digits = hex_from(behind + (braces ? 1 : 0), braces ? 6 : 4);
      if (digits.begin == digits.end || !is_character(value(digits))) return std::nullopt;
      if (braces && site.At(digits.end) != U'}') return std::nullopt;
      return Replacement{{begin, digits.end + (braces ? 1 : 0)}, EscapeOf(value(digits))};
    }
    default:
      return std::nullopt;
  }
}

void SuggestForEscape(FixSite* site) {
  const std::uint32_t begin = site->range().begin;
  if (const auto meant = Translated(*site, begin)) {
    site->Add("write `" + meant->text + "`", {{meant->range, meant->text}}, Candidate::kPreferred);
  }
  // A backslash that is meant as one, as in a path.
  const char32_t next = site->At(begin + 1);
  if (next == U'u' || next < 0x20) return;
  const bool sure = next >= 0x80 || std::isalnum(static_cast<int>(next)) == 0;
  site->Add("write `\\\\` for the backslash", {{{begin, begin}, "\\"}},
            sure ? Candidate::kPreferred : 0U);
  std::vector<TextEdit> all;
  std::uint32_t from = begin;
  while (from > 0 && site->ZoneAt(from) == FixSite::Zone::kString) --from;
  for (std::uint32_t at = from + 1; at < site->Line(site->line()).end; ++at) {
    if (site->At(at) == U'"') break;
    if (site->At(at) != U'\\') continue;
    if (site->At(at + 1) != U'\\') all.push_back({{at, at}, "\\"});
    if (site->At(at + 1) == U'\\') ++at;
  }
  if (all.size() > 1) site->Add("write `\\\\` for every backslash of the string", std::move(all));
}

// ---- The end of a string -----------------------------------------------------------------------

/// `"two` and `lines"` of one string, which is closed on the line behind.
void SuggestLineBreak(FixSite* site) {
  const std::uint32_t next = site->line() + 1;
  if (next >= site->line_count()) return;
  const Source::Line& here = site->Line(site->line());
  const Source::Line& behind = site->Line(next);
  const std::u32string_view rest = site->text().substr(behind.begin, behind.end - behind.begin);
  if (std::count(rest.begin(), rest.end(), U'"') % 2 == 0) return;
  site->Add("write `\\n` for the line break", {{{here.end, here.next}, "\\n"}},
            Candidate::kPreferred | Candidate::kWholeLine | Candidate::kChecks);
}

void SuggestClosingQuote(FixSite* site) {
  constexpr unsigned kOnlyIt = Candidate::kPreferred | Candidate::kFallback | Candidate::kWholeLine;
  const std::string title = "close the string with `\"`";
  const std::uint32_t line_end = site->Line(site->line()).end;
  // What stands at the end of the line need not be in the string: `if a == "b:`, `print("a)`.
  const auto close_before = [&](std::uint32_t end) {
    while (end > site->range().begin + 1 && site->At(end - 1) == U' ') --end;
    for (int peeled = 0; peeled < 4 && end > site->range().begin; ++peeled) {
      const char32_t last = site->At(end - 1);
      const bool other_quote = last == U'\'' || last == 0x2019 || last == 0x201D;
      if (other_quote && end - 1 > site->range().begin) {
        site->Add(title, {{{end - 1, end}, "\""}}, kOnlyIt);
      }
      if (last == U'"' && site->At(end - 2) == U'\\') {
        site->Add("write `\\\\` for the backslash", {{{end - 2, end - 2}, "\\"}}, kOnlyIt);
      }
      site->Add(title, {{{end, end}, "\""}}, kOnlyIt);
      if (last != U')' && last != U':') break;
      --end;
    }
  };
  const std::size_t comment = site->text().substr(0, line_end).find(U" #", site->range().begin);
  if (comment != std::u32string_view::npos) close_before(static_cast<std::uint32_t>(comment));
  close_before(line_end);
}

// ---- Numbers -----------------------------------------------------------------------------------

/// The value of `0x1F` and its like; nothing when `text` is none of them or has too many digits.
std::optional<std::string> InDecimal(const std::string& text) {
  if (text.size() < 3 || text[0] != '0') return std::nullopt;
  const int base = text[1] == 'x' || text[1] == 'X'   ? 16
                   : text[1] == 'o' || text[1] == 'O' ? 8
                   : text[1] == 'b' || text[1] == 'B' ? 2
                                                      : 0;
  const auto longest = static_cast<std::size_t>(Limits()[Limit::kIntegerBits]);
  if (base == 0 || text.size() > longest) return std::nullopt;
  Integer value = 0;
  for (const char c : text.substr(2)) {
    if (c == '_') continue;
    if (std::isxdigit(static_cast<unsigned char>(c)) == 0) return std::nullopt;
    const int digit = std::stoi(std::string(1, c), nullptr, 16);
    if (digit >= base) return std::nullopt;
    value = value * base + digit;
  }
  return value.str();
}

}  // namespace

void SuggestForString(FixSite* site) {
  if (site->diagnostic().code == Code::kBadEscape) return SuggestForEscape(site);
  SuggestLineBreak(site);
  SuggestClosingQuote(site);
}

void SuggestForNumber(FixSite* site) {
  const std::string text = site->Text(site->range());
  const auto write = [&](const std::string& meant, unsigned flags) {
    site->Add("write " + Quoted(meant), {{site->range(), meant}}, flags | Candidate::kToken);
  };
  if (const auto decimal = InDecimal(text)) write(*decimal, Candidate::kPreferred);
  std::string ungrouped = text;
  ungrouped.erase(std::remove(ungrouped.begin(), ungrouped.end(), '_'), ungrouped.end());
  if (ungrouped.size() < text.size()) write(ungrouped, Candidate::kPreferred);
  if (text.back() == '.') write(text + "0", Candidate::kPreferred);
  // `2x`; the name has to be one.
  const std::size_t name = text.find_first_not_of("0123456789");
  if (name != std::string::npos && std::islower(static_cast<unsigned char>(text[name])) != 0) {
    write(text.substr(0, name) + " * " + text.substr(name),
          Candidate::kWholeLine | Candidate::kChecks);
  }
}

}  // namespace aegis

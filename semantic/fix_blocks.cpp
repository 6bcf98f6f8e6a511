#include <algorithm>

#include "semantic/fix_site.h"

// Headers and their blocks. The most work is a chain of `elif`, which has to become `if`s in the
// blocks of `else`s:
//
//     if a:               if a:
//         x = 1               x = 1
//     elif b:             else:
//         x = 2               if b:
//     else:                       x = 2
//         x = 3               else:
//                                 x = 3
//
// Each `elif` becomes two lines, and everything from it to the end of the chain goes one level
// deeper. That is done for the whole chain at once, whichever `elif` is asked about: each of them
// is a problem of its own, and any subset would leave the rest belonging to nothing.

namespace aegis {
namespace {

constexpr unsigned kPreferred = Candidate::kPreferred;
constexpr unsigned kWholeLine = Candidate::kWholeLine;

bool IsElifWord(const std::string& word) {
  return word == "elif" || word == "elseif" || word == "elsif";
}

/// The first token of the condition when `line` starts with a kind of `elif`; kNone otherwise.
std::size_t ElifCondition(const FixSite& site, std::uint32_t line) {
  const Range tokens = site.TokensOf(line);
  const std::size_t count = tokens.end - tokens.begin;
  const auto reads = [&](std::size_t index, std::string_view text) {
    return index < count && site.TextOf(tokens.begin + index) == text;
  };
  if (count > 1 && IsElifWord(site.TextOf(tokens.begin))) return tokens.begin + 1U;
  if (!reads(0, "else")) return FixSite::kNone;
  if (reads(1, "if") && count > 2) return tokens.begin + 2U;
  // `else: if c:`, but not with a body of its own on the line.
  const bool nested = reads(1, ":") && reads(2, "if") && count > 3 && reads(count - 1, ":");
  return nested ? tokens.begin + 3U : FixSite::kNone;
}

std::uint32_t FirstOfChain(const FixSite& site, std::uint32_t line) {
  const std::uint32_t spaces = site.SpacesOf(line);
  std::uint32_t first = line;
  for (std::uint32_t at = site.LineBefore(line); at != site.line_count();
       at = site.LineBefore(at)) {
    if (site.SpacesOf(at) > spaces) continue;
    if (site.SpacesOf(at) < spaces || ElifCondition(site, at) == FixSite::kNone) break;
    first = at;
  }
  return first;
}

void SuggestNestedIf(FixSite* site) {
  const std::uint32_t spaces = site->SpacesOf(site->line());
  const std::uint32_t unit = site->unit();
  std::uint32_t depth = 0;
  bool in_else = false;
  std::vector<TextEdit> edits;
  for (std::uint32_t line = FirstOfChain(*site, site->line()); line < site->line_count();) {
    const std::uint32_t begin = site->Line(line).begin;
    if (site->SpacesOf(line) == spaces) {
      const Range tokens = site->TokensOf(line);
      const std::size_t condition = ElifCondition(*site, line);
      const bool is_else = tokens.end - tokens.begin >= 2 && site->TextOf(tokens.begin) == "else";
      if (in_else || (condition == FixSite::kNone && !is_else)) break;
      if (depth != 0)
        edits.push_back({{begin, begin}, std::string(std::size_t{depth} * unit, ' ')});
      if (condition == FixSite::kNone) {
        in_else = true;
      } else {
        ++depth;
        edits.push_back({{begin + spaces, site->RangeOf(condition).begin},
                         "else:" + site->NewLine(spaces + depth * unit) + "if "});
      }
    } else if (depth != 0) {
      edits.push_back({{begin, begin}, std::string(std::size_t{depth} * unit, ' ')});
    }
    const std::uint32_t next = site->LineBehind(line);
    if (next == site->line_count() || site->SpacesOf(next) < spaces) break;
    // Comments between two lines of the chain go with it.
    const bool goes_on = site->SpacesOf(next) > spaces ||
                         ElifCondition(*site, next) != FixSite::kNone ||
                         site->TextOf(site->TokensOf(next).begin) == "else";
    if (!goes_on) break;
    for (const TextEdit& edit : site->Shift(line + 1, next + 1, std::int64_t{depth} * unit)) {
      if (edit.range.begin < site->Line(next).begin) edits.push_back(edit);
    }
    line = next;
  }
  const std::string word = site->Is(site->TokensOf(site->line()).begin, "else")
                               ? "else if"
                               : site->TextOf(site->TokensOf(site->line()).begin);
  site->Add("replace `" + word + "` by an `if` inside `else`", std::move(edits), kPreferred);
}

/// Puts what stands from `offset` on on a line of its own, in a block of the line of the problem.
TextEdit NewBlockAt(const FixSite& site, std::uint32_t offset, const std::string& before) {
  const std::uint32_t spaces = site.SpacesOf(site.line());
  const std::uint32_t next = site.LineBehind(site.line());
  // The lines behind may be the rest of the same block.
  const bool goes_on = next < site.line_count() && site.SpacesOf(next) > spaces;
  const std::uint32_t depth = goes_on ? site.SpacesOf(next) : spaces + site.unit();
  std::uint32_t begin = offset;
  while (begin > 0 && site.At(begin - 1) == U' ') --begin;
  return {{begin, offset}, before + site.NewLine(depth)};
}

void SuggestBodyBelow(FixSite* site, const std::string& title, const std::string& before) {
  const std::uint32_t spaces = site->SpacesOf(site->line());
  const Range tokens = site->TokensOf(site->line());
  std::vector<TextEdit> edits = {NewBlockAt(*site, site->range().begin, before)};
  site->Add(title, edits, kPreferred | kWholeLine | Candidate::kFallback);
  // `if a: x = 1 else: x = 2`.
  for (std::size_t i = site->FirstFrom(site->range().begin); i < tokens.end; ++i) {
    if (!site->Is(i, "else") || !site->Is(i + 1, ":")) continue;
    edits.push_back({{site->RangeOf(i - 1).end, site->RangeOf(i).begin}, site->NewLine(spaces)});
    if (i + 2 < tokens.end) {
      edits.push_back({{site->RangeOf(i + 1).end, site->RangeOf(i + 2).begin},
                       site->NewLine(spaces + site->unit())});
    }
    site->Add(title, edits, kPreferred | kWholeLine | Candidate::kFallback);
    edits.resize(1);
  }
  site->Add(title, std::move(edits), kPreferred | Candidate::kFallback);
}

// ---- Colons ------------------------------------------------------------------------------------

void SuggestColon(FixSite* site) {
  const Range tokens = site->TokensOf(site->line());
  const std::size_t at = site->TokenAt(site->range().begin);
  const bool at_end = site->range().begin >= site->CodeEnd(site->line());
  if (at_end) {
    const std::uint32_t end = site->CodeEnd(site->line());
    site->Add("end the line with `:`", {{{end, end}, ":"}}, kPreferred);
    return;
  }
  if (at == FixSite::kNone || at <= tokens.begin) return;
  if (site->Is(at, "then") || site->Is(at, "do")) {
    const Range word{site->RangeOf(at - 1).end, site->RangeOf(at).end};
    const std::string title = "write `:` for `" + site->TextOf(at) + "`";
    if (site->Is(at + 1, ":")) {
      site->Add("remove the `" + site->TextOf(at) + "`", {{word, ""}}, kPreferred);
    } else if (at + 1 == tokens.end) {
      site->Add(title, {{word, ":"}}, kPreferred);
    } else {
      TextEdit edit = NewBlockAt(*site, site->RangeOf(at + 1).begin, ":");
      edit.range.begin = word.begin;
      site->Add(title, {edit}, kPreferred);
    }
    return;
  }
  if (site->Is(at, ")") && at + 1 == tokens.end) {
    site->Add("write `:` for `)`", {{site->RangeOf(at), ":"}}, kPreferred | kWholeLine);
  }
  // `if a print(a)`.
  const bool starts_statement = site->Is(at, "print") || site->Is(at, "if") ||
                                (site->IsA(at, Lexeme::kName) && site->Is(at + 1, "="));
  if (starts_statement) {
    SuggestBodyBelow(site, "write `:` and put the block on a line of its own", ":");
  }
}

// ---- else --------------------------------------------------------------------------------------

void SuggestForStrayElse(FixSite* site) {
  const std::uint32_t now = site->SpacesOf(site->line());
  const std::uint32_t end = site->BlockEnd(site->line(), now);
  std::vector<std::uint32_t> tried = {now};
  for (std::uint32_t line = site->LineBefore(site->line()); line != site->line_count();
       line = site->LineBefore(line)) {
    const std::uint32_t spaces = site->SpacesOf(line);
    if (site->TextOf(site->TokensOf(line).begin) != "if") continue;
    if (std::find(tried.begin(), tried.end(), spaces) != tried.end()) continue;
    tried.push_back(spaces);
    if (tried.size() > 4) break;
    site->Add("align `else` with the `if` of line " + std::to_string(line + 1),
              site->Shift(site->line(), end, std::int64_t{spaces} - std::int64_t{now}), kPreferred);
  }
}

}  // namespace

void SuggestForBlock(FixSite* site) {
  const bool is_elif = ElifCondition(*site, site->line()) != FixSite::kNone;
  if (site->diagnostic().code == Code::kElseWithoutIf) return SuggestForStrayElse(site);
  if (is_elif) SuggestNestedIf(site);
  if (site->diagnostic().code == Code::kBodyOnHeaderLine) {
    SuggestBodyBelow(site, "put the block on a line of its own", "");
  } else if (!is_elif) {
    SuggestColon(site);
    SuggestForExpression(site);
  }
}

}  // namespace aegis

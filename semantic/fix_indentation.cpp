#include <algorithm>

#include "semantic/fix_site.h"

// Lines with the wrong indentation. A line seldom goes alone: what is deeper than it goes with it,
// and often the lines behind it have the same mistake. Which of them belong together the text does
// not tell, so the small change is suggested first and the larger one behind it.

namespace aegis {
namespace {

constexpr unsigned kPreferred = Candidate::kPreferred;
constexpr unsigned kFallback = Candidate::kFallback;

std::string Spaces(std::uint32_t count) {
  return std::to_string(count) + (count == 1 ? " space" : " spaces");
}

std::string IndentTitle(std::uint32_t spaces, bool several) {
  const std::string what = several ? " these lines" : " this line";
  if (spaces == 0) return "do not indent" + what;
  return "indent" + what + " with " + Spaces(spaces);
}

/// Which lines get the new indentation with the one that has the problem.
enum class Extent { kLine, kDeeper, kAll };

/// Gives the line `spaces`, and those that belong to it as many more or less: none, those behind it
/// that are deeper, or all up to the next one that is less deep.
void Reindent(FixSite* site, std::uint32_t spaces, Extent extent, unsigned flags) {
  const std::uint32_t line = site->line();
  const std::uint32_t now = site->SpacesOf(line);
  std::uint32_t end = line + 1;
  if (extent == Extent::kDeeper) end = site->BlockEnd(line, now);
  if (extent == Extent::kAll) end = now == 0 ? site->line_count() : site->BlockEnd(line, now - 1);
  site->Add(IndentTitle(spaces, site->LineBehind(line) < end),
            site->Shift(line, end, std::int64_t{spaces} - std::int64_t{now}), flags);
}

// ---- Tabs --------------------------------------------------------------------------------------

Range LeadingSpace(const FixSite& site, std::uint32_t line) {
  const std::uint32_t begin = site.Line(line).begin;
  std::uint32_t end = begin;
  while (site.At(end) == U' ' || site.At(end) == U'\t') ++end;
  return {begin, end};
}

/// How deep the leading space of a line goes when each tab goes to the next multiple of `unit`.
std::uint32_t Width(const FixSite& site, Range leading, std::uint32_t unit) {
  std::uint32_t width = 0;
  for (std::uint32_t at = leading.begin; at < leading.end; ++at) {
    width = site.At(at) == U'\t' ? (width / unit + 1) * unit : width + 1;
  }
  return width;
}

void SuggestForTabs(FixSite* site) {
  const Range here = LeadingSpace(*site, site->line());
  const auto expand_all = [&](std::uint32_t unit, unsigned flags) {
    std::vector<TextEdit> edits;
    for (std::uint32_t line = 0; line < site->line_count(); ++line) {
      const Range leading = LeadingSpace(*site, line);
      if (site->text().substr(leading.begin, leading.end - leading.begin).find(U'\t') ==
          std::u32string_view::npos) {
        continue;
      }
      edits.push_back({leading, std::string(Width(*site, leading, unit), ' ')});
    }
    if (edits.size() < 2) return;
    site->Add("indent with " + Spaces(unit) + " instead of tabs everywhere", std::move(edits),
              flags);
  };
  const auto expand = [&](std::uint32_t spaces, unsigned flags) {
    site->Add(IndentTitle(spaces, false), {{here, std::string(spaces, ' ')}}, flags);
  };
  expand_all(site->unit(), kPreferred | Candidate::kIndented);
  for (const std::uint32_t unit : {4U, 2U, 8U}) {
    expand_all(unit, kPreferred | kFallback | Candidate::kIndented);
  }
  expand(Width(*site, here, site->unit()), kPreferred | Candidate::kIndented);
  const std::uint32_t before = site->LineBefore(site->line());
  const std::uint32_t level = before == site->line_count() ? 0 : site->SpacesOf(before);
  for (const std::uint32_t spaces : {level + site->unit(), level}) {
    expand(spaces, kFallback | Candidate::kIndented);
  }
}

// ---- Depths ------------------------------------------------------------------------------------

/// Every indentation as if a level had `unit` spaces and not `old_unit`.
std::vector<TextEdit> Rescaled(const FixSite& site, std::uint32_t first, std::uint32_t end,
                               std::uint32_t old_unit, std::uint32_t unit) {
  std::vector<TextEdit> edits;
  for (std::uint32_t line = first; line < end; ++line) {
    const std::uint32_t begin = site.Line(line).begin;
    const std::uint32_t spaces = site.SpacesOf(line);
    if (spaces == 0 || begin + spaces == site.Line(line).end) continue;
    const std::uint32_t level = (spaces + old_unit / 2) / old_unit;
    if (level * unit != spaces) {
      edits.push_back({{begin, begin + spaces}, std::string(std::size_t{level} * unit, ' ')});
    }
  }
  return edits;
}

void SuggestForUnit(FixSite* site) {
  const std::uint32_t now = site->SpacesOf(site->line());
  const std::uint32_t block_end = site->BlockEnd(site->line(), now - 1);
  for (const std::uint32_t unit : {4U, 2U}) {
    site->Add("indent with " + Spaces(unit) + " a level everywhere",
              Rescaled(*site, 0, site->line_count(), now, unit), unit == 4 ? kPreferred : 0U);
  }
  // Other blocks can be right already.
  for (const std::uint32_t unit : {site->unit(), 6 - site->unit()}) {
    site->Add("indent this block with " + Spaces(unit),
              Rescaled(*site, site->line(), block_end, now, unit), kFallback | kPreferred);
  }
}

void SuggestMultiples(FixSite* site) {
  const std::uint32_t now = site->SpacesOf(site->line());
  std::vector<std::uint32_t> depths;
  // Whether the file's unit is 2 or 4, one of these is a multiple of it.
  for (std::uint32_t step = 1; step < 4; ++step) {
    for (const std::int64_t spaces : {std::int64_t{now} - step, std::int64_t{now} + step}) {
      if (spaces >= 0 && spaces % 2 == 0) depths.push_back(static_cast<std::uint32_t>(spaces));
    }
  }
  const std::uint32_t before = site->LineBefore(site->line());
  const std::uint32_t level = before == site->line_count() ? 0 : site->SpacesOf(before);
  std::stable_sort(depths.begin(), depths.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return a == level && b != level; });
  for (const Extent extent : {Extent::kDeeper, Extent::kLine, Extent::kAll}) {
    for (const std::uint32_t spaces : depths) {
      const unsigned flags = spaces == level ? kPreferred : 0U;
      Reindent(site, spaces, extent, flags | Candidate::kIndented);
    }
  }
}

/// A line that has to be `spaces` deep, with what is in its block or with all that stand behind it.
void SuggestDepth(FixSite* site, std::uint32_t spaces) {
  Reindent(site, spaces, Extent::kDeeper, kPreferred);
  Reindent(site, spaces, Extent::kLine, kPreferred | kFallback);
  Reindent(site, spaces, Extent::kAll, kPreferred);
}

/// An `else:` without a block says nothing.
void SuggestNoElse(FixSite* site, std::uint32_t header) {
  if (header == site->line_count() || site->HasComment(header)) return;
  const Range tokens = site->TokensOf(header);
  if (tokens.end - tokens.begin != 2 || site->TextOf(tokens.begin) != "else") return;
  const Source::Line& line = site->Line(header);
  site->Add("remove the empty `else`", {{{line.begin, line.next}, ""}});
}

void SuggestForDeepLine(FixSite* site) {
  const std::uint32_t before = site->LineBefore(site->line());
  const std::uint32_t level = before == site->line_count() ? 0 : site->SpacesOf(before);
  // A statement can go on on the next line in other languages.
  if (before != site->line_count() && !site->HasComment(before)) {
    const std::uint32_t end = site->CodeEnd(before);
    site->Add("join this line to the one before",
              {{{end, site->SkipSpaces(site->Line(site->line()).begin)}, " "}},
              kPreferred | Candidate::kWholeLine | Candidate::kChecks);
  }
  SuggestDepth(site, level);
}

}  // namespace

void SuggestForIndentation(FixSite* site) {
  const std::uint32_t before = site->LineBefore(site->line());
  const std::uint32_t level = before == site->line_count() ? 0 : site->SpacesOf(before);
  switch (site->diagnostic().code) {
    case Code::kTabIndentation:
      return SuggestForTabs(site);
    case Code::kIndentationUnit:
      return SuggestForUnit(site);
    case Code::kIndentationMultiple:
      return SuggestMultiples(site);
    case Code::kExpectedBlock:
      SuggestDepth(site, level + site->unit());
      return SuggestNoElse(site, before);
    case Code::kBlockTooDeep:
      Reindent(site, level + site->unit(), Extent::kAll, kPreferred);
      return Reindent(site, level + site->unit(), Extent::kDeeper, kPreferred);
    case Code::kUnexpectedIndentation:
      return SuggestForDeepLine(site);
    default:  // the end of the file
      return SuggestNoElse(site, site->IsBlank(site->line()) ? before : site->line());
  }
}

}  // namespace aegis

#include "semantic/fixes.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "semantic/fix_site.h"

// A quick fix must not be worse than the problem, and what somebody meant cannot be known. So the
// functions that know the mistakes (fix_*.cpp) only suggest, generously, and whatever they suggest
// is tried here: the edits are carried out, the new text is analysed, and the two lists of problems
// are compared.
//
// Two problems are the same when their code is the same and the place of the new one, carried back
// through the edits, is the place of the old one. In the syntax phase a line shows its first
// problem alone, so a fix can bring to light the next one of the line, which the edits can have
// spread over several new lines: that one has its place, carried back, on the same old line further
// right, and the list gets no longer. Where a fix makes a token of what was none, the parser can
// have something to say about that token in the same place. Anything else is harm done by the fix.
// Validation shows everything it knows, so there every error that remains has to be an old one; a
// problem that gives an operator back its types can show an error that was hidden, but then the
// guess was probably wrong. Warnings hide behind errors, so they are new only when there were
// warnings alone.

namespace aegis {
namespace {

// What is tried costs a check of the whole text, so there is an end to it: for one problem, and for
// all of them.
constexpr std::size_t kMaxTried = 12;
constexpr std::size_t kMaxTriedForAll = 300;

void Suggest(FixSite* site) {
  switch (site->diagnostic().code) {
    case Code::kLoneCarriageReturn:
    case Code::kTab:
    case Code::kControlCharacter:
    case Code::kIllegalCharacter:
      return SuggestForCharacter(site);
    case Code::kMalformedNumber:
      return SuggestForNumber(site);
    case Code::kBadEscape:
    case Code::kUnterminatedString:
      return SuggestForString(site);
    case Code::kUnexpectedToken:
    case Code::kUnknownStatement:
    case Code::kExpectedStatement:
      return SuggestForStatement(site);
    case Code::kExpectedExpression:
    case Code::kChainedComparison:
    case Code::kRepeatedUnary:
    case Code::kAssignmentInExpression:
    case Code::kUnclosedParenthesis:
    case Code::kSecondStatement:
      return SuggestForExpression(site);
    case Code::kMissingColon:
    case Code::kElseWithoutIf:
    case Code::kBodyOnHeaderLine:
      return SuggestForBlock(site);
    case Code::kTabIndentation:
    case Code::kIndentationUnit:
    case Code::kIndentationMultiple:
    case Code::kExpectedBlock:
    case Code::kBlockTooDeep:
    case Code::kUnexpectedIndentation:
    case Code::kMissingBlock:
      return SuggestForIndentation(site);
    case Code::kUndefinedName:
    case Code::kMaybeUnassigned:
    case Code::kUsedBeforeAssignment:
      return SuggestForName(site);
    case Code::kOperandTypes:
    case Code::kUnaryOperand:
    case Code::kConditionType:
    case Code::kAlwaysUnequal:
      return SuggestForTypes(site);
    default:
      return;
  }
}

std::uint32_t CodePoints(std::string_view text) {
  return static_cast<std::uint32_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

/// The offset in the old text of the place `offset` in the new one; what is new text stands where
/// the old one began.
std::uint32_t CarriedBack(const std::vector<TextEdit>& edits, std::uint32_t offset) {
  std::uint32_t old_end = 0;
  std::uint32_t new_end = 0;
  for (const TextEdit& edit : edits) {
    const std::uint32_t begin = new_end + (edit.range.begin - old_end);
    if (offset < begin) break;
    old_end = edit.range.end;
    new_end = begin + CodePoints(edit.text);
    if (offset < new_end) return edit.range.begin;
  }
  return old_end + (offset - new_end);
}

/// Whether such a problem is met before the parser sees the token (specification, section 2).
bool IsOfCharacters(Code code) { return code <= Code::kUnterminatedString; }

/// Whether `now`, a problem behind `edits`, was there before or hidden by one that was.
class Comparison {
 public:
  Comparison(const Analysis& before, const Diagnostic& fixed, const Candidate& candidate,
             const Analysis& after)
      : before_(before), fixed_(fixed), candidate_(candidate), after_(after) {}

  bool Helps() const {
    if (before_.parsed && !after_.parsed) return false;
    const bool sound = before_.parsed == after_.parsed ? ListHelps() : true;
    return sound && (!Has(Candidate::kWholeLine) || NothingLeftOnTheLine()) &&
           (!Has(Candidate::kIndented) || ChangesAreIndented()) &&
           (!Has(Candidate::kChecks) || ChangesCheck());
  }

 private:
  bool Has(Candidate::Flag flag) const { return (candidate_.flags & flag) != 0; }

  std::uint32_t OldPlace(const Diagnostic& now) const {
    return CarriedBack(candidate_.fix.edits, now.range.value_or(Range{}).begin);
  }

  std::uint32_t OldLine(std::uint32_t offset) const { return before_.source.LineIndexAt(offset); }

  bool IsFixed(const Diagnostic& diagnostic) const { return &diagnostic == &fixed_; }

  bool ListHelps() const {
    if (after_.diagnostics.size() > before_.diagnostics.size() && !before_.parsed) return false;
    const bool hid_warnings =
        std::any_of(before_.diagnostics.begin(), before_.diagnostics.end(), IsError);
    return std::all_of(
        after_.diagnostics.begin(), after_.diagnostics.end(), [&](const Diagnostic& now) {
          if (hid_warnings && !IsError(now)) return true;
          return std::any_of(before_.diagnostics.begin(), before_.diagnostics.end(),
                             [&](const Diagnostic& old) { return Explains(old, now); });
        });
  }

  bool Explains(const Diagnostic& old, const Diagnostic& now) const {
    const std::uint32_t place = OldPlace(now);
    const std::uint32_t old_place = old.range.value_or(Range{}).begin;
    if (place == old_place && IsFixed(old)) {
      return Has(Candidate::kToken) && IsOfCharacters(old.code) && !IsOfCharacters(now.code);
    }
    if (place == old_place) return old.code == now.code;
    return !before_.parsed && place > old_place && OldLine(place) == OldLine(old_place);
  }

  bool NothingLeftOnTheLine() const {
    if (after_.parsed) return true;
    const std::uint32_t line = OldLine(fixed_.range.value_or(Range{}).begin);
    // A line that another was joined to has to be sound as well.
    const std::uint32_t first = OldLine(candidate_.fix.edits.front().range.begin);
    return std::none_of(after_.diagnostics.begin(), after_.diagnostics.end(),
                        [&](const Diagnostic& now) {
                          const std::uint32_t now_line = OldLine(OldPlace(now));
                          return now_line == line || now_line == first;
                        });
  }

  bool Changes(std::uint32_t line) const {
    return std::any_of(candidate_.fix.edits.begin(), candidate_.fix.edits.end(),
                       [&](const TextEdit& edit) { return OldLine(edit.range.begin) == line; });
  }

  bool ChangesAreIndented() const {
    return std::none_of(
        after_.diagnostics.begin(), after_.diagnostics.end(), [&](const Diagnostic& now) {
          const bool misplaced = Info(now.code).category == Category::kIndentationError ||
                                 now.code == Code::kElseWithoutIf;
          return misplaced && Changes(OldLine(OldPlace(now)));
        });
  }

  bool ChangesCheck() const {
    // The tree of a program with syntax errors has errors of its own, but what it does not know it
    // takes for granted, so they do not say much without a reason.
    return std::none_of(
        after_.check.diagnostics.begin(), after_.check.diagnostics.end(),
        [&](const Diagnostic& now) { return IsError(now) && Changes(OldLine(OldPlace(now))); });
  }

  const Analysis& before_;
  const Diagnostic& fixed_;
  const Candidate& candidate_;
  const Analysis& after_;
};

bool SameEdits(const Fix& a, const Fix& b) {
  return std::equal(
      a.edits.begin(), a.edits.end(), b.edits.begin(), b.edits.end(),
      [](const TextEdit& x, const TextEdit& y) { return x.range == y.range && x.text == y.text; });
}

/// What a fix leaves of a program.
enum class Left : std::uint8_t { kNothing, kWrongNamesOrTypes, kSyntaxErrors };

Left LeftIn(const Analysis& analysis) {
  if (!analysis.parsed) return Left::kSyntaxErrors;
  const auto& problems = analysis.diagnostics;
  return std::any_of(problems.begin(), problems.end(), IsError) ? Left::kWrongNamesOrTypes
                                                                : Left::kNothing;
}

/// Leaves one preferred fix at most: the first one, unless it makes wrong names or types come to
/// light and another makes the program sound, which is then surely what was meant. `left` is as
/// long as `fixes`.
void PreferOne(const std::vector<Left>& left, std::vector<Fix>* fixes) {
  std::size_t first = fixes->size();
  for (std::size_t i = fixes->size(); i-- > 0;) {
    if (std::exchange((*fixes)[i].preferred, false)) first = i;
  }
  if (first == fixes->size()) return;
  std::size_t best = first;
  if (left[first] == Left::kWrongNamesOrTypes) {
    const auto found = std::find(left.begin(), left.end(), Left::kNothing);
    if (found != left.end()) best = static_cast<std::size_t>(found - left.begin());
  }
  (*fixes)[best].preferred = true;
  if (best == first) return;
  std::rotate(fixes->begin(), fixes->begin() + static_cast<std::ptrdiff_t>(best),
              fixes->begin() + static_cast<std::ptrdiff_t>(best) + 1);
}

/// The fixes of `diagnostic`, found with at most `*tries` checks, which are counted down.
std::vector<Fix> TriedFixes(const Analysis& analysis, const Diagnostic& diagnostic,
                            const Limits& limits, std::size_t* tries) {
  // What stands behind an invalid byte is not in the source, so no edit of it would be right.
  if (!diagnostic.range || analysis.source.invalid_offset()) return {};
  const auto listed = std::find_if(
      analysis.diagnostics.begin(), analysis.diagnostics.end(), [&](const Diagnostic& other) {
        return other.code == diagnostic.code && other.range == diagnostic.range;
      });
  if (listed == analysis.diagnostics.end()) return {};
  FixSite site(analysis, *listed);
  Suggest(&site);

  std::vector<Fix> fixes;
  std::vector<Left> left;  ///< behind each
  for (const Candidate& candidate : std::move(site).Take()) {
    if ((candidate.flags & Candidate::kFallback) != 0 && !fixes.empty()) continue;
    const bool known = std::any_of(fixes.begin(), fixes.end(),
                                   [&](const Fix& fix) { return SameEdits(fix, candidate.fix); });
    if (known || candidate.fix.edits.empty()) continue;
    if (*tries == 0) break;
    --*tries;
    const Analysis after = Analyze(Apply(analysis.source, candidate.fix.edits), limits);
    if (!Comparison(analysis, *listed, candidate, after).Helps()) continue;
    fixes.push_back(candidate.fix);
    left.push_back(LeftIn(after));
  }
  PreferOne(left, &fixes);
  return fixes;
}

}  // namespace

std::vector<Fix> FixesFor(const Analysis& analysis, const Diagnostic& diagnostic,
                          const Limits& limits) {
  std::size_t tries = kMaxTried;
  return TriedFixes(analysis, diagnostic, limits, &tries);
}

std::string Apply(const Source& source, const std::vector<TextEdit>& edits) {
  std::string text;
  std::uint32_t end = 0;
  for (const TextEdit& edit : edits) {
    text += source.Text({end, edit.range.begin}) + edit.text;
    end = edit.range.end;
  }
  return text + source.Text({end, source.size()});
}

std::string FixAll(std::string_view text, const Limits& limits) {
  std::string fixed(text);
  // The problems before this one have no preferred fix, and a fix leaves them where they are.
  std::size_t next = 0;
  bool parsed = false;
  std::size_t tries = kMaxTriedForAll;
  while (tries > 0) {
    const Analysis analysis = Analyze(fixed, limits);
    --tries;
    if (analysis.parsed && !std::exchange(parsed, true)) next = 0;
    const Fix* fix = nullptr;
    std::vector<Fix> fixes;
    for (; next < analysis.diagnostics.size() && tries > 0; ++next) {
      // Looking at a problem is work, too, even if there is nothing to try.
      std::size_t at_most = std::min(--tries, kMaxTried);
      tries -= at_most;
      fixes = TriedFixes(analysis, analysis.diagnostics[next], limits, &at_most);
      tries += at_most;
      const auto preferred =
          std::find_if(fixes.begin(), fixes.end(), [](const Fix& f) { return f.preferred; });
      if (preferred == fixes.end()) continue;
      fix = &*preferred;
      break;
    }
    if (fix == nullptr) break;
    fixed = Apply(analysis.source, fix->edits);
  }
  return fixed;
}

}  // namespace aegis

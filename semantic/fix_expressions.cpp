#include <algorithm>
#include <map>

#include "semantic/fix_site.h"
#include "syntax/spelling.h"

// Expressions with a token too many, too few, or of another language.

namespace aegis {
namespace {

constexpr unsigned kPreferred = Candidate::kPreferred;
constexpr unsigned kFallback = Candidate::kFallback;
constexpr unsigned kWholeLine = Candidate::kWholeLine;
constexpr unsigned kChecks = Candidate::kChecks;

bool IsComparison(const FixSite& site, std::size_t index) {
  for (const char* op : {"==", "!=", "<", "<=", ">", ">="}) {
    if (site.Is(index, op)) return true;
  }
  return false;
}

/// Puts `text` in the place of the tokens from `first` to `last` and of what is between them.
void Replace(FixSite* site, std::size_t first, std::size_t last, const std::string& text,
             unsigned flags = kPreferred) {
  site->Add("write `" + text + "`", {{{site->RangeOf(first).begin, site->RangeOf(last).end}, text}},
            flags);
}

/// Removes a token, and the spaces before it.
void Remove(FixSite* site, std::size_t index, unsigned flags = kPreferred) {
  site->Add("remove the `" + site->TextOf(index) + "`",
            {{{site->RangeOf(index - 1).end, site->RangeOf(index).end}, ""}}, flags);
}

void SuggestJoin(FixSite* site) {
  const std::uint32_t next = site->line() + 1;
  if (next >= site->line_count() || site->IsBlank(next) || site->HasComment(site->line())) return;
  const std::uint32_t begin = site->SkipSpaces(site->Line(next).begin);
  const std::uint32_t end = site->CodeEnd(site->line());
  site->Add("join the next line to this one",
            {{{end, begin}, site->At(begin) == U')' || site->At(end - 1) == U'(' ? "" : " "}},
            kPreferred | kWholeLine | kChecks);
}

// ---- No expression starts here -----------------------------------------------------------------

void SuggestOperator(FixSite* site, std::size_t at) {
  const std::size_t previous = at - 1;
  if (site->Is(at, "+")) {
    Range sign = site->range();
    if (site->At(sign.begin - 1) == U' ') sign.end = site->SkipSpaces(sign.end);
    site->Add("remove the `+`", {{sign, ""}}, kPreferred);
  }
  if (site->Is(at, "*") && site->Is(previous, "*")) Replace(site, previous, at, "^");
  if (site->Is(at, ">") && site->Is(previous, "<")) Replace(site, previous, at, "!=");
  if (site->Is(at, "/") && site->Is(previous, "/")) {
    Replace(site, previous, at, "/", kPreferred | kWholeLine | kChecks);
    site->Add("start the comment with `#`",
              {{{site->RangeOf(previous).begin, site->RangeOf(at).end}, "#"}}, kPreferred);
  }
  if (site->Is(at, "=")) {
    static const std::map<std::string, std::string> meant = {
        {"=", "=="}, {"==", "=="}, {"!=", "!="}, {"<", "<="},
        {">", ">="}, {"<=", "<="}, {">=", ">="}};
    const auto found = meant.find(site->TextOf(previous));
    if (found != meant.end()) Replace(site, previous, at, found->second);
    if (site->Is(previous, "=")) {
      site->Add("write `=`", {{{site->RangeOf(previous).end, site->RangeOf(at).end}, ""}},
                kFallback | kPreferred);
    }
  }
}

void SuggestForNoExpression(FixSite* site) {
  const Range tokens = site->TokensOf(site->line());
  const std::size_t at = site->Current();
  if (at == tokens.begin) return;
  if (at == tokens.end) return SuggestJoin(site);
  if (site->Is(at, ")") && site->Is(at - 1, "(") && at - 1 > tokens.begin &&
      site->Is(at - 2, "print")) {
    const std::uint32_t begin = site->range().begin;
    site->Add("write `print(\"\")`", {{{begin, begin}, "\"\""}}, kPreferred);
  }
  if (site->Is(at, "print") && at == tokens.begin + 2U && site->Is(at - 1, "=")) {
    const std::uint32_t begin = site->RangeOf(tokens.begin).begin;
    site->Add("remove `" + site->TextOf(tokens.begin) + " =`", {{{begin, site->range().begin}, ""}},
              kPreferred | kWholeLine);
  }
  SuggestOperator(site, at);
}

// ---- Comparisons -------------------------------------------------------------------------------

void SuggestEquality(FixSite* site) {
  const Range tokens = site->TokensOf(site->line());
  const std::size_t at = site->Current();
  const bool touches = at + 1 < tokens.end && site->RangeOf(at).end == site->RangeOf(at + 1).begin;
  if (touches && site->Is(at + 1, ">")) return Replace(site, at, at + 1, ">=");
  if (touches && site->Is(at + 1, "<")) return Replace(site, at, at + 1, "<=");
  if (site->Is(at + 1, "=")) return Replace(site, at, at + 1, "==");
  Replace(site, at, at, "==");
  // `x = y = 1`.
  if (at != tokens.begin + 3U || !site->Is(tokens.begin + 1U, "=") || at + 1 == tokens.end) return;
  const std::string first = site->TextOf(tokens.begin);
  const std::string second = site->TextOf(tokens.begin + 2U);
  const std::uint32_t end = site->CodeEnd(site->line());
  site->Add("assign `" + second + "`, then `" + first + "`",
            {{{site->RangeOf(tokens.begin).begin, site->RangeOf(tokens.begin + 2U).begin}, ""},
             {{end, end}, site->NewLine(site->SpacesOf(site->line())) + first + " = " + second}},
            kWholeLine);
}

void SuggestAndBetween(FixSite* site) {
  const std::size_t at = site->Current();
  std::size_t depth = 0;
  for (std::size_t i = at - 1; i > site->TokensOf(site->line()).begin; --i) {
    // Asking twice is not asking once.
    if (site->Is(i, "input")) return;
    if (site->IsA(i, Lexeme::kRightParen)) ++depth;
    if (site->IsA(i, Lexeme::kLeftParen) && depth-- == 0) return;
    if (depth != 0 || !IsComparison(*site, i)) continue;
    const std::string operand = site->Text({site->RangeOf(i + 1).begin, site->RangeOf(at - 1).end});
    site->Add("compare " + Quoted(operand) + " twice, with `and` between",
              {{{site->range().begin, site->range().begin}, "and " + operand + " "}}, kPreferred);
    return;
  }
}

void SuggestParentheses(FixSite* site) {
  const std::size_t at = site->Current();
  const std::size_t end = site->OperandEnd(at);
  if (end == FixSite::kNone) return;
  const std::uint32_t begin = site->range().begin;
  const std::uint32_t operand_end = site->RangeOf(end - 1).end;
  // `--x` has no space to lose.
  std::vector<TextEdit> edits = {{{begin, begin}, "("}, {{operand_end, operand_end}, ")"}};
  site->Add("put the inner `" + site->TextOf(at) + "` in parentheses", std::move(edits),
            kPreferred);
}

// ---- Behind an expression ----------------------------------------------------------------------

/// The token `at` stands behind what could be a whole expression.
void SuggestBehindExpression(FixSite* site, std::size_t at) {
  const Range tokens = site->TokensOf(site->line());
  if (at <= tokens.begin || at >= tokens.end) return;
  const std::size_t previous = at - 1;
  const std::string word = site->TextOf(at);
  const bool is_name = site->IsA(at, Lexeme::kName);
  const bool behind_name = site->IsA(previous, Lexeme::kName);
  if (site->Is(at, ")")) Remove(site, at);
  if (site->IsA(at, Lexeme::kString) && site->IsA(previous, Lexeme::kString)) {
    site->Add("join the strings with `+`",
              {{{site->RangeOf(previous).end, site->range().begin}, " + "}}, kPreferred);
  }
  if (site->Is(at, "(") && behind_name && ClosestSpelling(site->TextOf(previous), {"input"})) {
    site->Add("write `input`", {{site->RangeOf(previous), "input"}}, kPreferred);
  }
  if (site->Is(at, "is")) {
    const bool negated = site->Is(at + 1, "not");
    Replace(site, at, negated ? at + 1 : at, negated ? "!=" : "==", kPreferred | kChecks);
  } else if (is_name && word != "in") {
    if (const auto meant = ClosestSpelling(word, {"and", "or"})) Replace(site, at, at, *meant);
  }
  if (behind_name && ClosestSpelling(site->TextOf(previous), {"not"})) {
    Replace(site, previous, previous, "not", kPreferred | kFallback | kChecks);
  }
}

void SuggestForSecond(FixSite* site) {
  const Range tokens = site->TokensOf(site->line());
  const std::size_t at = site->Current();
  if (at <= tokens.begin || at >= tokens.end) return;
  SuggestBehindExpression(site, at);
  if (site->Is(at, ":")) Remove(site, at, kPreferred | kWholeLine);
  const bool assigns = site->IsA(at, Lexeme::kName) && site->Is(at + 1, "=");
  if (assigns || site->Is(at, "print") || (site->Is(at, "if") && site->Is(tokens.end - 1U, ":"))) {
    site->Add("put the second statement on a line of its own",
              {{{site->RangeOf(at - 1).end, site->range().begin},
                site->NewLine(site->SpacesOf(site->line()))}},
              kPreferred | kFallback);
  }
  const std::uint32_t spaces = site->SpacesOf(site->line());
  if (site->Is(at, "else") && site->Is(at + 1, ":") && spaces >= site->unit()) {
    site->Add(
        "put `else` on a line of its own",
        {{{site->RangeOf(at - 1).end, site->range().begin}, site->NewLine(spaces - site->unit())}},
        kPreferred);
  }
}

// ---- Parentheses -------------------------------------------------------------------------------

/// `input("name")`.
void SuggestQuestion(FixSite* site, std::size_t opening) {
  const Range tokens = site->TokensOf(site->line());
  const std::size_t closing = site->Closing(opening);
  if (closing == FixSite::kNone || closing == opening + 1 || site->Is(tokens.begin, "else")) return;
  const Range inside{site->RangeOf(opening).end, site->RangeOf(closing).begin};
  for (std::size_t i = opening + 1; i < closing; ++i) {
    if (site->Is(i, "input")) return;
  }
  // Behind `and` or `or`, the question is not always asked.
  bool always = true;
  for (std::size_t i = tokens.begin; i < opening; ++i) {
    always = always && !site->Is(i, "and") && !site->Is(i, "or");
  }
  const std::uint32_t begin = site->SkipSpaces(site->Line(site->line()).begin);
  site->Add("print the question before this line",
            {{{begin, begin},
              "print(" + site->Text(inside) + ")" +
                  site->NewLine(begin - site->Line(site->line()).begin)},
             {inside, ""}},
            always ? kPreferred : 0U);
}

void SuggestForUnclosed(FixSite* site) {
  const Range tokens = site->TokensOf(site->line());
  const std::size_t at = site->Current();
  const std::size_t opening = site->diagnostic().notes.empty()
                                  ? FixSite::kNone
                                  : site->TokenAt(site->diagnostic().notes.front().range.begin);
  if (opening == FixSite::kNone || at == tokens.begin) return;
  if (opening > tokens.begin && site->Is(opening - 1, "input") && at != tokens.end) {
    SuggestQuestion(site, opening);
  }
  std::size_t open = 0;
  for (std::size_t i = tokens.begin; i < at; ++i) {
    if (site->IsA(i, Lexeme::kLeftParen)) ++open;
    if (site->IsA(i, Lexeme::kRightParen) && open > 0) --open;
  }
  const std::uint32_t end = site->RangeOf(at - 1).end;
  const std::string closing(open, ')');
  if (at == tokens.end) {
    SuggestJoin(site);
    const bool header = site->Is(tokens.begin, "if");
    site->Add(header ? "write `" + closing + ":` at the end of the line"
                     : "write `" + closing + "` at the end of the line",
              {{{end, end}, closing + (header ? ":" : "")}}, kPreferred);
    return;
  }
  SuggestBehindExpression(site, at);
  site->Add("write `" + closing + "` before `" + site->TextOf(at) + "`", {{{end, end}, closing}},
            kWholeLine | (site->Is(at, ":") ? kPreferred : 0U));
}

}  // namespace

void SuggestForExpression(FixSite* site) {
  switch (site->diagnostic().code) {
    case Code::kExpectedExpression:
      return SuggestForNoExpression(site);
    case Code::kChainedComparison:
      return SuggestAndBetween(site);
    case Code::kRepeatedUnary:
      return SuggestParentheses(site);
    case Code::kAssignmentInExpression:
      return SuggestEquality(site);
    case Code::kUnclosedParenthesis:
      return SuggestForUnclosed(site);
    case Code::kSecondStatement:
      return SuggestForSecond(site);
    default:
      return SuggestBehindExpression(site, site->Current());
  }
}

}  // namespace aegis

#include <algorithm>
#include <array>

#include "semantic/fix_site.h"
#include "syntax/spelling.h"

// Lines that are no statement.

namespace aegis {
namespace {

constexpr unsigned kPreferred = Candidate::kPreferred;
constexpr unsigned kFallback = Candidate::kFallback;
constexpr unsigned kWholeLine = Candidate::kWholeLine;
constexpr unsigned kChecks = Candidate::kChecks;

template <std::size_t N>
bool IsOneOf(const std::string& word, const std::array<const char*, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The tokens of the line, up to the first that is none.
Range Sound(const FixSite& site) {
  Range tokens = site.TokensOf(site.line());
  for (std::uint32_t i = tokens.begin; i < tokens.end; ++i) {
    if (site.tokens()[i].lexeme == Lexeme::kBroken) tokens.end = i;
  }
  return tokens;
}

/// From the token `first` to the token before `end`.
Range Over(const FixSite& site, std::size_t first, std::size_t end) {
  return {site.RangeOf(first).begin, site.RangeOf(end - 1).end};
}

// ---- A value alone -----------------------------------------------------------------------------

void SuggestPrint(FixSite* site) {
  const Range tokens = site->TokensOf(site->line());
  const Range all = Over(*site, tokens.begin, tokens.end);
  site->Add("print the value", {{{all.begin, all.begin}, "print("}, {{all.end, all.end}, ")"}},
            kFallback | kWholeLine | kChecks);
}

/// `input()` as a statement.
void SuggestInputVariable(FixSite* site) {
  const std::vector<std::string>& names = site->analysis().ast.names;
  std::string name = "text";
  for (int i = 2; std::find(names.begin(), names.end(), name) != names.end(); ++i) {
    name = "text" + std::to_string(i);
  }
  site->Add("write `" + name + " = input()`",
            {{{site->range().begin, site->range().begin}, name + " = "}}, kPreferred | kWholeLine);
}

/// `// text` and `/* text`.
void SuggestComment(FixSite* site) {
  const std::uint32_t begin = site->range().begin;
  const char32_t next = site->At(begin + 1);
  if (next != U'/' && next != U'*') return;
  std::uint32_t end = begin + 1;
  while (site->At(end) == next) ++end;
  std::vector<TextEdit> edits = {{{begin, end}, "#"}};
  const std::u32string_view line = site->text().substr(0, site->Line(site->line()).end);
  const auto last = static_cast<std::uint32_t>(line.find_last_not_of(U' ') + 1);
  if (next == U'*' && last >= end + 2 && line.substr(last - 2, 2) == U"*/") {
    const auto text_end = static_cast<std::uint32_t>(line.find_last_not_of(U' ', last - 3) + 1);
    edits.push_back({{std::max(text_end, end), last}, ""});
  }
  site->Add("start the comment with `#`", std::move(edits), kPreferred | kWholeLine);
}

// ---- Assignments in other forms ----------------------------------------------------------------

/// `x += 1`, `x **= 2`, `x++`.
void SuggestPlainAssignment(FixSite* site) {
  const Range tokens = Sound(*site);
  const std::string name = site->TextOf(tokens.begin);
  std::size_t at = tokens.begin + 1U;
  std::string op = site->TextOf(at);
  const auto touches_next = [&] {
    return at + 1 < tokens.end && site->RangeOf(at).end == site->RangeOf(at + 1).begin;
  };
  const bool twice = touches_next() && site->Is(at + 1, op);
  if (twice) ++at;
  const auto write = [&](const std::string& value, std::size_t end) {
    const std::string text = name + " = " + name + " " + op + " " + value;
    const Range replaced{site->RangeOf(tokens.begin).end, site->RangeOf(end - 1).end};
    site->Add("write " + Quoted(text), {{replaced, text.substr(name.size())}}, kPreferred);
  };
  if (twice && (op == "+" || op == "-")) {
    if (at + 1 == tokens.end) write("1", tokens.end);
    return;
  }
  if (twice) op = op == "*" ? "^" : op;  // `**=` and `//=`
  if (!touches_next() || !site->Is(at + 1, "=")) return;
  const std::size_t value = at + 2;
  if (value >= tokens.end) return;
  const std::string text = site->Text(Over(*site, value, tokens.end));
  const bool single = site->OperandEnd(value) == tokens.end;
  write(single ? text : "(" + text + ")", tokens.end);
}

/// `x: int = 1`, `x := 1`, `x: 1`.
void SuggestNoType(FixSite* site) {
  const Range tokens = site->TokensOf(site->line());
  const std::size_t colon = tokens.begin + 1U;
  const std::uint32_t name_end = site->RangeOf(tokens.begin).end;
  for (std::size_t i = colon + 1; i < tokens.end; ++i) {
    if (!site->Is(i, "=")) continue;
    const std::uint32_t begin = site->RangeOf(i).begin;
    const bool walrus = i == colon + 1;
    site->Add(walrus ? "write `=`" : "remove the type",
              {{{name_end, begin}, site->At(name_end) == U' ' || !walrus ? " " : ""}}, kPreferred);
    return;
  }
  site->Add("write `=`", {{{name_end, site->RangeOf(colon).end}, " ="}}, kWholeLine);
}

/// `let x = 1`, `int x = 1`.
void SuggestNoKeyword(FixSite* site, unsigned flags) {
  const Range tokens = site->TokensOf(site->line());
  const Range word = site->RangeOf(tokens.begin);
  site->Add("remove `" + site->Text(word) + "`", {{{word.begin, site->SkipSpaces(word.end)}, ""}},
            flags);
}

void SuggestNoPass(FixSite* site) {
  const Source::Line& line = site->Line(site->line());
  const Range tokens = site->TokensOf(site->line());
  if (tokens.end - tokens.begin != 1 || site->HasComment(site->line())) return;
  site->Add("remove the `pass`", {{{line.begin, line.next}, ""}}, kPreferred);
}

// ---- By code -----------------------------------------------------------------------------------

void SuggestForUnknown(FixSite* site) {
  static constexpr std::array kElif = {"elif", "elseif", "elsif"};
  static constexpr std::array kDeclaring = {"let",    "var", "const", "auto",   "int",  "float",
                                            "string", "str", "bool",  "double", "final"};
  static constexpr std::array kPrinting = {"println", "printf", "echo", "puts", "write", "say"};
  static constexpr std::array kNothingAlike = {
      "while", "for", "loop", "def", "fn", "func", "function", "return", "import", "from", "class"};
  const Range tokens = site->TokensOf(site->line());
  if (tokens.begin == tokens.end) return;
  const std::size_t at = site->Current();
  const Range first = site->RangeOf(tokens.begin);
  const std::string word = site->Text(first);
  const bool has_next = at < tokens.end;
  if (IsOneOf(word, kElif)) {
    if (has_next) SuggestForBlock(site);
    return;
  }
  if (IsOneOf(word, kNothingAlike)) return;
  if (word == "pass" && !has_next) return SuggestNoPass(site);
  if (has_next && site->IsA(at, Lexeme::kName)) {
    const bool declares = IsOneOf(word, kDeclaring);
    SuggestNoKeyword(site, declares ? kPreferred : kWholeLine);
  }
  if (site->Is(at, "==")) {
    site->Add("write `=`", {{site->RangeOf(at), "="}}, kPreferred);
    return;
  }
  if (const auto meant = ClosestSpelling(word, {"print", "if", "else"})) {
    site->Add("write `" + *meant + "`", {{first, *meant}}, kPreferred);
  }
  if (IsOneOf(word, kPrinting)) {
    if (site->Is(at, "(")) site->Add("write `print`", {{first, "print"}}, kPreferred | kWholeLine);
    if (!site->Is(at, "(")) {
      const std::uint32_t end = site->CodeEnd(site->line());
      site->Add("write `print(…)`",
                {{{first.begin, site->SkipSpaces(first.end)}, "print("}, {{end, end}, ")"}},
                kPreferred | kWholeLine);
    }
  } else if (site->Is(at, "(")) {
    site->Add("write `print`", {{first, "print"}}, kFallback | kWholeLine | kChecks);
  }
  if (site->IsA(at, Lexeme::kOperator)) SuggestPlainAssignment(site);
  if (site->Is(at, ":")) SuggestNoType(site);
  SuggestPrint(site);
}

void SuggestForUnexpected(FixSite* site) {
  const Range tokens = site->TokensOf(site->line());
  const std::size_t at = site->Current();
  if (at == tokens.begin) return;
  const Range previous = site->RangeOf(at - 1);
  if (site->Is(at - 1, "input")) {
    site->Add("write `input()`", {{{previous.end, previous.end}, "()"}}, kPreferred | kWholeLine);
  }
  if (!site->Is(at - 1, "print")) return;
  if (at == tokens.end) {
    site->Add("write `print(\"\")`", {{{previous.end, previous.end}, "(\"\")"}}, kPreferred);
    return;
  }
  // A `;` at the end is not what is printed.
  std::size_t last = tokens.end - 1U;
  while (last > at && site->Is(last, ";")) --last;
  const std::uint32_t end = site->RangeOf(last).end;
  site->Add("write `print(…)`", {{{previous.end, site->range().begin}, "("}, {{end, end}, ")"}},
            kPreferred);
}

}  // namespace

void SuggestForStatement(FixSite* site) {
  switch (site->diagnostic().code) {
    case Code::kUnknownStatement:
      return SuggestForUnknown(site);
    case Code::kUnexpectedToken:
      return SuggestForUnexpected(site);
    default:
      break;
  }
  const std::size_t at = site->Current();
  if (at == site->TokensOf(site->line()).end) return;
  if (site->Is(at, "/")) return SuggestComment(site);
  if (site->Is(at, "input")) SuggestInputVariable(site);
  SuggestPrint(site);
}

}  // namespace aegis

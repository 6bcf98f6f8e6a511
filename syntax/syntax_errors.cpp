#include "syntax/syntax_errors.h"

#include <AegisParser.h>

#include <optional>
#include <string>
#include <utility>

#include "syntax/spelling.h"
#include "syntax/token_range.h"

namespace aegis {
namespace {

using generated::AegisParser;

constexpr std::size_t kMaxShownBytes = 40;

/// The parser's place as the explanations need it.
struct Place {
  antlr4::Parser* parser;
  const Source& source;
  antlr4::Token* token;     // the offending one
  antlr4::Token* previous;  // the one before it; null at the start
  std::size_t type;
  std::size_t previous_type;  // EOF when there is none

  Place(antlr4::Parser* p, const Source& s)
      : parser(p),
        source(s),
        token(p->getCurrentToken()),
        previous(p->getTokenStream()->LT(-1)),
        type(token->getType()),
        previous_type(previous != nullptr ? previous->getType() : antlr4::Token::EOF) {}
};

/// `text` for messages, cut when it is long.
std::string Shown(std::string text) {
  if (text.size() > kMaxShownBytes) {
    std::size_t cut = kMaxShownBytes;
    while ((static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
    text = text.substr(0, cut) + "…";
  }
  return text;
}

std::string Describe(const Source& source, const antlr4::Token* token) {
  if (token->getType() == AegisParser::NEWLINE) return "the end of the line";
  return "`" + Shown(source.Text(RangeOf(*token))) + "`";
}

std::string TextOf(const Source& source, const antlr4::Token* token) {
  return source.Text(RangeOf(*token));
}

bool IsComparison(std::size_t type) {
  switch (type) {
    case AegisParser::EQUAL:
    case AegisParser::NOT_EQUAL:
    case AegisParser::LESS:
    case AegisParser::LESS_EQUAL:
    case AegisParser::GREATER:
    case AegisParser::GREATER_EQUAL:
      return true;
    default:
      return false;
  }
}

bool IsUnary(std::size_t type) { return type == AegisParser::NOT || type == AegisParser::MINUS; }

Diagnostic Make(const Place& at, Code code, std::vector<std::string> arguments,
                std::string hint = "") {
  return {code, RangeOf(*at.token), std::move(arguments), std::move(hint), {}};
}

// ---- Hints -------------------------------------------------------------------------------------

/// For a line that starts with a name that is not assigned to.
std::string StatementHint(const Place& at, const std::string& word) {
  if (word == "elif" || word == "elseif" || word == "elsif") {
    return "there is no `" + word + "`: put an `if` inside the block of `else`";
  }
  if (word == "while" || word == "for" || word == "loop") return "there are no loops";
  if (word == "def" || word == "fn" || word == "func" || word == "function" || word == "return") {
    return "there are no functions";
  }
  if (word == "let" || word == "var" || word == "const") {
    return "an assignment needs no keyword: `name = value`";
  }
  if (word == "pass") return "a block holds at least one statement; `print` or assign something";
  if (word == "import" || word == "from" || word == "class") return "there is no `" + word + "`";
  if (at.type == AegisParser::EQUAL) return "an assignment is written with one `=`";
  static const std::vector<std::string> starters = {"print", "if", "else"};
  if (const auto meant = ClosestSpelling(word, starters)) return "did you mean `" + *meant + "`?";
  switch (at.type) {
    case AegisParser::PLUS:
    case AegisParser::MINUS:
    case AegisParser::STAR:
    case AegisParser::SLASH:
    case AegisParser::CARET:
      return "write `" + word + " = " + word + " " + TextOf(at.source, at.token) + " …`";
    case AegisParser::LEFT_PAREN:
      return "there are no functions but `input()`; did you mean `print`?";
    case AegisParser::COLON:
      return "an assignment is written with `=`; types are not declared";
    default:
      return "a value alone is no statement; use `print(…)`";
  }
}

/// For a token behind what could be a whole expression.
std::string AfterExpressionHint(const Place& at) {
  if (at.type == AegisParser::RIGHT_PAREN) return "no `(` is open here";
  if (at.type == AegisParser::COLON) return "only `if` and `else` open a block";
  if (at.type == AegisParser::IF)
    return "there are no conditional expressions; use an `if` statement";
  if (at.type == AegisParser::ELSE) return "`else` starts a line of its own";
  if (at.type == AegisParser::STRING && at.previous_type == AegisParser::STRING) {
    return "join strings with `+`";
  }
  if (at.type == AegisParser::LEFT_PAREN && at.previous_type == AegisParser::NAME) {
    const bool is_input = ClosestSpelling(TextOf(at.source, at.previous), {"input"}).has_value();
    return is_input ? "did you mean `input()`?" : "there are no functions but `input()`";
  }
  if (at.type == AegisParser::NOT) return "the logical operators are `and`, `or` and `not`";
  const std::string word = at.type == AegisParser::NAME ? TextOf(at.source, at.token) : "";
  if (word == "then" || word == "do") return "a condition ends in `:`";
  if (word == "in" || word == "is") return "there is no `" + word + "`";
  static const std::vector<std::string> operators = {"and", "or"};
  if (const auto meant = ClosestSpelling(word, operators)) return "did you mean `" + *meant + "`?";
  if (at.previous_type == AegisParser::NAME) {
    static const std::vector<std::string> prefixes = {"not"};
    const auto meant = ClosestSpelling(TextOf(at.source, at.previous), prefixes);
    if (meant) return "did you mean `not`?";
  }
  return "";
}

/// For a token that no expression starts with.
std::string NoExpressionHint(const Place& at) {
  switch (at.type) {
    case AegisParser::RIGHT_PAREN:
      if (at.previous_type == AegisParser::LEFT_PAREN)
        return "something has to stand in parentheses";
      return "";
    case AegisParser::PLUS:
      return "there is no unary `+`";
    case AegisParser::GREATER:
      if (at.previous_type == AegisParser::LESS) return "inequality is `!=`";
      return "";
    case AegisParser::STAR:
      if (at.previous_type == AegisParser::STAR) return "a power is written with `^`";
      return "";
    case AegisParser::SLASH:
      if (at.previous_type == AegisParser::SLASH)
        return "division is `/`, and always gives a float";
      return "";
    case AegisParser::ASSIGN:
      if (IsComparison(at.previous_type) || at.previous_type == AegisParser::ASSIGN) {
        return "equality is `==`, without a space";
      }
      return "";
    case AegisParser::PRINT:
      return "`print` is a statement and has no value";
    case AegisParser::IF:
      if (at.previous_type == AegisParser::ELSE) return "put the `if` inside the block of `else`";
      return "there are no conditional expressions; use an `if` statement";
    default:
      return "";
  }
}

// ---- Cases -------------------------------------------------------------------------------------

/// The token stands where an expression could go on or end, and `=` or a second comparison is not
/// what was expected. Nothing for other tokens.
std::optional<Diagnostic> ExplainComparison(const Place& at) {
  if (at.type == AegisParser::ASSIGN) {
    return Make(at, Code::kAssignmentInExpression, {}, "equality is `==`");
  }
  if (IsComparison(at.type)) {
    return Make(at, Code::kChainedComparison, {TextOf(at.source, at.token)},
                "compare two at a time and join with `and`: `a < b and b < c`");
  }
  return std::nullopt;
}

Diagnostic ExplainMissingParenthesis(const Place& at) {
  // The parenthesis that the rule in hand began with: `(` itself, or behind `print` and `input`.
  antlr4::Token* opening = at.parser->getContext()->start;
  antlr4::TokenStream* tokens = at.parser->getTokenStream();
  if (opening->getType() != AegisParser::LEFT_PAREN) {
    opening = tokens->get(opening->getTokenIndex() + 1);
  }
  Diagnostic diagnostic = Make(at, Code::kUnclosedParenthesis, {Describe(at.source, at.token)});
  const bool is_input = at.parser->getContext()->start->getType() == AegisParser::INPUT;
  if (is_input) {
    diagnostic.hint = "`input()` takes nothing; `print` a question before it";
  } else if (at.type == AegisParser::NEWLINE) {
    diagnostic.hint = "a statement ends with its line, inside parentheses too";
  } else {
    diagnostic.hint = AfterExpressionHint(at);
  }
  diagnostic.notes.push_back({RangeOf(*opening), "the `(` that is open"});
  return diagnostic;
}

Diagnostic ExplainMissingColon(const Place& at) {
  const antlr4::Token* header = at.parser->getContext()->start;
  const bool is_else = at.previous_type == AegisParser::ELSE;
  std::string hint = AfterExpressionHint(at);
  if (is_else && at.type == AegisParser::IF) {
    hint = "there is no `else if`: put the `if` inside the block of `else`";
  } else if (at.type == AegisParser::IF) {
    hint = "";
  } else if (at.type == AegisParser::NEWLINE) {
    hint = "end the line with `:`";
  }
  return Make(at, Code::kMissingColon,
              {Describe(at.source, at.token), is_else ? "else" : TextOf(at.source, header)},
              std::move(hint));
}

std::string Spelled(const Place& at, std::size_t expected) {
  const std::string literal(at.parser->getVocabulary().getLiteralName(expected));
  if (literal.size() > 2) return "`" + literal.substr(1, literal.size() - 2) + "`";
  return "the end of the line";
}

}  // namespace

Diagnostic ExplainNoStatement(antlr4::Parser* parser, const Source& source) {
  const Place at(parser, source);
  if (at.type == AegisParser::ELSE) {
    return Make(at, Code::kElseWithoutIf, {}, "`else` has the indentation of its `if`");
  }
  std::string hint;
  if (at.type == AegisParser::INPUT) {
    hint = "`input()` is a value: `text = input()`";
  } else if (at.type == AegisParser::SLASH) {
    hint = "a comment starts with `#`";
  } else if (at.type != AegisParser::NEWLINE) {
    hint = "a statement is an assignment, `print(…)` or `if`";
  }
  return Make(at, Code::kExpectedStatement, {Describe(source, at.token)}, std::move(hint));
}

Diagnostic ExplainNoAlternative(antlr4::Parser* parser, const Source& source) {
  const Place at(parser, source);
  if (IsUnary(at.type) && IsUnary(at.previous_type)) {
    const std::string text = TextOf(source, at.token);
    return Make(at, Code::kRepeatedUnary, {text},
                "put the inner one in parentheses: `" + TextOf(source, at.previous) + "(" + text +
                    (at.type == AegisParser::NOT ? " …)`" : "…)`"));
  }
  return Make(at, Code::kExpectedExpression, {Describe(source, at.token)}, NoExpressionHint(at));
}

Diagnostic ExplainMismatch(antlr4::Parser* parser, const Source& source, std::size_t expected) {
  const Place at(parser, source);
  const std::size_t rule = parser->getContext()->getRuleIndex();
  switch (expected) {
    case AegisParser::ASSIGN: {
      const std::string name = TextOf(source, at.previous);
      return Make(at, Code::kUnknownStatement, {Shown(name), Describe(source, at.token)},
                  StatementHint(at, name));
    }
    case AegisParser::NEWLINE:
      if (rule == AegisParser::RuleBlock) {
        return Make(at, Code::kBodyOnHeaderLine, {Describe(source, at.token)},
                    "indent it on a line of its own");
      }
      if (auto comparison = ExplainComparison(at)) return *comparison;
      return Make(at, Code::kSecondStatement, {Describe(source, at.token)},
                  AfterExpressionHint(at));
    case AegisParser::RIGHT_PAREN:
      if (auto comparison = ExplainComparison(at)) return *comparison;
      return ExplainMissingParenthesis(at);
    case AegisParser::COLON:
      if (auto comparison = ExplainComparison(at)) return *comparison;
      return ExplainMissingColon(at);
    default: {
      std::string hint;
      if (at.previous_type == AegisParser::PRINT) hint = "write `print(value)`";
      if (at.previous_type == AegisParser::INPUT) hint = "write `input()`";
      return Make(at, Code::kUnexpectedToken, {Describe(source, at.token), Spelled(at, expected)},
                  std::move(hint));
    }
  }
}

}  // namespace aegis

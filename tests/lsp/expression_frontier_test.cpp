#include "lsp/expression_frontier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/compile.h"

namespace aegis::lsp {
namespace {

using Use = ExpressionFrontier::Use;

const TypeSet kInt = Type::kInt;
const TypeSet kFloat = Type::kFloat;
const TypeSet kBool = Type::kBool;
const TypeSet kString = Type::kString;

/// The variables of the expressions in these tests; `Prelude` gives them their types.
TypeSet TypesOfVariable(std::string_view name) {
  if (name == "i") return kInt;
  if (name == "f") return kFloat;
  if (name == "b") return kBool;
  if (name == "s") return kString;
  if (name == "n") return TypeSet::Numbers();
  if (name == "u") return kInt | kString;
  if (name == "w") return kBool | kString;
  return name == "x" ? TypeSet::Unknown() : TypeSet();
}

std::string Prelude() {
  return "i = 1\nf = 1.5\nb = true\ns = \"s\"\nn = 1\nu = 1\nw = true\n"
         "if b:\n    n = 1.5\n    u = \"u\"\n    w = \"w\"\n";
}

bool Take(std::string_view token, ExpressionFrontier* frontier) {
  if (const TypeSet types = TypesOfVariable(token); !types.empty()) {
    return frontier->TakeOperand(types);
  }
  if (token == "(") return frontier->TakeLeftParen();
  if (token == ")") return frontier->TakeRightParen();
  if (token == "not") return frontier->TakePrefix(Operator::kNot);
  if (token == "-" && frontier->wants_operand()) return frontier->TakePrefix(Operator::kNegate);
  for (int op = static_cast<int>(Operator::kAdd); op <= static_cast<int>(Operator::kOr); ++op) {
    if (token == Spelling(static_cast<Operator>(op))) {
      return frontier->TakeBinary(static_cast<Operator>(op));
    }
  }
  if (token == "-") return frontier->TakeBinary(Operator::kSubtract);
  ADD_FAILURE() << "no such token: " << token;
  return false;
}

std::vector<std::string> Split(std::string_view text) {
  std::vector<std::string> tokens;
  std::string token;
  for (const char c : text) {
    if (c != ' ') {
      token += c;
    } else if (!token.empty()) {
      tokens.push_back(std::move(token));
      token.clear();
    }
  }
  if (!token.empty()) tokens.push_back(token);
  return tokens;
}

bool TakeAll(std::string_view text, ExpressionFrontier* frontier) {
  for (const std::string& token : Split(text)) {
    if (!Take(token, frontier)) return false;
  }
  return true;
}

/// The names of the variables that fit behind `tokens`, or "dead".
std::string Fitting(std::string_view tokens, Use use = Use::kValue) {
  ExpressionFrontier frontier(use, 32);
  if (!TakeAll(tokens, &frontier)) return "dead";
  EXPECT_TRUE(frontier.wants_operand());
  std::string fitting;
  for (const char* name : {"i", "f", "b", "s", "n", "u", "w", "x"}) {
    if (frontier.Fits(TypesOfVariable(name))) fitting += name;
  }
  return fitting;
}

TEST(ExpressionFrontier, AnyValueCanBeAssigned) { EXPECT_EQ(Fitting(""), "ifbsnuwx"); }

TEST(ExpressionFrontier, AConditionCanBeginWithWhatCanBeCompared) {
  EXPECT_EQ(Fitting("", Use::kCondition), "ifbsnuwx");
  EXPECT_EQ(Fitting("b and", Use::kCondition), "ifbsnuwx");
  EXPECT_EQ(Fitting("not", Use::kCondition), "bx");
}

TEST(ExpressionFrontier, ArithmeticWantsNumbers) {
  for (const char* op : {"-", "*", "/", "^"}) {
    EXPECT_EQ(Fitting(std::string("i ") + op), "ifnx") << op;
    EXPECT_EQ(Fitting(std::string("s ") + op), "x") << op;
  }
  EXPECT_EQ(Fitting("-"), "ifnx");
}

TEST(ExpressionFrontier, PlusJoinsStringsOrAddsNumbers) {
  EXPECT_EQ(Fitting("i +"), "ifnx");
  EXPECT_EQ(Fitting("s +"), "sx");
  EXPECT_EQ(Fitting("u +"), "x");
  EXPECT_EQ(Fitting("b +"), "x");
}

TEST(ExpressionFrontier, OrderComparesValuesOfOneType) {
  EXPECT_EQ(Fitting("i <"), "ifnx");
  EXPECT_EQ(Fitting("b <="), "bx");
  EXPECT_EQ(Fitting("s >"), "sx");
  EXPECT_EQ(Fitting("w >="), "x");
}

TEST(ExpressionFrontier, EqualityComparesEverything) { EXPECT_EQ(Fitting("w =="), "ifbsnuwx"); }

TEST(ExpressionFrontier, AnOperandCanBeExtendedByTighterOperatorsAlone) {
  // `b and i == 1` is fine, `(b == i) + 1` could only be written with the parentheses.
  EXPECT_EQ(Fitting("b and"), "ifbsnuwx");
  EXPECT_EQ(Fitting("b and i =="), "ifbsnuwx");
  EXPECT_EQ(Fitting("b and not"), "bx");
  // The comparison has its right operand, and none can follow it.
  EXPECT_EQ(Fitting("b == i +"), "ifnx");
}

TEST(ExpressionFrontier, ParenthesesBeginAnew) {
  // Inside, everything can still be compared; outside, it has to fit.
  EXPECT_EQ(Fitting("not ("), "ifbsnuwx");
  EXPECT_EQ(Fitting("- ("), "ifnx");
  EXPECT_EQ(Fitting("i + ("), "ifnx");
  EXPECT_EQ(Fitting("s + ( s +"), "sx");
}

TEST(ExpressionFrontier, APowerGroupsToTheRight) {
  EXPECT_EQ(Fitting("i ^ i ^"), "ifnx");
  EXPECT_EQ(Fitting("- i ^ -"), "ifnx");
}

TEST(ExpressionFrontier, ComparisonsDoNotChain) {
  EXPECT_EQ(Fitting("i < i <"), "dead");
  EXPECT_EQ(Fitting("i < i + i =="), "dead");
  EXPECT_EQ(Fitting("( i < i ) =="), "ifbsnuwx");
  EXPECT_EQ(Fitting("i < i and i <"), "ifnx");
}

TEST(ExpressionFrontier, OnePrefixOperatorIsEnough) {
  EXPECT_EQ(Fitting("- -"), "dead");
  EXPECT_EQ(Fitting("not not"), "dead");
  EXPECT_EQ(Fitting("- ( -"), "ifnx");
}

TEST(ExpressionFrontier, WhatIsMissingIsSeen) {
  EXPECT_EQ(Fitting("i i"), "dead");
  EXPECT_EQ(Fitting("i + )"), "dead");
  EXPECT_EQ(Fitting("i )"), "dead");
  EXPECT_EQ(Fitting("i ("), "dead");
  EXPECT_EQ(Fitting("i not"), "dead");
  EXPECT_EQ(Fitting("+"), "dead");
}

TEST(ExpressionFrontier, WrongOperandsAreSeenWhenTheOperatorIsComplete) {
  EXPECT_EQ(Fitting("i + s +"), "dead");
  EXPECT_EQ(Fitting("not i =="), "dead");
  EXPECT_EQ(Fitting("( i - s ) +"), "dead");
}

TEST(ExpressionFrontier, ConditionsEndAsBool) {
  const auto can_end = [](std::string_view tokens, Use use) {
    ExpressionFrontier frontier(use, 32);
    return TakeAll(tokens, &frontier) && frontier.CanEnd();
  };
  EXPECT_TRUE(can_end("i + i", Use::kCondition));  // a comparison can follow
  EXPECT_FALSE(can_end("i + s", Use::kCondition));
  EXPECT_TRUE(can_end("b == i", Use::kCondition));
  EXPECT_FALSE(can_end("b + ", Use::kValue));
  EXPECT_FALSE(can_end("s - ( ", Use::kValue));
}

TEST(ExpressionFrontier, NestingHasALimit) {
  for (const char* opener : {"( ", "- ( ", "i ^ "}) {
    ExpressionFrontier frontier(Use::kValue, 4);
    int opened = 0;
    while (TakeAll(opener, &frontier)) ++opened;
    EXPECT_EQ(opened, opener[0] == '-' ? 2 : 4) << opener;
  }
  // What is complete is open no more.
  ExpressionFrontier frontier(Use::kValue, 2);
  EXPECT_TRUE(TakeAll("( ( i ) ) + ( - i ) + ( i ^ i ) * i ^ i + - i ^ ( i )", &frontier));
  EXPECT_TRUE(frontier.CanEnd());
}

// ---- Against `check` ---------------------------------------------------------------------------

/// Which of `statements`, each of one line, `check` accepts. All are checked together: a problem
/// of a line hides no other line's, but those of the syntax phase come first.
std::vector<bool> Accepted(const std::vector<std::string>& statements) {
  Limits limits;
  for (const Limit limit : {Limit::kSourceBytes, Limit::kTokens}) {
    limits = *limits.With(limit, 4 << 20);
  }
  for (const Limit limit : {Limit::kOperations, Limit::kMemoryBytes, Limit::kActiveMs}) {
    limits = *limits.With(limit, std::int64_t{1} << 40);
  }
  std::vector<bool> accepted(statements.size(), true);
  const std::string prelude = Prelude();
  const std::size_t first = 11;  // lines of the prelude
  for (int phase = 0; phase < 2; ++phase) {
    std::string text = prelude;
    for (std::size_t k = 0; k < statements.size(); ++k) {
      text += (accepted[k] ? statements[k] : "") + "\n";
    }
    const Compilation compilation = Compile(text, limits);
    for (const Diagnostic& diagnostic : compilation.diagnostics) {
      if (!IsError(diagnostic)) continue;
      const std::uint32_t line = compilation.source.LineIndexAt(diagnostic.range->begin);
      EXPECT_GE(line, first);
      accepted[line - first] = false;
    }
  }
  return accepted;
}

/// Every sequence of `length` tokens, in parentheses, is complete for the machine exactly when
/// `check` accepts it.
void ExpectEverySequenceJudgedLikeCheck(const std::vector<std::string>& alphabet,
                                        std::size_t length) {
  std::vector<std::string> expressions;
  std::vector<std::size_t> digits(length, 0);
  for (bool more = true; more;) {
    std::string expression;
    for (const std::size_t digit : digits) expression += alphabet[digit] + " ";
    expressions.push_back(expression);
    std::size_t place = 0;
    while (place < length && ++digits[place] == alphabet.size()) digits[place++] = 0;
    more = place < length;
  }
  std::size_t sound = 0;
  constexpr std::size_t kBatch = 50000;
  for (std::size_t begin = 0; begin < expressions.size(); begin += kBatch) {
    const std::size_t end = std::min(begin + kBatch, expressions.size());
    std::vector<std::string> statements;
    for (std::size_t k = begin; k < end; ++k) {
      statements.push_back("print((" + expressions[k] + "))");
    }
    const std::vector<bool> accepted = Accepted(statements);
    for (std::size_t k = begin; k < end; ++k) {
      ExpressionFrontier frontier(Use::kValue, 32);
      bool complete = TakeAll("( " + expressions[k] + ")", &frontier) && frontier.CanEnd();
      // No parenthesis is left open.
      complete = complete && !frontier.TakeRightParen();
      ASSERT_EQ(complete, accepted[k - begin]) << expressions[k];
      if (complete) ++sound;
    }
  }
  EXPECT_GT(sound, 3u);
}

TEST(ExpressionFrontier, JudgesShortExpressionsLikeCheck) {
  const std::vector<std::string> all = {"i", "f", "b", "s", "n",  "u", "w",   "(",  ")",
                                        "-", "+", "*", "^", "==", "<", "and", "or", "not"};
  for (std::size_t length = 1; length <= 3; ++length) {
    ExpectEverySequenceJudgedLikeCheck(all, length);
  }
}

TEST(ExpressionFrontier, JudgesLongerExpressionsLikeCheck) {
  ExpectEverySequenceJudgedLikeCheck({"i", "b", "-", "^", "==", "and", "not"}, 5);
  ExpectEverySequenceJudgedLikeCheck({"i", "s", "+", "*", "<", "or"}, 5);
}

}  // namespace
}  // namespace aegis::lsp

#include "syntax/parse.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/listing.h"

namespace aegis {
namespace {

using support::ParseText;
using support::Repeat;
using support::SyntaxProblems;

// ---- Trees as text ------------------------------------------------------------------------------

/// Trees as parenthesised text: `(+ 1 (* x 2.5f))`, `(= x 1)`, `(print x)`, `(if c [..] [..])`.
class TreeText {
 public:
  explicit TreeText(const Ast& ast) : ast_(ast) {}

  std::string Statements(const Block& block) const {
    std::string text;
    for (const StatementId id : block) {
      if (!text.empty()) text += " ";
      text += Of(ast_.statements[id]);
    }
    return text;
  }

  std::string Of(const Statement& statement) const {
    switch (statement.kind) {
      case StatementKind::kAssignment:
        return "(= " + ast_.names[statement.name] + " " + Of(statement.expr) + ")";
      case StatementKind::kPrint:
        return "(print " + Of(statement.expr) + ")";
      case StatementKind::kIf:
        break;
    }
    std::string text = "(if " + Of(statement.expr) + " [" + Statements(statement.body) + "]";
    if (statement.has_else) text += " [" + Statements(statement.else_body) + "]";
    return text + ")";
  }

  std::string Of(ExprId id) const {
    const Expr& expr = ast_.exprs[id];
    switch (expr.kind) {
      case ExprKind::kInteger:
        return ast_.integers[expr.payload].str();
      case ExprKind::kFloat: {
        char text[64];
        std::snprintf(text, sizeof(text), "%gf", ast_.floats[expr.payload]);
        return text;
      }
      case ExprKind::kString:
        return "\"" + ast_.strings[expr.payload] + "\"";
      case ExprKind::kBoolean:
        return expr.payload == 1 ? "true" : "false";
      case ExprKind::kName:
        return ast_.names[expr.payload];
      case ExprKind::kInput:
        return "(input)";
      case ExprKind::kUnary:
        return std::string("(") + Spelling(expr.op) + " " + Of(expr.left) + ")";
      case ExprKind::kMissing:
        return "?";
      case ExprKind::kBinary:
        break;
    }
    return std::string("(") + Spelling(expr.op) + " " + Of(expr.left) + " " + Of(expr.right) + ")";
  }

 private:
  const Ast& ast_;
};

std::string Tree(std::string_view text) {
  const ParseResult result = ParseText(text);
  if (!result.diagnostics.empty()) return "no tree: " + SyntaxProblems(text);
  return TreeText(result.ast).Statements(result.ast.program);
}

/// The tree of an expression.
std::string Expression(std::string_view text) {
  const std::string tree = Tree("x = " + std::string(text) + "\n");
  if (tree.compare(0, 5, "(= x ") != 0) return tree;
  return tree.substr(5, tree.size() - 6);
}

// ---- Statements ---------------------------------------------------------------------------------

TEST(Parse, NothingIsAProgram) {
  EXPECT_EQ(Tree(""), "");
  EXPECT_EQ(Tree("\n  # note\n   \n"), "");
}

TEST(Parse, TheThreeStatements) {
  EXPECT_EQ(Tree("a = 1\nprint(a)\nif true:\n  b = 2\n"), "(= a 1) (print a) (if true [(= b 2)])");
  EXPECT_EQ(Tree("a = 1"), "(= a 1)");
  EXPECT_EQ(Tree("print((1))\r\n"), "(print 1)");
}

TEST(Parse, BlocksNestByIndentation) {
  EXPECT_EQ(
      Tree("if a:\n  if b:\n    x = 1\n  else:\n    x = 2\n    y = 3\nelse:\n  x = 4\nz = 5\n"),
      "(if a [(if b [(= x 1)] [(= x 2) (= y 3)])] [(= x 4)]) (= z 5)");
  EXPECT_EQ(Tree("if a:\n    if b:\n        x = 1\nelse:\n    x = 2\n"),
            "(if a [(if b [(= x 1)])] [(= x 2)])");
}

TEST(Parse, NamesAreKeptOnceInOrderOfAppearance) {
  const ParseResult result = ParseText("b = a\na = b\nif c:\n  b = d\n");
  EXPECT_EQ(result.ast.names, (std::vector<std::string>{"b", "a", "c", "d"}));
}

TEST(Parse, LiteralsKeepTheirValues) {
  EXPECT_EQ(Expression("007"), "7");
  EXPECT_EQ(Expression("1e3"), "1000f");
  EXPECT_EQ(Expression("\"a\\u0041\\n\""), "\"aA\n\"");
  EXPECT_EQ(Tree("print(\"b\" + \"a\")\nprint(2 + 1 + 2.5 + 1.5)\nprint(\"c\" == \"d\")\n"),
            "(print (+ \"b\" \"a\")) (print (+ (+ (+ 2 1) 2.5f) 1.5f)) (print (== \"c\" \"d\"))");
}

// ---- Expressions (section 4) --------------------------------------------------------------------

TEST(Parse, EveryLevelBindsTighterThanTheOneBefore) {
  EXPECT_EQ(Expression("a or b and c"), "(or a (and b c))");
  EXPECT_EQ(Expression("a and b or c"), "(or (and a b) c)");
  EXPECT_EQ(Expression("a and b == c"), "(and a (== b c))");
  EXPECT_EQ(Expression("a < b + c"), "(< a (+ b c))");
  EXPECT_EQ(Expression("a + b * c"), "(+ a (* b c))");
  EXPECT_EQ(Expression("a * b ^ c"), "(* a (^ b c))");
  EXPECT_EQ(Expression("-a ^ b"), "(^ (- a) b)");
  EXPECT_EQ(Expression("a ^ -b"), "(^ a (- b))");
  EXPECT_EQ(Expression("a * -b"), "(* a (- b))");
  EXPECT_EQ(Expression("not a == b"), "(== (not a) b)");
  EXPECT_EQ(Expression("not a and not b"), "(and (not a) (not b))");
}

TEST(Parse, EveryOperatorIsTheOneItIs) {
  for (const std::string op :
       {"+", "-", "*", "/", "^", "==", "!=", "<", "<=", ">", ">=", "and", "or"}) {
    EXPECT_EQ(Expression("a " + op + " b"), "(" + op + " a b)");
  }
  EXPECT_EQ(Expression("-1"), "(- 1)");
  EXPECT_EQ(Expression("not true"), "(not true)");
}

TEST(Parse, ChainsLeanToTheLeft) {
  EXPECT_EQ(Expression("a - b + c - d"), "(- (+ (- a b) c) d)");
  EXPECT_EQ(Expression("a / b * c"), "(* (/ a b) c)");
  EXPECT_EQ(Expression("a and b and c"), "(and (and a b) c)");
  EXPECT_EQ(Expression("a or b or c"), "(or (or a b) c)");
  EXPECT_EQ(Expression("a - (b - c)"), "(- a (- b c))");
}

TEST(Parse, PowersLeanToTheRight) {
  EXPECT_EQ(Expression("a ^ b ^ c"), "(^ a (^ b c))");
  EXPECT_EQ(Expression("(a ^ b) ^ c"), "(^ (^ a b) c)");
  EXPECT_EQ(Expression("-a ^ -b ^ -c"), "(^ (- a) (^ (- b) (- c)))");
}

TEST(Parse, ParenthesesGroupAndMakeNoNode) {
  EXPECT_EQ(Expression("((a))"), "a");
  EXPECT_EQ(Expression("(a + b) * (c)"), "(* (+ a b) c)");
  EXPECT_EQ(Expression("not (a == b)"), "(not (== a b))");
  EXPECT_EQ(Expression("-(-a)"), "(- (- a))");
  EXPECT_EQ(Expression("(a < b) == (c < d)"), "(== (< a b) (< c d))");
}

TEST(Parse, InputIsAValue) {
  EXPECT_EQ(Expression("input() + input ( )"), "(+ (input) (input))");
  EXPECT_EQ(Tree("print(-input())\n"), "(print (- (input)))");
}

// ---- Places -------------------------------------------------------------------------------------

/// The text of each node's token and extent, in the order of the tree's table.
std::vector<std::string> Nodes(std::string_view text) {
  const Source source(text);
  const ParseResult result = ParseText(text);
  std::vector<std::string> nodes;
  for (const Expr& expr : result.ast.exprs) {
    nodes.push_back(source.Text(expr.token) + " in " + source.Text(expr.extent));
  }
  return nodes;
}

TEST(Parse, OperandsStandBeforeTheirOperator) {
  EXPECT_EQ(Nodes("x = a + 2 * -b\n"),
            (std::vector<std::string>{"a in a", "2 in 2", "b in b", "- in -b", "* in 2 * -b",
                                      "+ in a + 2 * -b"}));
}

TEST(Parse, ExtentsReachFromTheFirstTokenToTheLast) {
  EXPECT_EQ(
      Nodes("x = (a - b) - (c)\n"),
      (std::vector<std::string>{"a in a", "b in b", "- in a - b", "c in c", "- in (a - b) - (c)"}));
  EXPECT_EQ(Nodes("x = ((1 ^ (2)))\n"),
            (std::vector<std::string>{"1 in 1", "2 in 2", "^ in 1 ^ (2)"}));
  EXPECT_EQ(
      Nodes("if not (\"a\" < input ( )):  # note\n  x = true\n"),
      (std::vector<std::string>{"\"a\" in \"a\"", "input in input ( )", "< in \"a\" < input ( )",
                                "not in not (\"a\" < input ( ))", "true in true"}));
}

TEST(Parse, StatementsStandAtTheirFirstToken) {
  const std::string text = "name = (1)\nif (a) == b:\n  print(-c)\n";
  const Source source(text);
  std::vector<std::string> places;
  const ParseResult result = ParseText(text);
  for (const Statement& statement : result.ast.statements) {
    places.push_back(source.Text(statement.token) + " " + source.Text(statement.expr_first));
  }
  EXPECT_EQ(places, (std::vector<std::string>{"name (", "print -", "if ("}));
}

// ---- Size ---------------------------------------------------------------------------------------

/// Limits that only the stack could stand in the way of.
Limits Roomy() {
  return Limits()
      .With(Limit::kLineChars, 1 << 22)
      ->With(Limit::kTokens, 1 << 22)
      ->With(Limit::kOperations, 1 << 24)
      ->With(Limit::kMemoryBytes, std::int64_t{1} << 32)
      .value();
}

/// Checks that `chain`, an expression of `count` equal operators, leans to the left all the way.
void ExpectLeftChain(const std::string& chain, std::size_t count, Operator op) {
  const ParseResult result = ParseText("x = " + chain + "\n", Roomy());
  ASSERT_TRUE(result.diagnostics.empty());
  const std::vector<Expr>& exprs = result.ast.exprs;
  ASSERT_EQ(exprs.size(), 2 * count + 1);
  ExprId id = result.ast.statements[0].expr;
  for (std::size_t left = count; left > 0; --left) {
    ASSERT_EQ(exprs[id].kind, ExprKind::kBinary);
    ASSERT_EQ(exprs[id].op, op);
    ASSERT_EQ(exprs[exprs[id].right].kind, ExprKind::kName);
    ASSERT_EQ(exprs[id].extent.begin, 4U);
    ASSERT_EQ(exprs[id].extent.end, exprs[exprs[id].right].extent.end);
    id = exprs[id].left;
  }
  EXPECT_EQ(exprs[id].kind, ExprKind::kName);
}

TEST(Parse, LeftChainsCanBeAsLongAsAProgram) {
  for (const std::size_t count : {1000, 2600}) {
    ExpectLeftChain("a" + Repeat("+b", count), count, Operator::kAdd);
    ExpectLeftChain("a" + Repeat("/b", count), count, Operator::kDivide);
    ExpectLeftChain("a" + Repeat(" and b", count), count, Operator::kAnd);
    ExpectLeftChain("a" + Repeat(" or b", count), count, Operator::kOr);
  }
  ExpectLeftChain("a" + Repeat("-b", 100000), 100000, Operator::kSubtract);
}

TEST(Parse, AThousandOperatorsFitTheDefaultLimits) {
  EXPECT_EQ(SyntaxProblems("x=1" + Repeat("+1", 1000) + "\n"), "");
}

TEST(Parse, BlocksCanHoldManyStatements) {
  const ParseResult result = ParseText("if a:\n" + Repeat("  x = 1\n", 1500));
  EXPECT_EQ(result.ast.statements.back().body.size(), 1500U);
}

TEST(Parse, NestingReachesItsCeiling) {
  const Limits limits = Roomy().With(Limit::kNesting, 256).value();
  const auto nested = [](std::size_t depth) {
    return "x = " + Repeat("(", depth) + "1" + Repeat(")", depth) + "\n";
  };
  EXPECT_EQ(SyntaxProblems(nested(256), limits), "");
  EXPECT_EQ(SyntaxProblems(nested(257), limits), "1:261 expression-nesting");
  EXPECT_EQ(SyntaxProblems("x = 1" + Repeat("^1", 256) + "\n", limits), "");
  std::string blocks;
  for (std::size_t depth = 0; depth < 256; ++depth) blocks += Repeat("  ", depth) + "if a:\n";
  EXPECT_EQ(SyntaxProblems(blocks + Repeat("  ", 256) + "x = 1\n", limits), "");
}

// ---- Nesting (section 4) ------------------------------------------------------------------------

TEST(Parse, EachConstructThatNestsIsCounted) {
  const std::string open32 = "x = " + Repeat("(", 32);
  const std::string close32 = Repeat(")", 32) + "\n";
  EXPECT_EQ(SyntaxProblems(open32 + "a" + close32), "");
  EXPECT_EQ(SyntaxProblems(open32 + "(a)" + close32), "1:37 expression-nesting");
  EXPECT_EQ(SyntaxProblems(open32 + "-a" + close32), "1:37 expression-nesting");
  EXPECT_EQ(SyntaxProblems(open32 + "not a" + close32), "1:37 expression-nesting");
  EXPECT_EQ(SyntaxProblems(open32 + "a^b" + close32), "1:38 expression-nesting");
  EXPECT_EQ(SyntaxProblems(open32 + "a + b - c < d and e or f" + close32), "");
  EXPECT_EQ(SyntaxProblems(open32 + "input()" + close32), "");
}

TEST(Parse, NestingAddsUpOverConstructs) {
  EXPECT_EQ(SyntaxProblems("x = " + Repeat("-(", 16) + "a" + Repeat(")", 16) + "\n"), "");
  EXPECT_EQ(SyntaxProblems("x = " + Repeat("-(", 16) + "-a" + Repeat(")", 16) + "\n"),
            "1:37 expression-nesting");
  EXPECT_EQ(SyntaxProblems("x = a" + Repeat("^a", 32) + "\n"), "");
  EXPECT_EQ(SyntaxProblems("x = a" + Repeat("^a", 33) + "\n"), "1:70 expression-nesting");
  EXPECT_EQ(SyntaxProblems("x = a" + Repeat("^(a", 16) + Repeat(")", 16) + "\n"), "");
  EXPECT_EQ(SyntaxProblems("x = a" + Repeat("^(a", 16) + "^a" + Repeat(")", 16) + "\n"),
            "1:54 expression-nesting");
}

TEST(Parse, WhatIsClosedNestsNoMore) {
  EXPECT_EQ(SyntaxProblems("x = " + Repeat("(a)+", 100) + "-a*-a^(a)^-a\n"), "");
  const std::string deep = Repeat("(", 32) + "a" + Repeat(")", 32);
  EXPECT_EQ(SyntaxProblems("print(" + deep + " + " + deep + ")\nx = " + deep + "\n"), "");
}

TEST(Parse, BlocksNestOnTheirOwn) {
  std::string blocks;
  for (std::size_t depth = 0; depth < 32; ++depth) blocks += Repeat("  ", depth) + "if a:\n";
  const std::string body = Repeat("  ", 32) + "x = " + Repeat("(", 32) + "a" + Repeat(")", 32);
  EXPECT_EQ(SyntaxProblems(blocks + body + "\n"), "");
  EXPECT_EQ(SyntaxProblems(blocks + Repeat("  ", 32) + "if a:\n" + Repeat("  ", 33) + "x = 1\n"),
            "34:67 block-nesting");
}

// ---- Tokenize -----------------------------------------------------------------------------------

std::string Tokens(std::string_view text) {
  const Source source(text);
  Budget budget(Limits(), support::FrozenClock());
  const TokenizeResult result = Tokenize(source, &budget);
  std::string tokens;
  for (const TokenInfo& token : result.tokens) {
    if (!tokens.empty()) tokens += ", ";
    tokens += token.kind + " " + std::to_string(token.range.begin);
    if (token.range.end != token.range.begin) tokens += "-" + std::to_string(token.range.end);
  }
  const std::string problems = support::Listing(result.diagnostics, source);
  return problems.empty() ? tokens : tokens + "; " + problems;
}

TEST(Tokenize, NamesAllTokensAndPlaces) {
  EXPECT_EQ(Tokens("if a:  # b\n  x = 1.5\n"),
            "IF 0-2, NAME 3-4, COLON 4-5, NEWLINE 10, INDENT 13, NAME 13-14, ASSIGN 15-16, "
            "FLOAT 17-20, NEWLINE 20, DEDENT 21, EOF 21");
  EXPECT_EQ(Tokens(""), "EOF 0");
}

TEST(Tokenize, ListsTheFirstProblemOfEachLine) {
  EXPECT_EQ(Tokens("a $ $\n1x\n= =\n"),
            "NAME 0-1, NEWLINE 5, ASSIGN 9-10, ASSIGN 11-12, NEWLINE 12, EOF 13; "
            "1:3 illegal-character, 2:1 malformed-number");
}

TEST(Keywords, AreThoseOfTheSpecification) {
  EXPECT_EQ(Keywords(), (std::vector<std::string>{"if", "else", "and", "or", "not", "true", "false",
                                                  "input", "print"}));
}

// ---- Trees of programs with errors --------------------------------------------------------------

/// What could be read of a text that has a syntax error.
std::string Partial(std::string_view text) {
  const ParseResult result = ParseText(text);
  EXPECT_FALSE(result.diagnostics.empty()) << text;
  return TreeText(result.ast).Statements(result.ast.program);
}

TEST(PartialTree, LinesWithoutAProblemAreWhole) {
  EXPECT_EQ(Partial("a = 1\nb = $\nc = a + 2\n"), "(= a 1) (= b ?) (= c (+ a 2))");
}

TEST(PartialTree, AnExpressionGoesAsFarAsItCanBeRead) {
  EXPECT_EQ(Partial("x = 1 +\n"), "(= x (+ 1 ?))");
  EXPECT_EQ(Partial("x = a and b or\n"), "(= x (or (and a b) ?))");
  EXPECT_EQ(Partial("x = -\n"), "(= x (- ?))");
  EXPECT_EQ(Partial("x = 2 ^\n"), "(= x (^ 2 ?))");
  EXPECT_EQ(Partial("x = (a *\n"), "(= x (* a ?))");
  EXPECT_EQ(Partial("x =\n"), "(= x ?)");
  EXPECT_EQ(Partial("x\n"), "(= x ?)");
  EXPECT_EQ(Partial("print(a\n"), "(print a)");
  EXPECT_EQ(Partial("print\n"), "(print ?)");
  EXPECT_EQ(Partial("x = input(\n"), "(= x (input))");
  EXPECT_EQ(Partial("x = a < b < c\n"), "(= x (< a b))");
}

TEST(PartialTree, LiteralsThatTheParserSkipsDoNotShiftOthers) {
  EXPECT_EQ(Partial("x = 1 2\ny = 3\n"), "(= x 1) (= y 3)");
  EXPECT_EQ(Partial("x = 1 2 3\ny = 4\nz = \"a\" \"b\"\nw = \"c\"\n"),
            "(= x 1) (= y 4) (= z \"a\") (= w \"c\")");
}

TEST(PartialTree, BlocksStayWhereTheyAre) {
  EXPECT_EQ(Partial("if a\n  b = 1\nelse:\n  b = 2\n"), "(if a [(= b 1)] [(= b 2)])");
  EXPECT_EQ(Partial("if a:\n  b = (\n  c = 1\nd = 2\n"), "(if a [(= b ?) (= c 1)]) (= d 2)");
  EXPECT_EQ(Partial("if a:\nb = 1\n"), "(if a [])");
  EXPECT_EQ(Partial("if a:\n"), "(if a [])");
}

/// Everything in a tree lies inside the text and in order, whatever was read.
TEST(PartialTree, RangesLieInsideTheText) {
  static const char* const kPieces[] = {"if ",   "else",  ":",    "\n",    "\n  ", "\n    ", "x",
                                        " = ",   "1",     "1x",   "\"s\"", "\"",   "(",      ")",
                                        "print", "input", "+",    "not ",  "<",    "$",      "\\t",
                                        "and",   "1.5",   "true", "- ",    "^ "};
  std::mt19937_64 random(3);
  for (int i = 0; i < 20000; ++i) {
    std::string text = i % 2 == 0 ? "" : "if a:\n  x = ";
    for (auto left = random() % 30; left > 0; --left)
      text += kPieces[random() % std::size(kPieces)];
    const ParseResult result = ParseText(text);
    const std::uint32_t size = Source(text).size();
    for (const Expr& expr : result.ast.exprs) {
      ASSERT_LE(expr.extent.begin, expr.extent.end) << text;
      ASSERT_LE(expr.extent.end, size) << text;
      ASSERT_LE(expr.token.end, size) << text;
    }
    for (const Statement& statement : result.ast.statements) {
      ASSERT_LE(statement.token.end, statement.extent.end) << text;
      ASSERT_LE(statement.extent.end, size) << text;
      ASSERT_LT(statement.expr, result.ast.exprs.size()) << text;
    }
    TreeText(result.ast).Statements(result.ast.program);
  }
}

}  // namespace
}  // namespace aegis

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "semantic/compile.h"
#include "tests/support/listing.h"

// Every hint that a program can get, with what provokes it. A test names the essential part of the
// hint, not its wording.

namespace aegis {
namespace {

/// The first problem of `text`.
Diagnostic First(std::string_view text) {
  Budget budget(Limits(), support::FrozenClock());
  const Compilation compilation = Compile(text, &budget);
  if (!compilation.diagnostics.empty()) return compilation.diagnostics.front();
  ADD_FAILURE() << text << " has no problem";
  return {Code::kInternalError, {}, {}, "", {}};
}

/// Checks that the first problem of `text` has the slug, and a hint that contains `part`.
void ExpectHint(std::string_view text, std::string_view slug, std::string_view part) {
  const Diagnostic diagnostic = First(text);
  EXPECT_EQ(Info(diagnostic.code).slug, slug) << text;
  EXPECT_NE(diagnostic.hint.find(part), std::string::npos)
      << text << "its hint is: " << diagnostic.hint;
}

void ExpectNoHint(std::string_view text, std::string_view slug) {
  const Diagnostic diagnostic = First(text);
  EXPECT_EQ(Info(diagnostic.code).slug, slug) << text;
  EXPECT_EQ(diagnostic.hint, "") << text;
}

// ---- Names --------------------------------------------------------------------------------------

TEST(Hints, DidYouMeanAnotherName) {
  ExpectHint("count = 1\nprint(coutn)\n", "undefined-name", "did you mean `count`?");
  ExpectHint("first_name = 1\nprint(frist_nam)\n", "undefined-name", "did you mean `first_name`?");
  ExpectNoHint("count = 1\nprint(total)\n", "undefined-name");
  ExpectNoHint("print(a)\n", "undefined-name");
}

TEST(Hints, AreGuessedForTheFirstNamesOnly) {
  std::string text = "count = 1\n";
  for (int i = 0; i < 30; ++i) text += "print(coutn)\n";
  const Compilation compilation = Compile(text);
  ASSERT_EQ(compilation.diagnostics.size(), 30U);
  for (std::size_t i = 0; i < 30; ++i) {
    EXPECT_EQ(compilation.diagnostics[i].hint.empty(), i >= 20) << i;
  }
}

TEST(Hints, DidYouMeanAKeywordThatIsAValue) {
  ExpectHint("x = ture\n", "undefined-name", "did you mean `true`?");
  ExpectHint("x = fals\n", "undefined-name", "did you mean `false`?");
  ExpectHint("x = inptu\n", "undefined-name", "did you mean `input`?");
}

TEST(Hints, DidYouMeanAKeywordThatStartsAStatement) {
  ExpectHint("pritn(1)\n", "unknown-statement", "did you mean `print`?");
  ExpectHint("prin (1)\n", "unknown-statement", "did you mean `print`?");
  ExpectHint("iff true:\n  x = 1\n", "unknown-statement", "did you mean `if`?");
  ExpectHint("esle:\n  x = 1\n", "unknown-statement", "did you mean `else`?");
}

TEST(Hints, DidYouMeanAnOperatorInWords) {
  ExpectHint("x = true adn false\n", "second-statement", "did you mean `and`?");
  ExpectHint("x = nott true\n", "second-statement", "did you mean `not`?");
}

TEST(Hints, AVariableAssignedInOneBranchOnly) {
  const std::string_view text = "if true:\n  x = 1\nprint(x)\n";
  ExpectHint(text, "maybe-unassigned", "in both branches");
  const Diagnostic diagnostic = First(text);
  ASSERT_EQ(diagnostic.notes.size(), 1U);
  EXPECT_EQ(Source(text).PositionAt(diagnostic.notes[0].range.begin), (Position{2, 3}));
  EXPECT_EQ(Source(text).Text(diagnostic.notes[0].range), "x");
}

TEST(Hints, AVariableAssignedInSeveralBranchesHasSeveralNotes) {
  const std::string_view text = "if true:\n  x = 1\nif true:\n  x = 2\nelse:\n  y = 3\nprint(x)\n";
  const Diagnostic diagnostic = First(text);
  EXPECT_EQ(Info(diagnostic.code).slug, "maybe-unassigned");
  ASSERT_EQ(diagnostic.notes.size(), 2U);
  EXPECT_EQ(Source(text).PositionAt(diagnostic.notes[0].range.begin), (Position{2, 3}));
  EXPECT_EQ(Source(text).PositionAt(diagnostic.notes[1].range.begin), (Position{4, 3}));
}

TEST(Hints, AVariableReadBeforeItsAssignmentHasANoteThere) {
  const std::string_view text = "print(x)\nx = 1\nx = 2\n";
  const Diagnostic diagnostic = First(text);
  EXPECT_EQ(Info(diagnostic.code).slug, "used-before-assignment");
  ASSERT_EQ(diagnostic.notes.size(), 1U);
  EXPECT_EQ(Source(text).PositionAt(diagnostic.notes[0].range.begin), (Position{2, 1}));
}

// ---- Habits from other languages ----------------------------------------------------------------

TEST(Hints, ElifIsANestedIf) {
  ExpectHint("if true:\n  x = 1\nelif false:\n  x = 2\n", "unknown-statement", "`else`");
  ExpectHint("elseif true:\n  x = 2\n", "unknown-statement", "there is no `elseif`");
  ExpectHint("if true:\n  x = 1\nelse if false:\n  x = 2\n", "missing-colon",
             "there is no `else if`");
}

TEST(Hints, EqualityIsTwoEqualsSigns) {
  ExpectHint("x = 1\nif x = 1:\n  x = 2\n", "assignment-in-expression", "`==`");
  ExpectHint("x = 1\nprint(x = 1)\n", "assignment-in-expression", "`==`");
  ExpectHint("x = 1\ny = x = 1\n", "assignment-in-expression", "`==`");
  ExpectHint("x = 1\nif (x = 1) and true:\n  x = 2\n", "assignment-in-expression", "`==`");
  ExpectHint("x = 1\nif x === 1:\n  x = 2\n", "expected-expression", "`==`");
}

TEST(Hints, AnAssignmentIsOneEqualsSign) { ExpectHint("x == 1\n", "unknown-statement", "one `=`"); }

TEST(Hints, StringsStandInDoubleQuotes) {
  ExpectHint("x = 'a'\n", "illegal-character", "double quotes");
  ExpectHint("x = `a`\n", "illegal-character", "double quotes");
  ExpectHint("x = \u201Ca\u201D\n", "illegal-character", "double quotes");
  ExpectHint("x = \u2018a\u2019\n", "illegal-character", "double quotes");
}

TEST(Hints, TabsAreSpaces) {
  ExpectHint("if true:\n\tx = 1\n", "tab-indentation", "2 or 4 spaces");
  ExpectHint("x =\t1\n", "tab", "space");
  ExpectHint("x = \"a\tb\"\n", "tab", "`\\t`");
}

TEST(Hints, BoolsAreLowerCase) {
  ExpectHint("x = True\n", "illegal-character", "`true`");
  ExpectHint("x = False\n", "illegal-character", "`false`");
  ExpectHint("x = TRUE\n", "illegal-character", "`true`");
  ExpectHint("x = None\n", "illegal-character", "`None`");
  ExpectHint("Count = 1\n", "illegal-character", "`count`");
  ExpectHint("myCount = 1\n", "illegal-character", "`mycount`");
}

TEST(Hints, ComparisonsDoNotChain) {
  ExpectHint("a = 1\nx = 0 < a < 3\n", "chained-comparison", "`and`");
  ExpectHint("a = 1\nif 0 < a <= 3:\n  x = 1\n", "chained-comparison", "`and`");
  ExpectHint("a = 1\nprint(a == a == a)\n", "chained-comparison", "`and`");
  ExpectHint("a = 1\nprint((a == a != a))\n", "chained-comparison", "`and`");
}

TEST(Hints, UnaryOperatorsNeedParenthesesBetweenThem) {
  ExpectHint("x = 1\ny = --x\n", "repeated-unary", "`-(-…)`");
  ExpectHint("x = true\ny = not not x\n", "repeated-unary", "`not(not …)`");
  ExpectHint("x = 1\ny = x - --x\n", "repeated-unary", "`-(-…)`");
  ExpectHint("x = 1\ny = not -x\n", "repeated-unary", "`not(-…)`");
}

TEST(Hints, AHeaderEndsInAColon) {
  ExpectHint("if true\n  x = 1\n", "missing-colon", "`:`");
  ExpectHint("if true:\n  x = 1\nelse\n  x = 2\n", "missing-colon", "`:`");
  ExpectHint("if true then\n  x = 1\n", "missing-colon", "`:`");
}

TEST(Hints, IntsAndFloatsAreNeverEqual) {
  ExpectHint("n = 1\nprint(n == 1.0)\n", "always-unequal", "`n * 1.0`");
  ExpectHint("n = 1\nprint(1.5 != n)\n", "always-unequal", "float");
  ExpectNoHint("print(\"1\" == 1)\n", "always-unequal");
}

TEST(Hints, ThereAreNoLoopsAndFunctions) {
  ExpectHint("while true:\n  x = 1\n", "unknown-statement", "no loops");
  ExpectHint("for i in x:\n  x = 1\n", "unknown-statement", "no loops");
  ExpectHint("def f():\n  x = 1\n", "unknown-statement", "no functions");
  ExpectHint("return 1\n", "unknown-statement", "no functions");
  ExpectHint("import x\n", "unknown-statement", "`import`");
  ExpectHint("let x = 1\n", "unknown-statement", "`name = value`");
  ExpectHint("if true:\n  pass\n", "unknown-statement", "at least one statement");
  ExpectHint("x = 1\nx += 1\n", "unknown-statement", "`x = x + …`");
  ExpectHint("x = 1\nx ^= 1\n", "unknown-statement", "`x = x ^ …`");
  ExpectHint("x\n", "unknown-statement", "`print(…)`");
  ExpectHint("foo(1)\n", "unknown-statement", "no functions");
  ExpectHint("x = foo(1)\n", "second-statement", "no functions");
}

TEST(Hints, OperatorsOfOtherLanguages) {
  ExpectHint("x = !true\n", "illegal-character", "`not`");
  ExpectHint("x = true && true\n", "illegal-character", "`and`");
  ExpectHint("x = true || true\n", "illegal-character", "`or`");
  ExpectHint("x = 3 % 2\n", "illegal-character", "remainder");
  ExpectHint("x = 3 ** 2\n", "expected-expression", "`^`");
  ExpectHint("x = 3 // 2\n", "expected-expression", "`/`");
  ExpectHint("x = +3\n", "expected-expression", "unary `+`");
  ExpectHint("x = 2 \u00D7 2\n", "illegal-character", "`*`");
  ExpectHint("x = 2 \u2212 2\n", "illegal-character", "`-`");
  ExpectHint("x = 1;\n", "illegal-character", "line of its own");
  ExpectHint("print(1, 2)\n", "illegal-character", "`+`");
  ExpectHint("x = [1]\n", "illegal-character", "no lists");
  ExpectHint("x = .5\n", "illegal-character", "`0.5`");
  ExpectHint("x = 1 + \\\n", "illegal-character", "line");
  ExpectHint("_x = 1\n", "illegal-character", "letter");
  ExpectHint("x\u00A0= 1\n", "illegal-character", "U+0020");
  ExpectHint("\uFEFFx = 1\n", "illegal-character", "byte-order mark");
  ExpectHint("x = 1 if true\n", "second-statement", "conditional expressions");
  ExpectHint("x = if true\n", "expected-expression", "conditional expressions");
  ExpectHint("x = 1 in x\n", "second-statement", "`in`");
}

// ---- Numbers and strings ------------------------------------------------------------------------

TEST(Hints, SpellingsOfOtherLanguages) {
  ExpectHint("x := 1\n", "unknown-statement", "`=`");
  ExpectHint("x = inptu()\n", "second-statement", "did you mean `input()`?");
  ExpectHint("x = 1 <> 2\n", "expected-expression", "`!=`");
  ExpectHint("// text\n", "expected-statement", "`#`");
  ExpectHint("x = 1 ? 2\n", "illegal-character", "`if` statement");
  ExpectHint("x = 1 ≠ 2\n", "illegal-character", "`!=`");
  ExpectHint("x = 1 ≤ 2\n", "illegal-character", "`<=`");
  ExpectHint("x = 1 ≥ 2\n", "illegal-character", "`>=`");
  ExpectHint("é = 1\n", "illegal-character", "ASCII");
}

TEST(Hints, NumbersHaveTheirForm) {
  ExpectHint("x = 1.\n", "malformed-number", "`1.0`");
  ExpectHint("x = 1_000\n", "malformed-number", "grouped");
  ExpectHint("x = 0x1F\n", "malformed-number", "decimal");
  ExpectHint("x = 2nd\n", "malformed-number", "letter");
}

TEST(Hints, EscapesAreFew) {
  ExpectHint("x = \"\\q\"\n", "bad-escape", "\\uXXXX");
  ExpectHint("x = \"\\x41\"\n", "bad-escape", "`\\u00`");
  ExpectHint("x = \"\\0\"\n", "bad-escape", "`\\u0000`");
  ExpectHint("x = \"it\\'s\"\n", "bad-escape", "single quote");
  ExpectHint("x = \"\\ud83d\"\n", "bad-escape", "surrogate");
  ExpectHint("x = \"\\udc00\"\n", "bad-escape", "surrogate");
  ExpectHint("x = \"a\n", "unterminated-string", "`\\n`");
  ExpectHint("x = \"a\x01\"\n", "control-character", "`\\u0001`");
  ExpectHint("x = \"a\" \"b\"\n", "second-statement", "`+`");
}

// ---- Structure ----------------------------------------------------------------------------------

TEST(Hints, ParenthesesAndStatements) {
  ExpectHint("print 1\n", "unexpected-token", "`print(value)`");
  ExpectHint("x = input\n", "unexpected-token", "`input()`");
  ExpectHint("x = input(\"name\")\n", "unclosed-parenthesis", "takes nothing");
  ExpectHint("x = (1\n", "unclosed-parenthesis", "ends with its line");
  ExpectHint("x = 1)\n", "second-statement", "no `(`");
  ExpectHint("x = 1:\n", "second-statement", "`if` and `else`");
  ExpectHint("x = ()\n", "expected-expression", "parentheses");
  ExpectHint("x = print(1)\n", "expected-expression", "no value");
  ExpectHint("input()\n", "expected-statement", "`text = input()`");
  ExpectHint("1 + 2\n", "expected-statement", "`print(…)`");
  ExpectHint("if true: x = 1\n", "body-on-header-line", "line of its own");
  ExpectHint("else:\n  x = 1\n", "else-without-if", "`if`");
}

TEST(Hints, AnOpenParenthesisIsShown) {
  const std::string_view text = "print((1 + 2)\n";
  const Diagnostic diagnostic = First(text);
  EXPECT_EQ(Info(diagnostic.code).slug, "unclosed-parenthesis");
  ASSERT_EQ(diagnostic.notes.size(), 1U);
  EXPECT_EQ(Source(text).PositionAt(diagnostic.notes[0].range.begin), (Position{1, 6}));
}

TEST(Hints, Indentation) {
  ExpectHint("if true:\n   x = 1\n", "indentation-unit", "2 or 4 spaces");
  ExpectHint("if true:\n  x = 1\n   y = 1\n", "indentation-multiple", "2 or 4 spaces");
  ExpectHint("if true:\nx = 1\n", "expected-block", "at least one statement");
  ExpectHint("if true:\n", "missing-block", "at least one statement");
  ExpectHint("x = 1\n  y = 1\n", "unexpected-indentation", "`:`");
}

// ---- Types --------------------------------------------------------------------------------------

TEST(Hints, Types) {
  ExpectHint("print(\"a\" + 1)\n", "operand-types", "converts");
  ExpectHint("print(\"a\" * 3)\n", "operand-types", "repetition");
  ExpectHint("print(\"a\" - \"b\")\n", "operand-types", "joined");
  ExpectHint("print(true + 1)\n", "operand-types", "`if`");
  ExpectHint("print(1 and true)\n", "operand-types", "`n != 0`");
  ExpectHint("print(-\"a\")\n", "unary-operand", "numbers");
  ExpectHint("print(not 1)\n", "unary-operand", "bools");
  ExpectHint("print(not 1 == 2)\n", "unary-operand", "`not (a == b)`");
  ExpectHint("print(1 < \"a\")\n", "ordering-types", "one type");
  ExpectHint("if 1:\n  x = 1\n", "condition-type", "`n != 0`");
  ExpectHint("if 1.5:\n  x = 1\n", "condition-type", "`n != 0.0`");
  ExpectHint("if 2 ^ 2:\n  x = 1\n", "condition-type", "`n * 1.0 != 0.0`");
  ExpectHint("if input():\n  x = 1\n", "condition-type", "`text != \"\"`");
}

TEST(Hints, ADeepExpressionCanBeSplit) {
  ExpectHint("x = " + support::Repeat("(", 33) + "1" + support::Repeat(")", 33) + "\n",
             "expression-nesting", "name");
}

// ---- The style of hints -------------------------------------------------------------------------

TEST(Hints, AreInTheStyleOfMessages) {
  for (const std::string_view text :
       {"x = 'a'\n", "x = True\n", "elif x:\n  y = 1\n", "x = --1\n", "x = 1 < 2 < 3\n",
        "if true\n  x = 1\n", "x = y\n", "x == 1\n", "x = 1 +\n", "\tx = 1\n", "x = \"\\q\"\n"}) {
    const std::string hint = First(text).hint;
    if (hint.empty()) continue;
    EXPECT_NE(hint.back(), '.') << hint;
    EXPECT_TRUE(hint[0] == '`' || (hint[0] >= 'a' && hint[0] <= 'z')) << hint;
    EXPECT_EQ(hint.find('\n'), std::string::npos) << hint;
  }
}

}  // namespace
}  // namespace aegis

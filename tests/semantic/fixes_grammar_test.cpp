#include <gtest/gtest.h>

#include "tests/semantic/fix_rows.h"

// Quick fixes of what is no statement or no expression.

namespace aegis {
namespace {

TEST(GrammarFixes, EqualityIsTwoEqualsSigns) {
  support::ExpectFixes({
      {"x = y = 1\n",
       "assignment-in-expression",
       {{"* assign `y`, then `x`", "y = 1\nx = y\n"},
        {"- write `==`", "x = y == 1\n", "1:5 undefined-name"}}},
      {"x = 1\nif x = 1:\n  x = 2\n",
       "assignment-in-expression",
       {{"* write `==`", "x = 1\nif x == 1:\n  x = 2\n"}}},
      {"x = 1\nprint(x = 1)\n",
       "assignment-in-expression",
       {{"* write `==`", "x = 1\nprint(x == 1)\n"}}},
      {"x = 1\ny = x = 1\n",
       "assignment-in-expression",
       {{"* write `==`", "x = 1\ny = x == 1\n"},
        {"- assign `x`, then `y`", "x = 1\nx = 1\ny = x\n"}}},
      {"x = 1\nif x === 1:\n  x = 2\n",
       "expected-expression",
       {{"* write `==`", "x = 1\nif x == 1:\n  x = 2\n"}}},
      {"x = 1\nif x !== 1:\n  x = 2\n",
       "expected-expression",
       {{"* write `!=`", "x = 1\nif x != 1:\n  x = 2\n"}}},
      {"x = 1\nif x = = 1:\n  x = 2\n",
       "assignment-in-expression",
       {{"* write `==`", "x = 1\nif x == 1:\n  x = 2\n"}}},
      {"x = 1\nif x => 1:\n  x = 2\n",
       "assignment-in-expression",
       {{"* write `>=`", "x = 1\nif x >= 1:\n  x = 2\n"}}},
      {"x = 1\nif x =< 1:\n  x = 2\n",
       "assignment-in-expression",
       {{"* write `<=`", "x = 1\nif x <= 1:\n  x = 2\n"}}},
      {"x = 1\nif x < = 1:\n  x = 2\n",
       "expected-expression",
       {{"* write `<=`", "x = 1\nif x <= 1:\n  x = 2\n"}}},
  });
}

TEST(GrammarFixes, AnAssignmentIsOneEqualsSign) {
  support::ExpectFixes({
      {"x == 1\n", "unknown-statement", {{"* write `=`", "x = 1\n"}}},
      {"x = = 1\n", "expected-expression", {{"* write `=`", "x = 1\n"}}},
      {"x := 1\n", "unknown-statement", {{"* write `=`", "x = 1\n"}}},
      {"x: int = 1\n", "unknown-statement", {{"* remove the type", "x = 1\n"}}},
      {"x: 1\n", "unknown-statement", {{"- write `=`", "x = 1\n"}}},
      {"let x = 1\n", "unknown-statement", {{"* remove `let`", "x = 1\n"}}},
      {"int x = 1\n", "unknown-statement", {{"* remove `int`", "x = 1\n"}}},
      {"x = 1\nx += 1\n", "unknown-statement", {{"* write `x = x + 1`", "x = 1\nx = x + 1\n"}}},
      {"x = 1\nx *= 2 + x\n",
       "unknown-statement",
       {{"* write `x = x * (2 + x)`", "x = 1\nx = x * (2 + x)\n"}}},
      {"x = 1\nx -= -1  # c\n",
       "unknown-statement",
       {{"* write `x = x - -1`", "x = 1\nx = x - -1  # c\n"}}},
      {"x = 1\nx **= 2  # c\n",
       "unknown-statement",
       {{"* write `x = x ^ 2`", "x = 1\nx = x ^ 2  # c\n"}}},
      {"x = 1\nx //= 2\n", "unknown-statement", {{"* write `x = x / 2`", "x = 1\nx = x / 2\n"}}},
      {"x = 1\nx++\n", "unknown-statement", {{"* write `x = x + 1`", "x = 1\nx = x + 1\n"}}},
      {"x = 1\nx--\n", "unknown-statement", {{"* write `x = x - 1`", "x = 1\nx = x - 1\n"}}},
  });
}

TEST(GrammarFixes, ComparisonsDoNotChain) {
  support::ExpectFixes({
      {"a = 1\nx = 0 < a < 3\n",
       "chained-comparison",
       {{"* compare `a` twice, with `and` between", "a = 1\nx = 0 < a and a < 3\n"}}},
      {"a = 1\nif 0 < a + 1 <= 3:\n  x = 1\n",
       "chained-comparison",
       {{"* compare `a + 1` twice, with `and` between",
         "a = 1\nif 0 < a + 1 and a + 1 <= 3:\n  x = 1\n"}}},
      {"a = 1\nprint((a == (a + 1) != a))\n",
       "chained-comparison",
       {{"* compare `(a + 1)` twice, with `and` between",
         "a = 1\nprint((a == (a + 1) and (a + 1) != a))\n"}}},
      {"x = 1 < 2 < 3 < 4\n",
       "chained-comparison",
       {{"* compare `2` twice, with `and` between", "x = 1 < 2 and 2 < 3 < 4\n",
         "1:21 chained-comparison"}}},
      {"x = 0 < 1 < input()\n",
       "chained-comparison",
       {{"* compare `1` twice, with `and` between", "x = 0 < 1 and 1 < input()\n",
         "1:17 ordering-types"}}},
      {"x = \"a\" < input() < \"b\"\n", "chained-comparison", {}},
  });
}

TEST(GrammarFixes, UnaryOperatorsNeedParentheses) {
  support::ExpectFixes({
      {"x = 1\ny = --x\n",
       "repeated-unary",
       {{"* put the inner `-` in parentheses", "x = 1\ny = -(-x)\n"}}},
      {"x = 1\ny = ---x\n",
       "repeated-unary",
       {{"* put the inner `-` in parentheses", "x = 1\ny = -(--x)\n", "2:8 repeated-unary"}}},
      {"x = true\ny = not not (x)\n",
       "repeated-unary",
       {{"* put the inner `not` in parentheses", "x = true\ny = not (not (x))\n"}}},
      {"x = 1\ny = x - --x\n",
       "repeated-unary",
       {{"* put the inner `-` in parentheses", "x = 1\ny = x - -(-x)\n"}}},
      {"y = not -input() == 1\n",
       "repeated-unary",
       {{"* put the inner `-` in parentheses", "y = not (-input()) == 1\n", "1:10 unary-operand"}}},
  });
}

TEST(GrammarFixes, PrintIsAStatement) {
  support::ExpectFixes({
      {"print 1\n", "unexpected-token", {{"* write `print(\u2026)`", "print(1)\n"}}},
      {"print\n", "unexpected-token", {{"* write `print(\"\")`", "print(\"\")\n"}}},
      {"print()\n", "expected-expression", {{"* write `print(\"\")`", "print(\"\")\n"}}},
      {"print 1 + 2  # c\n",
       "unexpected-token",
       {{"* write `print(\u2026)`", "print(1 + 2)  # c\n"}}},
      {"print \"a\", 1\n",
       "unexpected-token",
       {{"* write `print(\u2026)`", "print(\"a\", 1)\n", "1:10 illegal-character"}}},
      {"print \"a\";\n",
       "unexpected-token",
       {{"* write `print(\u2026)`", "print(\"a\");\n", "1:11 illegal-character"}}},
      {"pritn(1)\n", "unknown-statement", {{"* write `print`", "print(1)\n"}}},
      {"println(\"a\")\n", "unknown-statement", {{"* write `print`", "print(\"a\")\n"}}},
      {"echo \"a\"\n", "unknown-statement", {{"* write `print(\u2026)`", "print(\"a\")\n"}}},
      {"foo(1)\n", "unknown-statement", {{"- write `print`", "print(1)\n"}}},
      {"x = print(1)\n", "expected-expression", {{"* remove `x =`", "print(1)\n"}}},
      {"x = 1\nx\n", "unknown-statement", {{"- print the value", "x = 1\nprint(x)\n"}}},
      {"1 + 2\n", "expected-statement", {{"- print the value", "print(1 + 2)\n"}}},
      {"\"a\"\n", "expected-statement", {{"- print the value", "print(\"a\")\n"}}},
      {"-1\n", "expected-statement", {{"- print the value", "print(-1)\n"}}},
      {"y\n", "unknown-statement", {}},
      {"x = 1\nx \"a\"\n", "unknown-statement", {}},
  });
}

TEST(GrammarFixes, InputTakesNothing) {
  support::ExpectFixes({
      {"x = input\n", "unexpected-token", {{"* write `input()`", "x = input()\n"}}},
      {"x = input + \"a\"\n", "unexpected-token", {{"* write `input()`", "x = input() + \"a\"\n"}}},
      {"x = false and input(\"q\") == \"a\"\n",
       "unclosed-parenthesis",
       {{"- print the question before this line",
         "print(\"q\")\nx = false and input() == \"a\"\n"}}},
      {"x = input(\"name\")\n",
       "unclosed-parenthesis",
       {{"* print the question before this line", "print(\"name\")\nx = input()\n"}}},
      {"if true:\n  x = input(\"name\" + \"a\")  # c\n",
       "unclosed-parenthesis",
       {{"* print the question before this line",
         "if true:\n  print(\"name\" + \"a\")\n  x = input()  # c\n"}}},
      {"if input(\"a\") == \"b\":\n  x = 1\n",
       "unclosed-parenthesis",
       {{"* print the question before this line",
         "print(\"a\")\nif input() == \"b\":\n  x = 1\n"}}},
      {"x = input(input())\n", "unclosed-parenthesis", {}},
      {"x = inptu()\n", "second-statement", {{"* write `input`", "x = input()\n"}}},
      {"input()\n", "expected-statement", {{"* write `text = input()`", "text = input()\n"}}},
      {"text = 1\ninput()\n",
       "expected-statement",
       {{"* write `text2 = input()`", "text = 1\ntext2 = input()\n"}}},
  });
}

TEST(GrammarFixes, ParenthesesArePairs) {
  support::ExpectFixes({
      {"x = (1\n", "unclosed-parenthesis", {{"* write `)` at the end of the line", "x = (1)\n"}}},
      {"x = ((1  # c\n",
       "unclosed-parenthesis",
       {{"* write `))` at the end of the line", "x = ((1))  # c\n"}}},
      {"if (true:\n  x = 1\n",
       "unclosed-parenthesis",
       {{"* write `)` before `:`", "if (true):\n  x = 1\n"}}},
      {"if (true\n  x = 1\n",
       "unclosed-parenthesis",
       {{"* write `):` at the end of the line", "if (true):\n  x = 1\n"}}},
      {"print(1\nprint(2)\n",
       "unclosed-parenthesis",
       {{"* write `)` at the end of the line", "print(1)\nprint(2)\n"}}},
      {"x = 1)\n", "second-statement", {{"* remove the `)`", "x = 1\n"}}},
      {"print(1))\n", "second-statement", {{"* remove the `)`", "print(1)\n"}}},
      {"x = ()\n", "expected-expression", {}},
  });
}

TEST(GrammarFixes, MisspeltKeywords) {
  support::ExpectFixes({
      {"iff true:\n  x = 1\n", "unknown-statement", {{"* write `if`", "if true:\n  x = 1\n"}}},
      {"if true:\n  x = 1\nesle:\n  x = 2\n",
       "unknown-statement",
       {{"* write `else`", "if true:\n  x = 1\nelse:\n  x = 2\n"}}},
      {"x = true adn false\n", "second-statement", {{"* write `and`", "x = true and false\n"}}},
      {"x = nott true\n", "second-statement", {{"* write `not`", "x = not true\n"}}},
      {"while true:\n  x = 1\n", "unknown-statement", {}},
      {"if true:\n  pass\n", "unknown-statement", {}},
      {"if true:\n  pass\n  x = 1\n",
       "unknown-statement",
       {{"* remove the `pass`", "if true:\n  x = 1\n"}}},
      {"if true:\n  pass  # later\n  x = 1\n", "unknown-statement", {}},
  });
}

}  // namespace
}  // namespace aegis

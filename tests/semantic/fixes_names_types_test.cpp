#include <gtest/gtest.h>

#include "tests/semantic/fix_rows.h"

// Quick fixes of valid syntax: names and types.

namespace aegis {
namespace {

TEST(CheckFixes, MisspeltNames) {
  support::ExpectFixes({
      {"count = 1\nprint(coutn)\n",
       "undefined-name",
       {{"* write `count`", "count = 1\nprint(count)\n"}}},
      {"x = ture\n", "undefined-name", {{"* write `true`", "x = true\n"}}},
      {"x = inptu\n", "undefined-name", {{"* write `input()`", "x = input()\n"}}},
      {"if true:\n  count = 1\nelse:\n  print(cuont)\n", "undefined-name", {}},
      {"count = \"a\"\nprint(coutn + 1)\n", "undefined-name", {}},
      {"count = 1\nprint(total)\n", "undefined-name", {}},
  });
}

TEST(CheckFixes, AVariableAssignedInOneBranchOnly) {
  support::ExpectFixes({
      {"if true:\n  x = 1\nprint(x)\n",
       "maybe-unassigned",
       {{"- write `x = 0` before the `if`", "x = 0\nif true:\n  x = 1\nprint(x)\n"},
        {"- add an `else` with `x = 0`", "if true:\n  x = 1\nelse:\n  x = 0\nprint(x)\n"}}},
      {"if true:\n  x = 1\nif true:\n  x = 2\nelse:\n  y = 3\nprint(x)\n",
       "maybe-unassigned",
       {{"- write `x = 0` before the `if`",
         "x = 0\nif true:\n  x = 1\nif true:\n  x = 2\nelse:\n  y = 3\nprint(x)\n"},
        {"- add an `else` with `x = 0`",
         "if true:\n  x = 1\nelse:\n  x = 0\nif true:\n  x = 2\nelse:\n  y = 3\nprint(x)\n"}}},
      {"if true:\n  if false:\n    x = 1\n  print(x)\n",
       "maybe-unassigned",
       {{"- write `x = 0` before the `if`",
         "if true:\n  x = 0\n  if false:\n    x = 1\n  print(x)\n"},
        {"- add an `else` with `x = 0`",
         "if true:\n  if false:\n    x = 1\n  else:\n    x = 0\n  print(x)\n"}}},
      {"if true:\n  x = \"a\"\nelse:\n  print(x)\n",
       "maybe-unassigned",
       {{"- write `x = \"\"` before the `if`",
         "x = \"\"\nif true:\n  x = \"a\"\nelse:\n  print(x)\n"}}},
      {"if true:\n  x = \"a\"  # c\nelse:\n  y = 1  # d\n# e\nprint(x + \"b\")\n",
       "maybe-unassigned",
       {{"- write `x = \"\"` before the `if`",
         "x = \"\"\nif true:\n  x = \"a\"  # c\nelse:\n  y = 1  # d\n# e\nprint(x + \"b\")\n"},
        {"- write `x = \"\"` in the other branch",
         "if true:\n  x = \"a\"  # c\nelse:\n  y = 1  # d\n  x = \"\"\n# e\nprint(x + \"b\")\n"}}},
      {"if true:\n  y = 1\nelse:\n  x = 1.5\nprint(-x)\n",
       "maybe-unassigned",
       {{"- write `x = 0.0` before the `if`",
         "x = 0.0\nif true:\n  y = 1\nelse:\n  x = 1.5\nprint(-x)\n"},
        {"- write `x = 0.0` in the other branch",
         "if true:\n  y = 1\n  x = 0.0\nelse:\n  x = 1.5\nprint(-x)\n"}}},
      {"if true:\n  if false:\n    x = 1.5\n  else:\n    y = 1\nprint(x)\n",
       "maybe-unassigned",
       {{"- write `x = 0.0` before the `if`",
         "x = 0.0\nif true:\n  if false:\n    x = 1.5\n  else:\n    y = 1\nprint(x)\n"}}},
      {"if true:\n  x = 1\n  x = true\nprint(not x)\n",
       "maybe-unassigned",
       {{"- write `x = false` before the `if`",
         "x = false\nif true:\n  x = 1\n  x = true\nprint(not x)\n"}}},
      {"if true:\n  x = 1\nif x == 1:\n  y = 1\n",
       "maybe-unassigned",
       {{"- write `x = 0` before the `if`", "x = 0\nif true:\n  x = 1\nif x == 1:\n  y = 1\n"},
        {"- add an `else` with `x = 0`",
         "if true:\n  x = 1\nelse:\n  x = 0\nif x == 1:\n  y = 1\n"}}},
  });
}

TEST(CheckFixes, AVariableReadBeforeItsAssignment) {
  support::ExpectFixes({
      {"print(x)\nx = 1\nx = 2\n",
       "used-before-assignment",
       {{"- write `x = 0` before this line", "x = 0\nprint(x)\nx = 1\nx = 2\n"}}},
      {"x = x + 1\n",
       "used-before-assignment",
       {{"- write `x = 0` before this line", "x = 0\nx = x + 1\n"}}},
      {"x = x + \"a\"\n",
       "used-before-assignment",
       {{"- write `x = \"\"` before this line", "x = \"\"\nx = x + \"a\"\n"}}},
      {"if x:\n  x = true\n",
       "used-before-assignment",
       {{"- write `x = false` before this line", "x = false\nif x:\n  x = true\n"}}},
      {"if true:\n  print(x)\nx = 1\n",
       "used-before-assignment",
       {{"- write `x = 0` before this line", "if true:\n  x = 0\n  print(x)\nx = 1\n"}}},
      {"print(-x)\nx = \"a\"\n",
       "used-before-assignment",
       {{"- write `x = 0` before this line", "x = 0\nprint(-x)\nx = \"a\"\n"}}},
  });
}

TEST(CheckFixes, NumbersAndStrings) {
  support::ExpectFixes({
      {"print(\"a\" + 1)\n",
       "operand-types",
       {{"- write `\"1\"`", "print(\"a\" + \"1\")\n"},
        {"- print the parts one after the other", "print(\"a\")\nprint(1)\n"}}},
      {"n = 1\nprint(\"a\" + n + \"b\" + \"c\")\n",
       "operand-types",
       {{"- print the parts one after the other",
         "n = 1\nprint(\"a\")\nprint(n)\nprint(\"b\" + \"c\")\n"}}},
      {"n = 1\nx = \"a\" + n\n", "operand-types", {}},
      {"n = 1\nprint((\"a\" + n))\n", "operand-types", {}},
      {"print(\"a\" * 3)\n", "operand-types", {}},
      {"print(\"a\" - \"b\")\n", "operand-types", {}},
      {"print(true + 1)\n", "operand-types", {}},
      {"print(1 < \"a\")\n", "ordering-types", {}},
      {"print(-\"a\")\n", "unary-operand", {}},
  });
}

TEST(CheckFixes, ConditionsAreBools) {
  support::ExpectFixes({
      {"if 1:\n  x = 1\n", "condition-type", {{"* compare it: `1 != 0`", "if 1 != 0:\n  x = 1\n"}}},
      {"if input():\n  x = 1\n",
       "condition-type",
       {{"* compare it: `input() != \"\"`", "if input() != \"\":\n  x = 1\n"}}},
      {"n = 1.5\nif (n):\n  x = 1\n",
       "condition-type",
       {{"* compare it: `(n) != 0.0`", "n = 1.5\nif (n) != 0.0:\n  x = 1\n"}}},
      {"if true:\n  n = 1\nelse:\n  n = 1.5\nif n + 1:\n  x = 1\n",
       "condition-type",
       {{"* compare it: `(n + 1) * 1.0 != 0.0`",
         "if true:\n  n = 1\nelse:\n  n = 1.5\nif (n + 1) * 1.0 != 0.0:\n  x = 1\n"}}},
      {"if true:\n  n = 1\nelse:\n  n = \"\"\nif n:\n  x = 1\n", "condition-type", {}},
      {"print(1 and true)\n",
       "operand-types",
       {{"* compare the operands, to have bools", "print(1 != 0 and true)\n"}}},
      {"n = 1\nt = \"\"\nif n and t:\n  x = 1\n",
       "operand-types",
       {{"* compare the operands, to have bools",
         "n = 1\nt = \"\"\nif n != 0 and t != \"\":\n  x = 1\n"}}},
      {"if true:\n  n = 1\nelse:\n  n = \"\"\nprint(n or true)\n", "operand-types", {}},
      {"n = 1\nt = \"\"\nif n and (t or n == 1):\n  x = 1\n",
       "operand-types",
       {{"* compare the operands, to have bools",
         "n = 1\nt = \"\"\nif n and (t != \"\" or n == 1):\n  x = 1\n", "3:6 operand-types"}}},
  });
}

TEST(CheckFixes, NotNegatesBools) {
  support::ExpectFixes({
      {"print(not 1)\n", "unary-operand", {{"* compare it: `1 == 0`", "print(1 == 0)\n"}}},
      {"n = 1\nif not n and true:\n  x = 1\n",
       "unary-operand",
       {{"* compare it: `n == 0`", "n = 1\nif n == 0 and true:\n  x = 1\n"}}},
      {"n = 1\nif not (n):\n  x = 1\n",
       "unary-operand",
       {{"* compare it: `(n) == 0`", "n = 1\nif (n) == 0:\n  x = 1\n"}}},
      {"n = 1\nx = true == not n\n",
       "unary-operand",
       {{"* compare it: `n == 0`", "n = 1\nx = true == (n == 0)\n"}}},
      {"n = 1\nx = not n == 2\n",
       "unary-operand",
       {{"* write `not (n == 2)`", "n = 1\nx = not (n == 2)\n"}}},
      {"print(not (1 + 1) == (2 + 3))\n",
       "unary-operand",
       {{"* write `not ((1 + 1) == (2 + 3))`", "print(not ((1 + 1) == (2 + 3)))\n"}}},
      {"if true:\n  n = 1\nelse:\n  n = \"\"\nprint(not n)\n", "unary-operand", {}},
  });
}

TEST(CheckFixes, IntsAndFloatsAreNeverEqual) {
  support::ExpectFixes({
      {"n = 1\nprint(n == 1.0)\n",
       "always-unequal",
       {{"* make the int a float with `* 1.0`", "n = 1\nprint(n * 1.0 == 1.0)\n"}}},
      {"n = 1\nprint(1.5 != n + 1)\n",
       "always-unequal",
       {{"* make the int a float with `* 1.0`", "n = 1\nprint(1.5 != (n + 1) * 1.0)\n"}}},
      {"n = 1\nprint((n + 1) == 1.5)\n",
       "always-unequal",
       {{"* make the int a float with `* 1.0`", "n = 1\nprint((n + 1) * 1.0 == 1.5)\n"}}},
      {"print(1.5 != 2)\n", "always-unequal", {{"* write `2.0`", "print(1.5 != 2.0)\n"}}},
      {"print(\"1\" == 1)\n", "always-unequal", {}},
  });
}

}  // namespace
}  // namespace aegis

#include "semantic/check.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "semantic/compile.h"
#include "tests/support/listing.h"

namespace aegis {
namespace {

using support::Problems;
using support::Repeat;

// ---- Definite assignment ------------------------------------------------------------------------

TEST(DefiniteAssignment, AReadNameIsAssignedBefore) {
  EXPECT_EQ(Problems("x = 1\nprint(x)\n"), "");
  EXPECT_EQ(Problems("print(x)\n"), "1:7 undefined-name");
  EXPECT_EQ(Problems("print(x)\nx = 1\nprint(x)\n"), "1:7 used-before-assignment");
}

TEST(DefiniteAssignment, AnAssignmentsExpressionComesBeforeItsName) {
  EXPECT_EQ(Problems("x = x\n"), "1:5 used-before-assignment");
  EXPECT_EQ(Problems("x = 1\nx = x + 1\n"), "");
}

TEST(DefiniteAssignment, ANameIsAssignedBehindAnIfWhenBothBranchesAssignIt) {
  EXPECT_EQ(Problems("if true:\n  x = 1\nelse:\n  x = 2\nprint(x)\n"), "");
  EXPECT_EQ(Problems("if true:\n  x = 1\nprint(x)\n"), "3:7 maybe-unassigned");
  EXPECT_EQ(Problems("if true:\n  x = 1\nelse:\n  y = 2\nprint(x)\nprint(y)\n"),
            "5:7 maybe-unassigned, 6:7 maybe-unassigned");
  EXPECT_EQ(Problems("x = 0\nif true:\n  x = 1\nprint(x)\n"), "");
}

TEST(DefiniteAssignment, BothBranchesStartBehindTheCondition) {
  EXPECT_EQ(Problems("if x:\n  x = true\n"), "1:4 used-before-assignment");
  EXPECT_EQ(Problems("if true:\n  x = 1\nelse:\n  print(x)\n"), "4:9 maybe-unassigned");
  EXPECT_EQ(Problems("if true:\n  x = 1\n  print(x)\n"), "");
}

TEST(DefiniteAssignment, NestedBranchesJoinOneAfterTheOther) {
  const std::string inner = "  if false:\n    x = 1\n  else:\n    x = 2\n";
  EXPECT_EQ(Problems("if true:\n" + inner + "  print(x)\nelse:\n" + inner + "print(x)\n"), "");
  EXPECT_EQ(Problems("if true:\n" + inner + "else:\n  y = 1\nprint(x)\n"), "8:7 maybe-unassigned");
}

TEST(DefiniteAssignment, NoBranchIsPruned) {
  EXPECT_EQ(Problems("if true:\n  x = 1\nprint(x)\n"), "3:7 maybe-unassigned");
  EXPECT_EQ(Problems("if false:\n  print(x)\n"), "2:9 undefined-name");
  EXPECT_EQ(Problems("if false:\n  print(1 + \"a\")\n"), "2:11 operand-types");
  EXPECT_EQ(Problems("if true:\n  y = 1\nelse:\n  print(-\"a\")\n"), "4:9 unary-operand");
  EXPECT_EQ(Problems("print(true or x)\n"), "1:15 undefined-name");
  EXPECT_EQ(Problems("print(false and 1 < \"a\")\n"), "1:19 ordering-types");
}

TEST(DefiniteAssignment, EveryReadingIsReported) {
  EXPECT_EQ(Problems("print(x + x)\nprint(x)\n"),
            "1:7 undefined-name, 1:11 undefined-name, 2:7 undefined-name");
}

// ---- Types --------------------------------------------------------------------------------------

/// The types of the expression that a program prints last, in words.
std::string TypeOfLast(std::string_view text) {
  const Compilation compilation = Compile(text);
  if (!compilation.program) return support::Listing(compilation.diagnostics, compilation.source);
  const CheckedProgram& program = *compilation.program;
  return Describe(program.types[program.ast.statements[program.ast.program.back()].expr]);
}

TEST(Check, GivesEveryExpressionItsTypes) {
  const Compilation compilation = Compile("x = 1\nprint(x + 2.5 < 3 and not true)\n");
  ASSERT_TRUE(compilation.program);
  std::vector<std::string> types;
  for (const TypeSet set : compilation.program->types) types.push_back(Describe(set));
  EXPECT_EQ(types, (std::vector<std::string>{"int", "int", "float", "float", "int", "bool", "bool",
                                             "bool", "bool"}));
}

TEST(Check, LiteralsAndInput) {
  EXPECT_EQ(TypeOfLast("print(1)\n"), "int");
  EXPECT_EQ(TypeOfLast("print(1.0)\n"), "float");
  EXPECT_EQ(TypeOfLast("print(\"\")\n"), "string");
  EXPECT_EQ(TypeOfLast("print(false)\n"), "bool");
  EXPECT_EQ(TypeOfLast("print(input())\n"), "string");
}

TEST(Check, BranchesMakeUnions) {
  const std::string text = "if true:\n  x = 1\nelse:\n  x = 2.5\n";
  EXPECT_EQ(TypeOfLast(text + "print(x)\n"), "int or float");
  EXPECT_EQ(TypeOfLast(text + "print(x + 1)\n"), "int or float");
  EXPECT_EQ(TypeOfLast(text + "print(x / 1)\n"), "float");
  EXPECT_EQ(TypeOfLast(text + "print(x * 1.0)\n"), "float");
  EXPECT_EQ(TypeOfLast(text + "print(x ^ 2)\n"), "int or float");
  EXPECT_EQ(TypeOfLast(text + "print(x == \"a\")\n"), "bool");
  EXPECT_EQ(TypeOfLast(text + "x = true\nprint(x)\n"), "bool");
}

TEST(Check, AnIfWithoutElseJoinsTheStateBeforeIt) {
  EXPECT_EQ(TypeOfLast("x = \"a\"\nif true:\n  x = true\nprint(x)\n"), "bool or string");
  EXPECT_EQ(TypeOfLast("x = \"a\"\nif true:\n  x = 1\n  x = \"b\"\nprint(x)\n"), "string");
}

TEST(Check, EveryCombinationMustBeValid) {
  const std::string text = "x = 1\nif true:\n  x = \"a\"\n";
  EXPECT_EQ(Problems(text + "print(x + 1)\n"), "4:9 operand-types");
  EXPECT_EQ(Problems(text + "print(x + x)\n"), "4:9 operand-types");
  EXPECT_EQ(Problems(text + "print(-x)\n"), "4:7 unary-operand");
  EXPECT_EQ(Problems(text + "print(x < x)\n"), "4:9 ordering-types");
  EXPECT_EQ(Problems(text + "if x:\n  y = 1\n"), "4:4 condition-type");
}

TEST(Check, AConditionIsReportedAtTheFirstTokenBehindIf) {
  EXPECT_EQ(Problems("if 1:\n  x = 1\n"), "1:4 condition-type");
  EXPECT_EQ(Problems("if (1 + 1):\n  x = 1\n"), "1:4 condition-type");
  EXPECT_EQ(Problems("if input() + \"\":\n  x = 1\n"), "1:4 condition-type");
}

TEST(Check, MessagesNameTheTypes) {
  const auto first = [](std::string_view text) {
    return Message(Compile(text).diagnostics.front());
  };
  EXPECT_EQ(first("print(1 + \"a\")\n"), "`+` does not take int and string");
  EXPECT_EQ(first("print(-true)\n"), "`-` does not take bool");
  EXPECT_EQ(first("print(true < 1)\n"), "`<` cannot order bool and int");
  EXPECT_EQ(first("x = 1\nif true:\n  x = \"a\"\nprint(x - 1.5)\n"),
            "`-` does not take (int or string) and float");
  EXPECT_EQ(first("if 1:\n  x = 1\n"), "the condition of `if` is int, not bool");
  EXPECT_EQ(first("print(x)\n"), "`x` is never assigned");
}

// ---- All problems (section 5) -------------------------------------------------------------------

TEST(Check, OperandsComeBeforeTheirOperatorLeftToRight) {
  EXPECT_EQ(Problems("print((1 + true) + (not 2))\n"), "1:10 operand-types, 1:21 unary-operand");
  EXPECT_EQ(Problems("print(a + -\"b\" * c)\n"),
            "1:7 undefined-name, 1:11 unary-operand, 1:18 undefined-name");
  EXPECT_EQ(Problems("if a + 1:\n  x = b\nelse:\n  x = c\nprint(d)\n"),
            "1:4 undefined-name, 2:7 undefined-name, 4:7 undefined-name, 5:7 undefined-name");
}

TEST(Check, AnErrorMakesTheUnknownType) {
  EXPECT_EQ(Problems("x = a\nprint(x + 1)\nprint(x + \"a\")\nprint(-x)\nif x:\n  y = x\n"),
            "1:5 undefined-name");
  EXPECT_EQ(Problems("print((1 + true) + \"a\")\n"), "1:10 operand-types");
  EXPECT_EQ(Problems("print(-(-\"a\") < \"a\")\n"), "1:9 unary-operand");
  EXPECT_EQ(Problems("if 1 + true:\n  x = 1\n"), "1:6 operand-types");
}

TEST(Check, ComparisonsAndLogicAreBoolWhateverTheirOperands) {
  EXPECT_EQ(Problems("print((1 < \"a\") + 1)\n"), "1:10 ordering-types, 1:17 operand-types");
  EXPECT_EQ(Problems("print((not 1) + 1)\n"), "1:8 unary-operand, 1:15 operand-types");
  EXPECT_EQ(Problems("print((1 and true) + 1)\n"), "1:10 operand-types, 1:20 operand-types");
  EXPECT_EQ(Problems("print((a == 1) + 1)\n"), "1:8 undefined-name, 1:16 operand-types");
  EXPECT_EQ(Problems("print((1 == a) + 1)\n"), "1:13 undefined-name, 1:16 operand-types");
  EXPECT_EQ(Problems("print((true and a) + 1)\n"), "1:17 undefined-name, 1:20 operand-types");
  EXPECT_EQ(Problems("print(not a and -true)\n"), "1:11 undefined-name, 1:17 unary-operand");
  EXPECT_EQ(Problems("if a or b:\n  x = 1\n"), "1:4 undefined-name, 1:9 undefined-name");
}

TEST(Check, AUnionWithTheUnknownTypeIsUnknown) {
  EXPECT_EQ(Problems("if true:\n  x = a\nelse:\n  x = 1\nprint(x + \"a\")\n"),
            "2:7 undefined-name");
  EXPECT_EQ(Problems("x = a\nx = 1\nprint(x + \"a\")\n"), "1:5 undefined-name, 3:9 operand-types");
}

TEST(Check, ValidationStartsOnlyBehindACleanSyntaxPhase) {
  EXPECT_EQ(Problems("print(a)\nprint(\n"), "2:7 expected-expression");
}

// ---- Warnings -----------------------------------------------------------------------------------

TEST(Check, WarnsOfEqualityThatCannotHold) {
  EXPECT_EQ(Problems("print(1 == 1.0)\n"), "1:9 always-unequal");
  EXPECT_EQ(Problems("print(\"1\" != 1)\nprint(true == \"true\")\n"),
            "1:11 always-unequal, 2:12 always-unequal");
  EXPECT_EQ(Problems("x = 1\nif true:\n  x = 2.5\nprint(x == 1)\nprint(x == \"a\")\n"),
            "5:9 always-unequal");
  EXPECT_EQ(Problems("print(1 == 2)\nprint(input() == \"a\")\n"), "");
}

TEST(Check, AProgramWithWarningsIsValid) {
  const Compilation compilation = Compile("print(1 == 1.0)\n");
  EXPECT_TRUE(compilation.program);
  ASSERT_EQ(compilation.diagnostics.size(), 1U);
  EXPECT_FALSE(IsError(compilation.diagnostics[0]));
  EXPECT_EQ(Message(compilation.diagnostics[0]), "`==` is always false: int never equals float");
  EXPECT_EQ(Message(Compile("print(1 != \"a\")\n").diagnostics.at(0)),
            "`!=` is always true: int never equals string");
}

TEST(Check, WarningsAreListedOnlyWithoutErrors) {
  EXPECT_EQ(Problems("print(1 == 1.0)\nprint(a)\n"), "2:7 undefined-name");
}

TEST(Check, NothingIsKnownOfUnknownTypes) {
  EXPECT_EQ(Problems("print(a == 1)\n"), "1:7 undefined-name");
}

// ---- Budgets (section 8) ------------------------------------------------------------------------

/// What is left of validation when `operations` may be counted.
std::string WithOperations(std::string_view text, std::int64_t operations) {
  return Problems(text, Limits().With(Limit::kOperations, operations).value());
}

TEST(Check, ANodeIsCountedBeforeItsChildren) {
  const std::string text = "print(1+2*-3 == 4)\n";
  const std::int64_t tokens = 13;  // NEWLINE and EOF included
  const std::string expected[] = {"1:1", "1:14", "1:8",  "1:7", "1:10",
                                  "1:9", "1:11", "1:12", "1:17"};
  for (std::size_t node = 0; node < std::size(expected); ++node) {
    EXPECT_EQ(WithOperations(text, tokens + static_cast<std::int64_t>(node)),
              expected[node] + " operations");
  }
  EXPECT_EQ(WithOperations(text, tokens + 9), "");
}

TEST(Check, BytesOfNodesAreCounted) {
  const std::string text = "x = 1\n";
  // The source, five tokens, two nodes.
  const std::int64_t all = 6 + 5 * 48 + 2 * 64;
  const auto with = [&](std::int64_t bytes) {
    return Problems(text, Limits().With(Limit::kMemoryBytes, bytes).value());
  };
  EXPECT_EQ(with(all), "");
  EXPECT_EQ(with(all - 1), "1:5 memory-bytes");
  EXPECT_EQ(with(all - 64), "1:5 memory-bytes");
  EXPECT_EQ(with(all - 65), "1:1 memory-bytes");
  EXPECT_EQ(with(all - 128 - 1), "2:1 memory-bytes") << "the last token is the end of the file";
  EXPECT_EQ(with(5), "1:1 memory-bytes");
}

TEST(Check, ABudgetEndsTheList) {
  EXPECT_EQ(WithOperations("print(a)\nprint(b)\n", 11 + 2), "1:7 undefined-name, 2:1 operations");
}

TEST(Check, LongChainsNeedNoDeepStack) {
  const Limits limits = Limits()
                            .With(Limit::kLineChars, 1 << 22)
                            ->With(Limit::kSourceBytes, 1 << 22)
                            ->With(Limit::kTokens, 1 << 22)
                            ->With(Limit::kOperations, 1 << 24)
                            ->With(Limit::kMemoryBytes, std::int64_t{1} << 32)
                            .value();
  EXPECT_EQ(Problems("x = 1" + Repeat("+1", 100000) + "\n", limits), "");
  EXPECT_EQ(Problems("x = true" + Repeat(" and true", 50000) + "\n", limits), "");
}

// ---- Compile ------------------------------------------------------------------------------------

TEST(Compile, RefusesALargeSourceBeforeAnythingElse) {
  EXPECT_EQ(Problems(std::string(65537, '\xFF')), "1:1 source-bytes");
  EXPECT_EQ(Problems("#" + Repeat("\n", 65535)), "");
  EXPECT_EQ(Problems("x = 1\n", Limits().With(Limit::kSourceBytes, 5).value()), "1:1 source-bytes");
  EXPECT_EQ(Problems("x = 1\n", Limits().With(Limit::kSourceBytes, 6).value()), "");
}

TEST(Compile, KeepsTheSourceForTheProgram) {
  const Compilation compilation = Compile("x = 1\n");
  ASSERT_TRUE(compilation.program);
  EXPECT_EQ(compilation.program->source.code_points(), U"x = 1\n");
  EXPECT_EQ(compilation.source.code_points(), U"x = 1\n");
}

TEST(Compile, HoldsTheTimeLimit) {
  const Limits no_time = Limits().With(Limit::kActiveMs, 0).value();
  EXPECT_EQ(Compile("x = 1\n", no_time).diagnostics.size(), 0U) << "no reading of the clock yet";
  const Compilation compilation = Compile(Repeat("x = 1\n", 100), no_time);
  ASSERT_EQ(compilation.diagnostics.size(), 1U);
  EXPECT_EQ(compilation.diagnostics[0].code, Code::kOutOfTime);
}

TEST(Compile, ChargesTheBudgetItIsGiven) {
  Budget budget(Limits(), support::FrozenClock());
  Compile("x = 1\n", &budget);
  EXPECT_EQ(budget.tokens(), 5);
  EXPECT_EQ(budget.operations(), 5 + 2);
  EXPECT_EQ(budget.bytes(), 6 + 5 * 48 + 2 * 64);
}

}  // namespace
}  // namespace aegis

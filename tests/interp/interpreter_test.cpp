#include "interp/interpreter.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/compile.h"
#include "tests/support/listing.h"

namespace aegis {
namespace {

using support::FrozenClock;
using support::Repeat;

/// One run of the interpreter, with inputs at hand.
struct Ending {
  std::string result;           ///< the output, or `line:column slug`
  std::int64_t operations = 0;  ///< of the evaluation alone
  std::int64_t bytes = 0;
};

Ending Execute(std::string_view text, const std::vector<std::string>& inputs = {},
               const Limits& limits = Limits()) {
  Budget budget(limits, FrozenClock());
  const Compilation compilation = Compile(text, &budget);
  if (!compilation.program) {
    return {support::Listing(compilation.diagnostics, compilation.source), 0, 0};
  }
  const std::int64_t operations = budget.operations();
  const std::int64_t bytes = budget.bytes();
  Interpreter interpreter(compilation.program, &budget);
  Progress progress = interpreter.Run();
  for (const std::string& input : inputs) {
    if (progress == Progress::kNeedsInput) progress = interpreter.Provide(input);
  }
  Ending run;
  run.operations = budget.operations() - operations;
  run.bytes = budget.bytes() - bytes;
  run.result = progress == Progress::kFailed
                   ? support::Listing({interpreter.failure()}, compilation.source)
                   : interpreter.output();
  return run;
}

std::string Output(std::string_view text, const std::vector<std::string>& inputs = {}) {
  return Execute(text, inputs).result;
}

// ---- Evaluation ---------------------------------------------------------------------------------

TEST(Interpreter, RunsStatementsInOrder) {
  EXPECT_EQ(Output(""), "");
  EXPECT_EQ(Output("x = 1\nprint(x)\nx = x + 1\nprint(x)\n"), "1\n2\n");
}

TEST(Interpreter, RunsTheBranchThatTheConditionChooses) {
  EXPECT_EQ(Output("if true:\n  print(1)\nelse:\n  print(2)\nprint(3)\n"), "1\n3\n");
  EXPECT_EQ(Output("if false:\n  print(1)\nelse:\n  print(2)\nprint(3)\n"), "2\n3\n");
  EXPECT_EQ(Output("if false:\n  print(1)\nprint(3)\n"), "3\n");
  EXPECT_EQ(Output("if 1 < 2:\n  if 2 < 1:\n    print(1)\n  else:\n    print(2)\n    print(3)\n"),
            "2\n3\n");
}

TEST(Interpreter, EvaluatesFromLeftToRight) {
  const std::vector<std::string> inputs = {"a", "b", "c", "d"};
  EXPECT_EQ(Output("print(input() + input() + (input() + input()))\n", inputs), "abcd\n");
  EXPECT_EQ(Output("print((1 / 0) + (1 ^ 5000))\n"), "1:10 division-by-zero");
  EXPECT_EQ(Output("print((1 ^ 5000) + (1 / 0))\n"), "1:10 exponent");
  EXPECT_EQ(Output("print(2 ^ 3 ^ 2)\nprint(7 - 2 - 1)\nprint(-2 ^ 2)\n"), "512\n4\n4\n");
}

TEST(Interpreter, AndAndOrSkipWhatTheLeftDecides) {
  EXPECT_EQ(Output("print(false and 1 / 0 == 1.0)\n"), "false\n");
  EXPECT_EQ(Output("print(true or 1 / 0 == 1.0)\n"), "true\n");
  EXPECT_EQ(Output("print(true and 1 / 0 == 1.0)\n"), "1:18 division-by-zero");
  EXPECT_EQ(Output("print(false or 1 / 0 == 1.0)\n"), "1:18 division-by-zero");
  EXPECT_EQ(Output("print(true and false)\nprint(false or true)\nprint(true and true)\n"),
            "false\ntrue\ntrue\n");
  EXPECT_EQ(Output("print(true or false and false)\nprint((true or false) and false)\n"),
            "true\nfalse\n");
}

TEST(Interpreter, ErrorsStandAtTheOperator) {
  EXPECT_EQ(Output("x = 10\ny = x + 1 / (x - 10)\n"), "2:11 division-by-zero");
  EXPECT_EQ(Output("x = -2 ^ 0.5\n"), "1:8 negative-to-fractional-power");
  EXPECT_EQ(Output("x = 2 ^ 4095 * 2\n"), "1:14 integer-bits");
}

TEST(Interpreter, MessagesOfOperatorsNameThem) {
  Budget budget(Limits(), FrozenClock());
  const Compilation compilation = Compile("x = 2 ^ 4095 + 2 ^ 4095\n", &budget);
  Interpreter interpreter(compilation.program, &budget);
  ASSERT_EQ(interpreter.Run(), Progress::kFailed);
  EXPECT_EQ(Message(interpreter.failure()), "the result of `+` has more than 4096 bits");
}

TEST(Interpreter, LongChainsAndDeepNestingRun) {
  EXPECT_EQ(Output("print(1" + Repeat("+1", 1000) + ")\n"), "1001\n");
  const std::string deep = Repeat("-(", 16) + "1" + Repeat(")", 16);
  EXPECT_EQ(Output("print(" + deep + ")\n"), "1\n");
  std::string blocks;
  for (std::size_t depth = 0; depth < 32; ++depth) blocks += Repeat("  ", depth) + "if true:\n";
  EXPECT_EQ(Output(blocks + Repeat("  ", 32) + "print(1)\nprint(2)\n"), "1\n2\n");
}

// ---- Budgets (section 8) ------------------------------------------------------------------------

TEST(EvaluationBudget, EachNodeIsOneOperation) {
  EXPECT_EQ(Execute("x = 1\n").operations, 2);
  EXPECT_EQ(Execute("print(-1 + 2 * 3)\n").operations, 7);
  EXPECT_EQ(Execute("x = ((1))\n").operations, 2) << "parentheses make no node";
  EXPECT_EQ(Execute("if true:\n  x = 1\nelse:\n  x = 1\n  x = 1\n").operations, 2 + 2)
      << "the branch that does not run costs nothing";
  EXPECT_EQ(Execute("print(true or false)\n").operations, 3) << "nor does an operand skipped";
  EXPECT_EQ(Execute("print(false or true)\n").operations, 4);
  EXPECT_EQ(Execute("print(input())\n", {"a"}).operations, 2);
}

TEST(EvaluationBudget, ValuesAssignmentsAndOutputCostBytes) {
  EXPECT_EQ(Execute("x = 0\n").bytes, 16 + 32);
  EXPECT_EQ(Execute("x = 256\n").bytes, 16 + 2 + 32);
  EXPECT_EQ(Execute("x = 2.5\n").bytes, 16 + 32);
  EXPECT_EQ(Execute("x = true\n").bytes, 16 + 32);
  EXPECT_EQ(Execute("x = \"aé\"\n").bytes, 16 + 3 + 32);
  EXPECT_EQ(Execute("x = \"abc\"\ny = x\n").bytes, 16 + 3 + 32 + 32) << "a name read is free";
  EXPECT_EQ(Execute("print(\"abc\")\n").bytes, 16 + 3 + 4);
  EXPECT_EQ(Execute("print(1.5)\n").bytes, 16 + 4);
  EXPECT_EQ(Execute("print(-300)\n").bytes, 16 + 2 + 16 + 2 + 5);
  EXPECT_EQ(Execute("x = \"ab\" + \"c\"\n").bytes, (16 + 2) + (16 + 1) + (16 + 3) + 32);
  EXPECT_EQ(Execute("x = 1 < 2\n").bytes, 17 + 17 + 16 + 32);
  EXPECT_EQ(Execute("x = not true\n").bytes, 16 + 16 + 32);
  EXPECT_EQ(Execute("x = true or false\n").bytes, 16 + 16 + 32);
  EXPECT_EQ(Execute("x = true and false\n").bytes, 16 + 16 + 16 + 32);
  EXPECT_EQ(Execute("if true:\n  x = 0\n").bytes, 16 + 16 + 32);
  EXPECT_EQ(Execute("x = input()\n", {"hello"}).bytes, 16 + 5 + 32);
  EXPECT_EQ(Execute("x = input()\n").bytes, 0) << "nothing is charged before the answer";
}

/// The results under every limit from what the front end needs upwards, without repetitions.
std::vector<std::string> ResultsAsTheLimitGrows(std::string_view text, Limit limit,
                                                std::int64_t most) {
  std::vector<std::string> results;
  for (std::int64_t value = 0; value <= most; ++value) {
    const std::string result = Execute(text, {"in"}, Limits().With(limit, value).value()).result;
    if (results.empty() || results.back() != result) results.push_back(result);
  }
  return results;
}

TEST(EvaluationBudget, OperationsRunOutAtTheNodeInHand) {
  const std::vector<std::string> results =
      ResultsAsTheLimitGrows("x = 2\nif x < 3 and true:\n  print(-x)\n", Limit::kOperations, 60);
  const std::vector<std::string> evaluation = {
      "1:1 operations", "1:5 operations", "2:1 operations",  "2:10 operations",
      "2:6 operations", "2:4 operations", "2:8 operations",  "2:14 operations",
      "3:3 operations", "3:9 operations", "3:10 operations", "-2\n"};
  ASSERT_GE(results.size(), evaluation.size());
  EXPECT_EQ(std::vector<std::string>(results.end() - static_cast<std::ptrdiff_t>(evaluation.size()),
                                     results.end()),
            evaluation);
}

TEST(EvaluationBudget, BytesRunOutAtTheNodeInHand) {
  const std::vector<std::string> results = ResultsAsTheLimitGrows(
      "x = \"ab\" + input()\nprint(not (x == x))\n", Limit::kMemoryBytes, 4000);
  // The sum is charged when it has its value, the assignment behind it, names never.
  const std::vector<std::string> evaluation = {
      "1:5 memory-bytes",  "1:12 memory-bytes", "1:10 memory-bytes", "1:1 memory-bytes",
      "2:14 memory-bytes", "2:7 memory-bytes",  "2:1 memory-bytes",  "false\n"};
  ASSERT_GE(results.size(), evaluation.size());
  EXPECT_EQ(std::vector<std::string>(results.end() - static_cast<std::ptrdiff_t>(evaluation.size()),
                                     results.end()),
            evaluation);
}

TEST(EvaluationBudget, AValuesOwnLimitsComeBeforeItsBytes) {
  const std::string text = "x = \"ab\" + \"cd\"\n";
  const Ending plain = Execute(text);
  Budget budget(Limits(), FrozenClock());
  Compile(text, &budget);
  const std::int64_t operands = budget.bytes() + 18 + 18;
  const Limits tight = Limits().With(Limit::kMemoryBytes, operands).value();
  EXPECT_EQ(Execute(text, {}, tight).result, "1:10 memory-bytes");
  EXPECT_EQ(Execute(text, {}, tight.With(Limit::kStringBytes, 3).value()).result,
            "1:10 string-bytes");
  EXPECT_EQ(plain.result, "");
}

TEST(EvaluationBudget, PrintChecksTheOutputBeforeItsBytes) {
  const std::string text = "print(\"abc\")\n";
  Budget budget(Limits(), FrozenClock());
  Compile(text, &budget);
  const Limits tight = Limits().With(Limit::kMemoryBytes, budget.bytes() + 19).value();
  EXPECT_EQ(Execute(text, {}, tight).result, "1:1 memory-bytes");
  EXPECT_EQ(Execute(text, {}, tight.With(Limit::kOutputBytes, 3).value()).result,
            "1:1 output-bytes");
}

// ---- Output and input (section 7) ---------------------------------------------------------------

TEST(Interpreter, OutputIsLimitedInAll) {
  const Limits limits = Limits().With(Limit::kOutputBytes, 6).value();
  EXPECT_EQ(Execute("print(\"ab\")\nprint(\"cd\")\n", {}, limits).result, "ab\ncd\n");
  EXPECT_EQ(Execute("print(\"ab\")\nprint(\"é\")\nprint(\"\")\n", {}, limits).result,
            "3:1 output-bytes");
  EXPECT_EQ(Execute("print(\"ab\")\nif true:\n  print(\"cde\")\n", {}, limits).result,
            "3:3 output-bytes");
}

TEST(Interpreter, InputIsJudgedByValidityThenLengthThenBytes) {
  const std::string text = "x = \"\" + input()\n";
  EXPECT_EQ(Output(text, {std::string(16384, 'x')}), "");
  EXPECT_EQ(Output(text, {std::string(16385, 'x')}), "1:10 input-bytes");
  EXPECT_EQ(Output(text, {std::string(8192, 'x') + Repeat("é", 4096) + "y"}), "1:10 input-bytes");
  EXPECT_EQ(Output(text, {"\xFF"}), "1:10 input-not-unicode");
  EXPECT_EQ(Output(text, {"a\xED\xA0\x80"}), "1:10 input-not-unicode");
  EXPECT_EQ(Output(text, {std::string(20000, '\xFF')}), "1:10 input-not-unicode");

  Budget budget(Limits(), FrozenClock());
  Compile(text, &budget);
  const Limits tight = Limits().With(Limit::kMemoryBytes, budget.bytes() + 16 + 18).value();
  EXPECT_EQ(Execute(text, {"abc"}, tight).result, "1:10 memory-bytes");
  EXPECT_EQ(Execute(text, {std::string(16385, 'x')}, tight).result, "1:10 input-bytes");
  EXPECT_EQ(Execute(text, {"\xFF"}, tight).result, "1:10 input-not-unicode");
}

TEST(Interpreter, InputIsTakenAsItIs) {
  EXPECT_EQ(Output("print(input())\n", {"a\r\nb\t\"\\n"}), "a\r\nb\t\"\\n\n");
  EXPECT_EQ(Output("print(input() == \"\")\n", {""}), "true\n");
  EXPECT_EQ(Output("print(input())\n", {std::string("a\0b", 3)}), std::string("a\0b\n", 4));
}

}  // namespace
}  // namespace aegis

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "fuzz/claims.h"
#include "fuzz/property.h"
#include "fuzz/rewrite.h"
#include "semantic/compile.h"

namespace aegis::fuzz {
namespace {

/// Every `.aeg` file of the repository: the examples, the annotated scripts, the corpus.
std::vector<std::string> AllPrograms() {
  std::vector<std::string> programs;
  for (const char* folder : {"/examples", "/tests/conformance", "/tests/corpus"}) {
    const std::string root = std::string(AEGIS_SOURCE_DIR) + folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      if (entry.path().extension() != ".aeg") continue;
      std::ifstream file(entry.path(), std::ios::binary);
      std::ostringstream text;
      text << file.rdbuf();
      programs.push_back(text.str());
    }
  }
  return programs;
}

std::vector<std::string> NastyTexts() {
  return {"",
          std::string(1, '\0'),
          "\xFF",
          "\r",
          "\r\n\r\n",
          "\t",
          "a = 1\r\nprint(a)\r\n",
          "a = 1\rprint(a)",
          "print(\"\xF0\x9F\x98\x80\" + x)",
          "print(\"\xED\xA0\x80\")",
          "\xEF\xBB\xBF"
          "print(1)",
          "if true:\n  a = 1\nelse:\n  a = \"x\"\nprint(a == 1)\n",
          "if true:\n\tprint(1)\n",
          "print(" + std::string(40, '(') + "1" + std::string(40, ')') + ")\n",
          "print(" + std::string(5000, '-') + "1)\n",
          std::string(70000, 'a'),
          std::string(9000, '\n'),
          "print(1 / 0)\n",
          "print(2 ^ 4096)\n",
          "print(input() + input() + input())\n",
          "a = " + std::string(1300, '9') + "\n",
          "# comment \xF0\x9F\x98\x80\nprint(y)"};
}

void ExpectAll(const std::vector<std::string>& programs, std::uint64_t seeds) {
  for (const std::string& program : programs) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      for (const Property& property : Properties()) {
        const Violation violation = property.violation({program, seed}, {});
        EXPECT_FALSE(violation) << property.name << ", seed " << seed << "\n"
                                << *violation << "\n"
                                << Cut(program);
      }
    }
  }
}

TEST(Properties, HoldForEveryProgramOfTheRepository) {
  const std::vector<std::string> programs = AllPrograms();
  EXPECT_GT(programs.size(), 100U);
  ExpectAll(programs, 2);
}

TEST(Properties, HoldForNastyTexts) { ExpectAll(NastyTexts(), 3); }

TEST(Properties, HaveNamesAndClaims) {
  for (const Property& property : Properties()) {
    EXPECT_EQ(FindProperty(property.name), &property);
    EXPECT_FALSE(property.claim.empty());
  }
  EXPECT_EQ(FindProperty("no-such"), nullptr);
}

TEST(Inputs, AreTheSameForTheSameCase) {
  bool differ = false;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(InputsOf({"a", seed}), InputsOf({"b", seed}));
    EXPECT_FALSE(InputsOf({"a", seed}).empty());
    differ = differ || InputsOf({"a", seed}) != InputsOf({"a", seed + 1});
  }
  EXPECT_TRUE(differ);
}

// ---- Each property can fail --------------------------------------------------------------------

Surface Says(Json envelope) {
  return {"liar", [=](const std::string&, const std::vector<std::string>&) { return envelope; }};
}

TEST(Parity, NoticesASurfaceThatDiffers) {
  const Case c{"print(1)\n", 0};
  const Json right = RunWithInputs(c.program, {}, Limits()).last();
  EXPECT_FALSE(SurfacesAgree(c, {Says(right)}));
  EXPECT_FALSE(SurfacesAgree(c, {Says(nullptr)}));
  Json wrong = right;
  wrong["output"] = "2\n";
  const Violation violation = SurfacesAgree(c, {Says(right), Says(wrong)});
  ASSERT_TRUE(violation);
  EXPECT_NE(violation->find("liar: "), std::string::npos);
  EXPECT_NE(violation->find("library: "), std::string::npos);
}

TEST(Compare, ShowsBothSides) {
  EXPECT_FALSE(Compare("one", {1, 2}, "other", {1, 2}));
  EXPECT_EQ(Compare("one", {1, 2}, "other", {1}), "one: [1,2]\nother: [1]");
}

TEST(Trace, KeepsEveryPause) {
  const Trace trace = RunWithInputs("print(input())\nprint(1 / 0)\n", {"a", "b"}, Limits());
  ASSERT_EQ(trace.envelopes.size(), 2U);
  EXPECT_EQ(trace.inputs_used, 1U);
  EXPECT_EQ(trace.envelopes[0]["status"], "input_required");
  EXPECT_TRUE(trace.failed());
  EXPECT_TRUE(trace.failed(Code::kDivisionByZero));
  EXPECT_FALSE(trace.failed(Code::kFloatOverflow));
  EXPECT_FALSE(trace.hit_limit());
  EXPECT_TRUE(RunWithInputs("print(2 ^ 5000)", {}, Limits()).hit_limit());
}

// ---- Rewriting ---------------------------------------------------------------------------------

CheckedProgram Checked(const std::string& program) {
  const Compilation compilation = Compile(program);
  EXPECT_TRUE(compilation.program) << program;
  return *compilation.program;
}

TEST(Rewrite, ParenthesesStandAroundAnyOperand) {
  const CheckedProgram program = Checked("print(-1 + 2 * (3))\n");
  std::vector<std::string> wrapped;
  for (ExprId id = 0; id < program.ast.exprs.size(); ++id) {
    wrapped.push_back(WithParentheses(program, id));
  }
  EXPECT_EQ(wrapped,
            (std::vector<std::string>{"print(-(1) + 2 * (3))\n", "print((-1) + 2 * (3))\n",
                                      "print(-1 + (2) * (3))\n", "print(-1 + 2 * ((3)))\n",
                                      "print(-1 + (2 * (3)))\n", "print((-1 + 2 * (3)))\n"}));
}

TEST(Rewrite, BranchesChangePlaces) {
  const CheckedProgram program = Checked(
      "a = 1\n"
      "if a == 1:  # one\n"
      "  print(\":\")\n"
      "  # still one\n"
      "else:\n"
      "  if true:\n"
      "    print(2)\n"
      "print(3)");
  StatementId id = 0;
  while (!program.ast.statements[id].has_else) ++id;
  EXPECT_EQ(WithSwappedBranches(program, id),
            "a = 1\n"
            "if  not (a == 1):  # one\n"
            "  if true:\n"
            "    print(2)\n"
            "else:\n"
            "  print(\":\")\n"
            "  # still one\n"
            "print(3)\n");
}

TEST(Rewrite, BranchesAtTheEndOfAFileWithoutANewline) {
  const CheckedProgram program = Checked("if true:\n    a = 1\nelse:\n    a = 2");
  EXPECT_EQ(WithSwappedBranches(program, 2), "if  not (true):\n    a = 2\nelse:\n    a = 1\n");
}

TEST(Rewrite, NotStandsApartFromTheIf) {
  const CheckedProgram program = Checked("if\"\"==\"\":\n  a=1\nelse:\n  a=2\n");
  EXPECT_EQ(WithSwappedBranches(program, 2), "if not (\"\"==\"\"):\n  a=2\nelse:\n  a=1\n");
}

TEST(Rewrite, NamesAreReplacedAndNothingElse) {
  EXPECT_EQ(WithName(Source("a = \"a\"  # a\naa = a + -a\nprint(a)\n"), "a", "bc"),
            "bc = \"a\"  # a\naa = bc + -bc\nprint(bc)\n");
  EXPECT_EQ(WithName(Source("\xC3\xA9 a"), "a", "b"), "\xC3\xA9 b");
}

}  // namespace
}  // namespace aegis::fuzz

#include "fuzz/mutate.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "fuzz/read_tree.h"

namespace aegis::fuzz {
namespace {

constexpr const char* kProgram =
    "a = 1 + 2 * 3\n"
    "b = \"text\"\n"
    "if a == 7 and not (b == \"\"):\n"
    "    print(b + \"!\")\n"
    "    print(a)\n"
    "else:\n"
    "    print(-a ^ 2)\n";

using Mutator = std::string (*)(const std::string&, Random*);

std::set<std::string> Results(Mutator mutate, const std::string& program, std::size_t count) {
  std::set<std::string> results;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    Random random(seed);
    results.insert(mutate(program, &random));
  }
  return results;
}

TEST(Mutate, ChangesOfTheTreeKeepTheGrammar) {
  std::size_t shorter = 0;
  std::size_t longer = 0;
  const std::size_t tokens = TokenCount(*ReadTree(kProgram));
  for (const std::string& program : Results(MutateTree, kProgram, 400)) {
    const std::optional<Node> tree = ReadTree(program);
    if (!tree) continue;  // a name or number that is too long
    if (TokenCount(*tree) < tokens) ++shorter;
    if (TokenCount(*tree) > tokens) ++longer;
  }
  EXPECT_GT(shorter, 30U);
  EXPECT_GT(longer, 30U);
  std::size_t kept = 0;
  const std::set<std::string> results = Results(MutateTree, kProgram, 400);
  for (const std::string& program : results) kept += ReadTree(program) ? 1 : 0;
  EXPECT_GE(kept, results.size() * 95 / 100);
}

TEST(Mutate, EveryLevelMakesManyPrograms) {
  for (const Mutator mutate :
       {MutateTree, MutateTokens, MutateLines, MutateIndentation, MutateBytes, Mutate}) {
    EXPECT_GT(Results(mutate, kProgram, 200).size(), 40U);
  }
}

TEST(Mutate, EveryLevelTakesAnyBytes) {
  for (const std::string& program :
       {std::string(), std::string("\0\xFF\r\n\t", 5), std::string("\n"), std::string("if"),
        std::string(3000, '('), std::string("\"\\u12")}) {
    for (const Mutator mutate :
         {MutateTree, MutateTokens, MutateLines, MutateIndentation, MutateBytes, Mutate}) {
      for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Random random(seed);
        EXPECT_LT(mutate(program, &random).size(), program.size() * 2 + 4000);
      }
    }
  }
}

TEST(Mutate, IndentationChangesSpacesAndTabsAlone) {
  const auto without = [](std::string text) {
    std::string rest;
    for (const char c : text) {
      if (c != ' ' && c != '\t') rest += c;
    }
    return rest;
  };
  for (const std::string& program : Results(MutateIndentation, kProgram, 200)) {
    EXPECT_EQ(without(program), without(kProgram));
  }
}

TEST(CrossOver, HasPartsOfBoth) {
  std::size_t mixed = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const std::string program = CrossOver("a = 111\nprint(a)\n", "bbb = 2.5 * 3.5\n", &random);
    EXPECT_TRUE(ReadTree(program)) << program;
    const bool of_one =
        program.find("111") != program.npos || program.find("print") != program.npos;
    const bool of_other = program.find(".5") != program.npos || program.find("bbb") != program.npos;
    if (of_one && of_other) ++mixed;
  }
  EXPECT_GT(mixed, 40U);
  Random random(1);
  EXPECT_LE(CrossOver("\xFF\xFE", "((((", &random).size(), 6U);
}

}  // namespace
}  // namespace aegis::fuzz

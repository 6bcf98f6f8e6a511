#include "fuzz/minimize.h"

#include <gtest/gtest.h>

#include <string>

#include "fuzz/generate.h"
#include "fuzz/read_tree.h"
#include "semantic/compile.h"

namespace aegis::fuzz {
namespace {

bool Contains(const std::string& text, const char* part) { return text.find(part) != text.npos; }

TEST(Minimize, LeavesWhatTheFailureNeeds) {
  Random random(3);
  std::string program = GenerateText(Mode::kSteered, 200, &random);
  program += "\nif true:\n    zz = 4 * (3 / 0 + 1)\n";
  ASSERT_TRUE(ReadTree(program));
  const auto divides = [](const std::string& text) {
    return Contains(text, "/ 0") && ReadTree(text);
  };
  const std::string least = Minimize(program, divides);
  EXPECT_TRUE(divides(least));
  EXPECT_LE(least.size(), 10U) << least;  // such as `a = 0 / 0`
}

TEST(Minimize, CutsBytesThatAreNoProgram) {
  std::string noise;
  for (int i = 0; i < 500; ++i) noise += static_cast<char>(i * 37 % 256);
  const auto fails = [](const std::string& text) {
    return Contains(text, "\xFE") && Contains(text, "\x01");
  };
  ASSERT_TRUE(fails(noise));
  EXPECT_EQ(Minimize(noise, fails).size(), 2U);
}

TEST(Minimize, AsksNoMoreThanItMay) {
  std::size_t questions = 0;
  const std::string program(400, 'x');
  const std::string least = Minimize(
      program,
      [&](const std::string& text) {
        ++questions;
        return text.size() > 10;
      },
      25);
  EXPECT_LE(questions, 25U);
  EXPECT_LT(least.size(), program.size());
}

TEST(Minimize, KeepsAProgramThatCannotBeSmaller) {
  EXPECT_EQ(Minimize("a = 1\n", [](const std::string& text) { return text == "a = 1\n"; }),
            "a = 1\n");
  EXPECT_EQ(Minimize("", [](const std::string&) { return true; }), "");
}

}  // namespace
}  // namespace aegis::fuzz

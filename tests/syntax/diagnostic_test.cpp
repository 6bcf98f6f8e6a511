#include "syntax/diagnostic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>

namespace aegis {
namespace {

// ---- The table ----------------------------------------------------------------------------------

TEST(DiagnosticCodes, AscendAndAreFourDigits) {
  int before = 0;
  for (const CodeInfo& info : AllCodes()) {
    const int number = static_cast<int>(info.code);
    EXPECT_LT(before, number) << info.slug;
    before = number;
    const std::string digits = std::to_string(10000 + number).substr(1);
    EXPECT_EQ(info.id, "AEG" + digits);
  }
  EXPECT_GT(AllCodes().size(), 50U);
}

TEST(DiagnosticCodes, HaveSlugsOfTheirOwn) {
  std::set<std::string_view> slugs;
  for (const CodeInfo& info : AllCodes()) {
    EXPECT_TRUE(slugs.insert(info.slug).second) << info.slug;
    EXPECT_TRUE(std::all_of(info.slug.begin(), info.slug.end(), [](char c) {
      return c == '-' || std::islower(c) || std::isdigit(c);
    })) << info.slug;
  }
}

TEST(DiagnosticCodes, TheHundredsTellTheCategory) {
  for (const CodeInfo& info : AllCodes()) {
    static constexpr Category kOfHundred[] = {Category::kHostError,        Category::kSyntaxError,
                                              Category::kIndentationError, Category::kNameError,
                                              Category::kTypeError,        Category::kValueError,
                                              Category::kLimitError,       Category::kWarning,
                                              Category::kHostError,        Category::kHostError};
    EXPECT_EQ(info.category, kOfHundred[static_cast<int>(info.code) / 100]) << info.slug;
  }
}

TEST(DiagnosticCodes, OnlyWarningsAreNoErrors) {
  for (const CodeInfo& info : AllCodes()) {
    const bool warning = info.severity == Severity::kWarning;
    EXPECT_EQ(warning, info.category == Category::kWarning) << info.slug;
    EXPECT_EQ(IsError(Diagnostic{info.code, {}, {}, "", {}}), !warning) << info.slug;
  }
}

TEST(DiagnosticCodes, InfoFindsEveryRow) {
  for (const CodeInfo& info : AllCodes()) EXPECT_EQ(&Info(info.code), &info);
}

TEST(DiagnosticCodes, CategoriesHaveTheSpecificationsNames) {
  EXPECT_EQ(CategoryName(Category::kSyntaxError), "syntax_error");
  EXPECT_EQ(CategoryName(Category::kIndentationError), "indentation_error");
  EXPECT_EQ(CategoryName(Category::kNameError), "name_error");
  EXPECT_EQ(CategoryName(Category::kTypeError), "type_error");
  EXPECT_EQ(CategoryName(Category::kValueError), "value_error");
  EXPECT_EQ(CategoryName(Category::kLimitError), "limit_error");
  EXPECT_EQ(CategoryName(Category::kHostError), "host_error");
  EXPECT_EQ(CategoryName(Category::kWarning), "warning");
}

// ---- FindCode -----------------------------------------------------------------------------------

std::string Found(std::string_view id) {
  const CodeInfo* info = FindCode(id);
  return info == nullptr ? "nothing" : std::string(info->id);
}

TEST(FindCode, TakesAnyCaseAndAnyZeros) {
  for (const std::string_view id : {"AEG0101", "aeg0101", "Aeg101", "aeg101", "0101", "101"}) {
    EXPECT_EQ(Found(id), "AEG0101") << id;
  }
}

TEST(FindCode, TakesSlugs) {
  for (const CodeInfo& info : AllCodes()) {
    EXPECT_EQ(FindCode(info.slug), &info);
    EXPECT_EQ(FindCode(info.id), &info);
  }
}

TEST(FindCode, FindsNothingElse) {
  for (const std::string_view id :
       {"", "AEG", "aeg", "AEG0", "0", "AEG0100", "AEG9999", "99999", "AEG00101", "101x", "AEG 101",
        "GEA0101", "-101", "AEG-101", "+101", "1e2", "tab ", "TAB", "AEG0101\n"}) {
    EXPECT_EQ(Found(id), "nothing") << id;
  }
  EXPECT_EQ(Found(std::string(100000, '1')), "nothing");
}

// ---- Messages -----------------------------------------------------------------------------------

/// How many arguments the message of `info` wants.
std::size_t Holes(const CodeInfo& info) {
  std::size_t holes = 0;
  for (std::size_t i = 0; i + 2 < info.message.size(); ++i) {
    if (info.message[i] != '{') continue;
    holes = std::max(holes, static_cast<std::size_t>(info.message[i + 1] - '0') + 1);
  }
  return holes;
}

TEST(Messages, StartInLowerCaseAndHaveNoFullStop) {
  for (const CodeInfo& info : AllCodes()) {
    ASSERT_FALSE(info.message.empty()) << info.slug;
    const char first = info.message.front();
    EXPECT_TRUE(first == '`' || first == '{' || std::islower(first)) << info.message;
    EXPECT_NE(info.message.back(), '.') << info.message;
    EXPECT_EQ(info.message.find('\n'), std::string_view::npos) << info.message;
    EXPECT_EQ(std::count(info.message.begin(), info.message.end(), '`') % 2, 0) << info.message;
  }
}

TEST(Messages, HavePlacesForAllTheirArguments) {
  for (const CodeInfo& info : AllCodes()) {
    Diagnostic diagnostic{info.code, {}, {}, "", {}};
    for (std::size_t i = 0; i < Holes(info); ++i) {
      diagnostic.arguments.push_back("<" + std::to_string(i) + ">");
    }
    const std::string message = Message(diagnostic);
    for (const std::string& argument : diagnostic.arguments) {
      EXPECT_NE(message.find(argument), std::string::npos) << info.message;
    }
    EXPECT_EQ(message.find_first_of("{}"), std::string::npos) << message;
  }
}

TEST(Messages, TakeArgumentsAsTheyAre) {
  const Diagnostic diagnostic{Code::kIllegalCharacter, {}, {"{1}", "007B"}, "", {}};
  EXPECT_EQ(Message(diagnostic), "`{1}` (U+007B) cannot start a token");
}

TEST(Messages, LeaveOutWhatIsMissing) {
  const Diagnostic diagnostic{Code::kUndefinedName, {}, {}, "", {}};
  EXPECT_EQ(Message(diagnostic), "`` is never assigned");
}

TEST(Messages, OfTheHostIsFixed) {
  EXPECT_EQ(Info(Code::kInternalError).message, "internal error");
}

}  // namespace
}  // namespace aegis

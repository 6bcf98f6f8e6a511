// The formatter, rule by rule. layouts/ has whole programs: NAME.after.aeg is what NAME.before.aeg
// becomes. AEGIS_UPDATE_GOLDEN=1 rewrites the former; review the difference.

#include "syntax/format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/listing.h"

namespace aegis {
namespace {

namespace fs = std::filesystem;

std::string Formatted(const std::string& text, int indent = 4) {
  const FormatResult result = Format(Source(text), FormatOptions{indent});
  EXPECT_TRUE(result.formatted()) << text;
  return result.text;
}

/// `before` becomes `after`, and that stays as it is.
void ExpectFormats(const std::string& before, const std::string& after, int indent = 4) {
  EXPECT_EQ(Formatted(before, indent), after) << before;
  EXPECT_EQ(Formatted(after, indent), after);
}

/// The same with an expression, as a value and in parentheses.
void ExpectExpression(const std::string& before, const std::string& after) {
  ExpectFormats("x=" + before, "x = " + after + "\n");
  ExpectFormats("print( " + before + " )", "print(" + after + ")\n");
  ExpectFormats("if  " + before + " :\n  x=" + before,
                "if " + after + ":\n    x = " + after + "\n");
}

// ---- Spaces ------------------------------------------------------------------------------------

TEST(Format, OneSpaceAroundBinaryOperators) {
  for (const std::string op : {"==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "^"}) {
    ExpectExpression("a" + op + "1", "a " + op + " 1");
    ExpectExpression("\"a\"   " + op + "   (1)", "\"a\" " + op + " (1)");
    ExpectExpression("true" + op + "false", "true " + op + " false");
    ExpectExpression("input()" + op + "input()", "input() " + op + " input()");
  }
  ExpectExpression("(a)and(b)or\"c\"", "(a) and (b) or \"c\"");
  ExpectExpression("a   and   b   or   c", "a and b or c");
}

TEST(Format, NoSpaceBehindUnaryMinus) {
  ExpectExpression("-  1", "-1");
  ExpectExpression("- ( a )", "-(a)");
  ExpectExpression("( - a)", "(-a)");
  ExpectExpression("- input ( )", "-input()");
  for (const std::string op : {"==", "<", "+", "-", "*", "/", "^"}) {
    ExpectExpression("1" + op + "-  2", "1 " + op + " -2");
    ExpectExpression("-1" + op + "2", "-1 " + op + " 2");
  }
  ExpectExpression("a and - b or - c", "a and -b or -c");
  ExpectExpression("true -1", "true - 1");
  ExpectExpression("a -1", "a - 1");
  ExpectExpression("(a) -1", "(a) - 1");
}

TEST(Format, OneSpaceBehindNot) {
  ExpectExpression("not   a", "not a");
  ExpectExpression("not(a)", "not (a)");
  ExpectExpression("(not( - a))", "(not (-a))");
  ExpectExpression("a==not b", "a == not b");
}

TEST(Format, NoSpaceInsideParenthesesOrBeforeThoseOfCalls) {
  ExpectExpression("(  ( a )  )", "((a))");
  ExpectFormats("print  (  input  (  )  )", "print(input())\n");
  ExpectFormats("if(  a  )  :\n  x=1\nelse  :\n  x=2", "if (a):\n    x = 1\nelse:\n    x = 2\n");
}

TEST(Format, KeepsLiteralsAsTheyAreSpelled) {
  for (const std::string literal :
       {"007", "1e3", "1E+03", "1.50", "\"a  b\"", "\"\\u00e9\"", "\"é # no comment\"", "\"😀\""}) {
    ExpectExpression(literal, literal);
  }
}

// ---- Lines -------------------------------------------------------------------------------------

TEST(Format, EndsEveryLineWithALineFeed) {
  ExpectFormats("a = 1\r\nb = 2\r\n", "a = 1\nb = 2\n");
  ExpectFormats("a = 1\r\nb = 2\n\r\n# c\r\nc = 3", "a = 1\nb = 2\n\n# c\nc = 3\n");
  ExpectFormats("a = 1", "a = 1\n");
  ExpectFormats("# c", "# c\n");
}

TEST(Format, LeavesNothingOfNothing) {
  for (const std::string empty : {"", "\n", "\r\n", "   ", "\n  \n\r\n   "}) {
    const FormatResult result = Format(Source(empty));
    EXPECT_TRUE(result.formatted());
    EXPECT_EQ(result.text, "");
    EXPECT_EQ(result.edits.empty(), empty.empty());
  }
}

TEST(Format, KeepsOneBlankLineOfARow) {
  ExpectFormats("a = 1\n\n   \n\r\nb = 2\n", "a = 1\n\nb = 2\n");
  ExpectFormats("a = 1\n   \nb = 2\n", "a = 1\n\nb = 2\n");
  ExpectFormats("\n\n# c\n\n\na = 1\n\n  ", "# c\n\na = 1\n");
}

TEST(Format, RemovesSpacesAtTheEndsOfLines) {
  ExpectFormats("a = 1   \nb = 2  # c   \n# d   \n#   \n", "a = 1\nb = 2  # c\n# d\n#\n");
}

// ---- Levels and comments -----------------------------------------------------------------------

TEST(Format, IndentsByTwoOrFourSpacesWhateverTheSourceHas) {
  const std::string two = "if true:\n  if true:\n    a = 1\n  else:\n    a = 2\nb = 1\n";
  const std::string four =
      "if true:\n    if true:\n        a = 1\n    else:\n        a = 2\nb = 1\n";
  for (const std::string& text : {two, four}) {
    EXPECT_EQ(Formatted(text, 2), two);
    EXPECT_EQ(Formatted(text, 4), four);
  }
  EXPECT_EQ(Format(Source(two)).unit, 2);
  EXPECT_EQ(Format(Source(four)).unit, 4);
  EXPECT_EQ(Format(Source("a = 1\n  # c\n")).unit, 0);
}

TEST(Format, PutsCommentsTwoSpacesBehindCode) {
  ExpectFormats("a=1#c", "a = 1  #c\n");
  ExpectFormats("a = 1        # c", "a = 1  # c\n");
  ExpectFormats("if true:# c\n  a = 1", "if true:  # c\n    a = 1\n");
}

TEST(Format, AlignsCommentsWithTheOnlyLevelThatTheyCanHave) {
  ExpectFormats("   # c\na = 1\n  # d\nb = 2\n    # e\n", "# c\na = 1\n# d\nb = 2\n# e\n");
  ExpectFormats("if true:\n# c\n      # d\n  a = 1\n# e\n  b = 2\n",
                "if true:\n    # c\n    # d\n    a = 1\n    # e\n    b = 2\n");
}

/// The level that a comment in `column` (from 0) takes between lines of the levels `before` and 0
/// or 1.
std::size_t LevelOfComment(std::size_t unit, std::size_t column, std::size_t before,
                           std::size_t next) {
  std::string text;
  for (std::size_t level = 0; level <= before; ++level) {
    text += std::string(level * unit, ' ') + (level < before ? "if true:\n" : "a = 1\n");
  }
  text += std::string(column, ' ') + "# c\n" + std::string(next * unit, ' ') + "b = 2\n";
  const std::string formatted = Formatted(text);
  const std::size_t comment = formatted.find('#');
  return (comment - formatted.rfind('\n', comment) - 1) / 4;
}

TEST(Format, WhereBlocksEndTheColumnOfACommentDecides) {
  const std::vector<std::size_t> with_two = {0, 1, 1, 2, 2, 3, 3, 3, 3};
  const std::vector<std::size_t> with_four = {0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3};
  for (const std::size_t next : {0, 1}) {
    for (std::size_t column = 0; column < with_two.size(); ++column) {
      EXPECT_EQ(LevelOfComment(2, column, 3, next), std::max(with_two[column], next)) << column;
    }
    for (std::size_t column = 0; column < with_four.size(); ++column) {
      EXPECT_EQ(LevelOfComment(4, column, 3, next), std::max(with_four[column], next)) << column;
    }
  }
}

// ---- What is left alone ------------------------------------------------------------------------

TEST(Format, LeavesProgramsWithSyntaxErrorsAlone) {
  for (const std::string text :
       {"a = \n", "a=1\n\tb=2\n", "if a:\n", "a=1\n   b=2\n", "a=\"\n", "a=1\rb=2\n", "\xFF", "é=1",
        "if a:\n   b=1\n", "a=99999999999999e9999\n"}) {
    const Source source(text);
    const FormatResult result = Format(source);
    EXPECT_FALSE(result.formatted());
    EXPECT_EQ(support::Listing(result.diagnostics, source), support::SyntaxProblems(text));
    EXPECT_FALSE(result.refusal);
    EXPECT_EQ(result.text, "");
    EXPECT_TRUE(result.edits.empty());
  }
}

TEST(Format, ListsAllSyntaxProblems) {
  const Source source("a=\nb=1\nc=(\n");
  EXPECT_EQ(support::Listing(Format(source).diagnostics, source),
            "1:3 expected-expression, 3:4 expected-expression");
}

TEST(Format, DoesNotMindWrongNamesAndTypes) {
  ExpectFormats("a=b+(1<\"s\")", "a = b + (1 < \"s\")\n");
}

std::string FirstSlug(const FormatResult& result) {
  return result.diagnostics.empty() ? "none" : std::string(Info(result.diagnostics[0].code).slug);
}

TEST(Format, HoldsTheLimits) {
  const auto with = [](Limit limit, std::int64_t value) { return *Limits().With(limit, value); };
  const Source source("a=1\n");
  const FormatOptions options;
  EXPECT_EQ(FirstSlug(Format(source, options, with(Limit::kSourceBytes, 3))), "source-bytes");
  EXPECT_EQ(FirstSlug(Format(source, options, with(Limit::kMemoryBytes, 3))), "memory-bytes");
  EXPECT_EQ(FirstSlug(Format(source, options, with(Limit::kTokens, 4))), "tokens");
  EXPECT_EQ(FirstSlug(Format(source, options, with(Limit::kLineChars, 2))), "line-chars");
  EXPECT_TRUE(Format(source, options, with(Limit::kTokens, 5)).formatted());
}

TEST(Format, RefusesToPassALimit) {
  const auto refusal = [](const std::string& text, Limit limit, std::int64_t value) {
    const FormatResult result = Format(Source(text), FormatOptions(), *Limits().With(limit, value));
    EXPECT_EQ(FirstSlug(result), "none");
    EXPECT_EQ(result.formatted(), !result.refusal);
    EXPECT_EQ(result.text.empty(), result.refusal.has_value());
    EXPECT_EQ(result.edits.empty(), result.refusal.has_value());
    if (!result.refusal) return std::string("none");
    const Position at = Source(text).PositionAt(result.refusal->range.begin);
    return std::to_string(at.line) + " " + std::string(Info(result.refusal->code).slug) + ": " +
           result.refusal->message;
  };
  const std::string text = "\n\nb=1\nif true:\n  a=1+2\n";
  EXPECT_EQ(refusal(text, Limit::kLineChars, 13), "none");
  EXPECT_EQ(refusal(text, Limit::kLineChars, 12),
            "5 line-chars: the formatted program would pass a limit: this line is longer than 12 "
            "characters");
  const std::string formatted = "b = 1\nif true:\n    a = 1 + 2\n";
  const auto bytes = static_cast<std::int64_t>(formatted.size());
  EXPECT_EQ(refusal(text, Limit::kSourceBytes, bytes), "none");
  EXPECT_EQ(
      refusal(text, Limit::kSourceBytes, bytes - 1),
      "1 source-bytes: the formatted program would pass a limit: the source is larger than 28 "
      "bytes");
  // 17 tokens, INDENT, DEDENT, NEWLINEs and EOF included.
  EXPECT_EQ(refusal(text, Limit::kMemoryBytes, bytes + 17 * 48), "none");
  EXPECT_EQ(refusal(text, Limit::kMemoryBytes, bytes + 17 * 48 - 1),
            "1 memory-bytes: the formatted program would pass a limit: the run needs more than 844 "
            "bytes");
}

TEST(Format, RefusesTheFirstLineTooLong) {
  const std::string sum = "x=1" + support::Repeat("+1", 680);
  const Source source("a=1\n" + sum + "\n# " + support::Repeat("é", 2046) + "\n");
  EXPECT_EQ(support::SyntaxProblems(source.Text({0, source.size()})), "");
  const FormatResult result = Format(source);
  ASSERT_TRUE(result.refusal);
  EXPECT_EQ(result.refusal->code, Code::kLineTooLong);
  EXPECT_EQ(source.Text(result.refusal->range), sum);
}

TEST(Format, FormatsTheLargestPrograms) {
  const std::string deep = [] {
    std::string text;
    for (std::size_t i = 0; i < 32; ++i) text += std::string(2 * i, ' ') + "if true:\n";
    return text + std::string(64, ' ') + "a=1\n";
  }();
  EXPECT_EQ(Formatted(deep).substr(Formatted(deep).rfind("\n", 5000)), "\n");
  EXPECT_NE(Formatted(deep).find("\n" + std::string(128, ' ') + "a = 1\n"), std::string::npos);
  const std::string many = support::Repeat("x=1\n", 2047);
  EXPECT_EQ(Formatted(many), support::Repeat("x = 1\n", 2047));
}

// ---- Whole programs ----------------------------------------------------------------------------

fs::path Layouts() { return fs::path(AEGIS_SOURCE_DIR) / "tests/syntax/layouts"; }

std::string ReadAll(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::string> LayoutNames() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(Layouts())) {
    const std::string name = entry.path().filename().string();
    const std::size_t end = name.find(".before.aeg");
    if (end != name.npos) names.push_back(name.substr(0, end));
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Layout : public ::testing::TestWithParam<std::string> {};

TEST_P(Layout, BecomesTheExpectedOne) {
  const std::string before = ReadAll(Layouts() / (GetParam() + ".before.aeg"));
  const fs::path path = Layouts() / (GetParam() + ".after.aeg");
  const std::string formatted = Formatted(before);
  EXPECT_NE(formatted, before);
  EXPECT_EQ(Formatted(formatted), formatted);
  const char* update = std::getenv("AEGIS_UPDATE_GOLDEN");
  if (update != nullptr && *update != '\0') std::ofstream(path, std::ios::binary) << formatted;
  EXPECT_EQ(formatted, ReadAll(path)) << "AEGIS_UPDATE_GOLDEN=1 rewrites " << path;
}

INSTANTIATE_TEST_SUITE_P(Format, Layout, ::testing::ValuesIn(LayoutNames()),
                         [](const auto& name) { return name.param; });

TEST(Examples, AreInTheCanonicalLayout) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(AEGIS_SOURCE_DIR) / "examples")) {
    if (entry.path().extension() != ".aeg") continue;
    ++count;
    const std::string text = ReadAll(entry.path());
    EXPECT_EQ(Formatted(text), text) << entry.path();
  }
  EXPECT_GE(count, 6);
}

}  // namespace
}  // namespace aegis

#include "grammar/indentation_filter.h"

#include <AegisLexer.h>
#include <AegisParser.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

// The filter between the generated lexer and a client that writes down what it sees. A transcript
// is one line of text: each token that comes out as its name and its code-point offsets, `NAME
// 0-1`, a structural one with its single offset, `NEWLINE 5`; each problem at the moment it is
// reported, with an exclamation mark.

namespace aegis {
namespace {

using generated::AegisLexer;
using generated::AegisParser;
using Verdict = TokenFilterClient::Verdict;

/// The lexer's input, one char32_t a code point.
class Characters final : public antlr4::ANTLRInputStream {
 public:
  explicit Characters(std::u32string_view text) { _data = std::u32string(text); }
};

const char* Name(TokenProblem problem) {
  switch (problem) {
    case TokenProblem::kIllegalCharacter:
      return "illegal_character";
    case TokenProblem::kMalformedNumber:
      return "malformed_number";
    case TokenProblem::kBadEscape:
      return "bad_escape";
    case TokenProblem::kUnterminatedString:
      return "unterminated_string";
    case TokenProblem::kLineTooLong:
      return "line_too_long";
    case TokenProblem::kTabIndentation:
      return "tab_indentation";
    case TokenProblem::kIndentationUnit:
      return "indentation_unit";
    case TokenProblem::kIndentationMultiple:
      return "indentation_multiple";
    case TokenProblem::kExpectedBlock:
      return "expected_block";
    case TokenProblem::kBlockTooDeep:
      return "block_too_deep";
    case TokenProblem::kUnexpectedIndentation:
      return "unexpected_indentation";
    case TokenProblem::kMissingBlock:
      return "missing_block";
    case TokenProblem::kBlocksNestedTooDeep:
      return "blocks_nested_too_deep";
  }
  return "?";
}

std::string Span(std::size_t begin, std::size_t end) {
  return begin == end ? std::to_string(begin) : std::to_string(begin) + "-" + std::to_string(end);
}

class Rig final : public TokenFilterClient {
 public:
  struct Options {
    std::size_t max_line_chars = 2048;
    std::size_t max_blocks = 32;
    /// The verdict on each token; all are delivered when there is none.
    std::function<Verdict(const std::string&)> on_token;
    Verdict on_problem = Verdict::kDeliver;
    /// Write down what the client is shown as well, with a question mark.
    bool show_judging = false;
  };

  explicit Rig(std::u32string_view text) : Rig(text, Options()) {}
  Rig(std::u32string_view text, Options options)
      : options_(std::move(options)),
        characters_(text),
        lexer_(&characters_),
        filter_(&lexer_, text, options_.max_line_chars, options_.max_blocks, this),
        tokens_(&filter_),
        parser_(&tokens_) {
    lexer_.removeErrorListeners();
  }

  /// The next token, written down.
  std::string Next() {
    const std::unique_ptr<antlr4::Token> token = filter_.nextToken();
    at_end_ = token->getType() == antlr4::Token::EOF;
    Write(Text(*token));
    return Text(*token);
  }

  const std::string& Rest() {
    while (!at_end_) Next();
    return transcript_;
  }

  IndentationFilter& filter() { return filter_; }

  Verdict OnToken(const antlr4::Token& token) override {
    if (options_.show_judging) Write("?" + Text(token));
    return options_.on_token ? options_.on_token(Text(token)) : Verdict::kDeliver;
  }

  Verdict OnProblem(TokenProblem problem, std::size_t begin, std::size_t end,
                    std::size_t unit) override {
    last_unit_ = unit;
    Write(std::string("!") + Name(problem) + " " + Span(begin, end));
    return options_.on_problem;
  }

  /// The unit of indentation that came with the last problem.
  std::size_t last_unit() const { return last_unit_; }

 private:
  std::string Text(const antlr4::Token& token) const {
    return std::string(parser_.getVocabulary().getSymbolicName(token.getType())) + " " +
           Span(token.getStartIndex(), token.getStopIndex() + 1);
  }

  void Write(const std::string& entry) {
    if (!transcript_.empty()) transcript_ += ", ";
    transcript_ += entry;
  }

  Options options_;
  Characters characters_;
  AegisLexer lexer_;
  IndentationFilter filter_;
  // The parser alone knows the names of structural tokens; it reads nothing here.
  antlr4::CommonTokenStream tokens_;
  AegisParser parser_;
  std::string transcript_;
  std::size_t last_unit_ = 0;
  bool at_end_ = false;
};

std::string Filtered(std::u32string_view text) { return Rig(text).Rest(); }

std::string Filtered(std::u32string_view text, Rig::Options options) {
  return Rig(text, std::move(options)).Rest();
}

// ---- Lines --------------------------------------------------------------------------------------

TEST(IndentationFilter, TheEmptyTextIsItsEnd) { EXPECT_EQ(Filtered(U""), "EOF 0"); }

TEST(IndentationFilter, EveryKindOfTokenHasItsName) {
  EXPECT_EQ(Filtered(U"if else and or not true false input print"),
            "IF 0-2, ELSE 3-7, AND 8-11, OR 12-14, NOT 15-18, TRUE 19-23, FALSE 24-29, "
            "INPUT 30-35, PRINT 36-41, NEWLINE 41, EOF 41");
  EXPECT_EQ(Filtered(U"== != <= >= < > = + - * / ^ ( ) "),
            "EQUAL 0-2, NOT_EQUAL 3-5, LESS_EQUAL 6-8, GREATER_EQUAL 9-11, LESS 12-13, "
            "GREATER 14-15, ASSIGN 16-17, PLUS 18-19, MINUS 20-21, STAR 22-23, SLASH 24-25, "
            "CARET 26-27, LEFT_PAREN 28-29, RIGHT_PAREN 30-31, NEWLINE 32, EOF 32");
  EXPECT_EQ(Filtered(U"iffy 12 1.5e-3 \"a\\n\""),
            "NAME 0-4, INT 5-7, FLOAT 8-14, STRING 15-20, NEWLINE 20, EOF 20");
}

TEST(IndentationFilter, TheLongestTokenWins) {
  EXPECT_EQ(Filtered(U"a<=b==c"),
            "NAME 0-1, LESS_EQUAL 1-3, NAME 3-4, EQUAL 4-6, NAME 6-7, NEWLINE 7, EOF 7");
  EXPECT_EQ(Filtered(U"if1 truer 1e5"), "NAME 0-3, NAME 4-9, FLOAT 10-13, NEWLINE 13, EOF 13");
}

TEST(IndentationFilter, NewlineStandsBehindTheLastCodePointOfTheLine) {
  EXPECT_EQ(Filtered(U"a\nb\n"), "NAME 0-1, NEWLINE 1, NAME 2-3, NEWLINE 3, EOF 4");
  EXPECT_EQ(Filtered(U"a  \n"), "NAME 0-1, NEWLINE 3, EOF 4");
  EXPECT_EQ(Filtered(U"a # no: te\n"), "NAME 0-1, NEWLINE 10, EOF 11");
}

TEST(IndentationFilter, CrLfIsOneTerminator) {
  EXPECT_EQ(Filtered(U"a\r\nb\r\n"), "NAME 0-1, NEWLINE 1, NAME 3-4, NEWLINE 4, EOF 6");
  EXPECT_EQ(Filtered(U"a # b\r\n"), "NAME 0-1, NEWLINE 5, EOF 7");
  EXPECT_EQ(Filtered(U"\r\n \r\n#\r\na"), "NAME 8-9, NEWLINE 9, EOF 9");
}

TEST(IndentationFilter, ALastLineWithoutTerminatorGetsANewline) {
  EXPECT_EQ(Filtered(U"a"), "NAME 0-1, NEWLINE 1, EOF 1");
  EXPECT_EQ(Filtered(U"if:\n  b"),
            "IF 0-2, COLON 2-3, NEWLINE 3, INDENT 6, NAME 6-7, NEWLINE 7, DEDENT 7, EOF 7");
}

TEST(IndentationFilter, BlankLinesMakeNoTokens) {
  EXPECT_EQ(Filtered(U"\n   \n# note\n     # note\n"), "EOF 24");
  EXPECT_EQ(Filtered(U"   "), "EOF 3");
  EXPECT_EQ(Filtered(U"#"), "EOF 1");
}

TEST(IndentationFilter, BlankLinesHaveNoEffectOnIndentation) {
  EXPECT_EQ(Filtered(U"if:\n\n # x\n       # y\n  b\n# z\n   \n  c\n"),
            "IF 0-2, COLON 2-3, NEWLINE 3, INDENT 23, NAME 23-24, NEWLINE 24, NAME 35-36, "
            "NEWLINE 36, DEDENT 37, EOF 37");
}

TEST(IndentationFilter, OffsetsCountCodePoints) {
  EXPECT_EQ(Filtered(U"\"\U0001F600ä\" a # \U0001F600\n"),
            "STRING 0-4, NAME 5-6, NEWLINE 10, EOF 11");
}

// ---- Levels -------------------------------------------------------------------------------------

TEST(IndentationFilter, IndentAndDedentStandAtTheFirstCharacterOfTheirLine) {
  EXPECT_EQ(Filtered(U"if:\n  b\nc\n"),
            "IF 0-2, COLON 2-3, NEWLINE 3, INDENT 6, NAME 6-7, NEWLINE 7, DEDENT 8, NAME 8-9, "
            "NEWLINE 9, EOF 10");
}

TEST(IndentationFilter, TheUnitIsTwoOrFour) {
  EXPECT_EQ(Filtered(U"if:\n    if:\n        c\n    d\n"),
            "IF 0-2, COLON 2-3, NEWLINE 3, INDENT 8, IF 8-10, COLON 10-11, NEWLINE 11, "
            "INDENT 20, NAME 20-21, NEWLINE 21, DEDENT 26, NAME 26-27, NEWLINE 27, DEDENT 28, "
            "EOF 28");
  EXPECT_EQ(Filtered(U"if:\n  if:\n    c\n  d\n"),
            "IF 0-2, COLON 2-3, NEWLINE 3, INDENT 6, IF 6-8, COLON 8-9, NEWLINE 9, INDENT 14, "
            "NAME 14-15, NEWLINE 15, DEDENT 18, NAME 18-19, NEWLINE 19, DEDENT 20, EOF 20");
}

TEST(IndentationFilter, OneLineCanCloseSeveralLevels) {
  EXPECT_EQ(Filtered(U"if:\n  if:\n    if:\n      b\nc\n"),
            "IF 0-2, COLON 2-3, NEWLINE 3, INDENT 6, IF 6-8, COLON 8-9, NEWLINE 9, INDENT 14, "
            "IF 14-16, COLON 16-17, NEWLINE 17, INDENT 24, NAME 24-25, NEWLINE 25, DEDENT 26, "
            "DEDENT 26, DEDENT 26, NAME 26-27, NEWLINE 27, EOF 28");
}

TEST(IndentationFilter, TheEndOfTheFileClosesAllLevelsAtItsOwnPosition) {
  EXPECT_EQ(Filtered(U"if:\n  if:\n    b\n\n# end\n"),
            "IF 0-2, COLON 2-3, NEWLINE 3, INDENT 6, IF 6-8, COLON 8-9, NEWLINE 9, INDENT 14, "
            "NAME 14-15, NEWLINE 15, DEDENT 23, DEDENT 23, EOF 23");
  EXPECT_EQ(Filtered(U"if:\n  b\n   # end"),
            "IF 0-2, COLON 2-3, NEWLINE 3, INDENT 6, NAME 6-7, NEWLINE 7, DEDENT 16, EOF 16");
}

TEST(IndentationFilter, OnlyTheLastTokenMakesABlockOpener) {
  EXPECT_EQ(Filtered(U": a\nb\n"), "COLON 0-1, NAME 2-3, NEWLINE 3, NAME 4-5, NEWLINE 5, EOF 6");
  EXPECT_EQ(Filtered(U"if: # b\n  c\n"),
            "IF 0-2, COLON 2-3, NEWLINE 7, INDENT 10, NAME 10-11, NEWLINE 11, DEDENT 12, EOF 12");
  EXPECT_EQ(Filtered(U"a # b:\nc\n"), "NAME 0-1, NEWLINE 6, NAME 7-8, NEWLINE 8, EOF 9");
  EXPECT_EQ(Filtered(U"\":\"\nc\n"), "STRING 0-3, NEWLINE 3, NAME 4-5, NEWLINE 5, EOF 6");
}

// ---- Problems of characters and tokens ----------------------------------------------------------

TEST(IndentationFilter, ReportsIllegalCharactersAtThemselves) {
  EXPECT_EQ(Filtered(U"a $ b"), "NAME 0-1, !illegal_character 2-3, NEWLINE 5, EOF 5");
  EXPECT_EQ(Filtered(U"!"), "!illegal_character 0-1, EOF 1");
  EXPECT_EQ(Filtered(U"a\t"), "NAME 0-1, !illegal_character 1-2, NEWLINE 2, EOF 2");
  EXPECT_EQ(Filtered(U"a # b\tc"), "NAME 0-1, !illegal_character 5-6, NEWLINE 7, EOF 7");
  EXPECT_EQ(Filtered(U"\"a\u0001\""), "!illegal_character 2-3, EOF 4");
  EXPECT_EQ(Filtered(U"\U0010FFFF"), "!illegal_character 0-1, EOF 1");
  EXPECT_EQ(Filtered(U"\uFEFFa"), "!illegal_character 0-1, EOF 2");
  EXPECT_EQ(Filtered(std::u32string_view(U"a\0", 2)),
            "NAME 0-1, !illegal_character 1-2, NEWLINE 2, EOF 2");
}

TEST(IndentationFilter, ReportsACarriageReturnThatNoLineFeedFollows) {
  EXPECT_EQ(Filtered(U"a\rb\n"), "NAME 0-1, !illegal_character 1-2, NEWLINE 3, EOF 4");
  EXPECT_EQ(Filtered(U"a\r\r\n"), "NAME 0-1, !illegal_character 1-2, NEWLINE 2, EOF 4");
  EXPECT_EQ(Filtered(U"#\r"), "!illegal_character 1-2, EOF 2");
  EXPECT_EQ(Filtered(U"\r"), "!illegal_character 0-1, EOF 1");
}

TEST(IndentationFilter, ReportsMalformedNumbersWhole) {
  EXPECT_EQ(Filtered(U"a 12ab.c+"), "NAME 0-1, !malformed_number 2-8, NEWLINE 9, EOF 9");
  EXPECT_EQ(Filtered(U"1."), "!malformed_number 0-2, EOF 2");
  EXPECT_EQ(Filtered(U"1e"), "!malformed_number 0-2, EOF 2");
  EXPECT_EQ(Filtered(U"1e+"), "!malformed_number 0-2, EOF 3");
  EXPECT_EQ(Filtered(U"1.5.2"), "!malformed_number 0-5, EOF 5");
  EXPECT_EQ(Filtered(U".5"), "!illegal_character 0-1, EOF 2");
}

TEST(IndentationFilter, ReportsBadEscapesAtTheirBackslash) {
  EXPECT_EQ(Filtered(U"\"a\\q\""), "!bad_escape 2-3, EOF 5");
  EXPECT_EQ(Filtered(U"\"\\n\\u12G4\""), "!bad_escape 3-4, EOF 10");
  EXPECT_EQ(Filtered(U"\"\\ud800\""), "!bad_escape 1-2, EOF 8");
  EXPECT_EQ(Filtered(U"\"\\ud800\\u0041\""), "!bad_escape 1-2, EOF 14");
  EXPECT_EQ(Filtered(U"\"\\udc00\""), "!bad_escape 1-2, EOF 8");
  EXPECT_EQ(Filtered(U"\"\\"), "!bad_escape 1-2, EOF 2");
  EXPECT_EQ(Filtered(U"\"\\\r\n"), "!bad_escape 1-2, EOF 4");
  EXPECT_EQ(Filtered(U"\"\\\t\""), "!bad_escape 1-2, EOF 4");
}

TEST(IndentationFilter, ReportsOpenStringsFromTheirQuoteOn) {
  EXPECT_EQ(Filtered(U"a \"bc\nd\n"),
            "NAME 0-1, !unterminated_string 2-5, NEWLINE 5, NAME 6-7, NEWLINE 7, EOF 8");
  EXPECT_EQ(Filtered(U"\"a\r\n"), "!unterminated_string 0-2, EOF 4");
  EXPECT_EQ(Filtered(U"\""), "!unterminated_string 0-1, EOF 1");
}

TEST(IndentationFilter, ReportsTheFirstCharacterTooManyOfALine) {
  Rig::Options options;
  options.max_line_chars = 5;
  EXPECT_EQ(Filtered(U"abcde\n", options), "NAME 0-5, NEWLINE 5, EOF 6");
  EXPECT_EQ(Filtered(U"abcdef\n", options), "!line_too_long 5-6, EOF 7");
  EXPECT_EQ(Filtered(U"#bcdef\r\n", options), "!line_too_long 5-6, EOF 8");
  EXPECT_EQ(Filtered(U"      \na\n", options), "!line_too_long 5-6, NAME 7-8, NEWLINE 8, EOF 9");
  EXPECT_EQ(Filtered(U"\t$1a     ", options), "!line_too_long 5-9, EOF 9");
}

// ---- Problems of indentation --------------------------------------------------------------------

TEST(IndentationFilter, ReportsTabsInTheIndentation) {
  EXPECT_EQ(Filtered(U"\ta"), "!tab_indentation 0-1, EOF 2");
  EXPECT_EQ(Filtered(U"a\n \t\n"), "NAME 0-1, NEWLINE 1, !tab_indentation 3-4, EOF 5");
  EXPECT_EQ(Filtered(U"  \t # note\n"), "!tab_indentation 2-3, EOF 11");
}

TEST(IndentationFilter, ReportsAFirstIndentationThatIsNoUnit) {
  EXPECT_EQ(Filtered(U"if:\n   b\n"),
            "IF 0-2, COLON 2-3, NEWLINE 3, !indentation_unit 7, INDENT 7, DEDENT 9, EOF 9");
  EXPECT_EQ(Filtered(U"if:\n b\n"),
            "IF 0-2, COLON 2-3, NEWLINE 3, !indentation_unit 5, INDENT 5, DEDENT 7, EOF 7");
  EXPECT_EQ(Filtered(U"if:\n      b\n"),
            "IF 0-2, COLON 2-3, NEWLINE 3, !indentation_unit 10, INDENT 10, DEDENT 12, EOF 12");
}

TEST(IndentationFilter, ReportsIndentationOffTheUnit) {
  Rig rig(U"if:\n  b\n   c\n d\n");
  EXPECT_EQ(rig.Rest(),
            "IF 0-2, COLON 2-3, NEWLINE 3, INDENT 6, NAME 6-7, NEWLINE 7, "
            "!indentation_multiple 11, !indentation_multiple 14, DEDENT 16, EOF 16");
  EXPECT_EQ(rig.last_unit(), 2U);
  EXPECT_EQ(Filtered(U"if:\n    b\n  c\n"),
            "IF 0-2, COLON 2-3, NEWLINE 3, INDENT 8, NAME 8-9, NEWLINE 9, "
            "!indentation_multiple 12, DEDENT 14, EOF 14");
}

TEST(IndentationFilter, ReportsABlockThatDoesNotStart) {
  EXPECT_EQ(Filtered(U"if:\nb\n"), "IF 0-2, COLON 2-3, NEWLINE 3, !expected_block 4, EOF 6");
  EXPECT_EQ(Filtered(U"if:\n  if:\n  c\n"),
            "IF 0-2, COLON 2-3, NEWLINE 3, INDENT 6, IF 6-8, COLON 8-9, NEWLINE 9, "
            "!expected_block 12, DEDENT 14, EOF 14");
}

TEST(IndentationFilter, ReportsABlockThatIsTooDeep) {
  EXPECT_EQ(Filtered(U"if:\n  if:\n      c\n"),
            "IF 0-2, COLON 2-3, NEWLINE 3, INDENT 6, IF 6-8, COLON 8-9, NEWLINE 9, "
            "!block_too_deep 16, INDENT 16, DEDENT 18, DEDENT 18, EOF 18");
}

TEST(IndentationFilter, ReportsADeeperLineThatNothingOpened) {
  EXPECT_EQ(Filtered(U"a\n  b\nc\n"),
            "NAME 0-1, NEWLINE 1, !unexpected_indentation 4, NAME 6-7, NEWLINE 7, EOF 8");
  EXPECT_EQ(Filtered(U"  a\n"), "!unexpected_indentation 2, EOF 4");
}

TEST(IndentationFilter, ReportsABlockThatTheFileDoesNotHave) {
  EXPECT_EQ(Filtered(U"if:\n"), "IF 0-2, COLON 2-3, NEWLINE 3, !missing_block 4, EOF 4");
  EXPECT_EQ(Filtered(U"if:"), "IF 0-2, COLON 2-3, NEWLINE 3, !missing_block 3, EOF 3");
  EXPECT_EQ(Filtered(U"if:\n\n  # note\n"),
            "IF 0-2, COLON 2-3, NEWLINE 3, !missing_block 14, EOF 14");
}

TEST(IndentationFilter, JudgesIndentationBeforeTheCharacterThere) {
  EXPECT_EQ(Filtered(U"a\n  $\n"), "NAME 0-1, NEWLINE 1, !unexpected_indentation 4, EOF 6");
  EXPECT_EQ(Filtered(U"a\n  \rb\n"), "NAME 0-1, NEWLINE 1, !unexpected_indentation 4, EOF 7");
  EXPECT_EQ(Filtered(U"if:\n$\n"), "IF 0-2, COLON 2-3, NEWLINE 3, !expected_block 4, EOF 6");
}

TEST(IndentationFilter, TheBlockThatPassesTheLimitIsReportedAtItsIndent) {
  Rig::Options options;
  options.max_blocks = 1;
  options.show_judging = true;
  EXPECT_EQ(Filtered(U"if:\n  b\n", options),
            "?IF 0-2, IF 0-2, ?COLON 2-3, COLON 2-3, ?NEWLINE 3, NEWLINE 3, ?INDENT 6, INDENT 6, "
            "?NAME 6-7, NAME 6-7, ?NEWLINE 7, NEWLINE 7, ?DEDENT 8, DEDENT 8, ?EOF 8, EOF 8");
  options.max_blocks = 0;
  options.show_judging = false;
  EXPECT_EQ(Filtered(U"if:\n  if:\n    c\nd\n", options),
            "IF 0-2, COLON 2-3, NEWLINE 3, !blocks_nested_too_deep 6, NAME 14-15, NEWLINE 15, "
            "NAME 16-17, NEWLINE 17, EOF 18")
      << "the blocks inside the one that is too deep are no further problem";
}

// ---- Broken lines -------------------------------------------------------------------------------

TEST(IndentationFilter, AProblemEndsItsLine) {
  EXPECT_EQ(Filtered(U"a $ b $ 1x\nc\n"),
            "NAME 0-1, !illegal_character 2-3, NEWLINE 10, NAME 11-12, NEWLINE 12, EOF 13");
}

TEST(IndentationFilter, ALineWhoseFirstTokenIsWrongLeavesNothing) {
  EXPECT_EQ(Filtered(U"$ a b\nc\n"), "!illegal_character 0-1, NAME 6-7, NEWLINE 7, EOF 8");
}

TEST(IndentationFilter, ABrokenHeaderStillOpensItsBlock) {
  EXPECT_EQ(Filtered(U"if $ a:\n  b\nc\n"),
            "IF 0-2, !illegal_character 3-4, NEWLINE 7, INDENT 10, NAME 10-11, NEWLINE 11, "
            "DEDENT 12, NAME 12-13, NEWLINE 13, EOF 14");
}

TEST(IndentationFilter, ABrokenHeaderWithoutColonOwnsADeeperLine) {
  EXPECT_EQ(Filtered(U"if $\n  b\nc\n"),
            "IF 0-2, !illegal_character 3-4, NEWLINE 4, INDENT 7, NAME 7-8, NEWLINE 8, DEDENT 9, "
            "NAME 9-10, NEWLINE 10, EOF 11");
  EXPECT_EQ(Filtered(U"if $\nc\n"),
            "IF 0-2, !illegal_character 3-4, NEWLINE 4, NAME 5-6, NEWLINE 6, EOF 7");
}

TEST(IndentationFilter, ABlockWithoutOwnerIsAPhantom) {
  EXPECT_EQ(Filtered(U"$ a:\n  b\n  c\nd\n"),
            "!illegal_character 0-1, NAME 7-8, NEWLINE 8, NAME 11-12, NEWLINE 12, NAME 13-14, "
            "NEWLINE 14, EOF 15")
      << "its lines come as if they stood in the enclosing block";
}

TEST(IndentationFilter, AnElseBehindAPhantomIsPassedOverWithItsBlock) {
  EXPECT_EQ(Filtered(U"$ a:\n  b\nelse:\n  c\nd\n"),
            "!illegal_character 0-1, NAME 7-8, NEWLINE 8, NAME 17-18, NEWLINE 18, NAME 19-20, "
            "NEWLINE 20, EOF 21");
}

TEST(IndentationFilter, APhantomLevelHoldsRealOnes) {
  EXPECT_EQ(Filtered(U"$:\n  if:\n    a\n  b\nc\n"),
            "!illegal_character 0-1, IF 5-7, COLON 7-8, NEWLINE 8, INDENT 13, NAME 13-14, "
            "NEWLINE 14, DEDENT 17, NAME 17-18, NEWLINE 18, NAME 19-20, NEWLINE 20, EOF 21");
}

TEST(IndentationFilter, AColonInACommentOpensNothing) {
  EXPECT_EQ(Filtered(U"a # b\tc:\nd\n"),
            "NAME 0-1, !illegal_character 5-6, NEWLINE 8, NAME 9-10, NEWLINE 10, EOF 11")
      << "the comment does not end at the tab in it";
  EXPECT_EQ(Filtered(U"a $ # b:\n  c\n"),
            "NAME 0-1, !illegal_character 2-3, NEWLINE 8, !unexpected_indentation 11, EOF 13");
}

TEST(IndentationFilter, AnOpenStringMayHideAColon) {
  EXPECT_EQ(Filtered(U"if \"a:\n  b\nc\n"),
            "IF 0-2, !unterminated_string 3-6, NEWLINE 6, INDENT 9, NAME 9-10, NEWLINE 10, "
            "DEDENT 11, NAME 11-12, NEWLINE 12, EOF 13");
}

TEST(IndentationFilter, AWrongFirstIndentationIsReportedOnce) {
  EXPECT_EQ(Filtered(U"if:\n   b\n   if:\n      d\ne\n"),
            "IF 0-2, COLON 2-3, NEWLINE 3, !indentation_unit 7, INDENT 7, IF 12-14, COLON 14-15, "
            "NEWLINE 15, INDENT 22, NAME 22-23, NEWLINE 23, DEDENT 24, DEDENT 24, NAME 24-25, "
            "NEWLINE 25, EOF 26");
}

TEST(IndentationFilter, ABlockThatStartsWithATabTakesItsWidthFromTheNextLine) {
  EXPECT_EQ(Filtered(U"if:\n\ta\n  b\nc\n"),
            "IF 0-2, COLON 2-3, NEWLINE 3, !tab_indentation 4-5, INDENT 4, NAME 9-10, "
            "NEWLINE 10, DEDENT 11, NAME 11-12, NEWLINE 12, EOF 13");
}

// ---- BreakLine ----------------------------------------------------------------------------------

TEST(IndentationFilter, BreakLineSkipsTheRestOfTheLine) {
  Rig rig(U"a b c $\nd\n");
  rig.Next();
  EXPECT_FALSE(rig.filter().line_is_broken());
  rig.filter().BreakLine(false);
  EXPECT_TRUE(rig.filter().line_is_broken());
  EXPECT_EQ(rig.Next(), "NEWLINE 7");
  EXPECT_TRUE(rig.filter().line_is_broken()) << "the NEWLINE belongs to the line";
  EXPECT_EQ(rig.Next(), "NAME 8-9");
  EXPECT_FALSE(rig.filter().line_is_broken());
  EXPECT_EQ(rig.Rest(), "NAME 0-1, NEWLINE 7, NAME 8-9, NEWLINE 9, EOF 10");
}

TEST(IndentationFilter, BreakLineInAHeaderLetsItsBlockIn) {
  Rig rig(U"if x y\n  b\nc\n");
  rig.Next();
  rig.filter().BreakLine(true);
  EXPECT_EQ(rig.Rest(),
            "IF 0-2, NEWLINE 6, INDENT 9, NAME 9-10, NEWLINE 10, DEDENT 11, NAME 11-12, "
            "NEWLINE 12, EOF 13");
}

TEST(IndentationFilter, BreakLineOutsideAHeaderMakesItsBlockAPhantom) {
  Rig rig(U"x y:\n  b\nc\n");
  rig.Next();
  rig.filter().BreakLine(false);
  EXPECT_EQ(rig.Rest(), "NAME 0-1, NEWLINE 4, NAME 7-8, NEWLINE 8, NAME 9-10, NEWLINE 10, EOF 11");
}

TEST(IndentationFilter, BreakLineAtTheNewlineOfAHeaderOpensABlockWithoutColon) {
  Rig rig(U"if x\n  b\nc\n");
  rig.Next();
  rig.Next();
  EXPECT_EQ(rig.Next(), "NEWLINE 4");
  rig.filter().BreakLine(true);
  EXPECT_EQ(rig.Rest(),
            "IF 0-2, NAME 3-4, NEWLINE 4, INDENT 7, NAME 7-8, NEWLINE 8, DEDENT 9, NAME 9-10, "
            "NEWLINE 10, EOF 11");
}

// ---- Verdicts -----------------------------------------------------------------------------------

TEST(IndentationFilter, TheClientJudgesEachTokenBeforeItComesOut) {
  Rig::Options options;
  options.show_judging = true;
  EXPECT_EQ(Filtered(U"a $", options),
            "?NAME 0-1, NAME 0-1, !illegal_character 2-3, NEWLINE 3, ?EOF 3, EOF 3")
      << "what ends a broken line is not judged";
}

TEST(IndentationFilter, AProblemIsReportedOnlyWhenItsTokenIsWanted) {
  Rig rig(U"a $");
  EXPECT_EQ(rig.Next(), "NAME 0-1");
  EXPECT_EQ(rig.Rest(), "NAME 0-1, !illegal_character 2-3, NEWLINE 3, EOF 3");
}

TEST(IndentationFilter, ATokenThatTheClientRefusesBreaksItsLine) {
  Rig::Options options;
  options.on_token = [](const std::string& token) {
    return token == "INT 4-5" ? Verdict::kBreakLine : Verdict::kDeliver;
  };
  EXPECT_EQ(Filtered(U"a = 1 $\nb\n", options),
            "NAME 0-1, ASSIGN 2-3, NEWLINE 7, NAME 8-9, NEWLINE 9, EOF 10");
}

TEST(IndentationFilter, StopAtATokenEndsEverything) {
  const std::string all =
      "IF 0-2, COLON 2-3, NEWLINE 3, INDENT 6, NAME 6-7, NEWLINE 7, DEDENT 8, NAME 8-9, "
      "NEWLINE 9, EOF 10";
  for (const std::string stop : {"IF 0-2", "NEWLINE 3", "INDENT 6", "NAME 6-7", "DEDENT 8"}) {
    Rig::Options options;
    options.on_token = [&](const std::string& token) {
      return token == stop ? Verdict::kStop : Verdict::kDeliver;
    };
    Rig rig(U"if:\n  b\nc\n", options);
    EXPECT_EQ(rig.Rest(), all.substr(0, all.find(stop)) + "EOF 10");
    EXPECT_TRUE(rig.filter().line_is_broken());
    EXPECT_EQ(rig.Next(), "EOF 10") << "and again, as often as it is asked for";
  }
}

TEST(IndentationFilter, StopAtAProblemEndsEverything) {
  Rig::Options options;
  options.on_problem = Verdict::kStop;
  EXPECT_EQ(Filtered(U"a $\nb $\n", options), "NAME 0-1, !illegal_character 2-3, EOF 8");
  EXPECT_EQ(Filtered(U"if:\nb $\n", options),
            "IF 0-2, COLON 2-3, NEWLINE 3, !expected_block 4, EOF 8");
  EXPECT_EQ(Filtered(U"if:\n   b $\n", options),
            "IF 0-2, COLON 2-3, NEWLINE 3, !indentation_unit 7, EOF 11");
}

}  // namespace
}  // namespace aegis

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/listing.h"
#include "tests/support/rounds.h"

// What a report of all problems lists (specification, section 5): the first problem of each line
// that has one, and no follow-ups.

namespace aegis {
namespace {

using support::ParseText;
using support::Repeat;
using support::SyntaxProblems;

// ---- Within a line ------------------------------------------------------------------------------

TEST(Recovery, TheRestOfABadLineIsSkipped) {
  EXPECT_EQ(SyntaxProblems("x = = ) $ 1x\ny = 1\n"), "1:5 expected-expression");
  EXPECT_EQ(SyntaxProblems("x = $ = )\ny = 1\n"), "1:5 illegal-character");
  EXPECT_EQ(SyntaxProblems("print 1)\nprint(2)\n"), "1:7 unexpected-token");
  EXPECT_EQ(SyntaxProblems("x 1 \"\n"), "1:3 unknown-statement");
}

TEST(Recovery, EachBadLineHasOneProblem) {
  EXPECT_EQ(SyntaxProblems("x =\ny = 1\nprint(\nz = 1 2\n* 3\n"),
            "1:4 expected-expression, 3:7 expected-expression, 4:7 second-statement, "
            "5:1 expected-statement");
  EXPECT_EQ(SyntaxProblems("a\nb\nc\n"),
            "1:2 unknown-statement, 2:2 unknown-statement, "
            "3:2 unknown-statement");
}

TEST(Recovery, TheFirstProblemOfALineIsTheOneMetFirst) {
  EXPECT_EQ(SyntaxProblems("x = 1 + + $\n"), "1:9 expected-expression");
  EXPECT_EQ(SyntaxProblems("x = 1 + $ +\n"), "1:9 illegal-character");
  EXPECT_EQ(SyntaxProblems("x x = 1x\n"), "1:3 unknown-statement");
  EXPECT_EQ(SyntaxProblems("x = (1 $\n"), "1:8 illegal-character");
}

TEST(Recovery, EveryKindOfTokenCanBeTheOffendingOne) {
  const std::string valid = "a = 1\n";
  for (const std::string token :
       {"if", "else", "and", "or", "not", "true", "input", "print", "==", "<",   "=",
        "+",  "-",    "*",   "^",  "(",   ")",    ":",     "name",  "1",  "1.5", "\"s\""}) {
    const std::string inside = valid + "x = 1 + ) " + token + "\n" + valid;
    if (token != ":") {
      EXPECT_EQ(SyntaxProblems(inside), "2:9 expected-expression") << token;
    }
    const bool starts_statement = token == "if" || token == "print" || token == "name";
    if (starts_statement || token == "else" || token == ":") continue;
    EXPECT_EQ(SyntaxProblems(valid + token + "\n" + valid), "2:1 expected-statement") << token;
    EXPECT_EQ(SyntaxProblems("if a:\n  b = 1\n  " + token + "\n  c = 1\nd = 1\n"),
              "3:3 expected-statement")
        << token;
    EXPECT_EQ(SyntaxProblems("if a:\n  " + token + "\n  c = 1\nd = 1\n"), "2:3 expected-statement")
        << token;
    EXPECT_EQ(SyntaxProblems("if a:\n  " + token + "\nd = 1\n"), "2:3 expected-statement")
        << token << " alone in its block";
  }
}

// ---- Headers and their blocks -------------------------------------------------------------------

TEST(Recovery, ABadHeaderKeepsItsBlocks) {
  for (const std::string header :
       {"if",      "if a",          "if a b",        "if a b:",   "if :",
        "if = 1:", "if a = 1:",     "if a = 1",      "if (a:",    "if (a",
        "if a):",  "if a < b < c:", "if not not a:", "if $:",     "if a $ b:",
        "if \"a:", "if 1x:",        "if a: b = 1",   "if a then", "if a::"}) {
    const std::string listing = SyntaxProblems(header + "\n  b = 1\nelse:\n  c = 1\nd = 1\n");
    EXPECT_EQ(listing.compare(0, 2, "1:"), 0) << header << ": " << listing;
    EXPECT_EQ(listing.find(','), std::string::npos) << header << ": " << listing;
  }
}

TEST(Recovery, ABadElseKeepsItsBlock) {
  for (const std::string header :
       {"else", "else a:", "else if a:", "else $:", "else: b = 1", "else::", "else = :"}) {
    const std::string listing = SyntaxProblems("if a:\n  b = 1\n" + header + "\n  c = 1\nd = 1\n");
    EXPECT_EQ(listing.compare(0, 2, "3:"), 0) << header << ": " << listing;
    EXPECT_EQ(listing.find(','), std::string::npos) << header << ": " << listing;
  }
}

TEST(Recovery, ProblemsInsideTheBlocksOfABadHeaderAreListed) {
  EXPECT_EQ(SyntaxProblems("if a = 1:\n  b = \n  c = 2\nelse\n  d = )\ne = (\n"),
            "1:6 assignment-in-expression, 2:7 expected-expression, 4:5 missing-colon, "
            "5:7 expected-expression, 6:6 expected-expression");
  EXPECT_EQ(SyntaxProblems("elif a:\n  b = \nc = )\n"),
            "1:6 unknown-statement, 2:7 expected-expression, 3:5 expected-expression");
}

TEST(Recovery, ABadLineThatEndsInAColonOpensABlock) {
  EXPECT_EQ(SyntaxProblems("while a:\n  b = 1\n  c = 2\nd = 3\n"), "1:7 unknown-statement");
  EXPECT_EQ(SyntaxProblems("$:\n  b = 1\nd = 3\n"), "1:1 illegal-character");
  EXPECT_EQ(SyntaxProblems("x = 1 +:\n  if a:\n    b = 1\n  c = 2\nd = 3\n"),
            "1:8 expected-expression");
  EXPECT_EQ(SyntaxProblems("x = 1:\n  b = 1\nd = 3\n"), "1:6 second-statement");
}

TEST(Recovery, AnElseBehindABadIfIsNoProblem) {
  EXPECT_EQ(SyntaxProblems("elif a:\n  b = 1\nelse:\n  b = 2\nc = 3\n"), "1:6 unknown-statement");
  EXPECT_EQ(SyntaxProblems("iff a:\n  b = 1\nelse:\n  b = 2\nc = 3\n"), "1:5 unknown-statement");
  EXPECT_EQ(SyntaxProblems("if a:\n  b = 1\nelif c:\n  b = 2\nelse:\n  b = 3\nd = 4\n"),
            "3:6 unknown-statement");
  EXPECT_EQ(SyntaxProblems("if a:\n  b = 1\nelif c:\n  b = 2\nelif d:\n  b = 3\n"),
            "3:6 unknown-statement, 5:6 unknown-statement");
}

TEST(Recovery, AnElseWithoutIfKeepsItsBlock) {
  EXPECT_EQ(SyntaxProblems("else:\n  b = 1\nc = 2\n"), "1:1 else-without-if");
  EXPECT_EQ(SyntaxProblems("if a:\n  b = 1\nc = 2\nelse:\n  b = 1\nd = 3\n"),
            "4:1 else-without-if");
  EXPECT_EQ(SyntaxProblems("if a:\n  b = 1\nelse:\n  b = 2\nelse:\n  b = 3\nc = 4\n"),
            "5:1 else-without-if");
}

TEST(Recovery, AHeaderWithoutColonAndBlockIsOneProblem) {
  EXPECT_EQ(SyntaxProblems("if a\nb = 1\nc = 2\n"), "1:5 missing-colon");
  EXPECT_EQ(SyntaxProblems("if a = 1\nb = 1\nc = 2\n"), "1:6 assignment-in-expression");
  EXPECT_EQ(SyntaxProblems("if a\n"), "1:5 missing-colon");
  EXPECT_EQ(SyntaxProblems("if a:\n  if b\n  c = 1\nd = 2\n"), "2:7 missing-colon");
}

// ---- Indentation --------------------------------------------------------------------------------

TEST(Recovery, AMissingBlockIsOneProblem) {
  EXPECT_EQ(SyntaxProblems("if a:\nb = 1\n"), "2:1 expected-block");
  EXPECT_EQ(SyntaxProblems("if a:\nb = 1\nc = 2\nprint(3)\n"), "2:1 expected-block");
  EXPECT_EQ(SyntaxProblems("if a:\nb = 1\nelse:\n  c = 2\n"), "2:1 expected-block");
  EXPECT_EQ(SyntaxProblems("if a:\nelse:\n  c = 2\n"), "2:1 expected-block");
  EXPECT_EQ(SyntaxProblems("if a:\n  b = 1\nelse:\nc = 2\nd = 3\n"), "4:1 expected-block");
  EXPECT_EQ(SyntaxProblems("if a:\n  if b:\n  c = 1\n  d = 2\ne = 3\n"), "3:3 expected-block");
  EXPECT_EQ(SyntaxProblems("if a:\n  if b:\nc = 1\nd = 2\n"), "3:1 expected-block");
  EXPECT_EQ(SyntaxProblems("if a:\n"), "2:1 missing-block");
  EXPECT_EQ(SyntaxProblems("if a:\n  if b:\n"), "3:1 missing-block");
}

TEST(Recovery, AWrongUnitIsOneProblem) {
  EXPECT_EQ(SyntaxProblems("if a:\n   b = 1\n   c = 2\nelse:\n   d = 3\n"), "2:4 indentation-unit");
  EXPECT_EQ(SyntaxProblems("if a:\n b = 1\n if c:\n  d = 2\ne = 3\n"), "2:2 indentation-unit");
  EXPECT_EQ(SyntaxProblems("if a:\n      b = 1\n      if c:\n            d = 2\ne = 3\n"),
            "2:7 indentation-unit");
}

TEST(Recovery, OneCrookedLineIsOneProblem) {
  EXPECT_EQ(SyntaxProblems("if a:\n  b = 1\n   c = 2\n  d = 3\ne = 4\n"),
            "3:4 indentation-multiple");
  EXPECT_EQ(SyntaxProblems("if a:\n  b = 1\n c = 2\n  d = 3\ne = 4\n"), "3:2 indentation-multiple");
  EXPECT_EQ(SyntaxProblems("if a:\n    b = 1\n  c = 2\n    d = 3\ne = 4\n"),
            "3:3 indentation-multiple");
  EXPECT_EQ(SyntaxProblems("a = 1\n  b = 2\nc = 3\n"), "2:3 unexpected-indentation");
  EXPECT_EQ(SyntaxProblems("if a:\n  b = 1\n    c = 2\n  d = 3\ne = 4\n"),
            "3:5 unexpected-indentation");
}

TEST(Recovery, ACrookedFirstLineDoesNotBlameItsBlock) {
  EXPECT_EQ(SyntaxProblems("if a:\n  if b:\n      c = 1\n    d = 1\n    e = 1\nf = 1\n"),
            "3:7 block-too-deep");
  EXPECT_EQ(SyntaxProblems("if a:\n   c = 1\n  d = 1\n  e = 1\nf = 1\n"), "2:4 indentation-unit");
  EXPECT_EQ(SyntaxProblems("if a:\n c = 1\n  d = 1\n  e = 1\nf = 1\n"), "2:2 indentation-unit");
  EXPECT_EQ(SyntaxProblems("if a:\n     c = 1\n  d = 1\n  e = 1\nf = 1\n"), "2:6 indentation-unit");
  EXPECT_EQ(SyntaxProblems("if a:\n   c = 1\n    d = 1\n    e = 1\nf = 1\n"),
            "2:4 indentation-unit");
}

TEST(Recovery, LinesThatAreTooDeepTogetherAreOneProblem) {
  EXPECT_EQ(SyntaxProblems("a = 1\n  b = 2\n  c = 3\nd = 4\n"), "2:3 unexpected-indentation");
  EXPECT_EQ(SyntaxProblems("if a:\n  if b:\n      c = 1\n      d = 2\n  e = 3\n"),
            "3:7 block-too-deep");
}

TEST(Recovery, TabsAreAProblemOfEachLineThatHasThem) {
  EXPECT_EQ(SyntaxProblems("if a:\n\tb = 1\n\tc = 2\nelse:\n\td = 3\n"),
            "2:1 tab-indentation, 3:1 tab-indentation, 5:1 tab-indentation");
  EXPECT_EQ(SyntaxProblems("if a:\n\tb = 1\n  c = 2\ne = 3\n"), "2:1 tab-indentation");
  EXPECT_EQ(SyntaxProblems("if a:\n  b = 1\n\tc = 2\n  d = 3\ne = 4\n"), "3:1 tab-indentation");
}

TEST(Recovery, ABlockBehindATabIsNoProblem) {
  EXPECT_EQ(SyntaxProblems("if a:\n  b = 1\n\tif c:\n    d = 3\n  e = 4\nf = 5\n"),
            "3:1 tab-indentation");
  EXPECT_EQ(SyntaxProblems("if a:\n    b = 1\n\telse:\n    c = 2\nd = 3\n"), "3:1 tab-indentation");
}

TEST(Recovery, TooManyBlocksAreOneProblem) {
  std::string blocks;
  for (std::size_t depth = 0; depth < 40; ++depth) blocks += Repeat("  ", depth) + "if a:\n";
  EXPECT_EQ(SyntaxProblems(blocks + Repeat("  ", 40) + "b = 1\nc = 2\nd = )\n"),
            "34:67 block-nesting, 43:5 expected-expression");
}

// ---- Limits of lines and tokens -----------------------------------------------------------------

TEST(Recovery, ALongLineIsOneProblem) {
  const std::string comment = "#" + std::string(2048, '-');
  EXPECT_EQ(SyntaxProblems("a = 1" + comment + "\nb = )\n"),
            "1:2049 line-chars, 2:5 expected-expression");
  EXPECT_EQ(SyntaxProblems("if a:\n  b = 1\n  c = 2" + comment + "\n  d = 3\ne = 4\n"),
            "3:2049 line-chars");
  EXPECT_EQ(SyntaxProblems("if a:" + comment + "\n  b = 1\nelse:\n  c = 2\nd = 3\n"),
            "1:2049 line-chars");
}

TEST(Recovery, ALongFirstLineDoesNotBlameItsBlock) {
  const std::string comment = "#" + std::string(2048, '-');
  EXPECT_EQ(SyntaxProblems("if a:\n  b = 1" + comment + "\n  c = 2\nd = 3\n"), "2:2049 line-chars");
  EXPECT_EQ(SyntaxProblems("if a:\n  b = 1" + comment + "\nd = 3\ne = 4\n"), "2:2049 line-chars");
  EXPECT_EQ(SyntaxProblems("if a:\n  if b:" + comment + "\n    c = 2\n  d = 3\ne = 4\n"),
            "2:2049 line-chars");
  EXPECT_EQ(SyntaxProblems("if a:\n    if b:" + comment + "\n        c = 2\n    d = 3\ne = 4\n"),
            "2:2049 line-chars");
}

TEST(Recovery, LiteralAndNameLimitsBreakTheirLine) {
  EXPECT_EQ(SyntaxProblems("a = " + std::string(1300, '9') + " )\nb = )\n"),
            "1:5 integer-literal-bits, 2:5 expected-expression");
  EXPECT_EQ(SyntaxProblems(std::string(65, 'n') + " )\nb = )\n"),
            "1:1 identifier-chars, 2:5 expected-expression");
  EXPECT_EQ(SyntaxProblems("if " + std::string(65, 'n') + ":\n  a = 1\nelse:\n  b = )\n"),
            "1:4 identifier-chars, 4:7 expected-expression");
  EXPECT_EQ(SyntaxProblems("a = 1e309\nb = 1e5000\nc = )\n"),
            "1:5 float-literal-too-large, 2:5 exponent-literal, 3:5 expected-expression");
  EXPECT_EQ(SyntaxProblems("a = " + Repeat("(", 40) + "\nb = )\n"),
            "1:37 expression-nesting, 2:5 expected-expression");
}

TEST(Recovery, ABudgetEndsTheList) {
  const Limits limits = Limits().With(Limit::kTokens, 6).value();
  EXPECT_EQ(SyntaxProblems("a = )\nb = 1\nc = )\n", limits), "1:5 expected-expression, 2:6 tokens");
  EXPECT_EQ(SyntaxProblems("if a:\nb = )\n", Limits().With(Limit::kTokens, 3).value()),
            "1:6 tokens");
}

TEST(Recovery, AnInvalidByteEndsTheList) {
  EXPECT_EQ(SyntaxProblems("a = )\nb = \xFF )\nc = )\n"),
            "1:5 expected-expression, 2:5 invalid-utf8");
  EXPECT_EQ(SyntaxProblems("if a:\n  b = \"\xFF"), "2:8 invalid-utf8");
  EXPECT_EQ(SyntaxProblems("if a:\n\xFF"), "2:1 expected-block");
}

// ---- Comments and strings -----------------------------------------------------------------------

TEST(Recovery, AColonInACommentOpensNothing) {
  EXPECT_EQ(SyntaxProblems("a = 1 # b\tc:\nd = 1\n"), "1:10 tab");
  EXPECT_EQ(SyntaxProblems("a = $ # b:\nd = 1\n"), "1:5 illegal-character");
  EXPECT_EQ(SyntaxProblems("a = 1 $ # b:\n  d = 1\n"),
            "1:7 illegal-character, 2:3 unexpected-indentation");
  EXPECT_EQ(SyntaxProblems("# a\tb:\nc = 1\n"), "1:4 tab");
}

TEST(Recovery, ALastCommentWithAProblemHidesTheMissingBlock) {
  EXPECT_EQ(SyntaxProblems("if a:\n#\r"), "2:2 lone-carriage-return");
  EXPECT_EQ(SyntaxProblems("if a:\n#\r\r\n"), "2:2 lone-carriage-return, 3:1 missing-block");
}

TEST(Recovery, AStringThatIsNotClosedEndsWithItsLine) {
  EXPECT_EQ(SyntaxProblems("a = \"b\nc = \"d\"\ne = \"f\n"),
            "1:5 unterminated-string, 3:5 unterminated-string");
  EXPECT_EQ(SyntaxProblems("if a == \"b:\n  c = 1\nd = 2\n"), "1:9 unterminated-string");
  EXPECT_EQ(SyntaxProblems("if a == \"b\\q\":\n  c = 1\nd = 2\n"), "1:11 bad-escape");
  EXPECT_EQ(SyntaxProblems("a = 'b'\nc = 'd: e'\n"),
            "1:5 illegal-character, 2:5 illegal-character");
}

// ---- Everything at once -------------------------------------------------------------------------

/// A valid program as lines of tokens with their depth.
struct Line {
  std::size_t depth;
  std::vector<std::string> tokens;
};

void AddBlock(std::size_t depth, std::mt19937_64* random, std::vector<Line>* lines) {
  const auto pick = [&](unsigned count) { return (*random)() % count; };
  const auto condition = [&]() -> std::vector<std::string> {
    if (pick(2) == 0) return {"a", "<", "(", "b", "+", "1", ")"};
    return {"not", "(", "c", "==", "\"s\"", ")", "and", "d"};
  };
  for (auto left = 1 + pick(3); left > 0; --left) {
    if (depth < 3 && pick(3) == 0) {
      Line header{depth, condition()};
      header.tokens.insert(header.tokens.begin(), "if");
      header.tokens.push_back(":");
      lines->push_back(header);
      AddBlock(depth + 1, random, lines);
      if (pick(2) == 0) {
        lines->push_back({depth, {"else", ":"}});
        AddBlock(depth + 1, random, lines);
      }
    } else if (pick(2) == 0) {
      lines->push_back({depth, {"x", "=", "-", "y", "*", "2.5"}});
    } else {
      lines->push_back({depth, {"print", "(", "input", "(", ")", ")"}});
    }
  }
}

std::string Written(const std::vector<Line>& lines, std::size_t unit) {
  std::string text;
  for (const Line& line : lines) {
    text.append(line.depth * unit, ' ');
    for (const std::string& token : line.tokens) text += token + " ";
    text += "\n";
  }
  return text;
}

TEST(Recovery, ADamagedLineIsTheOnlyOneListed) {
  static const char* const kDamages[] = {"$", "'",    "1x",    "\"\\q\"", ")",  "=",      "==",
                                         "*", "else", "print", "\"open",  "\t", "9e9999", "true"};
  std::mt19937_64 random(7);
  for (int i = 0; i < support::Rounds(3000); ++i) {
    std::vector<Line> lines;
    AddBlock(0, &random, &lines);
    const std::size_t unit = random() % 2 == 0 ? 2 : 4;
    ASSERT_EQ(SyntaxProblems(Written(lines, unit)), "") << Written(lines, unit);

    // Something is put in or taken out; the colon of a header stays where it is.
    const std::size_t damaged = random() % lines.size();
    std::vector<std::string>& tokens = lines[damaged].tokens;
    const std::size_t header = tokens.back() == ":" ? 1 : 0;
    const std::size_t at = random() % (tokens.size() - header);
    const auto place = tokens.begin() + static_cast<std::ptrdiff_t>(at);
    if (random() % 4 == 0) {
      tokens.erase(place);
    } else {
      tokens.insert(place + 1, kDamages[random() % std::size(kDamages)]);
    }
    const std::string text = Written(lines, unit);
    const std::string listing = SyntaxProblems(text);
    EXPECT_EQ(listing.find(','), std::string::npos) << text << listing;
    const std::string line = std::to_string(damaged + 1) + ":";
    EXPECT_TRUE(listing.empty() || listing.compare(0, line.size(), line) == 0) << text << listing;
  }
}

TEST(Recovery, NoLineIsListedTwiceAndLinesAscend) {
  static const char* const kPieces[] = {
      "if ",   "else", ":",  "\n", "\n",    "\n  ",  "\n    ", "x",    " = ", "1", "1x",
      "\"s\"", "\"",   "(",  ")",  "print", "input", "+",      "not ", "<",   "$", "\t",
      "# c",   "\r",   "\\", "'",  "é",     "\n   ", "true",   "- ",   "a:",  "^ "};
  std::mt19937_64 random(8);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (auto left = random() % 40; left > 0; --left) {
      text += kPieces[random() % std::size(kPieces)];
    }
    const ParseResult result = ParseText(text);
    const Source source(text);
    std::uint32_t before = 0;
    for (const Diagnostic& diagnostic : result.diagnostics) {
      ASSERT_TRUE(diagnostic.range) << text;
      ASSERT_LE(diagnostic.range->begin, diagnostic.range->end) << text;
      ASSERT_LE(diagnostic.range->end, source.size()) << text;
      const std::uint32_t line = source.PositionAt(diagnostic.range->begin).line;
      ASSERT_LT(before, line) << text << "\n" << SyntaxProblems(text);
      before = line;
    }
  }
}

TEST(Recovery, ThePartsBelowNeverWriteToTheConsole) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  std::mt19937_64 random(9);
  for (const std::string text : {"x = = 1\n", "if a\n  b\nelse\nc\n", "\xFF", "print(\n", "a $ b\n",
                                 "\"\\q\n", ")\n:\n", "if a:\nb\n", "else:\n  else:\n"}) {
    ParseText(text);
  }
  for (int i = 0; i < 500; ++i) {
    std::string text;
    for (auto left = random() % 200; left > 0; --left) {
      text += static_cast<char>(random() % 4 == 0 ? random() % 256 : 32 + random() % 96);
    }
    ParseText(text);
  }
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace aegis

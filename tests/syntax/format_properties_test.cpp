// What must hold for every program, tried on thousands of random ones in random layouts.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "interp/session.h"
#include "syntax/format.h"
#include "syntax/scan.h"
#include "tests/support/listing.h"
#include "tests/support/rounds.h"
#include "tests/syntax/random_program.h"

namespace aegis::syntax_test {
namespace {

/// Enough for what formatting adds to the size of a source, so that nothing else depends on it.
Limits Roomy() { return *Limits().With(Limit::kMemoryBytes, 100'000'000); }

std::string Formatted(const std::string& text, int indent = 4) {
  const FormatResult result = Format(Source(text), FormatOptions{indent}, Roomy());
  EXPECT_TRUE(result.formatted()) << support::Listing(result.diagnostics, Source(text)) << "\n"
                                  << (result.refusal ? result.refusal->message : "") << text;
  return result.text;
}

/// The tokens and comments, one a line; without the spaces behind a comment.
std::vector<std::string> Spelling(const std::string& text) {
  const Source source(text);
  std::vector<std::string> spelling;
  for (const ScannedToken& token : Scan(source)) {
    std::string piece = source.Text(token.range);
    if (token.lexeme == Lexeme::kComment) piece.erase(piece.find_last_not_of(' ') + 1);
    spelling.push_back(piece);
  }
  return spelling;
}

/// The tokens as the parser sees them.
std::vector<std::string> Structure(const std::string& text) {
  Budget budget(Roomy(), support::FrozenClock());
  std::vector<std::string> kinds;
  for (const TokenInfo& token : Tokenize(Source(text), &budget).tokens) kinds.push_back(token.kind);
  return kinds;
}

/// How a run with three inputs ends, without positions, and what every pause has delivered.
std::string Behaviour(const std::string& text) {
  Session session = Session::Start(text, Roomy(), support::FrozenClock());
  std::string behaviour;
  const auto record = [&] {
    const Envelope& now = session.envelope();
    behaviour += std::to_string(static_cast<int>(now.status)) + " " +
                 std::to_string(static_cast<int>(now.execution)) + " " + now.output + "\n";
    if (now.request) behaviour += "request " + std::to_string(now.request->index) + "\n";
    if (now.error) behaviour += std::string(Info(now.error->code).id) + now.error->message + "\n";
  };
  record();
  for (const char* input : {"a", "", "é"}) {
    if (session.envelope().status != Status::kInputRequired) break;
    session.Resume(input);
    record();
  }
  return behaviour;
}

/// The text behind those edits that `chosen` picks.
template <typename Chosen>
std::string Apply(const Source& source, const std::vector<SpaceEdit>& edits, Chosen chosen) {
  std::string text;
  std::uint32_t at = 0;
  for (const SpaceEdit& edit : edits) {
    EXPECT_LE(at, edit.range.begin);
    if (!chosen()) continue;
    text += source.Text({at, edit.range.begin}) + edit.text;
    at = edit.range.end;
  }
  return text + source.Text({at, source.size()});
}

/// Hands `count` random programs to `check`, each in a layout with two or with four spaces a level.
template <typename Check>
void ForRandomPrograms(unsigned seed, int count, Check check) {
  Random random(seed);
  for (int i = 0; i < support::Rounds(count) && !::testing::Test::HasFailure(); ++i) {
    const RandomProgram program = MakeRandomProgram(&random);
    const std::size_t unit = random.OneIn(2) ? 2 : 4;
    const std::string text = program.AnyLayout(&random, unit);
    SCOPED_TRACE("program " + std::to_string(i) + "\n" + text);
    check(program, text, unit, &random);
  }
}

TEST(FormatProperties, EveryLayoutBecomesTheCanonicalOne) {
  ForRandomPrograms(1, 12000, [](const auto& program, const auto& text, auto, Random* random) {
    const std::size_t indent = random->OneIn(2) ? 2 : 4;
    ASSERT_EQ(Formatted(text, static_cast<int>(indent)), program.Canonical(indent));
  });
}

TEST(FormatProperties, TokensAndCommentsStayAsTheyAre) {
  std::size_t comments = 0;
  ForRandomPrograms(2, 5000, [&](const auto&, const auto& text, auto, Random* random) {
    const std::string formatted = Formatted(text, random->OneIn(2) ? 2 : 4);
    const std::vector<std::string> spelling = Spelling(text);
    ASSERT_EQ(Spelling(formatted), spelling);
    ASSERT_EQ(Structure(formatted), Structure(text));
    comments += static_cast<std::size_t>(std::count_if(
        spelling.begin(), spelling.end(), [](const auto& piece) { return piece[0] == '#'; }));
  });
  EXPECT_GT(comments, support::Rounds(5000));
}

TEST(FormatProperties, ResultsStayAsTheyAre) {
  int ended = 0;
  int paused = 0;
  int failed = 0;
  ForRandomPrograms(3, 6000, [&](const auto&, const auto& text, auto, Random* random) {
    const std::string behaviour = Behaviour(text);
    ASSERT_EQ(Behaviour(Formatted(text, random->OneIn(2) ? 2 : 4)), behaviour);
    ++(behaviour.find("request") != behaviour.npos ? paused
       : behaviour.find("AEG") != behaviour.npos   ? failed
                                                   : ended);
  });
  // The programs are worth trying only when all three are common.
  EXPECT_GT(ended, support::Rounds(1000));
  EXPECT_GT(paused, support::Rounds(1000));
  EXPECT_GT(failed, support::Rounds(1000));
}

TEST(FormatProperties, FormattingTwiceChangesNothing) {
  ForRandomPrograms(4, 5000, [](const auto&, const auto& text, auto, Random* random) {
    const int indent = random->OneIn(2) ? 2 : 4;
    const std::string formatted = Formatted(text, indent);
    const FormatResult again = Format(Source(formatted), FormatOptions{indent}, Roomy());
    ASSERT_TRUE(again.formatted());
    ASSERT_EQ(again.text, formatted);
    ASSERT_TRUE(again.edits.empty());
  });
}

TEST(FormatProperties, TwoAndFourSpacesAgree) {
  ForRandomPrograms(5, 2500, [](const auto&, const auto& text, auto, Random*) {
    const std::string with_two = Formatted(text, 2);
    const std::string with_four = Formatted(text, 4);
    ASSERT_EQ(Formatted(with_two, 4), with_four);
    ASSERT_EQ(Formatted(with_four, 2), with_two);
  });
}

TEST(FormatProperties, EditsTurnTheSourceIntoTheText) {
  ForRandomPrograms(6, 4000, [](const auto&, const auto& text, auto, Random*) {
    const Source source(text);
    const FormatResult result = Format(source, FormatOptions(), Roomy());
    ASSERT_EQ(Apply(source, result.edits, [] { return true; }), result.text);
    for (const SpaceEdit& edit : result.edits) {
      ASSERT_EQ(edit.text.find_first_not_of(" \n"), std::string::npos);
      ASSERT_EQ(source.Text(edit.range).find_first_not_of(" \r\n"), std::string::npos);
      ASSERT_NE(source.Text(edit.range), edit.text);
      const std::uint32_t line = source.LineIndexAt(edit.range.begin);
      ASSERT_LE(edit.range.end, source.lines()[line].next);
    }
  });
}

TEST(FormatProperties, AnyEditsCanBeLeftOutWhereTheUnitStays) {
  ForRandomPrograms(7, 4000, [](const auto&, const auto& text, auto unit, Random* random) {
    const Source source(text);
    const FormatResult result = Format(source, FormatOptions{static_cast<int>(unit)}, Roomy());
    ASSERT_TRUE(result.unit == 0 || result.unit == static_cast<int>(unit));
    const std::string partly = Apply(source, result.edits, [&] { return random->OneIn(2); });
    ASSERT_EQ(Spelling(partly), Spelling(text));
    ASSERT_EQ(Structure(partly), Structure(text));
  });
}

}  // namespace
}  // namespace aegis::syntax_test

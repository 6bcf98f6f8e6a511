// `aegis run` in conversation, and at its edges; golden/run.txt shows its everyday use.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "tests/cli/process.h"

namespace aegis::cli_test {
namespace {

constexpr const char* kEcho = "print(input())\n";
constexpr const char* kTwoQuestions =
    "print(\"one?\")\na = input()\nprint(\"two?\")\nb = input()\nprint(a + b)\n";

TEST(Run, DeliversTheNewOutputAtEachPauseAndTakesInputOnlyThen) {
  Workplace workplace;
  Conversation talk(Conversation::Through::kPipes, {"run", workplace.Write("a", kTwoQuestions)});
  EXPECT_EQ(talk.HearUntil("\n"), "one?\n");
  talk.Say("x\n");
  EXPECT_EQ(talk.HearUntil("\n"), "two?\n");
  talk.Say("y\n");
  EXPECT_EQ(talk.HearAll(), "xy\n");
  EXPECT_EQ(talk.Status(), 0);
}

TEST(Run, ReadsNoInputThatIsNotAskedFor) {
  Workplace workplace;
  workplace.Write("a", "print(1)\n");
  // Standard input stays open: reading it would wait for ever.
  Conversation talk(Conversation::Through::kPipes, {"run", "a"});
  EXPECT_EQ(talk.HearAll(), "1\n");
  EXPECT_EQ(talk.Status(), 0);
}

TEST(Run, TellsSomebodyAtATerminalThatItWaits) {
  Workplace workplace;
  workplace.Write("a", kTwoQuestions);
  Conversation talk(Conversation::Through::kTerminal, {"run", "a", "--input", "x"});
  EXPECT_EQ(talk.HearUntil("(a:4:5)\r\n"),
            "one?\r\ntwo?\r\naegis: waiting for input 2 (a:4:5)\r\n");
  talk.Say("y\n");
  EXPECT_EQ(talk.HearAll(), "y\r\nxy\r\n");  // the terminal's echo first
  EXPECT_EQ(talk.Status(), 0);
}

TEST(Run, EndsWithStatus3WhenTheTerminalGivesNoMore) {
  Workplace workplace;
  workplace.Write("a", kEcho);
  Conversation talk(Conversation::Through::kTerminal, {"run", "a"});
  talk.HearUntil("waiting for input 1 (a:1:7)\r\n");
  talk.EndInput();
  EXPECT_NE(talk.HearAll().find("wants input 1 (a:1:7), and none is left"), std::string::npos);
  EXPECT_EQ(talk.Status(), 3);
}

TEST(Run, TakesEveryTextOfInputAsItIs) {
  Workplace workplace;
  workplace.Write("a", kEcho);
  for (const std::string text : {"", "-", "--", "--json", "-5", "[1,2]", "{}", "%%", "a=b",
                                 "two words", "\"quoted\"", "'", "\\n", "é", "\t", "\n"}) {
    EXPECT_EQ(Aegis({"run", "a", "--input", text}).out, text + "\n");
    EXPECT_EQ(Aegis({"run", "a", "--input=" + text}).out, text + "\n");
  }
}

TEST(Run, StripsOneLineEndFromEachLineOfInput) {
  Workplace workplace;
  workplace.Write("a", kEcho);
  EXPECT_EQ(Aegis({"run", "a"}, "x\n").out, "x\n");
  EXPECT_EQ(Aegis({"run", "a"}, "x\r\n").out, "x\n");
  EXPECT_EQ(Aegis({"run", "a"}, "x\r\r\n").out, "x\r\n");
  EXPECT_EQ(Aegis({"run", "a"}, "x").out, "x\n");
  EXPECT_EQ(Aegis({"run", "a"}, "x\r").out, "x\r\n");
  EXPECT_EQ(Aegis({"run", "a"}, "\n").out, "\n");
  EXPECT_EQ(Aegis({"run", "a"}, std::string("\0\n", 2)).out, std::string("\0\n", 2));
  EXPECT_EQ(Aegis({"run", "a"}, "").status, 3);
  workplace.Write("b", "print(input())\nprint(input())\n");
  EXPECT_EQ(Aegis({"run", "b"}, "x\n").status, 3);  // no second line after the terminator
}

/// The code of the error, or the status of the run.
std::string Verdict(const Outcome& outcome) {
  const std::size_t at = outcome.out.find("AEG");
  if (at != std::string::npos) return outcome.out.substr(at, 7);
  return outcome.out.substr(0, outcome.out.find(','));
}

TEST(Run, JudgesInputOfAnyLengthAsTheLanguageDoes) {
  Workplace workplace;
  workplace.Write("a", "x = input()\n");
  const Arguments run = {"run", "a", "--json"};
  const std::string kLongest(16384, 'x');
  const std::string kHuge(3000000, 'x');
  EXPECT_EQ(Verdict(Aegis(run, kLongest + "\n")), "{\"status\":\"ok\"");
  EXPECT_EQ(Verdict(Aegis(run, kLongest + "\r\n")), "{\"status\":\"ok\"");
  EXPECT_EQ(Verdict(Aegis(run, kLongest + "\r")), "AEG0611");
  EXPECT_EQ(Verdict(Aegis(run, kLongest + "x\n")), "AEG0611");
  EXPECT_EQ(Verdict(Aegis(run, kHuge + "\n")), "AEG0611");
  // Validity is judged before length, in text that is too long to keep, too.
  EXPECT_EQ(Verdict(Aegis(run, kLongest + "xxx\xFF\n")), "AEG0507");
  EXPECT_EQ(Verdict(Aegis(run, kHuge + "\xFF")), "AEG0507");
  EXPECT_EQ(Verdict(Aegis(run, kHuge + "\xC3\n")), "AEG0507");
  // Sequences of two and four bytes, over every border of the pieces that are read.
  std::string accents = "x";
  std::string smileys = "xxx";
  for (int i = 0; i < 200000; ++i) accents += "é";
  for (int i = 0; i < 100000; ++i) smileys += "🙂";
  EXPECT_EQ(Verdict(Aegis(run, accents)), "AEG0611");
  EXPECT_EQ(Verdict(Aegis(run, smileys)), "AEG0611");
}

TEST(Run, FollowsRaisedAndLoweredLimits) {
  Workplace workplace;
  workplace.Write("a", kEcho);
  EXPECT_EQ(Aegis({"run", "a", "--limit", "input_bytes=2", "--input", "abc"}).status, 1);
  EXPECT_EQ(Aegis({"run", "a", "--limit=input_bytes=3", "--input", "abc"}).status, 0);
  EXPECT_EQ(Aegis({"run", "a", "--limit", "input_bytes=20000", "--limit", "string_bytes=20000"},
                  std::string(20000, 'x'))
                .out.size(),
            20001U);
}

TEST(Run, CountsTheOtherProblemsOfAProgram) {
  Workplace workplace;
  workplace.Write("one", "print(a)\n");
  workplace.Write("two", "print(a)\nprint(b)\n");
  EXPECT_EQ(Aegis({"run", "one"}).err.find("more problem"), std::string::npos);
  EXPECT_NE(Aegis({"run", "two"}).err.find("aegis: 1 more problem;"), std::string::npos);
}

TEST(Run, TellsWhyAFileCannotBeRead) {
  Workplace workplace;
  EXPECT_EQ(Aegis({"run", "none"}).status, 2);
  EXPECT_EQ(Aegis({"run", ""}).err, "aegis: cannot read ``: No such file or directory\n");
  workplace.Write("closed", kEcho);
  std::filesystem::permissions("closed", std::filesystem::perms::none);
  if (access("closed", R_OK) == 0) GTEST_SKIP() << "this user may read everything";
  const Outcome outcome = Aegis({"run", "closed"});
  EXPECT_EQ(outcome.err, "aegis: cannot read `closed`: Permission denied\n");
  EXPECT_EQ(outcome.status, 2);
}

TEST(Run, ReadsNoMoreOfAFileThanItNeeds) {
  const Outcome outcome = Aegis({"run", "/dev/zero", "--json"});
  EXPECT_EQ(Verdict(outcome), "AEG0601");
  EXPECT_EQ(outcome.status, 1);
}

TEST(Run, TakesNamesThatLookLikeOptionsAfterTwoDashes) {
  Workplace workplace;
  workplace.Write("--json", "print(1)\n");
  EXPECT_EQ(Aegis({"run", "--", "--json"}).out, "1\n");
}

}  // namespace
}  // namespace aegis::cli_test

// `aegis fuzz` as people use it. That its properties notice faults is shown by tests/mutants; what
// a failure looks like is provoked here from outside, by taking from the process what it needs to
// ask the command line for its opinion.

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "fuzz/property.h"
#include "tests/cli/process.h"

namespace aegis::cli_test {
namespace {

/// Whether `text` has `part`, and if not, what it has.
testing::AssertionResult Has(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "`" << part << "` is missing in:\n" << text;
}

/// `sh -c` with a limit for the command; what it prints goes through a pipe, because files may be
/// what is limited. The status is the last line.
std::string Limited(const std::string& limit, const std::string& command) {
  return Shell("(ulimit " + limit + "; " + command + "; echo \"status $?\") 2>&1 | cat").out;
}

TEST(Fuzz, ListsEveryPropertyWithItsClaim) {
  const Outcome outcome = Aegis({"fuzz", "--list"});
  EXPECT_EQ(outcome.status, 0);
  std::size_t lines = 0;
  for (const char c : outcome.out) lines += c == '\n' ? 1 : 0;
  EXPECT_EQ(lines, fuzz::Properties().size());
  for (const fuzz::Property& property : fuzz::Properties()) {
    EXPECT_TRUE(Has(outcome.out, std::string(property.name) + " "));
    EXPECT_TRUE(Has(outcome.out, std::string(property.claim) + "\n"));
  }
}

TEST(Fuzz, MakesTheSameProgramsOfTheSameSeed) {
  // The time that it took stands in front.
  const auto tally = [](const char* seed) {
    const Outcome outcome = Aegis({"fuzz", "--seed", seed, "--runs", "60", "--jobs", "2"});
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    EXPECT_TRUE(Has(outcome.out, "every property holds\n"));
    EXPECT_TRUE(Has(outcome.out, "seed " + std::string(seed) + ", "));
    return outcome.out.substr(outcome.out.find(" s: "));
  };
  const std::string first = tally("77");
  EXPECT_TRUE(Has(first, "60 programs"));
  EXPECT_EQ(tally("77"), first);
  EXPECT_NE(tally("78"), first);
}

TEST(Fuzz, TakesAFreshSeedWithoutOne) {
  const auto seed = [] {
    const std::string out = Aegis({"fuzz", "--runs", "1", "--property", "format"}).out;
    return out.substr(0, out.find(','));
  };
  EXPECT_NE(seed(), seed());  // fails by chance once in a thousand million
}

TEST(Fuzz, EndsAfterItsSeconds) {
  const Outcome outcome = Aegis({"fuzz", "--seconds", "1", "--property", "tokens"});
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(Has(outcome.out, "every property holds\n"));
}

TEST(Fuzz, RefusesWrongUsage) {
  const auto refusal = [](Arguments arguments) {
    arguments.insert(arguments.begin(), "fuzz");
    const Outcome outcome = Aegis(arguments);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  EXPECT_TRUE(
      Has(refusal({"--property", "paus"}), "there is none named `paus`; did you mean `pause`?"));
  EXPECT_TRUE(Has(refusal({"--property", "zebra"}), "there is none named `zebra`\n"));
  for (const char* number : {"0", "-1", "x", "1.5"}) {
    EXPECT_TRUE(Has(refusal({"--runs", number}), "--runs"));
    EXPECT_TRUE(Has(refusal({"--seconds", number}), "--seconds"));
    EXPECT_TRUE(Has(refusal({"--jobs", number}), "--jobs"));
  }
  EXPECT_TRUE(Has(refusal({"--jobs", "65"}), "--jobs"));
  EXPECT_TRUE(Has(refusal({"--seed", "-1"}), "--seed"));
  EXPECT_TRUE(Has(refusal({"a.aeg", "--runs", "5"}), "FILE: does not go with --runs"));
  EXPECT_TRUE(Has(refusal({"a.aeg", "--seconds", "5"}), "FILE: does not go with --runs"));
}

TEST(Fuzz, TellsWhichFileCannotBeRead) {
  Workplace place;
  const Outcome outcome = Aegis({"fuzz", "no.aeg"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(Has(outcome.err, "no.aeg"));
}

TEST(Fuzz, AsksAboutStandardInput) {
  const Outcome outcome = Aegis({"fuzz", "-"}, "print(input())\n");
  EXPECT_EQ(outcome.out, "every property holds\n");
  EXPECT_EQ(outcome.status, 0);
}

TEST(Fuzz, EveryPropertyHoldsForTheCorpus) {
  Arguments arguments = {"fuzz", "--seed", "1"};
  const std::filesystem::path corpus(AEGIS_SOURCE_DIR "/tests/corpus");
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
    if (entry.path().extension() == ".aeg") arguments.push_back(entry.path().string());
  }
  ASSERT_GE(arguments.size(), 100U);
  const Outcome outcome = Aegis(arguments);
  EXPECT_EQ(outcome.out, "every property holds\n");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(Fuzz, ShowsAMinimizedProgramAndHowToSeeItAgain) {
  // Files of no bytes kill the process that asks `aegis run`.
  const std::string out = Limited("-f 0", "aegis fuzz --seed 5 --runs 300 --property parity");
  EXPECT_TRUE(Has(out, "property `parity` does not hold: command line, batch, library and"));
  EXPECT_TRUE(Has(out, "\nthe process died of signal "));
  EXPECT_TRUE(Has(out, "\nthe program, minimised from "));
  EXPECT_TRUE(Has(out, "\nstatus 1\n"));
  std::smatch again;
  ASSERT_TRUE(std::regex_search(
      out, again, std::regex("\nagain: (aegis fuzz --property parity --seed [0-9]+ --runs 1)\n")))
      << out;
  const std::string second = Limited("-f 0", again[1]);
  EXPECT_TRUE(Has(second, "property `parity` does not hold"));
  EXPECT_EQ(second.substr(second.find("\nagain")), out.substr(out.find("\nagain")));
  EXPECT_EQ(Shell(again[1]).status, 0);
}

TEST(Fuzz, ShowsAProgramThatIsNoTextInHexadecimal) {
  Workplace place;
  std::string files;
  for (int byte = 0x80; byte < 0x100; ++byte) {
    const std::string name = std::to_string(byte) + ".aeg";
    files += " " + place.Write(name, std::string(1, static_cast<char>(byte)));
  }
  const std::string out = Limited("-f 0", "aegis fuzz --property parity --seed 3" + files);
  std::smatch shown;
  ASSERT_TRUE(std::regex_search(out, shown,
                                std::regex("again: aegis fuzz --property parity --seed 3 "
                                           "([0-9]+)\\.aeg\nthe program, minimised from 1 to 1 "
                                           "bytes:\n\nsource_hex: ([0-9a-f]{2})\n")))
      << out;
  EXPECT_EQ(std::stoi(shown[1]), std::stoi(shown[2], nullptr, 16));
  EXPECT_TRUE(Has(out, "status 1\n"));
}

#if !defined(__SANITIZE_ADDRESS__)  // whose library could not be opened either
TEST(Fuzz, TellsWhenTheSystemGivesNoMeans) {
  // The question to `aegis run` takes two files, and the pipe to ask it in another process as many.
  const std::string out = Limited("-n 4", "aegis fuzz --seed 5 --runs 300 --property parity");
  EXPECT_TRUE(Has(out, "\naegis: pipe: Too many open files\nstatus 2\n"));
}
#endif

}  // namespace
}  // namespace aegis::cli_test

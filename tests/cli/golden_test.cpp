// The transcripts in golden/ show what people see: a line that starts with `$ ` is a command, which
// a shell carries out, and the lines up to the next command are all that it prints, then `[N]` when
// its exit status N is not 0. The commands of a transcript share an empty folder. Lines before the
// first command explain the transcript.
//
// With the environment variable AEGIS_UPDATE_GOLDEN=1, the transcripts are rewritten to what the
// commands do; review the difference.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/process.h"

namespace aegis::cli_test {
namespace {

namespace fs = std::filesystem;

fs::path Folder() { return fs::path(AEGIS_SOURCE_DIR) / "tests/cli/golden"; }

std::vector<std::string> Transcripts() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(Folder())) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// `transcript` with everything that its commands print replaced by what they print now.
std::string Replay(const std::string& transcript) {
  const Workplace workplace;
  std::istringstream lines(transcript);
  std::string replayed;
  std::string line;
  bool started = false;
  while (std::getline(lines, line)) {
    const bool command = line.rfind("$ ", 0) == 0;
    if (!started || command) replayed += line + "\n";
    if (!command) continue;
    started = true;
    const Outcome outcome = Shell("exec 2>&1\n" + line.substr(2));
    replayed += outcome.out;
    if (!outcome.out.empty() && outcome.out.back() != '\n') replayed += "\n";
    if (outcome.status != 0) replayed += "[" + std::to_string(outcome.status) + "]\n";
  }
  return replayed;
}

/// The first line in which two texts differ, as `line 3: is "a", should be "b"`; empty when none
/// is.
std::string Difference(const std::string& actual, const std::string& expected) {
  std::istringstream actual_lines(actual);
  std::istringstream expected_lines(expected);
  for (int number = 1;; ++number) {
    std::string is;
    std::string should_be;
    const bool more_actual = static_cast<bool>(std::getline(actual_lines, is));
    const bool more_expected = static_cast<bool>(std::getline(expected_lines, should_be));
    if (!more_actual && !more_expected) return "";
    if (is == should_be && more_actual == more_expected) continue;
    return "line " + std::to_string(number) + ": is \"" + is + "\", should be \"" + should_be +
           "\"";
  }
}

class Golden : public ::testing::TestWithParam<std::string> {};

TEST_P(Golden, Transcript) {
  const fs::path path = Folder() / (GetParam() + ".txt");
  const std::string expected = ReadAll(path.string());
  ASSERT_NE(expected.find("$ aegis"), std::string::npos) << "no commands in " << path;
  const std::string actual = Replay(expected);
  const char* update = std::getenv("AEGIS_UPDATE_GOLDEN");
  if (update != nullptr && *update != '\0') {
    if (actual != expected) std::ofstream(path, std::ios::binary) << actual;
  } else {
    EXPECT_EQ(Difference(actual, expected), "") << "AEGIS_UPDATE_GOLDEN=1 rewrites " << path;
  }
}

INSTANTIATE_TEST_SUITE_P(Cli, Golden, ::testing::ValuesIn(Transcripts()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace aegis::cli_test

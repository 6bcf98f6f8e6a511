// The completion script for bash, used as bash uses it, and the pages that it offers.

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "docs/bundle.h"
#include "syntax/diagnostic.h"
#include "syntax/limits.h"
#include "tests/cli/process.h"

namespace aegis::cli_test {
namespace {

using Words = std::vector<std::string>;

/// What bash offers for the last of `words`, which are the words of its line.
Words Offered(const std::string& words) {
  const Outcome outcome = Shell(
      "exec bash -u -c '\n"
      "source <(aegis completion bash)\n"
      "COMP_WORDS=(" +
      words +
      ")\n"
      "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
      "_aegis && printf \"%s\\n\" \"${COMPREPLY[@]}\"'");
  EXPECT_EQ(outcome.err, "") << words;
  Words offered;
  std::istringstream lines(outcome.out);
  std::string line;
  while (std::getline(lines, line)) {
    if (!line.empty()) offered.push_back(line);
  }
  return offered;
}

TEST(Completion, OffersCommandsAndOptions) {
  EXPECT_EQ(Offered("aegis \"\""), (Words{"run", "check", "fmt", "batch", "tokens", "ast", "docs",
                                          "explain", "lsp", "mcp", "wake", "fuzz", "completion"}));
  EXPECT_EQ(Offered("aegis che"), Words{"check"});
  EXPECT_EQ(Offered("aegis --"), (Words{"--version", "--help"}));
  EXPECT_EQ(Offered("aegis run --"), (Words{"--help", "--input", "--json", "--limit"}));
  EXPECT_EQ(Offered("aegis check --f"), Words{"--format"});
  EXPECT_EQ(Offered("aegis nothing-like-it --f"), Words{});
}

TEST(Completion, OffersTheWordsThatCanFollow) {
  EXPECT_EQ(Offered("aegis check --format \"\""), (Words{"text", "json", "sarif"}));
  EXPECT_EQ(Offered("aegis check --format = j"), Words{"json"});
  EXPECT_EQ(Offered("aegis check --format ="), (Words{"text", "json", "sarif"}));
  EXPECT_EQ(Offered("aegis completion \"\""), (Words{"bash", "zsh", "fish"}));
  EXPECT_EQ(Offered("aegis run --limit = o"), (Words{"operations=", "output_bytes="}));
  EXPECT_EQ(Offered("aegis run --limit tokens = 5"), Words{});
  EXPECT_EQ(Offered("aegis run --input \"\""), Words{});
  Words limits;
  for (const LimitInfo& info : Limits::Infos()) limits.push_back(std::string(info.name) + "=");
  for (const char* command : {"run", "check", "tokens", "ast", "mcp", "wake"}) {
    EXPECT_EQ(Offered(std::string("aegis ") + command + " --limit \"\""), limits);
  }
}

TEST(Completion, OffersFilesWhereFilesGo) {
  Workplace workplace;
  workplace.Write("two words.aeg", "");
  EXPECT_EQ(Offered("aegis run tw"), Words{"two words.aeg"});
  EXPECT_EQ(Offered("aegis check --limit tokens=5 tw"), Words{"two words.aeg"});
  EXPECT_EQ(Offered("aegis run --limit tw"), Words{});
  EXPECT_EQ(Offered("aegis docs tw"), Words{});
}

TEST(Completion, OffersEveryCodeAndEachHasAPage) {
  const Words codes = Offered("aegis explain \"\"");
  ASSERT_EQ(codes.size(), AllCodes().size());
  const std::string list = Aegis({"explain"}).out;
  for (const CodeInfo& info : AllCodes()) {
    const std::string id(info.id);
    EXPECT_NE(list.find("  " + id + "  "), std::string::npos) << id;
    EXPECT_EQ(Aegis({"explain", id}).out.find("# " + id + ": "), 0U);
  }
}

TEST(Completion, OffersEveryTopicAndEachHasAPage) {
  const std::string list = Aegis({"docs"}).out;
  std::size_t topics = 0;
  for (const std::string& topic : Offered("aegis docs \"\"")) {
    EXPECT_NE(list.find("  " + topic + " "), std::string::npos) << topic;
    const Outcome outcome = Aegis({"docs", topic});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_GT(outcome.out.size(), 100U) << topic;
    ++topics;
  }
  EXPECT_EQ(topics, BundledDocs().size() + BundledExamples().size() + 1);
  for (const BundledFile& file : BundledDocs()) {
    EXPECT_EQ(Aegis({"docs", std::string(file.name)}).out, file.content);
  }
  for (const BundledFile& file : BundledExamples()) {
    EXPECT_EQ(Aegis({"docs", std::string(file.name)}).out, file.content);
  }
}

TEST(Completion, NamesEverythingInTheOtherShellsToo) {
  for (const char* shell : {"zsh", "fish"}) {
    const Outcome outcome = Aegis({"completion", shell});
    EXPECT_EQ(outcome.status, 0);
    for (const char* word : {"run", "check", "batch", "tokens", "ast", "docs", "explain", "mcp",
                             "wake", "completion", "operations=", "text json sarif",
                             "bash zsh fish", "AEG0302", "language", "version", "input"}) {
      EXPECT_NE(outcome.out.find(word), std::string::npos) << shell << " " << word;
    }
  }
}

}  // namespace
}  // namespace aegis::cli_test

// Every ```console fence of the documents is a session that is run here, word for word: a line that
// starts with `$ ` is a command, `> ` continues it, and the lines up to the next command are what
// it prints. The sessions of a document share a folder of their own with the project's examples in
// it, and find `aegis` in the path.
//
// With AEGIS_UPDATE_GOLDEN set, the documents are rewritten to what the commands print.

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/docs/markdown.h"

namespace aegis::docs {
namespace {

namespace fs = std::filesystem;

struct Command {
  std::string script;    ///< what the shell is given
  std::string verbatim;  ///< the lines of the document, with `$ ` and `> `
  std::string expected;
};

std::vector<Command> ReadSession(const std::string& text) {
  std::vector<Command> commands;
  std::istringstream lines(text);
  std::string line;
  bool in_command = false;
  while (std::getline(lines, line)) {
    if (line.rfind("$ ", 0) == 0) {
      commands.push_back({line.substr(2) + "\n", line + "\n", ""});
      in_command = true;
    } else if (in_command && line.rfind("> ", 0) == 0) {
      commands.back().script += line.substr(2) + "\n";
      commands.back().verbatim += line + "\n";
    } else if (commands.empty()) {
      ADD_FAILURE() << "the session does not start with a command: " << line;
      break;
    } else {
      commands.back().expected += line + "\n";
      in_command = false;
    }
  }
  return commands;
}

/// A folder for the sessions of one document, and the current one while it lives.
class Workplace {
 public:
  Workplace() : before_(fs::current_path()) {
    std::string name = (fs::temp_directory_path() / "aegis-docs-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder");
    folder_ = name;
    fs::create_directory_symlink(fs::path(AEGIS_SOURCE_DIR) / "examples", folder_ / "examples");
    fs::current_path(folder_);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  ~Workplace() {
    std::error_code ignored;
    fs::current_path(before_, ignored);
    fs::remove_all(folder_, ignored);
  }

 private:
  fs::path before_;
  fs::path folder_;
};

std::string RunInShell(const std::string& script) {
  std::ofstream("session.sh") << script;
  std::FILE* pipe = popen("sh session.sh 2>&1 </dev/null", "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start a shell");
  std::string output;
  char buffer[4096];
  std::size_t count;
  while ((count = std::fread(buffer, 1, sizeof buffer, pipe)) > 0) output.append(buffer, count);
  pclose(pipe);
  fs::remove("session.sh");
  return output;
}

void PrepareEnvironment() {
  const std::string folder = fs::path(AEGIS_BINARY).parent_path().string();
  const char* const path = getenv("PATH");
  setenv("PATH", (folder + ":" + (path == nullptr ? "/usr/bin:/bin" : path)).c_str(), 1);
}

/// What `text` becomes when each session in it shows what its commands print.
std::string WithActualOutput(const std::string& text, int* commands) {
  std::string result = text;
  std::size_t from = 0;
  for (const Fence& fence : Fences(text)) {
    if (fence.info != "console") continue;
    std::string actual;
    for (const Command& command : ReadSession(fence.text)) {
      actual += command.verbatim + RunInShell(command.script);
      ++*commands;
    }
    const std::string opening = "```console\n";
    const std::size_t at = result.find(opening + fence.text, from) + opening.size();
    result.replace(at, fence.text.size(), actual);
    from = at + actual.size();
  }
  return result;
}

TEST(Console, EverySessionPrintsWhatTheDocumentShows) {
  PrepareEnvironment();
  const char* const wish = getenv("AEGIS_UPDATE_GOLDEN");
  const bool update = wish != nullptr && *wish != '\0';
  int commands = 0;
  for (const Document& document : Documents()) {
    SCOPED_TRACE(document.path);
    std::string actual;
    {
      const Workplace workplace;
      actual = WithActualOutput(document.text, &commands);
    }
    if (update && actual != document.text) {
      std::ofstream(fs::path(AEGIS_SOURCE_DIR) / document.path, std::ios::binary) << actual;
      continue;
    }
    EXPECT_EQ(actual, document.text);
  }
  EXPECT_GE(commands, 10);
}

TEST(Console, ReadsCommandsAndTheirOutput) {
  const std::vector<Command> commands =
      ReadSession("$ cat <<E\n> > x\n> E\n> x\n$ true\n$ echo\n\n");
  ASSERT_EQ(commands.size(), 3U);
  EXPECT_EQ(commands[0].script, "cat <<E\n> x\nE\nx\n");
  EXPECT_EQ(commands[0].expected, "");
  EXPECT_EQ(commands[1].script, "true\n");
  EXPECT_EQ(commands[2].expected, "\n");
}

TEST(Console, SeesADifference) {
  PrepareEnvironment();
  const Workplace workplace;
  int commands = 0;
  EXPECT_EQ(WithActualOutput("```console\n$ echo a\nb\n$ aegis run examples/greet.aeg --input x\n"
                             "```\n",
                             &commands),
            "```console\n$ echo a\na\n$ aegis run examples/greet.aeg --input x\nHello, x!\n```\n");
  EXPECT_EQ(commands, 2);
}

}  // namespace
}  // namespace aegis::docs

// What `aegis fmt` does to files, and its differences, which a small reader of patches and, where
// they are installed, `patch` and `git` apply; golden/fmt.txt shows the rest.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/process.h"
#include "tests/syntax/random_program.h"

namespace aegis::cli_test {
namespace {

namespace fs = std::filesystem;

const char* const kCrooked = "a=1\nif a==1:\n  print( a )\n";
const char* const kStraight = "a = 1\nif a == 1:\n    print(a)\n";

struct stat StatOf(const std::string& path) {
  struct stat status;
  EXPECT_EQ(lstat(path.c_str(), &status), 0) << path;
  return status;
}

/// The names in the current folder, hidden ones included.
std::vector<std::string> Names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(".")) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// ---- Writing -----------------------------------------------------------------------------------

TEST(FmtWrite, RewritesTheFilesThatChangeAndListsThem) {
  Workplace workplace;
  workplace.Write("a", kCrooked);
  workplace.Write("b", kStraight);
  const Outcome outcome = Aegis({"fmt", "--write", "a", "b"});
  EXPECT_EQ(outcome.out, "a\n");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(ReadAll("a"), kStraight);
  EXPECT_EQ(Names(), (std::vector<std::string>{"a", "b"}));
}

TEST(FmtWrite, DoesNotTouchAFileThatNeedsNoChange) {
  Workplace workplace;
  workplace.Write("a", kStraight);
  workplace.Write("broken", "a=(\n");
  const struct stat a = StatOf("a");
  const struct stat broken = StatOf("broken");
  EXPECT_EQ(Aegis({"fmt", "--write", "a", "broken"}).status, 1);
  for (const auto& [before, now] :
       {std::pair(a, StatOf("a")), std::pair(broken, StatOf("broken"))}) {
    EXPECT_EQ(now.st_ino, before.st_ino);
    EXPECT_EQ(now.st_mtim.tv_sec, before.st_mtim.tv_sec);
    EXPECT_EQ(now.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
  }
  EXPECT_EQ(ReadAll("broken"), "a=(\n");
}

TEST(FmtWrite, KeepsTheMode) {
  Workplace workplace;
  for (const mode_t mode : {0600, 0644, 0755, 0664, 01640}) {
    workplace.Write("a", kCrooked);
    ASSERT_EQ(chmod("a", mode), 0);
    EXPECT_EQ(Aegis({"fmt", "--write", "a"}).status, 0);
    EXPECT_EQ(StatOf("a").st_mode & 07777, mode);
    EXPECT_EQ(ReadAll("a"), kStraight);
  }
}

TEST(FmtWrite, KeepsTheOwner) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  Workplace workplace;
  workplace.Write("a", kCrooked);
  ASSERT_EQ(chown("a", 1234, 4321), 0);
  EXPECT_EQ(Aegis({"fmt", "--write", "a"}).status, 0);
  EXPECT_EQ(StatOf("a").st_uid, 1234U);
  EXPECT_EQ(StatOf("a").st_gid, 4321U);
  EXPECT_EQ(ReadAll("a"), kStraight);
}

TEST(FmtWrite, FollowsSymbolicLinks) {
  Workplace workplace;
  fs::create_directory("folder");
  workplace.Write("folder/a", kCrooked);
  fs::create_symlink("folder/a", "link");
  fs::create_symlink("link", "second");
  EXPECT_EQ(Aegis({"fmt", "--write", "second"}).out, "second\n");
  EXPECT_EQ(ReadAll("folder/a"), kStraight);
  EXPECT_EQ(fs::read_symlink("link"), "folder/a");
  EXPECT_EQ(fs::read_symlink("second"), "link");
  EXPECT_EQ(Names(), (std::vector<std::string>{"folder", "link", "second"}));
}

TEST(FmtWrite, RefusesWhatIsNoFile) {
  Workplace workplace;
  const Outcome pipe = Shell(
      "mkfifo pipe\nprintf 'a=1' > pipe &\naegis fmt --write pipe\nstatus=$?\nwait\nexit $status");
  EXPECT_EQ(pipe.err, "aegis: cannot write `pipe`: not a regular file\n");
  EXPECT_EQ(pipe.status, 2);
  EXPECT_EQ(Aegis({"fmt", "--write", "/dev/null"}).status, 0);  // an empty program is formatted
}

TEST(FmtWrite, LeavesAReadOnlyFileAlone) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write every file";
  Workplace workplace;
  workplace.Write("a", kCrooked);
  ASSERT_EQ(chmod("a", 0444), 0);
  const Outcome outcome = Aegis({"fmt", "--write", "a"});
  EXPECT_EQ(outcome.err, "aegis: cannot write `a`: Permission denied\n");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(ReadAll("a"), kCrooked);
}

TEST(FmtWrite, LeavesAFileInAReadOnlyFolderAlone) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write in every folder";
  Workplace workplace;
  fs::create_directory("folder");
  workplace.Write("folder/a", kCrooked);
  ASSERT_EQ(chmod("folder", 0555), 0);
  const Outcome outcome = Aegis({"fmt", "--write", "folder/a"});
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "aegis: cannot write `folder/a`: Permission denied\n");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(ReadAll("folder/a"), kCrooked);
  chmod("folder", 0755);
}

TEST(FmtWrite, LeavesTheFileAloneWhenItCannotWriteAllOfIt) {
  Workplace workplace;
  workplace.Write("a", kCrooked);
  workplace.Write("b", kStraight);
  // With this limit every write into a file fails; what is printed goes through a pipe.
  const Outcome outcome =
      Shell("{ trap '' XFSZ; ulimit -f 0; aegis fmt --write a b 2>&1; echo $?; } | cat");
  EXPECT_EQ(outcome.out, "aegis: cannot write `a`: File too large\n2\n");
  EXPECT_EQ(ReadAll("a"), kCrooked);
  EXPECT_EQ(Names(), (std::vector<std::string>{"a", "b"}));
}

TEST(FmtWrite, GoesOnBehindAProblem) {
  Workplace workplace;
  workplace.Write("a", kCrooked);
  workplace.Write("broken", "a=(\n");
  const Outcome outcome = Aegis({"fmt", "--write", "none", "broken", "a"});
  EXPECT_EQ(outcome.out, "a\n");
  EXPECT_EQ(outcome.err.find("aegis: cannot read `none`: No such file or directory\nbroken:1:4: "),
            0U)
      << outcome.err;
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(ReadAll("a"), kStraight);
}

TEST(Fmt, ReportsSyntaxErrorsAsCheckDoes) {
  Workplace workplace;
  workplace.Write("broken", "x = (\nif x\n\ty = 1\nz = \"\n");
  const Outcome check = Aegis({"check", "broken"});
  for (const char* option : {"--check", "--diff", "--write", "--indent=4"}) {
    const Outcome outcome = Aegis({"fmt", option, "broken"});
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, check.out);
    EXPECT_EQ(outcome.status, 1);
  }
}

TEST(Fmt, ShowsNamesSafely) {
  Workplace workplace;
  const std::string name = "a\x1B[1m\nb";
  workplace.Write(name, kCrooked);
  EXPECT_EQ(Aegis({"fmt", "--check", name}).out, "a␛[1m␊b\n");
}

// ---- Differences -------------------------------------------------------------------------------

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

/// Applies the hunks of one file's difference to `text`, and holds them to the format on the way.
std::string Patched(const std::string& text, const std::string& diff) {
  const std::vector<std::string> old_lines = LinesOf(text);
  std::vector<std::string> lines = LinesOf(diff);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] != "\\ No newline at end of file\n") continue;
    lines[i - 1].pop_back();
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i--));
  }
  EXPECT_EQ(lines.at(0).substr(0, 4), "--- ");
  EXPECT_EQ(lines.at(1).substr(0, 4), "+++ ");
  std::vector<std::string> result;
  std::size_t at = 0;  // in the old lines
  std::size_t i = 2;
  while (i < lines.size()) {
    std::size_t begin[2];
    std::size_t count[2];
    std::size_t end = 2;
    for (int side = 0; side < 2; ++side) {  // `@@ -1,2 +3 @@`
      const std::string& head = lines[i];
      EXPECT_EQ(head.substr(end, 2), side == 0 ? " -" : " +");
      std::size_t used = 0;
      end += 2;
      begin[side] = std::stoul(head.substr(end), &used);
      end += used;
      count[side] = 1;
      if (head[end] != ',') continue;
      count[side] = std::stoul(head.substr(++end), &used);
      end += used;
    }
    EXPECT_EQ(lines[i].substr(end), " @@\n");
    ++i;
    const std::size_t first = begin[0] - (count[0] > 0 ? 1 : 0);
    while (at < first) result.push_back(old_lines.at(at++));
    EXPECT_EQ(result.size(), begin[1] - (count[1] > 0 ? 1 : 0));
    std::size_t context = 0;  // at the start and at the end of the hunk
    std::size_t seen[2] = {0, 0};
    bool changed = false;
    for (; i < lines.size() && lines[i][0] != '@'; ++i) {
      const std::string line = lines[i].substr(1);
      const char mark = lines[i][0];
      if (mark != '+') {
        EXPECT_EQ(old_lines.at(at++), line);
        ++seen[0];
      }
      if (mark != '-') {
        result.push_back(line);
        ++seen[1];
      }
      if (mark != ' ' && !changed) {
        EXPECT_TRUE(context == 3 || first == 0) << diff;
      }
      changed = changed || mark != ' ';
      context = mark == ' ' ? context + 1 : 0;
      EXPECT_LE(context, 6U);
    }
    EXPECT_TRUE(context == 3 || at == old_lines.size()) << diff;
    EXPECT_EQ(seen[0], count[0]);
    EXPECT_EQ(seen[1], count[1]);
  }
  while (at < old_lines.size()) result.push_back(old_lines[at++]);
  std::string patched;
  for (const std::string& line : result) patched += line;
  return patched;
}

/// Programs whose differences have their corners.
std::vector<std::string> Programs() {
  std::vector<std::string> programs = {
      kCrooked,
      "x = 1",
      "x=1",
      "\n\n",
      "   ",
      "x = 1\n\n",
      "\n\nx = 1\n",
      "x = 1\r\ny = 2\r\n",
      "x = 1\n\n\n\ny = 2\n",
  };
  // Two changes with so many lines between them that their hunks meet, touch, and part.
  for (int gap = 0; gap < 9; ++gap) {
    std::string text = "a=1\n";
    for (int i = 0; i < gap; ++i) text += "b = " + std::to_string(i) + "\n";
    programs.push_back(text + "c=1\n");
    programs.push_back("b = 1\n" + text + "c=1\nd = 1\ne = 1\nf = 1\ng = 1");
  }
  syntax_test::Random random(8);
  for (int i = 0; i < 60; ++i) {
    programs.push_back(syntax_test::MakeRandomProgram(&random).AnyLayout(&random, 4));
  }
  return programs;
}

TEST(FmtDiff, TurnsTheFileIntoTheFormattedOne) {
  Workplace workplace;
  for (const std::string& program : Programs()) {
    SCOPED_TRACE(program);
    workplace.Write("a b", program);
    const Outcome formatted = Aegis({"fmt", "a b"});
    const Outcome diff = Aegis({"fmt", "--diff", "a b"});
    EXPECT_EQ(diff.status, 0);
    if (program == formatted.out) {
      EXPECT_EQ(diff.out, "");
    } else {
      EXPECT_EQ(diff.out.substr(0, 18), "--- a b\t\n+++ a b\t\n");
      EXPECT_EQ(Patched(program, diff.out), formatted.out);
      EXPECT_EQ(Aegis({"fmt", "--diff", "--check", "a b"}).status, 1);
    }
    EXPECT_EQ(Aegis({"fmt", "--diff", "--write", "a b"}).out, diff.out);
    EXPECT_EQ(ReadAll("a b"), formatted.out);
  }
}

/// Formats files of unusual names with what `command` makes of the difference of all of them.
void ExpectApplies(const std::string& command) {
  Workplace workplace;
  const std::vector<std::string> names = {"plain.aeg", "two words.aeg", "é\"\\.aeg", "tab\tend"};
  std::vector<std::string> programs = Programs();
  Arguments arguments = {"fmt", "--diff"};
  std::vector<std::string> formatted;
  for (std::size_t i = 0; i < names.size(); ++i) {
    // The last ones are random; those that end up empty would be deleted by some.
    workplace.Write(names[i], programs[programs.size() - 1 - i]);
    arguments.push_back(names[i]);
    formatted.push_back(Aegis({"fmt", names[i]}).out);
    ASSERT_NE(formatted.back(), "");
  }
  workplace.Write("difference", Aegis(arguments).out);
  const Outcome outcome = Shell(command + " < difference");
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(ReadAll(names[i]), formatted[i]);
}

TEST(FmtDiff, IsWhatPatchTakes) {
  if (Shell("patch --version").status != 0) GTEST_SKIP() << "patch is not installed";
  ExpectApplies("patch -p0 --binary");
}

TEST(FmtDiff, IsWhatGitTakes) {
  if (Shell("git --version").status != 0) GTEST_SKIP() << "git is not installed";
  // Not in a repository that the folder of temporary files may be in.
  ExpectApplies(
      "unset GIT_DIR GIT_WORK_TREE\n"
      "GIT_CEILING_DIRECTORIES=$(dirname \"$PWD\") git apply -p0 --whitespace=nowarn");
}

}  // namespace
}  // namespace aegis::cli_test

// What happens when output cannot be written, and when it goes to a terminal.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "tests/cli/process.h"

namespace aegis::cli_test {
namespace {

TEST(Output, ThatCannotBeWrittenIsAnError) {
  for (const std::string command :
       {"docs language", "--help", "--version", "completion bash", "run a", "check a",
        "check a --format json", "tokens a", "ast a", "explain 101"}) {
    Workplace workplace;
    workplace.Write("a", "print(1 == 1.0)\n");
    const Outcome full = Shell("exec aegis " + command + " > /dev/full");
    EXPECT_EQ(full.status, 2) << command;
    EXPECT_NE(full.err.find("aegis: cannot write the output: No space left on device\n"),
              std::string::npos)
        << command;
    EXPECT_EQ(Shell("exec aegis " + command + " >&-").status, 2) << command;
  }
}

TEST(Output, WaitsForAPipeThatDoesNotBlock) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_NONBLOCK), 0);
  const int capacity = fcntl(ends[1], F_SETPIPE_SZ, 4096);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    execl(AEGIS_BINARY, "aegis", "docs", "language", static_cast<char*>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  // Not a byte is read before the pipe is full, so what comes next has to wait.
  int filled = 0;
  siginfo_t ended{};
  while (filled < capacity && ended.si_pid == 0) {
    ioctl(ends[0], FIONREAD, &filled);
    waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT);
  }
  fcntl(ends[0], F_SETFL, 0);
  std::string heard;
  char buffer[4096];
  ssize_t count;
  while ((count = read(ends[0], buffer, sizeof buffer)) > 0) {
    heard.append(buffer, static_cast<std::size_t>(count));
  }
  close(ends[0]);
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(heard, Aegis({"docs", "language"}).out);
}

TEST(Output, ThatNobodyReadsEndsTheCommandQuietly) {
  // `yes` never ends by itself: it does only when batch stops reading, which it does only when it
  // notices that `head` has gone.
  const Outcome outcome = Shell("yes '{\"source\": \"print(1)\"}' | aegis batch | head -n 2");
  EXPECT_EQ(outcome.out,
            "{\"status\":\"ok\",\"execution\":\"completed\",\"output\":\"1\\n\"}\n"
            "{\"status\":\"ok\",\"execution\":\"completed\",\"output\":\"1\\n\"}\n");
  EXPECT_EQ(outcome.err.find("aegis"), std::string::npos) << outcome.err;
}

TEST(Output, ThatNobodyReadsIsNoSignalAndNoFailure) {
  Workplace workplace;
  workplace.Write("a", "x = input()\nprint(\"gone\")\n");
  Conversation talk(Conversation::Through::kPipes, {"run", "a"});
  talk.StopListening();
  talk.Say("x\n");
  EXPECT_EQ(talk.Status(), 0);
}

/// What `check` says of a program with an error at a terminal where `variables` are set.
std::string AtATerminal(const std::string& no_color, const std::string& term) {
  Workplace workplace;
  workplace.Write("a", "print(x)\n");
  setenv("TERM", term.c_str(), 1);
  no_color == "unset" ? unsetenv("NO_COLOR") : setenv("NO_COLOR", no_color.c_str(), 1);
  Conversation talk(Conversation::Through::kTerminal, {"check", "a"});
  const std::string heard = talk.HearAll();
  EXPECT_EQ(talk.Status(), 1);
  unsetenv("NO_COLOR");
  return heard;
}

TEST(Output, IsColouredAtATerminalUnlessUnwanted) {
  const std::string plain =
      "a:1:7: error[AEG0301]: `x` is never assigned\r\n"
      "  1 | print(x)\r\n"
      "    |       ^\r\n"
      "checked 1 file: 1 error\r\n";
  const std::string coloured =
      "\x1b[1ma:1:7:\x1b[0m \x1b[1;31merror[AEG0301]:\x1b[0m `x` is never assigned\r\n"
      "\x1b[34m  1 |\x1b[0m print(x)\r\n"
      "\x1b[34m    |\x1b[0m       \x1b[1;31m^\x1b[0m\r\n"
      "checked 1 file: 1 error\r\n";
  EXPECT_EQ(AtATerminal("unset", "xterm"), coloured);
  EXPECT_EQ(AtATerminal("", "xterm"), coloured);
  EXPECT_EQ(AtATerminal("1", "xterm"), plain);
  EXPECT_EQ(AtATerminal("0", "xterm"), plain);
  EXPECT_EQ(AtATerminal("unset", "dumb"), plain);
}

TEST(Output, HasNoColourInAFile) {
  Workplace workplace;
  workplace.Write("a", "print(x)\n");
  setenv("TERM", "xterm", 1);
  EXPECT_EQ(Aegis({"check", "a"}).out.find('\x1b'), std::string::npos);
  EXPECT_EQ(Aegis({"run", "a"}).err.find('\x1b'), std::string::npos);
}

TEST(Output, OfAnErrorCannotActOnATerminal) {
  Workplace workplace;
  for (const std::string bytes : {"\x1b", "\x7f", "\xc2\x9b", "\xe2\x80\xae", "\xe2\x81\xa6",
                                  "\xe2\x80\xa8", "\xef\xbb\xbf", "\xf3\xa0\x80\x81", "\x07"}) {
    workplace.Write("a", "x = " + bytes + "\n");
    const Outcome check = Aegis({"check", "a"});
    EXPECT_EQ(check.status, 1);
    EXPECT_EQ(check.out.find(bytes), std::string::npos) << check.out;
    EXPECT_EQ(Aegis({"run", "a"}).err.find(bytes), std::string::npos);
  }
}

}  // namespace
}  // namespace aegis::cli_test

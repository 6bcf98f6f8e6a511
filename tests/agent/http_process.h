#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

namespace aegis::mcp {

/// An `aegis mcp --http` of its own.
class HttpProcess {
 public:
  explicit HttpProcess(std::vector<std::string> options) {
    std::vector<std::string> arguments = {AEGIS_BINARY, "mcp", "--http", "127.0.0.1:0"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    int ends[2];
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    pid_ = fork();
    if (pid_ == 0) {
      dup2(ends[1], 2);
      execv(words[0], words.data());
      _exit(127);
    }
    close(ends[1]);
    std::string line;
    for (char byte = 0; byte != '\n' && read(ends[0], &byte, 1) == 1;) line += byte;
    err_ = ends[0];
    const std::size_t colon = line.rfind(':');
    EXPECT_NE(line.find("listening on http://127.0.0.1:"), std::string::npos) << line;
    port_ = colon == std::string::npos ? 0 : std::atoi(line.c_str() + colon + 1);
  }
  HttpProcess(const HttpProcess&) = delete;
  HttpProcess& operator=(const HttpProcess&) = delete;
  ~HttpProcess() {
    Stop(SIGKILL);
    close(err_);
  }

  int port() const { return port_; }
  pid_t pid() const { return pid_; }
  /// The exit status; minus the signal's number when it ended by one.
  int Stop(int signal = SIGTERM) {
    if (pid_ <= 0) return 0;
    kill(pid_, signal);
    int status = 0;
    waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  pid_t pid_ = -1;
  int port_ = 0;
  int err_ = -1;
};

}  // namespace aegis::mcp

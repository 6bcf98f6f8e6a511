#include "tests/cli/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <utility>

extern char** environ;

namespace aegis::cli_test {
namespace {

namespace fs = std::filesystem;

/// How long a silent process is waited for: much longer than anything takes.
constexpr int kPatienceMs = 60000;

/// Starts `path`, with descriptors (from, to) put in place. A session of its own lets a terminal
/// become the process's.
pid_t Spawn(const std::string& path, const Arguments& arguments,
            const std::vector<std::pair<int, int>>& descriptors, const std::string& terminal = "") {
  std::vector<std::string> words = {path};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!terminal.empty()) {
    for (int i = 0; i < 3; ++i) {
      posix_spawn_file_actions_addopen(&actions, i, terminal.c_str(), O_RDWR, 0);
    }
  }
  for (const auto& [from, to] : descriptors) posix_spawn_file_actions_adddup2(&actions, from, to);

  // The test program may have changed these; `aegis` starts as from a shell.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGDEF | (terminal.empty() ? 0 : POSIX_SPAWN_SETSID));
  pid_t pid = -1;
  const int error = posix_spawn(&pid, path.c_str(), &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error("cannot start " + path);
  return pid;
}

int WaitFor(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File TemporaryFile() {
  File file(std::tmpfile(), &std::fclose);
  if (!file) throw std::runtime_error("cannot make a temporary file");
  fcntl(fileno(file.get()), F_SETFD, FD_CLOEXEC);
  return file;
}

std::string Contents(const File& file) {
  std::string bytes;
  char buffer[65536];
  std::rewind(file.get());
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file.get())) {
    bytes.append(buffer, count);
  }
  return bytes;
}

/// Files instead of pipes, so that no amount of input or output can block.
Outcome RunToEnd(const std::string& path, const Arguments& arguments, const std::string& input) {
  const File in = TemporaryFile();
  const File out = TemporaryFile();
  const File err = TemporaryFile();
  std::fwrite(input.data(), 1, input.size(), in.get());
  std::rewind(in.get());
  const pid_t pid = Spawn(path, arguments,
                          {{fileno(in.get()), 0}, {fileno(out.get()), 1}, {fileno(err.get()), 2}});
  const int status = WaitFor(pid);
  return {Contents(out), Contents(err), status};
}

}  // namespace

Outcome Aegis(const Arguments& arguments, const std::string& input) {
  return RunToEnd(AEGIS_BINARY, arguments, input);
}

Outcome Shell(const std::string& command) {
  const std::string folder = fs::path(AEGIS_BINARY).parent_path().string();
  return RunToEnd("/bin/sh", {"-c", "PATH=$1:$PATH\n" + command, "sh", folder}, "");
}

Conversation::Conversation(Through through, const Arguments& arguments) : through_(through) {
  signal(SIGPIPE, SIG_IGN);
  if (through == Through::kTerminal) {
    to_ = from_ = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (to_ < 0 || grantpt(to_) != 0 || unlockpt(to_) != 0) {
      throw std::runtime_error("cannot make a terminal");
    }
    pid_ = Spawn(AEGIS_BINARY, arguments, {}, ptsname(to_));
    return;
  }
  int in[2];
  int out[2];
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
    throw std::runtime_error("cannot make a pipe");
  }
  pid_ = Spawn(AEGIS_BINARY, arguments, {{in[0], 0}, {out[1], 1}});
  close(in[0]);
  close(out[1]);
  to_ = in[1];
  from_ = out[0];
}

Conversation::~Conversation() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    Status();
  }
  if (to_ >= 0) close(to_);
  if (from_ >= 0 && from_ != to_) close(from_);
}

void Conversation::Say(const std::string& text) {
  EXPECT_EQ(write(to_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

void Conversation::EndInput() {
  if (through_ == Through::kTerminal) {
    Say("\x04");
  } else {
    close(to_);
    to_ = -1;
  }
}

void Conversation::StopListening() {
  close(from_);
  from_ = -1;
}

/// Takes some more; false at the end.
bool Conversation::Hear() {
  pollfd waiting = {from_, POLLIN, 0};
  if (poll(&waiting, 1, kPatienceMs) <= 0) {
    ADD_FAILURE() << "nothing comes after: " << heard_;
    return false;
  }
  char buffer[4096];
  const ssize_t count = read(from_, buffer, sizeof buffer);
  if (count > 0) heard_.append(buffer, static_cast<std::size_t>(count));
  return count > 0;  // a terminal ends with an error, when its last user is gone
}

std::string Conversation::HearUntil(const std::string& text) {
  std::size_t at;
  while ((at = heard_.find(text)) == std::string::npos) {
    if (Hear()) continue;
    ADD_FAILURE() << "the end comes before `" << text << "`, after: " << heard_;
    return std::exchange(heard_, "");
  }
  const std::string part = heard_.substr(0, at + text.size());
  heard_.erase(0, part.size());
  return part;
}

std::string Conversation::HearBytes(std::size_t count) {
  while (heard_.size() < count) {
    if (Hear()) continue;
    ADD_FAILURE() << "the end comes before " << count << " bytes, after: " << heard_;
    return std::exchange(heard_, "");
  }
  const std::string part = heard_.substr(0, count);
  heard_.erase(0, count);
  return part;
}

std::string Conversation::HearAll() {
  while (Hear()) {
  }
  return std::exchange(heard_, "");
}

int Conversation::Status() { return WaitFor(std::exchange(pid_, -1)); }

Workplace::Workplace() : before_(fs::current_path().string()) {
  folder_ = (fs::temp_directory_path() / "aegis-cli-XXXXXX").string();
  if (mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("cannot make a folder");
  fs::current_path(folder_);
}

Workplace::~Workplace() {
  std::error_code ignored;
  fs::current_path(before_, ignored);
  fs::remove_all(folder_, ignored);
}

std::string Workplace::Write(const std::string& name, const std::string& bytes) {
  std::ofstream(name, std::ios::binary) << bytes;
  return name;
}

std::string ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace aegis::cli_test

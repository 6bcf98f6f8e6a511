#include "agent/model_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

// Neither pipe may block the host, or a model that reads nothing while it writes, or writes nothing
// while it reads, would hold it for ever. So both ends of the host are non-blocking, and one loop
// sends what can be sent, receives what has come, and waits for either until the time is up.
//
// A response is taken as soon as its line is there, even before the request has gone out: a file of
// responses that is just copied to the output (`cat responses.jsonl`) is a model too. No more is
// read than the line in hand needs, so what such a model writes ahead stays in its pipe.
//
// The end of the output does not tell that the model is gone, since its children can hold the pipe
// open. So the loop wakes up now and then to see whether the process has exited. It is not reaped
// before its group has been killed: until then no other process can get its number.

extern char** environ;

namespace aegis::agent {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

/// How often it is looked whether the process has exited.
constexpr std::chrono::milliseconds kGlance{50};
constexpr std::size_t kReadBytes = std::size_t{64} << 10;

[[noreturn]] void Fail(const char* what, int error) {
  throw ModelError(std::string("cannot ") + what + ": " + std::strerror(error));
}

/// A pipe whose ends are closed on every way out, unless they are taken.
class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) Fail("make a pipe for the model", errno);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    for (const int end : ends_) {
      if (end >= 0) close(end);
    }
  }

  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  int TakeReading() { return Take(&ends_[0]); }
  int TakeWriting() { return Take(&ends_[1]); }

 private:
  static int Take(int* end) {
    fcntl(*end, F_SETFL, O_NONBLOCK);
    return std::exchange(*end, -1);
  }

  std::array<int, 2> ends_{-1, -1};
};

/// Starts the shell with `input` and `output` as its own, no signal blocked, SIGPIPE as usual, and
/// in a process group of its own.
pid_t Spawn(const std::string& command, int input, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigaddset(&signals, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);

  std::string shell = "/bin/sh";
  std::string option = "-c";
  std::string text = command;
  char* const arguments[] = {shell.data(), option.data(), text.data(), nullptr};
  pid_t pid = -1;
  const int error = posix_spawn(&pid, shell.c_str(), &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) Fail("start the model", error);
  return pid;
}

bool IsPast(SteadyTime time) { return std::chrono::steady_clock::now() >= time; }

}  // namespace

ModelProcess::ModelProcess(const std::string& command, ModelProcessOptions options)
    : options_(options) {
  Pipe requests;
  Pipe responses;
  pid_ = Spawn(command, requests.reading(), responses.writing());
  to_ = requests.TakeWriting();
  from_ = responses.TakeReading();
}

ModelProcess::~ModelProcess() { Kill(); }

ModelResponse ModelProcess::Respond(const Json& request) {
  const SteadyTime deadline = std::chrono::steady_clock::now() + options_.response_timeout;
  unsent_ += request.dump() + "\n";
  if (unsent_.size() > options_.max_unread_bytes) {
    throw ModelError("the model does not read its requests");
  }
  while (true) {
    // Asked before reading, so that nothing is missed which it wrote before it exited.
    const bool exited = HasExited();
    SendUnsent();
    std::optional<std::string> line = TakeLine();
    while (!line && Receive()) line = TakeLine();
    if (line) return ReadModelResponse(*line);
    if (exited || ended_) {
      if (received_.empty()) throw ModelError(HowItEnded());
      // A last line needs no end.
      searched_ = 0;
      return ReadModelResponse(std::exchange(received_, ""));
    }
    if (IsPast(deadline)) throw ModelError("the model does not respond in time");

    std::array<pollfd, 3> waiting{};
    waiting[0] = {from_, POLLIN, 0};
    waiting[1] = {unsent_.empty() ? -1 : to_, POLLOUT, 0};
    waiting[2] = {options_.interrupt, POLLIN, 0};
    poll(waiting.data(), waiting.size(), static_cast<int>(kGlance.count()));
    if (waiting[2].revents != 0) throw ModelError("the wake was interrupted");
  }
}

void ModelProcess::SendUnsent() {
  std::size_t sent = 0;
  while (to_ >= 0 && sent < unsent_.size()) {
    const ssize_t count = write(to_, unsent_.data() + sent, unsent_.size() - sent);
    if (count >= 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN) {
      break;
    } else if (errno != EINTR) {
      // It reads no more. That is no failure as long as it responds.
      close(std::exchange(to_, -1));
    }
  }
  unsent_.erase(0, to_ < 0 ? std::string::npos : sent);
}

/// Receives some bytes; false when there are none for now, or never again.
bool ModelProcess::Receive() {
  while (!ended_) {
    std::array<char, kReadBytes> bytes;
    const ssize_t count = read(from_, bytes.data(), bytes.size());
    if (count > 0) {
      received_.append(bytes.data(), static_cast<std::size_t>(count));
      return true;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return false;
    ended_ = true;
  }
  return false;
}

/// The next line, without its end. Throws when it is too long.
std::optional<std::string> ModelProcess::TakeLine() {
  const std::size_t end = received_.find('\n', searched_);
  if (std::min(end, received_.size()) > options_.max_line_bytes) {
    throw ModelError("the response has more than " + std::to_string(options_.max_line_bytes) +
                     " bytes");
  }
  if (end == std::string::npos) {
    searched_ = received_.size();
    return std::nullopt;
  }
  std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  searched_ = 0;
  return line;
}

bool ModelProcess::HasExited() const {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid_;
}

/// Why no response comes from a model that has exited or closed its output.
std::string ModelProcess::HowItEnded() {
  const SteadyTime deadline = std::chrono::steady_clock::now() + options_.exit_timeout;
  while (!HasExited()) {
    if (IsPast(deadline)) return "the model closed its output instead of responding";
    poll(nullptr, 0, static_cast<int>(kGlance.count() / 5));
  }
  siginfo_t info{};
  waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT);
  return std::string("the model ended instead of responding, ") +
         (info.si_code == CLD_EXITED ? "with exit status " : "by signal ") +
         std::to_string(info.si_status);
}

void ModelProcess::Finish() {
  if (pid_ < 0) return;
  ClosePipes();
  const SteadyTime deadline = std::chrono::steady_clock::now() + options_.exit_timeout;
  while (!HasExited() && !IsPast(deadline)) {
    pollfd waiting{options_.interrupt, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(kGlance.count() / 5)) > 0) break;
  }
  Kill();
}

void ModelProcess::ClosePipes() {
  if (to_ >= 0) close(std::exchange(to_, -1));
  if (from_ >= 0) close(std::exchange(from_, -1));
}

void ModelProcess::Kill() {
  ClosePipes();
  if (pid_ < 0) return;
  kill(-pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

}  // namespace aegis::agent

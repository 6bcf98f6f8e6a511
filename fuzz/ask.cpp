#include "fuzz/ask.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>
#include <system_error>

namespace aegis::fuzz {
namespace {

constexpr int kViolatedStatus = 10;
constexpr int kThrewStatus = 11;
/// What a process may add to its memory: no program needs a tenth of it.
constexpr rlim_t kMemoryBytes = rlim_t{512} << 20;

[[noreturn]] void ThrowSystemError(const char* call) {
  throw std::system_error(errno, std::generic_category(), call);
}

void WriteAll(std::string_view text, int pipe_end) {
  while (!text.empty()) {
    const ssize_t written = write(pipe_end, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// The life of the process that is asked. Nothing may leave it by an exception: behind this call is
/// what the parent does.
[[noreturn]] void AnswerAndExit(const Property& property, const Case& c,
                                const std::vector<Surface>& surfaces, int pipe_end) noexcept {
  BoundProcess();
  try {
    const std::optional<std::string> violation = property.violation(c, surfaces);
    if (!violation) _exit(0);
    WriteAll(*violation, pipe_end);
    _exit(kViolatedStatus);
  } catch (const std::exception& error) {
    WriteAll(std::string("an exception was thrown: ") + error.what(), pipe_end);
  } catch (...) {
    WriteAll("an exception was thrown", pipe_end);
  }
  _exit(kThrewStatus);
}

/// How a process ended that `waitpid` gave this status of.
std::string DescribeEnd(int status) {
  if (WIFSIGNALED(status)) {
    return "the process died of signal " + std::to_string(WTERMSIG(status)) + " (" +
           strsignal(WTERMSIG(status)) + ")";
  }
  return "the process ended with status " + std::to_string(WEXITSTATUS(status));
}

/// Reads until the other end is closed; false when that takes too long.
bool ReadAll(int pipe_end, std::chrono::seconds patience, std::string* text) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  std::array<char, 4096> buffer{};
  while (std::chrono::steady_clock::now() < deadline) {
    pollfd waiting{pipe_end, POLLIN, 0};
    if (poll(&waiting, 1, 100) <= 0) continue;
    const ssize_t count = read(pipe_end, buffer.data(), buffer.size());
    if (count == 0) return true;
    if (count > 0) text->append(buffer.data(), static_cast<std::size_t>(count));
  }
  return false;
}

}  // namespace

void BoundProcess() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
#if !defined(__SANITIZE_ADDRESS__)  // AddressSanitizer takes terabytes of addresses
  unsigned long pages = 0;
  if (std::FILE* statm = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(statm, "%lu", &pages) != 1) pages = 0;
    std::fclose(statm);
  }
  const rlim_t most = rlim_t{pages} * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + kMemoryBytes;
  rlimit memory{};
  getrlimit(RLIMIT_AS, &memory);
  memory.rlim_cur = std::min(memory.rlim_cur, most);  // RLIM_INFINITY is the largest number
  memory.rlim_max = std::min(memory.rlim_max, most);
  setrlimit(RLIMIT_AS, &memory);
#endif
}

Answer Ask(const Property& property, const Case& c, const std::vector<Surface>& surfaces,
           std::chrono::seconds patience) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) ThrowSystemError("pipe");
  const pid_t process = fork();
  if (process < 0) {
    close(ends[0]);
    close(ends[1]);
    ThrowSystemError("fork");
  }
  if (process == 0) AnswerAndExit(property, c, surfaces, ends[1]);
  close(ends[1]);
  Answer answer;
  const bool answered = ReadAll(ends[0], patience, &answer.what);
  close(ends[0]);
  if (!answered) kill(process, SIGKILL);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (!answered) {
    return {Outcome::kHung, "there was no answer in " + std::to_string(patience.count()) + " s"};
  }
  if (status == 0) return answer;
  answer.outcome = Outcome::kCrashed;
  if (WIFEXITED(status) && WEXITSTATUS(status) == kViolatedStatus) {
    answer.outcome = Outcome::kViolated;
  } else if (!WIFEXITED(status) || WEXITSTATUS(status) != kThrewStatus) {
    answer.what = DescribeEnd(status);
  }
  return answer;
}

}  // namespace aegis::fuzz

#include "tests/agent/path_tracer.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <map>

namespace aegis::agent {

#ifdef __x86_64__
namespace {

/// Which arguments of which system calls are paths, counted from 0.
const std::map<long, std::vector<int>>& PathArguments() {
  static const std::map<long, std::vector<int>> arguments = {{SYS_open, {0}},
                                                             {SYS_openat, {1}},
                                                             {SYS_openat2, {1}},
                                                             {SYS_creat, {0}},
                                                             {SYS_stat, {0}},
                                                             {SYS_lstat, {0}},
                                                             {SYS_newfstatat, {1}},
                                                             {SYS_statx, {1}},
                                                             {SYS_access, {0}},
                                                             {SYS_faccessat, {1}},
                                                             {SYS_faccessat2, {1}},
                                                             {SYS_readlink, {0}},
                                                             {SYS_readlinkat, {1}},
                                                             {SYS_unlink, {0}},
                                                             {SYS_unlinkat, {1}},
                                                             {SYS_rmdir, {0}},
                                                             {SYS_mkdir, {0}},
                                                             {SYS_mkdirat, {1}},
                                                             {SYS_mknod, {0}},
                                                             {SYS_mknodat, {1}},
                                                             {SYS_rename, {0, 1}},
                                                             {SYS_renameat, {1, 3}},
                                                             {SYS_renameat2, {1, 3}},
                                                             {SYS_link, {0, 1}},
                                                             {SYS_linkat, {1, 3}},
                                                             {SYS_symlink, {0, 1}},
                                                             {SYS_symlinkat, {0, 2}},
                                                             {SYS_truncate, {0}},
                                                             {SYS_chmod, {0}},
                                                             {SYS_fchmodat, {1}},
                                                             {SYS_chown, {0}},
                                                             {SYS_lchown, {0}},
                                                             {SYS_fchownat, {1}},
                                                             {SYS_chdir, {0}},
                                                             {SYS_execve, {0}},
                                                             {SYS_execveat, {1}},
                                                             {SYS_statfs, {0}},
                                                             {SYS_utimensat, {1}},
                                                             {SYS_getxattr, {0}},
                                                             {SYS_lgetxattr, {0}},
                                                             {SYS_inotify_add_watch, {1}}};
  return arguments;
}

std::string ReadText(pid_t thread, unsigned long long address) {
  std::string text;
  if (address == 0) return text;
  for (;;) {
    errno = 0;
    const long word = ptrace(PTRACE_PEEKDATA, thread, address + text.size(), nullptr);
    if (word == -1 && errno != 0) return text;
    for (unsigned i = 0; i < sizeof(word); ++i) {
      const char c = static_cast<char>(static_cast<unsigned long>(word) >> (8 * i));
      if (c == '\0') return text;
      text += c;
    }
    if (text.size() > 65536) return text;
  }
}

void Record(pid_t thread, std::set<std::string>* paths) {
  user_regs_struct registers{};
  if (ptrace(PTRACE_GETREGS, thread, nullptr, &registers) != 0) return;
  const auto call = PathArguments().find(static_cast<long>(registers.orig_rax));
  if (call == PathArguments().end()) return;
  const unsigned long long values[] = {registers.rdi, registers.rsi, registers.rdx, registers.r10};
  for (const int argument : call->second) paths->insert(ReadText(thread, values[argument]));
}

[[noreturn]] void BecomeTraced(const std::vector<std::string>& command, const std::string& input,
                               const std::string& output) {
  const int in = open(input.c_str(), O_RDONLY);
  const int out = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0) _exit(126);
  // The leak checker of a sanitized build cannot work under another tracer.
  setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(125);
  raise(SIGSTOP);
  execv(words[0], words.data());
  _exit(127);
}

}  // namespace

std::optional<Trace> TracePaths(const std::vector<std::string>& command, const std::string& input,
                                const std::string& output) {
  const pid_t child = fork();
  if (child == 0) BecomeTraced(command, input, output);
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return std::nullopt;
  const long options = PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                       PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
  if (ptrace(PTRACE_SETOPTIONS, child, nullptr, options) != 0) {
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return std::nullopt;
  }
  Trace trace;
  ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
  for (;;) {
    const pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0) return trace;
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (thread != child) continue;
      trace.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
      return trace;
    }
    const int signal = WSTOPSIG(status);
    const bool is_call = signal == (SIGTRAP | 0x80);
    if (is_call) Record(thread, &trace.paths);
    // Stops that the tracing itself makes are not handed on.
    const bool is_own = is_call || signal == SIGTRAP || signal == SIGSTOP;
    ptrace(PTRACE_SYSCALL, thread, nullptr, static_cast<long>(is_own ? 0 : signal));
  }
}
#else
std::optional<Trace> TracePaths(const std::vector<std::string>&, const std::string&,
                                const std::string&) {
  return std::nullopt;
}
#endif

}  // namespace aegis::agent

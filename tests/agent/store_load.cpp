#include "tests/agent/store_load.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <memory>
#include <random>
#include <stdexcept>
#include <utility>

#include "agent/sqlite_store.h"

extern char** environ;

namespace aegis::agent {
namespace {

constexpr std::uint32_t kNames = 24;
/// All files of two loads fit into a store.
constexpr std::uint32_t kMaxContentBytes = 100 << 10;
/// After so many operations the store is closed and opened anew. Who closes a store as the last one
/// carries its log over into the database, so that a process can be killed in the middle of that.
constexpr std::uint64_t kOperationsOfOneOpening = 3;

/// How long a silent process is waited for: much longer than anything takes.
constexpr int kPatienceMs = 60000;

/// A process whose standard input and output are the two descriptors.
pid_t Spawn(std::vector<std::string> words, int input, int output) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  pid_t pid = -1;
  const int error = posix_spawn(&pid, "/proc/self/exe", &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error("cannot start the test program once more");
  return pid;
}

}  // namespace

StoreOperation LoadOperation(const std::string& prefix, std::uint32_t seed, std::uint64_t n) {
  std::seed_seq sequence{seed, static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n >> 32)};
  std::mt19937 random(sequence);
  StoreOperation operation;
  operation.filename = prefix + std::to_string(random() % kNames);
  operation.removes = n > 0 && random() % 3 == 0;
  if (operation.removes) return operation;
  // Few files are long.
  const std::size_t size = random() % kMaxContentBytes >> random() % 8;
  while (operation.content.size() < size) operation.content += std::to_string(random()) + "\n";
  return operation;
}

void Apply(const StoreOperation& operation, StoreFiles* files) {
  if (operation.removes) {
    files->erase(operation.filename);
  } else {
    (*files)[operation.filename] = operation.content;
  }
}

int RunStoreLoad(const std::vector<std::string>& arguments) {
  const std::string& prefix = arguments.at(1);
  const auto seed = static_cast<std::uint32_t>(std::stoul(arguments.at(2)));
  const std::uint64_t count = std::stoull(arguments.at(3));
  char byte = '.';
  while (read(0, &byte, 1) > 0) {
  }
  try {
    std::unique_ptr<SqliteStore> store;
    for (std::uint64_t n = 0; n < count; ++n) {
      const StoreOperation operation = LoadOperation(prefix, seed, n);
      if (n % kOperationsOfOneOpening == 0) {
        store.reset();
        store = std::make_unique<SqliteStore>(arguments.at(0));
      }
      if (operation.removes) {
        store->Remove(operation.filename);
      } else if (store->Put(operation.filename, operation.content) > PutResult::kReplaced) {
        return 1;
      }
      if (write(1, ".", 1) != 1) return 1;
    }
  } catch (const StoreError& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}

StoreLoad::StoreLoad(const std::string& path, std::string prefix, std::uint32_t seed,
                     std::uint64_t count)
    : prefix_(std::move(prefix)), seed_(seed) {
  int in[2];
  int out[2];
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
    throw std::runtime_error("cannot make a pipe");
  }
  pid_ = Spawn(
      {"agent_test", kStoreLoadTask, path, prefix_, std::to_string(seed), std::to_string(count)},
      in[0], out[1]);
  close(in[0]);
  close(out[1]);
  gate_ = in[1];
  from_ = out[0];
}

StoreLoad::~StoreLoad() {
  if (pid_ > 0) {
    Kill();
    Status();
  }
  if (gate_ >= 0) close(gate_);
  close(from_);
}

void StoreLoad::Go() {
  close(gate_);
  gate_ = -1;
}

/// Takes some more acknowledgements; false at the end.
bool StoreLoad::Hear() {
  pollfd waiting = {from_, POLLIN, 0};
  if (poll(&waiting, 1, kPatienceMs) <= 0) {
    ADD_FAILURE() << "nothing comes after " << acknowledged_ << " acknowledgements";
    return false;
  }
  char buffer[4096];
  const ssize_t count = read(from_, buffer, sizeof buffer);
  if (count > 0) acknowledged_ += static_cast<std::uint64_t>(count);
  return count > 0;
}

void StoreLoad::AwaitAcknowledged(std::uint64_t count) {
  while (acknowledged_ < count) {
    if (Hear()) continue;
    ADD_FAILURE() << "the process ends after " << acknowledged_ << " acknowledgements";
    return;
  }
}

void StoreLoad::Kill() { kill(pid_, SIGKILL); }

int StoreLoad::Status() {
  while (Hear()) {
  }
  int status = 0;
  waitpid(std::exchange(pid_, -1), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace aegis::agent

// Sixty-four clients at once: every answer is right, and the server's memory does not grow.

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/agent/http_load.h"
#include "tests/agent/http_process.h"

namespace aegis::mcp {
namespace {

constexpr int kClients = 64;

/// What of a process lies in memory, in KiB.
long ResidentKib(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  std::string word;
  while (status >> word) {
    long kib = 0;
    if (word == "VmRSS:" && status >> kib) return kib;
  }
  return -1;
}

TEST(HttpLoad, AnswersAreRightAndMemoryStaysFlat) {
#ifdef __SANITIZE_ADDRESS__
  // Freed memory is kept to find its misuse, so only the answers can be judged.
  constexpr int kWarmUp = 4000;
  constexpr int kCalls = 6000;
  constexpr long kMayGrowKib = 1L << 40;
#else
  constexpr int kWarmUp = 20000;
  constexpr int kCalls = 100000;
  constexpr long kMayGrowKib = 8 << 10;
#endif
  HttpProcess server({"--ephemeral"});
  const LoadResult warm_up = RunLoad(server.port(), kClients, kWarmUp);
  EXPECT_EQ(warm_up.wrong, std::vector<std::string>());
  const long before = ResidentKib(server.pid());
  const LoadResult result = RunLoad(server.port(), kClients, kCalls);
  const long after = ResidentKib(server.pid());
  EXPECT_EQ(result.wrong, std::vector<std::string>());
  EXPECT_GT(result.calls, kCalls - kClients * 8);
  EXPECT_GT(before, 0);
  EXPECT_LT(after - before, kMayGrowKib) << before << " KiB before, " << after << " KiB after";
  RecordProperty("before_kib", std::to_string(before));
  RecordProperty("after_kib", std::to_string(after));
  EXPECT_EQ(server.Stop(), 0);
}

}  // namespace
}  // namespace aegis::mcp

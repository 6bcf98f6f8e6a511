#include "fuzz/campaign.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "fuzz/generate.h"
#include "semantic/compile.h"

namespace aegis::fuzz {
namespace {

using Violation = std::optional<std::string>;

bool Contains(const Case& c, const char* part) { return c.program.find(part) != std::string::npos; }

Violation Holds(const Case&, const std::vector<Surface>&) { return std::nullopt; }

Violation HasNoProduct(const Case& c, const std::vector<Surface>&) {
  if (!Contains(c, "*")) return std::nullopt;
  return "it has a `*`, seed " + std::to_string(c.seed);
}

Violation SurvivesPrint(const Case& c, const std::vector<Surface>&) {
  if (Contains(c, "print")) std::raise(SIGKILL);
  return std::nullopt;
}

Violation AnswersElse(const Case& c, const std::vector<Surface>&) {
  if (Contains(c, "else")) std::this_thread::sleep_for(std::chrono::hours(1));
  return std::nullopt;
}

Violation NeedsLittleMemory(const Case& c, const std::vector<Surface>&) {
  if (!Contains(c, "if")) return std::nullopt;
  std::vector<std::string> hoard;
  for (int i = 0; i < 2000; ++i) hoard.emplace_back(std::size_t{1} << 20, 'x');
  return std::nullopt;
}

Violation HoldsOnSurface(const Case& c, const std::vector<Surface>& surfaces) {
  const nlohmann::ordered_json answer = surfaces.front().run(c.program, {});
  return answer == "right" ? Violation() : Violation(answer.dump());
}

const Property kHolds{"holds", "always", Holds};
const Property kProduct{"product", "no program has a `*`", HasNoProduct};
const Property kPrint{"print", "`print` kills nobody", SurvivesPrint};
const Property kElse{"else", "`else` is answered", AnswersElse};
const Property kMemory{"memory", "`if` needs little memory", NeedsLittleMemory};
const Property kSurface{"surface", "the surface is right", HoldsOnSurface};

CampaignOptions Runs(std::uint64_t runs, std::vector<const Property*> properties) {
  CampaignOptions options;
  options.seed = 100;
  options.runs = runs;
  options.jobs = 2;
  options.properties = std::move(properties);
  options.patience = std::chrono::seconds(1);
  return options;
}

TEST(Campaign, AsksAboutEveryProgramOnce) {
  const CampaignResult result = RunCampaign(Runs(41, {&kHolds}));
  EXPECT_FALSE(result.failure);
  EXPECT_EQ(result.tally.programs, 41U);
  EXPECT_EQ(result.tally.grammar + result.tally.steered + result.tally.mutated, 41U);
  std::uint64_t valid = 0;
  EdgeCounts derived = NoCounts();
  for (std::uint64_t seed = 100; seed < 141; ++seed) {
    if (Compile(Generate(seed, &derived).text).program) ++valid;
  }
  EXPECT_EQ(result.tally.valid, valid);
  EXPECT_EQ(result.tally.derived, derived);
}

TEST(Campaign, FindsAndMinimizesAViolation) {
  const CampaignResult result = RunCampaign(Runs(500, {&kHolds, &kProduct}));
  ASSERT_TRUE(result.failure);
  const Failure& failure = *result.failure;
  EXPECT_EQ(failure.property, &kProduct);
  EXPECT_EQ(failure.found.program, Generate(failure.found.seed).text);
  EXPECT_EQ(failure.minimized, "*");
  EXPECT_EQ(failure.answer.outcome, Outcome::kViolated);
  EXPECT_EQ(failure.answer.what, "it has a `*`, seed " + std::to_string(failure.found.seed));
}

TEST(Campaign, OutlivesACrash) {
  const CampaignResult result = RunCampaign(Runs(500, {&kPrint}));
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->minimized, "print");
  EXPECT_EQ(result.failure->answer.outcome, Outcome::kCrashed);
  EXPECT_EQ(result.failure->answer.what, "the process died of signal 9 (Killed)");
}

TEST(Campaign, OutlivesAHang) {
  const CampaignResult result = RunCampaign(Runs(500, {&kElse}));
  ASSERT_TRUE(result.failure);
  EXPECT_TRUE(Contains({result.failure->minimized, 0}, "else"));
  EXPECT_EQ(result.failure->answer.outcome, Outcome::kHung);
  EXPECT_EQ(result.failure->answer.what, "there was no answer in 1 s");
}

#if !defined(__SANITIZE_ADDRESS__)  // whose memory cannot be bounded
TEST(Campaign, NoProgramHasEndlessMemory) {
  const CampaignResult result = RunCampaign(Runs(500, {&kMemory}));
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->minimized, "if");
  EXPECT_EQ(result.failure->answer.outcome, Outcome::kCrashed);
  EXPECT_EQ(result.failure->answer.what, "an exception was thrown: std::bad_alloc");
}
#endif

TEST(Campaign, EndsWhenItsTimeIsUp) {
  CampaignOptions options = Runs(0, {&kHolds});
  options.runs.reset();
  options.seconds = 2;
  int told = 0;
  options.on_progress = [&](const Tally&) { ++told; };
  const CampaignResult result = RunCampaign(options);
  EXPECT_FALSE(result.failure);
  EXPECT_GT(result.tally.programs, 0U);
  EXPECT_GT(told, 0);
}

TEST(Investigate, SaysNothingOfWhatHolds) {
  EXPECT_FALSE(Investigate(kHolds, {"a = 1\n", 0}, {}));
  EXPECT_TRUE(Investigate(kProduct, {"a = 1 * 2\n", 0}, {}));
}

/// Whether the question is the first one since it was set, whichever process asks it.
std::atomic<bool>* first_question = nullptr;

Violation FailsOnce(const Case&, const std::vector<Surface>&) {
  return first_question->exchange(false) ? Violation("once") : std::nullopt;
}

TEST(Investigate, ShowsWhatFailsNowAndThenAsItWasFound) {
  void* shared = mmap(nullptr, sizeof(std::atomic<bool>), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  first_question = new (shared) std::atomic<bool>(true);
  const Property once{"once", "it never fails", FailsOnce};
  const std::optional<Failure> failure = Investigate(once, {"a = 1 * 2\n", 0}, {});
  munmap(shared, sizeof(std::atomic<bool>));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->minimized, "a = 1 * 2\n");
  EXPECT_EQ(failure->answer.outcome, Outcome::kViolated);
  EXPECT_EQ(failure->answer.what, "once");
}

#if !defined(__SANITIZE_ADDRESS__)
TEST(BoundProcess, LeavesALowerLimitAsItIs) {
  const pid_t process = fork();
  ASSERT_GE(process, 0);
  if (process == 0) {
    constexpr rlim_t kLow = rlim_t{256} << 20;
    const rlimit low{kLow, kLow};
    setrlimit(RLIMIT_AS, &low);
    BoundProcess();
    rlimit now{};
    getrlimit(RLIMIT_AS, &now);
    _exit(now.rlim_cur == kLow && now.rlim_max == kLow ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(process, &status, 0), process);
  EXPECT_EQ(status, 0);
}
#endif

TEST(Investigate, HandsTheSurfacesOn) {
  const auto says = [](const char* what) {
    return Surface{"fake", [=](const std::string&, const std::vector<std::string>&) {
                     return nlohmann::ordered_json(what);
                   }};
  };
  EXPECT_FALSE(Investigate(kSurface, {"a = 1\n", 0}, {says("right")}));
  const std::optional<Failure> failure = Investigate(kSurface, {"a = 1\n", 0}, {says("wrong")});
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->answer.what, "\"wrong\"");
  EXPECT_EQ(failure->minimized, "");
}

}  // namespace
}  // namespace aegis::fuzz

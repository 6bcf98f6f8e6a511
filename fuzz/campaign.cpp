#include "fuzz/campaign.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <new>
#include <system_error>
#include <thread>

#include "fuzz/generate.h"
#include "fuzz/minimize.h"
#include "interp/session.h"

// A program that brings a process down must not bring the search down with it. So worker processes
// do the asking, each with a part of the seeds, and say in memory that they share with the parent
// what they have in hand: the program, the property, and since when. The parent looks at that now
// and then. When a worker dies, is at one question for too long, or has found a property that does
// not hold, the parent has the case, and asks about it and about smaller programs in processes made
// for one question each.

namespace aegis::fuzz {
namespace {

constexpr std::chrono::milliseconds kPoll(20);
constexpr std::int64_t kSecond = 1'000'000'000;  // nanoseconds
constexpr std::size_t kQuestions = 3000;
/// Each smaller program that hangs, too, takes as long as a hang does.
constexpr std::size_t kQuestionsAboutHang = 20;
constexpr int kFoundStatus = 10;
constexpr int kThrewStatus = 11;

std::int64_t Now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
}

/// What a worker shares with the parent. Programs and the network's edges are far below the sizes
/// here; what is beyond is cut off.
struct Shared {
  std::atomic<std::uint64_t> programs;
  std::atomic<std::uint64_t> valid;
  std::atomic<std::uint64_t> completed;
  std::array<std::atomic<std::uint64_t>, 3> by_mode;
  std::array<std::atomic<std::uint64_t>, 4096> derived;  ///< one state's edges after the other's

  std::atomic<std::uint64_t> seed;      ///< of the program in hand
  std::atomic<std::size_t> property;    ///< index of the property that is asked about it
  std::atomic<std::int64_t> since_ns;   ///< when that began; 0 before the first
  std::atomic<std::size_t> text_bytes;  ///< of the program
  std::array<char, std::size_t{1} << 20> text;

  void Hold(const std::string& program) {
    text_bytes = 0;
    const std::size_t bytes = std::min(program.size(), text.size());
    std::memcpy(text.data(), program.data(), bytes);
    text_bytes = bytes;
    since_ns = Now();
  }
};

/// Memory that the processes made from now on share.
class SharedMemory {
 public:
  explicit SharedMemory(std::size_t workers) : bytes_(workers * sizeof(Shared)) {
    memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
    for (std::size_t i = 0; i < workers; ++i) new (&(*this)[i]) Shared();
  }
  ~SharedMemory() { munmap(memory_, bytes_); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  Shared& operator[](std::size_t i) const { return static_cast<Shared*>(memory_)[i]; }

 private:
  std::size_t bytes_;
  void* memory_;
};

class Campaign {
 public:
  explicit Campaign(const CampaignOptions& options)
      : options_(options), shared_(options.jobs), processes_(options.jobs, 0) {}
  ~Campaign() { StopAll(); }
  Campaign(const Campaign&) = delete;
  Campaign& operator=(const Campaign&) = delete;

  CampaignResult Run() {
    started_ns_ = Now();
    BalancedWeights();  // made once, and not by each worker
    for (std::size_t i = 0; i < options_.jobs; ++i) Start(i);
    std::int64_t reported_ns = started_ns_;
    std::optional<std::size_t> failed;
    while (!failed && AnyRunning()) {
      std::this_thread::sleep_for(kPoll);
      failed = FindFailed();
      if (options_.on_progress && Now() - reported_ns > kSecond) {
        reported_ns = Now();
        options_.on_progress(Count());
      }
    }
    StopAll();
    CampaignResult result{Count(), std::nullopt};
    if (failed) result.failure = Explain(shared_[*failed]);
    return result;
  }

 private:
  void Start(std::size_t number) {
    const pid_t process = fork();
    if (process < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (process == 0) {
      BoundProcess();
      // Nothing may leave it by an exception: behind this call is what the parent does.
      try {
        _exit(Work(number, &shared_[number]));
      } catch (...) {
        _exit(kThrewStatus);
      }
    }
    processes_[number] = process;
  }

  /// The life of a worker; its exit status.
  int Work(std::size_t number, Shared* shared) const {
    for (std::uint64_t i = number; !options_.runs || i < *options_.runs; i += options_.jobs) {
      if (options_.seconds &&
          Now() - started_ns_ > static_cast<std::int64_t>(*options_.seconds) * kSecond) {
        break;
      }
      shared->seed = options_.seed + i;
      shared->property = 0;
      EdgeCounts derived = NoCounts();
      const Program program =
          Generate(shared->seed, &derived, [&](const std::string& text) { shared->Hold(text); });
      const Case c{program.text, shared->seed};
      for (std::size_t p = 0; p < options_.properties.size(); ++p) {
        shared->property = p;
        shared->Hold(program.text);
        if (options_.properties[p]->violation(c, options_.surfaces)) return kFoundStatus;
      }
      Note(program, derived, shared);
    }
    return 0;
  }

  static void Note(const Program& program, const EdgeCounts& derived, Shared* shared) {
    ++shared->programs;
    ++shared->by_mode[static_cast<std::size_t>(program.mode)];
    const Session session = Session::Start(program.text);
    if (session.envelope().execution != Execution::kNotStarted) ++shared->valid;
    if (session.envelope().status == Status::kOk) ++shared->completed;
    std::size_t at = 0;
    for (const auto& edges : derived) {
      for (const std::uint64_t count : edges) {
        if (at < shared->derived.size()) shared->derived[at++] += count;
      }
    }
  }

  bool AnyRunning() const {
    return std::any_of(processes_.begin(), processes_.end(), [](pid_t p) { return p != 0; });
  }

  /// Takes note of workers that have ended; the number of one that failed.
  std::optional<std::size_t> FindFailed() {
    for (std::size_t i = 0; i < processes_.size(); ++i) {
      if (processes_[i] == 0) continue;
      int status = 0;
      if (waitpid(processes_[i], &status, WNOHANG) == processes_[i]) {
        processes_[i] = 0;
        if (status != 0) return i;
      } else if (shared_[i].since_ns != 0 &&
                 Now() - shared_[i].since_ns > options_.patience.count() * kSecond) {
        return i;
      }
    }
    return std::nullopt;
  }

  /// What the worker that failed had in hand. A question that has no answer once and one the next
  /// time is a failure, too.
  Failure Explain(const Shared& shared) const {
    const Property& property = *options_.properties[shared.property];
    const Case c{std::string(shared.text.data(), shared.text_bytes), shared.seed};
    const std::optional<Failure> failure =
        Investigate(property, c, options_.surfaces, options_.patience);
    if (failure) return *failure;
    return {&property,
            c,
            c.program,
            {Outcome::kCrashed, "it failed once, and did not when asked again"}};
  }

  void StopAll() {
    for (pid_t& process : processes_) {
      if (process == 0) continue;
      kill(process, SIGKILL);
      waitpid(process, nullptr, 0);
      process = 0;
    }
  }

  Tally Count() const {
    Tally tally;
    tally.seconds = static_cast<double>(Now() - started_ns_) / kSecond;
    tally.derived = NoCounts();
    for (std::size_t i = 0; i < options_.jobs; ++i) {
      const Shared& shared = shared_[i];
      tally.programs += shared.programs;
      tally.valid += shared.valid;
      tally.completed += shared.completed;
      tally.grammar += shared.by_mode[static_cast<std::size_t>(Mode::kGrammar)];
      tally.steered += shared.by_mode[static_cast<std::size_t>(Mode::kSteered)];
      tally.mutated += shared.by_mode[static_cast<std::size_t>(Mode::kMutated)];
      std::size_t at = 0;
      for (auto& edges : tally.derived) {
        for (std::uint64_t& count : edges) {
          if (at < shared.derived.size()) count += shared.derived[at++];
        }
      }
    }
    return tally;
  }

  const CampaignOptions& options_;
  SharedMemory shared_;
  std::vector<pid_t> processes_;  // 0: has ended
  std::int64_t started_ns_ = 0;
};

}  // namespace

CampaignResult RunCampaign(const CampaignOptions& options) { return Campaign(options).Run(); }

std::optional<Failure> Investigate(const Property& property, const Case& c,
                                   const std::vector<Surface>& surfaces,
                                   std::chrono::seconds patience) {
  const Answer first = Ask(property, c, surfaces, patience);
  if (first.outcome == Outcome::kHolds) return std::nullopt;
  const auto fails = [&](const std::string& program) {
    return Ask(property, {program, c.seed}, surfaces, patience).outcome == first.outcome;
  };
  Failure failure{&property, c, "", first};
  failure.minimized = Minimize(c.program, fails,
                               first.outcome == Outcome::kHung ? kQuestionsAboutHang : kQuestions);
  failure.answer = Ask(property, {failure.minimized, c.seed}, surfaces, patience);
  if (failure.answer.outcome != first.outcome) {
    // It fails now and then. What was seen for certain is the program that was found.
    failure.minimized = c.program;
    failure.answer = first;
  }
  return failure;
}

}  // namespace aegis::fuzz

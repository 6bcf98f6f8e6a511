#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "syntax/diagnostic.h"
#include "syntax/limits.h"

namespace aegis {

/// A monotonic clock: nanoseconds since any fixed moment. The world hands it in. One that goes back
/// counts as standing still.
using Clock = std::function<std::int64_t()>;

/// The machine's monotonic clock.
Clock SteadyClock();

/// The two counters of section 8, the token count and the active time of one run. Every charge
/// returns the code of the limit that it passes, or nothing; after a limit has been passed the run
/// is over. Within one event tokens come first, then operations, bytes and time.
///
/// Active time runs between `StartClock` and `StopClock`; the clock is read at every 256th
/// operation.
class Budget {
 public:
  Budget(const Limits& limits, Clock clock);

  const Limits& limits() const { return limits_; }

  /// The source of `bytes` is taken.
  std::optional<Code> TakeSource(std::size_t bytes) { return Allocate(bytes); }
  std::optional<Code> MakeToken();
  std::optional<Code> ValidateNode() { return Step(kNodeBytes); }
  std::optional<Code> EvaluateNode() { return Step(0); }
  /// `bytes` of values, assignments or output.
  std::optional<Code> Allocate(std::size_t bytes);

  void StartClock();
  void StopClock();
  /// Nanoseconds of active time so far, exact while the clock is stopped.
  std::int64_t active_ns() const { return active_ns_; }
  /// Sets the active time, of a run that is restored; the clock must be stopped.
  void set_active_ns(std::int64_t ns) { active_ns_ = ns; }

  std::int64_t operations() const { return operations_; }
  std::int64_t bytes() const { return bytes_; }
  std::int64_t tokens() const { return tokens_; }

 private:
  static constexpr std::int64_t kTokenBytes = 48;
  static constexpr std::int64_t kNodeBytes = 64;
  static constexpr std::int64_t kOperationsPerClockReading = 256;

  std::optional<Code> Step(std::int64_t bytes);
  bool OutOfTime();
  std::int64_t SinceStart();

  Limits limits_;
  Clock clock_;
  std::int64_t tokens_ = 0;
  std::int64_t operations_ = 0;
  std::int64_t bytes_ = 0;
  std::int64_t active_ns_ = 0;
  std::int64_t started_ns_ = 0;
  bool running_ = false;
};

/// The diagnostic of a passed limit, which `code` names, at `range`.
Diagnostic LimitDiagnostic(Code code, std::optional<Range> range, const Limits& limits);

}  // namespace aegis

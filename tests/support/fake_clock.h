#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>

#include "syntax/budget.h"

namespace aegis::support {

/// A clock in the hands of a test. Copies of `clock()` share one time.
class FakeClock {
 public:
  static constexpr std::int64_t kMs = 1000000;

  /// The time, which goes on by `tick` nanoseconds with each reading.
  Clock clock() const {
    return [state = state_] {
      ++state->readings;
      if (state->readings == state->fails_at) throw std::runtime_error("no time today");
      const std::int64_t now = state->now;
      state->now += state->tick;
      return now;
    };
  }

  void set_tick(std::int64_t ns) { state_->tick = ns; }
  void Advance(std::int64_t ns) { state_->now += ns; }
  std::int64_t readings() const { return state_->readings; }
  /// The reading with this number, from 1, throws.
  void FailAt(std::int64_t reading) { state_->fails_at = reading; }

 private:
  struct State {
    std::int64_t now = 5 * kMs;
    std::int64_t tick = 0;
    std::int64_t readings = 0;
    std::int64_t fails_at = 0;
  };

  std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace aegis::support

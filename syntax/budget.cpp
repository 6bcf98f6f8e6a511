#include "syntax/budget.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace aegis {
namespace {

constexpr std::int64_t kNsPerMs = 1000000;

/// The limit whose value a message of `code` names.
Limit LimitOf(Code code) {
  switch (code) {
    case Code::kSourceTooLarge:
      return Limit::kSourceBytes;
    case Code::kLineTooLong:
      return Limit::kLineChars;
    case Code::kNameTooLong:
      return Limit::kIdentifierChars;
    case Code::kBlocksTooDeep:
    case Code::kExpressionTooDeep:
      return Limit::kNesting;
    case Code::kTooManyTokens:
      return Limit::kTokens;
    case Code::kTooManyOperations:
      return Limit::kOperations;
    case Code::kTooMuchMemory:
      return Limit::kMemoryBytes;
    case Code::kStringLiteralTooLong:
    case Code::kStringTooLong:
      return Limit::kStringBytes;
    case Code::kInputTooLong:
      return Limit::kInputBytes;
    case Code::kTooMuchOutput:
      return Limit::kOutputBytes;
    case Code::kIntegerLiteralTooLarge:
    case Code::kIntegerTooLarge:
      return Limit::kIntegerBits;
    case Code::kExponentLiteralTooLarge:
    case Code::kExponentTooLarge:
      return Limit::kExponent;
    case Code::kTooManyInputs:
      return Limit::kInputRequests;
    case Code::kOutOfTime:
      return Limit::kActiveMs;
    default:
      throw std::logic_error("this code names no limit");
  }
}

}  // namespace

Clock SteadyClock() {
  return [] {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
  };
}

Budget::Budget(const Limits& limits, Clock clock) : limits_(limits), clock_(std::move(clock)) {}

std::optional<Code> Budget::MakeToken() {
  if (++tokens_ > limits_[Limit::kTokens]) return Code::kTooManyTokens;
  return Step(kTokenBytes);
}

std::optional<Code> Budget::Allocate(std::size_t bytes) {
  bytes_ += static_cast<std::int64_t>(bytes);
  if (bytes_ > limits_[Limit::kMemoryBytes]) return Code::kTooMuchMemory;
  return std::nullopt;
}

std::optional<Code> Budget::Step(std::int64_t bytes) {
  if (++operations_ > limits_[Limit::kOperations]) return Code::kTooManyOperations;
  bytes_ += bytes;
  if (bytes_ > limits_[Limit::kMemoryBytes]) return Code::kTooMuchMemory;
  if (operations_ % kOperationsPerClockReading == 0 && OutOfTime()) return Code::kOutOfTime;
  return std::nullopt;
}

void Budget::StartClock() {
  started_ns_ = clock_();
  running_ = true;
}

void Budget::StopClock() {
  if (!running_) return;
  active_ns_ += SinceStart();
  running_ = false;
}

std::int64_t Budget::SinceStart() { return std::max<std::int64_t>(clock_() - started_ns_, 0); }

bool Budget::OutOfTime() {
  if (!running_) return false;
  return active_ns_ + SinceStart() > limits_[Limit::kActiveMs] * kNsPerMs;
}

Diagnostic LimitDiagnostic(Code code, std::optional<Range> range, const Limits& limits) {
  return {code, range, {std::to_string(limits[LimitOf(code)])}, "", {}};
}

}  // namespace aegis

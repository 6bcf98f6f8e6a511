#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/property.h"

namespace aegis::fuzz {

/// What became of a question to a property.
enum class Outcome : std::uint8_t {
  kHolds,
  kViolated,
  kCrashed,  ///< the process that was asked died
  kHung,     ///< it did not answer in time
};

struct Answer {
  Outcome outcome = Outcome::kHolds;
  std::string what;  ///< the violation, or how the process ended
};

/// How long an answer is waited for before the question counts as one that hangs.
constexpr std::chrono::seconds kPatience(20);

/// Asks about a case in a process of its own, which may crash, hang, and use up its memory. Throws
/// std::system_error when the system gives no process.
Answer Ask(const Property& property, const Case& c, const std::vector<Surface>& surfaces,
           std::chrono::seconds patience = kPatience);

/// Bounds what this process can do to the machine, for one that is made to be lost: it has no more
/// than 512 MiB to add to its memory, leaves no core dump, and dies with its parent.
void BoundProcess();

}  // namespace aegis::fuzz

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/ask.h"
#include "fuzz/derive.h"
#include "fuzz/property.h"

namespace aegis::fuzz {

/// How far a campaign is.
struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t valid = 0;      ///< `check` accepts them
  std::uint64_t completed = 0;  ///< of these, run to their end without input
  std::uint64_t grammar = 0;    ///< programs of Mode::kGrammar
  std::uint64_t steered = 0;    ///< ... Mode::kSteered
  std::uint64_t mutated = 0;    ///< ... Mode::kMutated
  double seconds = 0;
  EdgeCounts derived;  ///< over all programs
};

struct CampaignOptions {
  std::uint64_t seed = 0;                   ///< of the first program; the next has the next seed
  std::optional<std::uint64_t> runs;        ///< end after so many programs
  std::optional<std::uint64_t> seconds;     ///< end after so much time
  std::size_t jobs = 1;                     ///< processes that work side by side
  std::vector<const Property*> properties;  ///< asked about each program, in this order
  std::vector<Surface> surfaces;
  std::chrono::seconds patience = kPatience;            ///< with a question (ask.h)
  std::function<void(const Tally& tally)> on_progress;  ///< about once a second; can be null
};

/// A property that does not hold.
struct Failure {
  const Property* property = nullptr;
  Case found;             ///< as it was generated
  std::string minimized;  ///< the smallest program that fails in the same way, with the same seed
  Answer answer;          ///< for that one
};

struct CampaignResult {
  Tally tally;
  std::optional<Failure> failure;
};

/// Asks the properties, of which there is at least one, about one program after the other until one
/// fails, or the end. Throws std::system_error when the system gives no process or memory.
CampaignResult RunCampaign(const CampaignOptions& options);

/// Asks about a case, in a process of its own, and when the property does not hold, looks for the
/// smallest program with the same failure. Nothing when it holds.
std::optional<Failure> Investigate(const Property& property, const Case& c,
                                   const std::vector<Surface>& surfaces,
                                   std::chrono::seconds patience = kPatience);

}  // namespace aegis::fuzz

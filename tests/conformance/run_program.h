#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "interp/envelope.h"
#include "interp/session.h"
#include "syntax/limits.h"

namespace aegis::conformance {

/// A clock that stands still: with it the active-time limit, the only one that depends on the
/// machine (specification, section 8), is never passed.
inline Clock FrozenClock() {
  return [] { return std::int64_t{0}; };
}

/// A run with the given inputs: what each pause delivered, and the last answer, which is a pause
/// too when the program asks for more inputs than there are.
struct ProgramRun {
  std::vector<Envelope> pauses;
  Envelope end;
};

enum class Pausing : std::uint8_t {
  kInProcess,        ///< the session object waits
  kThroughSnapshot,  ///< at each pause the session is saved, dropped and restored
};

inline ProgramRun RunProgram(const std::string& source, const std::vector<std::string>& inputs,
                             const Limits& limits, Pausing pausing = Pausing::kInProcess) {
  const SnapshotKey key = *SnapshotKey::FromBytes(std::string(SnapshotKey::kBytes, 'k'));
  ProgramRun run;
  Session session = Session::Start(source, limits, FrozenClock());
  for (const std::string& input : inputs) {
    if (session.envelope().status != Status::kInputRequired) break;
    run.pauses.push_back(session.envelope());
    if (pausing == Pausing::kThroughSnapshot) {
      std::string problem;
      const auto snapshot = session.Save(key);
      auto restored = Session::Restore(snapshot.value(), key, &problem, FrozenClock());
      session = std::move(restored.value());
    }
    session.Resume(input);
  }
  run.end = session.envelope();
  if (run.end.status == Status::kInputRequired) run.pauses.push_back(run.end);
  return run;
}

}  // namespace aegis::conformance

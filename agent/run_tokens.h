#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "interp/session.h"

namespace aegis::agent {

/// Seconds since 1970, of the world's clock.
using WallClock = std::function<std::int64_t()>;
WallClock SystemWallClock();

/// Makes and reads the tokens that stand for runs which wait for input (agent tools, "MCP"). A
/// token is text of the URL-safe Base64 alphabet; it holds the whole paused run and an expiry, and
/// is authenticated, not encrypted. Whoever has the same key can go on with the run. A token can be
/// used any number of times until it expires; what it continues is then the same run from there.
class RunTokens {
 public:
  static constexpr std::chrono::seconds kDefaultLifetime{3600};

  explicit RunTokens(SnapshotKey key, std::chrono::seconds lifetime = kDefaultLifetime,
                     WallClock now = SystemWallClock());

  /// A fresh identity for a run: random bytes.
  static std::string NewRunId();
  /// The token of a paused run, and the identity that it carries.
  std::string Seal(const Session& session, const std::string& run_id) const;

  struct Opened {
    Session session;
    std::string run_id;
  };
  /// The run that `token` stands for. Nothing when it is forged, damaged, of another key or
  /// expired;
  /// `*problem` then says which, in the style of messages. Nothing of a token is believed before it
  /// has proved to be of this key.
  std::optional<Opened> Open(std::string_view token, std::string* problem,
                             Clock clock = SteadyClock()) const;

 private:
  SnapshotKey key_;
  std::chrono::seconds lifetime_;
  WallClock now_;
};

}  // namespace aegis::agent

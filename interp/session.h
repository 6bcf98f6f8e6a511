#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interp/envelope.h"
#include "syntax/budget.h"
#include "syntax/limits.h"

namespace aegis {

class Interpreter;
enum class Progress : std::uint8_t;

/// A host's secret that authenticates snapshots: exactly 32 bytes.
class SnapshotKey {
 public:
  static constexpr std::size_t kBytes = 32;

  /// Nothing when `bytes` are not 32.
  static std::optional<SnapshotKey> FromBytes(std::string_view bytes);
  /// A new random key.
  static SnapshotKey Generate();

  const std::string& bytes() const { return bytes_; }

 private:
  explicit SnapshotKey(std::string bytes) : bytes_(std::move(bytes)) {}
  std::string bytes_;
};

/// One run of one program, from source text to `ok` or `error`, with a pause at each `input()`
/// (specification, section 9). A session shares nothing mutable with another, so any number of
/// them live side by side on any threads (one thread at a time for each). It is movable, and can be
/// dropped at any moment; one that was moved from can only be dropped or assigned to.
///
///     Session session = Session::Start("print(\"hello, \" + input())");
///     while (session.envelope().status == Status::kInputRequired) session.Resume("world");
///     std::cout << session.envelope().output;
class Session {
 public:
  /// Checks and runs `source` until it ends or pauses. Never throws: an unexpected failure of the
  /// host is a `host_error` envelope.
  static Session Start(std::string source, const Limits& limits = Limits(),
                       Clock clock = SteadyClock());

  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  const Envelope& envelope() const { return envelope_; }
  const Limits& limits() const { return limits_; }

  /// Answers the pending request with `text` and runs on. Text that is too long or not UTF-8 ends
  /// the run with an error at that `input`. When nothing waits, the session stays as it is and the
  /// answer is a `value_error` envelope with null positions.
  Envelope Resume(std::string_view text);

  /// A snapshot of a paused run: source, limits, inputs so far and active time, authenticated with
  /// `key`. Nothing when the run is not paused.
  std::optional<std::string> Save(const SnapshotKey& key) const;

  /// The run that `snapshot` was made of, paused where it was. A snapshot that is damaged, forged,
  /// made with another key or by another version is refused before anything of it is used: the
  /// answer is nothing, and `*problem`, if that is not null, says why.
  static std::optional<Session> Restore(std::string_view snapshot, const SnapshotKey& key,
                                        std::string* problem = nullptr,
                                        Clock clock = SteadyClock());

 private:
  Session(std::string source, const Limits& limits, Clock clock);

  void Begin();
  void Settle(Progress progress);
  void Attempt(const std::function<void()>& work);

  std::string source_;
  Limits limits_;
  std::vector<std::string> inputs_;
  std::unique_ptr<Budget> budget_;
  std::unique_ptr<Interpreter> interpreter_;  ///< while the run is paused
  Envelope envelope_;
};

}  // namespace aegis

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace aegis {

/// The resources that every run is bounded by (specification, sections 1 to 8).
enum class Limit : std::uint8_t {
  kSourceBytes,
  kLineChars,
  kIdentifierChars,
  kNesting,
  kTokens,
  kOperations,
  kMemoryBytes,
  kStringBytes,
  kInputBytes,
  kOutputBytes,
  kIntegerBits,
  kExponent,
  kInputRequests,
  kActiveMs,
};

/// What is known of a limit before any run: its name on the command line and in JSON, its value
/// unless the host sets another, the largest value a host can set, and one line for people.
struct LimitInfo {
  Limit limit;
  std::string_view name;
  std::int64_t default_value;
  std::int64_t ceiling;
  std::string_view description;
};

/// An immutable set of limits. A default-constructed value holds the specification's defaults.
/// `With` makes changed copies; a value is at most its ceiling, so that no setting can take the
/// implementation past what its own stack and algorithms were made for.
class Limits {
 public:
  static constexpr std::size_t kCount = 14;

  Limits();

  std::int64_t operator[](Limit limit) const { return values_[static_cast<std::size_t>(limit)]; }

  /// A copy in which `limit` is `value`; nothing when `value` is negative or above the ceiling.
  std::optional<Limits> With(Limit limit, std::int64_t value) const;
  /// The same by name. On failure returns nothing and says why in `*problem`, if that is not null.
  std::optional<Limits> With(std::string_view name, std::int64_t value,
                             std::string* problem = nullptr) const;

  /// All limits, in the order of `Limit`.
  static const std::array<LimitInfo, kCount>& Infos();

  friend bool operator==(const Limits& a, const Limits& b) { return a.values_ == b.values_; }

 private:
  std::array<std::int64_t, kCount> values_;
};

}  // namespace aegis

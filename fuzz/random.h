#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace aegis::fuzz {

/// Random numbers that a seed decides, the same on every machine and with every standard library
/// (SplitMix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t bits = state_;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9U;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBU;
    return bits ^ (bits >> 31);
  }
  /// A number from 0 to `bound` - 1; `bound` is not 0.
  std::size_t Below(std::size_t bound) { return static_cast<std::size_t>(Next() % bound); }
  /// A number from `least` to `most`, both included.
  std::size_t Between(std::size_t least, std::size_t most) {
    return least + Below(most - least + 1);
  }
  /// True in one of `n` cases.
  bool OneIn(std::size_t n) { return Below(n) == 0; }
  /// One of `values`, which are not empty.
  template <typename T>
  const T& Pick(const std::vector<T>& values) {
    return values[Below(values.size())];
  }

 private:
  std::uint64_t state_;
};

}  // namespace aegis::fuzz

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>

#include "tests/interp/reference_evaluator.h"

// Random numbers that are the same everywhere, and that come near the places where rounding and
// limits change.

namespace aegis::reference {

inline Int PowerOfTwo(unsigned exponent) { return Int(1) << exponent; }

inline double FromPattern(std::uint64_t pattern) {
  double value = 0;
  std::memcpy(&value, &pattern, sizeof(value));
  return value;
}

inline std::uint64_t ToPattern(double value) {
  std::uint64_t pattern = 0;
  std::memcpy(&pattern, &value, sizeof(pattern));
  return pattern;
}

using Random = std::mt19937_64;

inline std::size_t Below(Random* random, std::size_t bound) { return (*random)() % bound; }

inline Int RandomInt(Random* random, unsigned most_bits) {
  const unsigned bits = 1 + static_cast<unsigned>(Below(random, most_bits));
  Int value = 0;
  for (unsigned have = 0; have < bits; have += 64) value = (value << 64) | Int((*random)());
  value >>= (bits + 63) / 64 * 64 - bits;
  if (Below(random, 4) == 0) value = PowerOfTwo(bits - 1) + Below(random, 3);
  return Below(random, 2) == 0 ? value : Int(-value);
}

inline double RandomFloat(Random* random) {
  for (;;) {
    std::uint64_t pattern = (*random)();
    switch (Below(random, 6)) {
      case 0:
        pattern &= ~std::uint64_t{0} << 40;
        break;  // few digits, so that halves are frequent
      case 1:
        pattern = (pattern & (~std::uint64_t{0} << 63)) | (pattern >> 14);
        break;  // subnormal
      case 2:
      case 3:  // about one
        pattern = (pattern & 0x801fffffffffffffU) | (std::uint64_t{1013 + Below(random, 20)} << 52);
        break;
      default:
        break;
    }
    const double value = FromPattern(pattern);
    if (std::isfinite(value)) return value;
  }
}

}  // namespace aegis::reference

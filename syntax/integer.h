#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

namespace aegis {

/// An exact integer of any size: the language's `int`.
using Integer = boost::multiprecision::cpp_int;

/// The number of bits in the magnitude of `value`; 0 for zero (specification, sections 2, 7, 8).
inline std::int64_t BitLength(const Integer& value) {
  if (value.is_zero()) return 0;
  return static_cast<std::int64_t>(boost::multiprecision::msb(boost::multiprecision::abs(value))) +
         1;
}

}  // namespace aegis

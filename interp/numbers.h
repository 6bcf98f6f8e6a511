#pragma once

#include <optional>
#include <string>

#include "syntax/integer.h"

namespace aegis {

// Exact and correctly rounded arithmetic (specification, section 7). Every function gives the same
// result on every machine: nothing depends on the C library's mathematics, on a locale, on the
// floating-point environment beyond round-to-nearest, or on a mutable global.

/// `value` in decimal.
std::string FormatInteger(const Integer& value);

/// The shortest digits that read back to `value`, in the form of Python's `repr`: `3.5`, `1000.0`,
/// `1e+16`, `1e-05`, `-0.0`. `value` is finite.
std::string FormatFloat(double value);

/// The double nearest to `value`, ties to even; nothing when it is too large for one.
std::optional<double> NearestDouble(const Integer& value);

/// The correctly rounded double of the exact quotient, ties to even, subnormal results included;
/// nothing when it is too large for one. `divisor` is not zero. A zero result, underflow included,
/// is negative when exactly one operand is negative.
std::optional<double> RoundedQuotient(const Integer& dividend, const Integer& divisor);

/// The double nearest to the exact power `base ^ exponent`, ties to even, subnormal results
/// included; nothing when it is too large for one. Both are finite; a zero base has a nonnegative
/// exponent, a negative base an integral one. Anything `^ 0.0` is 1.0.
std::optional<double> RoundedPower(double base, double exponent);

/// The exact order of an int and a finite float: negative, zero or positive.
int CompareExactly(const Integer& left, double right);

}  // namespace aegis

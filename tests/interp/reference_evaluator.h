#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

// A second evaluator of operators, for tests alone. It is written from the specification (sections
// 6 and 7) without a look at the interpreter, and computes with exact rationals and integers only:
// every float result is the exact result, rounded once, here. It shares no code with interp/, so
// that a mistake has to be made twice, and in two different ways, to be overlooked.

namespace aegis::reference {

using Int = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

/// bool, int, float (finite), string (UTF-8).
using Value = std::variant<bool, Int, double, std::string>;

enum class Failure : std::uint8_t { kTypeError, kValueError, kLimitError };

/// `type_error`, `value_error`, `limit_error`.
const char* Name(Failure failure);

using Result = std::variant<Value, Failure>;

/// The limits of section 7, with their defaults.
struct Bounds {
  std::int64_t integer_bits = 4096;
  std::int64_t exponent = 4096;
  std::size_t string_bytes = 16384;
};

/// Sets of types as bits.
using Types = unsigned;
constexpr Types kBool = 1;
constexpr Types kInt = 2;
constexpr Types kFloat = 4;
constexpr Types kString = 8;

/// The type of `value`, a set of one.
Types TypeOf(const Value& value);

/// The table of section 6 for sets of types. Operators are named as programs spell them; the result
/// is the empty set when the operator is invalid.
Types UnaryTypes(const std::string& op, Types operand);
Types BinaryTypes(const std::string& op, Types left, Types right);

/// Section 7 for operands of valid types. `and` and `or` are among the operators: their operands
/// have their values already.
Result ApplyUnary(const std::string& op, const Value& operand);
Result ApplyBinary(const std::string& op, const Value& left, const Value& right,
                   const Bounds& bounds = Bounds());

/// The double nearest to `value`, ties to even; nothing when that is infinity. Zero is 0.0.
std::optional<double> Nearest(const Rational& value);

/// The exact value of a finite double.
Rational Exact(double value);

/// What `print` writes, without the line feed.
std::string Text(const Value& value);

/// The number of bits of the magnitude; 0 for zero.
std::int64_t Bits(const Int& value);

}  // namespace aegis::reference

#include "interp/value.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "interp/numbers.h"

namespace aegis {
namespace {

constexpr std::size_t kBitsPerByte = 8;

Outcome FiniteOr(std::optional<double> value, Code code) {
  if (!value || !std::isfinite(*value)) return code;
  return Value(*value);
}

/// `value` unless it has too many bits.
Outcome WithinBits(Integer value, const Limits& limits) {
  if (BitLength(value) > limits[Limit::kIntegerBits]) return Code::kIntegerTooLarge;
  return Value(std::move(value));
}

// ---- int with int -------------------------------------------------------------------------------

/// `base ^ exponent` for a nonnegative exponent within the limit. A base of b bits has a power of
/// more than (b - 1) * exponent bits.
Outcome IntegerPower(const Integer& base, unsigned exponent, const Limits& limits) {
  const std::int64_t certain_bits = (BitLength(base) - 1) * static_cast<std::int64_t>(exponent) + 1;
  if (certain_bits > limits[Limit::kIntegerBits]) return Code::kIntegerTooLarge;
  return WithinBits(boost::multiprecision::pow(base, exponent), limits);
}

/// Two operands of a and b bits, neither zero, have a product of at least a + b - 1 bits.
Outcome Multiply(const Integer& left, const Integer& right, const Limits& limits) {
  if (left.is_zero() || right.is_zero()) return Value(Integer(0));
  const std::int64_t certain_bits = BitLength(left) + BitLength(right) - 1;
  if (certain_bits > limits[Limit::kIntegerBits]) return Code::kIntegerTooLarge;
  return WithinBits(left * right, limits);
}

// ---- With a float operand -----------------------------------------------------------------------

Outcome FloatPower(double base, double exponent) {
  if (base == 0 && exponent < 0) return Code::kZeroToNegativePower;
  if (base < 0 && exponent != std::trunc(exponent)) return Code::kNegativeToFractionalPower;
  return FiniteOr(RoundedPower(base, exponent), Code::kFloatOverflow);
}

Outcome FloatArithmetic(Operator op, double left, double right) {
  switch (op) {
    case Operator::kAdd:
      return FiniteOr(left + right, Code::kFloatOverflow);
    case Operator::kSubtract:
      return FiniteOr(left - right, Code::kFloatOverflow);
    case Operator::kMultiply:
      return FiniteOr(left * right, Code::kFloatOverflow);
    case Operator::kDivide:
      if (right == 0) return Code::kDivisionByZero;
      return FiniteOr(left / right, Code::kFloatOverflow);
    default:
      return FloatPower(left, right);
  }
}

/// The operand of mixed arithmetic as a float; nothing when an int is too large for one.
std::optional<double> Promote(const Value& value) {
  if (const double* number = std::get_if<double>(&value)) return *number;
  return NearestDouble(std::get<Integer>(value));
}

bool ExponentTooLarge(const Value& exponent, const Limits& limits) {
  const std::int64_t limit = limits[Limit::kExponent];
  if (const double* number = std::get_if<double>(&exponent)) {
    return std::abs(*number) > static_cast<double>(limit);
  }
  return boost::multiprecision::abs(std::get<Integer>(exponent)) > limit;
}

Outcome Arithmetic(Operator op, const Value& left, const Value& right, const Limits& limits) {
  if (op == Operator::kPower && ExponentTooLarge(right, limits)) return Code::kExponentTooLarge;
  const Integer* a = std::get_if<Integer>(&left);
  const Integer* b = std::get_if<Integer>(&right);
  if (a != nullptr && b != nullptr) {
    switch (op) {
      case Operator::kAdd:
        return WithinBits(*a + *b, limits);
      case Operator::kSubtract:
        return WithinBits(*a - *b, limits);
      case Operator::kMultiply:
        return Multiply(*a, *b, limits);
      case Operator::kDivide:
        if (*b == 0) return Code::kDivisionByZero;
        return FiniteOr(RoundedQuotient(*a, *b), Code::kFloatOverflow);
      default:
        if (*b >= 0) return IntegerPower(*a, b->convert_to<unsigned>(), limits);
    }
  }
  // A zero divisor is a zero divisor whatever the dividend's size.
  const std::optional<double> y = Promote(right);
  if (op == Operator::kDivide && y && *y == 0) return Code::kDivisionByZero;
  const std::optional<double> x = Promote(left);
  if (!x || !y) return Code::kIntTooLargeForFloat;
  return FloatArithmetic(op, *x, *y);
}

// ---- Strings and order --------------------------------------------------------------------------

Outcome Concatenate(const std::string& left, const std::string& right, const Limits& limits) {
  const std::size_t bytes = left.size() + right.size();
  if (static_cast<std::int64_t>(bytes) > limits[Limit::kStringBytes]) return Code::kStringTooLong;
  std::string joined;
  joined.reserve(bytes);
  joined.append(left).append(right);
  return Value(String(std::move(joined)));
}

/// Negative, zero or positive.
int Compare(const Value& left, const Value& right) {
  const Integer* a = std::get_if<Integer>(&left);
  const Integer* b = std::get_if<Integer>(&right);
  if (a != nullptr && b == nullptr) return CompareExactly(*a, std::get<double>(right));
  if (a == nullptr && b != nullptr) return -CompareExactly(*b, std::get<double>(left));
  return left < right ? -1 : left == right ? 0 : 1;
}

}  // namespace

std::string Display(const Value& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const Integer* integer = std::get_if<Integer>(&value)) return FormatInteger(*integer);
  if (const double* number = std::get_if<double>(&value)) return FormatFloat(*number);
  return std::get<String>(value).bytes();
}

std::size_t PayloadBytes(const Value& value) {
  if (const String* text = std::get_if<String>(&value)) return text->bytes().size();
  if (const Integer* integer = std::get_if<Integer>(&value)) {
    return (static_cast<std::size_t>(BitLength(*integer)) + kBitsPerByte - 1) / kBitsPerByte;
  }
  return 0;
}

Outcome ApplyUnary(Operator op, const Value& operand) {
  if (op == Operator::kNot) return Value(!std::get<bool>(operand));
  if (const double* number = std::get_if<double>(&operand)) return Value(-*number);
  return Value(Integer(-std::get<Integer>(operand)));
}

Outcome ApplyBinary(Operator op, const Value& left, const Value& right, const Limits& limits) {
  switch (op) {
    case Operator::kEqual:
      return Value(left == right);
    case Operator::kNotEqual:
      return Value(left != right);
    case Operator::kLess:
      return Value(Compare(left, right) < 0);
    case Operator::kLessEqual:
      return Value(Compare(left, right) <= 0);
    case Operator::kGreater:
      return Value(Compare(left, right) > 0);
    case Operator::kGreaterEqual:
      return Value(Compare(left, right) >= 0);
    default:
      break;
  }
  if (const String* text = std::get_if<String>(&left)) {
    return Concatenate(text->bytes(), std::get<String>(right).bytes(), limits);
  }
  return Arithmetic(op, left, right, limits);
}

}  // namespace aegis

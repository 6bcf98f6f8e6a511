#include "tests/interp/reference_evaluator.h"

#include <cmath>
#include <utility>
#include <vector>

// Rounding. A positive exact value is given as numerator / denominator * 2^scale. The last place of
// its double is 2^place, where `place` is what leaves 53 bits before the point, or -1074 for the
// subnormals. The value is divided by 2^place with a remainder, and the remainder decides.
//
// Powers. With x = m * 2^e (m odd) and y = n / 2^j (n odd, or j = 0), x ^ y is rational exactly
// when x has a rational root of order 2^j, because n is odd. Those are drawn one square root after
// the other, and the rest is an integer power. All other powers are irrational, so they are no
// double and no midpoint of two: an interval around e^(y ln x), in fixed point with outward
// rounding, falls into one double's neighbourhood as soon as it is narrow enough.

namespace aegis::reference {
namespace {

namespace mp = boost::multiprecision;

constexpr int kFractionBits = 53;
constexpr std::int64_t kLowestPlace = -1074;
constexpr std::int64_t kInfinityExponent = 1024;

// Any exponent beyond these is beyond every double.
constexpr std::int64_t kHuge = 1100;
constexpr std::int64_t kTiny = -1200;

std::int64_t Log2(const Int& positive) { return static_cast<std::int64_t>(mp::msb(positive)); }

Int Shifted(const Int& value, std::int64_t bits) { return value << static_cast<unsigned>(bits); }

/// `numerator / denominator * 2^scale`, which is not negative, as the nearest double.
std::optional<double> NearestScaled(const Int& numerator, const Int& denominator,
                                    std::int64_t scale) {
  if (numerator.is_zero()) return 0.0;
  // The value lies between 2^(magnitude - 1) and 2^(magnitude + 1).
  const std::int64_t magnitude = Log2(numerator) - Log2(denominator) + scale;
  if (magnitude > kHuge) return std::nullopt;
  if (magnitude < kTiny) return 0.0;
  for (std::int64_t place = magnitude - kFractionBits;; ++place) {
    if (place < kLowestPlace) place = kLowestPlace;
    const std::int64_t shift = scale - place;
    const Int dividend = shift > 0 ? Shifted(numerator, shift) : numerator;
    const Int divisor = shift < 0 ? Shifted(denominator, -shift) : denominator;
    Int quotient;
    Int remainder;
    mp::divide_qr(dividend, divisor, quotient, remainder);
    if (!quotient.is_zero() && Log2(quotient) >= kFractionBits) continue;
    const int half = Int(2 * remainder).compare(divisor);
    if (half > 0 || (half == 0 && quotient % 2 != 0)) ++quotient;
    if (quotient.is_zero()) return 0.0;
    if (Log2(quotient) + place >= kInfinityExponent) return std::nullopt;
    return std::ldexp(static_cast<double>(static_cast<std::uint64_t>(quotient)),
                      static_cast<int>(place));
  }
}

/// The exact value rounded; zero is negative when `negative` says so.
Result Rounded(const Rational& exact, bool negative) {
  const std::optional<double> magnitude = Nearest(mp::abs(exact));
  if (!magnitude) return Failure::kValueError;
  return Value(negative ? -*magnitude : *magnitude);
}

bool IsNumber(const Value& value) { return (TypeOf(value) & (kInt | kFloat)) != 0; }

Rational ExactValue(const Value& number) {
  const Int* integer = std::get_if<Int>(&number);
  return integer != nullptr ? Rational(*integer) : Exact(std::get<double>(number));
}

bool IsNegative(const Value& number) {
  const Int* integer = std::get_if<Int>(&number);
  return integer != nullptr ? *integer < 0 : std::signbit(std::get<double>(number));
}

/// The double that mixed arithmetic takes for `number`; nothing when it is too large for one.
std::optional<double> Promoted(const Value& number) {
  const Int* integer = std::get_if<Int>(&number);
  return integer != nullptr ? Nearest(Rational(*integer)) : std::get<double>(number);
}

Result Bounded(Int value, const Bounds& bounds) {
  if (Bits(value) > bounds.integer_bits) return Failure::kLimitError;
  return Value(std::move(value));
}

Result SumOf(double left, double right) {
  const Rational exact = Exact(left) + Exact(right);
  // A zero sum is negative only when both summands are.
  const bool negative = exact == 0 ? std::signbit(left) && std::signbit(right) : exact < 0;
  return Rounded(exact, negative);
}

Result Arithmetic(char op, const Value& left, const Value& right, const Bounds& bounds) {
  const Int* a = std::get_if<Int>(&left);
  const Int* b = std::get_if<Int>(&right);
  if (a != nullptr && b != nullptr) {
    if (op == '+') return Bounded(*a + *b, bounds);
    if (op == '-') return Bounded(*a - *b, bounds);
    return Bounded(*a * *b, bounds);
  }
  const std::optional<double> x = Promoted(left);
  const std::optional<double> y = Promoted(right);
  if (!x || !y) return Failure::kValueError;
  if (op == '+') return SumOf(*x, *y);
  if (op == '-') return SumOf(*x, -*y);
  return Rounded(Exact(*x) * Exact(*y), std::signbit(*x) != std::signbit(*y));
}

Result Quotient(const Value& left, const Value& right) {
  if (ExactValue(right) == 0) return Failure::kValueError;
  const bool negative = IsNegative(left) != IsNegative(right);
  if (TypeOf(left) == kInt && TypeOf(right) == kInt) {
    return Rounded(ExactValue(left) / ExactValue(right), negative);
  }
  const std::optional<double> x = Promoted(left);
  const std::optional<double> y = Promoted(right);
  if (!x || !y) return Failure::kValueError;
  return Rounded(Exact(*x) / Exact(*y), negative);
}

// ---- Powers -------------------------------------------------------------------------------------

/// mantissa * 2^exponent, positive, the mantissa odd.
struct Dyadic {
  Int mantissa;
  std::int64_t exponent = 0;
};

Dyadic Split(double positive) {
  int exponent = 0;
  const double fraction = std::frexp(positive, &exponent);
  Dyadic split = {Int(static_cast<std::uint64_t>(std::ldexp(fraction, kFractionBits))),
                  exponent - kFractionBits};
  const unsigned zeros = mp::lsb(split.mantissa);
  split.mantissa >>= zeros;
  split.exponent += zeros;
  return split;
}

/// Bounds of a positive number in units of 2^-bits.
struct Interval {
  Int low;
  Int high;
};

Int DivideDown(const Int& a, const Int& b) {
  Int quotient;
  Int remainder;
  mp::divide_qr(a, b, quotient, remainder);
  return remainder < 0 ? Int(quotient - 1) : quotient;
}

Int DivideUp(const Int& a, const Int& b) { return -DivideDown(-a, b); }

/// ln((1 + z) / (1 - z)) = 2 (z + z^3/3 + z^5/5 + ...) for z = numerator / denominator, at most
/// 1/3.
Interval LogarithmOf(const Int& numerator, const Int& denominator, unsigned bits) {
  const Int square = numerator * numerator;
  const Int divisor = denominator * denominator;
  Interval term = {DivideDown(numerator << (bits + 1), denominator),
                   DivideUp(numerator << (bits + 1), denominator)};
  Interval sum = {0, 0};
  for (unsigned k = 1;; k += 2) {
    sum.low += DivideDown(term.low, k);
    sum.high += DivideUp(term.high, k);
    if (term.high <= 1) break;
    term.low = DivideDown(term.low * square, divisor);
    term.high = DivideUp(term.high * square, divisor);
  }
  sum.high += 1;  // what is left is less than one unit: each term is at most a ninth of the last
  return sum;
}

/// e^r for bounds of r between 0 and 2.
Interval Exponential(const Interval& r, unsigned bits) {
  const Int one = Int(1) << bits;
  Interval term = {one, one};
  Interval sum = term;
  for (unsigned k = 1; k < 4 || term.high > 1; ++k) {
    term.low = DivideDown(term.low * r.low, one * k);
    term.high = DivideUp(term.high * r.high, one * k);
    sum.low += term.low;
    sum.high += term.high;
  }
  sum.high += 2;  // from here on each term is at most half of the one before
  return sum;
}

/// x ^ (n / 2^j), irrational, to the nearest double.
std::optional<double> IrrationalPower(const Dyadic& x, std::int64_t n, std::int64_t j) {
  for (unsigned bits = 256;; bits *= 2) {
    const std::int64_t log2 = Log2(x.mantissa);
    const Int power = Shifted(1, log2);
    const Interval two = LogarithmOf(1, 3, bits);
    const Interval fraction = LogarithmOf(x.mantissa - power, x.mantissa + power, bits);
    const auto times = [](const Interval& a, const Int& factor) {
      return factor < 0 ? Interval{a.high * factor, a.low * factor}
                        : Interval{a.low * factor, a.high * factor};
    };
    Interval logarithm = times(two, Int(log2 + x.exponent));
    logarithm = times({logarithm.low + fraction.low, logarithm.high + fraction.high}, Int(n));
    logarithm = {DivideDown(logarithm.low, Shifted(1, j)), DivideUp(logarithm.high, Shifted(1, j))};

    // One less than the whole part of the result's binary logarithm, so that the rest is positive.
    const Int whole = DivideDown(logarithm.low, two.low) - 1;
    if (whole > kHuge) return std::nullopt;
    if (whole < kTiny) return 0.0;
    const Interval taken = times(two, whole);
    const Interval result =
        Exponential({logarithm.low - taken.high, logarithm.high - taken.low}, bits);
    const std::int64_t scale = static_cast<std::int64_t>(whole) - bits;
    const std::optional<double> low = NearestScaled(result.low, 1, scale);
    if (low == NearestScaled(result.high, 1, scale)) return low;
  }
}

/// x ^ y for a positive x and a y that is not zero.
std::optional<double> PositivePower(double x, double y) {
  if (x == 1.0) return 1.0;
  Dyadic base = Split(x);
  const Dyadic magnitude = Split(std::fabs(y));
  auto n = static_cast<std::int64_t>(magnitude.mantissa);
  std::int64_t j = 0;
  if (magnitude.exponent >= 0) {
    n <<= magnitude.exponent;
  } else {
    j = -magnitude.exponent;
  }
  if (y < 0) n = -n;

  Dyadic root = base;
  for (std::int64_t i = 0; i < j; ++i) {
    const Int square_root = mp::sqrt(root.mantissa);
    if (square_root * square_root != root.mantissa || root.exponent % 2 != 0) {
      return IrrationalPower(base, n, j);
    }
    root = {square_root, root.exponent / 2};
  }
  // The power lies between 2^(n log2) and 2^(n (log2 + 1)).
  const std::int64_t log2 = Log2(root.mantissa) + root.exponent;
  if (n * log2 > kHuge && n * (log2 + 1) > kHuge) return std::nullopt;
  if (n * log2 < kTiny && n * (log2 + 1) < kTiny) return 0.0;
  const Int power =
      mp::pow(root.mantissa, root.mantissa == 1 ? 1 : static_cast<unsigned>(std::abs(n)));
  return n > 0 ? NearestScaled(power, 1, root.exponent * n)
               : NearestScaled(1, power, root.exponent * n);
}

Result IntegerPower(const Int& base, const Int& exponent, const Bounds& bounds) {
  if (mp::abs(base) > 1 && Log2(mp::abs(base)) * exponent >= bounds.integer_bits) {
    return Failure::kLimitError;  // it has more bits than that product
  }
  if (base == 0) return Bounded(exponent == 0 ? Int(1) : Int(0), bounds);
  if (mp::abs(base) == 1) return Bounded(exponent % 2 == 0 ? Int(1) : base, bounds);
  return Bounded(mp::pow(base, static_cast<unsigned>(exponent)), bounds);
}

Result Power(const Value& left, const Value& right, const Bounds& bounds) {
  if (mp::abs(ExactValue(right)) > bounds.exponent) return Failure::kLimitError;
  const Int* base = std::get_if<Int>(&left);
  const Int* exponent = std::get_if<Int>(&right);
  if (base != nullptr && exponent != nullptr && *exponent >= 0) {
    return IntegerPower(*base, *exponent, bounds);
  }
  const std::optional<double> x = Promoted(left);
  const std::optional<double> y = Promoted(right);
  if (!x || !y) return Failure::kValueError;
  if (*y == 0) return Value(1.0);
  const Rational exact = Exact(*y);
  const bool integral = mp::denominator(exact) == 1;
  const bool odd = integral && mp::numerator(exact) % 2 != 0;
  const bool negative = std::signbit(*x) && odd;
  if (*x == 0) {
    if (*y < 0) return Failure::kValueError;
    return Value(negative ? -0.0 : 0.0);
  }
  if (*x < 0 && !integral) return Failure::kValueError;
  const std::optional<double> power = PositivePower(std::fabs(*x), *y);
  if (!power) return Failure::kValueError;
  return Value(negative ? -*power : *power);
}

// ---- Comparisons --------------------------------------------------------------------------------

std::vector<char32_t> CodePoints(const std::string& utf8) {
  std::vector<char32_t> points;
  for (const char c : utf8) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0xF0) {
      points.push_back(byte & 0x07U);
    } else if (byte >= 0xE0) {
      points.push_back(byte & 0x0FU);
    } else if (byte >= 0xC0) {
      points.push_back(byte & 0x1FU);
    } else if (byte >= 0x80) {
      points.back() = (points.back() << 6) | (byte & 0x3FU);
    } else {
      points.push_back(byte);
    }
  }
  return points;
}

/// Negative, zero or positive.
int Order(const Value& left, const Value& right) {
  if (IsNumber(left)) return ExactValue(left).compare(ExactValue(right));
  if (TypeOf(left) == kBool) return int{std::get<bool>(left)} - int{std::get<bool>(right)};
  const std::vector<char32_t> a = CodePoints(std::get<std::string>(left));
  const std::vector<char32_t> b = CodePoints(std::get<std::string>(right));
  if (a == b) return 0;
  return a < b ? -1 : 1;
}

bool Compare(const std::string& op, const Value& left, const Value& right) {
  const bool equal = TypeOf(left) == TypeOf(right) && Order(left, right) == 0;
  if (op == "==") return equal;
  if (op == "!=") return !equal;
  const int order = Order(left, right);
  if (op == "<") return order < 0;
  if (op == "<=") return order <= 0;
  if (op == ">") return order > 0;
  return order >= 0;
}

// ---- The shortest digits of a float -------------------------------------------------------------

Rational PowerOfTen(std::int64_t exponent) {
  const Int power = mp::pow(Int(10), static_cast<unsigned>(std::abs(exponent)));
  return exponent >= 0 ? Rational(power) : Rational(Int(1), power);
}

/// The shortest decimal that reads back to `value`, which is positive, and of those the nearest:
/// its digits, and the decimal exponent of the first.
std::pair<std::string, std::int64_t> ShortestDigits(double value) {
  const Rational exact = Exact(value);
  auto exponent = static_cast<std::int64_t>(std::floor(std::log10(value)));
  while (PowerOfTen(exponent) > exact) --exponent;
  while (PowerOfTen(exponent + 1) <= exact) ++exponent;
  for (std::int64_t digits = 1;; ++digits) {
    const Rational unit = PowerOfTen(exponent - digits + 1);
    const Rational scaled = exact / unit;
    const Int below = mp::numerator(scaled) / mp::denominator(scaled);
    const Int above = below + 1;
    const bool low = Nearest(below * unit) == value;
    const bool high = Nearest(above * unit) == value;
    if (!low && !high) continue;
    // Of two that are equally near, Python takes the even one.
    const int nearer = Rational(above - scaled).compare(Rational(scaled - below));
    const bool takes_above = low && high ? nearer < 0 || (nearer == 0 && below % 2 != 0) : high;
    const Int& chosen = takes_above ? above : below;
    const std::string text = chosen.str();
    // 9.99... can become 10.0...
    if (text.size() > static_cast<std::size_t>(digits)) return {"1", exponent + 1};
    return {text, exponent};
  }
}

std::string FloatText(double value) {
  if (std::signbit(value)) return "-" + FloatText(-value);
  if (value == 0) return "0.0";
  auto [digits, exponent] = ShortestDigits(value);
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  if (exponent < -4 || exponent >= 16) {
    std::string text = digits.substr(0, 1);
    if (digits.size() > 1) text += "." + digits.substr(1);
    const std::string magnitude = std::to_string(std::abs(exponent));
    return text + (exponent < 0 ? "e-" : "e+") + (magnitude.size() < 2 ? "0" : "") + magnitude;
  }
  if (exponent < 0)
    return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) return digits + std::string(whole - digits.size(), '0') + ".0";
  return digits.substr(0, whole) + "." + digits.substr(whole);
}

}  // namespace

const char* Name(Failure failure) {
  switch (failure) {
    case Failure::kTypeError:
      return "type_error";
    case Failure::kValueError:
      return "value_error";
    case Failure::kLimitError:
      return "limit_error";
  }
  return "";
}

Types TypeOf(const Value& value) { return 1U << value.index(); }

Types UnaryTypes(const std::string& op, Types operand) {
  const Types valid = op == "not" ? kBool : kInt | kFloat;
  return (operand & ~valid) == 0 ? operand : 0;
}

Types BinaryTypes(const std::string& op, Types left, Types right) {
  const auto combine = [&op](Types a, Types b) -> Types {
    const bool numbers = (a | b | kInt | kFloat) == (kInt | kFloat);
    const bool ints = a == kInt && b == kInt;
    if (op == "==" || op == "!=") return kBool;
    if (op == "and" || op == "or") return a == kBool && b == kBool ? kBool : 0;
    if (op == "<" || op == "<=" || op == ">" || op == ">=") return a == b || numbers ? kBool : 0;
    if (op == "+" && a == kString && b == kString) return kString;
    if (!numbers) return 0;
    if (op == "/") return kFloat;
    if (op == "^") return ints ? kInt | kFloat : kFloat;
    return ints ? kInt : kFloat;
  };
  Types results = 0;
  for (const Types a : {kBool, kInt, kFloat, kString}) {
    for (const Types b : {kBool, kInt, kFloat, kString}) {
      if ((left & a) == 0 || (right & b) == 0) continue;
      const Types result = combine(a, b);
      if (result == 0) return 0;
      results |= result;
    }
  }
  return results;
}

Result ApplyUnary(const std::string& op, const Value& operand) {
  if (op == "not") return Value(!std::get<bool>(operand));
  if (const Int* integer = std::get_if<Int>(&operand)) return Value(Int(-*integer));
  return Value(-std::get<double>(operand));
}

Result ApplyBinary(const std::string& op, const Value& left, const Value& right,
                   const Bounds& bounds) {
  if (op == "and") return Value(std::get<bool>(left) && std::get<bool>(right));
  if (op == "or") return Value(std::get<bool>(left) || std::get<bool>(right));
  if (op == "/") return Quotient(left, right);
  if (op == "^") return Power(left, right, bounds);
  if (op == "+" && TypeOf(left) == kString) {
    std::string joined = std::get<std::string>(left) + std::get<std::string>(right);
    if (joined.size() > bounds.string_bytes) return Failure::kLimitError;
    return Value(std::move(joined));
  }
  if (op == "+" || op == "-" || op == "*") return Arithmetic(op[0], left, right, bounds);
  return Value(Compare(op, left, right));
}

std::optional<double> Nearest(const Rational& value) {
  const std::optional<double> magnitude =
      NearestScaled(mp::abs(mp::numerator(value)), mp::denominator(value), 0);
  if (!magnitude) return std::nullopt;
  return value < 0 ? -*magnitude : *magnitude;
}

Rational Exact(double value) {
  if (value == 0) return 0;
  const Dyadic split = Split(std::fabs(value));
  const Rational magnitude = split.exponent >= 0
                                 ? Rational(Shifted(split.mantissa, split.exponent))
                                 : Rational(split.mantissa, Shifted(1, -split.exponent));
  return value < 0 ? Rational(-magnitude) : magnitude;
}

std::string Text(const Value& value) {
  if (const bool* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  if (const Int* integer = std::get_if<Int>(&value)) return integer->str();
  if (const double* number = std::get_if<double>(&value)) return FloatText(*number);
  return std::get<std::string>(value);
}

std::int64_t Bits(const Int& value) { return value == 0 ? 0 : Log2(mp::abs(value)) + 1; }

}  // namespace aegis::reference

#include "interp/numbers.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

// Every rounding is judged by exact integer arithmetic. The magnitudes of doubles are counted off
// by their bit patterns: pattern 0 is 0.0, pattern 1 the smallest subnormal, and each next pattern
// the next double, up to the pattern of infinity, which by the same reading stands for 2^1024.
// Measured in units of 2^-1075, half of the smallest subnormal, every double and every midpoint of
// two neighbours is a whole number. A result is correctly rounded when the exact value lies between
// the midpoints to its neighbours, or on one of them if the pattern is even.

namespace aegis {
namespace {

namespace mp = boost::multiprecision;

using Random = std::mt19937_64;
using Pattern = std::uint64_t;

constexpr int kUnit = 1075;  // a unit is 2^-kUnit
constexpr Pattern kInfinity = Pattern{0x7ff} << 52;
constexpr Pattern kLargest = kInfinity - 1;
constexpr Pattern kSmallestNormal = Pattern{1} << 52;
constexpr double kTiny = std::numeric_limits<double>::denorm_min();
constexpr double kMax = std::numeric_limits<double>::max();

double FromPattern(Pattern pattern) {
  double value;
  std::memcpy(&value, &pattern, sizeof(value));
  return value;
}

Pattern ToPattern(double value) {
  Pattern pattern;
  std::memcpy(&pattern, &value, sizeof(pattern));
  return pattern & ~(Pattern{1} << 63);
}

/// The magnitude with `pattern`, in units.
Integer Units(Pattern pattern) {
  const Pattern fraction = pattern & (kSmallestNormal - 1);
  const auto exponent = static_cast<unsigned>(pattern >> 52);
  return exponent == 0 ? Integer(fraction) << 1 : Integer(kSmallestNormal + fraction) << exponent;
}

/// Halfway between the magnitudes with `pattern` and `pattern + 1`, in units.
Integer Midpoint(Pattern pattern) { return (Units(pattern) + Units(pattern + 1)) / 2; }

Integer Power(const Integer& base, unsigned exponent) { return mp::pow(base, exponent); }

/// Whether `result` is the correctly rounded (n / d) ^ (1 / root) with the sign of n / d; nothing
/// stands for a value that is too large. With a root, n / d is positive.
testing::AssertionResult IsRounded(const Integer& n, const Integer& d, std::optional<double> result,
                                   unsigned root = 1) {
  const bool negative = (n < 0) != (d < 0);
  const Pattern pattern = result ? ToPattern(*result) : kInfinity;
  if (result && (std::signbit(*result) != negative || !std::isfinite(*result))) {
    return testing::AssertionFailure() << *result << " has the wrong sign or is not finite";
  }
  const Integer exact = abs(n) << (kUnit * root);
  const Integer divisor = abs(d);
  const int tie = pattern % 2 == 0 ? 0 : 1;  // what an odd pattern must be clear of
  if (pattern > 0 && exact < divisor * Power(Midpoint(pattern - 1), root) + tie) {
    return testing::AssertionFailure() << FromPattern(pattern) << " is too large";
  }
  if (pattern < kInfinity && exact > divisor * Power(Midpoint(pattern), root) - tie) {
    return testing::AssertionFailure() << FromPattern(pattern) << " is too small";
  }
  return testing::AssertionSuccess();
}

/// An integer of exactly `bits` bits.
Integer RandomInteger(Random& random, unsigned bits) {
  Integer value = 1;
  for (unsigned i = 1; i < bits; i += 63) value = (value << 63) | (random() >> 1);
  return bits == 0 ? Integer(0) : Integer(value >> (mp::msb(value) + 1 - bits));
}

/// A pattern of a finite magnitude, often one at an edge.
Pattern RandomPattern(Random& random) {
  const Pattern near = random() % 5;
  const Pattern power_of_two = (1 + random() % 2045) * kSmallestNormal;  // its gaps are uneven
  const Pattern choices[] = {near,
                             random() % kSmallestNormal,
                             kSmallestNormal - 2 + near,
                             kLargest - near,
                             power_of_two - 2 + near,
                             random() % kInfinity};
  return choices[random() % std::size(choices)];
}

double RandomDouble(Random& random) {
  const double magnitude = FromPattern(RandomPattern(random));
  return random() % 2 == 0 ? magnitude : -magnitude;
}

TEST(FormatIntegerTest, WritesDecimals) {
  EXPECT_EQ(FormatInteger(0), "0");
  EXPECT_EQ(FormatInteger(-7), "-7");
  EXPECT_EQ(FormatInteger(Integer(1) << 63), "9223372036854775808");
  EXPECT_EQ(FormatInteger((Integer(1) << 64) - 1), "18446744073709551615");
  EXPECT_EQ(FormatInteger(-(Integer(1) << 64)), "-18446744073709551616");
  EXPECT_EQ(FormatInteger(Power(10, 1000)), "1" + std::string(1000, '0'));
}

TEST(FormatIntegerTest, ReadsBackAtEverySize) {
  Random random(1);
  for (unsigned bits = 1; bits < 4200; bits += 1 + static_cast<unsigned>(random() % 9)) {
    Integer value = RandomInteger(random, bits);
    if (random() % 2 == 0) value = -value;
    const std::string text = FormatInteger(value);
    ASSERT_EQ(Integer(text), value);
    ASSERT_EQ(text, value.str());
  }
}

TEST(FormatFloatTest, FollowsPythonsRepr) {
  EXPECT_EQ(FormatFloat(3.5), "3.5");
  EXPECT_EQ(FormatFloat(1000.0), "1000.0");
  EXPECT_EQ(FormatFloat(0.0), "0.0");
  EXPECT_EQ(FormatFloat(-0.0), "-0.0");
  EXPECT_EQ(FormatFloat(0.1), "0.1");
  EXPECT_EQ(FormatFloat(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(FormatFloat(1.0 / 3.0), "0.3333333333333333");
  EXPECT_EQ(FormatFloat(123456789.125), "123456789.125");
  EXPECT_EQ(FormatFloat(-2.5e-7), "-2.5e-07");
  EXPECT_EQ(FormatFloat(1.5e300), "1.5e+300");
  EXPECT_EQ(FormatFloat(kMax), "1.7976931348623157e+308");
  EXPECT_EQ(FormatFloat(std::numeric_limits<double>::min()), "2.2250738585072014e-308");
  EXPECT_EQ(FormatFloat(kTiny), "5e-324");
  EXPECT_EQ(FormatFloat(std::ldexp(1.0, -44)), "5.684341886080802e-14");
}

TEST(FormatFloatTest, ChangesFormAtTheBounds) {
  EXPECT_EQ(FormatFloat(1e15), "1000000000000000.0");
  EXPECT_EQ(FormatFloat(9007199254740993.0 + 2.0), "9007199254740994.0");
  EXPECT_EQ(FormatFloat(std::nextafter(1e16, 0.0)), "9999999999999998.0");
  EXPECT_EQ(FormatFloat(1e16), "1e+16");
  EXPECT_EQ(FormatFloat(std::nextafter(1e16, kMax)), "1.0000000000000002e+16");
  EXPECT_EQ(FormatFloat(std::nextafter(1e-4, 1.0)), "0.00010000000000000002");
  EXPECT_EQ(FormatFloat(1e-4), "0.0001");
  EXPECT_EQ(FormatFloat(std::nextafter(1e-4, 0.0)), "9.999999999999999e-05");
  EXPECT_EQ(FormatFloat(1e-5), "1e-05");
}

std::optional<double> Read(const std::string& text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error != std::errc()) return std::nullopt;
  return value;
}

/// Whether `text`, which reads back to `value`, no longer does with one digit less.
bool IsShortest(const std::string& text, double value) {
  const std::size_t e = std::min(text.find('e'), text.size());
  std::string digits = text.substr(0, e);
  int exponent = e < text.size() ? std::stoi(text.substr(e + 1)) : 0;
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    exponent -= static_cast<int>(digits.size() - point) - 1;
    digits.erase(point, 1);
  }
  unsigned long long number = std::stoull(digits);
  int cut = 0;
  for (; cut == 0; number /= 10, ++exponent) cut = static_cast<int>(number % 10);
  const std::string suffix = "e" + std::to_string(exponent);
  return Read(std::to_string(number) + suffix) != value &&
         Read(std::to_string(number + 1) + suffix) != value;
}

TEST(FormatFloatTest, ReadsBackAndIsShortest) {
  const testing::Matcher<const std::string&> fixed =
      testing::MatchesRegex(R"(-?(0|[1-9][0-9]*)\.(0|[0-9]*[1-9]))");
  const testing::Matcher<const std::string&> scientific =
      testing::MatchesRegex(R"(-?[1-9](\.[0-9]*[1-9])?e[+-](0[1-9]|[1-9][0-9][0-9]?))");
  Random random(2);
  for (int i = 0; i < 20000; ++i) {
    double value = RandomDouble(random);
    if (i % 3 == 0) {  // a float of everyday size and few digits
      value = static_cast<double>(random() % 1000000) / static_cast<double>(1 + random() % 10000);
    }
    const std::string text = FormatFloat(value);
    ASSERT_EQ(Read(text), value) << text;
    ASSERT_EQ(text[0] == '-', std::signbit(value)) << text;
    const double magnitude = std::abs(value);
    const bool is_fixed = magnitude == 0.0 || (magnitude >= 1e-4 && magnitude < 1e16);
    ASSERT_TRUE((is_fixed ? fixed : scientific).Matches(text)) << text;
    ASSERT_TRUE(magnitude == 0.0 || IsShortest(FormatFloat(magnitude), magnitude)) << text;
  }
}

TEST(NearestDoubleTest, BreaksTiesToEven) {
  const Integer limit = Integer(1) << 53;
  EXPECT_EQ(NearestDouble(limit - 1), 9007199254740991.0);
  EXPECT_EQ(NearestDouble(limit), 9007199254740992.0);
  EXPECT_EQ(NearestDouble(limit + 1), 9007199254740992.0);
  EXPECT_EQ(NearestDouble(limit + 2), 9007199254740994.0);
  EXPECT_EQ(NearestDouble(limit + 3), 9007199254740996.0);
  EXPECT_EQ(NearestDouble(-limit - 1), -9007199254740992.0);
  EXPECT_EQ(NearestDouble(-limit - 3), -9007199254740996.0);
  // One bit far below decides a tie.
  EXPECT_EQ(NearestDouble((limit + 1) << 500), std::ldexp(1.0, 553));
  EXPECT_EQ(NearestDouble(((limit + 1) << 500) + 1), std::ldexp(1.0 + std::ldexp(1.0, -52), 553));
}

TEST(NearestDoubleTest, ZeroIsPositive) {
  const std::optional<double> zero = NearestDouble(0);
  ASSERT_EQ(zero, 0.0);
  EXPECT_FALSE(std::signbit(*zero));
}

TEST(NearestDoubleTest, EndsAtTheOverflowThreshold) {
  const Integer threshold = (Integer(1) << 1024) - (Integer(1) << 970);  // a tie with 2^1024
  EXPECT_EQ(NearestDouble(threshold - 1), kMax);
  EXPECT_EQ(NearestDouble(threshold), std::nullopt);
  EXPECT_EQ(NearestDouble(1 - threshold), -kMax);
  EXPECT_EQ(NearestDouble(-threshold), std::nullopt);
  EXPECT_EQ(NearestDouble(Integer(1) << 100000), std::nullopt);
}

TEST(NearestDoubleTest, RoundsEverySize) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    Integer value = RandomInteger(random, 1 + static_cast<unsigned>(random() % 1100));
    if (i % 2 == 0) value = -value;
    ASSERT_TRUE(IsRounded(value, 1, NearestDouble(value))) << value;
  }
}

TEST(NearestDoubleTest, RoundsAroundEveryMidpoint) {
  Random random(4);
  for (int i = 0; i < 5000; ++i) {
    const Pattern pattern = (1023 + 54 + random() % (1024 - 54)) * kSmallestNormal +
                            (i % 4 == 0 ? random() % 3 : random() % kSmallestNormal);
    const Integer midpoint = Midpoint(pattern) >> kUnit;
    for (int offset = -1; offset <= 1; ++offset) {
      const Integer value = midpoint + offset;
      ASSERT_TRUE(IsRounded(value, 1, NearestDouble(value))) << value;
    }
  }
}

TEST(RoundedQuotientTest, DividesExactly) {
  EXPECT_EQ(RoundedQuotient(1, 2), 0.5);
  EXPECT_EQ(RoundedQuotient(6, 3), 2.0);
  EXPECT_EQ(RoundedQuotient(-7, 2), -3.5);
  EXPECT_EQ(RoundedQuotient(7, -2), -3.5);
  EXPECT_EQ(RoundedQuotient(-7, -2), 3.5);
  EXPECT_EQ(RoundedQuotient(1, 3), 1.0 / 3.0);
  EXPECT_EQ(RoundedQuotient(1, 10), 0.1);
  // Neither of the two is a double.
  EXPECT_EQ(RoundedQuotient(Power(10, 1000), Power(10, 999)), 10.0);
  EXPECT_EQ(RoundedQuotient((Integer(1) << 53) + 1, (Integer(1) << 53) + 1), 1.0);
}

TEST(RoundedQuotientTest, GivesZeroTheSignOfTheOperands) {
  const Integer huge = Integer(1) << 4000;
  const auto is_zero = [](std::optional<double> value, bool negative) {
    return value == 0.0 && std::signbit(*value) == negative;
  };
  EXPECT_TRUE(is_zero(RoundedQuotient(0, 5), false));
  EXPECT_TRUE(is_zero(RoundedQuotient(0, -5), true));
  EXPECT_TRUE(is_zero(RoundedQuotient(0, huge), false));
  EXPECT_TRUE(is_zero(RoundedQuotient(0, -huge), true));
  EXPECT_TRUE(is_zero(RoundedQuotient(1, huge), false));
  EXPECT_TRUE(is_zero(RoundedQuotient(-1, huge), true));
  EXPECT_TRUE(is_zero(RoundedQuotient(1, -huge), true));
  EXPECT_TRUE(is_zero(RoundedQuotient(-1, -huge), false));
}

TEST(RoundedQuotientTest, UnderflowsAtHalfOfTheSmallestSubnormal) {
  const Integer half = Integer(1) << kUnit;
  EXPECT_EQ(RoundedQuotient(1, half / 2), kTiny);
  EXPECT_EQ(RoundedQuotient(1, half - 1), kTiny);
  EXPECT_EQ(RoundedQuotient(1, half), 0.0);
  EXPECT_EQ(RoundedQuotient(1, half + 1), 0.0);
  EXPECT_EQ(RoundedQuotient(half + 1, half * half), kTiny);
  EXPECT_EQ(RoundedQuotient(3, half), 2 * kTiny);  // 1.5 of it: a tie to even
  EXPECT_EQ(RoundedQuotient(-1, half - 1), -kTiny);
}

TEST(RoundedQuotientTest, OverflowsAtTheThreshold) {
  const Integer threshold = (Integer(1) << 1024) - (Integer(1) << 970);
  EXPECT_EQ(RoundedQuotient(threshold * 7, 7), std::nullopt);
  EXPECT_EQ(RoundedQuotient(threshold * 7 - 1, 7), kMax);
  EXPECT_EQ(RoundedQuotient(threshold * 7 - 1, -7), -kMax);
  EXPECT_EQ(RoundedQuotient(Integer(1) << 100000, -3), std::nullopt);
}

TEST(RoundedQuotientTest, RoundsOperandsOfEverySize) {
  Random random(5);
  const std::vector<unsigned> sizes = {4, 32, 64, 128, 1100, 4096, 8192};
  for (int i = 0; i < 20000; ++i) {
    const unsigned most = sizes[random() % sizes.size()];
    Integer n = RandomInteger(random, 1 + static_cast<unsigned>(random() % most));
    Integer d = RandomInteger(random, 1 + static_cast<unsigned>(random() % most));
    if (random() % 2 == 0) n = -n;
    if (random() % 2 == 0) d = -d;
    ASSERT_TRUE(IsRounded(n, d, RoundedQuotient(n, d))) << n << " / " << d;
  }
}

TEST(RoundedQuotientTest, RoundsAtAndBesideEveryKindOfTie) {
  Random random(6);
  for (int i = 0; i < 5000; ++i) {
    const Integer factor = RandomInteger(random, 1 + static_cast<unsigned>(random() % 300));
    const Integer n = Midpoint(RandomPattern(random)) * factor;
    const Integer d = factor << kUnit;
    for (int offset = -1; offset <= 1; ++offset) {
      const Integer beside = n + offset;
      if (beside.is_zero()) continue;
      ASSERT_TRUE(IsRounded(beside, d, RoundedQuotient(beside, d))) << beside << " / " << d;
      ASSERT_TRUE(IsRounded(-beside, d, RoundedQuotient(-beside, d))) << beside << " / " << d;
    }
  }
}

TEST(RoundedPowerTest, GivesTheSpecifiedValues) {
  EXPECT_EQ(RoundedPower(37.6, 2.1), 2031.8632451761214);
  EXPECT_EQ(RoundedPower(2.0, 0.5), 1.4142135623730951);
  EXPECT_EQ(RoundedPower(2.0, -1.0), 0.5);
  EXPECT_EQ(RoundedPower(3.0, 2.0), 9.0);
  EXPECT_EQ(RoundedPower(-3.0, 3.0), -27.0);
  EXPECT_EQ(RoundedPower(-2.0, -3.0), -0.125);
  EXPECT_EQ(RoundedPower(2.25, 1.5), 3.375);
  EXPECT_EQ(RoundedPower(1e-7, 1.5), 3.1622776601683794e-11);
}

TEST(RoundedPowerTest, AnythingToTheZeroIsOne) {
  for (double base : {0.0, -0.0, 1.0, -1.0, 0.5, -37.6, kTiny, -kTiny, kMax, -kMax}) {
    EXPECT_EQ(RoundedPower(base, 0.0), 1.0);
    EXPECT_EQ(RoundedPower(base, -0.0), 1.0);
  }
}

TEST(RoundedPowerTest, ZeroStaysZero) {
  for (double exponent : {kTiny, 0.5, 1.0, 2.0, 3.0, 4096.0}) {
    EXPECT_EQ(RoundedPower(0.0, exponent), 0.0);
    EXPECT_FALSE(std::signbit(*RoundedPower(0.0, exponent)));
    EXPECT_EQ(RoundedPower(-0.0, exponent), 0.0);
    EXPECT_EQ(std::signbit(*RoundedPower(-0.0, exponent)), exponent == 1.0 || exponent == 3.0);
  }
}

TEST(RoundedPowerTest, NegativeBasesAlternate) {
  EXPECT_EQ(RoundedPower(-1.0, 4095.0), -1.0);
  EXPECT_EQ(RoundedPower(-1.0, -4096.0), 1.0);
  EXPECT_EQ(RoundedPower(-0.5, 1074.0), kTiny);
  EXPECT_EQ(RoundedPower(-0.25, 537.0), -kTiny);
  EXPECT_EQ(RoundedPower(-2.0, 1024.0), std::nullopt);
  EXPECT_EQ(RoundedPower(-2.0, 1023.0), -std::ldexp(1.0, 1023));
  const std::optional<double> underflow = RoundedPower(-0.5, 1077.0);
  ASSERT_EQ(underflow, 0.0);
  EXPECT_TRUE(std::signbit(*underflow));
  // Beyond 2^53 every float is even.
  EXPECT_EQ(RoundedPower(-1.0, 9007199254740991.0), -1.0);
  EXPECT_EQ(RoundedPower(-1.0, kMax), 1.0);
}

TEST(RoundedPowerTest, OverflowsAtTheThreshold) {
  EXPECT_EQ(RoundedPower(kMax, 1.0), kMax);
  EXPECT_EQ(RoundedPower(-kMax, 1.0), -kMax);
  EXPECT_EQ(RoundedPower(2.0, std::nextafter(1024.0, 0.0)), 1.7976931348621742e+308);
  EXPECT_EQ(RoundedPower(2.0, 1024.0), std::nullopt);
  EXPECT_EQ(RoundedPower(0.5, -1024.0), std::nullopt);
  EXPECT_EQ(RoundedPower(kTiny, -1.0), std::nullopt);
  EXPECT_EQ(RoundedPower(kMax, std::nextafter(1.0, 2.0)), std::nullopt);
}

TEST(RoundedPowerTest, DecidesTheTieBelowTheSmallestSubnormal) {
  EXPECT_EQ(RoundedPower(2.0, -1074.0), kTiny);
  EXPECT_EQ(RoundedPower(2.0, std::nextafter(-1075.0, 0.0)), kTiny);
  EXPECT_EQ(RoundedPower(2.0, -1075.0), 0.0);
  EXPECT_EQ(RoundedPower(2.0, std::nextafter(-1075.0, -2000.0)), 0.0);
  EXPECT_EQ(RoundedPower(2.0, -1076.0), 0.0);
  // At 53 bits these two are 2^-1075, the tie itself; the exact powers lie above and below it.
  EXPECT_EQ(RoundedPower(0x1.23516a8b23ee8p-739, 0x1.747d3633b713bp+0), kTiny);
  EXPECT_EQ(RoundedPower(0x1.26fc49f7e8d7ep-638, 0x1.af7c7c10fa7aep+0), 0.0);
}

/// Whether `result` is the correctly rounded base ^ (exponent / root); `base` is positive unless
/// root is 1.
testing::AssertionResult IsRoundedPower(double base, int exponent, unsigned root,
                                        std::optional<double> result) {
  const auto times = static_cast<unsigned>(std::abs(exponent));
  Integer n = Power(Units(ToPattern(base)), times);
  Integer d = Integer(1) << (kUnit * times);
  if (base < 0 && times % 2 == 1) n = -n;
  if (exponent < 0) std::swap(n, d);
  return IsRounded(n, d, result, root) << base << " ^ (" << exponent << " / " << root << ")";
}

TEST(RoundedPowerTest, RoundsIntegralPowers) {
  Random random(7);
  int subnormal = 0;
  int too_large = 0;
  for (int i = 0; i < 20000; ++i) {
    const int exponent = 1 + static_cast<int>(random() % 12);
    double base = RandomDouble(random);
    if (i % 2 == 0) {  // a result of any size, subnormal ones and both ends included
      const int scale = static_cast<int>(random() % 2120) - 1090;
      base = std::ldexp(1.0 + static_cast<double>(random() >> 12) * 0x1p-52, scale / exponent);
    }
    if (base == 0.0 || std::isinf(base)) continue;
    const int signed_exponent = random() % 4 == 0 ? -exponent : exponent;
    const std::optional<double> result = RoundedPower(base, signed_exponent);
    ASSERT_TRUE(IsRoundedPower(base, signed_exponent, 1, result));
    if (!result) ++too_large;
    if (result && *result != 0.0 && ToPattern(*result) < kSmallestNormal) ++subnormal;
  }
  EXPECT_GT(subnormal, 100);
  EXPECT_GT(too_large, 100);
}

TEST(RoundedPowerTest, RoundsPowersOfSmallIntegers) {
  for (int base = -20; base <= 20; ++base) {
    if (base == 0) continue;
    for (int exponent = -60; exponent <= 60; ++exponent) {
      ASSERT_TRUE(IsRoundedPower(base, exponent, 1, RoundedPower(base, exponent)));
    }
  }
}

TEST(RoundedPowerTest, RoundsExactTiesToEven) {
  // The square of an odd number of 27 bits has 53 or 54 bits; with 54 it is a tie.
  Random random(8);
  int ties = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto odd = static_cast<double>((random() >> 37) | 1 | (1 << 26));
    if (mp::msb(Integer(odd) * Integer(odd)) == 53) ++ties;
    ASSERT_TRUE(IsRoundedPower(odd, 2, 1, RoundedPower(odd, 2.0)));
    // Among the subnormals, where the square has fewer bits to fit into.
    const double tiny = std::ldexp(odd, -548 - static_cast<int>(random() % 30));
    ASSERT_TRUE(IsRoundedPower(tiny, 2, 1, RoundedPower(tiny, 2.0)));
  }
  EXPECT_GT(ties, 100);
}

TEST(RoundedPowerTest, RoundsRoots) {
  Random random(9);
  for (int i = 0; i < 10000; ++i) {
    const unsigned root = 1u << (1 + random() % 3);
    const int exponent = (static_cast<int>(random() % 20) - 10) | 1;
    double base = FromPattern(RandomPattern(random));
    if (i % 2 == 0) base = static_cast<double>(1 + random() % 10000);  // some roots are exact
    if (base == 0.0) continue;
    ASSERT_TRUE(IsRoundedPower(base, exponent, root, RoundedPower(base, 1.0 * exponent / root)));
  }
}

/// Whether `result` is the double nearest to base ^ exponent, by arithmetic of 100 digits with
/// another library; the power must not be as near to a midpoint as that library may err.
testing::AssertionResult AgreesWith100Digits(double base, double exponent,
                                             std::optional<double> result) {
  using Float = mp::cpp_bin_float_100;
  const Float exact = ldexp(pow(Float(std::abs(base)), Float(exponent)), kUnit);
  const Float error = exact * Float("1e-80");
  const Pattern pattern = result ? ToPattern(*result) : kInfinity;
  if ((pattern == 0 || Float(Midpoint(pattern - 1)) < exact - error) &&
      (pattern == kInfinity || Float(Midpoint(pattern)) > exact + error)) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure()
         << base << " ^ " << exponent << " is not " << FromPattern(pattern);
}

TEST(RoundedPowerTest, AgreesWithArithmeticOf100Digits) {
  Random random(10);
  int subnormal = 0;
  for (int i = 0; i < 5000; ++i) {
    const double base = FromPattern(1 + random() % kLargest);
    // The result's logarithm is spread over all doubles and somewhat beyond both ends.
    const double target = static_cast<double>(random() % 4000000) / 1000.0 / 1.8 - 1100.0;
    const double exponent = std::round(target / std::log2(base) * 0x1p40) * 0x1p-40;
    if (exponent == 0.0 || std::abs(exponent) > 0x1p20) continue;
    const std::optional<double> result = RoundedPower(base, exponent);
    ASSERT_TRUE(AgreesWith100Digits(base, exponent, result));
    if (result && *result != 0.0 && ToPattern(*result) < kSmallestNormal) ++subnormal;
  }
  EXPECT_GT(subnormal, 50);
}

TEST(RoundedPowerTest, MastersTheLargestExponents) {
  constexpr double kCeiling = 0x1p20;  // of the limit `exponent`
  for (double exponent : {kCeiling, kCeiling - 1, kCeiling - 0.5, std::nextafter(kCeiling, 0.0)}) {
    for (double base : {2.0, 1.5, 37.6, 1e300, kMax}) {
      EXPECT_EQ(RoundedPower(base, exponent), std::nullopt);
      EXPECT_EQ(RoundedPower(base, -exponent), 0.0);
      EXPECT_EQ(RoundedPower(1.0 / base, exponent), 0.0);
      EXPECT_EQ(RoundedPower(1.0 / base, -exponent), std::nullopt);
    }
    EXPECT_EQ(RoundedPower(kTiny, exponent), 0.0);
    EXPECT_EQ(RoundedPower(kTiny, -exponent), std::nullopt);
    for (double base : {std::nextafter(1.0, 0.0), std::nextafter(1.0, 2.0), 0.9999, 1.0006}) {
      EXPECT_TRUE(AgreesWith100Digits(base, exponent, RoundedPower(base, exponent)));
      EXPECT_TRUE(AgreesWith100Digits(base, -exponent, RoundedPower(base, -exponent)));
    }
  }
  EXPECT_EQ(RoundedPower(-kMax, kCeiling), std::nullopt);
  EXPECT_EQ(RoundedPower(kMax, kMax), std::nullopt);
  EXPECT_EQ(RoundedPower(kMax, -kMax), 0.0);
}

TEST(RoundedPowerTest, MastersTheSmallestExponents) {
  for (double base : {kTiny, 0.5, std::nextafter(1.0, 0.0), std::nextafter(1.0, 2.0), 37.6, kMax}) {
    for (double exponent : {kTiny, 0x1p-1022, 1e-100, 0x1p-64}) {
      EXPECT_EQ(RoundedPower(base, exponent), 1.0);
      EXPECT_EQ(RoundedPower(base, -exponent), 1.0);
    }
  }
  EXPECT_TRUE(AgreesWith100Digits(kMax, 0x1p-60, RoundedPower(kMax, 0x1p-60)));
  EXPECT_TRUE(AgreesWith100Digits(kTiny, 0x1p-60, RoundedPower(kTiny, 0x1p-60)));
}

TEST(RoundedPowerTest, LeavesMpfrAsItWas) {
  const mpfr_exp_t least = mpfr_get_emin();
  const mpfr_exp_t most = mpfr_get_emax();
  EXPECT_EQ(RoundedPower(0.5, 1073.5), kTiny);  // subnormal, so computed twice
  EXPECT_EQ(RoundedPower(2.0, 1e6), std::nullopt);
  EXPECT_EQ(mpfr_get_emin(), least);
  EXPECT_EQ(mpfr_get_emax(), most);
}

TEST(RoundedPowerTest, IsTheSameOnEveryThread) {
  std::vector<double> results(8);
  std::vector<std::thread> threads;
  for (double& result : results) {
    threads.emplace_back([&result] {
      for (int i = 0; i < 100; ++i) result += *RoundedPower(37.6 + i, 2.1);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (double result : results) EXPECT_EQ(result, results[0]);
  EXPECT_GT(results[0], 100 * 2031.8632451761214);
}

int Sign(int order) { return (order > 0) - (order < 0); }

TEST(CompareExactlyTest, OrdersWithoutRounding) {
  const Integer limit = Integer(1) << 53;
  EXPECT_EQ(Sign(CompareExactly(limit + 1, 0x1p53)), 1);
  EXPECT_EQ(Sign(CompareExactly(limit, 0x1p53)), 0);
  EXPECT_EQ(Sign(CompareExactly(limit - 1, 0x1p53)), -1);
  EXPECT_EQ(Sign(CompareExactly(-limit - 1, -0x1p53)), -1);
  EXPECT_EQ(Sign(CompareExactly(1, 1.5)), -1);
  EXPECT_EQ(Sign(CompareExactly(2, 1.5)), 1);
  EXPECT_EQ(Sign(CompareExactly(-1, -1.5)), 1);
  EXPECT_EQ(Sign(CompareExactly(-2, -1.5)), -1);
  EXPECT_EQ(Sign(CompareExactly(0, 0.0)), 0);
  EXPECT_EQ(Sign(CompareExactly(0, -0.0)), 0);
  EXPECT_EQ(Sign(CompareExactly(0, kTiny)), -1);
  EXPECT_EQ(Sign(CompareExactly(0, -kTiny)), 1);
}

TEST(CompareExactlyTest, OrdersWhatIsNoDouble) {
  const Integer huge = Integer(1) << 4095;
  EXPECT_EQ(Sign(CompareExactly(huge, kMax)), 1);
  EXPECT_EQ(Sign(CompareExactly(-huge, -kMax)), -1);
  const Integer largest = (Integer(1) << 1024) - (Integer(1) << 971);
  EXPECT_EQ(Sign(CompareExactly(largest, kMax)), 0);
  EXPECT_EQ(Sign(CompareExactly(largest + 1, kMax)), 1);
  EXPECT_EQ(Sign(CompareExactly(largest - 1, kMax)), -1);
}

TEST(CompareExactlyTest, OrdersAroundEveryFloat) {
  Random random(11);
  for (int i = 0; i < 20000; ++i) {
    double right = RandomDouble(random);
    int exponent = 0;
    if (i % 2 == 0) right = std::ldexp(std::frexp(right, &exponent), i % 70);
    const Integer magnitude = Units(ToPattern(right));
    const Integer units = std::signbit(right) ? Integer(-magnitude) : magnitude;
    const Integer whole = units / (Integer(1) << kUnit);
    for (int offset = -1; offset <= 1; ++offset) {
      const Integer left = whole + offset;
      const Integer left_units = left << kUnit;
      ASSERT_EQ(Sign(CompareExactly(left, right)), Sign(left_units.compare(units)))
          << left << " and " << right;
    }
  }
}

}  // namespace
}  // namespace aegis

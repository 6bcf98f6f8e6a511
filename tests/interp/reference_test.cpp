#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "interp/value.h"
#include "semantic/types.h"
#include "tests/interp/reference_evaluator.h"
#include "tests/interp/reference_random.h"
#include "tests/support/listing.h"

// The interpreter against the reference evaluator: every operator on every pair of boundary values,
// rounding where it is hardest, and random programs with their positions and budgets.

namespace aegis {
namespace {

namespace mp = boost::multiprecision;
using reference::Below;
using reference::Int;
using reference::PowerOfTwo;
using reference::Random;
using reference::RandomFloat;
using reference::RandomInt;
using reference::Rational;
using reference::ToPattern;
using RefValue = reference::Value;

constexpr std::array<Operator, 11> kOperators = {
    Operator::kAdd,       Operator::kSubtract, Operator::kMultiply,    Operator::kDivide,
    Operator::kPower,     Operator::kEqual,    Operator::kNotEqual,    Operator::kLess,
    Operator::kLessEqual, Operator::kGreater,  Operator::kGreaterEqual};

Value Converted(const RefValue& value) {
  if (const auto* string = std::get_if<std::string>(&value)) return String(*string);
  if (const auto* integer = std::get_if<Int>(&value)) return *integer;
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return std::get<bool>(value);
}

/// Type and value in words.
std::string Show(const RefValue& value) {
  static const char* const kNames[] = {"bool ", "int ", "float ", "string "};
  return kNames[value.index()] + reference::Text(value);
}

std::string Expected(const reference::Result& result) {
  if (const auto* failure = std::get_if<reference::Failure>(&result)) {
    return reference::Name(*failure);
  }
  return Show(std::get<RefValue>(result));
}

std::string Actual(const Outcome& outcome) {
  if (const Code* code = std::get_if<Code>(&outcome)) {
    return std::string(CategoryName(Info(*code).category));
  }
  static const char* const kNames[] = {"bool ", "int ", "float ", "string "};
  const Value& value = std::get<Value>(outcome);
  return kNames[value.index()] + Display(value);
}

/// Whether the results are the same failure, or values of the same type that no program can tell
/// apart, signs of zeros included. How they are written is compared elsewhere.
bool Same(const reference::Result& expected, const Outcome& actual) {
  const Value* value = std::get_if<Value>(&actual);
  if (value == nullptr || std::holds_alternative<reference::Failure>(expected)) {
    return Expected(expected) == Actual(actual);
  }
  const Value wanted = Converted(std::get<RefValue>(expected));
  const double* number = std::get_if<double>(&wanted);
  if (number == nullptr || !std::holds_alternative<double>(*value)) return wanted == *value;
  return ToPattern(*number) == ToPattern(std::get<double>(*value));
}

std::string Shortened(const std::string& text) {
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

/// Applies `op` in both evaluators, if it is valid for the operands; says whether they agree.
testing::AssertionResult Agree(Operator op, const RefValue& left, const RefValue& right,
                               const reference::Bounds& bounds = reference::Bounds(),
                               const Limits& limits = Limits()) {
  const std::string spelling = Spelling(op);
  if (reference::BinaryTypes(spelling, reference::TypeOf(left), reference::TypeOf(right)) == 0) {
    return testing::AssertionSuccess();
  }
  const reference::Result expected = reference::ApplyBinary(spelling, left, right, bounds);
  const Outcome actual = ApplyBinary(op, Converted(left), Converted(right), limits);
  if (Same(expected, actual)) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << Shortened(Show(left)) << " " << spelling << " " << Shortened(Show(right)) << " is "
         << Shortened(Expected(expected)) << ", but the interpreter says "
         << Shortened(Actual(actual));
}

// ---- Boundary values ----------------------------------------------------------------------------

/// Each value with its negative.
template <typename T>
std::vector<RefValue> WithNegatives(const std::vector<T>& values) {
  std::vector<RefValue> all;
  for (const T& value : values) {
    all.emplace_back(value);
    all.emplace_back(T(-value));
  }
  return all;
}

std::vector<RefValue> Ints() {
  std::vector<Int> values = {0, 1, 2, 3, 5, 7, 10, 255, 256, 4095, 4096, 4097};
  // Where doubles end to hold every int, where they end, and where the limit is.
  for (const unsigned bits : {53U, 54U, 63U, 64U, 1023U, 1024U, 2047U, 2048U, 4095U}) {
    values.push_back(PowerOfTwo(bits) - 1);
    values.push_back(PowerOfTwo(bits));
    values.push_back(PowerOfTwo(bits) + 1);
  }
  values.push_back(PowerOfTwo(54) + 2);                      // halfway between two doubles
  values.push_back(PowerOfTwo(54) + 6);                      // the same, to the other side
  values.push_back(PowerOfTwo(1024) - PowerOfTwo(970));      // halfway to infinity
  values.push_back(PowerOfTwo(1024) - PowerOfTwo(970) - 1);  // rounds to the largest double
  values.push_back(PowerOfTwo(1024) - PowerOfTwo(971));      // the largest double
  values.push_back(PowerOfTwo(4096) - 1);
  return WithNegatives(values);
}

std::vector<RefValue> Floats() {
  constexpr double kMax = std::numeric_limits<double>::max();
  constexpr double kMin = std::numeric_limits<double>::min();
  constexpr double kDenormal = std::numeric_limits<double>::denorm_min();
  const std::vector<double> values = {
      0.0, 1.0, 2.0, 3.0, 0.5, 1.5, 2.5, 0.1, 0.2, 0.3, 1.0 / 3, 7.0, 4095.0, 4096.0, 4096.5,
      4097.0,
      // The neighbours of one, and of the numbers from which on all doubles are whole.
      std::nextafter(1.0, 0.0), std::nextafter(1.0, 2.0), 4503599627370495.5, 4503599627370497.5,
      9007199254740991.0, 9007199254740992.0, 9007199254740994.0, 18014398509481984.0,
      18014398509481988.0, 1e15, 1e16, 1e22, 1e23, 123456789012345680.0, 1e-4, 1e-5,
      9999999999999998.0,
      // The ends.
      kDenormal, 2 * kDenormal, 3 * kDenormal, std::nextafter(kMin, 0.0), kMin,
      std::nextafter(kMin, 1.0), std::ldexp(1.0, -537), std::ldexp(1.5, -538), kMax,
      std::nextafter(kMax, 0.0), kMax / 2, std::ldexp(1.0, 1023), std::ldexp(1.0, 512),
      1.3407807929942596e154, 1.3407807929942597e154, 5e-324, 1e-320, 1e308, 1e-308};
  return WithNegatives(values);
}

std::vector<RefValue> BoolsAndStrings() {
  const std::string half(8192, 'h');
  return {RefValue(false),
          RefValue(true),
          RefValue(std::string()),
          RefValue(std::string("a")),
          RefValue(std::string("ab")),
          RefValue(std::string("b")),
          RefValue(std::string("\u00e9")),
          RefValue(std::string("\uE000")),
          RefValue(std::string("\uFFFD")),
          RefValue(std::string("\U00010000")),
          RefValue(std::string("\U0010FFFF")),
          RefValue(std::string("a\0b", 3)),
          RefValue(half),
          RefValue(half + "x"),
          RefValue(std::string(8191, 'h')),
          RefValue(std::string(16384, 'h')),
          RefValue(std::string("1")),
          RefValue(std::string("true"))};
}

std::vector<RefValue> All() {
  std::vector<RefValue> all = Ints();
  for (const RefValue& value : Floats()) all.push_back(value);
  for (const RefValue& value : BoolsAndStrings()) all.push_back(value);
  return all;
}

TEST(Reference, EveryOperatorAgreesOnEveryPairOfBoundaryValues) {
  const std::vector<RefValue> values = All();
  std::set<std::string> covered;
  for (const RefValue& left : values) {
    for (const RefValue& right : values) {
      for (const Operator op : kOperators) {
        EXPECT_TRUE(Agree(op, left, right));
        covered.insert(Spelling(op) + std::to_string(left.index()) + std::to_string(right.index()));
      }
    }
  }
  EXPECT_EQ(covered.size(), kOperators.size() * 16) << "operators times pairs of types";
}

TEST(Reference, UnaryOperatorsAgreeOnEveryBoundaryValue) {
  for (const RefValue& value : All()) {
    for (const Operator op : {Operator::kNegate, Operator::kNot}) {
      const std::string spelling = Spelling(op);
      if (reference::UnaryTypes(spelling, reference::TypeOf(value)) == 0) continue;
      EXPECT_EQ(Actual(ApplyUnary(op, Converted(value))),
                Expected(reference::ApplyUnary(spelling, value)))
          << spelling << " " << Shortened(Show(value));
    }
  }
}

constexpr std::array<Type, 4> kTypes = {Type::kBool, Type::kInt, Type::kFloat, Type::kString};

/// A set of the reference as one of the checker.
TypeSet Converted(reference::Types types) {
  TypeSet set;
  for (std::size_t bit = 0; bit < kTypes.size(); ++bit) {
    if ((types >> bit & 1U) != 0) set = set | kTypes[bit];
  }
  return set;
}

/// A program in which `name` has these types, assigned in a chain of branches.
std::string Assigned(const std::string& name, reference::Types types) {
  static const std::array<const char*, 4> kSamples = {"true", "1", "1.5", "\"s\""};
  std::string text;
  std::string indent;
  for (std::size_t bit = 0; bit < kSamples.size(); ++bit) {
    if ((types >> bit & 1U) == 0) continue;
    const std::string assignment = name + " = " + kSamples[bit] + "\n";
    if (types >> bit == 1) return text + indent + assignment;
    text += indent + "if true:\n" + indent + "  " + assignment + indent + "else:\n";
    indent += "  ";
  }
  return text;
}

TEST(Reference, TheTypeTableAgreesOnEveryPairOfSets) {
  std::vector<Operator> operators(kOperators.begin(), kOperators.end());
  operators.insert(operators.end(), {Operator::kAnd, Operator::kOr});
  for (reference::Types left = 1; left < 16; ++left) {
    for (const Operator op : {Operator::kNegate, Operator::kNot}) {
      const reference::Types result = reference::UnaryTypes(Spelling(op), left);
      EXPECT_EQ(UnaryResult(op, Converted(left)), Converted(result)) << Spelling(op) << left;
    }
    for (reference::Types right = 1; right < 16; ++right) {
      for (const Operator op : operators) {
        const reference::Types result = reference::BinaryTypes(Spelling(op), left, right);
        EXPECT_EQ(BinaryResult(op, Converted(left), Converted(right)), Converted(result))
            << left << Spelling(op) << right;
        const std::string text =
            Assigned("a", left) + Assigned("b", right) + "c = a " + Spelling(op) + " b\n";
        const bool refused = support::Problems(text).find("-types") != std::string::npos;
        EXPECT_EQ(refused, result == 0) << text;
      }
    }
  }
}

// ---- Tight limits -------------------------------------------------------------------------------

TEST(Reference, OperatorsAgreeUnderEveryTightLimit) {
  std::vector<RefValue> values;
  for (int i = -17; i <= 17; ++i) values.emplace_back(Int(i));
  for (const double number : {-4.5, -4.0, -3.5, 0.5, 3.0, 3.5, 4.0}) values.emplace_back(number);
  for (std::int64_t bound = 0; bound <= 9; ++bound) {
    reference::Bounds bounds;
    bounds.integer_bits = bound;
    bounds.exponent = bound;
    const Limits limits =
        Limits().With(Limit::kIntegerBits, bound).value().With(Limit::kExponent, bound).value();
    for (const RefValue& left : values) {
      for (const RefValue& right : values) {
        for (const Operator op : {Operator::kAdd, Operator::kSubtract, Operator::kMultiply,
                                  Operator::kDivide, Operator::kPower}) {
          EXPECT_TRUE(Agree(op, left, right, bounds, limits)) << "with limits of " << bound;
        }
      }
    }
  }
}

TEST(Reference, JoinedStringsAgreeUnderEveryTightLimit) {
  const std::vector<std::string> parts = {"", "a", "\u00e9", "ab", "\U00010000", "abcde"};
  for (std::size_t bound = 0; bound <= 11; ++bound) {
    reference::Bounds bounds;
    bounds.string_bytes = bound;
    const Limits limits =
        Limits().With(Limit::kStringBytes, static_cast<std::int64_t>(bound)).value();
    for (const std::string& left : parts) {
      for (const std::string& right : parts) {
        EXPECT_TRUE(Agree(Operator::kAdd, left, right, bounds, limits)) << bound;
      }
    }
  }
}

// ---- Random operands ----------------------------------------------------------------------------

RefValue RandomNumber(Random* random) {
  if (Below(random, 2) == 0) return RandomFloat(random);
  return RandomInt(random, Below(random, 3) == 0 ? 4096 : 80);
}

TEST(Reference, ArithmeticAgreesOnRandomNumbers) {
  Random random(20240501);
  for (int round = 0; round < 20000; ++round) {
    const RefValue left = RandomNumber(&random);
    const RefValue right = RandomNumber(&random);
    for (const Operator op : kOperators) {
      if (op == Operator::kPower) continue;
      ASSERT_TRUE(Agree(op, left, right)) << "round " << round;
    }
  }
}

TEST(Reference, PowersAgreeOnRandomNumbers) {
  Random random(20240502);
  for (int round = 0; round < 4000; ++round) {
    RefValue base = RandomNumber(&random);
    RefValue exponent;
    switch (Below(&random, 4)) {
      case 0:
        exponent = Int(static_cast<int>(Below(&random, 8200)) - 4100);
        break;
      case 1:
        exponent = (static_cast<int>(Below(&random, 400)) - 200) / 8.0;
        break;
      case 2:
        exponent = std::ldexp(RandomFloat(&random) >= 0 ? 1.0 : -1.0,
                              static_cast<int>(Below(&random, 24)) - 11);
        break;
      default:
        exponent = RandomFloat(&random);
        break;
    }
    if (Below(&random, 3) == 0)
      base = std::ldexp(1.0 + static_cast<double>(Below(&random, 8)) / 4,
                        static_cast<int>(Below(&random, 400)) - 200);
    ASSERT_TRUE(Agree(Operator::kPower, base, exponent)) << "round " << round;
  }
}

/// Quotients of ints that lie on, or one part in 2^k beside, the middle between two doubles.
TEST(Reference, QuotientsAgreeHalfwayBetweenDoubles) {
  Random random(20240503);
  for (int round = 0; round < 3000; ++round) {
    // (2 m + 1) / 2 units of the last place, at any exponent, subnormal ones included.
    const unsigned bits = 1 + static_cast<unsigned>(Below(&random, 53));
    const Int middle = 2 * mp::abs(RandomInt(&random, bits)) + 1;
    const Int factor = mp::abs(RandomInt(&random, 200)) + 1;
    const auto shift = static_cast<unsigned>(Below(&random, 1200));
    const Int dividend = middle * factor;
    const Int divisor = factor << shift;
    for (int beside = -1; beside <= 1; ++beside) {
      ASSERT_TRUE(Agree(Operator::kDivide, Int(dividend + beside), divisor)) << "round " << round;
      ASSERT_TRUE(Agree(Operator::kDivide, dividend, Int(-divisor + beside))) << "round " << round;
    }
  }
}

TEST(Reference, IntsAndFloatsAreOrderedExactly) {
  Random random(20240504);
  for (int round = 0; round < 5000; ++round) {
    const double number = RandomFloat(&random);
    const Rational exact = reference::Exact(number);
    const Int whole = mp::numerator(exact) / mp::denominator(exact);
    for (int beside = -1; beside <= 1; ++beside) {
      for (const Operator op : kOperators) {
        if (op == Operator::kPower) continue;
        ASSERT_TRUE(Agree(op, Int(whole + beside), number));
        ASSERT_TRUE(Agree(op, number, Int(whole + beside)));
      }
    }
  }
}

// ---- Formatting ---------------------------------------------------------------------------------

TEST(Reference, FloatsAreWrittenAlike) {
  std::vector<double> values;
  for (int exponent = -1074; exponent <= 1023; ++exponent)
    values.push_back(std::ldexp(1.0, exponent));
  for (int exponent = -323; exponent <= 308; ++exponent) {
    const double power =
        reference::Nearest(
            exponent >= 0 ? Rational(mp::pow(Int(10), static_cast<unsigned>(exponent)))
                          : Rational(Int(1), mp::pow(Int(10), static_cast<unsigned>(-exponent))))
            .value();
    values.push_back(power);
    values.push_back(std::nextafter(power, 0.0));
    values.push_back(std::nextafter(power, HUGE_VAL));
  }
  Random random(20240505);
  for (int round = 0; round < 3000; ++round) values.push_back(RandomFloat(&random));
  for (const double value : values) {
    ASSERT_EQ(Display(Value(value)), reference::Text(value)) << ToPattern(value);
  }
}

TEST(Reference, ItsOwnTextsAreThoseOfPython) {
  // Against mistakes that both evaluators could share.
  EXPECT_EQ(reference::Text(5e-324), "5e-324");
  EXPECT_EQ(reference::Text(1.7976931348623157e308), "1.7976931348623157e+308");
  EXPECT_EQ(reference::Text(2.2250738585072014e-308), "2.2250738585072014e-308");
  EXPECT_EQ(reference::Text(1e16), "1e+16");
  EXPECT_EQ(reference::Text(9999999999999998.0), "9999999999999998.0");
  EXPECT_EQ(reference::Text(0.0001), "0.0001");
  EXPECT_EQ(reference::Text(0.00001), "1e-05");
  EXPECT_EQ(reference::Text(-0.0), "-0.0");
  EXPECT_EQ(reference::Text(123.456), "123.456");
  EXPECT_EQ(reference::Text(9007199254740993.0), "9007199254740992.0");
  EXPECT_EQ(reference::Text(2e23), "2e+23");
  EXPECT_EQ(reference::Text(1286742750677284.25), "1286742750677284.2") << "a tie goes to even";
  EXPECT_EQ(reference::Text(1286742750677284.75), "1286742750677284.8");
  EXPECT_EQ(Expected(reference::ApplyBinary("^", 37.6, 2.1)), "float 2031.8632451761214");
}

}  // namespace
}  // namespace aegis

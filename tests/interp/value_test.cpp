#include "interp/value.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace aegis {
namespace {

namespace mp = boost::multiprecision;

constexpr double kMax = std::numeric_limits<double>::max();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();

Value V(bool value) { return Value(value); }
Value V(int value) { return Value(Integer(value)); }
Value V(const Integer& value) { return Value(value); }
Value V(double value) { return Value(value); }
Value V(const char* value) { return Value(String(value)); }
Value V(std::string value) { return Value(String(std::move(value))); }

Integer PowerOfTwo(unsigned exponent) { return Integer(1) << exponent; }
Integer PowerOf(int base, unsigned exponent) { return mp::pow(Integer(base), exponent); }

/// A value as `int 3`, `string ab`, ..., or the slug of what is wrong.
std::string Show(const Outcome& outcome) {
  if (const Code* code = std::get_if<Code>(&outcome)) return std::string(Info(*code).slug);
  const Value& value = std::get<Value>(outcome);
  static const char* const kNames[] = {"bool ", "int ", "float ", "string "};
  return kNames[value.index()] + Display(value);
}

template <typename L, typename R>
std::string Apply(L left, const char* op, R right, const Limits& limits = Limits()) {
  static constexpr Operator kBinary[] = {
      Operator::kAdd,       Operator::kSubtract, Operator::kMultiply,    Operator::kDivide,
      Operator::kPower,     Operator::kEqual,    Operator::kNotEqual,    Operator::kLess,
      Operator::kLessEqual, Operator::kGreater,  Operator::kGreaterEqual};
  for (const Operator candidate : kBinary) {
    if (std::string(Spelling(candidate)) == op) {
      return Show(ApplyBinary(candidate, V(left), V(right), limits));
    }
  }
  return std::string("no operator ") + op;
}

Limits Limited(Limit limit, std::int64_t value) { return Limits().With(limit, value).value(); }

// ---- Numbers ------------------------------------------------------------------------------------

TEST(Arithmetic, OfIntsIsExact) {
  EXPECT_EQ(Apply(2, "+", 3), "int 5");
  EXPECT_EQ(Apply(2, "-", 3), "int -1");
  EXPECT_EQ(Apply(-2, "*", 3), "int -6");
  EXPECT_EQ(Apply(PowerOfTwo(64), "+", 1), "int 18446744073709551617");
  EXPECT_EQ(Apply(PowerOfTwo(64), "*", PowerOfTwo(64)),
            "int 340282366920938463463374607431768211456");
  EXPECT_EQ(Apply(PowerOfTwo(64), "-", PowerOfTwo(64)), "int 0");
}

TEST(Arithmetic, WithAFloatIsFloat) {
  EXPECT_EQ(Apply(1, "+", 0.5), "float 1.5");
  EXPECT_EQ(Apply(0.5, "+", 1), "float 1.5");
  EXPECT_EQ(Apply(1, "-", 0.5), "float 0.5");
  EXPECT_EQ(Apply(3, "*", 0.5), "float 1.5");
  EXPECT_EQ(Apply(0.5, "*", 2), "float 1.0");
  EXPECT_EQ(Apply(0.1, "+", 0.2), "float 0.30000000000000004");
  EXPECT_EQ(Apply(0, "*", -1.5), "float -0.0");
}

TEST(Arithmetic, PromotesToTheNearestDouble) {
  const Integer odd = PowerOfTwo(53) + 1;
  EXPECT_EQ(Apply(odd, "+", 0.0), "float 9007199254740992.0") << "ties to even";
  EXPECT_EQ(Apply(0.0, "+", Integer(odd + 2)), "float 9007199254740996.0");
  EXPECT_EQ(Apply(PowerOfTwo(1023), "*", 1.0), "float 8.98846567431158e+307");
}

TEST(Arithmetic, AnIntTooLargeForAFloatIsAValueError) {
  for (const char* op : {"+", "-", "*", "/"}) {
    EXPECT_EQ(Apply(PowerOfTwo(1024), op, 1.5), "int-too-large-for-float") << op;
    EXPECT_EQ(Apply(1.5, op, Integer(-PowerOfTwo(1024))), "int-too-large-for-float") << op;
  }
  EXPECT_EQ(Apply(PowerOfTwo(1024), "^", 1.5), "int-too-large-for-float");
  EXPECT_EQ(Apply(Integer(PowerOfTwo(1024) - PowerOfTwo(970)), "+", 0.0), "int-too-large-for-float")
      << "halfway rounds to even, which is 2^1024";
  EXPECT_EQ(Apply(Integer(PowerOfTwo(1024) - PowerOfTwo(970) - 1), "+", 0.0),
            "float 1.7976931348623157e+308");
}

TEST(Arithmetic, AFloatResultIsFinite) {
  EXPECT_EQ(Apply(kMax, "+", kMax), "float-overflow");
  EXPECT_EQ(Apply(-kMax, "-", kMax), "float-overflow");
  EXPECT_EQ(Apply(kMax, "*", 2), "float-overflow");
  EXPECT_EQ(Apply(kMax, "/", 0.5), "float-overflow");
  EXPECT_EQ(Apply(kMax, "^", 2), "float-overflow");
  EXPECT_EQ(Apply(kTiny, "/", 2), "float 0.0") << "underflow is no error";
  EXPECT_EQ(Apply(kTiny, "*", 0.25), "float 0.0");
  EXPECT_EQ(Apply(kTiny * 12, "/", 4), "float 1.5e-323");
}

TEST(Division, OfIntsIsTheRoundedQuotient) {
  EXPECT_EQ(Apply(1, "/", 2), "float 0.5");
  EXPECT_EQ(Apply(6, "/", 3), "float 2.0");
  EXPECT_EQ(Apply(-1, "/", 3), "float -0.3333333333333333");
  EXPECT_EQ(Apply(PowerOfTwo(4000), "/", Integer(PowerOfTwo(3999))), "float 2.0");
  EXPECT_EQ(Apply(PowerOfTwo(2000), "/", 3), "float-overflow");
  EXPECT_EQ(Apply(1, "/", PowerOfTwo(4000)), "float 0.0");
  EXPECT_EQ(Apply(-1, "/", PowerOfTwo(4000)), "float -0.0");
  EXPECT_EQ(Apply(0, "/", -5), "float -0.0");
  EXPECT_EQ(Apply(0, "/", 5), "float 0.0");
}

TEST(Division, ByZeroIsAValueError) {
  EXPECT_EQ(Apply(1, "/", 0), "division-by-zero");
  EXPECT_EQ(Apply(0, "/", 0), "division-by-zero");
  EXPECT_EQ(Apply(1.5, "/", 0), "division-by-zero");
  EXPECT_EQ(Apply(1, "/", 0.0), "division-by-zero");
  EXPECT_EQ(Apply(1.5, "/", -0.0), "division-by-zero");
  EXPECT_EQ(Apply(PowerOfTwo(2000), "/", 0.0), "division-by-zero");
}

TEST(Power, OfAnIntAndANonnegativeIntIsExact) {
  EXPECT_EQ(Apply(2, "^", 10), "int 1024");
  EXPECT_EQ(Apply(-3, "^", 3), "int -27");
  EXPECT_EQ(Apply(0, "^", 0), "int 1");
  EXPECT_EQ(Apply(0, "^", 5), "int 0");
  EXPECT_EQ(Apply(1, "^", 4096), "int 1");
  EXPECT_EQ(Apply(-1, "^", 4095), "int -1");
  EXPECT_EQ(Apply(PowerOfTwo(4000), "^", 1), "int " + PowerOfTwo(4000).str());
  EXPECT_EQ(Apply(7, "^", 100), "int " + PowerOf(7, 100).str());
}

TEST(Power, OtherwiseIsTheNearestFloat) {
  EXPECT_EQ(Apply(2, "^", -1), "float 0.5");
  EXPECT_EQ(Apply(-2, "^", -3), "float -0.125");
  EXPECT_EQ(Apply(2.5, "^", 2), "float 6.25");
  EXPECT_EQ(Apply(4, "^", 0.5), "float 2.0");
  EXPECT_EQ(Apply(37.6, "^", 2.1), "float 2031.8632451761214");
  EXPECT_EQ(Apply(0.0, "^", 0.0), "float 1.0");
  EXPECT_EQ(Apply(-8.0, "^", 3.0), "float -512.0");
}

TEST(Power, ValueErrors) {
  EXPECT_EQ(Apply(0, "^", -1), "zero-to-negative-power");
  EXPECT_EQ(Apply(0.0, "^", -0.5), "zero-to-negative-power");
  EXPECT_EQ(Apply(-0.0, "^", -1), "zero-to-negative-power");
  EXPECT_EQ(Apply(-8, "^", 0.5), "negative-to-fractional-power");
  EXPECT_EQ(Apply(-8.0, "^", -1.5), "negative-to-fractional-power");
  EXPECT_EQ(Apply(10, "^", 400.0), "float-overflow");
  EXPECT_EQ(Apply(0.1, "^", -400), "float-overflow");
}

TEST(Power, TheExponentIsJudgedFirst) {
  for (const int base : {0, 1, -1, 2}) {
    EXPECT_EQ(Apply(base, "^", 4097), "exponent") << base;
    EXPECT_EQ(Apply(base, "^", -4097), "exponent") << base;
    EXPECT_EQ(Apply(base, "^", 4096.5), "exponent") << base;
  }
  EXPECT_EQ(Apply(1.0, "^", 4097), "exponent");
  EXPECT_EQ(Apply(1.0, "^", 4096), "float 1.0");
  EXPECT_EQ(Apply(1.0, "^", -4096.0), "float 1.0");
  EXPECT_EQ(Apply(-1.0, "^", -1e300), "exponent");
  EXPECT_EQ(Apply(2, "^", PowerOfTwo(4000)), "exponent");
  const Limits three = Limited(Limit::kExponent, 3);
  EXPECT_EQ(Apply(2, "^", 3, three), "int 8");
  EXPECT_EQ(Apply(2, "^", 4, three), "exponent");
  EXPECT_EQ(Apply(2, "^", 3.5, three), "exponent");
}

TEST(Negation, OfNumbers) {
  EXPECT_EQ(Show(ApplyUnary(Operator::kNegate, V(5))), "int -5");
  EXPECT_EQ(Show(ApplyUnary(Operator::kNegate, V(0))), "int 0");
  EXPECT_EQ(Show(ApplyUnary(Operator::kNegate, V(1.5))), "float -1.5");
  EXPECT_EQ(Show(ApplyUnary(Operator::kNegate, V(0.0))), "float -0.0");
}

TEST(Negation, OfBools) {
  EXPECT_EQ(Show(ApplyUnary(Operator::kNot, V(true))), "bool false");
  EXPECT_EQ(Show(ApplyUnary(Operator::kNot, V(false))), "bool true");
}

// ---- The integer limit --------------------------------------------------------------------------

TEST(IntegerBits, AResultHasAtMost4096) {
  const Integer largest = PowerOfTwo(4096) - 1;
  EXPECT_EQ(Apply(Integer(largest - 1), "+", 1), "int " + largest.str());
  EXPECT_EQ(Apply(largest, "+", 1), "integer-bits");
  EXPECT_EQ(Apply(Integer(-largest), "-", 1), "integer-bits");
  EXPECT_EQ(Apply(Integer(-largest), "+", 1), "int " + Integer(1 - largest).str());
  EXPECT_EQ(Apply(PowerOfTwo(4095), "*", 1), "int " + PowerOfTwo(4095).str());
  EXPECT_EQ(Apply(PowerOfTwo(4095), "*", 2), "integer-bits");
  EXPECT_EQ(Apply(PowerOfTwo(2048), "*", PowerOfTwo(2047)), "int " + PowerOfTwo(4095).str());
  EXPECT_EQ(Apply(PowerOfTwo(2048), "*", PowerOfTwo(2048)), "integer-bits");
  EXPECT_EQ(Apply(largest, "*", 0), "int 0");
  EXPECT_EQ(Apply(2, "^", 4095), "int " + PowerOfTwo(4095).str());
  EXPECT_EQ(Apply(2, "^", 4096), "integer-bits");
  EXPECT_EQ(Apply(3, "^", 2584), "int " + PowerOf(3, 2584).str());
  EXPECT_EQ(Apply(3, "^", 2585), "integer-bits");
}

TEST(IntegerBits, TheLimitIsExactAtEverySize) {
  for (unsigned bits = 1; bits <= 64; ++bits) {
    const Limits limits = Limited(Limit::kIntegerBits, bits);
    const Integer power = PowerOfTwo(bits);
    EXPECT_EQ(Apply(Integer(power - 2), "+", 1, limits), "int " + Integer(power - 1).str());
    EXPECT_EQ(Apply(Integer(power - 1), "+", 1, limits), "integer-bits");
    EXPECT_EQ(Apply(Integer(1 - power), "-", 1, limits), "integer-bits");
    for (unsigned left = 0; left <= bits; ++left) {
      EXPECT_EQ(Apply(PowerOfTwo(left), "*", PowerOfTwo(bits - left), limits), "integer-bits");
      if (left == bits) continue;
      EXPECT_EQ(Apply(PowerOfTwo(left), "*", PowerOfTwo(bits - 1 - left), limits),
                "int " + PowerOfTwo(bits - 1).str());
    }
    EXPECT_EQ(Apply(2, "^", static_cast<int>(bits), limits), "integer-bits");
    EXPECT_EQ(Apply(2, "^", static_cast<int>(bits) - 1, limits),
              "int " + PowerOfTwo(bits - 1).str());
  }
}

TEST(IntegerBits, AgreeWithExactArithmeticForSmallOperands) {
  // Every product and power of small numbers under a tight limit, against the plain result.
  const Limits limits = Limited(Limit::kIntegerBits, 10);
  const auto expected = [](const Integer& exact) {
    return mp::abs(exact) < 1024 ? "int " + exact.str() : std::string("integer-bits");
  };
  for (int a = -40; a <= 40; ++a) {
    for (int b = -40; b <= 40; ++b) {
      ASSERT_EQ(Apply(a, "*", b, limits), expected(Integer(a) * b)) << a << " * " << b;
      if (b < 0) continue;
      ASSERT_EQ(Apply(a, "^", b, limits), expected(PowerOf(a, static_cast<unsigned>(b))))
          << a << " ^ " << b;
    }
  }
}

TEST(IntegerBits, WhatCertainlyExceedsThemIsNeverComputed) {
  // The exact results would have a million million bits.
  const Limits roomy =
      Limited(Limit::kIntegerBits, 1 << 20).With(Limit::kExponent, 1 << 20).value();
  EXPECT_EQ(Apply(PowerOfTwo((1 << 20) - 1), "^", 1 << 20, roomy), "integer-bits");
  EXPECT_EQ(Apply(3, "^", 1 << 20, roomy), "integer-bits");
  const Outcome largest = ApplyBinary(Operator::kPower, V(2), V((1 << 20) - 1), roomy);
  EXPECT_TRUE(std::get<Value>(largest) == V(PowerOfTwo((1 << 20) - 1)));
}

// ---- Equality and order -------------------------------------------------------------------------

TEST(Equality, HoldsBetweenValuesOfOneType) {
  EXPECT_EQ(Apply(2, "==", 2), "bool true");
  EXPECT_EQ(Apply(2, "==", 3), "bool false");
  EXPECT_EQ(Apply(2.5, "==", 2.5), "bool true");
  EXPECT_EQ(Apply(0.0, "==", -0.0), "bool true");
  EXPECT_EQ(Apply(true, "==", true), "bool true");
  EXPECT_EQ(Apply(true, "==", false), "bool false");
  EXPECT_EQ(Apply("ab", "==", "ab"), "bool true");
  EXPECT_EQ(Apply("ab", "==", "abc"), "bool false");
  EXPECT_EQ(Apply("a", "!=", "b"), "bool true");
  EXPECT_EQ(Apply(PowerOfTwo(4000), "!=", PowerOfTwo(4000)), "bool false");
}

TEST(Equality, NeverHoldsBetweenTypes) {
  const std::vector<Value> ones = {V(1), V(1.0), V(true), V("1"), V("true")};
  for (std::size_t i = 0; i < ones.size(); ++i) {
    for (std::size_t j = 0; j < ones.size(); ++j) {
      const std::string equal = i == j ? "bool true" : "bool false";
      const std::string unequal = i == j ? "bool false" : "bool true";
      EXPECT_EQ(Show(ApplyBinary(Operator::kEqual, ones[i], ones[j], Limits())), equal);
      EXPECT_EQ(Show(ApplyBinary(Operator::kNotEqual, ones[i], ones[j], Limits())), unequal);
    }
  }
}

/// Checks all four orderings of values listed from the smallest to the largest.
void ExpectAscending(const std::vector<Value>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values.size(); ++j) {
      const auto holds = [&](Operator op) {
        return Show(ApplyBinary(op, values[i], values[j], Limits())) == "bool true";
      };
      const std::string pair = Display(values[i]) + " and " + Display(values[j]);
      EXPECT_EQ(holds(Operator::kLess), i < j) << pair;
      EXPECT_EQ(holds(Operator::kLessEqual), i <= j) << pair;
      EXPECT_EQ(holds(Operator::kGreater), i > j) << pair;
      EXPECT_EQ(holds(Operator::kGreaterEqual), i >= j) << pair;
    }
  }
}

TEST(Order, OfOneType) {
  ExpectAscending({V(Integer(-PowerOfTwo(4000))), V(-1), V(0), V(1), V(PowerOfTwo(4000))});
  ExpectAscending({V(-kMax), V(-1.5), V(-kTiny), V(0.0), V(kTiny), V(1.5), V(kMax)});
  ExpectAscending({V(false), V(true)});
}

TEST(Order, OfIntsWithFloatsIsExact) {
  const Integer big = PowerOfTwo(53);
  ExpectAscending({V(Integer(-PowerOfTwo(2000))), V(-kMax), V(-2), V(-1.5), V(-1), V(-kTiny), V(0),
                   V(kTiny), V(1), V(1.5), V(9007199254740991.0), V(big), V(Integer(big + 1)),
                   V(9007199254740994.0), V(Integer(big + 3)), V(kMax), V(PowerOfTwo(2000))});
  EXPECT_EQ(Apply(1, "<=", 1.0), "bool true");
  EXPECT_EQ(Apply(1.0, ">=", 1), "bool true");
  EXPECT_EQ(Apply(1, "<", 1.0), "bool false");
  EXPECT_EQ(Apply(-0.0, ">=", 0), "bool true");
  EXPECT_EQ(Apply(-0.0, "<", 0), "bool false");
}

TEST(Order, OfStringsIsByCodePoint) {
  ExpectAscending({V(""), V("A"), V("AA"), V("B"), V("a"), V("\u007F"), V("\u0080"), V("é"),
                   V("\uD7FF"), V("\uE000"), V("\uFFFF"), V("\U00010000"), V("\U0010FFFF")});
}

// ---- Strings ------------------------------------------------------------------------------------

TEST(Strings, AreJoined) {
  EXPECT_EQ(Apply("ab", "+", "c"), "string abc");
  EXPECT_EQ(Apply("", "+", ""), "string ");
}

TEST(Strings, TheJoinedLengthIsLimited) {
  const std::string half(8192, 'x');
  EXPECT_EQ(Apply(half, "+", half), "string " + half + half);
  EXPECT_EQ(Apply(half + "x", "+", half), "string-bytes");
  EXPECT_EQ(Apply(std::string(8191, 'x'), "+", half + "é"), "string-bytes") << "bytes count";
  const Limits two = Limited(Limit::kStringBytes, 2);
  EXPECT_EQ(Apply("a", "+", "b", two), "string ab");
  EXPECT_EQ(Apply("ab", "+", "c", two), "string-bytes");
  EXPECT_EQ(Apply("abc", "+", "", two), "string-bytes");
}

// ---- Display and payload ------------------------------------------------------------------------

TEST(Display, WritesWhatPrintWrites) {
  EXPECT_EQ(Display(V(true)), "true");
  EXPECT_EQ(Display(V(false)), "false");
  EXPECT_EQ(Display(V(-12)), "-12");
  EXPECT_EQ(Display(V(1000.0)), "1000.0");
  EXPECT_EQ(Display(V(1e16)), "1e+16");
  EXPECT_EQ(Display(V("a\n\"b")), "a\n\"b");
}

TEST(PayloadBytes, OfValues) {
  EXPECT_EQ(PayloadBytes(V(true)), 0U);
  EXPECT_EQ(PayloadBytes(V(1.5)), 0U);
  EXPECT_EQ(PayloadBytes(V("")), 0U);
  EXPECT_EQ(PayloadBytes(V("aé")), 3U);
  EXPECT_EQ(PayloadBytes(V(0)), 0U);
  EXPECT_EQ(PayloadBytes(V(1)), 1U);
  EXPECT_EQ(PayloadBytes(V(255)), 1U);
  EXPECT_EQ(PayloadBytes(V(-255)), 1U);
  EXPECT_EQ(PayloadBytes(V(256)), 2U);
  EXPECT_EQ(PayloadBytes(V(Integer(PowerOfTwo(4096) - 1))), 512U);
}

TEST(String, CopiesShareTheirBytes) {
  const String first(std::string(100, 'x'));
  const String second = first;
  EXPECT_EQ(first.bytes().data(), second.bytes().data());
  EXPECT_TRUE(first == second);
  EXPECT_TRUE(first != String("y"));
}

}  // namespace
}  // namespace aegis

#include "syntax/literals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <variant>

namespace aegis {
namespace {

std::u32string Wide(std::string_view ascii) { return {ascii.begin(), ascii.end()}; }

template <typename T>
std::string Refusal(const LiteralValue<T>& value) {
  if (const Code* code = std::get_if<Code>(&value)) return std::string(Info(*code).slug);
  return "none";
}

Limits Limited(Limit limit, std::int64_t value) { return Limits().With(limit, value).value(); }

// ---- Integers -----------------------------------------------------------------------------------

LiteralValue<Integer> IntegerOf(std::string_view digits, const Limits& limits = Limits()) {
  return DecodeInteger(Wide(digits), limits);
}

TEST(IntegerLiteral, IsDecimal) {
  EXPECT_EQ(std::get<Integer>(IntegerOf("0")), 0);
  EXPECT_EQ(std::get<Integer>(IntegerOf("9")), 9);
  EXPECT_EQ(std::get<Integer>(IntegerOf("18446744073709551616")), Integer(1) << 64);
}

TEST(IntegerLiteral, LeadingZerosMeanNothing) {
  EXPECT_EQ(std::get<Integer>(IntegerOf("007")), 7);
  EXPECT_EQ(std::get<Integer>(IntegerOf("0010")), 10);
  EXPECT_EQ(std::get<Integer>(IntegerOf("09")), 9);
  EXPECT_EQ(std::get<Integer>(IntegerOf("000")), 0);
  EXPECT_EQ(std::get<Integer>(IntegerOf(std::string(2000, '0') + "1")), 1);
}

TEST(IntegerLiteral, HasAtMost4096Bits) {
  const Integer power = Integer(1) << 4096;
  EXPECT_EQ(std::get<Integer>(IntegerOf(Integer(power - 1).str())), power - 1);
  EXPECT_EQ(Refusal(IntegerOf(power.str())), "integer-literal-bits");
  EXPECT_EQ(Refusal(IntegerOf("00" + power.str())), "integer-literal-bits");
  EXPECT_EQ(Refusal(IntegerOf(std::string(60000, '9'))), "integer-literal-bits");
}

TEST(IntegerLiteral, TheBitLimitIsExact) {
  for (std::int64_t bits = 1; bits <= 200; ++bits) {
    const Limits limits = Limited(Limit::kIntegerBits, bits);
    const Integer power = Integer(1) << static_cast<unsigned>(bits);
    ASSERT_EQ(std::get<Integer>(IntegerOf(Integer(power - 1).str(), limits)), power - 1) << bits;
    ASSERT_EQ(Refusal(IntegerOf(power.str(), limits)), "integer-literal-bits") << bits;
  }
  const Limits none = Limited(Limit::kIntegerBits, 0);
  EXPECT_EQ(std::get<Integer>(IntegerOf("0", none)), 0) << "zero has no bits";
  EXPECT_EQ(Refusal(IntegerOf("1", none)), "integer-literal-bits");
}

// ---- Floats -------------------------------------------------------------------------------------

LiteralValue<double> FloatOf(std::string_view text, const Limits& limits = Limits()) {
  return DecodeFloat(Wide(text), limits);
}

double Value(std::string_view text) {
  const LiteralValue<double> value = FloatOf(text);
  if (const double* number = std::get_if<double>(&value)) return *number;
  ADD_FAILURE() << text << " has no value";
  return 0;
}

TEST(FloatLiteral, HasPointOrExponentOrBoth) {
  EXPECT_EQ(Value("1.5"), 1.5);
  EXPECT_EQ(Value("007.250"), 7.25);
  EXPECT_EQ(Value("1e3"), 1000.0);
  EXPECT_EQ(Value("1E3"), 1000.0);
  EXPECT_EQ(Value("25e-2"), 0.25);
  EXPECT_EQ(Value("2.5e+2"), 250.0);
  EXPECT_EQ(Value("0.0"), 0.0);
  EXPECT_FALSE(std::signbit(Value("0e5")));
}

TEST(FloatLiteral, IsTheNearestDouble) {
  std::mt19937_64 random(1);
  const auto digits = [&](int most) {
    std::string text;
    for (auto left = static_cast<int>(random() % static_cast<unsigned>(most)); left >= 0; --left) {
      text += static_cast<char>('0' + random() % 10);
    }
    return text;
  };
  for (int i = 0; i < 50000; ++i) {
    std::string text = digits(25);
    const bool has_point = random() % 2 == 0;
    if (has_point) text += "." + digits(25);
    if (!has_point || random() % 2 == 0) {
      text += random() % 2 == 0 ? "e" : "E";
      const char* signs[] = {"", "+", "-"};
      text += signs[random() % 3] + std::to_string(random() % 340);
    }
    const double expected = std::strtod(text.c_str(), nullptr);
    const LiteralValue<double> value = FloatOf(text);
    if (std::isinf(expected)) {
      ASSERT_EQ(Refusal(value), "float-literal-too-large") << text;
    } else {
      ASSERT_EQ(std::get<double>(value), expected) << text;
    }
  }
}

/// `whole` times 2 ^ `scale`, written down exactly.
std::string ExactDecimal(const Integer& whole, int scale) {
  if (scale >= 0) return Integer(whole << static_cast<unsigned>(scale)).str() + ".0";
  // Each halving is a multiplication by five and a shift of the decimal point.
  const auto places = static_cast<unsigned>(-scale);
  std::string digits = Integer(whole * boost::multiprecision::pow(Integer(5), places)).str();
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  return digits.insert(digits.size() - places, ".");
}

TEST(FloatLiteral, TiesGoToTheEvenNeighbour) {
  EXPECT_EQ(Value("9007199254740993.0"), 9007199254740992.0);
  EXPECT_EQ(Value("9007199254740995.0"), 9007199254740996.0);
  EXPECT_EQ(Value("9007199254740993.0000000000000000000000001"), 9007199254740994.0);
  EXPECT_EQ(Value("9007199254740992.9999999999999999999999999"), 9007199254740992.0);
  std::mt19937_64 random(2);
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t significand = (std::uint64_t{1} << 52) + random() % (1ULL << 52);
    const int scale = static_cast<int>(random() % 300) - 150;
    const double low = std::ldexp(static_cast<double>(significand), scale);
    const double high = std::ldexp(static_cast<double>(significand + 1), scale);
    const std::string middle = ExactDecimal(Integer(significand) * 2 + 1, scale - 1);
    ASSERT_EQ(Value(middle), significand % 2 == 0 ? low : high) << middle;
    ASSERT_EQ(Value(middle + "1"), high) << middle << "1";
  }
}

TEST(FloatLiteral, CanBeSubnormal) {
  constexpr double kTiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(Value("4.9406564584124654e-324"), kTiny);
  EXPECT_EQ(Value("5e-324"), kTiny);
  EXPECT_EQ(Value("2.2250738585072011e-308"), 2.2250738585072011e-308);
  EXPECT_EQ(Value("2.2250738585072012e-308"), std::numeric_limits<double>::min());
  // Half of the smallest: exactly half goes to zero, the even one; anything more does not.
  EXPECT_EQ(Value("2.4703282292062327e-324"), 0.0);
  EXPECT_EQ(Value("2.4703282292062328e-324"), kTiny);
}

TEST(FloatLiteral, UnderflowsToZero) {
  EXPECT_EQ(Value("1e-400"), 0.0);
  EXPECT_EQ(Value("1e-4096"), 0.0);
  EXPECT_EQ(Value("0.0e-4096"), 0.0);
  EXPECT_EQ(Value("0." + std::string(1000, '0') + "1"), 0.0);
  EXPECT_EQ(Value("123456.0e-4000"), 0.0);
  EXPECT_EQ(Value("0.0e4096"), 0.0);
  EXPECT_EQ(Value("0e4096"), 0.0);
}

TEST(FloatLiteral, ThatRoundsToInfinityIsTooLarge) {
  EXPECT_EQ(Value("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(Value("1.7976931348623158e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(Refusal(FloatOf("1.7976931348623159e308")), "float-literal-too-large");
  EXPECT_EQ(Refusal(FloatOf("1e309")), "float-literal-too-large");
  EXPECT_EQ(Refusal(FloatOf("1e4096")), "float-literal-too-large");
  EXPECT_EQ(Refusal(FloatOf("0.001e4096")), "float-literal-too-large");
  EXPECT_EQ(Refusal(FloatOf(std::string(400, '9') + ".0")), "float-literal-too-large");
  EXPECT_EQ(Refusal(FloatOf(std::string(800, '9') + ".5e-400")), "float-literal-too-large");
  EXPECT_EQ(Value(std::string(800, '9') + ".5e-800"), 1.0);
  EXPECT_EQ(Value("0." + std::string(500, '0') + "1e501"), 1.0);
}

TEST(FloatLiteral, TheExponentPartIsLimited) {
  EXPECT_EQ(Refusal(FloatOf("1e4097")), "exponent-literal");
  EXPECT_EQ(Refusal(FloatOf("1e-4097")), "exponent-literal");
  EXPECT_EQ(Refusal(FloatOf("0.0e+4097")), "exponent-literal") << "whatever the value";
  EXPECT_EQ(Refusal(FloatOf("1e" + std::string(1000, '9'))), "exponent-literal");
  EXPECT_EQ(Value("1e" + std::string(1000, '0') + "2"), 100.0);
  const Limits limits = Limited(Limit::kExponent, 3);
  EXPECT_EQ(std::get<double>(FloatOf("1e-3", limits)), 0.001);
  EXPECT_EQ(Refusal(FloatOf("1e4", limits)), "exponent-literal");
  EXPECT_EQ(Refusal(FloatOf("1e1", Limited(Limit::kExponent, 0))), "exponent-literal");
  EXPECT_EQ(std::get<double>(FloatOf("12345678.0", limits)), 12345678.0)
      << "the exponent part alone counts";
}

// ---- Strings ------------------------------------------------------------------------------------

std::string Text(std::u32string_view quoted) {
  const LiteralValue<std::string> value = DecodeString(quoted, Limits());
  if (const std::string* text = std::get_if<std::string>(&value)) return *text;
  ADD_FAILURE() << "no value";
  return "";
}

TEST(StringLiteral, IsWhatStandsBetweenItsQuotes) {
  EXPECT_EQ(Text(U"\"\""), "");
  EXPECT_EQ(Text(U"\"a # é \U0001F600 '\""), "a # é \U0001F600 '");
}

TEST(StringLiteral, HasTheEscapesOfJson) {
  EXPECT_EQ(Text(UR"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(Text(UR"("a\\nb")"), "a\\nb");
  EXPECT_EQ(Text(UR"("\\")"), "\\");
}

TEST(StringLiteral, UnicodeEscapesHaveFourDigitsOfEitherCase) {
  EXPECT_EQ(Text(UR"("\u0041")"), "A");
  EXPECT_EQ(Text(UR"("\u00e9\u00E9")"), "éé");
  EXPECT_EQ(Text(UR"("\u20aC5")"), "€5");
  EXPECT_EQ(Text(UR"("\ud7ff\ue000\uFFFF")"), "\uD7FF\uE000\uFFFF");
  EXPECT_EQ(Text(UR"("\u0000")"), std::string(1, '\0'));
  EXPECT_EQ(Text(UR"("\u0022\u005c")"), "\"\\");
}

TEST(StringLiteral, TwoSurrogateEscapesMakeOneCodePoint) {
  EXPECT_EQ(Text(UR"("\ud83d\ude00")"), "\U0001F600");
  EXPECT_EQ(Text(UR"("a\uD800\uDC00b")"), "a\U00010000b");
  EXPECT_EQ(Text(UR"("\udbff\udfff\n")"), "\U0010FFFF\n");
}

TEST(StringLiteral, ItsValueHasAtMost16384Bytes) {
  const auto quoted = [](const std::u32string& text) { return U"\"" + text + U"\""; };
  EXPECT_EQ(Text(quoted(std::u32string(16384, U'a'))).size(), 16384U);
  EXPECT_EQ(Refusal(DecodeString(quoted(std::u32string(16385, U'a')), Limits())),
            "string-literal-bytes");
  EXPECT_EQ(Text(quoted(std::u32string(8192, U'é'))).size(), 16384U);
  EXPECT_EQ(Refusal(DecodeString(quoted(std::u32string(8192, U'é') + U"a"), Limits())),
            "string-literal-bytes");
  const Limits four = Limited(Limit::kStringBytes, 4);
  EXPECT_EQ(std::get<std::string>(DecodeString(UR"("\ud83d\ude00")", four)), "\U0001F600")
      << "the decoded value counts, not the twelve characters";
  EXPECT_EQ(Refusal(DecodeString(UR"("\ud83d\ude00\n")", four)), "string-literal-bytes");
  const Limits none = Limited(Limit::kStringBytes, 0);
  EXPECT_EQ(std::get<std::string>(DecodeString(U"\"\"", none)), "");
  EXPECT_EQ(Refusal(DecodeString(U"\"a\"", none)), "string-literal-bytes");
}

}  // namespace
}  // namespace aegis

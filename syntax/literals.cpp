#include "syntax/literals.h"

#include <algorithm>
#include <charconv>

#include "syntax/source.h"

namespace aegis {
namespace {

std::string Ascii(std::u32string_view text) {
  std::string ascii;
  ascii.reserve(text.size());
  for (char32_t c : text) ascii.push_back(static_cast<char>(c));
  return ascii;
}

/// The value of `digits`, or `ceiling` when it is larger.
std::int64_t SaturatingValue(std::string_view digits, std::int64_t ceiling) {
  std::int64_t value = 0;
  for (char c : digits) {
    value = value * 10 + (c - '0');
    if (value > ceiling) return ceiling;
  }
  return value;
}

/// Whether a decimal that does not fit a double does so by being too large, not too small: whether
/// its first significant digit stands before the decimal point once the exponent has moved it.
/// Doubles end near 1e308 and 1e-324, so the exact place does not matter.
bool IsLarge(std::string_view mantissa, std::int64_t exponent) {
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t significant = mantissa.find_first_not_of("0.");
  return static_cast<std::int64_t>(point) - static_cast<std::int64_t>(significant) + exponent > 0;
}

unsigned HexValue(char32_t digit) {
  if (digit <= U'9') return digit - U'0';
  return (digit | 0x20) - U'a' + 10;
}

/// The four hexadecimal digits of `\uXXXX` at `at`, the offset of the backslash.
char32_t CodeUnit(std::u32string_view text, std::size_t at) {
  char32_t unit = 0;
  for (std::size_t i = at + 2; i < at + 6; ++i) unit = unit * 16 + HexValue(text[i]);
  return unit;
}

}  // namespace

LiteralValue<Integer> DecodeInteger(std::u32string_view digits, const Limits& limits) {
  // A leading zero would mean octal to the library.
  digits.remove_prefix(std::min(digits.find_first_not_of(U'0'), digits.size() - 1));
  // A decimal digit holds more than 3.321 bits: what certainly has too many is not converted.
  const auto further_digits = static_cast<std::int64_t>(digits.size()) - 1;
  if (further_digits * 3321 / 1000 >= limits[Limit::kIntegerBits] && further_digits > 0) {
    return Code::kIntegerLiteralTooLarge;
  }
  Integer value(Ascii(digits));
  if (BitLength(value) > limits[Limit::kIntegerBits]) return Code::kIntegerLiteralTooLarge;
  return value;
}

LiteralValue<double> DecodeFloat(std::u32string_view text, const Limits& limits) {
  const std::string ascii = Ascii(text);
  const std::size_t e = std::min(ascii.find_first_of("eE"), ascii.size());
  std::int64_t exponent = 0;
  if (e < ascii.size()) {
    const bool has_sign = ascii[e + 1] == '+' || ascii[e + 1] == '-';
    const std::string_view digits = std::string_view(ascii).substr(e + (has_sign ? 2 : 1));
    const std::int64_t limit = limits[Limit::kExponent];
    exponent = SaturatingValue(digits, limit + 1);
    if (exponent > limit) return Code::kExponentLiteralTooLarge;
    if (ascii[e + 1] == '-') exponent = -exponent;
  }
  double value = 0;
  const auto parsed = std::from_chars(ascii.data(), ascii.data() + ascii.size(), value);
  if (parsed.ec != std::errc::result_out_of_range) return value;
  if (IsLarge(std::string_view(ascii).substr(0, e), exponent)) return Code::kFloatLiteralTooLarge;
  return 0.0;
}

LiteralValue<std::string> DecodeString(std::u32string_view quoted, const Limits& limits) {
  std::string value;
  for (std::size_t i = 1; i + 1 < quoted.size();) {
    if (quoted[i] != U'\\') {
      AppendUtf8(quoted[i++], &value);
      continue;
    }
    switch (quoted[i + 1]) {
      case U'b':
        value += '\b';
        break;
      case U'f':
        value += '\f';
        break;
      case U'n':
        value += '\n';
        break;
      case U'r':
        value += '\r';
        break;
      case U't':
        value += '\t';
        break;
      case U'u': {
        const char32_t unit = CodeUnit(quoted, i);
        const bool high_surrogate = unit >= 0xD800 && unit <= 0xDBFF;
        if (high_surrogate) {
          i += 6;
          AppendUtf8(0x10000 + ((unit - 0xD800) << 10) + (CodeUnit(quoted, i) - 0xDC00), &value);
        } else {
          AppendUtf8(unit, &value);
        }
        i += 4;
        break;
      }
      default:
        AppendUtf8(quoted[i + 1], &value);
    }
    i += 2;
  }
  if (static_cast<std::int64_t>(value.size()) > limits[Limit::kStringBytes]) {
    return Code::kStringLiteralTooLong;
  }
  return value;
}

}  // namespace aegis

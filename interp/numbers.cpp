#include "interp/numbers.h"

#include <gmp.h>
#include <mpfr.h>

#include <algorithm>
#include <array>
#include <boost/multiprecision/gmp.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

// Rounding once
// -------------
// A double is a significand of at most 53 bits times a power of two, and the power is never below
// 2^-1074: small results (the subnormal ones) get fewer bits instead. A result is correctly rounded
// when the exact value is rounded to those bits in one step. Rounding twice is wrong: a first step
// can land exactly between two doubles, and the second one then no longer knows which side the
// value came from. So both operations that can be inexact find the right number of bits first.
//
// The quotient of two integers is cut, by shifting one of them, to a whole part of 62 or 63 bits
// and a remainder. The whole part holds every bit of the result and the one behind it; of all that
// follows, the remainder included, it matters only whether it is zero ("sticky"). An integer alone
// is a quotient by one. The library's own conversion of integers to double takes no part in this:
// it is not correctly rounded in every version.
//
// A power comes from MPFR, which rounds correctly to any number of bits but has no subnormal
// numbers unless one changes its exponent range, a state shared with everybody else in the thread.
// Instead a result that turns out subnormal is computed again at the precision it has as a double.
// Below the smallest subnormal the only question is on which side of its half the power lies; MPFR
// tells by how the result at full precision compares with the exact value.

namespace aegis {
namespace {

using DoubleLimits = std::numeric_limits<double>;
static_assert(DoubleLimits::is_iec559 && DoubleLimits::digits == 53, "doubles are IEEE binary64");

constexpr int kSignificandBits = DoubleLimits::digits;
/// All doubles are multiples of two to this power.
constexpr int kLowestExponent = DoubleLimits::min_exponent - kSignificandBits;

/// A number of MPFR's, which owns its memory.
class BigFloat {
 public:
  explicit BigFloat(mpfr_prec_t bits) { mpfr_init2(number_, bits); }
  /// Holds `value` exactly.
  explicit BigFloat(double value) : BigFloat(mpfr_prec_t{kSignificandBits}) {
    mpfr_set_d(number_, value, MPFR_RNDN);
  }
  BigFloat(const BigFloat&) = delete;
  BigFloat& operator=(const BigFloat&) = delete;
  ~BigFloat() { mpfr_clear(number_); }

  mpfr_ptr get() { return number_; }
  mpfr_srcptr get() const { return number_; }

 private:
  mpfr_t number_;
};

/// MPFR keeps constants such as log 2 for each thread; they go when the thread ends.
struct ThreadCache {
  ~ThreadCache() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
};

/// RoundedPower for a base that is not negative.
std::optional<double> RoundedPowerOfMagnitude(double base, double exponent) {
  thread_local const ThreadCache cache;
  const BigFloat x(base);
  const BigFloat y(exponent);
  BigFloat power(mpfr_prec_t{kSignificandBits});
  const int ternary = mpfr_pow(power.get(), x.get(), y.get(), MPFR_RNDN);
  if (mpfr_zero_p(power.get())) return 0.0;
  // MPFR counts exponents as <limits> does: 1.0 has the exponent 1.
  if (mpfr_inf_p(power.get()) || mpfr_get_exp(power.get()) > DoubleLimits::max_exponent) {
    return std::nullopt;
  }

  const mpfr_exp_t bits = mpfr_get_exp(power.get()) - kLowestExponent;
  if (bits < 0) return 0.0;
  if (bits == 0) {
    // At least half of the smallest subnormal. Exactly half is a tie, and zero is even; a ternary
    // value above zero says that `power` was rounded up to the half.
    const bool is_half = mpfr_cmp_ui_2exp(power.get(), 1, kLowestExponent - 1) == 0;
    return is_half && ternary >= 0 ? 0.0 : DoubleLimits::denorm_min();
  }
  if (bits < kSignificandBits) {
    mpfr_set_prec(power.get(), bits);
    mpfr_pow(power.get(), x.get(), y.get(), MPFR_RNDN);
  }
  return mpfr_get_d(power.get(), MPFR_RNDN);  // exact by now
}

}  // namespace

std::string FormatInteger(const Integer& value) {
  // GMP, because cpp_int takes quadratic time: most of a second at the largest `integer_bits`.
  constexpr unsigned kLimbBits = 64;
  std::vector<std::uint64_t> limbs;
  export_bits(value, std::back_inserter(limbs), kLimbBits, /*msv_first=*/false);
  boost::multiprecision::mpz_int number;
  mpz_import(number.backend().data(), limbs.size(), /*order=*/-1, sizeof(limbs[0]), /*endian=*/0,
             /*nails=*/0, limbs.data());
  if (value < 0) number.backend().negate();
  return number.str();
}

std::string FormatFloat(double value) {
  // Python decides by the exponent of the shortest digits. The bounds have short digits themselves,
  // so comparing the values comes to the same.
  const double magnitude = std::abs(value);
  const bool fixed = magnitude == 0.0 || (magnitude >= 1e-4 && magnitude < 1e16);
  std::array<char, 32> buffer;
  const std::to_chars_result result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                    fixed ? std::chars_format::fixed : std::chars_format::scientific);
  std::string text(buffer.data(), result.ptr);
  if (fixed && text.find('.') == std::string::npos) text += ".0";
  return text;
}

std::optional<double> NearestDouble(const Integer& value) { return RoundedQuotient(value, 1); }

std::optional<double> RoundedQuotient(const Integer& dividend, const Integer& divisor) {
  const double sign = (dividend < 0) != (divisor < 0) ? -1.0 : 1.0;
  if (dividend.is_zero()) return std::copysign(0.0, sign);

  // |dividend / divisor| = (whole + something in [0, 1)) * 2^scale; `whole` has kWholeBits bits or
  // one more.
  constexpr int kWholeBits = 62;
  Integer numerator = abs(dividend);
  Integer denominator = abs(divisor);
  const std::int64_t scale = BitLength(numerator) - BitLength(denominator) - kWholeBits;
  if (scale < 0) {
    numerator <<= -scale;
  } else {
    denominator <<= scale;
  }
  Integer quotient;
  Integer remainder;
  divide_qr(numerator, denominator, quotient, remainder);

  const auto whole = static_cast<std::uint64_t>(quotient);
  const auto whole_bits = static_cast<std::int64_t>(kWholeBits + (whole >> kWholeBits));
  const std::int64_t dropped = std::max(whole_bits - kSignificandBits, kLowestExponent - scale);
  if (dropped > whole_bits) return std::copysign(0.0, sign);  // below half of the lowest bit
  const std::uint64_t step = std::uint64_t{1} << dropped;
  const std::uint64_t twice_rest = 2 * (whole % step);
  std::uint64_t kept = whole / step;
  const bool odd_or_sticky = (kept & 1) != 0 || !remainder.is_zero();
  if (twice_rest > step || (twice_rest == step && odd_or_sticky)) ++kept;

  constexpr std::int64_t kTooLarge = DoubleLimits::max_exponent;  // for any `kept` but zero
  const std::int64_t exponent = std::min(dropped + scale, kTooLarge);
  const double magnitude = std::ldexp(static_cast<double>(kept), static_cast<int>(exponent));
  if (std::isinf(magnitude)) return std::nullopt;
  return std::copysign(magnitude, sign);
}

std::optional<double> RoundedPower(double base, double exponent) {
  std::optional<double> power = RoundedPowerOfMagnitude(std::abs(base), exponent);
  const bool odd = std::abs(std::fmod(exponent, 2.0)) == 1.0;
  if (power && odd && std::signbit(base)) power = -*power;
  return power;
}

int CompareExactly(const Integer& left, double right) {
  // right = significand * 2^exponent; what the power would divide on the right multiplies the left.
  int exponent = 0;
  const double fraction = std::frexp(right, &exponent);
  const auto significand = static_cast<std::int64_t>(std::ldexp(fraction, kSignificandBits));
  exponent -= kSignificandBits;
  Integer scaled_left = left;
  Integer scaled_right = significand;
  (exponent < 0 ? scaled_left : scaled_right) <<= std::abs(exponent);
  return scaled_left.compare(scaled_right);
}

}  // namespace aegis

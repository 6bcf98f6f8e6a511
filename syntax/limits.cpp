#include "syntax/limits.h"

namespace aegis {
namespace {

constexpr std::int64_t kMega = std::int64_t{1} << 20;
constexpr std::int64_t kPractical = std::int64_t{1} << 40;

constexpr std::array<LimitInfo, Limits::kCount> kInfos = {{
    {Limit::kSourceBytes, "source_bytes", 65536, 4 * kMega, "bytes of a program's source"},
    {Limit::kLineChars, "line_chars", 2048, 4 * kMega, "code points in a line"},
    {Limit::kIdentifierChars, "identifier_chars", 64, 4 * kMega, "characters in a name"},
    {Limit::kNesting, "nesting", 32, 256, "blocks in blocks, and open constructs in an expression"},
    {Limit::kTokens, "tokens", 8192, 4 * kMega, "tokens, structural ones included"},
    {Limit::kOperations, "operations", 20000, kPractical, "counted steps of all phases"},
    {Limit::kMemoryBytes, "memory_bytes", 2000000, kPractical, "bytes accounted, never given back"},
    {Limit::kStringBytes, "string_bytes", 16384, 64 * kMega, "UTF-8 bytes in a string value"},
    {Limit::kInputBytes, "input_bytes", 16384, 64 * kMega, "UTF-8 bytes in one input"},
    {Limit::kOutputBytes, "output_bytes", 65536, 64 * kMega, "UTF-8 bytes printed in all"},
    {Limit::kIntegerBits, "integer_bits", 4096, kMega, "bits in an integer's magnitude"},
    {Limit::kExponent, "exponent", 4096, kMega, "absolute value of an exponent"},
    {Limit::kInputRequests, "input_requests", 20, kMega, "calls of `input()` in a run"},
    {Limit::kActiveMs, "active_ms", 1000, kPractical, "milliseconds of work, waiting excluded"},
}};

}  // namespace

Limits::Limits() {
  for (const LimitInfo& info : kInfos) {
    values_[static_cast<std::size_t>(info.limit)] = info.default_value;
  }
}

const std::array<LimitInfo, Limits::kCount>& Limits::Infos() { return kInfos; }

std::optional<Limits> Limits::With(Limit limit, std::int64_t value) const {
  const auto index = static_cast<std::size_t>(limit);
  if (value < 0 || value > kInfos[index].ceiling) return std::nullopt;
  Limits changed = *this;
  changed.values_[index] = value;
  return changed;
}

std::optional<Limits> Limits::With(std::string_view name, std::int64_t value,
                                   std::string* problem) const {
  std::string unused;
  if (problem == nullptr) problem = &unused;
  for (const LimitInfo& info : kInfos) {
    if (info.name != name) continue;
    std::optional<Limits> changed = With(info.limit, value);
    if (!changed) {
      *problem = "limit `" + std::string(name) + "` takes a number from 0 to " +
                 std::to_string(info.ceiling) + ", not " + std::to_string(value);
    }
    return changed;
  }
  *problem = "there is no limit named `" + std::string(name) + "`";
  return std::nullopt;
}

}  // namespace aegis

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "syntax/diagnostic.h"
#include "syntax/integer.h"
#include "syntax/limits.h"

namespace aegis {

// The values of literals (specification, section 2). Each function takes the code points of one
// well-formed token and gives its value, or the code of the limit or value problem that it has.

template <typename T>
using LiteralValue = std::variant<T, Code>;

/// `digits` is `[0-9]+`.
LiteralValue<Integer> DecodeInteger(std::u32string_view digits, const Limits& limits);

/// `text` is a FLOAT token. The nearest double, ties to even.
LiteralValue<double> DecodeFloat(std::u32string_view text, const Limits& limits);

/// `quoted` is a STRING token with its quotes; every escape in it is well formed. UTF-8.
LiteralValue<std::string> DecodeString(std::u32string_view quoted, const Limits& limits);

}  // namespace aegis

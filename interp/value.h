#pragma once

#include <cstddef>
#include <string>
#include <variant>

#include "syntax/ast.h"
#include "syntax/diagnostic.h"
#include "syntax/integer.h"
#include "syntax/limits.h"

namespace aegis {

/// A value of the language: bool, int, float (finite) or string (UTF-8).
using Value = std::variant<bool, Integer, double, std::string>;

/// The text that `print` writes for `value`, without the line feed (specification, section 7).
std::string Display(const Value& value);

/// The payload that the memory budget charges for `value`, in bytes (section 8).
std::size_t PayloadBytes(const Value& value);

/// The value of an operation, or the code of what is wrong with it at its operator.
using Outcome = std::variant<Value, Code>;

/// Applies an operator to operands of types that the checker found valid. Total: it never throws
/// for such operands, and what certainly exceeds a limit is refused before it is computed. `and`
/// and `or` are not among the operators, since they do not always evaluate both operands.
Outcome ApplyUnary(Operator op, const Value& operand);
Outcome ApplyBinary(Operator op, const Value& left, const Value& right, const Limits& limits);

}  // namespace aegis

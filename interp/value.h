#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "syntax/ast.h"
#include "syntax/diagnostic.h"
#include "syntax/integer.h"
#include "syntax/limits.h"

namespace aegis {

/// An immutable string, UTF-8. Copies share the bytes: a program can read a variable thousands of
/// times without paying for more than a node (specification, section 8), so neither may we.
class String {
 public:
  explicit String(std::string bytes)
      : bytes_(std::make_shared<const std::string>(std::move(bytes))) {}

  const std::string& bytes() const { return *bytes_; }

  friend bool operator==(const String& a, const String& b) { return a.bytes() == b.bytes(); }
  friend bool operator!=(const String& a, const String& b) { return a.bytes() != b.bytes(); }
  /// By code point, which is the order of UTF-8 bytes.
  friend bool operator<(const String& a, const String& b) { return a.bytes() < b.bytes(); }

 private:
  std::shared_ptr<const std::string> bytes_;
};

/// A value of the language: bool, int, float (finite) or string.
using Value = std::variant<bool, Integer, double, String>;

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

#pragma once

#include <cstdint>
#include <string>

#include "syntax/ast.h"

namespace aegis {

enum class Type : std::uint8_t { kInt = 1, kFloat = 2, kBool = 4, kString = 8 };

/// A set of types as bits, or the unknown type of an expression with an error in it, which every
/// operator accepts (specification, section 5). The empty set is the state "not assigned".
class TypeSet {
 public:
  constexpr TypeSet() = default;
  constexpr TypeSet(Type type) : bits_(static_cast<std::uint8_t>(type)) {}  // NOLINT: a set of one

  static constexpr TypeSet Unknown() { return TypeSet(kUnknownBit); }
  static constexpr TypeSet Numbers() { return TypeSet(Type::kInt) | Type::kFloat; }

  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool unknown() const { return (bits_ & kUnknownBit) != 0; }
  constexpr bool Contains(Type type) const {
    return (bits_ & static_cast<std::uint8_t>(type)) != 0;
  }
  constexpr bool IsSubsetOf(TypeSet other) const { return (bits_ & ~other.bits_) == 0; }
  constexpr bool Intersects(TypeSet other) const { return (bits_ & other.bits_) != 0; }

  /// The union; unknown when either is.
  friend constexpr TypeSet operator|(TypeSet a, TypeSet b) {
    return a.unknown() || b.unknown() ? Unknown()
                                      : TypeSet(static_cast<std::uint8_t>(a.bits_ | b.bits_));
  }
  friend constexpr bool operator==(TypeSet a, TypeSet b) { return a.bits_ == b.bits_; }
  friend constexpr bool operator!=(TypeSet a, TypeSet b) { return a.bits_ != b.bits_; }

 private:
  static constexpr std::uint8_t kUnknownBit = 16;
  constexpr explicit TypeSet(std::uint8_t bits) : bits_(bits) {}

  std::uint8_t bits_ = 0;
};

/// `int`, `int or float`, ... in the order int, float, bool, string; `unknown` for the unknown
/// type.
std::string Describe(TypeSet types);

/// The result types of a unary operator; the empty set when some operand type is invalid for it
/// (section 6). An unknown operand is valid.
TypeSet UnaryResult(Operator op, TypeSet operand);

/// The same for a binary operator: valid only when every combination of operand types is.
TypeSet BinaryResult(Operator op, TypeSet left, TypeSet right);

}  // namespace aegis

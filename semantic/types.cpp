#include "semantic/types.h"

#include <array>
#include <utility>

namespace aegis {
namespace {

bool IsLogical(Operator op) {
  switch (op) {
    case Operator::kAdd:
    case Operator::kSubtract:
    case Operator::kMultiply:
    case Operator::kDivide:
    case Operator::kPower:
    case Operator::kNegate:
      return false;
    default:
      return true;
  }
}

/// What an operator gives when nothing is known of an operand.
TypeSet ResultOfUnknown(Operator op) {
  return IsLogical(op) ? TypeSet(Type::kBool) : TypeSet::Unknown();
}

/// int when both can be int, float when either can be float: the union over all combinations.
TypeSet Promoted(TypeSet left, TypeSet right) {
  TypeSet result;
  if (left.Contains(Type::kInt) && right.Contains(Type::kInt)) result = result | Type::kInt;
  if ((left | right).Contains(Type::kFloat)) result = result | Type::kFloat;
  return result;
}

}  // namespace

std::string Describe(TypeSet types) {
  if (types.unknown()) return "unknown";
  static constexpr std::array<std::pair<Type, const char*>, 4> kNames = {{
      {Type::kInt, "int"},
      {Type::kFloat, "float"},
      {Type::kBool, "bool"},
      {Type::kString, "string"},
  }};
  std::string text;
  for (const auto& [type, name] : kNames) {
    if (!types.Contains(type)) continue;
    if (!text.empty()) text += " or ";
    text += name;
  }
  return text;
}

TypeSet UnaryResult(Operator op, TypeSet operand) {
  if (operand.unknown()) return ResultOfUnknown(op);
  const TypeSet valid = op == Operator::kNot ? TypeSet(Type::kBool) : TypeSet::Numbers();
  return operand.IsSubsetOf(valid) ? operand : TypeSet();
}

TypeSet BinaryResult(Operator op, TypeSet left, TypeSet right) {
  if (left.unknown() || right.unknown()) return ResultOfUnknown(op);
  const TypeSet both = left | right;
  const bool numbers = both.IsSubsetOf(TypeSet::Numbers());
  const TypeSet invalid;
  switch (op) {
    case Operator::kAdd:
      if (both == Type::kString) return Type::kString;
      return numbers ? Promoted(left, right) : invalid;
    case Operator::kSubtract:
    case Operator::kMultiply:
      return numbers ? Promoted(left, right) : invalid;
    case Operator::kDivide:
      return numbers ? TypeSet(Type::kFloat) : invalid;
    case Operator::kPower:
      if (!numbers) return invalid;
      // The sign of the exponent decides between int and float.
      return Promoted(left, right) | Type::kFloat;
    case Operator::kEqual:
    case Operator::kNotEqual:
      return Type::kBool;
    case Operator::kLess:
    case Operator::kLessEqual:
    case Operator::kGreater:
    case Operator::kGreaterEqual:
      return numbers || both == Type::kBool || both == Type::kString ? TypeSet(Type::kBool)
                                                                     : invalid;
    case Operator::kAnd:
    case Operator::kOr:
      return both == Type::kBool ? TypeSet(Type::kBool) : invalid;
    case Operator::kNot:
    case Operator::kNegate:
      break;
  }
  return invalid;
}

}  // namespace aegis

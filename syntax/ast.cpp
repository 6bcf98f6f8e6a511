#include "syntax/ast.h"

namespace aegis {

const char* Spelling(Operator op) {
  switch (op) {
    case Operator::kNot:
      return "not";
    case Operator::kNegate:
    case Operator::kSubtract:
      return "-";
    case Operator::kAdd:
      return "+";
    case Operator::kMultiply:
      return "*";
    case Operator::kDivide:
      return "/";
    case Operator::kPower:
      return "^";
    case Operator::kEqual:
      return "==";
    case Operator::kNotEqual:
      return "!=";
    case Operator::kLess:
      return "<";
    case Operator::kLessEqual:
      return "<=";
    case Operator::kGreater:
      return ">";
    case Operator::kGreaterEqual:
      return ">=";
    case Operator::kAnd:
      return "and";
    case Operator::kOr:
      return "or";
  }
  return "";
}

}  // namespace aegis

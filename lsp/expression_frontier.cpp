#include "lsp/expression_frontier.h"

#include <array>
#include <bitset>

// A precedence machine over sets of types. What has begun and is not complete lies on a stack of
// frames: open parentheses, a prefix operator, and binary operators with the types of their left
// operand. Between two parentheses the operators on the stack bind tighter from bottom to top, `^`
// alone repeats. A new operator first finishes those that bind at least as tight (`^` groups to the
// right and finishes none of its kind), and a finished operator must be valid for its operands.
//
// Whether an operand of types T fits is the question whether *some* rest makes the statement valid.
// A rest does two things: it finishes the frames from top to bottom, and before each of them it can
// extend the value in hand by operators that bind tighter than the frame, with right operands of
// any type, for each type has a literal. So what the value can become is a set of type sets: it
// starts as {T}, grows at each level of precedence by the results of that level's operators, from
// the tightest to the weakest that the frame below leaves room for, and goes through the frame's
// operator; what is invalid there drops out. T fits when something is left at the bottom, and for
// a condition, when bool is. There are sixteen type sets (the unknown type takes the place of the
// empty one), so a set of them is sixteen bits, and what a level adds is a table.
//
// Extending by `^` is left out: it needs room for one more nested construct, and the types that it
// gives always contain those that were there, so whatever is valid with them is valid without it.

namespace aegis::lsp {
namespace {

/// Precedence, from the weakest operators to the tightest.
enum Level : int { kOrLevel, kAndLevel, kComparisonLevel, kSumLevel, kProductLevel, kPowerLevel };

Level LevelOf(Operator op) {
  switch (op) {
    case Operator::kOr:
      return kOrLevel;
    case Operator::kAnd:
      return kAndLevel;
    case Operator::kAdd:
    case Operator::kSubtract:
      return kSumLevel;
    case Operator::kMultiply:
    case Operator::kDivide:
      return kProductLevel;
    case Operator::kPower:
      return kPowerLevel;
    default:
      return kComparisonLevel;
  }
}

constexpr std::array<Operator, 12> kExtensions = {
    Operator::kOr,   Operator::kAnd,       Operator::kEqual,    Operator::kNotEqual,
    Operator::kLess, Operator::kLessEqual, Operator::kGreater,  Operator::kGreaterEqual,
    Operator::kAdd,  Operator::kSubtract,  Operator::kMultiply, Operator::kDivide,
};

constexpr std::array<Type, 4> kTypes = {Type::kInt, Type::kFloat, Type::kBool, Type::kString};

/// A set of type sets, by the numbers of `NumberOf`.
using Possible = std::bitset<16>;

std::size_t NumberOf(TypeSet types) {
  std::size_t number = 0;
  if (types.unknown()) return number;
  for (const Type type : kTypes) {
    if (types.Contains(type)) number |= static_cast<std::size_t>(type);
  }
  return number;
}

TypeSet TypesOf(std::size_t number) {
  if (number == 0) return TypeSet::Unknown();
  TypeSet types;
  for (const Type type : kTypes) {
    if ((number & static_cast<std::size_t>(type)) != 0) types = types | type;
  }
  return types;
}

Possible Just(TypeSet types) { return Possible().set(NumberOf(types)); }

/// What `operation` makes of each of `operands`; what is invalid for it gives nothing.
template <typename Operation>
Possible Results(const Possible& operands, const Operation& operation) {
  Possible results;
  for (std::size_t number = 0; number < operands.size(); ++number) {
    if (!operands[number]) continue;
    const TypeSet result = operation(TypesOf(number));
    if (!result.empty()) results.set(NumberOf(result));
  }
  return results;
}

/// What a value of some types, by number, can become by operators of one level and literals.
using LevelTable = std::array<Possible, 16>;

LevelTable MakeTable(Level level) {
  LevelTable table;
  for (std::size_t number = 0; number < table.size(); ++number) {
    Possible reached, before;
    reached.set(number);
    do {
      before = reached;
      for (const Operator op : kExtensions) {
        if (LevelOf(op) != level) continue;
        for (const Type literal : kTypes) {
          reached |=
              Results(reached, [&](TypeSet left) { return BinaryResult(op, left, literal); });
        }
      }
      // A second comparison cannot follow, but it could give nothing new either: all give bool.
    } while (reached != before);
    table[number] = reached;
  }
  return table;
}

/// What `values` can become by operators from level `tightest` down to level `weakest`.
Possible Extended(Possible values, int tightest, int weakest) {
  static const std::array<LevelTable, kPowerLevel> tables = {
      MakeTable(kOrLevel), MakeTable(kAndLevel), MakeTable(kComparisonLevel), MakeTable(kSumLevel),
      MakeTable(kProductLevel)};
  for (int level = tightest; level >= weakest; --level) {
    Possible extended;
    for (std::size_t number = 0; number < values.size(); ++number) {
      if (values[number]) extended |= tables[static_cast<std::size_t>(level)][number];
    }
    values = extended;
  }
  return values;
}

/// The tightest level whose operators can follow a finished operator of `level`.
int LevelBehind(Level level) {
  return level == kComparisonLevel || level == kPowerLevel ? level - 1 : level;
}

}  // namespace

bool ExpressionFrontier::Open(Frame frame) {
  const bool nests = frame.kind != Kind::kBinary || frame.op == Operator::kPower;
  if (nests && depth_ == max_depth_) return false;
  if (nests) ++depth_;
  frames_.push_back(frame);
  value_.reset();
  return true;
}

/// Takes the topmost frame, a copy of which is `frame`, off the stack; the value is its operand and
/// becomes its result.
bool ExpressionFrontier::Finish(Frame frame) {
  frames_.pop_back();
  if (frame.kind != Kind::kBinary || frame.op == Operator::kPower) --depth_;
  if (frame.kind == Kind::kParenthesis) return true;
  value_ = frame.kind == Kind::kPrefix ? UnaryResult(frame.op, *value_)
                                       : BinaryResult(frame.op, frame.left, *value_);
  return !value_->empty();
}

bool ExpressionFrontier::TakeOperand(TypeSet types) {
  if (!wants_operand()) return false;
  value_ = types;
  const bool prefixed = !frames_.empty() && frames_.back().kind == Kind::kPrefix;
  return !prefixed || Finish(frames_.back());
}

bool ExpressionFrontier::TakePrefix(Operator op) {
  const bool prefixed = !frames_.empty() && frames_.back().kind == Kind::kPrefix;
  return wants_operand() && !prefixed && Open({Kind::kPrefix, op, TypeSet()});
}

bool ExpressionFrontier::TakeBinary(Operator op) {
  if (wants_operand()) return false;
  const Level level = LevelOf(op);
  while (!frames_.empty() && frames_.back().kind == Kind::kBinary) {
    const Level before = LevelOf(frames_.back().op);
    if (before < level || (before == level && level == kPowerLevel)) break;
    if (before == level && level == kComparisonLevel) return false;
    if (!Finish(frames_.back())) return false;
  }
  return Open({Kind::kBinary, op, *value_});
}

bool ExpressionFrontier::TakeLeftParen() {
  return wants_operand() && Open({Kind::kParenthesis, Operator::kNot, TypeSet()});
}

bool ExpressionFrontier::TakeRightParen() {
  if (wants_operand()) return false;
  while (!frames_.empty()) {
    const Frame frame = frames_.back();
    if (!Finish(frame)) return false;
    if (frame.kind != Kind::kParenthesis) continue;
    const TypeSet types = *value_;
    value_.reset();
    return TakeOperand(types);
  }
  return false;
}

bool ExpressionFrontier::CanEnd() const {
  if (!wants_operand()) return CanEndFrom(*value_);
  for (const Type literal : kTypes) {
    if (CanEndFrom(literal)) return true;
  }
  return false;
}

bool ExpressionFrontier::CanEndFrom(TypeSet operand) const {
  Possible values = Just(operand);
  int tightest = kProductLevel;
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    switch (frame->kind) {
      case Kind::kParenthesis:
        values = Extended(values, tightest, kOrLevel);
        tightest = kProductLevel;
        break;
      case Kind::kPrefix:
        values = Results(values, [&](TypeSet types) { return UnaryResult(frame->op, types); });
        break;
      case Kind::kBinary: {
        const Level level = LevelOf(frame->op);
        values = Extended(values, tightest, level + 1);
        values = Results(
            values, [&](TypeSet types) { return BinaryResult(frame->op, frame->left, types); });
        tightest = LevelBehind(level);
        break;
      }
    }
  }
  values = Extended(values, tightest, kOrLevel);
  if (use_ == Use::kValue) return values.any();
  // The unknown type can be compared, too, so it needs no case of its own.
  return values[NumberOf(Type::kBool)];
}

}  // namespace aegis::lsp

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "semantic/types.h"
#include "syntax/ast.h"

namespace aegis::lsp {

/// How far an unfinished expression has come, read token by token, and what it can go on with
/// (specification, sections 4 and 6). It knows types, not names: whoever feeds it says what types
/// an operand has, the unknown type included, which fits everywhere.
///
/// Each `Take...` reads one token and says whether the expression is sound so far. After a false,
/// no valid program begins so, and the frontier is of no further use.
class ExpressionFrontier {
 public:
  /// What the value of the whole expression is for.
  enum class Use : std::uint8_t { kValue, kCondition };

  /// At most `max_depth` constructs may be open at once (specification, section 4, "Nesting").
  ExpressionFrontier(Use use, std::size_t max_depth) : use_(use), max_depth_(max_depth) {}

  /// A literal, a name, or `input()` as a whole. `types` are not empty.
  bool TakeOperand(TypeSet types);
  /// `not` or the `-` of a negation.
  bool TakePrefix(Operator op);
  bool TakeBinary(Operator op);
  bool TakeLeftParen();
  /// A parenthesis of the expression's own: that of `print` is none.
  bool TakeRightParen();

  /// Whether an operand has to come; otherwise an operator can, or the end.
  bool wants_operand() const { return !value_; }
  /// Whether, with an operand of `types` next, some rest makes the statement valid. Only where an
  /// operand is wanted.
  bool Fits(TypeSet types) const { return CanEndFrom(types); }
  /// Whether some rest makes the statement valid.
  bool CanEnd() const;

 private:
  enum class Kind : std::uint8_t { kParenthesis, kPrefix, kBinary };

  /// What has begun and waits for the end of its (right) operand.
  struct Frame {
    Kind kind;
    Operator op;   ///< of kPrefix and kBinary
    TypeSet left;  ///< of kBinary: the types of the left operand
  };

  bool Open(Frame frame);
  bool Finish(Frame frame);
  bool CanEndFrom(TypeSet operand) const;

  Use use_;
  std::size_t max_depth_;
  std::size_t depth_ = 0;
  std::vector<Frame> frames_;
  std::optional<TypeSet> value_;  ///< of the operand read last, when no operator has followed
};

}  // namespace aegis::lsp

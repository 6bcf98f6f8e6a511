#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "syntax/integer.h"
#include "syntax/source.h"

namespace aegis {

enum class Operator : std::uint8_t {
  kNot,
  kNegate,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPower,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kAnd,
  kOr,
};

/// The operator as a program spells it: `not`, `-`, `+`, ...
const char* Spelling(Operator op);

enum class ExprKind : std::uint8_t {
  kInteger,
  kFloat,
  kString,
  kBoolean,
  kName,
  kInput,
  kUnary,
  kBinary,
  kMissing,
};

/// Indices into the tables of an `Ast`.
using ExprId = std::uint32_t;
using StatementId = std::uint32_t;
using NameId = std::uint32_t;
using Block = std::vector<StatementId>;

/// An expression node (specification, section 8). Parentheses make no node. kMissing stands where
/// an expression should be and none could be read: in the tree of a program with syntax errors
/// alone. A chain of left-associative operators leans to the left and can be as long as a program
/// has tokens, so nothing may recurse along `left`; the depth along `right` is bounded by the
/// nesting limit.
struct Expr {
  ExprKind kind;
  Operator op = Operator::kNot;  ///< of kUnary and kBinary
  /// kInteger, kFloat, kString: index into that table of the Ast; kBoolean: 0 or 1; kName: NameId.
  std::uint32_t payload = 0;
  ExprId left = 0;   ///< kBinary: left operand; kUnary: the operand
  ExprId right = 0;  ///< kBinary: right operand
  Range token;       ///< the token that gives the node its position: literal, name or operator
  Range extent;      ///< from the first to the last token of the node, its own parentheses excluded
};

enum class StatementKind : std::uint8_t { kAssignment, kPrint, kIf };

/// A statement node; its position is its first token.
struct Statement {
  StatementKind kind;
  bool has_else = false;  ///< kIf
  NameId name = 0;        ///< kAssignment
  ExprId expr = 0;        ///< the value assigned or printed, or the condition
  Range token;            ///< the first token: the name, `print` or `if`
  Range expr_first;       ///< the first token of the expression, a parenthesis included
  Range extent;           ///< from the first to the last token, blocks included, comments excluded
  Range else_token;       ///< kIf with has_else
  Block body;             ///< kIf
  Block else_body;        ///< kIf
};

/// The abstract syntax tree of a program: tables of nodes that refer to each other by index, so a
/// tree can be copied, moved and dropped without walking it. Operands stand before their operator,
/// and the statements of a block before the `if` that holds it.
struct Ast {
  std::vector<Expr> exprs;
  std::vector<Statement> statements;
  Block program;                     ///< the top level, in order
  std::vector<std::string> names;    ///< each name once, in order of first appearance
  std::vector<Integer> integers;     ///< literal values
  std::vector<double> floats;        ///< literal values, finite
  std::vector<std::string> strings;  ///< decoded literal values, UTF-8
};

}  // namespace aegis

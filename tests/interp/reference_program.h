#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/interp/reference_evaluator.h"

// Whole programs for the reference evaluator: variables, and one expression that is printed. The
// text, the positions of all nodes and the budgets are computed here from the specification
// (sections 2 to 8), side by side with the result.

namespace aegis::reference {

struct Expression {
  enum class Kind : std::uint8_t { kLiteral, kVariable, kInput, kUnary, kBinary };

  Kind kind = Kind::kLiteral;
  Value value = false;                ///< of a literal; numbers are not negative
  std::size_t variable = 0;           ///< index into the program's variables
  std::string op;                     ///< as spelled
  std::vector<Expression> operands;   ///< one or two
  std::size_t extra_parentheses = 0;  ///< around the node, beyond those that it needs
  std::size_t column = 0;             ///< of its token, after `Write`
};

/// A variable is assigned its value; one with `other` in the branch of an `if` that runs, and
/// `other` in the branch that does not, so that it can have two types.
struct Variable {
  Value value;
  std::optional<Value> other;
};

struct Program {
  std::vector<Variable> variables;  ///< `v0`, `v1`, ...
  Expression printed;
  std::vector<std::string> inputs;
};

/// A program's text, and what the front end charges for it if it is valid.
struct Written {
  std::string text;
  std::size_t line = 0;     ///< of the `print`, which starts in column 1
  std::size_t columns = 0;  ///< the length of that line, in code points
  std::int64_t tokens = 0;
  std::int64_t nodes = 0;
};

/// Lays `program` out, with the parentheses that the grammar asks for, and notes the columns.
Written Write(Program* program);

/// What has to come of the program under the default limits.
struct Ending {
  std::string output;           ///< empty with an error
  std::string error;            ///< the category; empty without one
  std::size_t column = 0;       ///< of the error, on the line of the `print`
  std::int64_t operations = 0;  ///< of all phases, when there is no error
  std::int64_t bytes = 0;       ///< the same
};

/// Validates and evaluates a program that `Write` has laid out.
Ending Foretell(const Program& program, const Written& written);

}  // namespace aegis::reference

#pragma once

#include <string>

#include "semantic/compile.h"
#include "syntax/ast.h"
#include "syntax/source.h"

namespace aegis::fuzz {

// Changes of a program's text that leave its meaning alone.

/// The program with parentheses around the expression `id` of it.
std::string WithParentheses(const CheckedProgram& program, ExprId id);

/// The program with the branches of the `if` statement `id`, which has an `else`, in each other's
/// place, and its condition `c` as `not (c)`.
std::string WithSwappedBranches(const CheckedProgram& program, StatementId id);

/// `source` with the name `to` in the place of every name `from`.
std::string WithName(const Source& source, const std::string& from, const std::string& to);

}  // namespace aegis::fuzz

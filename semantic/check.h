#pragma once

#include <vector>

#include "semantic/flow.h"
#include "semantic/types.h"
#include "syntax/ast.h"
#include "syntax/budget.h"
#include "syntax/diagnostic.h"

namespace aegis {

/// What validation finds (specification, section 6).
struct CheckResult {
  /// Every problem in the order met; the first error is *the* error. Warnings are listed only when
  /// there is no error.
  std::vector<Diagnostic> diagnostics;
  /// The possible types of each expression, by ExprId.
  std::vector<TypeSet> types;
  /// Which assignments reach which reads.
  Flow flow;
};

/// Checks types and definite assignment of `ast`, charging `budget` for each node. A kMissing
/// expression has the unknown type.
CheckResult Check(const Ast& ast, Budget* budget);

}  // namespace aegis

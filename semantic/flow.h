#pragma once

#include <cstdint>
#include <vector>

#include "semantic/types.h"
#include "syntax/ast.h"

namespace aegis {

/// Where a variable's value comes from, as an index into `Flow::definitions`.
using DefinitionId = std::uint32_t;

/// The definition of a variable that nothing has assigned.
inline constexpr DefinitionId kUnassigned = 0;

/// Either an assignment, or the join of two definitions behind an `if` (a phi node).
struct Definition {
  TypeSet types;  ///< empty when not definitely assigned (specification, section 6)
  bool is_join = false;
  StatementId assignment = 0;            ///< the statement, unless it is a join
  DefinitionId body = kUnassigned;       ///< of a join: at the end of the body
  DefinitionId else_body = kUnassigned;  ///< of a join: at the end of the other branch
};

/// Who reads what: the definitions of a program and where they reach, as the check found them.
struct Flow {
  struct Change {
    NameId name;
    DefinitionId definition;
  };

  std::vector<Definition> definitions{Definition()};  ///< the first stands for kUnassigned
  std::vector<DefinitionId> reads;                    ///< by ExprId; of name reads alone
  /// What each statement changes for those behind it, by StatementId: an assignment its name, an
  /// `if` each name that ends its branches with different definitions.
  std::vector<std::vector<Change>> changes;
};

/// The definition of each variable, by NameId, just before the statement `target`.
std::vector<DefinitionId> DefinitionsBefore(const Ast& ast, const Flow& flow, StatementId target);

/// The assignments that `definition` can stand for, in the order of the text. Empty for
/// kUnassigned.
std::vector<StatementId> ReachingAssignments(const Ast& ast, const Flow& flow,
                                             DefinitionId definition);

}  // namespace aegis

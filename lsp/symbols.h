#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lsp/document.h"

namespace aegis::lsp {

// What stands where in a document: the look-ups that several features share.

/// The innermost expression around `offset`, its ends included; nothing when there is none.
std::optional<ExprId> ExprAt(const Document& document, std::uint32_t offset);

/// The statements around `offset`, from the outermost to the innermost.
std::vector<StatementId> StatementsAt(const Document& document, std::uint32_t offset);

/// A place where a variable's name stands. Names that the parser did not get to, in lines with
/// problems, are there, too.
struct Occurrence {
  Range range;
  bool is_write = false;                  ///< an assignment's target
  std::optional<ExprId> read;             ///< the expression, for a read that was parsed
  std::optional<StatementId> assignment;  ///< the statement, for a write that was parsed
};

/// The occurrence at `offset` (the name's end included); nothing when no name stands there.
std::optional<Occurrence> OccurrenceAt(const Document& document, std::uint32_t offset);

/// Every occurrence of the variable `name`, in the order of the text. A variable belongs to the
/// whole program (specification, section 6).
std::vector<Occurrence> OccurrencesOf(const Document& document, const std::string& name);

/// The definition that the read or write at `occurrence` has; kUnassigned when nothing is known. A
/// read that the parser did not get to has that of the statement that its line begins with.
DefinitionId DefinitionOf(const Document& document, const Occurrence& occurrence);

}  // namespace aegis::lsp

#pragma once

#include <string>
#include <vector>

#include "syntax/ast.h"
#include "syntax/budget.h"
#include "syntax/diagnostic.h"
#include "syntax/source.h"

namespace aegis {

/// What the syntax phase makes of a source (specification, sections 1 to 5).
struct ParseResult {
  /// The tree of the whole program when there are no diagnostics; otherwise what could be read of
  /// it, for editors: lines with a problem are there as far as they go, with kMissing expressions.
  Ast ast;
  /// The first problem of each line that has one, in the order met; the first is *the* error.
  std::vector<Diagnostic> diagnostics;
};

/// Text to tree: decoded source, tokens, indentation filter, parse tree, AST, charging `budget` for
/// each token made. Never throws for any source. The only way into ANTLR.
ParseResult Parse(const Source& source, Budget* budget);

/// A token as `aegis tokens` lists it: the terminal's name in the grammar and where it stands.
struct TokenInfo {
  std::string kind;
  Range range;  ///< empty for structural tokens
};

struct TokenizeResult {
  std::vector<TokenInfo> tokens;
  std::vector<Diagnostic> diagnostics;
};

/// The tokens of `source` as the parser sees them, structural ones and EOF included, up to the
/// first lexical problem of each line; the parser itself does not run.
TokenizeResult Tokenize(const Source& source, Budget* budget);

/// Every keyword of the language, in the order of the grammar.
const std::vector<std::string>& Keywords();

}  // namespace aegis

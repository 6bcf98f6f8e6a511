#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "semantic/check.h"
#include "semantic/types.h"
#include "syntax/ast.h"
#include "syntax/budget.h"
#include "syntax/diagnostic.h"
#include "syntax/source.h"

namespace aegis {

/// A program that passed every check; immutable, shared by all runs of it.
struct CheckedProgram {
  Source source;
  Ast ast;
  std::vector<TypeSet> types;  ///< by ExprId
};

/// What the front end makes of a source text.
struct Compilation {
  Source source;
  /// The program; null when there is an error.
  std::shared_ptr<const CheckedProgram> program;
  /// All problems of the phase that found any, in the order met: the first problem of each line
  /// from the syntax phase, or every problem of validation, or the warnings of a valid program.
  std::vector<Diagnostic> diagnostics;
};

/// The pipeline that every surface calls: source text, tokens, tree, AST, checked program. `budget`
/// is charged for every phase (section 8) and goes on to the run. Never throws for any text.
Compilation Compile(std::string_view text, Budget* budget);

/// The same for callers that only want the answer: a fresh budget of `limits`, the time included.
Compilation Compile(std::string_view text, const Limits& limits = Limits());

/// What an editor can know of a text, sound or not.
struct Analysis {
  Source source;
  Ast ast;              ///< with syntax errors: what could be read (ParseResult)
  CheckResult check;    ///< of that tree; its problems are to be told only when `parsed`
  bool parsed = false;  ///< whether the syntax phase found nothing
  std::vector<Diagnostic> diagnostics;  ///< the same as `Compilation::diagnostics`
};

/// The pipeline once more, keeping what each stage found even when there are errors. A text that is
/// refused whole (its size) has an empty source and tree. Never throws for any text.
Analysis Analyze(std::string_view text, const Limits& limits = Limits());

}  // namespace aegis

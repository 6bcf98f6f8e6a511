#pragma once

#include "syntax/ast.h"  // before ANTLR, which undefines EOF

#include <AegisParser.h>

#include "syntax/token_reader.h"

namespace aegis {

/// The tree of a program without syntax errors. `literals` are the values of its literal tokens.
/// Recursion is as deep as the nesting limit allows; chains of operators are loops.
Ast BuildAst(generated::AegisParser::ProgramContext* program, const Source& source,
             LiteralTables literals);

/// What could be read of a program with syntax errors. `limits` are those that its literals were
/// accepted with.
Ast BuildPartialAst(generated::AegisParser::ProgramContext* program, const Source& source,
                    const Limits& limits);

}  // namespace aegis

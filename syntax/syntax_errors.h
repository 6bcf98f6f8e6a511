#pragma once

#include <antlr4-runtime.h>

#include "syntax/diagnostic.h"
#include "syntax/source.h"

namespace aegis {

// What to tell people about the parser's current token, from where the parser stands in the grammar
// and what it has read. These functions look and never touch.

/// No expression, or nothing else that the rule in hand allows, starts with the token.
Diagnostic ExplainNoAlternative(antlr4::Parser* parser, const Source& source);
/// A token of type `expected` has to be here.
Diagnostic ExplainMismatch(antlr4::Parser* parser, const Source& source, std::size_t expected);
/// No statement starts with the token.
Diagnostic ExplainNoStatement(antlr4::Parser* parser, const Source& source);

}  // namespace aegis

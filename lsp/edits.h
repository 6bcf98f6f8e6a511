#pragma once

#include <vector>

#include "lsp/client.h"
#include "lsp/document.h"
#include "semantic/fixes.h"

namespace aegis::lsp {

/// Edits of a document as the protocol's array of `TextEdit`s.
Json TextEdits(const Document& document, const std::vector<TextEdit>& edits);

/// The same as a `WorkspaceEdit`, which names the document's version where the client can read it.
Json WorkspaceEdit(const Document& document, const std::vector<TextEdit>& edits,
                   const Client& client);

}  // namespace aegis::lsp

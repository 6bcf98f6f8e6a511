#pragma once

#include "lsp/client.h"
#include "lsp/document.h"

namespace aegis::lsp {

// The features of the language server, one function for each request about a document. `params` are
// the request's and the result is the protocol's (version 3.17); null where it allows null. All
// throw RequestError for parameters that are malformed. None changes anything.

// diagnostics.cpp
/// All problems of the document, as the protocol's `Diagnostic`s, in the order of `aegis check`.
Json Diagnostics(const Document& document, const Client& client);
Json PullDiagnostics(const Document& document, const Json& params, const Client& client);

// hover.cpp, signature_help.cpp
Json Hover(const Document& document, const Json& params, const Client& client);
Json SignatureHelp(const Document& document, const Json& params, const Client& client);

// completion.cpp
Json Completion(const Document& document, const Json& params, const Client& client);

// navigation.cpp
Json Definition(const Document& document, const Json& params, const Client& client);
Json References(const Document& document, const Json& params, const Client& client);
Json DocumentHighlight(const Document& document, const Json& params, const Client& client);

// rename.cpp
Json PrepareRename(const Document& document, const Json& params, const Client& client);
Json Rename(const Document& document, const Json& params, const Client& client);

// structure.cpp
Json DocumentSymbols(const Document& document, const Json& params, const Client& client);
Json FoldingRanges(const Document& document, const Json& params, const Client& client);
Json SelectionRanges(const Document& document, const Json& params, const Client& client);

// semantic_tokens.cpp
/// The `legend` of the capabilities: the names that the numbers of the tokens stand for.
Json SemanticTokensLegend();
/// The encoded tokens, five numbers each.
std::vector<std::uint32_t> SemanticTokens(const Document& document);
/// The edits that turn one answer into another: at most one, as the protocol's array.
Json SemanticTokensEdits(const std::vector<std::uint32_t>& before,
                         const std::vector<std::uint32_t>& after);

// inlay_hints.cpp
Json InlayHints(const Document& document, const Json& params, const Client& client);

// formatting.cpp
Json Formatting(const Document& document, const Json& params, const Client& client);
Json RangeFormatting(const Document& document, const Json& params, const Client& client);
Json OnTypeFormatting(const Document& document, const Json& params, const Client& client);

// code_actions.cpp
Json CodeActions(const Document& document, const Json& params, const Client& client);

// run.cpp
Json CodeLenses(const Document& document, const Json& params, const Client& client);
/// The command `aegis.run`: runs the document with `inputs` and gives the envelope of
/// specification, section 9, which is `input_required` when the program asks for more.
Json RunDocument(const Document& document, const Json& inputs);

}  // namespace aegis::lsp

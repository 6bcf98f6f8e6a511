#pragma once

#include <string_view>

namespace aegis::lsp {

/// What a keyword, operator or symbol of the language means, in a sentence or two of Markdown;
/// empty when `spelling` is none.
std::string_view Documentation(std::string_view spelling);

}  // namespace aegis::lsp

#pragma once

#include <antlr4-runtime.h>

#include <cstdint>

#include "syntax/source.h"

namespace aegis {

/// The code points that `token` covers; empty for structural tokens, which stop before they start.
inline Range RangeOf(const antlr4::Token& token) {
  return {static_cast<std::uint32_t>(token.getStartIndex()),
          static_cast<std::uint32_t>(token.getStopIndex() + 1)};
}

}  // namespace aegis

#pragma once

#include <optional>
#include <string_view>

#include "syntax/format.h"

namespace aegis {

/// Why `formatted` must not take the place of `before`, a program without syntax errors: it passes
/// a limit, or (kInternalError) it is not the same program, that is, its tokens, structural ones
/// included, or its comments differ, or one of them stands on another line. Nothing when it may.
std::optional<FormatRefusal> RefuseFormatted(const Source& before, std::string_view formatted,
                                             const Limits& limits);

}  // namespace aegis

#pragma once

#include <optional>
#include <string_view>

#include "fuzz/node.h"

namespace aegis::fuzz {

/// The derivation of `program` by the grammar's network; nothing when it has a syntax error.
std::optional<Node> ReadTree(std::string_view program);

}  // namespace aegis::fuzz

#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "semantic/compile.h"

namespace aegis::cli {

/// The syntax tree of `program` as indented lines, each node with its place and types.
std::string RenderAstTree(const CheckedProgram& program);

/// The syntax tree as `{"program": [...], "statements": [...], "expressions": [...]}`, whose nodes
/// refer to each other by index.
nlohmann::ordered_json RenderAstJson(const CheckedProgram& program);

}  // namespace aegis::cli

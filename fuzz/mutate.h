#pragma once

#include <string>

#include "fuzz/random.h"

namespace aegis::fuzz {

/// Changes a program at one of these levels: its tree, where it has one (subtrees are swapped,
/// deleted, duplicated, replaced by the same rule), its tokens, its lines, its indentation, its
/// bytes. `program` can be any bytes; the result can be, too.
std::string Mutate(const std::string& program, Random* random);

/// A program of parts of both: a subtree of `other` in the place of one of `program`, or lines of
/// both when one of them has no tree.
std::string CrossOver(const std::string& program, const std::string& other, Random* random);

// Each level by itself.

std::string MutateTree(const std::string& program, Random* random);
std::string MutateTokens(const std::string& program, Random* random);
std::string MutateLines(const std::string& program, Random* random);
std::string MutateIndentation(const std::string& program, Random* random);
std::string MutateBytes(const std::string& program, Random* random);

}  // namespace aegis::fuzz

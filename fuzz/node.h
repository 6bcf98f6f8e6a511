#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace aegis::fuzz {

/// A node of a derivation: a rule of the grammar over what it was derived to, or a token. Both are
/// numbered as in `Networks()`.
struct Node {
  bool is_token = false;
  std::uint32_t symbol = 0;    ///< the rule, or the type of the token
  std::string text;            ///< of a token; empty for structural ones and the end of the file
  std::vector<Node> children;  ///< of a rule, in order
};

/// The tokens of `node` in order; they live as long as the tree stays as it is.
std::vector<const Node*> Tokens(const Node& node);

/// How many tokens `node` has.
std::size_t TokenCount(const Node& node);

/// Every rule node of the tree, a node before what is in it.
std::vector<Node*> RuleNodes(Node* node);

}  // namespace aegis::fuzz

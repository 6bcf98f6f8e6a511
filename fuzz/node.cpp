#include "fuzz/node.h"

// Trees are as deep as the grammar has levels of expressions times the nesting of a program, which
// its limits bound; so these recurse.

namespace aegis::fuzz {
namespace {

void CollectTokens(const Node& node, std::vector<const Node*>* tokens) {
  if (node.is_token) tokens->push_back(&node);
  for (const Node& child : node.children) CollectTokens(child, tokens);
}

void CollectRules(Node* node, std::vector<Node*>* rules) {
  if (!node->is_token) rules->push_back(node);
  for (Node& child : node->children) CollectRules(&child, rules);
}

}  // namespace

std::vector<const Node*> Tokens(const Node& node) {
  std::vector<const Node*> tokens;
  CollectTokens(node, &tokens);
  return tokens;
}

std::size_t TokenCount(const Node& node) {
  if (node.is_token) return 1;
  std::size_t count = 0;
  for (const Node& child : node.children) count += TokenCount(child);
  return count;
}

std::vector<Node*> RuleNodes(Node* node) {
  std::vector<Node*> rules;
  CollectRules(node, &rules);
  return rules;
}

}  // namespace aegis::fuzz

#include <algorithm>
#include <optional>
#include <vector>

#include "fuzz/derive.h"
#include "fuzz/grammar_tables.h"
#include "fuzz/layout.h"
#include "fuzz/mutate.h"
#include "fuzz/read_tree.h"

// Changes of the tree keep the grammar: a subtree makes room for one of the same rule, and children
// are taken out or doubled only where the rule's network accepts what is left. What they do not
// keep is the layout, which is chosen anew.

namespace aegis::fuzz {
namespace {

/// The rule nodes of `tree` of that rule.
std::vector<Node*> NodesOf(std::uint32_t rule, Node* tree) {
  std::vector<Node*> nodes;
  for (Node* node : RuleNodes(tree)) {
    if (node->symbol == rule) nodes.push_back(node);
  }
  return nodes;
}

bool IsIn(const Node* node, const Node& tree) {
  if (node == &tree) return true;
  return std::any_of(tree.children.begin(), tree.children.end(),
                     [&](const Node& child) { return IsIn(node, child); });
}

/// Takes out, or doubles, a run of the node's children where its rule allows it.
void ChangeChildren(Node* node, bool doubled, Random* random) {
  const std::size_t size = node->children.size();
  if (size == 0) return;
  const std::size_t start = random->Below(size);
  for (std::size_t tried = 0; tried < size; ++tried) {
    const std::size_t first = (start + tried) % size;
    for (std::size_t last = first + 1; last <= std::min(size, first + 4); ++last) {
      const auto from = node->children.begin() + static_cast<std::ptrdiff_t>(first);
      const auto to = node->children.begin() + static_cast<std::ptrdiff_t>(last);
      std::vector<Node> changed(node->children.begin(), doubled ? to : from);
      changed.insert(changed.end(), doubled ? from : to, node->children.end());
      if (!ParserTables().Accepts(node->symbol, changed)) continue;
      node->children = std::move(changed);
      return;
    }
  }
}

std::string Laid(const Node& tree, Random* random) {
  return Render(tree, random->OneIn(2) ? Layout() : RandomLayout(random), random).text;
}

}  // namespace

std::string MutateTree(const std::string& program, Random* random) {
  std::optional<Node> tree = ReadTree(program);
  if (!tree) return MutateTokens(program, random);
  Node* node = random->Pick(RuleNodes(&*tree));
  const std::vector<Node*> others = NodesOf(node->symbol, &*tree);
  Node* other = random->Pick(others);
  switch (random->Below(5)) {
    case 0:
      if (!IsIn(node, *other) && !IsIn(other, *node)) {
        std::swap(*node, *other);
      } else {
        *node = Node(*other);
      }
      break;
    case 1:
      ChangeChildren(node, /*doubled=*/false, random);
      break;
    case 2:
      ChangeChildren(node, /*doubled=*/true, random);
      break;
    case 3: {
      const TokenTexts texts(random, /*wild=*/true);
      Deriver deriver(&texts, random);
      *node = deriver.Derive(node->symbol, random->Below(30));
      break;
    }
    default:
      *node = Node(*other);
      break;
  }
  return Laid(*tree, random);
}

std::string CrossOver(const std::string& program, const std::string& other, Random* random) {
  std::optional<Node> tree = ReadTree(program);
  std::optional<Node> donor = ReadTree(other);
  if (!tree || !donor) {
    const std::size_t cut = random->Below(program.size() + 1);
    return program.substr(0, cut) + other.substr(random->Below(other.size() + 1)) +
           (random->OneIn(2) ? program.substr(cut) : "");
  }
  Node* node = random->Pick(RuleNodes(&*tree));
  const std::vector<Node*> givers = NodesOf(node->symbol, &*donor);
  if (!givers.empty()) *node = *random->Pick(givers);
  return Laid(*tree, random);
}

}  // namespace aegis::fuzz

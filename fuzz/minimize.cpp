#include "fuzz/minimize.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "fuzz/derive.h"
#include "fuzz/grammar_tables.h"
#include "fuzz/layout.h"
#include "fuzz/read_tree.h"
#include "syntax/grammar_networks.h"
#include "syntax/scan.h"

// What makes a program fail is mostly a small part of it. While it has a tree, whole subtrees go,
// the largest first: children that their rule can do without, a node that is replaced by one of the
// same rule inside it, a literal by the shortest one. What never had a tree is cut in pieces: runs
// of lines, of tokens, of bytes are left out, each half as long as those before (delta debugging).
// Both are repeated until nothing more can go.

namespace aegis::fuzz {
namespace {

class Minimizer {
 public:
  Minimizer(std::string program, const std::function<bool(const std::string&)>& fails,
            std::size_t max_questions)
      : best_(std::move(program)), fails_(fails), questions_left_(max_questions) {}

  std::string Run() {
    for (bool shrunk = true; shrunk && questions_left_ > 0;) {
      const std::size_t size = best_.size();
      ShrinkParts(Lines);
      ShrinkTree();
      ShrinkParts(Lexemes);
      ShrinkParts(Bytes);
      shrunk = best_.size() < size;
    }
    return std::move(best_);
  }

 private:
  using Parts = std::vector<std::string>;

  /// Takes `candidate` when it is simpler and still fails.
  bool Try(const std::string& candidate) {
    if (candidate.size() >= best_.size() || questions_left_ == 0) return false;
    if (!asked_.insert(candidate).second) return false;
    --questions_left_;
    if (!fails_(candidate)) return false;
    best_ = candidate;
    return true;
  }

  void ShrinkTree() {
    std::optional<Node> tree = ReadTree(best_);
    if (!tree) return;
    Try(PlainText(*tree));
    // Nodes are numbered as RuleNodes lists them; after a change the same number is looked at
    // again.
    for (std::size_t number = 0; questions_left_ > 0;) {
      const std::vector<Node*> nodes = RuleNodes(&*tree);
      if (number >= nodes.size()) return;
      if (!ShrinkNode(&*tree, nodes[number])) ++number;
    }
  }

  bool ShrinkNode(const Node* tree, Node* node) {
    const Node before = *node;
    const auto keep = [&](Node replacement) {
      *node = std::move(replacement);
      if (Try(PlainText(*tree))) return true;
      *node = before;
      return false;
    };
    if (keep(Shortest(node->symbol))) return true;
    std::vector<Node> inner_nodes;
    CollectInner(before, node->symbol, &inner_nodes);
    for (Node& inner : inner_nodes) {
      if (keep(std::move(inner))) return true;
    }
    for (std::size_t length = before.children.size(); length > 0; --length) {
      for (std::size_t first = 0; first + length <= before.children.size(); ++first) {
        Node shorter = before;
        const auto from = shorter.children.begin() + static_cast<std::ptrdiff_t>(first);
        shorter.children.erase(from, from + static_cast<std::ptrdiff_t>(length));
        if (!ParserTables().Accepts(node->symbol, shorter.children)) continue;
        if (keep(std::move(shorter))) return true;
      }
    }
    return false;
  }

  static void CollectInner(const Node& node, std::uint32_t rule, std::vector<Node>* inner) {
    for (const Node& child : node.children) {
      if (!child.is_token && child.symbol == rule) {
        inner->push_back(child);
      } else {
        CollectInner(child, rule, inner);
      }
    }
  }

  /// The derivation of `rule` with the fewest tokens, each as short as can be.
  static Node Shortest(std::uint32_t rule) {
    Random random(0);
    const TokenTexts texts(&random);
    Node node = Deriver(&texts, &random).Derive(rule, 0);
    Simplify(&node);
    return node;
  }

  static void Simplify(Node* node) {
    if (node->is_token && node->symbol == Networks().TokenType("NAME")) node->text = "a";
    if (node->is_token && !BoundaryTexts(node->symbol).empty()) {
      node->text = BoundaryTexts(node->symbol).front();
    }
    for (Node& child : node->children) Simplify(&child);
  }

  void ShrinkParts(Parts (*split)(const std::string&)) {
    Parts parts = split(best_);
    for (std::size_t length = parts.size() / 2 + 1; length > 0; length /= 2) {
      for (std::size_t first = 0; first + length <= parts.size() && questions_left_ > 0;) {
        std::string candidate;
        for (std::size_t i = 0; i < parts.size(); ++i) {
          if (i < first || i >= first + length) candidate += parts[i];
        }
        if (Try(candidate)) {
          const auto from = parts.begin() + static_cast<std::ptrdiff_t>(first);
          parts.erase(from, from + static_cast<std::ptrdiff_t>(length));
        } else {
          first += length;
        }
      }
    }
  }

  static Parts Lines(const std::string& text) {
    Parts lines;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t next = std::min(text.find('\n', begin), text.size() - 1) + 1;
      lines.push_back(text.substr(begin, next - begin));
      begin = next;
    }
    return lines;
  }

  static Parts Lexemes(const std::string& text) {
    const Source source(text);
    if (source.invalid_offset()) return {};
    Parts parts;
    std::uint32_t read_end = 0;
    for (const ScannedToken& token : Scan(source)) {
      parts.push_back(source.Text({read_end, token.range.begin}));
      parts.push_back(source.Text(token.range));
      read_end = token.range.end;
    }
    parts.push_back(source.Text({read_end, source.size()}));
    return parts;
  }

  static Parts Bytes(const std::string& text) {
    Parts bytes;
    for (const char byte : text) bytes.emplace_back(1, byte);
    return bytes;
  }

  std::string best_;
  const std::function<bool(const std::string&)>& fails_;
  std::size_t questions_left_;
  std::set<std::string> asked_;
};

}  // namespace

std::string Minimize(const std::string& program,
                     const std::function<bool(const std::string& program)>& fails,
                     std::size_t max_questions) {
  return Minimizer(program, fails, max_questions).Run();
}

}  // namespace aegis::fuzz

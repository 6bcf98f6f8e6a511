#include "fuzz/read_tree.h"

#include <string>
#include <vector>

#include "fuzz/grammar_tables.h"
#include "syntax/parse.h"

// The grammar is LL(1): the next token decides which edge to take. This reader runs on the network
// alone, so it is a second parser beside the generated one, and tests compare the two.

namespace aegis::fuzz {
namespace {

class TreeReader {
 public:
  explicit TreeReader(std::vector<Node> tokens) : tokens_(std::move(tokens)) {}

  std::optional<Node> Read() {
    Node tree = ReadRule(0);
    if (failed_ || at_ != tokens_.size()) return std::nullopt;
    return tree;
  }

 private:
  const NetworkEdge* PickEdge(std::uint32_t state) const {
    const GrammarTables& tables = ParserTables();
    const std::vector<NetworkEdge>& edges = tables.network().states[state];
    if (edges.size() == 1) return &edges.front();
    const NetworkEdge* empty = nullptr;
    for (const NetworkEdge& edge : edges) {
      if (at_ < tokens_.size() && tables.CanBegin(edge, tokens_[at_].symbol)) return &edge;
      if (tables.CanBeEmpty(edge)) empty = &edge;
    }
    return empty;
  }

  Node ReadRule(std::uint32_t rule) {
    const Network& network = ParserTables().network();
    Node node{false, rule, "", {}};
    std::uint32_t state = network.rules[rule].start;
    while (!failed_ && state != network.rules[rule].stop) {
      const NetworkEdge* edge = PickEdge(state);
      if (edge == nullptr) {
        failed_ = true;
      } else if (edge->rule) {
        node.children.push_back(ReadRule(*edge->rule));
      } else if (!edge->symbols.empty()) {
        if (at_ == tokens_.size() || !edge->Matches(tokens_[at_].symbol)) {
          failed_ = true;
        } else {
          node.children.push_back(std::move(tokens_[at_++]));
        }
      }
      if (edge != nullptr) state = edge->target;
    }
    return node;
  }

  std::vector<Node> tokens_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace

std::optional<Node> ReadTree(std::string_view program) {
  const Limits limits;
  if (program.size() > static_cast<std::size_t>(limits[Limit::kSourceBytes])) return std::nullopt;
  const Source source(program);
  // What the parser alone refuses, too deep nesting, would be too deep for this one, too.
  Budget budget(limits, SteadyClock());
  if (!Parse(source, &budget).diagnostics.empty()) return std::nullopt;
  Budget fresh(limits, SteadyClock());
  const TokenizeResult read = Tokenize(source, &fresh);
  std::vector<Node> tokens;
  for (const TokenInfo& token : read.tokens) {
    tokens.push_back({true, Networks().TokenType(token.kind), source.Text(token.range), {}});
  }
  return TreeReader(std::move(tokens)).Read();
}

}  // namespace aegis::fuzz

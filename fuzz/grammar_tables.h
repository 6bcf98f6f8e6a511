#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "fuzz/node.h"
#include "syntax/grammar_networks.h"

namespace aegis::fuzz {

/// What can be computed of a network once and for all.
class GrammarTables {
 public:
  /// The cost of what has no end.
  static constexpr std::uint32_t kEndless = std::numeric_limits<std::uint32_t>::max() / 4;

  explicit GrammarTables(const Network& network);

  const Network& network() const { return network_; }

  /// The fewest symbols that lead from `state` to the stop of its rule.
  std::uint32_t Cost(std::uint32_t state) const { return costs_[state]; }
  /// The same for the way that begins with `edge`.
  std::uint32_t Cost(const NetworkEdge& edge) const;
  /// Whether some way that begins with `edge` has `symbol` as its first.
  bool CanBegin(const NetworkEdge& edge, std::uint32_t symbol) const;
  /// Whether the way that begins with `edge` can end its rule without any symbol.
  bool CanBeEmpty(const NetworkEdge& edge) const { return Cost(edge) == 0; }
  /// Whether `node`, a rule, can have just these children.
  bool Accepts(std::uint32_t rule, const std::vector<Node>& children) const;

 private:
  std::uint32_t EdgeCost(const NetworkEdge& edge) const;
  void AddFirst(std::uint32_t state, std::vector<char>* seen,
                std::vector<std::pair<std::uint32_t, std::uint32_t>>* symbols) const;
  void Close(std::vector<char>* states) const;

  const Network& network_;
  std::vector<std::uint32_t> costs_;                                         // by state
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> first_;  // by state
};

/// The tables of the parser and of the lexer, shared by all threads.
const GrammarTables& ParserTables();
const GrammarTables& LexerTables();

}  // namespace aegis::fuzz

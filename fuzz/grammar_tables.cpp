#include "fuzz/grammar_tables.h"

#include <algorithm>

namespace aegis::fuzz {

GrammarTables::GrammarTables(const Network& network)
    : network_(network), costs_(network.states.size(), kEndless), first_(network.states.size()) {
  for (const NetworkRule& rule : network.rules) costs_[rule.stop] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t state = 0; state < costs_.size(); ++state) {
      for (const NetworkEdge& edge : network.states[state]) {
        const std::uint32_t cost = EdgeCost(edge);
        if (cost >= costs_[state]) continue;
        costs_[state] = cost;
        changed = true;
      }
    }
  }
  for (std::uint32_t state = 0; state < costs_.size(); ++state) {
    std::vector<char> seen(costs_.size(), 0);
    AddFirst(state, &seen, &first_[state]);
  }
}

std::uint32_t GrammarTables::EdgeCost(const NetworkEdge& edge) const {
  std::uint32_t own = edge.symbols.empty() ? 0 : 1;
  if (edge.rule) own = costs_[network_.rules[*edge.rule].start];
  return std::min(kEndless, own + costs_[edge.target]);
}

std::uint32_t GrammarTables::Cost(const NetworkEdge& edge) const { return EdgeCost(edge); }

/// Adds the symbols that can come first behind `state`, in its rule and those that it goes through.
void GrammarTables::AddFirst(std::uint32_t state, std::vector<char>* seen,
                             std::vector<std::pair<std::uint32_t, std::uint32_t>>* symbols) const {
  if ((*seen)[state] != 0) return;
  (*seen)[state] = 1;
  for (const NetworkEdge& edge : network_.states[state]) {
    symbols->insert(symbols->end(), edge.symbols.begin(), edge.symbols.end());
    if (!edge.symbols.empty()) continue;
    bool passes = true;
    if (edge.rule) {
      const std::uint32_t start = network_.rules[*edge.rule].start;
      AddFirst(start, seen, symbols);
      passes = costs_[start] == 0;
    }
    if (passes) AddFirst(edge.target, seen, symbols);
  }
}

bool GrammarTables::CanBegin(const NetworkEdge& edge, std::uint32_t symbol) const {
  const auto among = [&](const auto& symbols) {
    return std::any_of(symbols.begin(), symbols.end(), [&](const auto& range) {
      return range.first <= symbol && symbol <= range.second;
    });
  };
  if (!edge.symbols.empty()) return among(edge.symbols);
  if (edge.rule) {
    const std::uint32_t start = network_.rules[*edge.rule].start;
    if (among(first_[start])) return true;
    if (costs_[start] != 0) return false;
  }
  return among(first_[edge.target]);
}

/// Adds the states that edges without a symbol lead to.
void GrammarTables::Close(std::vector<char>* states) const {
  std::vector<std::uint32_t> open;
  for (std::uint32_t state = 0; state < states->size(); ++state) {
    if ((*states)[state] != 0) open.push_back(state);
  }
  while (!open.empty()) {
    const std::uint32_t state = open.back();
    open.pop_back();
    for (const NetworkEdge& edge : network_.states[state]) {
      if (edge.rule || !edge.symbols.empty() || (*states)[edge.target] != 0) continue;
      (*states)[edge.target] = 1;
      open.push_back(edge.target);
    }
  }
}

bool GrammarTables::Accepts(std::uint32_t rule, const std::vector<Node>& children) const {
  std::vector<char> states(network_.states.size(), 0);
  states[network_.rules[rule].start] = 1;
  Close(&states);
  for (const Node& child : children) {
    std::vector<char> next(states.size(), 0);
    for (std::size_t state = 0; state < states.size(); ++state) {
      if (states[state] == 0) continue;
      for (const NetworkEdge& edge : network_.states[state]) {
        const bool matches =
            child.is_token ? edge.Matches(child.symbol) : edge.rule == child.symbol;
        if (matches) next[edge.target] = 1;
      }
    }
    Close(&next);
    states = std::move(next);
  }
  return states[network_.rules[rule].stop] != 0;
}

const GrammarTables& ParserTables() {
  static const GrammarTables tables(Networks().parser);
  return tables;
}

const GrammarTables& LexerTables() {
  static const GrammarTables tables(Networks().lexer);
  return tables;
}

}  // namespace aegis::fuzz

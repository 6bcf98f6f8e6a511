#include "fuzz/derive.h"

#include <algorithm>

#include "fuzz/grammar_tables.h"

// A derivation is a walk through the parser's network. It has a budget of tokens: an edge can be
// taken when the rest of the rule still fits behind it, and where none fits, the one with the
// shortest rest is. So every walk ends, whatever the grammar says.
//
// A budget is there to be used: while much of it is left, going on is preferred to ending. And
// every alternative has to have its turn, however deep it hides: where chance alone would neglect
// one, its weight grows until it does not. The weights are found once, by deriving some hundred
// programs, and stay fixed from then on, so that a seed gives the same program whatever was made
// before it.

namespace aegis::fuzz {
namespace {

constexpr std::size_t kCalibrationRounds = 24;
constexpr std::size_t kCalibrationPrograms = 24;
constexpr std::size_t kCalibrationBudget = 200;
/// An alternative among n is neglected when it has less than 1 / (kNeglect n) of the turns.
constexpr double kNeglect = 3;
/// So many tokens make an expression of some size.
constexpr std::size_t kLittle = 24;

/// The edge of `state` with the shortest rest, the first of several.
std::size_t Cheapest(std::uint32_t state) {
  const GrammarTables& tables = ParserTables();
  const std::vector<NetworkEdge>& edges = tables.network().states[state];
  std::size_t cheapest = 0;
  for (std::size_t i = 1; i < edges.size(); ++i) {
    if (tables.Cost(edges[i]) < tables.Cost(edges[cheapest])) cheapest = i;
  }
  return cheapest;
}

EdgeWeights Balance() {
  EdgeWeights weights;
  for (const auto& edges : ParserTables().network().states) {
    weights.emplace_back(edges.size(), 1.0);
  }
  Random random(0);
  const TokenTexts texts(&random);
  for (std::size_t round = 0; round < kCalibrationRounds; ++round) {
    EdgeCounts counts = NoCounts();
    Deriver deriver(&texts, &random, &counts, weights);
    for (std::size_t i = 0; i < kCalibrationPrograms; ++i) deriver.Derive(0, kCalibrationBudget);
    for (std::size_t state = 0; state < counts.size(); ++state) {
      std::uint64_t turns = 0;
      for (const std::uint64_t count : counts[state]) turns += count;
      const double least =
          static_cast<double>(turns) / (kNeglect * static_cast<double>(counts[state].size()));
      for (std::size_t edge = 0; edge < counts[state].size(); ++edge) {
        // The cheapest way has its turn when the budget is used up, such as the end of a list.
        if (edge == Cheapest(static_cast<std::uint32_t>(state))) continue;
        if (static_cast<double>(counts[state][edge]) < least) weights[state][edge] *= 1.5;
      }
    }
  }
  return weights;
}

}  // namespace

const EdgeWeights& BalancedWeights() {
  static const EdgeWeights weights = Balance();
  return weights;
}

EdgeCounts NoCounts() {
  EdgeCounts counts;
  for (const auto& edges : ParserTables().network().states) counts.emplace_back(edges.size(), 0);
  return counts;
}

GrammarCoverage Summarize(const EdgeCounts& counts) {
  GrammarCoverage coverage;
  for (const auto& edges : counts) {
    if (edges.size() < 2) continue;
    for (const std::uint64_t count : edges) {
      coverage.fewest = coverage.alternatives == 0 ? count : std::min(coverage.fewest, count);
      coverage.most = std::max(coverage.most, count);
      ++coverage.alternatives;
      if (count > 0) ++coverage.derived;
    }
  }
  return coverage;
}

std::size_t Deriver::PickEdge(std::uint32_t state, std::size_t budget) {
  const GrammarTables& tables = ParserTables();
  const std::vector<NetworkEdge>& edges = tables.network().states[state];
  if (edges.size() == 1) return 0;
  const std::size_t cheapest = Cheapest(state);
  std::vector<double> weights(edges.size(), 0);
  double total = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::uint32_t cost = tables.Cost(edges[i]);
    if (cost > budget && i != cheapest) continue;
    weights[i] = weights_[state][i];
    if (cost > tables.Cost(edges[cheapest])) {
      weights[i] *= 1 + static_cast<double>(std::min<std::size_t>(15, (budget - cost) / 8));
    }
    total += weights[i];
  }
  double point = static_cast<double>(random_->Below(1U << 30)) / (1U << 30) * total;
  std::size_t picked = cheapest;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (weights[i] == 0) continue;
    picked = i;
    point -= weights[i];
    if (point < 0) break;
  }
  if (counts_ != nullptr) ++(*counts_)[state][picked];
  return picked;
}

/// How much of what can be spared the next part gets. A statement of a long program gets a little,
/// so that there are many of them; what is little is mostly handed on whole, or nothing would be
/// left of it behind the levels of expressions.
std::size_t Deriver::Share(std::size_t spare) {
  if (spare <= kLittle) return random_->OneIn(3) ? random_->Below(spare + 1) : spare;
  return random_->OneIn(6) ? random_->Below(spare + 1) : random_->Below(kLittle + 1);
}

Node Deriver::MakeToken(std::uint32_t type) {
  return {true, type, texts_->Text(type, random_), {}};
}

Node Deriver::Derive(std::uint32_t rule, std::size_t budget) {
  const GrammarTables& tables = ParserTables();
  const NetworkRule& info = tables.network().rules[rule];
  Node node{false, rule, "", {}};
  std::uint32_t state = info.start;
  while (state != info.stop) {
    const NetworkEdge& edge = tables.network().states[state][PickEdge(state, budget)];
    if (edge.rule) {
      const std::size_t least = tables.Cost(tables.network().rules[*edge.rule].start);
      const std::size_t needed = least + tables.Cost(edge.target);
      const std::size_t spare = budget > needed ? budget - needed : 0;
      node.children.push_back(Derive(*edge.rule, least + Share(spare)));
      const std::size_t used = TokenCount(node.children.back());
      budget -= std::min(budget, used);
    } else if (!edge.symbols.empty()) {
      const auto [first, last] = random_->Pick(edge.symbols);
      node.children.push_back(MakeToken(static_cast<std::uint32_t>(random_->Between(first, last))));
      if (budget > 0) --budget;
    }
    state = edge.target;
  }
  return node;
}

}  // namespace aegis::fuzz

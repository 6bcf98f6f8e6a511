#pragma once

#include <cstdint>
#include <vector>

#include "fuzz/node.h"
#include "fuzz/random.h"
#include "fuzz/token_texts.h"

namespace aegis::fuzz {

/// How often each edge of the parser's network was taken where there was a choice, by state and
/// edge.
using EdgeCounts = std::vector<std::vector<std::uint64_t>>;

/// How likely each of them is to be taken, in proportion.
using EdgeWeights = std::vector<std::vector<double>>;

/// Weights with which no alternative of the grammar is neglected.
const EdgeWeights& BalancedWeights();

/// What `counts` say of the grammar.
struct GrammarCoverage {
  std::size_t alternatives = 0;  ///< edges that leave a state with a choice
  std::size_t derived = 0;       ///< of these, taken at least once
  std::uint64_t fewest = 0;      ///< times that the one taken least was
  std::uint64_t most = 0;
};
GrammarCoverage Summarize(const EdgeCounts& counts);

/// Derives random trees from the grammar.
class Deriver {
 public:
  /// `counts`, if not null, is added to. Everything outlives the deriver.
  Deriver(const TokenTexts* texts, Random* random, EdgeCounts* counts = nullptr,
          const EdgeWeights& weights = BalancedWeights())
      : texts_(texts), random_(random), counts_(counts), weights_(weights) {}

  /// A derivation of `rule` with up to `budget` tokens, or as few as it takes.
  Node Derive(std::uint32_t rule, std::size_t budget);
  /// A token of that type.
  Node MakeToken(std::uint32_t type);

 private:
  std::size_t PickEdge(std::uint32_t state, std::size_t budget);
  std::size_t Share(std::size_t spare);

  const TokenTexts* texts_;
  Random* random_;
  EdgeCounts* counts_;
  const EdgeWeights& weights_;
};

/// Counts for every edge of the parser's network, all 0.
EdgeCounts NoCounts();

}  // namespace aegis::fuzz

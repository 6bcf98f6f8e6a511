#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace aegis {

/// An edge of a network. It matches nothing, or goes through a rule, or matches one symbol.
struct NetworkEdge {
  std::uint32_t target = 0;           ///< the state behind it, and behind `rule`
  std::optional<std::uint32_t> rule;  ///< the rule that it goes through
  /// The symbols that it matches, as ranges with both ends included, in order; without any, and
  /// without a rule, the edge matches nothing.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> symbols;

  bool Matches(std::uint32_t symbol) const;
};

struct NetworkRule {
  std::string name;
  std::uint32_t start = 0;  ///< a state
  std::uint32_t stop = 0;   ///< the state that every path through the rule ends in; has no edges
  std::uint32_t token = 0;  ///< of a lexer's rule: the type of the token that it makes
  bool skipped = false;     ///< of a lexer's rule: what it matches makes no token
};

/// The rules of a lexer or parser as one graph: an augmented transition network. A rule derives
/// what the paths from its start to its stop match.
struct Network {
  std::vector<NetworkRule> rules;
  std::vector<std::vector<NetworkEdge>> states;  ///< the edges that leave each state
};

/// The grammar as ANTLR understood it, read from the tables that the generated code runs by. So a
/// rule that is added to grammar/Aegis.g4 is here with the next build.
struct GrammarNetworks {
  static constexpr std::uint32_t kEndOfFile = 0;  ///< as a token type

  Network lexer;                    ///< its symbols are code points
  Network parser;                   ///< its symbols are token types; rule 0 is the whole program
  std::vector<std::string> tokens;  ///< the names of the token types in the grammar

  /// The type of the token of that name. Throws std::out_of_range when there is none.
  std::uint32_t TokenType(const std::string& name) const;
};

/// Read once, then shared by all threads.
const GrammarNetworks& Networks();

}  // namespace aegis

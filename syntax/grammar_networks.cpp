#include "syntax/grammar_networks.h"

#include <AegisLexer.h>
#include <AegisParser.h>

#include <algorithm>
#include <stdexcept>

#include "syntax/source_lexer.h"

namespace aegis {
namespace {

using antlr4::atn::ATN;
using antlr4::atn::ATNState;
using antlr4::atn::Transition;
using Symbols = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

constexpr std::uint32_t kLastCodePoint = 0x10FFFF;

std::uint32_t Number(const ATNState* state) {
  return static_cast<std::uint32_t>(state->stateNumber);
}

/// The symbols of a label; the end of the file is -1 there.
Symbols SymbolsOf(const antlr4::misc::IntervalSet& label) {
  Symbols symbols;
  for (const auto& interval : label.getIntervals()) {
    symbols.emplace_back(static_cast<std::uint32_t>(std::max<ssize_t>(interval.a, 0)),
                         static_cast<std::uint32_t>(std::max<ssize_t>(interval.b, 0)));
  }
  return symbols;
}

/// Every code point that is not among `symbols`, which are in order.
Symbols Complement(const Symbols& symbols) {
  Symbols others;
  std::uint32_t next = 0;
  for (const auto& [first, last] : symbols) {
    if (first > next) others.emplace_back(next, first - 1);
    next = last + 1;
  }
  if (next <= kLastCodePoint) others.emplace_back(next, kLastCodePoint);
  return others;
}

NetworkEdge ReadEdge(const Transition& transition) {
  NetworkEdge edge;
  edge.target = Number(transition.target);
  switch (transition.getSerializationType()) {
    case Transition::RULE: {
      const auto& rule = static_cast<const antlr4::atn::RuleTransition&>(transition);
      edge.rule = static_cast<std::uint32_t>(rule.ruleIndex);
      edge.target = Number(rule.followState);
      break;
    }
    case Transition::NOT_SET:
      edge.symbols = Complement(SymbolsOf(transition.label()));
      break;
    case Transition::WILDCARD:
      edge.symbols = Complement({});
      break;
    case Transition::ATOM:
    case Transition::RANGE:
    case Transition::SET:
      edge.symbols = SymbolsOf(transition.label());
      break;
    case Transition::EPSILON:
    case Transition::ACTION:
      break;
    default:
      throw std::logic_error("the grammar has predicates, which a network cannot say");
  }
  return edge;
}

Network ReadNetwork(const ATN& atn, const std::vector<std::string>& rule_names) {
  Network network;
  for (std::size_t i = 0; i < rule_names.size(); ++i) {
    NetworkRule rule;
    rule.name = rule_names[i];
    rule.start = Number(atn.ruleToStartState[i]);
    rule.stop = Number(atn.ruleToStopState[i]);
    if (!atn.ruleToTokenType.empty()) {
      rule.token = static_cast<std::uint32_t>(atn.ruleToTokenType[i]);
    }
    network.rules.push_back(std::move(rule));
  }
  network.states.resize(atn.states.size());
  for (ATNState* state : atn.states) {
    if (state == nullptr || state->getStateType() == ATNState::RULE_STOP) continue;
    for (const Transition* transition : state->transitions) {
      network.states[Number(state)].push_back(ReadEdge(*transition));
      if (transition->getSerializationType() != Transition::ACTION) continue;
      const auto& action = static_cast<const antlr4::atn::ActionTransition&>(*transition);
      if (atn.lexerActions[action.actionIndex]->getActionType() ==
          antlr4::atn::LexerActionType::SKIP) {
        network.rules[action.ruleIndex].skipped = true;
      }
    }
  }
  return network;
}

GrammarNetworks ReadGrammar() {
  SourceLexer lexer{Source("")};
  antlr4::CommonTokenStream no_tokens(lexer.get());
  const generated::AegisParser parser(&no_tokens);
  GrammarNetworks grammar;
  grammar.lexer = ReadNetwork(lexer.get()->getATN(), lexer.get()->getRuleNames());
  grammar.parser = ReadNetwork(parser.getATN(), parser.getRuleNames());
  grammar.tokens.emplace_back("EOF");
  const auto& vocabulary = parser.getVocabulary();
  for (std::size_t type = 1; type <= vocabulary.getMaxTokenType(); ++type) {
    grammar.tokens.emplace_back(vocabulary.getSymbolicName(type));
  }
  return grammar;
}

}  // namespace

bool NetworkEdge::Matches(std::uint32_t symbol) const {
  return std::any_of(symbols.begin(), symbols.end(), [&](const auto& range) {
    return range.first <= symbol && symbol <= range.second;
  });
}

std::uint32_t GrammarNetworks::TokenType(const std::string& name) const {
  const auto found = std::find(tokens.begin(), tokens.end(), name);
  if (found == tokens.end()) throw std::out_of_range("the grammar has no token " + name);
  return static_cast<std::uint32_t>(found - tokens.begin());
}

const GrammarNetworks& Networks() {
  static const GrammarNetworks networks = ReadGrammar();
  return networks;
}

}  // namespace aegis

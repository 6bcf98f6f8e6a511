#include "syntax/source_lexer.h"

#include <vector>

namespace aegis {
namespace {

/// The lexer's automaton, which the runtime builds lazily from the grammar and would share between
/// all lexers of the process, reading its start state without a lock. Each thread has one of its
/// own: it is a cache and nothing else, and grows no further than the grammar.
struct LexerAutomaton {
  explicit LexerAutomaton(const antlr4::atn::ATN& atn) {
    for (std::size_t i = 0; i < atn.getNumberOfDecisions(); ++i) {
      decisions.emplace_back(atn.getDecisionState(i), i);
    }
  }

  std::vector<antlr4::dfa::DFA> decisions;
  antlr4::atn::PredictionContextCache contexts;
};

/// The runtime's simulator without the call counter, an unguarded global.
class ThreadLexerSimulator final : public antlr4::atn::LexerATNSimulator {
 public:
  ThreadLexerSimulator(antlr4::Lexer* lexer, LexerAutomaton* automaton)
      : LexerATNSimulator(lexer, lexer->getATN(), automaton->decisions, automaton->contexts) {}

  std::size_t match(antlr4::CharStream* input, std::size_t mode) override {
    reset();  // its line and column, too: positions come from the source
    _mode = mode;
    _startIndex = input->index();
    antlr4::dfa::DFAState* start = _decisionToDFA[mode].s0;
    return start == nullptr ? matchATN(input) : execATN(input, start);
  }
};

}  // namespace

SourceLexer::SourceLexer(const Source& source) : characters_(source), lexer_(&characters_) {
  lexer_.removeErrorListeners();
  thread_local LexerAutomaton automaton(lexer_.getATN());
  // The lexer owns its simulator.
  lexer_.setInterpreter(new ThreadLexerSimulator(&lexer_, &automaton));
}

}  // namespace aegis

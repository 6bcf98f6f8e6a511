#include "syntax/parse.h"

#include <AegisLexer.h>
#include <AegisParser.h>

#include <memory>
#include <utility>
#include <vector>

#include "grammar/indentation_filter.h"
#include "syntax/ast_builder.h"
#include "syntax/error_strategy.h"
#include "syntax/token_range.h"
#include "syntax/token_reader.h"

namespace aegis {
namespace {

using generated::AegisLexer;
using generated::AegisParser;

/// The lexer's input: the decoded source itself, not text to be decoded again.
class CodePointStream final : public antlr4::ANTLRInputStream {
 public:
  explicit CodePointStream(const Source& source) { _data = source.code_points(); }
};

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

/// Everything between the source and the parser.
struct TokenStage {
  TokenStage(const Source& source, Budget* budget, std::vector<Diagnostic>* diagnostics)
      : characters(source),
        lexer(&characters),
        reader(source, budget, diagnostics),
        filter(&lexer, source.code_points(), Amount(budget, Limit::kLineChars),
               Amount(budget, Limit::kNesting), &reader) {
    lexer.removeErrorListeners();
    thread_local LexerAutomaton automaton(lexer.getATN());
    // The lexer owns its simulator.
    lexer.setInterpreter(new ThreadLexerSimulator(&lexer, &automaton));
  }

  static std::size_t Amount(const Budget* budget, Limit limit) {
    return static_cast<std::size_t>(budget->limits()[limit]);
  }

  CodePointStream characters;
  AegisLexer lexer;
  TokenReader reader;
  IndentationFilter filter;
};

}  // namespace

ParseResult Parse(const Source& source, Budget* budget) {
  ParseResult result;
  TokenStage stage(source, budget, &result.diagnostics);
  antlr4::CommonTokenStream tokens(&stage.filter);
  AegisParser parser(&tokens);
  parser.removeErrorListeners();
  const auto strategy =
      std::make_shared<LineErrorStrategy>(source, &stage.filter, &result.diagnostics);
  parser.setErrorHandler(strategy);
  NestingListener nesting(&parser, strategy.get(), budget->limits()[Limit::kNesting]);
  parser.addParseListener(&nesting);

  AegisParser::ProgramContext* tree = parser.program();
  if (result.diagnostics.empty()) {
    result.ast = BuildAst(tree, source, std::move(stage.reader.literals()));
  }
  return result;
}

TokenizeResult Tokenize(const Source& source, Budget* budget) {
  TokenizeResult result;
  TokenStage stage(source, budget, &result.diagnostics);
  // The parser has names for structural tokens, too.
  antlr4::CommonTokenStream no_tokens(&stage.filter);
  const AegisParser parser(&no_tokens);
  const auto& vocabulary = parser.getVocabulary();
  std::size_t type;
  do {
    const std::unique_ptr<antlr4::Token> token = stage.filter.nextToken();
    type = token->getType();
    result.tokens.push_back({std::string(vocabulary.getSymbolicName(type)), RangeOf(*token)});
  } while (type != antlr4::Token::EOF);
  return result;
}

const std::vector<std::string>& Keywords() {
  static const std::vector<std::string> keywords = {"if",   "else",  "and",   "or",   "not",
                                                    "true", "false", "input", "print"};
  return keywords;
}

}  // namespace aegis

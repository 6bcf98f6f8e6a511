#include "syntax/parse.h"

#include <AegisLexer.h>
#include <AegisParser.h>

#include <limits>
#include <utility>

#include "grammar/indentation_filter.h"
#include "syntax/ast_builder.h"
#include "syntax/error_strategy.h"
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

/// Everything between the source and the parser.
struct TokenStage {
  TokenStage(const Source& source, Budget* budget, std::vector<Diagnostic>* diagnostics)
      : characters(source),
        lexer(&characters),
        reader(source, budget, diagnostics),
        filter(&lexer, source.code_points(), Amount(budget, Limit::kLineChars),
               Amount(budget, Limit::kNesting), &reader) {
    lexer.removeErrorListeners();
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
  const auto& vocabulary = stage.lexer.getVocabulary();
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

#include "syntax/parse.h"

#include <AegisParser.h>

#include <memory>
#include <utility>
#include <vector>

#include "grammar/indentation_filter.h"
#include "syntax/ast_builder.h"
#include "syntax/error_strategy.h"
#include "syntax/source_lexer.h"
#include "syntax/token_range.h"
#include "syntax/token_reader.h"

namespace aegis {
namespace {

using generated::AegisParser;

/// Everything between the source and the parser.
struct TokenStage {
  TokenStage(const Source& source, Budget* budget, std::vector<Diagnostic>* diagnostics)
      : lexer(source),
        reader(source, budget, diagnostics),
        filter(lexer.get(), source.code_points(), Amount(budget, Limit::kLineChars),
               Amount(budget, Limit::kNesting), &reader) {}

  static std::size_t Amount(const Budget* budget, Limit limit) {
    return static_cast<std::size_t>(budget->limits()[limit]);
  }

  SourceLexer lexer;
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
  result.ast = result.diagnostics.empty()
                   ? BuildAst(tree, source, std::move(stage.reader.literals()))
                   : BuildPartialAst(tree, source, budget->limits());
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

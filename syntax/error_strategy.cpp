#include "syntax/error_strategy.h"

#include <AegisParser.h>

#include <utility>

#include "syntax/syntax_errors.h"
#include "syntax/token_range.h"

namespace aegis {

using generated::AegisParser;

namespace {

std::size_t Current(antlr4::Parser* parser) { return parser->getCurrentToken()->getType(); }

/// Whether the filter alone answers for tokens of this type.
bool IsStructure(std::size_t type) {
  return type == AegisParser::INDENT || type == AegisParser::DEDENT || type == antlr4::Token::EOF;
}

/// Whether the parser stands in the header of an `if` or `else`, or at the start of its block.
bool InHeader(antlr4::Parser* parser) {
  antlr4::tree::ParseTree* node = parser->getContext();
  while (node != nullptr) {
    const auto* context = static_cast<antlr4::ParserRuleContext*>(node);
    const std::size_t rule = context->getRuleIndex();
    if (rule == AegisParser::RuleBlock) return true;
    if (rule == AegisParser::RuleProgram) return false;
    if (rule == AegisParser::RuleStatement) {
      return context->start->getType() == AegisParser::IF;
    }
    node = node->parent;
  }
  return false;
}

}  // namespace

bool LineErrorStrategy::IsFollowUp(antlr4::Parser* parser) const {
  return filter_->line_is_broken() || IsStructure(Current(parser));
}

void LineErrorStrategy::reportError(antlr4::Parser* parser,
                                    const antlr4::RecognitionException& problem) {
  // A mismatch is thrown for a missing INDENT alone, of which the filter has spoken.
  const bool missing_block =
      dynamic_cast<const antlr4::InputMismatchException*>(&problem) != nullptr;
  if (!missing_block && !IsFollowUp(parser)) {
    Report(parser, ExplainNoAlternative(parser, source_), InHeader(parser));
  }
}

antlr4::Token* LineErrorStrategy::recoverInline(antlr4::Parser* parser) {
  const antlr4::atn::ATN& atn = parser->getATN();
  // Asked with a context, the runtime does not keep the answer where all threads would share it.
  const std::size_t expected = static_cast<std::size_t>(
      atn.nextTokens(atn.states[parser->getState()], nullptr).getMinElement());
  // The header's block is missing: there is nothing to read here.
  if (expected == AegisParser::INDENT) throw antlr4::InputMismatchException(parser);
  if (!IsFollowUp(parser)) {
    Report(parser, ExplainMismatch(parser, source_, expected), InHeader(parser));
  }
  if (Current(parser) == expected) return parser->consume();
  // The missing token is taken for granted; any token will do in its place.
  return parser->getCurrentToken();
}

void LineErrorStrategy::sync(antlr4::Parser* parser) {
  const std::size_t rule = parser->getContext()->getRuleIndex();
  if (rule != AegisParser::RuleProgram && rule != AegisParser::RuleBlock) return;
  while (true) {
    const std::size_t type = Current(parser);
    const bool starts_statement =
        type == AegisParser::NAME || type == AegisParser::PRINT || type == AegisParser::IF;
    const bool ends_list = type == antlr4::Token::EOF ||
                           (type == AegisParser::DEDENT && rule == AegisParser::RuleBlock);
    if (starts_statement || ends_list) return;
    if (IsFollowUp(parser)) {
      parser->getInputStream()->consume();
    } else {
      Report(parser, ExplainNoStatement(parser, source_), false);
    }
  }
}

void LineErrorStrategy::ReportNesting(antlr4::Parser* parser, const Diagnostic& diagnostic) {
  if (IsFollowUp(parser)) return;
  diagnostics_->push_back(diagnostic);
  filter_->BreakLine(InHeader(parser));
}

/// Adds `diagnostic`, breaks the line and drops the offending token, unless it is the end of the
/// line or the `:` that the header waits for.
void LineErrorStrategy::Report(antlr4::Parser* parser, Diagnostic diagnostic, bool in_header) {
  diagnostics_->push_back(std::move(diagnostic));
  filter_->BreakLine(in_header);
  const std::size_t type = Current(parser);
  const bool awaited_colon = type == AegisParser::COLON && in_header &&
                             parser->getContext()->getRuleIndex() != AegisParser::RuleBlock;
  if (type != AegisParser::NEWLINE && !awaited_colon) parser->getInputStream()->consume();
}

// ---- Nesting -----------------------------------------------------------------------------------

namespace {

/// Whether the construct of `context` counts: a parenthesised expression, a unary operator, or the
/// right operand of `^`. Its first token tells.
bool Nests(const antlr4::ParserRuleContext* context) {
  const std::size_t first = context->start->getType();
  switch (context->getRuleIndex()) {
    case AegisParser::RulePrimary:
      return first == AegisParser::LEFT_PAREN;
    case AegisParser::RuleUnary:
      return first == AegisParser::NOT || first == AegisParser::MINUS;
    case AegisParser::RuleExponent:
      return true;
    default:
      return false;
  }
}

}  // namespace

void NestingListener::enterEveryRule(antlr4::ParserRuleContext* context) {
  if (!Nests(context) || ++depth_ != max_depth_ + 1) return;
  const Range range = RangeOf(*context->start);
  Diagnostic diagnostic{Code::kExpressionTooDeep, range, {std::to_string(max_depth_)}, "", {}};
  diagnostic.hint = "give a part of it a name on a line before";
  strategy_->ReportNesting(parser_, diagnostic);
}

void NestingListener::exitEveryRule(antlr4::ParserRuleContext* context) {
  if (Nests(context)) --depth_;
}

}  // namespace aegis

#pragma once

#include <antlr4-runtime.h>

#include <optional>
#include <vector>

#include "grammar/indentation_filter.h"
#include "syntax/diagnostic.h"
#include "syntax/source.h"

namespace aegis {

/// What the parser does at a token that cannot stand where it stands: one diagnostic, then on to
/// the end of the line with the indentation filter's help. Nothing is guessed, inserted or deleted
/// within a line, and no exception leaves a rule, so recovery is bounded by the number of tokens.
class LineErrorStrategy final : public antlr4::ANTLRErrorStrategy {
 public:
  LineErrorStrategy(const Source& source, IndentationFilter* filter,
                    std::vector<Diagnostic>* diagnostics)
      : source_(source), filter_(filter), diagnostics_(diagnostics) {}

  void reset(antlr4::Parser*) override {}
  bool inErrorRecoveryMode(antlr4::Parser*) override { return false; }
  void reportMatch(antlr4::Parser*) override {}
  void recover(antlr4::Parser*, std::exception_ptr) override {}

  /// No alternative of a rule begins with the current token.
  void reportError(antlr4::Parser* parser, const antlr4::RecognitionException& problem) override;
  /// The current token is not the one that has to be here.
  antlr4::Token* recoverInline(antlr4::Parser* parser) override;
  /// Between the statements of a list: passes over what starts no statement.
  void sync(antlr4::Parser* parser) override;

  /// The construct that the current token would open is nested too deeply.
  void ReportNesting(antlr4::Parser* parser, const Diagnostic& diagnostic);

 private:
  void Report(antlr4::Parser* parser, Diagnostic diagnostic, bool in_header);
  bool IsFollowUp(antlr4::Parser* parser) const;

  const Source& source_;
  IndentationFilter* filter_;
  std::vector<Diagnostic>* diagnostics_;
};

/// Counts the open constructs of an expression and reports the one that goes too deep (section 4):
/// a parse listener, because a rule is entered before its first token is consumed.
class NestingListener final : public antlr4::tree::ParseTreeListener {
 public:
  NestingListener(antlr4::Parser* parser, LineErrorStrategy* strategy, std::int64_t max_depth)
      : parser_(parser), strategy_(strategy), max_depth_(max_depth) {}

  void enterEveryRule(antlr4::ParserRuleContext* context) override;
  void exitEveryRule(antlr4::ParserRuleContext* context) override;
  void visitTerminal(antlr4::tree::TerminalNode*) override {}
  void visitErrorNode(antlr4::tree::ErrorNode*) override {}

 private:
  antlr4::Parser* parser_;
  LineErrorStrategy* strategy_;
  std::int64_t max_depth_;
  std::int64_t depth_ = 0;
};

}  // namespace aegis

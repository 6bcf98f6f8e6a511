
// Generated from grammar/Aegis.g4 by ANTLR 4.7.2

#pragma once


#include "antlr4-runtime.h"
#include "AegisVisitor.h"


namespace aegis::generated {

/**
 * This class provides an empty implementation of AegisVisitor, which can be
 * extended to create a visitor which only needs to handle a subset of the available methods.
 */
class  AegisBaseVisitor : public AegisVisitor {
public:

  virtual antlrcpp::Any visitWholeProgram(AegisParser::WholeProgramContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitAssignment(AegisParser::AssignmentContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitPrint(AegisParser::PrintContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitConditional(AegisParser::ConditionalContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitIndentedBlock(AegisParser::IndentedBlockContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitAnyExpression(AegisParser::AnyExpressionContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitOrChain(AegisParser::OrChainContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitAndChain(AegisParser::AndChainContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitComparisonOrSum(AegisParser::ComparisonOrSumContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitSumChain(AegisParser::SumChainContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitProductChain(AegisParser::ProductChainContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitPowerOrUnary(AegisParser::PowerOrUnaryContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitRightOperand(AegisParser::RightOperandContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitPrefixed(AegisParser::PrefixedContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitPlain(AegisParser::PlainContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitInteger(AegisParser::IntegerContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitFloat(AegisParser::FloatContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitString(AegisParser::StringContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitBoolean(AegisParser::BooleanContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitNameRead(AegisParser::NameReadContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitInputCall(AegisParser::InputCallContext *ctx) override {
    return visitChildren(ctx);
  }

  virtual antlrcpp::Any visitParenthesized(AegisParser::ParenthesizedContext *ctx) override {
    return visitChildren(ctx);
  }


};

}  // namespace aegis::generated

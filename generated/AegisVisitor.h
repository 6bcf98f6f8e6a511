
// Generated from grammar/Aegis.g4 by ANTLR 4.7.2

#pragma once


#include "antlr4-runtime.h"
#include "AegisParser.h"


namespace aegis::generated {

/**
 * This class defines an abstract visitor for a parse tree
 * produced by AegisParser.
 */
class  AegisVisitor : public antlr4::tree::AbstractParseTreeVisitor {
public:

  /**
   * Visit parse trees produced by AegisParser.
   */
    virtual antlrcpp::Any visitWholeProgram(AegisParser::WholeProgramContext *context) = 0;

    virtual antlrcpp::Any visitAssignment(AegisParser::AssignmentContext *context) = 0;

    virtual antlrcpp::Any visitPrint(AegisParser::PrintContext *context) = 0;

    virtual antlrcpp::Any visitConditional(AegisParser::ConditionalContext *context) = 0;

    virtual antlrcpp::Any visitIndentedBlock(AegisParser::IndentedBlockContext *context) = 0;

    virtual antlrcpp::Any visitAnyExpression(AegisParser::AnyExpressionContext *context) = 0;

    virtual antlrcpp::Any visitOrChain(AegisParser::OrChainContext *context) = 0;

    virtual antlrcpp::Any visitAndChain(AegisParser::AndChainContext *context) = 0;

    virtual antlrcpp::Any visitComparisonOrSum(AegisParser::ComparisonOrSumContext *context) = 0;

    virtual antlrcpp::Any visitSumChain(AegisParser::SumChainContext *context) = 0;

    virtual antlrcpp::Any visitProductChain(AegisParser::ProductChainContext *context) = 0;

    virtual antlrcpp::Any visitPowerOrUnary(AegisParser::PowerOrUnaryContext *context) = 0;

    virtual antlrcpp::Any visitRightOperand(AegisParser::RightOperandContext *context) = 0;

    virtual antlrcpp::Any visitPrefixed(AegisParser::PrefixedContext *context) = 0;

    virtual antlrcpp::Any visitPlain(AegisParser::PlainContext *context) = 0;

    virtual antlrcpp::Any visitInteger(AegisParser::IntegerContext *context) = 0;

    virtual antlrcpp::Any visitFloat(AegisParser::FloatContext *context) = 0;

    virtual antlrcpp::Any visitString(AegisParser::StringContext *context) = 0;

    virtual antlrcpp::Any visitBoolean(AegisParser::BooleanContext *context) = 0;

    virtual antlrcpp::Any visitNameRead(AegisParser::NameReadContext *context) = 0;

    virtual antlrcpp::Any visitInputCall(AegisParser::InputCallContext *context) = 0;

    virtual antlrcpp::Any visitParenthesized(AegisParser::ParenthesizedContext *context) = 0;


};

}  // namespace aegis::generated

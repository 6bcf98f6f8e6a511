
// Generated from grammar/Aegis.g4 by ANTLR 4.7.2

#pragma once


#include "antlr4-runtime.h"


namespace aegis::generated {


class  AegisParser : public antlr4::Parser {
public:
  enum {
    IF = 1, ELSE = 2, AND = 3, OR = 4, NOT = 5, TRUE = 6, FALSE = 7, INPUT = 8, 
    PRINT = 9, EQUAL = 10, NOT_EQUAL = 11, LESS_EQUAL = 12, GREATER_EQUAL = 13, 
    LESS = 14, GREATER = 15, ASSIGN = 16, PLUS = 17, MINUS = 18, STAR = 19, 
    SLASH = 20, CARET = 21, LEFT_PAREN = 22, RIGHT_PAREN = 23, COLON = 24, 
    NAME = 25, INT = 26, FLOAT = 27, MALFORMED_NUMBER = 28, STRING = 29, 
    OPEN_STRING = 30, COMMENT = 31, SPACES = 32, LINE_END = 33, ILLEGAL_CHARACTER = 34, 
    NEWLINE = 35, INDENT = 36, DEDENT = 37
  };

  enum {
    RuleProgram = 0, RuleStatement = 1, RuleBlock = 2, RuleExpression = 3, 
    RuleDisjunction = 4, RuleConjunction = 5, RuleComparison = 6, RuleSum = 7, 
    RuleProduct = 8, RulePower = 9, RuleExponent = 10, RuleUnary = 11, RulePrimary = 12
  };

  AegisParser(antlr4::TokenStream *input);
  ~AegisParser();

  virtual std::string getGrammarFileName() const override;
  virtual const antlr4::atn::ATN& getATN() const override { return _atn; };
  virtual const std::vector<std::string>& getTokenNames() const override { return _tokenNames; }; // deprecated: use vocabulary instead.
  virtual const std::vector<std::string>& getRuleNames() const override;
  virtual antlr4::dfa::Vocabulary& getVocabulary() const override;


  class ProgramContext;
  class StatementContext;
  class BlockContext;
  class ExpressionContext;
  class DisjunctionContext;
  class ConjunctionContext;
  class ComparisonContext;
  class SumContext;
  class ProductContext;
  class PowerContext;
  class ExponentContext;
  class UnaryContext;
  class PrimaryContext; 

  class  ProgramContext : public antlr4::ParserRuleContext {
  public:
    ProgramContext(antlr4::ParserRuleContext *parent, size_t invokingState);
   
    ProgramContext() = default;
    void copyFrom(ProgramContext *context);
    using antlr4::ParserRuleContext::copyFrom;

    virtual size_t getRuleIndex() const override;

   
  };

  class  WholeProgramContext : public ProgramContext {
  public:
    WholeProgramContext(ProgramContext *ctx);

    AegisParser::StatementContext *statementContext = nullptr;
    std::vector<StatementContext *> statements;
    antlr4::tree::TerminalNode *EOF();
    std::vector<StatementContext *> statement();
    StatementContext* statement(size_t i);
  };

  ProgramContext* program();

  class  StatementContext : public antlr4::ParserRuleContext {
  public:
    StatementContext(antlr4::ParserRuleContext *parent, size_t invokingState);
   
    StatementContext() = default;
    void copyFrom(StatementContext *context);
    using antlr4::ParserRuleContext::copyFrom;

    virtual size_t getRuleIndex() const override;

   
  };

  class  PrintContext : public StatementContext {
  public:
    PrintContext(StatementContext *ctx);

    AegisParser::ExpressionContext *value = nullptr;
    antlr4::tree::TerminalNode *PRINT();
    antlr4::tree::TerminalNode *LEFT_PAREN();
    antlr4::tree::TerminalNode *RIGHT_PAREN();
    antlr4::tree::TerminalNode *NEWLINE();
    ExpressionContext *expression();
  };

  class  ConditionalContext : public StatementContext {
  public:
    ConditionalContext(StatementContext *ctx);

    AegisParser::ExpressionContext *condition = nullptr;
    AegisParser::BlockContext *body = nullptr;
    AegisParser::BlockContext *otherwise = nullptr;
    antlr4::tree::TerminalNode *IF();
    std::vector<antlr4::tree::TerminalNode *> COLON();
    antlr4::tree::TerminalNode* COLON(size_t i);
    ExpressionContext *expression();
    std::vector<BlockContext *> block();
    BlockContext* block(size_t i);
    antlr4::tree::TerminalNode *ELSE();
  };

  class  AssignmentContext : public StatementContext {
  public:
    AssignmentContext(StatementContext *ctx);

    antlr4::Token *name = nullptr;
    AegisParser::ExpressionContext *value = nullptr;
    antlr4::tree::TerminalNode *ASSIGN();
    antlr4::tree::TerminalNode *NEWLINE();
    antlr4::tree::TerminalNode *NAME();
    ExpressionContext *expression();
  };

  StatementContext* statement();

  class  BlockContext : public antlr4::ParserRuleContext {
  public:
    BlockContext(antlr4::ParserRuleContext *parent, size_t invokingState);
   
    BlockContext() = default;
    void copyFrom(BlockContext *context);
    using antlr4::ParserRuleContext::copyFrom;

    virtual size_t getRuleIndex() const override;

   
  };

  class  IndentedBlockContext : public BlockContext {
  public:
    IndentedBlockContext(BlockContext *ctx);

    AegisParser::StatementContext *statementContext = nullptr;
    std::vector<StatementContext *> statements;
    antlr4::tree::TerminalNode *NEWLINE();
    antlr4::tree::TerminalNode *INDENT();
    antlr4::tree::TerminalNode *DEDENT();
    std::vector<StatementContext *> statement();
    StatementContext* statement(size_t i);
  };

  BlockContext* block();

  class  ExpressionContext : public antlr4::ParserRuleContext {
  public:
    ExpressionContext(antlr4::ParserRuleContext *parent, size_t invokingState);
   
    ExpressionContext() = default;
    void copyFrom(ExpressionContext *context);
    using antlr4::ParserRuleContext::copyFrom;

    virtual size_t getRuleIndex() const override;

   
  };

  class  AnyExpressionContext : public ExpressionContext {
  public:
    AnyExpressionContext(ExpressionContext *ctx);

    AegisParser::DisjunctionContext *value = nullptr;
    DisjunctionContext *disjunction();
  };

  ExpressionContext* expression();

  class  DisjunctionContext : public antlr4::ParserRuleContext {
  public:
    DisjunctionContext(antlr4::ParserRuleContext *parent, size_t invokingState);
   
    DisjunctionContext() = default;
    void copyFrom(DisjunctionContext *context);
    using antlr4::ParserRuleContext::copyFrom;

    virtual size_t getRuleIndex() const override;

   
  };

  class  OrChainContext : public DisjunctionContext {
  public:
    OrChainContext(DisjunctionContext *ctx);

    AegisParser::ConjunctionContext *first = nullptr;
    antlr4::Token *s4 = nullptr;
    std::vector<antlr4::Token *> operators;
    AegisParser::ConjunctionContext *conjunctionContext = nullptr;
    std::vector<ConjunctionContext *> rest;
    std::vector<ConjunctionContext *> conjunction();
    ConjunctionContext* conjunction(size_t i);
    std::vector<antlr4::tree::TerminalNode *> OR();
    antlr4::tree::TerminalNode* OR(size_t i);
  };

  DisjunctionContext* disjunction();

  class  ConjunctionContext : public antlr4::ParserRuleContext {
  public:
    ConjunctionContext(antlr4::ParserRuleContext *parent, size_t invokingState);
   
    ConjunctionContext() = default;
    void copyFrom(ConjunctionContext *context);
    using antlr4::ParserRuleContext::copyFrom;

    virtual size_t getRuleIndex() const override;

   
  };

  class  AndChainContext : public ConjunctionContext {
  public:
    AndChainContext(ConjunctionContext *ctx);

    AegisParser::ComparisonContext *first = nullptr;
    antlr4::Token *s3 = nullptr;
    std::vector<antlr4::Token *> operators;
    AegisParser::ComparisonContext *comparisonContext = nullptr;
    std::vector<ComparisonContext *> rest;
    std::vector<ComparisonContext *> comparison();
    ComparisonContext* comparison(size_t i);
    std::vector<antlr4::tree::TerminalNode *> AND();
    antlr4::tree::TerminalNode* AND(size_t i);
  };

  ConjunctionContext* conjunction();

  class  ComparisonContext : public antlr4::ParserRuleContext {
  public:
    ComparisonContext(antlr4::ParserRuleContext *parent, size_t invokingState);
   
    ComparisonContext() = default;
    void copyFrom(ComparisonContext *context);
    using antlr4::ParserRuleContext::copyFrom;

    virtual size_t getRuleIndex() const override;

   
  };

  class  ComparisonOrSumContext : public ComparisonContext {
  public:
    ComparisonOrSumContext(ComparisonContext *ctx);

    AegisParser::SumContext *left = nullptr;
    antlr4::Token *operation = nullptr;
    AegisParser::SumContext *right = nullptr;
    std::vector<SumContext *> sum();
    SumContext* sum(size_t i);
    antlr4::tree::TerminalNode *EQUAL();
    antlr4::tree::TerminalNode *NOT_EQUAL();
    antlr4::tree::TerminalNode *LESS();
    antlr4::tree::TerminalNode *LESS_EQUAL();
    antlr4::tree::TerminalNode *GREATER();
    antlr4::tree::TerminalNode *GREATER_EQUAL();
  };

  ComparisonContext* comparison();

  class  SumContext : public antlr4::ParserRuleContext {
  public:
    SumContext(antlr4::ParserRuleContext *parent, size_t invokingState);
   
    SumContext() = default;
    void copyFrom(SumContext *context);
    using antlr4::ParserRuleContext::copyFrom;

    virtual size_t getRuleIndex() const override;

   
  };

  class  SumChainContext : public SumContext {
  public:
    SumChainContext(SumContext *ctx);

    AegisParser::ProductContext *first = nullptr;
    antlr4::Token *s17 = nullptr;
    std::vector<antlr4::Token *> operators;
    antlr4::Token *s18 = nullptr;
    antlr4::Token *_tset250 = nullptr;
    AegisParser::ProductContext *productContext = nullptr;
    std::vector<ProductContext *> rest;
    std::vector<ProductContext *> product();
    ProductContext* product(size_t i);
    std::vector<antlr4::tree::TerminalNode *> PLUS();
    antlr4::tree::TerminalNode* PLUS(size_t i);
    std::vector<antlr4::tree::TerminalNode *> MINUS();
    antlr4::tree::TerminalNode* MINUS(size_t i);
  };

  SumContext* sum();

  class  ProductContext : public antlr4::ParserRuleContext {
  public:
    ProductContext(antlr4::ParserRuleContext *parent, size_t invokingState);
   
    ProductContext() = default;
    void copyFrom(ProductContext *context);
    using antlr4::ParserRuleContext::copyFrom;

    virtual size_t getRuleIndex() const override;

   
  };

  class  ProductChainContext : public ProductContext {
  public:
    ProductChainContext(ProductContext *ctx);

    AegisParser::PowerContext *first = nullptr;
    antlr4::Token *s19 = nullptr;
    std::vector<antlr4::Token *> operators;
    antlr4::Token *s20 = nullptr;
    antlr4::Token *_tset281 = nullptr;
    AegisParser::PowerContext *powerContext = nullptr;
    std::vector<PowerContext *> rest;
    std::vector<PowerContext *> power();
    PowerContext* power(size_t i);
    std::vector<antlr4::tree::TerminalNode *> STAR();
    antlr4::tree::TerminalNode* STAR(size_t i);
    std::vector<antlr4::tree::TerminalNode *> SLASH();
    antlr4::tree::TerminalNode* SLASH(size_t i);
  };

  ProductContext* product();

  class  PowerContext : public antlr4::ParserRuleContext {
  public:
    PowerContext(antlr4::ParserRuleContext *parent, size_t invokingState);
   
    PowerContext() = default;
    void copyFrom(PowerContext *context);
    using antlr4::ParserRuleContext::copyFrom;

    virtual size_t getRuleIndex() const override;

   
  };

  class  PowerOrUnaryContext : public PowerContext {
  public:
    PowerOrUnaryContext(PowerContext *ctx);

    AegisParser::UnaryContext *base = nullptr;
    AegisParser::ExponentContext *raised = nullptr;
    UnaryContext *unary();
    ExponentContext *exponent();
  };

  PowerContext* power();

  class  ExponentContext : public antlr4::ParserRuleContext {
  public:
    ExponentContext(antlr4::ParserRuleContext *parent, size_t invokingState);
   
    ExponentContext() = default;
    void copyFrom(ExponentContext *context);
    using antlr4::ParserRuleContext::copyFrom;

    virtual size_t getRuleIndex() const override;

   
  };

  class  RightOperandContext : public ExponentContext {
  public:
    RightOperandContext(ExponentContext *ctx);

    antlr4::Token *operation = nullptr;
    AegisParser::PowerContext *right = nullptr;
    antlr4::tree::TerminalNode *CARET();
    PowerContext *power();
  };

  ExponentContext* exponent();

  class  UnaryContext : public antlr4::ParserRuleContext {
  public:
    UnaryContext(antlr4::ParserRuleContext *parent, size_t invokingState);
   
    UnaryContext() = default;
    void copyFrom(UnaryContext *context);
    using antlr4::ParserRuleContext::copyFrom;

    virtual size_t getRuleIndex() const override;

   
  };

  class  PrefixedContext : public UnaryContext {
  public:
    PrefixedContext(UnaryContext *ctx);

    antlr4::Token *operation = nullptr;
    AegisParser::PrimaryContext *operand = nullptr;
    PrimaryContext *primary();
    antlr4::tree::TerminalNode *NOT();
    antlr4::tree::TerminalNode *MINUS();
  };

  class  PlainContext : public UnaryContext {
  public:
    PlainContext(UnaryContext *ctx);

    AegisParser::PrimaryContext *operand = nullptr;
    PrimaryContext *primary();
  };

  UnaryContext* unary();

  class  PrimaryContext : public antlr4::ParserRuleContext {
  public:
    PrimaryContext(antlr4::ParserRuleContext *parent, size_t invokingState);
   
    PrimaryContext() = default;
    void copyFrom(PrimaryContext *context);
    using antlr4::ParserRuleContext::copyFrom;

    virtual size_t getRuleIndex() const override;

   
  };

  class  BooleanContext : public PrimaryContext {
  public:
    BooleanContext(PrimaryContext *ctx);

    antlr4::Token *value = nullptr;
    antlr4::tree::TerminalNode *TRUE();
    antlr4::tree::TerminalNode *FALSE();
  };

  class  StringContext : public PrimaryContext {
  public:
    StringContext(PrimaryContext *ctx);

    antlr4::tree::TerminalNode *STRING();
  };

  class  NameReadContext : public PrimaryContext {
  public:
    NameReadContext(PrimaryContext *ctx);

    antlr4::tree::TerminalNode *NAME();
  };

  class  ParenthesizedContext : public PrimaryContext {
  public:
    ParenthesizedContext(PrimaryContext *ctx);

    AegisParser::ExpressionContext *inner = nullptr;
    antlr4::tree::TerminalNode *LEFT_PAREN();
    antlr4::tree::TerminalNode *RIGHT_PAREN();
    ExpressionContext *expression();
  };

  class  IntegerContext : public PrimaryContext {
  public:
    IntegerContext(PrimaryContext *ctx);

    antlr4::tree::TerminalNode *INT();
  };

  class  FloatContext : public PrimaryContext {
  public:
    FloatContext(PrimaryContext *ctx);

    antlr4::tree::TerminalNode *FLOAT();
  };

  class  InputCallContext : public PrimaryContext {
  public:
    InputCallContext(PrimaryContext *ctx);

    antlr4::tree::TerminalNode *INPUT();
    antlr4::tree::TerminalNode *LEFT_PAREN();
    antlr4::tree::TerminalNode *RIGHT_PAREN();
  };

  PrimaryContext* primary();


private:
  static std::vector<antlr4::dfa::DFA> _decisionToDFA;
  static antlr4::atn::PredictionContextCache _sharedContextCache;
  static std::vector<std::string> _ruleNames;
  static std::vector<std::string> _tokenNames;

  static std::vector<std::string> _literalNames;
  static std::vector<std::string> _symbolicNames;
  static antlr4::dfa::Vocabulary _vocabulary;
  static antlr4::atn::ATN _atn;
  static std::vector<uint16_t> _serializedATN;


  struct Initializer {
    Initializer();
  };
  static Initializer _init;
};

}  // namespace aegis::generated


// Generated from grammar/Aegis.g4 by ANTLR 4.7.2



#include "AegisParser.h"


using namespace antlrcpp;
using namespace aegis::generated;
using namespace antlr4;

AegisParser::AegisParser(TokenStream *input) : Parser(input) {
  _interpreter = new atn::ParserATNSimulator(this, _atn, _decisionToDFA, _sharedContextCache);
}

AegisParser::~AegisParser() {
  delete _interpreter;
}

std::string AegisParser::getGrammarFileName() const {
  return "Aegis.g4";
}

const std::vector<std::string>& AegisParser::getRuleNames() const {
  return _ruleNames;
}

dfa::Vocabulary& AegisParser::getVocabulary() const {
  return _vocabulary;
}


//----------------- ProgramContext ------------------------------------------------------------------

AegisParser::ProgramContext::ProgramContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}


size_t AegisParser::ProgramContext::getRuleIndex() const {
  return AegisParser::RuleProgram;
}

void AegisParser::ProgramContext::copyFrom(ProgramContext *ctx) {
  ParserRuleContext::copyFrom(ctx);
}

//----------------- WholeProgramContext ------------------------------------------------------------------

tree::TerminalNode* AegisParser::WholeProgramContext::EOF() {
  return getToken(AegisParser::EOF, 0);
}

std::vector<AegisParser::StatementContext *> AegisParser::WholeProgramContext::statement() {
  return getRuleContexts<AegisParser::StatementContext>();
}

AegisParser::StatementContext* AegisParser::WholeProgramContext::statement(size_t i) {
  return getRuleContext<AegisParser::StatementContext>(i);
}

AegisParser::WholeProgramContext::WholeProgramContext(ProgramContext *ctx) { copyFrom(ctx); }


AegisParser::ProgramContext* AegisParser::program() {
  ProgramContext *_localctx = _tracker.createInstance<ProgramContext>(_ctx, getState());
  enterRule(_localctx, 0, AegisParser::RuleProgram);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    _localctx = dynamic_cast<ProgramContext *>(_tracker.createInstance<AegisParser::WholeProgramContext>(_localctx));
    enterOuterAlt(_localctx, 1);
    setState(29);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << AegisParser::IF)
      | (1ULL << AegisParser::PRINT)
      | (1ULL << AegisParser::NAME))) != 0)) {
      setState(26);
      dynamic_cast<WholeProgramContext *>(_localctx)->statementContext = statement();
      dynamic_cast<WholeProgramContext *>(_localctx)->statements.push_back(dynamic_cast<WholeProgramContext *>(_localctx)->statementContext);
      setState(31);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
    setState(32);
    match(AegisParser::EOF);
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- StatementContext ------------------------------------------------------------------

AegisParser::StatementContext::StatementContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}


size_t AegisParser::StatementContext::getRuleIndex() const {
  return AegisParser::RuleStatement;
}

void AegisParser::StatementContext::copyFrom(StatementContext *ctx) {
  ParserRuleContext::copyFrom(ctx);
}

//----------------- PrintContext ------------------------------------------------------------------

tree::TerminalNode* AegisParser::PrintContext::PRINT() {
  return getToken(AegisParser::PRINT, 0);
}

tree::TerminalNode* AegisParser::PrintContext::LEFT_PAREN() {
  return getToken(AegisParser::LEFT_PAREN, 0);
}

tree::TerminalNode* AegisParser::PrintContext::RIGHT_PAREN() {
  return getToken(AegisParser::RIGHT_PAREN, 0);
}

tree::TerminalNode* AegisParser::PrintContext::NEWLINE() {
  return getToken(AegisParser::NEWLINE, 0);
}

AegisParser::ExpressionContext* AegisParser::PrintContext::expression() {
  return getRuleContext<AegisParser::ExpressionContext>(0);
}

AegisParser::PrintContext::PrintContext(StatementContext *ctx) { copyFrom(ctx); }


//----------------- ConditionalContext ------------------------------------------------------------------

tree::TerminalNode* AegisParser::ConditionalContext::IF() {
  return getToken(AegisParser::IF, 0);
}

std::vector<tree::TerminalNode *> AegisParser::ConditionalContext::COLON() {
  return getTokens(AegisParser::COLON);
}

tree::TerminalNode* AegisParser::ConditionalContext::COLON(size_t i) {
  return getToken(AegisParser::COLON, i);
}

AegisParser::ExpressionContext* AegisParser::ConditionalContext::expression() {
  return getRuleContext<AegisParser::ExpressionContext>(0);
}

std::vector<AegisParser::BlockContext *> AegisParser::ConditionalContext::block() {
  return getRuleContexts<AegisParser::BlockContext>();
}

AegisParser::BlockContext* AegisParser::ConditionalContext::block(size_t i) {
  return getRuleContext<AegisParser::BlockContext>(i);
}

tree::TerminalNode* AegisParser::ConditionalContext::ELSE() {
  return getToken(AegisParser::ELSE, 0);
}

AegisParser::ConditionalContext::ConditionalContext(StatementContext *ctx) { copyFrom(ctx); }


//----------------- AssignmentContext ------------------------------------------------------------------

tree::TerminalNode* AegisParser::AssignmentContext::ASSIGN() {
  return getToken(AegisParser::ASSIGN, 0);
}

tree::TerminalNode* AegisParser::AssignmentContext::NEWLINE() {
  return getToken(AegisParser::NEWLINE, 0);
}

tree::TerminalNode* AegisParser::AssignmentContext::NAME() {
  return getToken(AegisParser::NAME, 0);
}

AegisParser::ExpressionContext* AegisParser::AssignmentContext::expression() {
  return getRuleContext<AegisParser::ExpressionContext>(0);
}

AegisParser::AssignmentContext::AssignmentContext(StatementContext *ctx) { copyFrom(ctx); }


AegisParser::StatementContext* AegisParser::statement() {
  StatementContext *_localctx = _tracker.createInstance<StatementContext>(_ctx, getState());
  enterRule(_localctx, 2, AegisParser::RuleStatement);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(54);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case AegisParser::NAME: {
        _localctx = dynamic_cast<StatementContext *>(_tracker.createInstance<AegisParser::AssignmentContext>(_localctx));
        enterOuterAlt(_localctx, 1);
        setState(34);
        dynamic_cast<AssignmentContext *>(_localctx)->name = match(AegisParser::NAME);
        setState(35);
        match(AegisParser::ASSIGN);
        setState(36);
        dynamic_cast<AssignmentContext *>(_localctx)->value = expression();
        setState(37);
        match(AegisParser::NEWLINE);
        break;
      }

      case AegisParser::PRINT: {
        _localctx = dynamic_cast<StatementContext *>(_tracker.createInstance<AegisParser::PrintContext>(_localctx));
        enterOuterAlt(_localctx, 2);
        setState(39);
        match(AegisParser::PRINT);
        setState(40);
        match(AegisParser::LEFT_PAREN);
        setState(41);
        dynamic_cast<PrintContext *>(_localctx)->value = expression();
        setState(42);
        match(AegisParser::RIGHT_PAREN);
        setState(43);
        match(AegisParser::NEWLINE);
        break;
      }

      case AegisParser::IF: {
        _localctx = dynamic_cast<StatementContext *>(_tracker.createInstance<AegisParser::ConditionalContext>(_localctx));
        enterOuterAlt(_localctx, 3);
        setState(45);
        match(AegisParser::IF);
        setState(46);
        dynamic_cast<ConditionalContext *>(_localctx)->condition = expression();
        setState(47);
        match(AegisParser::COLON);
        setState(48);
        dynamic_cast<ConditionalContext *>(_localctx)->body = block();
        setState(52);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == AegisParser::ELSE) {
          setState(49);
          match(AegisParser::ELSE);
          setState(50);
          match(AegisParser::COLON);
          setState(51);
          dynamic_cast<ConditionalContext *>(_localctx)->otherwise = block();
        }
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- BlockContext ------------------------------------------------------------------

AegisParser::BlockContext::BlockContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}


size_t AegisParser::BlockContext::getRuleIndex() const {
  return AegisParser::RuleBlock;
}

void AegisParser::BlockContext::copyFrom(BlockContext *ctx) {
  ParserRuleContext::copyFrom(ctx);
}

//----------------- IndentedBlockContext ------------------------------------------------------------------

tree::TerminalNode* AegisParser::IndentedBlockContext::NEWLINE() {
  return getToken(AegisParser::NEWLINE, 0);
}

tree::TerminalNode* AegisParser::IndentedBlockContext::INDENT() {
  return getToken(AegisParser::INDENT, 0);
}

tree::TerminalNode* AegisParser::IndentedBlockContext::DEDENT() {
  return getToken(AegisParser::DEDENT, 0);
}

std::vector<AegisParser::StatementContext *> AegisParser::IndentedBlockContext::statement() {
  return getRuleContexts<AegisParser::StatementContext>();
}

AegisParser::StatementContext* AegisParser::IndentedBlockContext::statement(size_t i) {
  return getRuleContext<AegisParser::StatementContext>(i);
}

AegisParser::IndentedBlockContext::IndentedBlockContext(BlockContext *ctx) { copyFrom(ctx); }


AegisParser::BlockContext* AegisParser::block() {
  BlockContext *_localctx = _tracker.createInstance<BlockContext>(_ctx, getState());
  enterRule(_localctx, 4, AegisParser::RuleBlock);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    _localctx = dynamic_cast<BlockContext *>(_tracker.createInstance<AegisParser::IndentedBlockContext>(_localctx));
    enterOuterAlt(_localctx, 1);
    setState(56);
    match(AegisParser::NEWLINE);
    setState(57);
    match(AegisParser::INDENT);
    setState(59); 
    _errHandler->sync(this);
    _la = _input->LA(1);
    do {
      setState(58);
      dynamic_cast<IndentedBlockContext *>(_localctx)->statementContext = statement();
      dynamic_cast<IndentedBlockContext *>(_localctx)->statements.push_back(dynamic_cast<IndentedBlockContext *>(_localctx)->statementContext);
      setState(61); 
      _errHandler->sync(this);
      _la = _input->LA(1);
    } while ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << AegisParser::IF)
      | (1ULL << AegisParser::PRINT)
      | (1ULL << AegisParser::NAME))) != 0));
    setState(63);
    match(AegisParser::DEDENT);
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ExpressionContext ------------------------------------------------------------------

AegisParser::ExpressionContext::ExpressionContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}


size_t AegisParser::ExpressionContext::getRuleIndex() const {
  return AegisParser::RuleExpression;
}

void AegisParser::ExpressionContext::copyFrom(ExpressionContext *ctx) {
  ParserRuleContext::copyFrom(ctx);
}

//----------------- AnyExpressionContext ------------------------------------------------------------------

AegisParser::DisjunctionContext* AegisParser::AnyExpressionContext::disjunction() {
  return getRuleContext<AegisParser::DisjunctionContext>(0);
}

AegisParser::AnyExpressionContext::AnyExpressionContext(ExpressionContext *ctx) { copyFrom(ctx); }


AegisParser::ExpressionContext* AegisParser::expression() {
  ExpressionContext *_localctx = _tracker.createInstance<ExpressionContext>(_ctx, getState());
  enterRule(_localctx, 6, AegisParser::RuleExpression);

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    _localctx = dynamic_cast<ExpressionContext *>(_tracker.createInstance<AegisParser::AnyExpressionContext>(_localctx));
    enterOuterAlt(_localctx, 1);
    setState(65);
    dynamic_cast<AnyExpressionContext *>(_localctx)->value = disjunction();
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- DisjunctionContext ------------------------------------------------------------------

AegisParser::DisjunctionContext::DisjunctionContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}


size_t AegisParser::DisjunctionContext::getRuleIndex() const {
  return AegisParser::RuleDisjunction;
}

void AegisParser::DisjunctionContext::copyFrom(DisjunctionContext *ctx) {
  ParserRuleContext::copyFrom(ctx);
}

//----------------- OrChainContext ------------------------------------------------------------------

std::vector<AegisParser::ConjunctionContext *> AegisParser::OrChainContext::conjunction() {
  return getRuleContexts<AegisParser::ConjunctionContext>();
}

AegisParser::ConjunctionContext* AegisParser::OrChainContext::conjunction(size_t i) {
  return getRuleContext<AegisParser::ConjunctionContext>(i);
}

std::vector<tree::TerminalNode *> AegisParser::OrChainContext::OR() {
  return getTokens(AegisParser::OR);
}

tree::TerminalNode* AegisParser::OrChainContext::OR(size_t i) {
  return getToken(AegisParser::OR, i);
}

AegisParser::OrChainContext::OrChainContext(DisjunctionContext *ctx) { copyFrom(ctx); }


AegisParser::DisjunctionContext* AegisParser::disjunction() {
  DisjunctionContext *_localctx = _tracker.createInstance<DisjunctionContext>(_ctx, getState());
  enterRule(_localctx, 8, AegisParser::RuleDisjunction);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    _localctx = dynamic_cast<DisjunctionContext *>(_tracker.createInstance<AegisParser::OrChainContext>(_localctx));
    enterOuterAlt(_localctx, 1);
    setState(67);
    dynamic_cast<OrChainContext *>(_localctx)->first = conjunction();
    setState(72);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == AegisParser::OR) {
      setState(68);
      dynamic_cast<OrChainContext *>(_localctx)->s4 = match(AegisParser::OR);
      dynamic_cast<OrChainContext *>(_localctx)->operators.push_back(dynamic_cast<OrChainContext *>(_localctx)->s4);
      setState(69);
      dynamic_cast<OrChainContext *>(_localctx)->conjunctionContext = conjunction();
      dynamic_cast<OrChainContext *>(_localctx)->rest.push_back(dynamic_cast<OrChainContext *>(_localctx)->conjunctionContext);
      setState(74);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ConjunctionContext ------------------------------------------------------------------

AegisParser::ConjunctionContext::ConjunctionContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}


size_t AegisParser::ConjunctionContext::getRuleIndex() const {
  return AegisParser::RuleConjunction;
}

void AegisParser::ConjunctionContext::copyFrom(ConjunctionContext *ctx) {
  ParserRuleContext::copyFrom(ctx);
}

//----------------- AndChainContext ------------------------------------------------------------------

std::vector<AegisParser::ComparisonContext *> AegisParser::AndChainContext::comparison() {
  return getRuleContexts<AegisParser::ComparisonContext>();
}

AegisParser::ComparisonContext* AegisParser::AndChainContext::comparison(size_t i) {
  return getRuleContext<AegisParser::ComparisonContext>(i);
}

std::vector<tree::TerminalNode *> AegisParser::AndChainContext::AND() {
  return getTokens(AegisParser::AND);
}

tree::TerminalNode* AegisParser::AndChainContext::AND(size_t i) {
  return getToken(AegisParser::AND, i);
}

AegisParser::AndChainContext::AndChainContext(ConjunctionContext *ctx) { copyFrom(ctx); }


AegisParser::ConjunctionContext* AegisParser::conjunction() {
  ConjunctionContext *_localctx = _tracker.createInstance<ConjunctionContext>(_ctx, getState());
  enterRule(_localctx, 10, AegisParser::RuleConjunction);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    _localctx = dynamic_cast<ConjunctionContext *>(_tracker.createInstance<AegisParser::AndChainContext>(_localctx));
    enterOuterAlt(_localctx, 1);
    setState(75);
    dynamic_cast<AndChainContext *>(_localctx)->first = comparison();
    setState(80);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == AegisParser::AND) {
      setState(76);
      dynamic_cast<AndChainContext *>(_localctx)->s3 = match(AegisParser::AND);
      dynamic_cast<AndChainContext *>(_localctx)->operators.push_back(dynamic_cast<AndChainContext *>(_localctx)->s3);
      setState(77);
      dynamic_cast<AndChainContext *>(_localctx)->comparisonContext = comparison();
      dynamic_cast<AndChainContext *>(_localctx)->rest.push_back(dynamic_cast<AndChainContext *>(_localctx)->comparisonContext);
      setState(82);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ComparisonContext ------------------------------------------------------------------

AegisParser::ComparisonContext::ComparisonContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}


size_t AegisParser::ComparisonContext::getRuleIndex() const {
  return AegisParser::RuleComparison;
}

void AegisParser::ComparisonContext::copyFrom(ComparisonContext *ctx) {
  ParserRuleContext::copyFrom(ctx);
}

//----------------- ComparisonOrSumContext ------------------------------------------------------------------

std::vector<AegisParser::SumContext *> AegisParser::ComparisonOrSumContext::sum() {
  return getRuleContexts<AegisParser::SumContext>();
}

AegisParser::SumContext* AegisParser::ComparisonOrSumContext::sum(size_t i) {
  return getRuleContext<AegisParser::SumContext>(i);
}

tree::TerminalNode* AegisParser::ComparisonOrSumContext::EQUAL() {
  return getToken(AegisParser::EQUAL, 0);
}

tree::TerminalNode* AegisParser::ComparisonOrSumContext::NOT_EQUAL() {
  return getToken(AegisParser::NOT_EQUAL, 0);
}

tree::TerminalNode* AegisParser::ComparisonOrSumContext::LESS() {
  return getToken(AegisParser::LESS, 0);
}

tree::TerminalNode* AegisParser::ComparisonOrSumContext::LESS_EQUAL() {
  return getToken(AegisParser::LESS_EQUAL, 0);
}

tree::TerminalNode* AegisParser::ComparisonOrSumContext::GREATER() {
  return getToken(AegisParser::GREATER, 0);
}

tree::TerminalNode* AegisParser::ComparisonOrSumContext::GREATER_EQUAL() {
  return getToken(AegisParser::GREATER_EQUAL, 0);
}

AegisParser::ComparisonOrSumContext::ComparisonOrSumContext(ComparisonContext *ctx) { copyFrom(ctx); }


AegisParser::ComparisonContext* AegisParser::comparison() {
  ComparisonContext *_localctx = _tracker.createInstance<ComparisonContext>(_ctx, getState());
  enterRule(_localctx, 12, AegisParser::RuleComparison);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    _localctx = dynamic_cast<ComparisonContext *>(_tracker.createInstance<AegisParser::ComparisonOrSumContext>(_localctx));
    enterOuterAlt(_localctx, 1);
    setState(83);
    dynamic_cast<ComparisonOrSumContext *>(_localctx)->left = sum();
    setState(86);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << AegisParser::EQUAL)
      | (1ULL << AegisParser::NOT_EQUAL)
      | (1ULL << AegisParser::LESS_EQUAL)
      | (1ULL << AegisParser::GREATER_EQUAL)
      | (1ULL << AegisParser::LESS)
      | (1ULL << AegisParser::GREATER))) != 0)) {
      setState(84);
      dynamic_cast<ComparisonOrSumContext *>(_localctx)->operation = _input->LT(1);
      _la = _input->LA(1);
      if (!((((_la & ~ 0x3fULL) == 0) &&
        ((1ULL << _la) & ((1ULL << AegisParser::EQUAL)
        | (1ULL << AegisParser::NOT_EQUAL)
        | (1ULL << AegisParser::LESS_EQUAL)
        | (1ULL << AegisParser::GREATER_EQUAL)
        | (1ULL << AegisParser::LESS)
        | (1ULL << AegisParser::GREATER))) != 0))) {
        dynamic_cast<ComparisonOrSumContext *>(_localctx)->operation = _errHandler->recoverInline(this);
      }
      else {
        _errHandler->reportMatch(this);
        consume();
      }
      setState(85);
      dynamic_cast<ComparisonOrSumContext *>(_localctx)->right = sum();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- SumContext ------------------------------------------------------------------

AegisParser::SumContext::SumContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}


size_t AegisParser::SumContext::getRuleIndex() const {
  return AegisParser::RuleSum;
}

void AegisParser::SumContext::copyFrom(SumContext *ctx) {
  ParserRuleContext::copyFrom(ctx);
}

//----------------- SumChainContext ------------------------------------------------------------------

std::vector<AegisParser::ProductContext *> AegisParser::SumChainContext::product() {
  return getRuleContexts<AegisParser::ProductContext>();
}

AegisParser::ProductContext* AegisParser::SumChainContext::product(size_t i) {
  return getRuleContext<AegisParser::ProductContext>(i);
}

std::vector<tree::TerminalNode *> AegisParser::SumChainContext::PLUS() {
  return getTokens(AegisParser::PLUS);
}

tree::TerminalNode* AegisParser::SumChainContext::PLUS(size_t i) {
  return getToken(AegisParser::PLUS, i);
}

std::vector<tree::TerminalNode *> AegisParser::SumChainContext::MINUS() {
  return getTokens(AegisParser::MINUS);
}

tree::TerminalNode* AegisParser::SumChainContext::MINUS(size_t i) {
  return getToken(AegisParser::MINUS, i);
}

AegisParser::SumChainContext::SumChainContext(SumContext *ctx) { copyFrom(ctx); }


AegisParser::SumContext* AegisParser::sum() {
  SumContext *_localctx = _tracker.createInstance<SumContext>(_ctx, getState());
  enterRule(_localctx, 14, AegisParser::RuleSum);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    _localctx = dynamic_cast<SumContext *>(_tracker.createInstance<AegisParser::SumChainContext>(_localctx));
    enterOuterAlt(_localctx, 1);
    setState(88);
    dynamic_cast<SumChainContext *>(_localctx)->first = product();
    setState(93);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == AegisParser::PLUS

    || _la == AegisParser::MINUS) {
      setState(89);
      dynamic_cast<SumChainContext *>(_localctx)->_tset250 = _input->LT(1);
      _la = _input->LA(1);
      if (!(_la == AegisParser::PLUS

      || _la == AegisParser::MINUS)) {
        dynamic_cast<SumChainContext *>(_localctx)->_tset250 = _errHandler->recoverInline(this);
      }
      else {
        _errHandler->reportMatch(this);
        consume();
      }
      dynamic_cast<SumChainContext *>(_localctx)->operators.push_back(dynamic_cast<SumChainContext *>(_localctx)->_tset250);
      setState(90);
      dynamic_cast<SumChainContext *>(_localctx)->productContext = product();
      dynamic_cast<SumChainContext *>(_localctx)->rest.push_back(dynamic_cast<SumChainContext *>(_localctx)->productContext);
      setState(95);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ProductContext ------------------------------------------------------------------

AegisParser::ProductContext::ProductContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}


size_t AegisParser::ProductContext::getRuleIndex() const {
  return AegisParser::RuleProduct;
}

void AegisParser::ProductContext::copyFrom(ProductContext *ctx) {
  ParserRuleContext::copyFrom(ctx);
}

//----------------- ProductChainContext ------------------------------------------------------------------

std::vector<AegisParser::PowerContext *> AegisParser::ProductChainContext::power() {
  return getRuleContexts<AegisParser::PowerContext>();
}

AegisParser::PowerContext* AegisParser::ProductChainContext::power(size_t i) {
  return getRuleContext<AegisParser::PowerContext>(i);
}

std::vector<tree::TerminalNode *> AegisParser::ProductChainContext::STAR() {
  return getTokens(AegisParser::STAR);
}

tree::TerminalNode* AegisParser::ProductChainContext::STAR(size_t i) {
  return getToken(AegisParser::STAR, i);
}

std::vector<tree::TerminalNode *> AegisParser::ProductChainContext::SLASH() {
  return getTokens(AegisParser::SLASH);
}

tree::TerminalNode* AegisParser::ProductChainContext::SLASH(size_t i) {
  return getToken(AegisParser::SLASH, i);
}

AegisParser::ProductChainContext::ProductChainContext(ProductContext *ctx) { copyFrom(ctx); }


AegisParser::ProductContext* AegisParser::product() {
  ProductContext *_localctx = _tracker.createInstance<ProductContext>(_ctx, getState());
  enterRule(_localctx, 16, AegisParser::RuleProduct);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    _localctx = dynamic_cast<ProductContext *>(_tracker.createInstance<AegisParser::ProductChainContext>(_localctx));
    enterOuterAlt(_localctx, 1);
    setState(96);
    dynamic_cast<ProductChainContext *>(_localctx)->first = power();
    setState(101);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == AegisParser::STAR

    || _la == AegisParser::SLASH) {
      setState(97);
      dynamic_cast<ProductChainContext *>(_localctx)->_tset281 = _input->LT(1);
      _la = _input->LA(1);
      if (!(_la == AegisParser::STAR

      || _la == AegisParser::SLASH)) {
        dynamic_cast<ProductChainContext *>(_localctx)->_tset281 = _errHandler->recoverInline(this);
      }
      else {
        _errHandler->reportMatch(this);
        consume();
      }
      dynamic_cast<ProductChainContext *>(_localctx)->operators.push_back(dynamic_cast<ProductChainContext *>(_localctx)->_tset281);
      setState(98);
      dynamic_cast<ProductChainContext *>(_localctx)->powerContext = power();
      dynamic_cast<ProductChainContext *>(_localctx)->rest.push_back(dynamic_cast<ProductChainContext *>(_localctx)->powerContext);
      setState(103);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- PowerContext ------------------------------------------------------------------

AegisParser::PowerContext::PowerContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}


size_t AegisParser::PowerContext::getRuleIndex() const {
  return AegisParser::RulePower;
}

void AegisParser::PowerContext::copyFrom(PowerContext *ctx) {
  ParserRuleContext::copyFrom(ctx);
}

//----------------- PowerOrUnaryContext ------------------------------------------------------------------

AegisParser::UnaryContext* AegisParser::PowerOrUnaryContext::unary() {
  return getRuleContext<AegisParser::UnaryContext>(0);
}

AegisParser::ExponentContext* AegisParser::PowerOrUnaryContext::exponent() {
  return getRuleContext<AegisParser::ExponentContext>(0);
}

AegisParser::PowerOrUnaryContext::PowerOrUnaryContext(PowerContext *ctx) { copyFrom(ctx); }


AegisParser::PowerContext* AegisParser::power() {
  PowerContext *_localctx = _tracker.createInstance<PowerContext>(_ctx, getState());
  enterRule(_localctx, 18, AegisParser::RulePower);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    _localctx = dynamic_cast<PowerContext *>(_tracker.createInstance<AegisParser::PowerOrUnaryContext>(_localctx));
    enterOuterAlt(_localctx, 1);
    setState(104);
    dynamic_cast<PowerOrUnaryContext *>(_localctx)->base = unary();
    setState(106);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == AegisParser::CARET) {
      setState(105);
      dynamic_cast<PowerOrUnaryContext *>(_localctx)->raised = exponent();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ExponentContext ------------------------------------------------------------------

AegisParser::ExponentContext::ExponentContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}


size_t AegisParser::ExponentContext::getRuleIndex() const {
  return AegisParser::RuleExponent;
}

void AegisParser::ExponentContext::copyFrom(ExponentContext *ctx) {
  ParserRuleContext::copyFrom(ctx);
}

//----------------- RightOperandContext ------------------------------------------------------------------

tree::TerminalNode* AegisParser::RightOperandContext::CARET() {
  return getToken(AegisParser::CARET, 0);
}

AegisParser::PowerContext* AegisParser::RightOperandContext::power() {
  return getRuleContext<AegisParser::PowerContext>(0);
}

AegisParser::RightOperandContext::RightOperandContext(ExponentContext *ctx) { copyFrom(ctx); }


AegisParser::ExponentContext* AegisParser::exponent() {
  ExponentContext *_localctx = _tracker.createInstance<ExponentContext>(_ctx, getState());
  enterRule(_localctx, 20, AegisParser::RuleExponent);

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    _localctx = dynamic_cast<ExponentContext *>(_tracker.createInstance<AegisParser::RightOperandContext>(_localctx));
    enterOuterAlt(_localctx, 1);
    setState(108);
    dynamic_cast<RightOperandContext *>(_localctx)->operation = match(AegisParser::CARET);
    setState(109);
    dynamic_cast<RightOperandContext *>(_localctx)->right = power();
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- UnaryContext ------------------------------------------------------------------

AegisParser::UnaryContext::UnaryContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}


size_t AegisParser::UnaryContext::getRuleIndex() const {
  return AegisParser::RuleUnary;
}

void AegisParser::UnaryContext::copyFrom(UnaryContext *ctx) {
  ParserRuleContext::copyFrom(ctx);
}

//----------------- PrefixedContext ------------------------------------------------------------------

AegisParser::PrimaryContext* AegisParser::PrefixedContext::primary() {
  return getRuleContext<AegisParser::PrimaryContext>(0);
}

tree::TerminalNode* AegisParser::PrefixedContext::NOT() {
  return getToken(AegisParser::NOT, 0);
}

tree::TerminalNode* AegisParser::PrefixedContext::MINUS() {
  return getToken(AegisParser::MINUS, 0);
}

AegisParser::PrefixedContext::PrefixedContext(UnaryContext *ctx) { copyFrom(ctx); }


//----------------- PlainContext ------------------------------------------------------------------

AegisParser::PrimaryContext* AegisParser::PlainContext::primary() {
  return getRuleContext<AegisParser::PrimaryContext>(0);
}

AegisParser::PlainContext::PlainContext(UnaryContext *ctx) { copyFrom(ctx); }


AegisParser::UnaryContext* AegisParser::unary() {
  UnaryContext *_localctx = _tracker.createInstance<UnaryContext>(_ctx, getState());
  enterRule(_localctx, 22, AegisParser::RuleUnary);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(114);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case AegisParser::NOT:
      case AegisParser::MINUS: {
        _localctx = dynamic_cast<UnaryContext *>(_tracker.createInstance<AegisParser::PrefixedContext>(_localctx));
        enterOuterAlt(_localctx, 1);
        setState(111);
        dynamic_cast<PrefixedContext *>(_localctx)->operation = _input->LT(1);
        _la = _input->LA(1);
        if (!(_la == AegisParser::NOT

        || _la == AegisParser::MINUS)) {
          dynamic_cast<PrefixedContext *>(_localctx)->operation = _errHandler->recoverInline(this);
        }
        else {
          _errHandler->reportMatch(this);
          consume();
        }
        setState(112);
        dynamic_cast<PrefixedContext *>(_localctx)->operand = primary();
        break;
      }

      case AegisParser::TRUE:
      case AegisParser::FALSE:
      case AegisParser::INPUT:
      case AegisParser::LEFT_PAREN:
      case AegisParser::NAME:
      case AegisParser::INT:
      case AegisParser::FLOAT:
      case AegisParser::STRING: {
        _localctx = dynamic_cast<UnaryContext *>(_tracker.createInstance<AegisParser::PlainContext>(_localctx));
        enterOuterAlt(_localctx, 2);
        setState(113);
        dynamic_cast<PlainContext *>(_localctx)->operand = primary();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- PrimaryContext ------------------------------------------------------------------

AegisParser::PrimaryContext::PrimaryContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}


size_t AegisParser::PrimaryContext::getRuleIndex() const {
  return AegisParser::RulePrimary;
}

void AegisParser::PrimaryContext::copyFrom(PrimaryContext *ctx) {
  ParserRuleContext::copyFrom(ctx);
}

//----------------- BooleanContext ------------------------------------------------------------------

tree::TerminalNode* AegisParser::BooleanContext::TRUE() {
  return getToken(AegisParser::TRUE, 0);
}

tree::TerminalNode* AegisParser::BooleanContext::FALSE() {
  return getToken(AegisParser::FALSE, 0);
}

AegisParser::BooleanContext::BooleanContext(PrimaryContext *ctx) { copyFrom(ctx); }


//----------------- StringContext ------------------------------------------------------------------

tree::TerminalNode* AegisParser::StringContext::STRING() {
  return getToken(AegisParser::STRING, 0);
}

AegisParser::StringContext::StringContext(PrimaryContext *ctx) { copyFrom(ctx); }


//----------------- NameReadContext ------------------------------------------------------------------

tree::TerminalNode* AegisParser::NameReadContext::NAME() {
  return getToken(AegisParser::NAME, 0);
}

AegisParser::NameReadContext::NameReadContext(PrimaryContext *ctx) { copyFrom(ctx); }


//----------------- ParenthesizedContext ------------------------------------------------------------------

tree::TerminalNode* AegisParser::ParenthesizedContext::LEFT_PAREN() {
  return getToken(AegisParser::LEFT_PAREN, 0);
}

tree::TerminalNode* AegisParser::ParenthesizedContext::RIGHT_PAREN() {
  return getToken(AegisParser::RIGHT_PAREN, 0);
}

AegisParser::ExpressionContext* AegisParser::ParenthesizedContext::expression() {
  return getRuleContext<AegisParser::ExpressionContext>(0);
}

AegisParser::ParenthesizedContext::ParenthesizedContext(PrimaryContext *ctx) { copyFrom(ctx); }


//----------------- IntegerContext ------------------------------------------------------------------

tree::TerminalNode* AegisParser::IntegerContext::INT() {
  return getToken(AegisParser::INT, 0);
}

AegisParser::IntegerContext::IntegerContext(PrimaryContext *ctx) { copyFrom(ctx); }


//----------------- FloatContext ------------------------------------------------------------------

tree::TerminalNode* AegisParser::FloatContext::FLOAT() {
  return getToken(AegisParser::FLOAT, 0);
}

AegisParser::FloatContext::FloatContext(PrimaryContext *ctx) { copyFrom(ctx); }


//----------------- InputCallContext ------------------------------------------------------------------

tree::TerminalNode* AegisParser::InputCallContext::INPUT() {
  return getToken(AegisParser::INPUT, 0);
}

tree::TerminalNode* AegisParser::InputCallContext::LEFT_PAREN() {
  return getToken(AegisParser::LEFT_PAREN, 0);
}

tree::TerminalNode* AegisParser::InputCallContext::RIGHT_PAREN() {
  return getToken(AegisParser::RIGHT_PAREN, 0);
}

AegisParser::InputCallContext::InputCallContext(PrimaryContext *ctx) { copyFrom(ctx); }


AegisParser::PrimaryContext* AegisParser::primary() {
  PrimaryContext *_localctx = _tracker.createInstance<PrimaryContext>(_ctx, getState());
  enterRule(_localctx, 24, AegisParser::RulePrimary);
  size_t _la = 0;

  auto onExit = finally([=] {
    exitRule();
  });
  try {
    setState(128);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case AegisParser::INT: {
        _localctx = dynamic_cast<PrimaryContext *>(_tracker.createInstance<AegisParser::IntegerContext>(_localctx));
        enterOuterAlt(_localctx, 1);
        setState(116);
        match(AegisParser::INT);
        break;
      }

      case AegisParser::FLOAT: {
        _localctx = dynamic_cast<PrimaryContext *>(_tracker.createInstance<AegisParser::FloatContext>(_localctx));
        enterOuterAlt(_localctx, 2);
        setState(117);
        match(AegisParser::FLOAT);
        break;
      }

      case AegisParser::STRING: {
        _localctx = dynamic_cast<PrimaryContext *>(_tracker.createInstance<AegisParser::StringContext>(_localctx));
        enterOuterAlt(_localctx, 3);
        setState(118);
        match(AegisParser::STRING);
        break;
      }

      case AegisParser::TRUE:
      case AegisParser::FALSE: {
        _localctx = dynamic_cast<PrimaryContext *>(_tracker.createInstance<AegisParser::BooleanContext>(_localctx));
        enterOuterAlt(_localctx, 4);
        setState(119);
        dynamic_cast<BooleanContext *>(_localctx)->value = _input->LT(1);
        _la = _input->LA(1);
        if (!(_la == AegisParser::TRUE

        || _la == AegisParser::FALSE)) {
          dynamic_cast<BooleanContext *>(_localctx)->value = _errHandler->recoverInline(this);
        }
        else {
          _errHandler->reportMatch(this);
          consume();
        }
        break;
      }

      case AegisParser::NAME: {
        _localctx = dynamic_cast<PrimaryContext *>(_tracker.createInstance<AegisParser::NameReadContext>(_localctx));
        enterOuterAlt(_localctx, 5);
        setState(120);
        match(AegisParser::NAME);
        break;
      }

      case AegisParser::INPUT: {
        _localctx = dynamic_cast<PrimaryContext *>(_tracker.createInstance<AegisParser::InputCallContext>(_localctx));
        enterOuterAlt(_localctx, 6);
        setState(121);
        match(AegisParser::INPUT);
        setState(122);
        match(AegisParser::LEFT_PAREN);
        setState(123);
        match(AegisParser::RIGHT_PAREN);
        break;
      }

      case AegisParser::LEFT_PAREN: {
        _localctx = dynamic_cast<PrimaryContext *>(_tracker.createInstance<AegisParser::ParenthesizedContext>(_localctx));
        enterOuterAlt(_localctx, 7);
        setState(124);
        match(AegisParser::LEFT_PAREN);
        setState(125);
        dynamic_cast<ParenthesizedContext *>(_localctx)->inner = expression();
        setState(126);
        match(AegisParser::RIGHT_PAREN);
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

// Static vars and initialization.
std::vector<dfa::DFA> AegisParser::_decisionToDFA;
atn::PredictionContextCache AegisParser::_sharedContextCache;

// We own the ATN which in turn owns the ATN states.
atn::ATN AegisParser::_atn;
std::vector<uint16_t> AegisParser::_serializedATN;

std::vector<std::string> AegisParser::_ruleNames = {
  "program", "statement", "block", "expression", "disjunction", "conjunction", 
  "comparison", "sum", "product", "power", "exponent", "unary", "primary"
};

std::vector<std::string> AegisParser::_literalNames = {
  "", "'if'", "'else'", "'and'", "'or'", "'not'", "'true'", "'false'", "'input'", 
  "'print'", "'=='", "'!='", "'<='", "'>='", "'<'", "'>'", "'='", "'+'", 
  "'-'", "'*'", "'/'", "'^'", "'('", "')'", "':'"
};

std::vector<std::string> AegisParser::_symbolicNames = {
  "", "IF", "ELSE", "AND", "OR", "NOT", "TRUE", "FALSE", "INPUT", "PRINT", 
  "EQUAL", "NOT_EQUAL", "LESS_EQUAL", "GREATER_EQUAL", "LESS", "GREATER", 
  "ASSIGN", "PLUS", "MINUS", "STAR", "SLASH", "CARET", "LEFT_PAREN", "RIGHT_PAREN", 
  "COLON", "NAME", "INT", "FLOAT", "MALFORMED_NUMBER", "STRING", "OPEN_STRING", 
  "COMMENT", "SPACES", "LINE_END", "ILLEGAL_CHARACTER", "NEWLINE", "INDENT", 
  "DEDENT"
};

dfa::Vocabulary AegisParser::_vocabulary(_literalNames, _symbolicNames);

std::vector<std::string> AegisParser::_tokenNames;

AegisParser::Initializer::Initializer() {
	for (size_t i = 0; i < _symbolicNames.size(); ++i) {
		std::string name = _vocabulary.getLiteralName(i);
		if (name.empty()) {
			name = _vocabulary.getSymbolicName(i);
		}

		if (name.empty()) {
			_tokenNames.push_back("<INVALID>");
		} else {
      _tokenNames.push_back(name);
    }
	}

  _serializedATN = {
    0x3, 0x608b, 0xa72a, 0x8133, 0xb9ed, 0x417c, 0x3be7, 0x7786, 0x5964, 
    0x3, 0x27, 0x85, 0x4, 0x2, 0x9, 0x2, 0x4, 0x3, 0x9, 0x3, 0x4, 0x4, 0x9, 
    0x4, 0x4, 0x5, 0x9, 0x5, 0x4, 0x6, 0x9, 0x6, 0x4, 0x7, 0x9, 0x7, 0x4, 
    0x8, 0x9, 0x8, 0x4, 0x9, 0x9, 0x9, 0x4, 0xa, 0x9, 0xa, 0x4, 0xb, 0x9, 
    0xb, 0x4, 0xc, 0x9, 0xc, 0x4, 0xd, 0x9, 0xd, 0x4, 0xe, 0x9, 0xe, 0x3, 
    0x2, 0x7, 0x2, 0x1e, 0xa, 0x2, 0xc, 0x2, 0xe, 0x2, 0x21, 0xb, 0x2, 0x3, 
    0x2, 0x3, 0x2, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 
    0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 
    0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x5, 0x3, 0x37, 
    0xa, 0x3, 0x5, 0x3, 0x39, 0xa, 0x3, 0x3, 0x4, 0x3, 0x4, 0x3, 0x4, 0x6, 
    0x4, 0x3e, 0xa, 0x4, 0xd, 0x4, 0xe, 0x4, 0x3f, 0x3, 0x4, 0x3, 0x4, 0x3, 
    0x5, 0x3, 0x5, 0x3, 0x6, 0x3, 0x6, 0x3, 0x6, 0x7, 0x6, 0x49, 0xa, 0x6, 
    0xc, 0x6, 0xe, 0x6, 0x4c, 0xb, 0x6, 0x3, 0x7, 0x3, 0x7, 0x3, 0x7, 0x7, 
    0x7, 0x51, 0xa, 0x7, 0xc, 0x7, 0xe, 0x7, 0x54, 0xb, 0x7, 0x3, 0x8, 0x3, 
    0x8, 0x3, 0x8, 0x5, 0x8, 0x59, 0xa, 0x8, 0x3, 0x9, 0x3, 0x9, 0x3, 0x9, 
    0x7, 0x9, 0x5e, 0xa, 0x9, 0xc, 0x9, 0xe, 0x9, 0x61, 0xb, 0x9, 0x3, 0xa, 
    0x3, 0xa, 0x3, 0xa, 0x7, 0xa, 0x66, 0xa, 0xa, 0xc, 0xa, 0xe, 0xa, 0x69, 
    0xb, 0xa, 0x3, 0xb, 0x3, 0xb, 0x5, 0xb, 0x6d, 0xa, 0xb, 0x3, 0xc, 0x3, 
    0xc, 0x3, 0xc, 0x3, 0xd, 0x3, 0xd, 0x3, 0xd, 0x5, 0xd, 0x75, 0xa, 0xd, 
    0x3, 0xe, 0x3, 0xe, 0x3, 0xe, 0x3, 0xe, 0x3, 0xe, 0x3, 0xe, 0x3, 0xe, 
    0x3, 0xe, 0x3, 0xe, 0x3, 0xe, 0x3, 0xe, 0x3, 0xe, 0x5, 0xe, 0x83, 0xa, 
    0xe, 0x3, 0xe, 0x2, 0x2, 0xf, 0x2, 0x4, 0x6, 0x8, 0xa, 0xc, 0xe, 0x10, 
    0x12, 0x14, 0x16, 0x18, 0x1a, 0x2, 0x7, 0x3, 0x2, 0xc, 0x11, 0x3, 0x2, 
    0x13, 0x14, 0x3, 0x2, 0x15, 0x16, 0x4, 0x2, 0x7, 0x7, 0x14, 0x14, 0x3, 
    0x2, 0x8, 0x9, 0x2, 0x89, 0x2, 0x1f, 0x3, 0x2, 0x2, 0x2, 0x4, 0x38, 
    0x3, 0x2, 0x2, 0x2, 0x6, 0x3a, 0x3, 0x2, 0x2, 0x2, 0x8, 0x43, 0x3, 0x2, 
    0x2, 0x2, 0xa, 0x45, 0x3, 0x2, 0x2, 0x2, 0xc, 0x4d, 0x3, 0x2, 0x2, 0x2, 
    0xe, 0x55, 0x3, 0x2, 0x2, 0x2, 0x10, 0x5a, 0x3, 0x2, 0x2, 0x2, 0x12, 
    0x62, 0x3, 0x2, 0x2, 0x2, 0x14, 0x6a, 0x3, 0x2, 0x2, 0x2, 0x16, 0x6e, 
    0x3, 0x2, 0x2, 0x2, 0x18, 0x74, 0x3, 0x2, 0x2, 0x2, 0x1a, 0x82, 0x3, 
    0x2, 0x2, 0x2, 0x1c, 0x1e, 0x5, 0x4, 0x3, 0x2, 0x1d, 0x1c, 0x3, 0x2, 
    0x2, 0x2, 0x1e, 0x21, 0x3, 0x2, 0x2, 0x2, 0x1f, 0x1d, 0x3, 0x2, 0x2, 
    0x2, 0x1f, 0x20, 0x3, 0x2, 0x2, 0x2, 0x20, 0x22, 0x3, 0x2, 0x2, 0x2, 
    0x21, 0x1f, 0x3, 0x2, 0x2, 0x2, 0x22, 0x23, 0x7, 0x2, 0x2, 0x3, 0x23, 
    0x3, 0x3, 0x2, 0x2, 0x2, 0x24, 0x25, 0x7, 0x1b, 0x2, 0x2, 0x25, 0x26, 
    0x7, 0x12, 0x2, 0x2, 0x26, 0x27, 0x5, 0x8, 0x5, 0x2, 0x27, 0x28, 0x7, 
    0x25, 0x2, 0x2, 0x28, 0x39, 0x3, 0x2, 0x2, 0x2, 0x29, 0x2a, 0x7, 0xb, 
    0x2, 0x2, 0x2a, 0x2b, 0x7, 0x18, 0x2, 0x2, 0x2b, 0x2c, 0x5, 0x8, 0x5, 
    0x2, 0x2c, 0x2d, 0x7, 0x19, 0x2, 0x2, 0x2d, 0x2e, 0x7, 0x25, 0x2, 0x2, 
    0x2e, 0x39, 0x3, 0x2, 0x2, 0x2, 0x2f, 0x30, 0x7, 0x3, 0x2, 0x2, 0x30, 
    0x31, 0x5, 0x8, 0x5, 0x2, 0x31, 0x32, 0x7, 0x1a, 0x2, 0x2, 0x32, 0x36, 
    0x5, 0x6, 0x4, 0x2, 0x33, 0x34, 0x7, 0x4, 0x2, 0x2, 0x34, 0x35, 0x7, 
    0x1a, 0x2, 0x2, 0x35, 0x37, 0x5, 0x6, 0x4, 0x2, 0x36, 0x33, 0x3, 0x2, 
    0x2, 0x2, 0x36, 0x37, 0x3, 0x2, 0x2, 0x2, 0x37, 0x39, 0x3, 0x2, 0x2, 
    0x2, 0x38, 0x24, 0x3, 0x2, 0x2, 0x2, 0x38, 0x29, 0x3, 0x2, 0x2, 0x2, 
    0x38, 0x2f, 0x3, 0x2, 0x2, 0x2, 0x39, 0x5, 0x3, 0x2, 0x2, 0x2, 0x3a, 
    0x3b, 0x7, 0x25, 0x2, 0x2, 0x3b, 0x3d, 0x7, 0x26, 0x2, 0x2, 0x3c, 0x3e, 
    0x5, 0x4, 0x3, 0x2, 0x3d, 0x3c, 0x3, 0x2, 0x2, 0x2, 0x3e, 0x3f, 0x3, 
    0x2, 0x2, 0x2, 0x3f, 0x3d, 0x3, 0x2, 0x2, 0x2, 0x3f, 0x40, 0x3, 0x2, 
    0x2, 0x2, 0x40, 0x41, 0x3, 0x2, 0x2, 0x2, 0x41, 0x42, 0x7, 0x27, 0x2, 
    0x2, 0x42, 0x7, 0x3, 0x2, 0x2, 0x2, 0x43, 0x44, 0x5, 0xa, 0x6, 0x2, 
    0x44, 0x9, 0x3, 0x2, 0x2, 0x2, 0x45, 0x4a, 0x5, 0xc, 0x7, 0x2, 0x46, 
    0x47, 0x7, 0x6, 0x2, 0x2, 0x47, 0x49, 0x5, 0xc, 0x7, 0x2, 0x48, 0x46, 
    0x3, 0x2, 0x2, 0x2, 0x49, 0x4c, 0x3, 0x2, 0x2, 0x2, 0x4a, 0x48, 0x3, 
    0x2, 0x2, 0x2, 0x4a, 0x4b, 0x3, 0x2, 0x2, 0x2, 0x4b, 0xb, 0x3, 0x2, 
    0x2, 0x2, 0x4c, 0x4a, 0x3, 0x2, 0x2, 0x2, 0x4d, 0x52, 0x5, 0xe, 0x8, 
    0x2, 0x4e, 0x4f, 0x7, 0x5, 0x2, 0x2, 0x4f, 0x51, 0x5, 0xe, 0x8, 0x2, 
    0x50, 0x4e, 0x3, 0x2, 0x2, 0x2, 0x51, 0x54, 0x3, 0x2, 0x2, 0x2, 0x52, 
    0x50, 0x3, 0x2, 0x2, 0x2, 0x52, 0x53, 0x3, 0x2, 0x2, 0x2, 0x53, 0xd, 
    0x3, 0x2, 0x2, 0x2, 0x54, 0x52, 0x3, 0x2, 0x2, 0x2, 0x55, 0x58, 0x5, 
    0x10, 0x9, 0x2, 0x56, 0x57, 0x9, 0x2, 0x2, 0x2, 0x57, 0x59, 0x5, 0x10, 
    0x9, 0x2, 0x58, 0x56, 0x3, 0x2, 0x2, 0x2, 0x58, 0x59, 0x3, 0x2, 0x2, 
    0x2, 0x59, 0xf, 0x3, 0x2, 0x2, 0x2, 0x5a, 0x5f, 0x5, 0x12, 0xa, 0x2, 
    0x5b, 0x5c, 0x9, 0x3, 0x2, 0x2, 0x5c, 0x5e, 0x5, 0x12, 0xa, 0x2, 0x5d, 
    0x5b, 0x3, 0x2, 0x2, 0x2, 0x5e, 0x61, 0x3, 0x2, 0x2, 0x2, 0x5f, 0x5d, 
    0x3, 0x2, 0x2, 0x2, 0x5f, 0x60, 0x3, 0x2, 0x2, 0x2, 0x60, 0x11, 0x3, 
    0x2, 0x2, 0x2, 0x61, 0x5f, 0x3, 0x2, 0x2, 0x2, 0x62, 0x67, 0x5, 0x14, 
    0xb, 0x2, 0x63, 0x64, 0x9, 0x4, 0x2, 0x2, 0x64, 0x66, 0x5, 0x14, 0xb, 
    0x2, 0x65, 0x63, 0x3, 0x2, 0x2, 0x2, 0x66, 0x69, 0x3, 0x2, 0x2, 0x2, 
    0x67, 0x65, 0x3, 0x2, 0x2, 0x2, 0x67, 0x68, 0x3, 0x2, 0x2, 0x2, 0x68, 
    0x13, 0x3, 0x2, 0x2, 0x2, 0x69, 0x67, 0x3, 0x2, 0x2, 0x2, 0x6a, 0x6c, 
    0x5, 0x18, 0xd, 0x2, 0x6b, 0x6d, 0x5, 0x16, 0xc, 0x2, 0x6c, 0x6b, 0x3, 
    0x2, 0x2, 0x2, 0x6c, 0x6d, 0x3, 0x2, 0x2, 0x2, 0x6d, 0x15, 0x3, 0x2, 
    0x2, 0x2, 0x6e, 0x6f, 0x7, 0x17, 0x2, 0x2, 0x6f, 0x70, 0x5, 0x14, 0xb, 
    0x2, 0x70, 0x17, 0x3, 0x2, 0x2, 0x2, 0x71, 0x72, 0x9, 0x5, 0x2, 0x2, 
    0x72, 0x75, 0x5, 0x1a, 0xe, 0x2, 0x73, 0x75, 0x5, 0x1a, 0xe, 0x2, 0x74, 
    0x71, 0x3, 0x2, 0x2, 0x2, 0x74, 0x73, 0x3, 0x2, 0x2, 0x2, 0x75, 0x19, 
    0x3, 0x2, 0x2, 0x2, 0x76, 0x83, 0x7, 0x1c, 0x2, 0x2, 0x77, 0x83, 0x7, 
    0x1d, 0x2, 0x2, 0x78, 0x83, 0x7, 0x1f, 0x2, 0x2, 0x79, 0x83, 0x9, 0x6, 
    0x2, 0x2, 0x7a, 0x83, 0x7, 0x1b, 0x2, 0x2, 0x7b, 0x7c, 0x7, 0xa, 0x2, 
    0x2, 0x7c, 0x7d, 0x7, 0x18, 0x2, 0x2, 0x7d, 0x83, 0x7, 0x19, 0x2, 0x2, 
    0x7e, 0x7f, 0x7, 0x18, 0x2, 0x2, 0x7f, 0x80, 0x5, 0x8, 0x5, 0x2, 0x80, 
    0x81, 0x7, 0x19, 0x2, 0x2, 0x81, 0x83, 0x3, 0x2, 0x2, 0x2, 0x82, 0x76, 
    0x3, 0x2, 0x2, 0x2, 0x82, 0x77, 0x3, 0x2, 0x2, 0x2, 0x82, 0x78, 0x3, 
    0x2, 0x2, 0x2, 0x82, 0x79, 0x3, 0x2, 0x2, 0x2, 0x82, 0x7a, 0x3, 0x2, 
    0x2, 0x2, 0x82, 0x7b, 0x3, 0x2, 0x2, 0x2, 0x82, 0x7e, 0x3, 0x2, 0x2, 
    0x2, 0x83, 0x1b, 0x3, 0x2, 0x2, 0x2, 0xe, 0x1f, 0x36, 0x38, 0x3f, 0x4a, 
    0x52, 0x58, 0x5f, 0x67, 0x6c, 0x74, 0x82, 
  };

  atn::ATNDeserializer deserializer;
  _atn = deserializer.deserialize(_serializedATN);

  size_t count = _atn.getNumberOfDecisions();
  _decisionToDFA.reserve(count);
  for (size_t i = 0; i < count; i++) { 
    _decisionToDFA.emplace_back(_atn.getDecisionState(i), i);
  }
}

AegisParser::Initializer AegisParser::_init;

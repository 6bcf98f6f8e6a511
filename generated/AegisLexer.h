
// Generated from grammar/Aegis.g4 by ANTLR 4.7.2

#pragma once


#include "antlr4-runtime.h"


namespace aegis::generated {


class  AegisLexer : public antlr4::Lexer {
public:
  enum {
    IF = 1, ELSE = 2, AND = 3, OR = 4, NOT = 5, TRUE = 6, FALSE = 7, INPUT = 8, 
    PRINT = 9, EQUAL = 10, NOT_EQUAL = 11, LESS_EQUAL = 12, GREATER_EQUAL = 13, 
    LESS = 14, GREATER = 15, ASSIGN = 16, PLUS = 17, MINUS = 18, STAR = 19, 
    SLASH = 20, CARET = 21, LEFT_PAREN = 22, RIGHT_PAREN = 23, COLON = 24, 
    NAME = 25, INT = 26, FLOAT = 27, MALFORMED_NUMBER = 28, STRING = 29, 
    OPEN_STRING = 30, COMMENT = 31, SPACES = 32, LINE_END = 33, ILLEGAL_CHARACTER = 34
  };

  AegisLexer(antlr4::CharStream *input);
  ~AegisLexer();

  virtual std::string getGrammarFileName() const override;
  virtual const std::vector<std::string>& getRuleNames() const override;

  virtual const std::vector<std::string>& getChannelNames() const override;
  virtual const std::vector<std::string>& getModeNames() const override;
  virtual const std::vector<std::string>& getTokenNames() const override; // deprecated, use vocabulary instead
  virtual antlr4::dfa::Vocabulary& getVocabulary() const override;

  virtual const std::vector<uint16_t> getSerializedATN() const override;
  virtual const antlr4::atn::ATN& getATN() const override;

private:
  static std::vector<antlr4::dfa::DFA> _decisionToDFA;
  static antlr4::atn::PredictionContextCache _sharedContextCache;
  static std::vector<std::string> _ruleNames;
  static std::vector<std::string> _tokenNames;
  static std::vector<std::string> _channelNames;
  static std::vector<std::string> _modeNames;

  static std::vector<std::string> _literalNames;
  static std::vector<std::string> _symbolicNames;
  static antlr4::dfa::Vocabulary _vocabulary;
  static antlr4::atn::ATN _atn;
  static std::vector<uint16_t> _serializedATN;


  // Individual action functions triggered by action() above.

  // Individual semantic predicate functions triggered by sempred() above.

  struct Initializer {
    Initializer();
  };
  static Initializer _init;
};

}  // namespace aegis::generated

#pragma once

#include <cstdint>
#include <vector>

#include "syntax/source.h"

namespace aegis {

/// What a piece of program text is, as far as its characters tell (specification, sections 1, 2).
enum class Lexeme : std::uint8_t {
  kName,
  kKeyword,  ///< `if else and or not true false input print`
  kNumber,   ///< INT or FLOAT
  kString,
  kOperator,  ///< `= == != < <= > >= + - * / ^`
  kLeftParen,
  kRightParen,
  kColon,
  kComment,  ///< from `#` to the end of its line
  kBroken,   ///< what no token can be: an illegal character, a malformed number, and a string
             ///< that goes wrong, to the end of its line
};

struct ScannedToken {
  Lexeme lexeme;
  Range range;  ///< never empty, never beyond one line
};

/// Every token and comment of any text, in order. Unlike the parser's tokens (parse.h), these know
/// nothing of indentation, limits and budgets, and go on behind every problem: they are for what
/// shows and rewrites text. Spaces and line ends are what is left between them. The text behind an
/// invalid byte is not there (Source).
std::vector<ScannedToken> Scan(const Source& source);

}  // namespace aegis

#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace aegis::syntax_test {

// std::mt19937 gives the same numbers everywhere; the library's distributions need not.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  std::size_t Below(std::size_t bound) { return engine_() % bound; }
  bool OneIn(std::size_t n) { return Below(n) == 0; }
  const std::string& Of(const std::vector<std::string>& choices) {
    return choices[Below(choices.size())];
  }

 private:
  std::mt19937 engine_;
};

/// A program without syntax errors, before anybody has laid it out.
struct RandomProgram {
  struct Token {
    std::string text;
    bool spaced;  ///< whether the canonical layout has a space before it
  };
  struct Line {
    std::size_t level;
    std::size_t highest;  ///< of a comment alone on its line: the levels that it
    std::size_t lowest;   ///< could have
    std::vector<Token> tokens;
    std::string comment;  ///< empty without one; no spaces at its end
    std::size_t blank_lines_before;
  };

  std::vector<Line> lines;

  /// The layout that the formatter has to find, `indent` spaces a level.
  std::string Canonical(std::size_t indent) const;
  /// Any layout, with `unit` spaces a level and line ends of all kinds.
  std::string AnyLayout(Random* random, std::size_t unit) const;
};

/// What the grammar allows. Most programs are valid and run to an end or to an error of
/// evaluation; some have wrong types and names. A few are as deep as the limits allow.
RandomProgram MakeRandomProgram(Random* random);

}  // namespace aegis::syntax_test

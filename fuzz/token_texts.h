#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/random.h"

namespace aegis::fuzz {

/// How a program spells its tokens.
class TokenTexts {
 public:
  /// The names of the program are chosen now. `wild`: now and then a text that is too long or is
  /// another token after all.
  explicit TokenTexts(Random* random, bool wild = false);

  /// A text for a token of that type (syntax/grammar_networks.h). Structural tokens have none.
  std::string Text(std::uint32_t type, Random* random) const;

  /// Adds a name that programs made from now on use, too.
  void AddName(std::string name) { names_.push_back(std::move(name)); }

 private:
  std::vector<std::string> names_;
  bool wild_;
};

/// A text that the lexer's rule of that name derives, from about `size` characters.
std::string DeriveText(std::string_view rule, std::size_t size, Random* random);

/// Literals where something changes: at limits, powers of two, ends of ranges, and those that need
/// escapes. Only for tokens whose value matters: INT, FLOAT and STRING; none for others.
const std::vector<std::string>& BoundaryTexts(std::uint32_t type);

/// Whether the lexer makes one token of that type of the whole `text`, without a problem.
bool LexesAs(const std::string& text, std::uint32_t type);

}  // namespace aegis::fuzz

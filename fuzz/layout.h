#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/node.h"
#include "fuzz/random.h"

namespace aegis::fuzz {

/// A tree as the text of a program.
struct Rendering {
  std::string text;                    ///< UTF-8
  std::vector<std::uint32_t> offsets;  ///< of each token of the tree, in code points
};

/// How a program is laid out: everything that the language leaves free.
struct Layout {
  std::size_t unit = 4;         ///< spaces a level, 2 or 4
  std::string line_end = "\n";  ///< or "\r\n"; empty: either, from line to line
  bool final_newline = true;
  std::size_t one_blank_in = 0;    ///< one of so many lines has blank lines before it; 0: none
  std::size_t one_comment_in = 0;  ///< ... has a comment
  std::size_t one_joined_in = 0;   ///< one of so many tokens has no space before it, if it can
  std::size_t one_spaced_in = 0;   ///< ... has several
};

/// Any layout.
Layout RandomLayout(Random* random);

/// Lays out the tokens of `tree`: the indentation rules (language specification, section 3) in
/// reverse. NEWLINE, INDENT and DEDENT become line ends and leading spaces.
Rendering Render(const Node& tree, const Layout& layout, Random* random);

/// The plainest layout.
std::string PlainText(const Node& tree);

}  // namespace aegis::fuzz

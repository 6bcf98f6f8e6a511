#pragma once

#include <string>
#include <string_view>

namespace aegis::cli {

/// A code point as it is put on a terminal, and the number of cells it takes there.
struct Glyph {
  std::string text;
  int cells;
};

/// How `code_point` is shown: itself, or something visible and harmless in the place of what a
/// terminal would act upon. A tab becomes a space, another control character its picture (`␛`),
/// and what is invisible or turns the writing direction its number (`<U+202E>`).
Glyph Show(char32_t code_point);

/// `bytes` made valid UTF-8: each byte that belongs to no well-formed sequence becomes U+FFFD.
std::string ToValidUtf8(std::string_view bytes);

/// `bytes` made valid UTF-8, with every code point as `Show` shows it: safe for any terminal.
std::string Visible(std::string_view bytes);

}  // namespace aegis::cli

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/source.h"

namespace aegis::lsp {

/// How the protocol counts characters inside a line. The rest of Aegis counts code points; this
/// file alone knows of anything else.
enum class Encoding : std::uint8_t { kUtf16, kUtf8 };

/// A place as the protocol has it: line and character from 0, a character being one unit of the
/// encoding.
struct LspPosition {
  std::uint32_t line = 0;
  std::uint32_t character = 0;

  friend bool operator==(LspPosition a, LspPosition b) {
    return a.line == b.line && a.character == b.character;
  }
};

/// Translates between code-point offsets of one text and the protocol's positions. Lines end in LF,
/// CRLF or a lone CR here, as the protocol has it; in the language, a lone CR ends no line.
class PositionMap {
 public:
  PositionMap(std::u32string_view text, Encoding encoding);

  /// The place of `offset`, which is at most the text's size. An offset between CR and LF is the
  /// end of that line.
  LspPosition At(std::uint32_t offset) const;
  /// The offset of `position`. One behind the end of its line means that end, a line behind the
  /// last one the end of the text, and one inside a character the start of that character.
  std::uint32_t OffsetAt(LspPosition position) const;

  std::uint32_t line_count() const { return static_cast<std::uint32_t>(lines_.size()); }
  /// The code points of line `index` (from 0) without its terminator.
  Range Line(std::uint32_t index) const { return lines_[index]; }
  /// The index of the line that `offset` lies on.
  std::uint32_t LineIndexAt(std::uint32_t offset) const;

 private:
  std::uint32_t UnitsBefore(std::uint32_t offset) const {
    return units_.empty() ? offset : units_[offset];
  }

  std::vector<Range> lines_;
  /// By code-point offset, the units before it; empty when each code point is one unit.
  std::vector<std::uint32_t> units_;
};

/// `text`, which must be valid UTF-8, as code points; and back.
std::u32string FromUtf8(std::string_view text);
std::string ToUtf8(std::u32string_view text);

}  // namespace aegis::lsp

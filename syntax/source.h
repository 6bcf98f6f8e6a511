#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aegis {

/// A place in a source as people count: line and column from 1, a column being one code point.
struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;

  friend bool operator==(Position a, Position b) {
    return a.line == b.line && a.column == b.column;
  }
};

/// A half-open range of code-point offsets, counted from 0 at the start of the source.
struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(Range a, Range b) { return a.begin == b.begin && a.end == b.end; }
};

/// The bytes of a program decoded into code points and cut into lines (specification, section 1).
///
/// Decoding is strict UTF-8 and stops at the first invalid byte: that byte becomes one code point
/// (U+0000, which no valid program can contain) and nothing after it is kept. A line ends in LF or
/// CRLF; a CR that no LF follows is an ordinary code point of its line. The line after a final
/// terminator exists and is empty, so that the end of the file has a position of its own.
class Source {
 public:
  /// A line's code-point offsets: `[begin, end)` is its text, `next` starts the line after it.
  struct Line {
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t next;
  };

  explicit Source(std::string_view bytes);

  const std::u32string& code_points() const { return code_points_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(code_points_.size()); }
  /// The size of the whole input in bytes, what follows an invalid byte included.
  std::size_t byte_size() const { return byte_size_; }
  /// The offset of the code point that stands for the first invalid byte.
  std::optional<std::uint32_t> invalid_offset() const { return invalid_offset_; }

  /// At least one line, in order; lines are indexed from 0 here.
  const std::vector<Line>& lines() const { return lines_; }
  /// The index (from 0) of the line that `offset` lies on; `offset` may be `size()`.
  std::uint32_t LineIndexAt(std::uint32_t offset) const;
  Position PositionAt(std::uint32_t offset) const;
  /// The text of `range` as UTF-8; an invalid byte is shown as U+FFFD.
  std::string Text(Range range) const;

 private:
  std::u32string code_points_;
  std::vector<Line> lines_;
  std::size_t byte_size_;
  std::optional<std::uint32_t> invalid_offset_;
};

/// Appends `code_point` to `text` as UTF-8. `code_point` must be a Unicode scalar value.
void AppendUtf8(char32_t code_point, std::string* text);

/// Whether `bytes` are strict UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
bool IsValidUtf8(std::string_view bytes);

}  // namespace aegis

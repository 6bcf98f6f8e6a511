#include "lsp/encoding.h"

#include <algorithm>

namespace aegis::lsp {
namespace {

std::uint32_t UnitsOf(char32_t c, Encoding encoding) {
  if (encoding == Encoding::kUtf16) return c < 0x10000 ? 1 : 2;
  return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
}

}  // namespace

PositionMap::PositionMap(std::u32string_view text, Encoding encoding) {
  const auto size = static_cast<std::uint32_t>(text.size());
  std::uint32_t begin = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    if (text[i] != U'\n' && text[i] != U'\r') continue;
    lines_.push_back({begin, i});
    if (text[i] == U'\r' && i + 1 < size && text[i + 1] == U'\n') ++i;
    begin = i + 1;
  }
  lines_.push_back({begin, size});

  const char32_t one_unit = encoding == Encoding::kUtf16 ? 0x10000 : 0x80;
  if (std::all_of(text.begin(), text.end(), [&](char32_t c) { return c < one_unit; })) return;
  units_.reserve(text.size() + 1);
  std::uint32_t units = 0;
  for (const char32_t c : text) {
    units_.push_back(units);
    units += UnitsOf(c, encoding);
  }
  units_.push_back(units);
}

std::uint32_t PositionMap::LineIndexAt(std::uint32_t offset) const {
  const auto behind =
      std::upper_bound(lines_.begin(), lines_.end(), offset,
                       [](std::uint32_t at, const Range& line) { return at < line.begin; });
  return static_cast<std::uint32_t>(behind - lines_.begin() - 1);
}

LspPosition PositionMap::At(std::uint32_t offset) const {
  const std::uint32_t index = LineIndexAt(offset);
  const Range line = lines_[index];
  return {index, UnitsBefore(std::min(offset, line.end)) - UnitsBefore(line.begin)};
}

std::uint32_t PositionMap::OffsetAt(LspPosition position) const {
  if (position.line >= line_count()) return lines_.back().end;
  const Range line = lines_[position.line];
  const std::uint32_t length = UnitsBefore(line.end) - UnitsBefore(line.begin);
  if (position.character >= length) return line.end;
  const std::uint32_t target = UnitsBefore(line.begin) + position.character;
  if (units_.empty()) return target;
  const auto behind =
      std::upper_bound(units_.begin() + line.begin, units_.begin() + line.end, target);
  return static_cast<std::uint32_t>(behind - units_.begin() - 1);
}

std::u32string FromUtf8(std::string_view text) { return Source(text).code_points(); }

std::string ToUtf8(std::u32string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (const char32_t c : text) AppendUtf8(c, &bytes);
  return bytes;
}

}  // namespace aegis::lsp

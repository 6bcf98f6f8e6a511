#include "syntax/source.h"

#include <algorithm>

namespace aegis {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

/// Decodes the sequence that starts at `bytes[*at]` and moves `*at` behind it. Returns nothing, and
/// leaves `*at`, when the bytes there are not one well-formed UTF-8 sequence.
std::optional<char32_t> DecodeOne(std::string_view bytes, std::size_t* at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned char lead = byte(*at);
  if (lead < 0x80) {
    ++*at;
    return lead;
  }
  // The smallest value of each length makes an overlong form visible.
  std::size_t length;
  char32_t value, smallest;
  if ((lead & 0xE0) == 0xC0) {
    length = 2, value = lead & 0x1F, smallest = 0x80;
  } else if ((lead & 0xF0) == 0xE0) {
    length = 3, value = lead & 0x0F, smallest = 0x800;
  } else if ((lead & 0xF8) == 0xF0) {
    length = 4, value = lead & 0x07, smallest = 0x10000;
  } else {
    return std::nullopt;
  }
  if (bytes.size() - *at < length) return std::nullopt;
  for (std::size_t i = 1; i < length; ++i) {
    const unsigned char next = byte(*at + i);
    if ((next & 0xC0) != 0x80) return std::nullopt;
    value = (value << 6) | (next & 0x3F);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < smallest || value > 0x10FFFF || surrogate) return std::nullopt;
  *at += length;
  return value;
}

}  // namespace

void AppendUtf8(char32_t code_point, std::string* text) {
  const auto put = [&](char32_t bits) { text->push_back(static_cast<char>(bits)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | (code_point >> 6));
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | (code_point >> 12));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | (code_point >> 18));
    put(0x80 | ((code_point >> 12) & 0x3F));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

bool IsValidUtf8(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    if (!DecodeOne(bytes, &at)) return false;
  }
  return true;
}

Source::Source(std::string_view bytes) : byte_size_(bytes.size()) {
  code_points_.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const std::optional<char32_t> code_point = DecodeOne(bytes, &at);
    if (!code_point) {
      invalid_offset_ = size();
      code_points_.push_back(U'\0');
      break;
    }
    code_points_.push_back(*code_point);
  }

  std::uint32_t begin = 0;
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (code_points_[i] != U'\n') continue;
    const bool crlf = i > begin && code_points_[i - 1] == U'\r';
    lines_.push_back({begin, crlf ? i - 1 : i, i + 1});
    begin = i + 1;
  }
  lines_.push_back({begin, size(), size()});
}

std::uint32_t Source::LineIndexAt(std::uint32_t offset) const {
  const auto after =
      std::upper_bound(lines_.begin(), lines_.end(), offset,
                       [](std::uint32_t value, const Line& line) { return value < line.begin; });
  return static_cast<std::uint32_t>(after - lines_.begin()) - 1;
}

Position Source::PositionAt(std::uint32_t offset) const {
  const std::uint32_t index = LineIndexAt(offset);
  return {index + 1, offset - lines_[index].begin + 1};
}

std::string Source::Text(Range range) const {
  std::string text;
  for (std::uint32_t i = range.begin; i < range.end && i < size(); ++i) {
    AppendUtf8(invalid_offset_ == i ? kReplacement : code_points_[i], &text);
  }
  return text;
}

}  // namespace aegis

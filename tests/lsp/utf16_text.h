#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace aegis::lsp_test {

// The tests' own arithmetic of the protocol's positions, over UTF-16 text as an editor has it: it
// shares no code with lsp/encoding.

/// A place as the protocol counts it in UTF-16.
struct Place {
  std::uint32_t line = 0;
  std::uint32_t character = 0;
};

/// The units at which the lines of `text` begin. A line ends in LF, CRLF or a lone CR.
inline std::vector<std::size_t> LineStarts(const std::u16string& text) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool cr = text[i] == u'\r' && (i + 1 == text.size() || text[i + 1] != u'\n');
    if (cr || text[i] == u'\n') starts.push_back(i + 1);
  }
  return starts;
}

inline bool IsLowSurrogate(char16_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

/// The UTF-8 bytes that the units `[begin, end)` of `text` take; surrogates stand in pairs.
inline std::uint32_t Utf8Bytes(const std::u16string& text, std::size_t begin, std::size_t end) {
  std::uint32_t bytes = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const char16_t unit = text[i];
    if (unit >= 0xD800 && unit < 0xDC00) {
      bytes += 4;
    } else if (!IsLowSurrogate(unit)) {
      bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    }
  }
  return bytes;
}

/// `text` as UTF-8; surrogates stand in pairs.
inline std::string Utf8(const std::u16string& text) {
  std::string bytes;
  const auto push = [&](char32_t value) { bytes += static_cast<char>(value); };
  for (std::size_t i = 0; i < text.size(); ++i) {
    char32_t c = text[i];
    if (c >= 0xD800 && c < 0xDC00) c = 0x10000 + ((c - 0xD800) << 10) + (text[++i] - 0xDC00U);
    if (c < 0x80) {
      push(c);
      continue;
    }
    if (c >= 0x10000) push(0xF0 | (c >> 18));
    if (c >= 0x10000) push(0x80 | ((c >> 12) & 0x3F));
    if (c < 0x10000 && c >= 0x800) push(0xE0 | (c >> 12));
    if (c >= 0x800) push(0x80 | ((c >> 6) & 0x3F));
    if (c < 0x800) push(0xC0 | (c >> 6));
    push(0x80 | (c & 0x3F));
  }
  return bytes;
}

/// `bytes`, which are valid UTF-8, in UTF-16.
inline std::u16string Utf16(const std::string& bytes) {
  std::u16string text;
  for (std::size_t i = 0; i < bytes.size();) {
    const auto first = static_cast<unsigned char>(bytes[i]);
    const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    char32_t c = length == 1 ? first : first & (0x7FU >> length);
    for (std::size_t k = 1; k < length; ++k) c = (c << 6) | (bytes[i + k] & 0x3F);
    if (c >= 0x10000) {
      text += static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10));
      text += static_cast<char16_t>(0xDC00 + ((c - 0x10000) & 0x3FF));
    } else {
      text += static_cast<char16_t>(c);
    }
    i += length;
  }
  return text;
}

}  // namespace aegis::lsp_test

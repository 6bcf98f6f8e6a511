#include "cli/display.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>

#include "syntax/source.h"

// How wide text is on a terminal, and what of it must not reach one.
//
// Terminals lay text out in cells. Most code points take one; those that Unicode's table
// EastAsianWidth calls wide or fullwidth take two; combining marks take none, for they are drawn
// over the character before them. The C library's wcwidth() knows this only in a UTF-8 locale,
// which a container or a service often lacks, so the ranges are here: all of the wide ones of
// Unicode 15, and the marks of the scripts that are written most. Where terminals disagree with
// each other (flags, joined emoji), a caret can be off by a cell; nothing worse depends on it.
//
// Control characters, and format characters such as the bidirectional overrides, can rewrite or
// reorder what a reader sees. They are never sent, whether they come from a program, a message or
// a file name.

namespace aegis::cli {
namespace {

struct CodePoints {
  char32_t first;
  char32_t last;
};

// Each table is in ascending order.

constexpr CodePoints kWide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
    {0x23F0, 0x23F0},   {0x23F3, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},
    {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},   {0x26CE, 0x26CE},
    {0x26D4, 0x26D4},   {0x26EA, 0x26EA},   {0x26F2, 0x26F3},   {0x26F5, 0x26F5},
    {0x26FA, 0x26FA},   {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},
    {0x2728, 0x2728},   {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},
    {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27B0, 0x27B0},   {0x27BF, 0x27BF},
    {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},   {0x2B55, 0x2B55},   {0x2E80, 0x3029},
    {0x302E, 0x303E},   {0x3041, 0x3096},   {0x309B, 0x3247},   {0x3250, 0x4DBF},
    {0x4E00, 0xA4C6},   {0xA960, 0xA97C},   {0xAC00, 0xD7A3},   {0xF900, 0xFAD9},
    {0xFE10, 0xFE19},   {0xFE30, 0xFE6B},   {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},
    {0x16FE0, 0x16FE3}, {0x16FF0, 0x1B2FB}, {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF},
    {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F335},
    {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3},
    {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4}, {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440},
    {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567},
    {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F},
    {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6DF},
    {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7F0}, {0x1F90C, 0x1F93A},
    {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAF6}, {0x20000, 0x3134A},
};

constexpr CodePoints kCombining[] = {
    {0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},   {0x5BF, 0x5BF},     {0x5C1, 0x5C2},
    {0x5C4, 0x5C5},   {0x5C7, 0x5C7},   {0x610, 0x61A},   {0x64B, 0x65F},     {0x670, 0x670},
    {0x6D6, 0x6DC},   {0x6DF, 0x6E4},   {0x6E7, 0x6E8},   {0x6EA, 0x6ED},     {0x900, 0x902},
    {0x93A, 0x93A},   {0x93C, 0x93C},   {0x941, 0x948},   {0x94D, 0x94D},     {0x951, 0x957},
    {0x962, 0x963},   {0x981, 0x981},   {0x9BC, 0x9BC},   {0x9C1, 0x9C4},     {0x9CD, 0x9CD},
    {0xBC0, 0xBC0},   {0xBCD, 0xBCD},   {0xC3E, 0xC40},   {0xC46, 0xC56},     {0xE31, 0xE31},
    {0xE34, 0xE3A},   {0xE47, 0xE4E},   {0xEB1, 0xEB1},   {0xEB4, 0xEBC},     {0xEC8, 0xECD},
    {0x1160, 0x11FF}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20F0},   {0x302A, 0x302D},
    {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF},
};

/// Controls above U+001F, line separators and format characters.
constexpr CodePoints kUnsafe[] = {
    {0x7F, 0x9F},       {0xAD, 0xAD},       {0x600, 0x605},     {0x61C, 0x61C},
    {0x6DD, 0x6DD},     {0x70F, 0x70F},     {0x890, 0x891},     {0x8E2, 0x8E2},
    {0x180E, 0x180E},   {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},
    {0xFEFF, 0xFEFF},   {0xFFF9, 0xFFFB},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD},
    {0x13430, 0x13438}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0001, 0xE007F},
};

template <std::size_t size>
bool Contains(const CodePoints (&table)[size], char32_t code_point) {
  const CodePoints* row =
      std::lower_bound(std::begin(table), std::end(table), code_point,
                       [](const CodePoints& range, char32_t value) { return range.last < value; });
  return row != std::end(table) && row->first <= code_point;
}

constexpr char32_t kReplacement = 0xFFFD;
constexpr char32_t kControlPictures = 0x2400;

/// The length of the well-formed UTF-8 sequence at the start of `bytes`, 0 when there is none.
std::size_t SequenceLength(std::string_view bytes) {
  for (std::size_t length = 1; length <= 4 && length <= bytes.size(); ++length) {
    if (IsValidUtf8(bytes.substr(0, length))) return length;
  }
  return 0;
}

}  // namespace

Glyph Show(char32_t code_point) {
  Glyph glyph{"", 1};
  if (code_point == U'\t') {
    glyph.text = " ";
  } else if (code_point < 0x20) {
    AppendUtf8(kControlPictures + code_point, &glyph.text);
  } else if (Contains(kUnsafe, code_point)) {
    char number[16];
    std::snprintf(number, sizeof number, "<U+%04X>", static_cast<unsigned>(code_point));
    glyph.text = number;
    glyph.cells = static_cast<int>(glyph.text.size());
  } else {
    AppendUtf8(code_point, &glyph.text);
    if (Contains(kWide, code_point)) glyph.cells = 2;
    if (Contains(kCombining, code_point)) glyph.cells = 0;
  }
  return glyph;
}

std::string ToValidUtf8(std::string_view bytes) {
  if (IsValidUtf8(bytes)) return std::string(bytes);
  std::string valid;
  while (!bytes.empty()) {
    const std::size_t length = SequenceLength(bytes);
    if (length == 0) {
      AppendUtf8(kReplacement, &valid);
    } else {
      valid += bytes.substr(0, length);
    }
    bytes.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return valid;
}

std::string Visible(std::string_view bytes) {
  std::string visible;
  const Source decoded(ToValidUtf8(bytes));
  for (const char32_t code_point : decoded.code_points()) visible += Show(code_point).text;
  return visible;
}

}  // namespace aegis::cli

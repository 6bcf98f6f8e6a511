#include <algorithm>
#include <string>
#include <vector>

#include "lsp/edits.h"
#include "lsp/features.h"
#include "syntax/format.h"

namespace aegis::lsp {
namespace {

constexpr int kDefaultIndent = 4;

/// Spaces a level: what the client's settings say, else 2 where the editor indents by 2, else 4.
int IndentOf(const Json& params, const Client& client) {
  if (client.indent) return *client.indent;
  return At(params, {"options", "tabSize"}) == 2 ? 2 : kDefaultIndent;
}

/// The edits of a format that touch `within`; null when the text cannot be formatted.
Json FormatEdits(const Document& document, int indent, Range within) {
  const Source source(ToUtf8(document.text()));
  const auto limit = static_cast<std::size_t>(Limits()[Limit::kSourceBytes]);
  if (source.byte_size() > limit) return nullptr;
  const FormatResult result = Format(source, {indent});
  if (result.refusal) throw RequestError(kRequestFailed, result.refusal->message);
  if (!result.formatted()) return nullptr;
  std::vector<TextEdit> edits;
  for (const SpaceEdit& edit : result.edits) {
    if (edit.range.begin <= within.end && within.begin <= edit.range.end) {
      edits.push_back({edit.range, edit.text});
    }
  }
  return TextEdits(document, edits);
}

/// The unit of the document: the spaces of its first indented line that is not blank, when it is 2
/// or 4, else `otherwise`.
std::uint32_t UnitOf(const Document& document, std::uint32_t otherwise) {
  std::uint32_t line = UINT32_MAX;
  for (const ScannedToken& token : document.tokens()) {
    const std::uint32_t index = document.positions().LineIndexAt(token.range.begin);
    if (index == line) continue;
    line = index;
    if (token.lexeme == Lexeme::kComment) continue;
    const std::uint32_t spaces = token.range.begin - document.positions().Line(index).begin;
    if (spaces == 2 || spaces == 4) return spaces;
  }
  return otherwise;
}

/// The offset of the first character of `line` that is no space.
std::uint32_t IndentationEnd(const Document& document, Range line) {
  std::uint32_t end = line.begin;
  while (end < line.end && document.text()[end] == U' ') ++end;
  return end;
}

/// Whether the last token of `line` that is no comment is `:`.
bool OpensBlock(const Document& document, Range line) {
  bool opens = false;
  for (const ScannedToken& token : document.tokens()) {
    if (token.range.begin >= line.end) break;
    if (token.range.begin < line.begin || token.lexeme == Lexeme::kComment) continue;
    opens = token.lexeme == Lexeme::kColon;
  }
  return opens;
}

}  // namespace

Json Formatting(const Document& document, const Json& params, const Client& client) {
  return FormatEdits(document, IndentOf(params, client),
                     {0, static_cast<std::uint32_t>(document.text().size())});
}

Json RangeFormatting(const Document& document, const Json& params, const Client& client) {
  Range range = document.Offsets(At(params, {"range"}));
  const PositionMap& positions = document.positions();
  // A selection that ends where a line starts means the lines before.
  const bool ends_at_line = range.end > range.begin && positions.At(range.end).character == 0;
  const std::uint32_t last = positions.LineIndexAt(range.end) - (ends_at_line ? 1 : 0);
  range = {positions.Line(positions.LineIndexAt(range.begin)).begin, positions.Line(last).end};
  // Only with the unit that the program has can a part of it be laid out.
  const auto wanted = static_cast<std::uint32_t>(IndentOf(params, client));
  return FormatEdits(document, static_cast<int>(UnitOf(document, wanted)), range);
}

Json OnTypeFormatting(const Document& document, const Json& params, const Client& client) {
  const std::uint32_t offset = document.Offset(At(params, {"position"}));
  const PositionMap& positions = document.positions();
  const std::uint32_t index = positions.LineIndexAt(offset);
  if (At(params, {"ch"}) != "\n" || index == 0) return Json::array();
  const Range header = positions.Line(index - 1);
  if (!OpensBlock(document, header)) return Json::array();
  const Range line = positions.Line(index);
  const std::uint32_t unit = UnitOf(document, static_cast<std::uint32_t>(IndentOf(params, client)));
  const std::uint32_t spaces = IndentationEnd(document, header) - header.begin + unit;
  const Range indentation{line.begin, IndentationEnd(document, line)};
  if (indentation.end - indentation.begin == spaces) return Json::array();
  return TextEdits(document, {{indentation, std::string(spaces, ' ')}});
}

}  // namespace aegis::lsp

#include "fuzz/rewrite.h"

#include <vector>

#include "syntax/scan.h"

namespace aegis::fuzz {
namespace {

std::string Text(const Source& source, std::uint32_t begin, std::uint32_t end) {
  return source.Text({begin, end});
}

/// The lines from `first` to before `end`, by index, each with a line end; the place behind the
/// last line end is none.
std::string Lines(const Source& source, std::uint32_t first, std::uint32_t end) {
  std::string text;
  for (std::uint32_t i = first; i < end; ++i) {
    const Source::Line& line = source.lines()[i];
    text += Text(source, line.begin, line.next);
    if (line.next == line.end && line.end > line.begin) text += "\n";
  }
  return text;
}

/// Where the `:` is that ends the header in the line of `offset`.
std::uint32_t ColonOfHeader(const Source& source, std::uint32_t offset) {
  const std::uint32_t line = source.LineIndexAt(offset);
  std::uint32_t colon = offset;
  for (const ScannedToken& token : Scan(source)) {
    if (token.lexeme == Lexeme::kColon && source.LineIndexAt(token.range.begin) == line) {
      colon = token.range.begin;
    }
  }
  return colon;
}

}  // namespace

std::string WithParentheses(const CheckedProgram& program, ExprId id) {
  const Source& source = program.source;
  const Range extent = program.ast.exprs[id].extent;
  return Text(source, 0, extent.begin) + "(" + source.Text(extent) + ")" +
         Text(source, extent.end, source.size());
}

std::string WithSwappedBranches(const CheckedProgram& program, StatementId id) {
  const Source& source = program.source;
  const Statement& statement = program.ast.statements[id];
  const std::uint32_t condition = statement.expr_first.begin;
  const std::uint32_t colon = ColonOfHeader(source, condition);
  const std::uint32_t header = source.LineIndexAt(condition);
  const std::uint32_t otherwise = source.LineIndexAt(statement.else_token.begin);
  const std::uint32_t end = source.LineIndexAt(statement.extent.end) + 1;
  const auto last = static_cast<std::uint32_t>(source.lines().size());
  return Lines(source, 0, header) + Text(source, source.lines()[header].begin, condition) +
         " not (" + Text(source, condition, colon) + ")" +
         Text(source, colon, source.lines()[header].next) + Lines(source, otherwise + 1, end) +
         Lines(source, otherwise, otherwise + 1) + Lines(source, header + 1, otherwise) +
         Lines(source, end, last);
}

std::string WithName(const Source& source, const std::string& from, const std::string& to) {
  std::string text;
  std::uint32_t read_end = 0;
  for (const ScannedToken& token : Scan(source)) {
    if (token.lexeme != Lexeme::kName || source.Text(token.range) != from) continue;
    text += Text(source, read_end, token.range.begin) + to;
    read_end = token.range.end;
  }
  return text + Text(source, read_end, source.size());
}

}  // namespace aegis::fuzz

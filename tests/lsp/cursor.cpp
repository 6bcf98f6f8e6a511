#include "tests/lsp/cursor.h"

#include <algorithm>

#include "lsp/encoding.h"

namespace aegis::lsp_test {
namespace {

std::string WithoutCursors(std::string_view marked) {
  std::string text(marked);
  text.erase(std::remove(text.begin(), text.end(), '|'), text.end());
  return text;
}

std::string ShortPosition(const Json& position) {
  return position["line"].dump() + ":" + position["character"].dump();
}

}  // namespace

CursorDocument::CursorDocument(std::string_view marked, lsp::Encoding encoding)
    : document_("file:///a.aeg", 1, WithoutCursors(marked), encoding) {
  std::uint32_t offset = 0;
  for (const char32_t c : lsp::FromUtf8(marked)) {
    if (c == U'|') {
      cursors_.push_back(offset);
    } else {
      ++offset;
    }
  }
}

Json CursorDocument::At(std::size_t index) const {
  return {{"position", document_.ToJson(cursors_.at(index))}};
}

Json CursorDocument::Renaming(const std::string& new_name, std::size_t index) const {
  Json params = At(index);
  params["newName"] = new_name;
  return params;
}

std::string ShortRange(const Json& range) {
  const bool one_line = range["start"]["line"] == range["end"]["line"];
  return ShortPosition(range["start"]) + "-" +
         (one_line ? range["end"]["character"].dump() : ShortPosition(range["end"]));
}

std::string ShortRanges(const Json& list) {
  std::string text;
  for (const Json& each : list) {
    if (!text.empty()) text += " ";
    text += ShortRange(each["range"]);
    if (each.contains("kind")) text += each["kind"] == 3 ? "w" : "r";
  }
  return text;
}

}  // namespace aegis::lsp_test

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/client.h"
#include "lsp/document.h"

namespace aegis::lsp_test {

using lsp::Json;

/// A document written with cursors in it: each `|`, which no program contains, is taken out and
/// remembered.
class CursorDocument {
 public:
  explicit CursorDocument(std::string_view marked, lsp::Encoding encoding = lsp::Encoding::kUtf16);

  const lsp::Document& document() const { return document_; }
  /// Parameters of a request at the cursor `index`, from 0.
  Json At(std::size_t index = 0) const;
  /// The same with a `newName`.
  Json Renaming(const std::string& new_name, std::size_t index = 0) const;

 private:
  lsp::Document document_;
  std::vector<std::uint32_t> cursors_;  ///< code-point offsets
};

/// A `Range` as `LINE:CHARACTER-CHARACTER`, or `LINE:CHARACTER-LINE:CHARACTER` over lines.
std::string ShortRange(const Json& range);
/// What has a `range`, in a list, as text: `0:0-1 2:4-5`; a highlight with `r` or `w` behind it.
std::string ShortRanges(const Json& list);

}  // namespace aegis::lsp_test

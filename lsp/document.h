#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/client.h"
#include "lsp/encoding.h"
#include "semantic/compile.h"
#include "syntax/scan.h"

namespace aegis::lsp {

/// A text that an editor has open, with what is known of its newest version; all of that is found
/// when it is first asked for and kept until the next change.
class Document {
 public:
  /// `text` is valid UTF-8, as everything in a JSON message is.
  Document(std::string uri, std::int64_t version, std::string_view text, Encoding encoding);

  const std::string& uri() const { return uri_; }
  std::int64_t version() const { return version_; }
  /// A number that no other text has that this process held: it changes with every change.
  std::uint64_t revision() const { return revision_; }
  const std::u32string& text() const { return text_; }

  /// Carries out the `contentChanges` of a `textDocument/didChange` in their order. Throws
  /// RequestError when they are malformed; those before the malformed one are carried out.
  void Change(std::int64_t version, const Json& changes);

  const PositionMap& positions() const { return positions_; }
  /// What `aegis check` would find. Of a text over the size limit, `source` is empty.
  const Analysis& analysis() const;
  /// The tokens and comments of the text; none when it is over the size limit.
  const std::vector<ScannedToken>& tokens() const;
  /// The token that covers `offset` or, where none does, ends there; null when none does. It is
  /// there until the next change.
  const ScannedToken* TokenAt(std::uint32_t offset) const;

  /// The text of a range of the document as UTF-8.
  std::string Text(Range range) const;
  Json ToJson(std::uint32_t offset) const;  ///< a `Position`
  Json ToJson(Range range) const;           ///< a `Range`
  /// The offset of a `Position` of a request. Throws RequestError when it is malformed.
  std::uint32_t Offset(const Json& position) const;
  Range Offsets(const Json& range) const;

 private:
  /// A replacement of a part of the text.
  struct Edit {
    Range range;
    std::u32string text;
  };

  void Replace(std::u32string text);
  void Apply(std::vector<Edit>* edits);
  void Collect(const Json& change, std::vector<Edit>* edits);
  const std::vector<ScannedToken>& TokensAround(std::uint32_t offset) const;

  std::string uri_;
  std::int64_t version_;
  std::u32string text_;
  Encoding encoding_;
  std::uint64_t revision_;
  PositionMap positions_;
  mutable std::optional<Analysis> analysis_;
  mutable std::optional<std::vector<ScannedToken>> tokens_;
  mutable std::map<std::uint32_t, std::vector<ScannedToken>> line_tokens_;  ///< by line's start
};

}  // namespace aegis::lsp

#include "lsp/document.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace aegis::lsp {
namespace {

LspPosition ReadPosition(const Json& position) {
  const auto read = [&](const char* name) {
    const Json& value = At(position, {name});
    if (!value.is_number_integer() || value < 0) {
      throw RequestError(kInvalidParams, "a position has a `line` and a `character`, from 0");
    }
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(value.get<std::uint64_t>(), UINT32_MAX));
  };
  return {read("line"), read("character")};
}

std::uint64_t NextRevision() {
  static std::atomic<std::uint64_t> next{1};
  return next++;
}

}  // namespace

Document::Document(std::string uri, std::int64_t version, std::string_view text, Encoding encoding)
    : uri_(std::move(uri)),
      version_(version),
      text_(FromUtf8(text)),
      encoding_(encoding),
      revision_(NextRevision()),
      positions_(text_, encoding) {}

void Document::Replace(std::u32string text) {
  text_ = std::move(text);
  revision_ = NextRevision();
  positions_ = PositionMap(text_, encoding_);
  analysis_.reset();
  tokens_.reset();
  line_tokens_.clear();
}

/// Carries out `edits`, of which each lies before the one in front of it in the list, and empties
/// the list.
void Document::Apply(std::vector<Edit>* edits) {
  if (edits->empty()) return;
  std::u32string text;
  std::uint32_t at = 0;
  for (auto edit = edits->rbegin(); edit != edits->rend(); ++edit) {
    text.append(text_, at, edit->range.begin - at);
    text += edit->text;
    at = edit->range.end;
  }
  text.append(text_, at);
  edits->clear();
  Replace(std::move(text));
}

/// The positions of a change are those of the text after the changes before it. To find them, the
/// whole text has to be counted, which takes too long for each of the thousands of changes of a
/// replacement everywhere. But such changes come from the end of the text to its start, and what
/// stands before an edit has the same positions as without it: so edits are collected as long as
/// each lies before the last one. (A change that touches the last one does not: what that one
/// inserted can have joined a CR and an LF into one line end, and moved the position.)
void Document::Collect(const Json& change, std::vector<Edit>* edits) {
  const Json& text = At(change, {"text"});
  if (!text.is_string()) throw RequestError(kInvalidParams, "a change has a `text`");
  std::u32string inserted = FromUtf8(text.get_ref<const std::string&>());
  const Json& range = At(change, {"range"});
  if (range.is_null()) {
    edits->clear();
    return Replace(std::move(inserted));
  }
  if (!edits->empty() && Offset(At(range, {"end"})) >= edits->back().range.begin) Apply(edits);
  edits->push_back({Offsets(range), std::move(inserted)});
}

void Document::Change(std::int64_t version, const Json& changes) {
  if (!changes.is_array()) throw RequestError(kInvalidParams, "`contentChanges` is no array");
  version_ = version;
  std::vector<Edit> edits;
  try {
    for (const Json& change : changes) Collect(change, &edits);
  } catch (const RequestError&) {
    Apply(&edits);
    throw;
  }
  Apply(&edits);
}

const Analysis& Document::analysis() const {
  if (!analysis_) analysis_ = Analyze(ToUtf8(text_));
  return *analysis_;
}

const std::vector<ScannedToken>& Document::tokens() const {
  if (!tokens_) tokens_ = Scan(analysis().source);
  return *tokens_;
}

/// The tokens of at least the line that `offset` is on. No token knows of other lines, so a line
/// can be scanned alone, which saves what the whole text would take: a good part of a check.
const std::vector<ScannedToken>& Document::TokensAround(std::uint32_t offset) const {
  const Source& source = analysis().source;
  if (tokens_ || offset > source.size()) return tokens();
  const Source::Line line = source.lines()[source.LineIndexAt(offset)];
  const auto [entry, is_new] = line_tokens_.try_emplace(line.begin);
  if (is_new) {
    entry->second = Scan(Source(source.Text({line.begin, line.end})));
    for (ScannedToken& token : entry->second) {
      token.range.begin += line.begin;
      token.range.end += line.begin;
    }
  }
  return entry->second;
}

const ScannedToken* Document::TokenAt(std::uint32_t offset) const {
  const std::vector<ScannedToken>& all = TokensAround(offset);
  const auto behind =
      std::upper_bound(all.begin(), all.end(), offset,
                       [](std::uint32_t at, const ScannedToken& t) { return at < t.range.begin; });
  if (behind == all.begin()) return nullptr;
  const ScannedToken& token = *std::prev(behind);
  if (offset < token.range.end) return &token;
  // Where two tokens touch, the one behind `offset` has been found already.
  return offset == token.range.end ? &token : nullptr;
}

std::string Document::Text(Range range) const {
  return ToUtf8(std::u32string_view(text_).substr(range.begin, range.end - range.begin));
}

Json Document::ToJson(std::uint32_t offset) const {
  const LspPosition position =
      positions_.At(std::min(offset, static_cast<std::uint32_t>(text_.size())));
  return {{"line", position.line}, {"character", position.character}};
}

Json Document::ToJson(Range range) const {
  return {{"start", ToJson(range.begin)}, {"end", ToJson(range.end)}};
}

std::uint32_t Document::Offset(const Json& position) const {
  return positions_.OffsetAt(ReadPosition(position));
}

Range Document::Offsets(const Json& range) const {
  const std::uint32_t begin = Offset(At(range, {"start"}));
  const std::uint32_t end = Offset(At(range, {"end"}));
  if (end < begin) throw RequestError(kInvalidParams, "a range ends before it starts");
  return {begin, end};
}

}  // namespace aegis::lsp

#include "interp/json.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace aegis {
namespace {

using Json = nlohmann::ordered_json;

/// Messages of the protocols nest about ten deep.
constexpr int kMaxDepth = 128;

/// Whether brackets nest deeper than kMaxDepth. Looks at nothing else, so `text` can be anything.
bool IsTooDeep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      in_string = !in_string;
    } else if (in_string) {
      if (c == '\\') ++i;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxDepth) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

/// The number of the `\uXXXX` that `text` begins with; nothing when it does not.
std::optional<unsigned> UnitEscape(std::string_view text) {
  constexpr std::size_t kLength = 6;
  if (text.size() < kLength || text[0] != '\\' || text[1] != 'u') return std::nullopt;
  unsigned unit = 0;
  const char* const end = text.data() + kLength;
  const auto [stop, error] = std::from_chars(text.data() + 2, end, unit, 16);
  if (error != std::errc() || stop != end) return std::nullopt;
  return unit;
}

bool IsHigh(std::optional<unsigned> unit) { return unit && *unit >= 0xD800 && *unit < 0xDC00; }
bool IsLow(std::optional<unsigned> unit) { return unit && *unit >= 0xDC00 && *unit < 0xE000; }

/// `text` with each surrogate escape that has no other half replaced.
std::string WithoutLoneSurrogates(std::string_view text) {
  constexpr std::size_t kLength = 6;
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    if (text[0] != '\\') {
      const std::size_t plain = std::min(text.find('\\'), text.size());
      result += text.substr(0, plain);
      text.remove_prefix(plain);
      continue;
    }
    const std::optional<unsigned> unit = UnitEscape(text);
    std::size_t length = std::min<std::size_t>(text.size(), unit ? kLength : 2);
    if (IsHigh(unit) && IsLow(UnitEscape(text.substr(kLength)))) {
      length = 2 * kLength;
    } else if (IsHigh(unit) || IsLow(unit)) {
      result += "\\ufffd";
      text.remove_prefix(kLength);
      continue;
    }
    result += text.substr(0, length);
    text.remove_prefix(length);
  }
  return result;
}

void AddPlace(const Source& source, std::optional<Range> range, Json* object) {
  if (!range) {
    for (const char* name : {"line", "column", "end_line", "end_column"}) (*object)[name] = nullptr;
    return;
  }
  const Position begin = source.PositionAt(range->begin);
  const Position end = source.PositionAt(range->end);
  (*object)["line"] = begin.line;
  (*object)["column"] = begin.column;
  (*object)["end_line"] = end.line;
  (*object)["end_column"] = end.column;
}

}  // namespace

JsonText ReadJson(std::string_view text) {
  JsonText read;
  if (IsTooDeep(text)) {
    read.too_deep = true;
    read.problem = "a message nests at most " + std::to_string(kMaxDepth) + " deep";
    return read;
  }
  Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (value.is_discarded()) {
    value = Json::parse(WithoutLoneSurrogates(text), nullptr, /*allow_exceptions=*/false);
    read.unpaired_surrogates = !value.is_discarded();
  }
  if (value.is_discarded()) {
    read.problem = "this is not JSON in UTF-8";
  } else {
    read.value = std::move(value);
  }
  return read;
}

Json ProblemJson(const Source& source, Code code, const std::string& message,
                 const std::string& hint, std::optional<Range> range,
                 const std::vector<Note>& notes) {
  const CodeInfo& info = Info(code);
  Json object;
  object["code"] = info.id;
  object["category"] = CategoryName(info.category);
  object["severity"] = info.severity == Severity::kError ? "error" : "warning";
  object["message"] = message;
  if (!hint.empty()) object["hint"] = hint;
  AddPlace(source, range, &object);
  object["notes"] = Json::array();
  for (const Note& note : notes) {
    Json entry;
    entry["message"] = note.message;
    AddPlace(source, note.range, &entry);
    object["notes"].push_back(std::move(entry));
  }
  return object;
}

}  // namespace aegis

#include "cli/batch_request.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

// The lines of a batch come from anywhere, so they are read event by event (nlohmann's SAX
// interface) and only what a request can hold is kept. No tree is built: deep nesting needs no deep
// stack, neither to read nor to drop it, and a line of a million values needs no memory for them.
// Two things are seen this way that a tree would hide: members that come twice, and the exact
// digits of numbers in `id`, which is kept as the JSON text that it is.

namespace aegis::cli {
namespace {

using Json = nlohmann::json;

/// Whoever reads the answers may have a reader that recurses.
constexpr std::size_t kMaxIdDepth = 256;

/// Names and values from the line are cut to this many bytes in messages.
constexpr std::size_t kQuotedBytes = 64;

std::string Quoted(std::string_view text) {
  if (text.size() <= kQuotedBytes) return "`" + std::string(text) + "`";
  std::size_t size = kQuotedBytes;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return "`" + std::string(text.substr(0, size)) + "…`";
}

std::optional<std::string> FromHex(std::string_view digits) {
  if (digits.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(digits.size() / 2);
  int high = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const char c = digits[i];
    int value;
    if (c >= '0' && c <= '9') {
      value = c - '0';
    } else if (c >= 'a' && c <= 'f') {
      value = c - 'a' + 10;
    } else if (c >= 'A' && c <= 'F') {
      value = c - 'A' + 10;
    } else {
      return std::nullopt;
    }
    if (i % 2 == 1) bytes += static_cast<char>(high * 16 + value);
    high = value;
  }
  return bytes;
}

/// `text` as a JSON string of ASCII alone.
std::string ToText(const std::string& text) {
  return Json(text).dump(-1, ' ', /*ensure_ascii=*/true);
}

class RequestReader : public nlohmann::json_sax<Json> {
 public:
  BatchRequest Finish() {
    if (!id_complete_) request_.id.clear();
    if (problem_.empty() && seen_.count("source") + seen_.count("source_hex") != 1) {
      problem_ = "a request has one of the members `source` and `source_hex`";
    }
    request_.problem = std::move(problem_);
    return std::move(request_);
  }

  bool null() override { return Value("null"); }
  bool boolean(bool value) override { return Value(value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override {
    return Integer(value, std::to_string(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    const auto signed_value = static_cast<std::int64_t>(value);
    return signed_value < 0 ? Value(std::to_string(value))
                            : Integer(signed_value, std::to_string(value));
  }
  bool number_float(number_float_t, const string_t& digits) override { return Value(digits); }
  bool binary(binary_t&) override { return false; }  // not in JSON text

  bool string(string_t& value) override {
    if (InId()) return Value(ToText(value));
    if (depth_ == 1 && member_ == "source") {
      request_.source = std::move(value);
    } else if (depth_ == 1 && member_ == "source_hex") {
      std::optional<std::string> bytes = FromHex(value);
      if (!bytes) Refuse("`source_hex` is not an even number of hexadecimal digits");
      request_.source = std::move(bytes).value_or("");
    } else if (depth_ == 2 && member_ == "inputs" && in_array_) {
      if (problem_.empty()) request_.inputs.push_back(std::move(value));
    } else {
      RefuseValue();
    }
    return true;
  }

  bool start_object(std::size_t) override {
    if (InId()) {
      Begin('{');
    } else if (depth_ == 1) {
      if (member_ != "limits") RefuseValue();
      in_array_ = false;
    } else if (depth_ > 1) {
      RefuseValue();
    }
    ++depth_;
    return true;
  }

  bool start_array(std::size_t) override {
    if (InId()) {
      Begin('[');
    } else if (depth_ == 0) {
      Refuse(kNoObject);
    } else if (depth_ == 1) {
      if (member_ != "inputs") RefuseValue();
      in_array_ = true;
    } else {
      RefuseValue();
    }
    ++depth_;
    return true;
  }

  bool key(string_t& name) override {
    if (depth_ == 1) {
      member_ = name;
      static const std::set<std::string> known = {"id", "source", "source_hex", "inputs", "limits"};
      if (known.count(name) == 0) {
        Refuse("there is no member " + Quoted(name) + " in a request");
      } else if (!seen_.insert(name).second) {
        Refuse("the member " + Quoted(name) + " comes twice");
        member_.clear();  // the first `id` is the one that is echoed
      }
    } else if (InId()) {
      Separate();
      request_.id += ToText(name) + ":";
      after_key_ = true;
    } else if (depth_ == 2 && problem_.empty()) {
      limit_ = name;
      if (!seen_limits_.insert(name).second) Refuse("the limit " + Quoted(name) + " comes twice");
    }
    return true;
  }

  bool end_object() override { return End('}'); }
  bool end_array() override { return End(']'); }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    Refuse("this line is not JSON: problem at byte " + std::to_string(position));
    return false;
  }

  /// Keeps the first problem that is met.
  void Refuse(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

 private:
  static constexpr const char* kNoObject = "a request is a JSON object";

  bool InId() const { return depth_ > 0 && member_ == "id"; }

  /// A comma where the text of `id` needs one.
  void Separate() {
    const bool first =
        request_.id.empty() || request_.id.back() == '[' || request_.id.back() == '{' || after_key_;
    if (!first) request_.id += ',';
    after_key_ = false;
  }

  void Begin(char bracket) {
    if (depth_ > kMaxIdDepth) {
      Refuse("`id` is nested more than " + std::to_string(kMaxIdDepth) + " deep");
      member_.clear();  // it is not echoed
      return;
    }
    Separate();
    request_.id += bracket;
  }

  bool End(char bracket) {
    --depth_;
    if (InId()) {
      request_.id += bracket;
      id_complete_ = depth_ == 1;
    }
    return true;
  }

  /// A value that is neither string nor integer, with its JSON text.
  bool Value(const std::string& text) {
    if (InId()) {
      Separate();
      request_.id += text;
      id_complete_ = depth_ == 1;
    } else {
      RefuseValue();
    }
    return true;
  }

  bool Integer(std::int64_t value, const std::string& text) {
    if (InId() || depth_ != 2 || member_ != "limits" || in_array_) return Value(text);
    std::string problem;
    const std::optional<Limits> changed = request_.limits.With(limit_, value, &problem);
    if (changed) {
      request_.limits = *changed;
    } else {
      Refuse(limit_.size() <= kQuotedBytes ? problem : "there is no limit named " + Quoted(limit_));
    }
    return true;
  }

  /// The value that is being read has a type that its place does not take.
  void RefuseValue() {
    if (depth_ == 0) {
      Refuse(kNoObject);
    } else if (member_ == "inputs") {
      Refuse("`inputs` is an array of strings");
    } else if (member_ == "limits") {
      Refuse("`limits` is an object of whole numbers");
    } else {
      Refuse(Quoted(member_) + " is a string");
    }
  }

  BatchRequest request_;
  std::string problem_;
  std::size_t depth_ = 0;     ///< open objects and arrays
  std::string member_;        ///< the member of the request that is being read
  std::string limit_;         ///< the member of `limits` that is being read
  bool in_array_ = false;     ///< whether the value of the member is an array
  bool after_key_ = false;    ///< whether `request_.id` ends in a colon
  bool id_complete_ = false;  ///< whether `request_.id` is a whole value
  std::set<std::string> seen_;
  std::set<std::string> seen_limits_;
};

}  // namespace

BatchRequest ReadBatchRequest(std::string_view line) {
  RequestReader reader;
  try {
    // nlohmann takes a NUL for the end of the text.
    const std::size_t nul = line.find('\0');
    const std::string_view text = line.substr(0, nul);
    Json::sax_parse(text.begin(), text.end(), &reader);
    if (nul != std::string_view::npos) reader.Refuse("this line is not JSON: it has a NUL in it");
  } catch (const nlohmann::detail::exception&) {
    reader.Refuse("this line is not JSON");
  }
  return reader.Finish();
}

}  // namespace aegis::cli

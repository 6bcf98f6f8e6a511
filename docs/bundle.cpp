#include "docs/bundle.h"

#include <cctype>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

namespace aegis {
namespace {

/// Cuts the first line off `text`, without its terminator.
std::string_view TakeLine(std::string_view* text) {
  const std::size_t end = text->find('\n');
  const std::string_view line = text->substr(0, end);
  text->remove_prefix(end == std::string_view::npos ? text->size() : end + 1);
  return line;
}

bool StartsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

/// The rest of `line` after `prefix` and one space; nothing when the line starts otherwise. An
/// empty text may leave the space out, since editors strip it at the end of a line.
std::optional<std::string_view> After(std::string_view line, std::string_view prefix) {
  if (!StartsWith(line, prefix)) return std::nullopt;
  line.remove_prefix(prefix.size());
  if (StartsWith(line, " ")) line.remove_prefix(1);
  return line;
}

std::string_view Filename(std::string_view path) { return path.substr(path.rfind('/') + 1); }

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int lower = std::tolower(static_cast<unsigned char>(c));
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// `text` with every `\xHH` replaced by that byte; other backslashes stay.
std::string Unescape(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    if (StartsWith(text, "\\x") && text.size() >= 4 && HexDigit(text[2]) >= 0 &&
        HexDigit(text[3]) >= 0) {
      result += static_cast<char>(HexDigit(text[2]) * 16 + HexDigit(text[3]));
      text.remove_prefix(4);
    } else {
      result += text.front();
      text.remove_prefix(1);
    }
  }
  return result;
}

std::vector<std::string_view> Words(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    const std::size_t end = line.find(' ');
    if (end != 0) words.push_back(line.substr(0, end));
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  }
  return words;
}

/// `digits` as a number; -1, which no limit takes, for any other text.
long long Number(std::string_view digits) {
  long long value = -1;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  return error == std::errc() && stop == end ? value : -1;
}

/// The program of a fence whose line reads ```` ```aeg WORD... ````, `source` being the lines in
/// it; nothing when it is neither `wrong` nor `right`.
std::optional<Explanation::Program> ReadProgram(std::string_view fence, std::string_view source) {
  Explanation::Program program{};
  bool has_kind = false;
  bool escaped = false;
  for (const std::string_view word : Words(fence)) {
    if (word == "wrong" || word == "right") {
      has_kind = true;
      program.wrong = word == "wrong";
    } else if (word == "escaped") {
      escaped = true;
    } else if (StartsWith(word, "input=")) {
      program.inputs.emplace_back(word.substr(6));
    } else if (StartsWith(word, "limit:") && word.find('=') != std::string_view::npos) {
      const std::size_t equals = word.find('=');
      program.limits.emplace_back(word.substr(6, equals - 6), Number(word.substr(equals + 1)));
    }
  }
  if (!has_kind) return std::nullopt;
  program.source = escaped ? Unescape(source) : std::string(source);
  if (escaped) {
    for (std::string& input : program.inputs) input = Unescape(input);
  }
  return program;
}

Explanation ReadExplanation(const BundledFile& file) {
  Explanation page;
  page.text = file.content;
  const std::string_view filename = Filename(file.name);
  page.id = filename.substr(0, filename.rfind('.'));

  std::string_view rest = file.content;
  if (const auto title = After(TakeLine(&rest), "# " + page.id + ":")) page.title = *title;
  while (!rest.empty()) {
    const auto fence = After(TakeLine(&rest), "```aeg");
    if (!fence) continue;
    const char* begin = rest.data();
    const char* end = begin;
    while (!rest.empty()) {
      if (StartsWith(TakeLine(&rest), "```")) break;
      end = rest.data();
    }
    const std::string_view source(begin, static_cast<std::size_t>(end - begin));
    if (auto program = ReadProgram(*fence, source)) page.programs.push_back(std::move(*program));
  }
  return page;
}

Example ReadExample(const BundledFile& file) {
  Example example;
  example.filename = Filename(file.name);
  example.content = file.content;
  std::string_view rest = file.content;
  while (!rest.empty()) {
    const std::string_view line = TakeLine(&rest);
    if (const auto purpose = After(line, "# purpose:")) {
      example.purpose = *purpose;
    } else if (const auto input = After(line, "# input:")) {
      example.inputs.emplace_back(*input);
    } else if (const auto expected = After(line, "# expect:")) {
      example.expected_output.append(*expected).append("\n");
    } else {
      break;
    }
  }
  return example;
}

}  // namespace

std::vector<Example> Examples() {
  std::vector<Example> examples;
  for (const BundledFile& file : BundledExamples()) examples.push_back(ReadExample(file));
  return examples;
}

std::vector<Explanation> Explanations() {
  std::vector<Explanation> pages;
  for (const BundledFile& file : BundledExplanations()) pages.push_back(ReadExplanation(file));
  return pages;
}

}  // namespace aegis

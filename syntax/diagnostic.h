#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/source.h"

namespace aegis {

/// The categories of section 9, and one for warnings, which only reports of all problems show.
enum class Category : std::uint8_t {
  kSyntaxError,
  kIndentationError,
  kNameError,
  kTypeError,
  kValueError,
  kLimitError,
  kHostError,
  kWarning,
};

enum class Severity : std::uint8_t { kError, kWarning };

/// Everything that can be wrong with a program or a run. diagnostic_codes.inc is the table.
enum class Code : std::uint16_t {
#define AEGIS_CODE(name, number, category, severity, slug, message) name = number,
#include "syntax/diagnostic_codes.inc"
#undef AEGIS_CODE
};

/// A row of the table. `id` is the stable code as printed, such as `AEG0101`; `slug` its name in
/// words; `message` a template with `{0}`, `{1}`, ... for the arguments.
struct CodeInfo {
  Code code;
  std::string_view id;
  Category category;
  Severity severity;
  std::string_view slug;
  std::string_view message;
};

const CodeInfo& Info(Code code);
/// All rows, in order of their numbers.
const std::vector<CodeInfo>& AllCodes();
/// The row of `id` (`AEG0101`; case and the leading letters and zeros are free: `aeg101`, `101`)
/// or of its slug; null when there is none.
const CodeInfo* FindCode(std::string_view id);

/// `syntax_error`, `indentation_error`, ...
std::string_view CategoryName(Category category);

/// A further place that explains a diagnostic.
struct Note {
  Range range;
  std::string message;
};

/// A problem as data. Renderers (text, JSON, SARIF, LSP) are made from this value and a Source.
struct Diagnostic {
  Code code;
  /// Where; nothing when no source position applies (section 9). A range can be empty.
  std::optional<Range> range;
  std::vector<std::string> arguments;
  /// What to do about it: one sentence in the style of messages, or empty.
  std::string hint;
  std::vector<Note> notes;
};

/// The message of `diagnostic` with its arguments filled in.
std::string Message(const Diagnostic& diagnostic);

inline bool IsError(const Diagnostic& diagnostic) {
  return Info(diagnostic.code).severity == Severity::kError;
}

}  // namespace aegis

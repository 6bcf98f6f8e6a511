#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/diagnostic.h"
#include "syntax/source.h"

namespace aegis {

/// What a text from outside is, read as JSON.
struct JsonText {
  std::optional<nlohmann::ordered_json> value;  ///< nothing when the text is refused
  bool too_deep = false;                        ///< then: whether only its nesting is wrong
  std::string problem;                          ///< then: why, in the style of messages
  /// Whether the text had `\u` escapes of surrogates without their other half. No Unicode text has
  /// them, but what works in UTF-16 can write them (half of a pair that an editor has typed so far,
  /// a model's slip), and refusing the whole text would lose whatever it is an answer to. Each was
  /// read as U+FFFD.
  bool unpaired_surrogates = false;
};

/// Reads `text`. A value that nests deeper than any message of a protocol does is refused, before
/// anything is made of it: code that copies or writes a value calls itself once a level.
JsonText ReadJson(std::string_view text);

/// A problem as a JSON object: `code`, `category`, `severity`, `message`, `hint` (where there is
/// one), `line`, `column`, `end_line`, `end_column` and `notes`. Lines and columns count from 1,
/// columns in code points; the end is the place just after the problem. They are null where no
/// source position applies. Ranges point into `source`.
nlohmann::ordered_json ProblemJson(const Source& source, Code code, const std::string& message,
                                   const std::string& hint, std::optional<Range> range,
                                   const std::vector<Note>& notes);

}  // namespace aegis

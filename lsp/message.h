#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lsp/client.h"

namespace aegis::lsp {

/// What the text of a message turned out to be.
struct ReadMessage {
  std::optional<Json> value;      ///< nothing when the text is refused
  ErrorCode error = kParseError;  ///< then: why
  std::string problem;
};

/// Reads `text` as JSON.
///
/// - A value that nests deeper than any message does is refused, before anything is made of it.
/// - `\u` escapes of surrogates without their other half are read as U+FFFD. No Unicode text has
///   them, but editors that work in UTF-16 do, while half a pair is typed or deleted, and refusing
///   the message would lose the document. U+FFFD has as many units as a surrogate in both encodings
///   of the protocol (taking the three bytes that a surrogate would have), so all positions hold.
ReadMessage ParseMessage(std::string_view text);

}  // namespace aegis::lsp

#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "syntax/limits.h"

namespace aegis::cli {

/// What a line of `aegis batch` asks for.
struct BatchRequest {
  std::string id;  ///< the member `id` as JSON text; empty when there is none
  std::string source;
  std::deque<std::string> inputs;
  Limits limits;
  /// Why the line is no request, in the style of messages; empty when it is one. `id` is then set
  /// if it could be read.
  std::string problem;
};

/// Reads `{"id"?: any, "source": string | "source_hex": string, "inputs"?: [string],
/// "limits"?: {name: integer}}`. Never throws, and needs no deep stack for any text.
BatchRequest ReadBatchRequest(std::string_view line);

}  // namespace aegis::cli

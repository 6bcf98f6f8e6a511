#pragma once

#include <string_view>

#include "agent/mcp/message.h"
#include "agent/mcp/revision.h"

namespace aegis::mcp {

/// The prompt that gives a model the rules of the language, and its argument.
inline constexpr std::string_view kPrompt = "write_aegis";
inline constexpr std::string_view kPromptArgument = "task";

/// The result of `prompts/list`.
Json ListPrompts(const Revision& revision);
/// The result of `prompts/get`. Throws RequestError.
Json GetPrompt(const Json& params);

}  // namespace aegis::mcp

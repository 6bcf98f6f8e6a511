#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aegis::agent {

using Json = nlohmann::ordered_json;

/// An argument of a tool; all of them are strings.
struct ToolArgument {
  std::string_view name;
  std::string_view description;
  bool required = true;
};

/// A tool as a model sees it (agent tools, the table). The schemas are JSON Schema 2020-12.
struct ToolInfo {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::vector<ToolArgument> arguments;
  Json input_schema;
  Json output_schema;  ///< of the envelope
  bool read_only = false;
  bool destructive = false;  ///< can undo what was done before
  bool idempotent = false;   ///< a second, same call changes nothing
};

/// All tools, in the order of the specification's table.
const std::vector<ToolInfo>& Tools();
/// The tool of that name; null when there is none.
const ToolInfo* FindTool(std::string_view name);

/// What is wrong with `arguments` for `tool`, in the style of messages: no object, an argument that
/// is missing, too much or no string. Nothing when all is well.
std::optional<std::string> ArgumentProblem(const ToolInfo& tool, const Json& arguments);

}  // namespace aegis::agent

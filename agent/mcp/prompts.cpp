#include "agent/mcp/prompts.h"

#include <string>

#include "docs/bundle.h"

namespace aegis::mcp {
namespace {

constexpr const char* kDescription =
    "The rules of the Aegis language and how to use the tools, with the task to write a program "
    "for.";

/// The pages that the prompt consists of. A page that is not bundled is left out.
constexpr std::string_view kPages[] = {"docs/language.md", "docs/agent.md"};

std::string Text(const std::string& task) {
  std::string text;
  for (const std::string_view name : kPages) {
    for (const BundledFile& page : BundledDocs()) {
      if (page.name == name) text += std::string(page.content) + "\n";
    }
  }
  if (task.empty()) return text + "Write Aegis programs by these rules when you are asked to.\n";
  return text + "Write an Aegis program by these rules, check it and run it. The task:\n\n" + task +
         "\n";
}

}  // namespace

Json ListPrompts(const Revision& revision) {
  Json argument = {{"name", kPromptArgument}};
  AddTitle(&argument, "Task", revision);
  argument["description"] = "What the program is to do.";
  argument["required"] = false;
  Json prompt = {{"name", kPrompt}};
  AddTitle(&prompt, "Write an Aegis program", revision);
  prompt["description"] = kDescription;
  prompt["arguments"] = Json::array({std::move(argument)});
  return Cacheable({{"prompts", Json::array({std::move(prompt)})}}, kBundled, revision);
}

Json GetPrompt(const Json& params) {
  if (StringMember(params, "name") != kPrompt) {
    throw RequestError(kInvalidParams, "there is no prompt of this name");
  }
  std::string task;
  if (params.contains("arguments")) {
    const Json& arguments = ObjectMember(params, "arguments");
    for (const auto& [name, value] : arguments.items()) {
      if (name != kPromptArgument) {
        throw RequestError(kInvalidParams, "`write_aegis` has no argument of this name");
      }
      task = StringMember(arguments, name.c_str());
    }
  }
  Json message = {{"role", "user"}, {"content", {{"type", "text"}, {"text", Text(task)}}}};
  return {{"description", kDescription}, {"messages", Json::array({std::move(message)})}};
}

}  // namespace aegis::mcp

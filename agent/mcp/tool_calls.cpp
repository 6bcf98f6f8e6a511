#include "agent/mcp/tool_calls.h"

#include <string>
#include <utility>

#include "agent/tools.h"
#include "interp/envelope.h"

namespace aegis::mcp {
namespace {

Json Annotations(const agent::ToolInfo& tool, const Revision& revision) {
  Json annotations = Json::object();
  if (!revision.has_titles()) annotations["title"] = tool.title;
  annotations["readOnlyHint"] = tool.read_only;
  annotations["destructiveHint"] = tool.destructive;
  annotations["idempotentHint"] = tool.idempotent;
  annotations["openWorldHint"] = false;
  return annotations;
}

Json Listed(const agent::ToolInfo& tool, const Revision& revision) {
  Json listed = {{"name", tool.name}};
  AddTitle(&listed, std::string(tool.title), revision);
  listed["description"] = tool.description;
  listed["inputSchema"] = tool.input_schema;
  if (revision.has_titles()) listed["outputSchema"] = tool.output_schema;
  if (revision.has_annotations()) listed["annotations"] = Annotations(tool, revision);
  return listed;
}

Json BadRequest(const std::string& problem) { return ToJson(BadRequestEnvelope(problem)); }

agent::ToolboxOptions OptionsOf(Server* server, bool keeps_waiting_run) {
  agent::ToolboxOptions options;
  options.limits = server->options().limits;
  options.keeps_waiting_run = keeps_waiting_run;
  options.on_change = [server](const std::string& filename, bool list_changed) {
    server->changes().Publish({filename, list_changed});
  };
  options.log = server->options().log;
  return options;
}

}  // namespace

Json ListTools(const Revision& revision) {
  Json tools = Json::array();
  for (const agent::ToolInfo& tool : agent::Tools()) tools.push_back(Listed(tool, revision));
  return Cacheable({{"tools", std::move(tools)}}, kBundled, revision);
}

ToolCalls::ToolCalls(Server* server, bool keeps_waiting_run)
    : toolbox_(server->files(), server->tokens(), OptionsOf(server, keeps_waiting_run)) {
  if (server->options().count_responses) wake_.emplace(&toolbox_);
}

Json ToolCalls::Call(const Message& message, const Revision& revision,
                     const agent::CancelFlag& cancelled) {
  const std::string& tool = StringMember(message.params, "name");
  if (agent::FindTool(tool) == nullptr) {
    throw RequestError(kInvalidParams, "there is no tool of this name");
  }
  Json envelope = Envelope(tool, message, cancelled);
  const bool is_error = envelope["status"] == "error";
  Json result = {
      {"content", Json::array({{{"type", "text"}, {"text", envelope.dump()}}})},
  };
  if (revision.has_titles()) result["structuredContent"] = std::move(envelope);
  result["isError"] = is_error;
  return result;
}

Json ToolCalls::Envelope(const std::string& tool, const Message& message,
                         const agent::CancelFlag& cancelled) {
  if (wake_ && !wake_->BeginResponse()) {
    wake_->End();
    return BadRequest("the wake is over: it had " + std::to_string(wake_->limit()) +
                      " responses; a new connection begins the next");
  }
  if (message.unpaired_surrogates) {
    return BadRequest("the call has a `\\u` escape of a surrogate without its other half");
  }
  const auto found = message.params.find("arguments");
  const Json arguments = found == message.params.end() ? Json::object() : *found;
  return wake_ ? wake_->Call(tool, arguments, cancelled)
               : toolbox_.Call(tool, arguments, cancelled);
}

}  // namespace aegis::mcp

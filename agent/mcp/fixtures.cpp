// What the protocol's conformance suite asks a server for, as tables.
//
// Most fixtures are a name and a result that never changes. Two kinds do more:
//
//   - Some tools tell of their progress, or log, while they work. The messages go out before the
//     result, so nothing has to wait.
//   - In the modern era a request can be answered with questions to the client (`input_required`).
//     The client then sends the request again, with the answers. The server keeps nothing in
//     between: where a request has more than one round, `requestState` carries the name of the
//     fixture and the number of the round, behind a code that only this process can make. An answer
//     that is missing or of the wrong shape is asked for again; a bent state is an error.

#include "agent/mcp/fixtures.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/mcp/revision.h"
#include "interp/session.h"

namespace aegis::mcp {
namespace {

/// One red pixel, as PNG.
constexpr const char* kImage =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
/// Two samples of silence, as WAV.
constexpr const char* kAudio = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQIAAACAgA==";

constexpr const char* kLogLevelKey = "io.modelcontextprotocol/logLevel";
constexpr const char* kProgressTool = "test_tool_with_progress";
/// Both do the same; the suite has a name for each era.
constexpr const char* kLoggingTools[] = {"test_tool_with_logging", "test_logging_tool"};
constexpr const char* kSchemaTool = "json_schema_2020_12_tool";
constexpr const char* kCapabilityTool = "test_missing_capability";
constexpr const char* kInputPrompt = "test_input_required_result_prompt";
constexpr const char* kWatched = "test://watched-resource";
constexpr std::string_view kTemplateStart = "test://template/";
constexpr std::string_view kTemplateEnd = "/data";

Json Text(const std::string& text) { return {{"type", "text"}, {"text", text}}; }
Json Image() { return {{"type", "image"}, {"data", kImage}, {"mimeType", "image/png"}}; }
Json Audio() { return {{"type", "audio"}, {"data", kAudio}, {"mimeType", "audio/wav"}}; }
Json TextResource(const std::string& uri, const char* type, const std::string& text) {
  return {{"uri", uri}, {"mimeType", type}, {"text", text}};
}
Json Embedded(Json resource) { return {{"type", "resource"}, {"resource", std::move(resource)}}; }

/// The string `name` of `object`; empty when there is none.
std::string Optional(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_string() ? member->get<std::string>() : "";
}

// ---- Tools --------------------------------------------------------------------------------------

/// A tool without arguments whose result never changes.
struct FixedTool {
  const char* name;
  const char* description;
  Json content;
  bool is_error = false;
};

const std::vector<FixedTool>& FixedTools() {
  static const std::vector<FixedTool> tools = {
      {"test_simple_text", "Gives a text",
       Json::array({Text("This is a simple text response for testing.")})},
      {"test_image_content", "Gives an image", Json::array({Image()})},
      {"test_audio_content", "Gives a sound", Json::array({Audio()})},
      {"test_embedded_resource", "Gives a resource",
       Json::array({Embedded(TextResource("test://embedded-resource", "text/plain",
                                          "This is an embedded resource content."))})},
      {"test_multiple_content_types", "Gives a text, an image and a resource",
       Json::array({Text("Multiple content types test:"), Image(),
                    Embedded(TextResource("test://mixed-content-resource", "application/json",
                                          R"({"test":"data","value":123})"))})},
      {"test_error_handling", "Fails",
       Json::array({Text("This tool intentionally returns an error for testing")}), true},
  };
  return tools;
}

Json ToolInfo(const char* name, const char* description) {
  return {{"name", name},
          {"description", description},
          {"inputSchema", {{"type", "object"}, {"properties", Json::object()}}}};
}

/// A tool whose schema has keywords that a server could lose.
Json SchemaTool() {
  Json tool = ToolInfo(kSchemaTool, "Has keywords of JSON Schema 2020-12");
  tool["inputSchema"] = Json::parse(R"({
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": {"$anchor": "addressDef", "type": "object", "properties":
        {"street": {"type": "string"}, "city": {"type": "string"}}}},
    "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"}, "email": {"type": "string"}},
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]}, "else": {"required": ["email"]},
    "additionalProperties": false})");
  return tool;
}

Json ToolResult(Json content, bool is_error = false) {
  return {{"content", std::move(content)}, {"isError", is_error}};
}

/// Tells of three steps, if the client wants to be told.
Json CallWithProgress(const FixtureRequest& request) {
  const Json meta = request.message.params.value("_meta", Json());
  const Json token = meta.is_object() ? meta.value("progressToken", Json()) : Json();
  for (const int progress : {0, 50, 100}) {
    if (!token.is_string() && !token.is_number_integer()) break;
    request.send_related(
        NotificationMessage("notifications/progress",
                            {{"progressToken", token}, {"progress", progress}, {"total", 100}}));
  }
  return ToolResult(Json::array({Text("three steps are done")}));
}

/// From the least to the most severe. Their end when there is no such level.
constexpr std::array<std::string_view, 8> kLogLevels = {"debug", "info",     "notice", "warning",
                                                        "error", "critical", "alert",  "emergency"};
auto FindLevel(std::string_view level) {
  return std::find(kLogLevels.begin(), kLogLevels.end(), level);
}

/// Logs three lines, if the client wants lines of their level.
Json CallWithLogging(const FixtureRequest& request) {
  const std::string level = request.modern ? Optional(request.message.params["_meta"], kLogLevelKey)
                                           : request.state->log_level;
  for (const char* line :
       {"Tool execution started", "Tool processing data", "Tool execution completed"}) {
    if (FindLevel(level) > FindLevel("info")) break;
    request.send_related(
        NotificationMessage("notifications/message", {{"level", "info"}, {"data", line}}));
  }
  return ToolResult(Json::array({Text("three lines were for the log")}));
}

Json SetLogLevel(const FixtureRequest& request) {
  const std::string& level = StringMember(request.message.params, "level");
  if (FindLevel(level) == kLogLevels.end()) {
    throw RequestError(kInvalidParams, "there is no such level");
  }
  request.state->log_level = level;
  return Json::object();
}

// ---- Questions to the client --------------------------------------------------------------------

/// A question, the capability a client needs to be asked it, and what its answer holds.
struct Question {
  const char* key;
  const char* method;
  Json params;

  const char* capability() const {
    const std::string_view name(method);
    return name == "roots/list"           ? "roots"
           : name == "elicitation/create" ? "elicitation"
                                          : "sampling";
  }
  bool IsAnswer(const Json& answer) const {
    const std::string_view name(method);
    if (!answer.is_object()) return false;
    if (name == "roots/list") return answer.contains("roots") && answer["roots"].is_array();
    return !Optional(answer, name == "elicitation/create" ? "action" : "role").empty();
  }
};

Question Elicit(const char* key, const char* text, const char* member,
                const char* type = "string") {
  return {key,
          "elicitation/create",
          {{"message", text},
           {"requestedSchema",
            {{"type", "object"},
             {"properties", {{member, {{"type", type}}}}},
             {"required", Json::array({member})}}}}};
}

Question Sample(const char* key, const char* text) {
  Json message = {{"role", "user"}, {"content", Text(text)}};
  return {key,
          "sampling/createMessage",
          {{"messages", Json::array({std::move(message)})}, {"maxTokens", 100}}};
}

Question Roots() { return {"client_roots", "roots/list", Json::object()}; }

/// A fixture of the modern era that asks questions, in one or more rounds.
struct Asker {
  const char* name;
  const char* description;
  std::vector<std::vector<Question>> rounds;
  bool has_state = false;  ///< always the case with more than one round
  bool is_modest = false;  ///< leaves out what the client cannot be asked, and fails not
};

const std::vector<Asker>& AskingTools() {
  static const Question name = Elicit("user_name", "What is your name?", "name");
  static const Question confirm = Elicit("confirm", "Please confirm", "ok", "boolean");
  static const Question capital = Sample("capital_question", "What is the capital of France?");
  static const std::vector<Asker> tools = {
      {"test_input_required_result_elicitation", "Asks the user", {{name}}},
      {"test_streaming_elicitation", "Asks the user", {{name}}},
      {"test_input_required_result_sampling", "Asks the model", {{capital}}},
      {"test_input_required_result_list_roots", "Asks for the roots", {{Roots()}}},
      {"test_input_required_result_request_state", "Asks, with a state", {{confirm}}, true},
      {"test_input_required_result_tampered_state", "Asks, with a state", {{confirm}}, true},
      {"test_input_required_result_multiple_inputs",
       "Asks for all there is",
       {{name, Sample("greeting", "Generate a greeting"), Roots()}},
       true},
      {"test_input_required_result_multi_round",
       "Asks twice",
       {{Elicit("step1", "Step 1: What is your name?", "name")},
        {Elicit("step2", "Step 2: What is your favorite color?", "color")}},
       true},
      {"test_input_required_result_capabilities",
       "Asks what the client can be asked",
       {{name, capital}},
       false,
       true},
  };
  return tools;
}

const Asker& AskingPrompt() {
  static const Asker prompt = {
      kInputPrompt,
      "Asks the user",
      {{Elicit("user_context", "What context should the prompt use?", "context")}}};
  return prompt;
}

/// The state of a client that is to come back for `round` of `name`.
std::string SealState(const std::string& name, std::size_t round) {
  static const SnapshotKey key = SnapshotKey::Generate();
  const std::string state = name + "." + std::to_string(round);
  std::array<unsigned char, crypto_auth_hmacsha256_BYTES> code{};
  crypto_auth_hmacsha256(code.data(), reinterpret_cast<const unsigned char*>(state.data()),
                         state.size(), reinterpret_cast<const unsigned char*>(key.bytes().data()));
  std::string text(code.size() * 2 + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), code.data(), code.size());
  text.back() = '.';
  return text + state;
}

/// The round that the client comes back for. Throws RequestError when it made the state up.
std::size_t OpenState(const Asker& asker, const std::string& state) {
  for (std::size_t round = 0; round < asker.rounds.size(); ++round) {
    if (SealState(asker.name, round) == state) return round;
  }
  throw RequestError(kInvalidParams, "`requestState` is damaged, or of another request");
}

void NeedCapability(const FixtureRequest& request, const char* capability) {
  if (request.client_capabilities.contains(capability)) return;
  throw RequestError(kMissingClientCapability,
                     "this needs `" + std::string(capability) + "` of the client",
                     {{"requiredCapabilities", {{capability, Json::object()}}}});
}

/// The questions that `asker` still has, as a result; nothing when there are none.
std::optional<Json> Ask(const Asker& asker, const FixtureRequest& request) {
  const Json& params = request.message.params;
  const bool has_answers = params.contains("inputResponses");
  const Json answers = has_answers ? ObjectMember(params, "inputResponses") : Json(Json::object());
  bool is_back = has_answers;
  std::size_t round = 0;
  if (asker.has_state) {
    is_back = params.contains("requestState");
    if (is_back) round = OpenState(asker, StringMember(params, "requestState"));
  }
  const auto is_answered = [&answers](const Question& question) {
    const auto answer = answers.find(question.key);
    return answer != answers.end() && question.IsAnswer(*answer);
  };
  const auto is_asked = [&](const Question& question) {
    return !asker.is_modest || request.client_capabilities.contains(question.capability());
  };
  const auto is_done = [&](const Question& question) {
    return !is_asked(question) || is_answered(question);
  };
  if (is_back && std::all_of(asker.rounds[round].begin(), asker.rounds[round].end(), is_done)) {
    if (++round == asker.rounds.size()) return std::nullopt;
  }
  Json questions = Json::object();
  for (const Question& question : asker.rounds[round]) {
    if (!is_asked(question)) continue;
    NeedCapability(request, question.capability());
    questions[question.key] = {{"method", question.method}, {"params", question.params}};
  }
  if (questions.empty()) return std::nullopt;
  Json result = {{"resultType", "input_required"}, {"inputRequests", std::move(questions)}};
  if (asker.has_state) result["requestState"] = SealState(asker.name, round);
  return result;
}

std::string AnswersAsText(const Json& params, bool has_state) {
  return (has_state ? "state-ok " : "") + params.value("inputResponses", Json::object()).dump();
}

std::optional<Json> CallTool(const FixtureRequest& request) {
  const std::string name = Optional(request.message.params, "name");
  for (const FixedTool& tool : FixedTools()) {
    if (tool.name == name) return ToolResult(tool.content, tool.is_error);
  }
  if (name == kSchemaTool) return ToolResult(Json::array({Text("only the schema counts")}));
  if (name == kProgressTool) return CallWithProgress(request);
  for (const char* tool : kLoggingTools) {
    if (name == tool) return CallWithLogging(request);
  }
  if (!request.modern) return std::nullopt;
  if (name == kCapabilityTool) {
    NeedCapability(request, "sampling");
    return ToolResult(Json::array({Text("the client has what this needs")}));
  }
  for (const Asker& tool : AskingTools()) {
    if (tool.name != name) continue;
    if (std::optional<Json> questions = Ask(tool, request)) return questions;
    return ToolResult(Json::array({Text(AnswersAsText(request.message.params, tool.has_state))}));
  }
  return std::nullopt;
}

void AppendTools(bool modern, Json* list) {
  for (const FixedTool& tool : FixedTools()) {
    list->push_back(ToolInfo(tool.name, tool.description));
  }
  list->push_back(ToolInfo(kProgressTool, "Tells of its progress"));
  for (const char* tool : kLoggingTools) list->push_back(ToolInfo(tool, "Logs three lines"));
  list->push_back(SchemaTool());
  if (!modern) return;
  list->push_back(ToolInfo(kCapabilityTool, "Needs a client that can sample"));
  for (const Asker& tool : AskingTools()) list->push_back(ToolInfo(tool.name, tool.description));
}

// ---- Prompts ------------------------------------------------------------------------------------

Json UserMessages(std::vector<Json> contents) {
  Json messages = Json::array();
  for (Json& content : contents) {
    messages.push_back({{"role", "user"}, {"content", std::move(content)}});
  }
  return {{"messages", std::move(messages)}};
}

std::optional<Json> GetPrompt(const FixtureRequest& request) {
  const Json& params = request.message.params;
  const std::string name = Optional(params, "name");
  if (name == "test_simple_prompt") {
    return UserMessages({Text("This is a simple prompt for testing.")});
  }
  if (name == "test_prompt_with_arguments") {
    const Json& arguments = ObjectMember(params, "arguments");
    return UserMessages({Text("Prompt with arguments: arg1='" + StringMember(arguments, "arg1") +
                              "', arg2='" + StringMember(arguments, "arg2") + "'")});
  }
  if (name == "test_prompt_with_embedded_resource") {
    const std::string& uri = StringMember(ObjectMember(params, "arguments"), "resourceUri");
    return UserMessages(
        {Embedded(TextResource(uri, "text/plain", "Embedded resource content for testing.")),
         Text("Please process the embedded resource above.")});
  }
  if (name == "test_prompt_with_image") {
    return UserMessages({Image(), Text("Please analyze the image above.")});
  }
  if (request.modern && name == kInputPrompt) {
    if (std::optional<Json> questions = Ask(AskingPrompt(), request)) return questions;
    return UserMessages({Text(AnswersAsText(params, false))});
  }
  return std::nullopt;
}

void AppendPrompts(bool modern, Json* list) {
  const auto append = [list](const char* name, const char* description,
                             const std::vector<const char*>& arguments) {
    Json prompt = {{"name", name}, {"description", description}};
    for (const char* argument : arguments) {
      prompt["arguments"].push_back({{"name", argument}, {"required", true}});
    }
    list->push_back(std::move(prompt));
  };
  append("test_simple_prompt", "A text", {});
  append("test_prompt_with_arguments", "A text with two arguments", {"arg1", "arg2"});
  append("test_prompt_with_embedded_resource", "A resource and a text", {"resourceUri"});
  append("test_prompt_with_image", "An image and a text", {});
  if (modern) append(kInputPrompt, AskingPrompt().description, {});
}

/// No argument of a fixture has anything to choose from.
std::optional<Json> Complete(const Json& params) {
  const Json reference = params.value("ref", Json());
  if (!reference.is_object() || Optional(reference, "name") != "test_prompt_with_arguments") {
    return std::nullopt;
  }
  return Json{{"completion", {{"values", Json::array()}, {"total", 0}, {"hasMore", false}}}};
}

// ---- Resources ----------------------------------------------------------------------------------

/// The resources that are listed, with their contents.
const std::vector<Json>& FixedResources() {
  static const std::vector<Json> resources = {
      TextResource("test://static-text", "text/plain",
                   "This is the content of the static text resource."),
      {{"uri", "test://static-binary"}, {"mimeType", "image/png"}, {"blob", kImage}},
      TextResource(kWatched, "text/plain", "This resource never changes."),
  };
  return resources;
}

std::optional<Json> ReadResource(const Json& params) {
  const std::string uri = Optional(params, "uri");
  for (const Json& resource : FixedResources()) {
    if (resource["uri"] == uri) return Json{{"contents", Json::array({resource})}};
  }
  const std::size_t around = kTemplateStart.size() + kTemplateEnd.size();
  if (uri.size() <= around || uri.compare(0, kTemplateStart.size(), kTemplateStart) != 0 ||
      uri.compare(uri.size() - kTemplateEnd.size(), kTemplateEnd.size(), kTemplateEnd) != 0) {
    return std::nullopt;
  }
  const std::string id = uri.substr(kTemplateStart.size(), uri.size() - around);
  const Json text = {{"id", id}, {"templateTest", true}, {"data", "Data for ID: " + id}};
  return Json{{"contents", Json::array({TextResource(uri, "application/json", text.dump())})}};
}

void AppendResources(Json* list) {
  for (const Json& resource : FixedResources()) {
    const std::string uri = resource["uri"];
    list->push_back({{"uri", uri},
                     {"name", uri.substr(uri.rfind('/') + 1)},
                     {"description", "A fixture"},
                     {"mimeType", resource["mimeType"]}});
  }
}

}  // namespace

// ---- All of them --------------------------------------------------------------------------------

void AddFixtureCapabilities(bool modern, Json* capabilities) {
  if (!modern) (*capabilities)["logging"] = Json::object();
}

void AppendFixtures(const std::string& method, bool modern, Json* list) {
  if (method == "tools/list") AppendTools(modern, list);
  if (method == "prompts/list") AppendPrompts(modern, list);
  if (method == "resources/list") AppendResources(list);
  if (method == "resources/templates/list") {
    list->push_back({{"uriTemplate", "test://template/{id}/data"},
                     {"name", "template"},
                     {"description", "A fixture"},
                     {"mimeType", "application/json"}});
  }
}

std::optional<Json> FixtureResult(const FixtureRequest& request) {
  const std::string& method = request.message.method;
  const Json& params = request.message.params;
  if (method == "tools/call") return CallTool(request);
  if (method == "prompts/get") return GetPrompt(request);
  if (method == "completion/complete") return Complete(params);
  if (method == "resources/read") return ReadResource(params);
  if (request.modern) return std::nullopt;
  if (method == "logging/setLevel") return SetLogLevel(request);
  // The resource never changes, so there is nobody to remember.
  if ((method == "resources/subscribe" || method == "resources/unsubscribe") &&
      Optional(params, "uri") == kWatched) {
    return Json::object();
  }
  return std::nullopt;
}

}  // namespace aegis::mcp

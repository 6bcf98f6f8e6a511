#include "agent/tools.h"

#include <algorithm>
#include <utility>

#include "syntax/diagnostic.h"

namespace aegis::agent {
namespace {

constexpr const char* kDialect = "https://json-schema.org/draft/2020-12/schema";

Json StringSchema(std::string_view description) {
  return {{"type", "string"}, {"description", description}};
}

Json IntegerSchema(std::string_view description) {
  return {{"type", "integer"}, {"minimum", 0}, {"description", description}};
}

Json BooleanSchema(std::string_view description) {
  return {{"type", "boolean"}, {"description", description}};
}

/// Of a line or a column: null where no source position applies.
Json PlaceSchema() { return {{"type", {"integer", "null"}}, {"minimum", 1}}; }

Json ObjectSchema(Json properties, std::vector<std::string> optional = {}) {
  Json required = Json::array();
  for (const auto& [name, schema] : properties.items()) {
    if (std::find(optional.begin(), optional.end(), name) == optional.end())
      required.push_back(name);
  }
  return {{"type", "object"}, {"properties", std::move(properties)}, {"required", required}};
}

Json ArraySchema(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }

Json CategorySchema(bool warnings) {
  Json names = Json::array();
  for (const Category category :
       {Category::kSyntaxError, Category::kIndentationError, Category::kNameError,
        Category::kTypeError, Category::kValueError, Category::kLimitError, Category::kHostError}) {
    names.push_back(CategoryName(category));
  }
  if (warnings) names.push_back(CategoryName(Category::kWarning));
  return {{"enum", names}};
}

Json StatusSchema(const char* status) { return {{"const", status}}; }

Json ErrorSchema() {
  return ObjectSchema(
      {{"status", StatusSchema("error")},
       {"output", {{"const", ""}}},
       {"error", ObjectSchema({{"category", CategorySchema(false)},
                               {"code", StringSchema("the stable code, such as AEG0302")},
                               {"message", StringSchema("what is wrong")},
                               {"hint", StringSchema("what to do about it")},
                               {"line", PlaceSchema()},
                               {"column", PlaceSchema()}},
                              {"hint"})}});
}

/// The schema of an envelope that is one of `alternatives` or an error. A root of type object is
/// what the protocol asks of output schemas.
Json EnvelopeSchema(std::vector<Json> alternatives) {
  alternatives.push_back(ErrorSchema());
  Json statuses = Json::array();
  for (const Json& each : alternatives) statuses.push_back(each["properties"]["status"]["const"]);
  return {{"$schema", kDialect},
          {"type", "object"},
          {"properties", {{"status", {{"enum", statuses}}}}},
          {"required", {"status"}},
          {"oneOf", alternatives}};
}

Json OkSchema(Json members) {
  Json properties = {{"status", StatusSchema("ok")}};
  properties.update(members);
  return EnvelopeSchema({ObjectSchema(std::move(properties))});
}

Json RunSchema() {
  const Json output = StringSchema("everything printed so far, from the start of the run");
  const Json execution = {{"enum", {"not_started", "partial", "completed"}}};
  return EnvelopeSchema({
      ObjectSchema({{"status", StatusSchema("ok")}, {"execution", execution}, {"output", output}}),
      ObjectSchema(
          {{"status", StatusSchema("input_required")},
           {"execution", execution},
           {"output", output},
           {"request", ObjectSchema({{"index", IntegerSchema("counts the requests from 1")},
                                     {"line", PlaceSchema()},
                                     {"column", PlaceSchema()}})},
           {"run", StringSchema("stands for this run; `provide_ag_input` takes it, here or at "
                                "another server with the same key, until it expires")}},
          {"run"}),
  });
}

Json DiagnosticsSchema() {
  Json place = {{"line", PlaceSchema()},
                {"column", PlaceSchema()},
                {"end_line", PlaceSchema()},
                {"end_column", PlaceSchema()}};
  Json note = {{"message", StringSchema("what the place has to do with it")}};
  note.update(place);
  Json problem = {{"code", StringSchema("the stable code, such as AEG0302")},
                  {"category", CategorySchema(true)},
                  {"severity", {{"enum", {"error", "warning"}}}},
                  {"message", StringSchema("what is wrong")},
                  {"hint", StringSchema("what to do about it")}};
  problem.update(place);
  problem["notes"] = ArraySchema(ObjectSchema(std::move(note)));
  return ArraySchema(ObjectSchema(std::move(problem), {"hint"}));
}

Json FileSchema() {
  return {{"filename", StringSchema("the name of the file")},
          {"bytes", IntegerSchema("the size of its content in UTF-8")}};
}

Json DocsSchema() {
  return OkSchema(
      {{"rules", StringSchema("the language guide, Markdown")},
       {"examples", ArraySchema(ObjectSchema(
                        {{"filename", StringSchema("a name for the example")},
                         {"purpose", StringSchema("what it shows")},
                         {"content", StringSchema("the program")},
                         {"inputs", ArraySchema(StringSchema("what `input()` is answered with"))},
                         {"expected_output", StringSchema("what it then prints")}}))}});
}

constexpr std::string_view kFilename =
    "The name of a virtual file, 1 to 255 bytes of UTF-8 without control characters. It is a key "
    "and never a path.";

/// What is filled in from the rest of the row.
void AddInputSchema(ToolInfo* tool) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const ToolArgument& argument : tool->arguments) {
    properties[std::string(argument.name)] = StringSchema(argument.description);
    if (argument.required) required.push_back(argument.name);
  }
  tool->input_schema = {{"$schema", kDialect}, {"type", "object"}, {"properties", properties}};
  if (!required.empty()) tool->input_schema["required"] = required;
  tool->input_schema["additionalProperties"] = false;
}

ToolInfo ReadOnly(ToolInfo tool) {
  tool.read_only = true;
  tool.idempotent = true;
  return tool;
}

std::vector<ToolInfo> MakeTools() {
  ToolInfo create{"create_file",
                  "Create a file",
                  "Create a virtual file, or replace one, with the text of an Aegis program. "
                  "Nothing is checked or run.",
                  {{"filename", kFilename}, {"content", "The whole text of the program."}},
                  {},
                  OkSchema({{"filename", StringSchema("the name of the file")},
                            {"bytes", IntegerSchema("the size of its content in UTF-8")},
                            {"created", BooleanSchema("false when it replaced a file")}})};
  create.destructive = true;
  create.idempotent = true;
  ToolInfo remove{"delete_file",
                  "Delete a file",
                  "Delete a virtual file.",
                  {{"filename", kFilename}},
                  {},
                  OkSchema({{"filename", StringSchema("the name of the file")}})};
  remove.destructive = true;
  ToolInfo run{"run_ag_file",
               "Run a program",
               "Check a virtual file whole, and run it from its start. Status `ok`: it has ended. "
               "Status `input_required`: it waits at an `input()`; answer it with "
               "`provide_ag_input`. Status `error`: nothing of it counts; mend the program. "
               "`output` is all that was printed so far. `input()` shows no prompt: what to answer "
               "is to be known from the program and its output.",
               {{"filename", kFilename}},
               {},
               RunSchema()};
  ToolInfo provide{
      "provide_ag_input",
      "Answer a program's input()",
      "Give the run that waits the text that its `input()` returns, and go on with it. The result "
      "is like that of `run_ag_file`.",
      {{"value", "The text, exactly as the program gets it."},
       {"run",
        "The `run` of the envelope that asked for input. Needed only where the server keeps "
        "no run between calls; can be left out elsewhere.",
        false}},
      {},
      RunSchema()};
  ToolInfo cancel{"cancel_ag_run",
                  "Drop the waiting run",
                  "Drop the run that waits for input, so that another can begin.",
                  {},
                  {},
                  OkSchema({{"cancelled", BooleanSchema("false when no run waited")}})};
  cancel.destructive = true;
  cancel.idempotent = true;

  std::vector<ToolInfo> tools = {
      ReadOnly({"aegis_docs",
                "Learn the language",
                "The rules of the Aegis language and six complete example programs. Read them "
                "before writing a program.",
                {},
                {},
                DocsSchema()}),
      std::move(create),
      ReadOnly({"list_files",
                "List the files",
                "All virtual files with their sizes.",
                {},
                {},
                OkSchema({{"files", ArraySchema(ObjectSchema(FileSchema()))}})}),
      ReadOnly({"read_file",
                "Read a file",
                "The text of a virtual file.",
                {{"filename", kFilename}},
                {},
                OkSchema({{"filename", StringSchema("the name of the file")},
                          {"content", StringSchema("its whole text")}})}),
      std::move(remove),
      ReadOnly({"check_ag_file",
                "Check a program",
                "Prove a program well-formed without running it, and list all that is wrong with "
                "it. Takes either a virtual file or a text.",
                {{"filename", kFilename, false},
                 {"source", "The text of a program, instead of a file.", false}},
                {},
                OkSchema({{"valid", BooleanSchema("whether it could run; warnings do not count")},
                          {"diagnostics", DiagnosticsSchema()}})}),
      std::move(run),
      std::move(provide),
      std::move(cancel),
  };
  for (ToolInfo& tool : tools) AddInputSchema(&tool);
  return tools;
}

}  // namespace

const std::vector<ToolInfo>& Tools() {
  static const std::vector<ToolInfo> tools = MakeTools();
  return tools;
}

const ToolInfo* FindTool(std::string_view name) {
  for (const ToolInfo& tool : Tools()) {
    if (tool.name == name) return &tool;
  }
  return nullptr;
}

std::optional<std::string> ArgumentProblem(const ToolInfo& tool, const Json& arguments) {
  if (!arguments.is_object()) return "the arguments are an object of names and strings";
  for (const ToolArgument& argument : tool.arguments) {
    const auto found = arguments.find(std::string(argument.name));
    if (found == arguments.end()) {
      if (argument.required) return "the argument `" + std::string(argument.name) + "` is missing";
    } else if (!found->is_string()) {
      return "the argument `" + std::string(argument.name) + "` is a string, not " +
             (found->is_null() ? "null" : std::string("a value of type ") + found->type_name());
    }
  }
  if (arguments.size() <= tool.arguments.size()) {
    std::size_t known = 0;
    for (const ToolArgument& argument : tool.arguments) {
      known += arguments.count(std::string(argument.name));
    }
    if (known == arguments.size()) return std::nullopt;
  }
  std::string problem = "`" + std::string(tool.name) + "` takes no other arguments than";
  if (tool.arguments.empty()) return "`" + std::string(tool.name) + "` takes no arguments";
  const char* separator = " ";
  for (const ToolArgument& argument : tool.arguments) {
    problem += separator + ("`" + std::string(argument.name) + "`");
    separator = ", ";
  }
  return problem;
}

}  // namespace aegis::agent

#include "agent/tools.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "agent/toolbox.h"

namespace aegis::agent {
namespace {

/// Whether `value` is valid under the part of JSON Schema 2020-12 that the tools' schemas use; a
/// keyword beyond it fails the test.
bool IsValid(const Json& schema, const Json& value) {
  const auto has_type = [&value](const std::string& type) {
    if (type == "integer") return value.is_number_integer();
    return type == value.type_name();
  };
  for (const auto& [keyword, argument] : schema.items()) {
    bool holds = true;
    if (keyword == "type") {
      holds = argument.is_string() ? has_type(argument)
                                   : std::any_of(argument.begin(), argument.end(), has_type);
    } else if (keyword == "const") {
      holds = value == argument;
    } else if (keyword == "enum") {
      holds = std::find(argument.begin(), argument.end(), value) != argument.end();
    } else if (keyword == "minimum") {
      holds = !value.is_number() || value >= argument;
    } else if (keyword == "required") {
      for (const Json& name : argument) holds = holds && value.contains(name.get<std::string>());
    } else if (keyword == "properties") {
      for (const auto& [name, part] : argument.items()) {
        holds = holds && (!value.contains(name) || IsValid(part, value[name]));
      }
    } else if (keyword == "additionalProperties") {
      for (const auto& [name, part] : value.items()) {
        holds = holds && schema["properties"].contains(name);
      }
    } else if (keyword == "items") {
      for (const Json& element : value) holds = holds && IsValid(argument, element);
    } else if (keyword == "oneOf") {
      holds = std::count_if(argument.begin(), argument.end(),
                            [&value](const Json& each) { return IsValid(each, value); }) == 1;
    } else {
      EXPECT_TRUE(keyword == "$schema" || keyword == "description") << keyword;
    }
    if (!holds) return false;
  }
  return true;
}

TEST(Tools, AreThoseOfTheSpecificationInItsOrder) {
  std::vector<std::string> rows;
  for (const ToolInfo& tool : Tools()) {
    std::string row(tool.name);
    for (const ToolArgument& argument : tool.arguments) {
      row += " " + std::string(argument.name) + (argument.required ? "" : "?");
    }
    rows.push_back(row);
  }
  EXPECT_EQ(rows,
            (std::vector<std::string>{"aegis_docs", "create_file filename content", "list_files",
                                      "read_file filename", "delete_file filename",
                                      "check_ag_file filename? source?", "run_ag_file filename",
                                      "provide_ag_input value run?", "cancel_ag_run"}));
}

TEST(Tools, AreFoundByName) {
  for (const ToolInfo& tool : Tools()) EXPECT_EQ(FindTool(tool.name), &tool);
  EXPECT_EQ(FindTool("Aegis_docs"), nullptr);
  EXPECT_EQ(FindTool(""), nullptr);
}

TEST(Tools, HaveSchemasOfObjects) {
  for (const ToolInfo& tool : Tools()) {
    for (const Json* schema : {&tool.input_schema, &tool.output_schema}) {
      EXPECT_EQ((*schema)["$schema"], "https://json-schema.org/draft/2020-12/schema");
      EXPECT_EQ((*schema)["type"], "object");
    }
    EXPECT_EQ(tool.input_schema["additionalProperties"], false);
    EXPECT_FALSE(tool.title.empty());
    EXPECT_FALSE(tool.description.empty());
    for (const ToolArgument& argument : tool.arguments) EXPECT_FALSE(argument.description.empty());
  }
}

TEST(Tools, ThoseThatOnlyReadDestroyNothing) {
  for (const ToolInfo& tool : Tools()) {
    EXPECT_FALSE(tool.read_only && tool.destructive) << tool.name;
    EXPECT_EQ(tool.read_only, tool.name == "aegis_docs" || tool.name == "list_files" ||
                                  tool.name == "read_file" || tool.name == "check_ag_file")
        << tool.name;
  }
}

TEST(Tools, InputSchemasTakeWhatArgumentProblemTakes) {
  const std::vector<Json> candidates = {
      Json::object(),
      Json::array(),
      nullptr,
      {{"filename", "a"}},
      {{"filename", 1}},
      {{"filename", nullptr}},
      {{"filename", "a"}, {"content", "b"}},
      {{"filename", "a"}, {"content", "b"}, {"x", "c"}},
      {{"source", "a"}},
      {{"value", "a"}},
      {{"value", "a"}, {"run", "b"}},
      {{"value", "a"}, {"run", false}},
      {{"run", "b"}},
      {{"x", "a"}},
  };
  for (const ToolInfo& tool : Tools()) {
    for (const Json& arguments : candidates) {
      EXPECT_EQ(IsValid(tool.input_schema, arguments), !ArgumentProblem(tool, arguments))
          << tool.name << " " << arguments;
    }
  }
}

TEST(Tools, OutputSchemasDescribeWhatComesOut) {
  MemoryStore files;
  const RunTokens tokens(SnapshotKey::Generate());
  Toolbox tools(&files, &tokens);
  int calls = 0;
  const auto expect = [&](const char* name, const Json& arguments, const char* status) {
    const Json envelope = tools.Call(name, arguments);
    EXPECT_EQ(envelope.at("status"), status) << name << envelope;
    EXPECT_TRUE(IsValid(FindTool(name)->output_schema, envelope)) << name << envelope;
    for (const auto& [member, value] : envelope.items()) {
      if (member == "execution" || member == "run") continue;
      Json bent = envelope;
      bent[member] = Json::array({Json::array()});
      EXPECT_FALSE(IsValid(FindTool(name)->output_schema, bent)) << name << bent;
    }
    ++calls;
  };
  const Json name = {{"filename", "a"}};
  expect("aegis_docs", Json::object(), "ok");
  expect("read_file", name, "error");
  expect("create_file", {{"filename", "a"}, {"content", "print(input() + input())"}}, "ok");
  expect("list_files", Json::object(), "ok");
  expect("read_file", name, "ok");
  expect("check_ag_file", name, "ok");
  expect("check_ag_file", {{"source", "if true:\n\tprint(1)\nprint(a)"}}, "ok");
  expect("check_ag_file", {{"source", "if input() == \"\":\n    a = 1\nprint(a)"}}, "ok");
  expect("run_ag_file", name, "input_required");
  expect("provide_ag_input", {{"value", "1"}}, "input_required");
  expect("provide_ag_input", {{"value", "2"}}, "ok");
  expect("provide_ag_input", {{"value", "3"}}, "error");
  expect("cancel_ag_run", Json::object(), "ok");
  files.Put("b", "print(1 / 0)");
  expect("run_ag_file", {{"filename", "b"}}, "error");
  files.Put("b", "print(");
  expect("run_ag_file", {{"filename", "b"}}, "error");
  expect("delete_file", name, "ok");
  EXPECT_EQ(calls, 16);
}

}  // namespace
}  // namespace aegis::agent

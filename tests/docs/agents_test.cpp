// The guides to the agent tools are held to what they say. A ```json fence that begins with a call
// (`{"tool": ..., "arguments": ...}`) is a conversation: each call is carried out, and the envelope
// that stands behind it must be the one that it is answered with; a call without one must be
// answered with `ok`. In an envelope, a text that ends in `...` goes on, and so does an array that
// ends in "...". The fences of a page share their files, and one follows the other.
//
// Words behind `json`: `stateless` keeps no run between calls, and `failing` has a store that
// cannot be read.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "agent/toolbox.h"
#include "agent/tools.h"
#include "docs/bundle.h"
#include "tests/docs/markdown.h"

namespace aegis::docs {
namespace {

using agent::Json;

const std::vector<std::string> kPages = {"docs/agents.md", "docs/agent.md"};

bool GoesOn(const std::string& text) {
  return text.size() >= 3 && text.compare(text.size() - 3, 3, "...") == 0;
}

/// Whether `actual` is what a page shows as `shown`.
bool Fits(const Json& shown, const Json& actual) {
  if (shown.is_string() && GoesOn(shown.get<std::string>())) {
    const std::string start =
        shown.get<std::string>().substr(0, shown.get<std::string>().size() - 3);
    return actual.is_string() && actual.get<std::string>().rfind(start, 0) == 0;
  }
  if (shown.is_array()) {
    if (!actual.is_array()) return false;
    const bool goes_on = !shown.empty() && shown.back() == "...";
    const std::size_t count = shown.size() - (goes_on ? 1 : 0);
    if (goes_on ? actual.size() <= count : actual.size() != count) return false;
    for (std::size_t i = 0; i < count; ++i) {
      if (!Fits(shown[i], actual[i])) return false;
    }
    return true;
  }
  if (shown.is_object()) {
    if (!actual.is_object() || actual.size() != shown.size()) return false;
    for (auto is = actual.begin(), should_be = shown.begin(); is != actual.end();
         ++is, ++should_be) {
      if (is.key() != should_be.key() || !Fits(should_be.value(), is.value())) return false;
    }
    return true;
  }
  return shown == actual;
}

TEST(AgentGuides, AreComparedToTheLetter) {
  const Json actual = {{"a", "text"}, {"b", {1, 2, 3}}};
  EXPECT_TRUE(Fits(actual, actual));
  EXPECT_TRUE(Fits({{"a", "te..."}, {"b", {1, "..."}}}, actual));
  EXPECT_FALSE(Fits({{"a", "tex"}, {"b", {1, 2, 3}}}, actual));
  EXPECT_FALSE(Fits({{"a", "x..."}, {"b", {1, 2, 3}}}, actual));
  EXPECT_FALSE(Fits({{"b", {1, 2, 3}}, {"a", "text"}}, actual)) << "the order counts";
  EXPECT_FALSE(Fits({{"a", "text"}}, actual));
  EXPECT_FALSE(Fits({{"a", "text"}, {"b", {1, 2}}}, actual));
  EXPECT_FALSE(Fits({{"a", "text"}, {"b", {1, 2, 3, "..."}}}, actual)) << "nothing goes on";
}

/// The JSON values in `text`, one behind the other.
std::vector<Json> Values(const std::string& text) {
  std::vector<Json> values;
  std::istringstream stream(text);
  while ((stream >> std::ws).good()) {
    Json value;
    stream >> value;
    values.push_back(std::move(value));
  }
  return values;
}

class FailingStore : public agent::MemoryStore {
 public:
  std::optional<std::string> Get(const std::string&) override {
    throw agent::StoreError("the disk is broken");
  }
};

/// Carries out the conversation of a fence.
void Converse(const Fence& fence, const std::string& page, agent::FileStore* files) {
  const agent::RunTokens tokens(SnapshotKey::Generate());
  FailingStore failing;
  agent::ToolboxOptions options;
  options.keeps_waiting_run = fence.info != "json stateless";
  agent::Toolbox tools(fence.info == "json failing" ? &failing : files, &tokens, options);

  Json answer;
  std::string run;
  bool expected = true;
  for (Json& value : Values(fence.text)) {
    const std::string where = page + ":" + std::to_string(fence.line) + ": " + value.dump();
    if (value.contains("status")) {
      EXPECT_FALSE(expected) << where << " answers no call";
      EXPECT_TRUE(Fits(value, answer)) << where << "\nis " << answer.dump();
      expected = true;
      continue;
    }
    if (!expected) {
      EXPECT_EQ(answer["status"], "ok") << where << " comes after " << answer.dump();
    }
    ASSERT_TRUE(value.contains("tool") && value.contains("arguments")) << where;
    Json& arguments = value["arguments"];
    if (arguments.value("run", "") == "(the run)") arguments["run"] = run;
    answer = tools.Call(value["tool"].get<std::string>(), arguments);
    if (answer.contains("run")) run = answer["run"];
    expected = false;
  }
  EXPECT_TRUE(expected) << page << ":" << fence.line << ": the last call has no answer";
}

TEST(AgentGuides, EveryConversationGoesAsShown) {
  for (const std::string& page : kPages) {
    agent::MemoryStore files;
    int conversations = 0;
    for (const Fence& fence : Fences(ReadProjectFile(page))) {
      if (fence.info.rfind("json", 0) != 0 || fence.text.rfind("{\"tool\":", 0) != 0) continue;
      ++conversations;
      Converse(fence, page, &files);
    }
    EXPECT_GE(conversations, page == kPages[0] ? 10 : 1) << page;
  }
}

TEST(AgentGuides, ShowAnExampleOfEveryToolCategoryAndStatus) {
  std::set<std::string> tools;
  std::set<std::string> categories;
  std::set<std::string> statuses;
  for (const Fence& fence : Fences(ReadProjectFile("docs/agents.md"))) {
    if (fence.text.rfind("{\"tool\":", 0) != 0) continue;
    for (const Json& value : Values(fence.text)) {
      if (value.contains("tool")) tools.insert(value["tool"]);
      if (value.contains("status")) statuses.insert(value["status"]);
      if (value.contains("error")) categories.insert(value["error"]["category"]);
    }
  }
  for (const agent::ToolInfo& tool : agent::Tools()) {
    EXPECT_EQ(tools.count(std::string(tool.name)), 1U) << tool.name;
  }
  EXPECT_EQ(statuses, (std::set<std::string>{"error", "input_required", "ok"}));
  EXPECT_EQ(categories,
            (std::set<std::string>{"host_error", "indentation_error", "limit_error", "name_error",
                                   "syntax_error", "type_error", "value_error"}));
}

TEST(AgentGuides, ListEveryToolWithItsArguments) {
  for (const std::string& page : kPages) {
    const auto rows = TableRows(ReadProjectFile(page));
    for (const agent::ToolInfo& tool : agent::Tools()) {
      const std::string name = "`" + std::string(tool.name) + "`";
      const auto row = std::find_if(rows.begin(), rows.end(),
                                    [&](const auto& cells) { return cells.at(0) == name; });
      ASSERT_NE(row, rows.end()) << page << " " << name;
      const std::string& shown = row->at(1);
      EXPECT_EQ(std::count(shown.begin(), shown.end(), '`'), 2 * tool.arguments.size()) << shown;
      for (const agent::ToolArgument& argument : tool.arguments) {
        EXPECT_NE(shown.find("`" + std::string(argument.name) + "`"), std::string::npos)
            << page << " " << name << " " << argument.name;
      }
    }
  }
}

TEST(AgentGuides, ListEveryCategory) {
  const std::string guide = ReadProjectFile("docs/agent.md");
  for (const CodeInfo& info : AllCodes()) {
    if (info.severity == Severity::kWarning) continue;
    EXPECT_NE(guide.find("\n| `" + std::string(CategoryName(info.category)) + "`"),
              std::string::npos)
        << CategoryName(info.category);
  }
}

// ---- The commands -------------------------------------------------------------------------------

/// What `aegis` with these arguments prints, and whether it was fine.
std::pair<std::string, bool> Aegis(const std::string& arguments) {
  const std::string command = "'" AEGIS_BINARY "' " + arguments + " 2>&1 </dev/null";
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string output;
  char buffer[4096];
  std::size_t count;
  while ((count = std::fread(buffer, 1, sizeof buffer, pipe)) > 0) output.append(buffer, count);
  return {output, pclose(pipe) == 0};
}

/// Every command line that starts a server, in the settings for clients.
std::vector<std::string> ServerArguments(const Json& settings) {
  std::vector<std::string> found;
  const auto join = [](const Json& words, std::size_t from) {
    std::string line;
    for (std::size_t i = from; i < words.size(); ++i) line += words[i].get<std::string>() + " ";
    return line;
  };
  if (!settings.is_object()) return found;
  const Json command = settings.value("command", Json());
  if (command == "aegis") found.push_back(join(settings.at("args"), 0));
  if (command.is_array() && command[0] == "aegis") found.push_back(join(command, 1));
  for (const auto& [name, value] : settings.items()) {
    const std::vector<std::string> inner = ServerArguments(value);
    found.insert(found.end(), inner.begin(), inner.end());
  }
  return found;
}

TEST(AgentGuides, SettingsForClientsStartTheServer) {
  int settings = 0;
  int servers = 0;
  for (const Fence& fence : Fences(ReadProjectFile("docs/agents.md"))) {
    if (fence.info.rfind("json", 0) != 0 || fence.text.rfind("{\"tool\":", 0) == 0) continue;
    ++settings;
    for (const std::string& arguments : ServerArguments(Json::parse(fence.text))) {
      ++servers;
      EXPECT_TRUE(Aegis(arguments + "--ephemeral").second) << arguments;
    }
  }
  EXPECT_EQ(settings, 4);
  EXPECT_EQ(servers, 3);
  EXPECT_TRUE(Aegis("mcp --ephemeral").second) << "what the other settings start";
  EXPECT_FALSE(Aegis("mpc --ephemeral").second);
}

TEST(AgentGuides, ListEveryOption) {
  const std::string page = ReadProjectFile("docs/agents.md");
  const std::size_t mcp = page.find("\n### Options\n");
  const std::size_t wake = page.find("\n## Wakes\n");
  ASSERT_NE(mcp, std::string::npos);
  ASSERT_NE(wake, std::string::npos);
  const auto expect_options = [](const std::string& command, const std::string& section) {
    const std::string help = Aegis(command + " --help").first;
    const std::regex option("\n  (--[a-z-]+)");
    int count = 0;
    for (std::sregex_iterator match(help.begin(), help.end(), option), end; match != end; ++match) {
      ++count;
      const std::string name = (*match)[1];
      EXPECT_TRUE(std::regex_search(section, std::regex("\n\\|[^\n|]*`" + name + "[ `]")))
          << command << " " << name;
    }
    EXPECT_GE(count, 6) << help;
  };
  expect_options("mcp", page.substr(mcp, page.find("\n### ", mcp + 1) - mcp));
  expect_options("wake", page.substr(wake, page.find("\n## ", wake + 1) - wake));
}

}  // namespace
}  // namespace aegis::docs

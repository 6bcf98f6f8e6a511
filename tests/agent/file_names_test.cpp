// File names that look like paths are keys: no tool looks at a file system because of one. Each
// call that the server makes to the system is watched.

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "tests/agent/mcp_client.h"
#include "tests/agent/path_tracer.h"
#include "tests/agent/scratch_folder.h"

namespace aegis::mcp {
namespace {

void Write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

std::vector<Json> ReadLines(const std::string& path) {
  std::ifstream file(path);
  std::vector<Json> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(Json::parse(line));
  return lines;
}

/// Runs `aegis mcp` with the calls, under the tracer.
std::optional<agent::Trace> Serve(const agent::ScratchFolder& folder,
                                  const std::vector<Json>& messages) {
  std::string input;
  for (const Json& message : messages) input += message.dump() + "\n";
  Write(folder / "input", input);
  return agent::TracePaths({AEGIS_BINARY, "mcp", "--store", folder / "store.db"}, folder / "input",
                           folder / "output");
}

Json Call(const std::string& tool, const Json& arguments) {
  return {{"jsonrpc", "2.0"},
          {"id", 1},
          {"method", "tools/call"},
          {"params", Modern({{"name", tool}, {"arguments", arguments}})}};
}

TEST(FileNames, AreNeverPaths) {
  const agent::ScratchFolder folder;
  const std::string outside = folder / "outside.aeg";
  Write(outside, "print(\"a secret\")\n");
  const std::vector<std::string> names = {
      outside,       "../outside.aeg",       "./outside.aeg", "outside.aeg", "/etc/passwd",
      "C:\\x",       "file://" + outside,    "~/x",           "..",          "/",
      "store.db",    folder / "store.db",    "/dev/stdin",    "$HOME/x",     "\\\\server\\share",
      "/proc/self/", folder / "new-file.aeg"};
  std::vector<Json> messages;
  for (const std::string& name : names) {
    const Json named = {{"filename", name}};
    for (const char* tool : {"read_file", "run_ag_file", "check_ag_file", "delete_file"}) {
      messages.push_back(Call(tool, named));
    }
    messages.push_back(Call("create_file", {{"filename", name}, {"content", "print(1)"}}));
    for (const char* tool : {"read_file", "run_ag_file", "check_ag_file"}) {
      messages.push_back(Call(tool, named));
    }
    messages.push_back({{"jsonrpc", "2.0"},
                        {"id", 1},
                        {"method", "resources/read"},
                        {"params", Modern({{"uri", "file://" + name}})}});
    messages.push_back(Call("delete_file", named));
  }
  // What the server does in any case: the same without a name.
  const std::optional<agent::Trace> idle = Serve(folder, {Call("list_files", Json::object())});
  if (!idle) GTEST_SKIP() << "this system lets nobody watch the calls of a process";
  ASSERT_EQ(idle->status, 0);
  // The tracer sees what it has to see.
  ASSERT_EQ(idle->paths.count(folder / "store.db"), 1U);

  const std::optional<agent::Trace> trace = Serve(folder, messages);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->status, 0);
  const std::set<std::string> store = {folder / "store.db", folder / "store.db-wal",
                                       folder / "store.db-shm", folder / "store.db-journal"};
  for (const std::string& path : trace->paths) {
    EXPECT_TRUE(idle->paths.count(path) == 1 || store.count(path) == 1) << path;
  }
  const std::vector<Json> answers = ReadLines(folder / "output");
  ASSERT_EQ(answers.size(), messages.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(answers[i].dump().find("a secret"), std::string::npos) << messages[i];
    const std::size_t step = i % 10;
    if (step == 8) {
      EXPECT_TRUE(answers[i].contains("error")) << messages[i];
      continue;
    }
    const Json& envelope = answers[i]["result"]["structuredContent"];
    EXPECT_EQ(envelope["status"], step < 4 ? "error" : "ok") << messages[i] << envelope;
    if (step < 4) {
      EXPECT_EQ(envelope["error"]["category"], "name_error");
    }
  }
  std::ifstream untouched(outside);
  std::string text;
  std::getline(untouched, text);
  EXPECT_EQ(text, "print(\"a secret\")");
  EXPECT_FALSE(std::ifstream(folder / "new-file.aeg").good());
}

}  // namespace
}  // namespace aegis::mcp

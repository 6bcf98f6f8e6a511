// `aegis mcp` as a process: its options, its store and its key. What it says to clients is tested
// in tests/agent.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/process.h"

namespace aegis::cli_test {
namespace {

using Json = nlohmann::ordered_json;

std::string Message(const std::string& tool, const Json& arguments) {
  return Json({{"jsonrpc", "2.0"},
               {"id", 1},
               {"method", "tools/call"},
               {"params",
                {{"name", tool},
                 {"arguments", arguments},
                 {"_meta",
                  {{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                   {"io.modelcontextprotocol/clientCapabilities", Json::object()}}}}}})
             .dump() +
         "\n";
}

Json EnvelopeOf(const std::string& line) {
  return Json::parse(line)["result"]["structuredContent"];
}

/// The envelope of one call to a server that lives for it alone.
Json Call(const Arguments& options, const std::string& tool, const Json& arguments) {
  Arguments words = {"mcp"};
  words.insert(words.end(), options.begin(), options.end());
  const Outcome outcome = Aegis(words, Message(tool, arguments));
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.status, 0);
  return EnvelopeOf(outcome.out);
}

unsigned ModeOf(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(stat(path.c_str(), &status), 0) << path;
  return status.st_mode & 0777U;
}

constexpr const char* kAsk = "print(\"got \" + input())\n";

class McpTest : public testing::Test {
 protected:
  Workplace workplace_;
};

TEST_F(McpTest, RefusesBadOptions) {
  const auto refusal = [](const Arguments& options) {
    Arguments words = {"mcp"};
    words.insert(words.end(), options.begin(), options.end());
    const Outcome outcome = Aegis(words);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  EXPECT_EQ(refusal({"--ephemeral", "--http", "8765"}),
            "aegis mcp: --http: there is no port; write HOST:PORT\n");
  EXPECT_EQ(refusal({"--ephemeral", "--http", "example.org:80"}),
            "aegis mcp: --http: the host is `localhost`, an IPv4 address, or an IPv6 address in "
            "brackets\n");
  EXPECT_EQ(refusal({"--ephemeral", "--allow-host", "x"}),
            "aegis mcp: `--allow-host` needs `--http`\n");
  for (const Arguments& options : {Arguments{"--ephemeral", "--store", "x.db"},
                                   {"--run-seconds", "0"},
                                   {"--run-seconds", "x"},
                                   {"--limit", "nothing=1"},
                                   {"--store"},
                                   {"surplus"}}) {
    EXPECT_NE(refusal(options), "") << options[0];
  }
}

TEST_F(McpTest, RefusesAStoreThatCannotBeOpened) {
  std::filesystem::create_directory("folder");
  workplace_.Write("text.db", std::string(1000, 'x'));
  for (const char* path : {"folder", "text.db", "no/such/folder/store.db"}) {
    const Outcome outcome = Aegis({"mcp", "--store", path});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find("the store `" + std::string(path) + "`: "), std::string::npos)
        << outcome.err;
  }
}

TEST_F(McpTest, KeepsFilesInTheDataDirectory) {
  const std::string here = std::filesystem::current_path().string();
  const std::string list = Message("list_files", Json::object());
  workplace_.Write("create", Message("create_file", {{"filename", "a"}, {"content", kAsk}}));
  workplace_.Write("list", list);
  const std::string data = "XDG_DATA_HOME='" + here + "/data' ";
  EXPECT_EQ(Shell(data + "aegis mcp < create").status, 0);
  EXPECT_EQ(EnvelopeOf(Shell(data + "aegis mcp < list").out)["files"].size(), 1U);
  EXPECT_EQ(ModeOf("data/aegis"), 0700U);
  EXPECT_EQ(ModeOf("data/aegis/store.db"), 0600U);
  EXPECT_EQ(ModeOf("data/aegis/store.db.key"), 0600U);
  // Without that variable, or with one that is no absolute path.
  for (const char* variable : {"-u XDG_DATA_HOME", "XDG_DATA_HOME=data"}) {
    const std::string command = "env " + std::string(variable) + " HOME='" + here + "/home' ";
    EXPECT_EQ(Shell(command + "aegis mcp < create").status, 0);
    EXPECT_EQ(ModeOf("home/.local/share/aegis/store.db"), 0600U);
  }
  const Outcome nowhere = Shell("env -u XDG_DATA_HOME -u HOME aegis mcp < list");
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_EQ(
      nowhere.err,
      "aegis mcp: no place for the store is known, since neither XDG_DATA_HOME nor HOME is an "
      "absolute path; pass `--store PATH` or `--ephemeral`\n");
}

TEST_F(McpTest, TwoServersShareAStore) {
  const Arguments words = {"mcp", "--store", "shared.db"};
  Conversation first(Conversation::Through::kPipes, words);
  Conversation second(Conversation::Through::kPipes, words);
  first.Say(Message("create_file", {{"filename", "a"}, {"content", kAsk}}));
  EXPECT_EQ(EnvelopeOf(first.HearUntil("\n"))["created"], true);
  second.Say(Message("create_file", {{"filename", "a"}, {"content", kAsk}}));
  EXPECT_EQ(EnvelopeOf(second.HearUntil("\n"))["created"], false);
  second.Say(Message("delete_file", {{"filename", "a"}}));
  EXPECT_EQ(EnvelopeOf(second.HearUntil("\n"))["status"], "ok");
  first.Say(Message("list_files", Json::object()));
  EXPECT_EQ(EnvelopeOf(first.HearUntil("\n"))["files"].size(), 0U);
  for (Conversation* each : {&first, &second}) {
    each->EndInput();
    EXPECT_EQ(each->HearAll(), "");
    EXPECT_EQ(each->Status(), 0);
  }
}

TEST_F(McpTest, ARunGoesOnWhereTheKeyIsTheSame) {
  const Arguments here = {"--store", "a.db"};
  Call(here, "create_file", {{"filename", "ask"}, {"content", kAsk}});
  const Json waiting = Call(here, "run_ag_file", {{"filename", "ask"}});
  ASSERT_EQ(waiting["status"], "input_required");
  const Json answer = {{"value", "it"}, {"run", waiting["run"]}};
  // After a restart, and at another server that is given the key.
  EXPECT_EQ(Call(here, "provide_ag_input", answer)["output"], "got it\n");
  EXPECT_EQ(Call({"--ephemeral", "--key-file", "a.db.key"}, "provide_ag_input", answer)["output"],
            "got it\n");
  for (const Arguments& elsewhere : {Arguments{"--ephemeral"}, {"--store", "b.db"}}) {
    EXPECT_EQ(Call(elsewhere, "provide_ag_input", answer)["error"]["message"],
              "this `run` is damaged, or was made by a server with another key");
  }
}

TEST_F(McpTest, RefusesAKeyThatIsNone) {
  workplace_.Write("short.key", "0123\n");
  chmod("short.key", 0600);
  std::filesystem::create_directory("folder.key");
  for (const char* path : {"short.key", "folder.key", "no/such/folder/x.key"}) {
    const Outcome outcome = Aegis({"mcp", "--ephemeral", "--key-file", path});
    EXPECT_EQ(outcome.status, 2) << path;
    EXPECT_NE(outcome.err.find(path), std::string::npos) << outcome.err;
  }
}

TEST_F(McpTest, EndsWhenNobodyReadsAnyMore) {
  Conversation server(Conversation::Through::kPipes, {"mcp", "--ephemeral"});
  server.Say(Message("list_files", Json::object()));
  server.HearUntil("\n");
  server.StopListening();
  server.Say(Message("list_files", Json::object()));
  EXPECT_EQ(server.Status(), 1);
}

}  // namespace
}  // namespace aegis::cli_test

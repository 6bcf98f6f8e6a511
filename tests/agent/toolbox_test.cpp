#include "agent/toolbox.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "docs/bundle.h"

namespace aegis::agent {
namespace {

SnapshotKey Key(char byte = 'k') { return *SnapshotKey::FromBytes(std::string(32, byte)); }

/// A store that fails.
class BrokenStore : public FileStore {
 public:
  PutResult Put(const std::string&, const std::string&) override { throw StoreError("disk full"); }
  std::optional<std::string> Get(const std::string&) override { throw StoreError("disk full"); }
  std::vector<FileInfo> List() override { throw StoreError("disk full"); }
  bool Remove(const std::string&) override { throw StoreError("disk full"); }
};

class ToolboxTest : public ::testing::Test {
 protected:
  Json Call(const std::string& tool, const Json& arguments = Json::object()) {
    return tools_.Call(tool, arguments);
  }
  Json Create(const std::string& filename, const std::string& content) {
    return Call("create_file", {{"filename", filename}, {"content", content}});
  }
  Json Run(const std::string& filename) { return Call("run_ag_file", {{"filename", filename}}); }

  std::int64_t now_ = 1'000'000;
  MemoryStore files_;
  RunTokens tokens_{Key(), RunTokens::kDefaultLifetime, [this] { return now_; }};
  Toolbox tools_{&files_, &tokens_};
};

/// `category: message` of an error without a position and with empty output.
std::string Refusal(const Json& envelope) {
  EXPECT_EQ(envelope.at("status"), "error") << envelope;
  EXPECT_EQ(envelope.at("output"), "");
  const Json& error = envelope.at("error");
  EXPECT_TRUE(error.at("line").is_null());
  EXPECT_TRUE(error.at("column").is_null());
  return error.at("category").get<std::string>() + ": " + error.at("message").get<std::string>();
}

// ---- Documentation and files --------------------------------------------------------------------

TEST_F(ToolboxTest, DocsHaveTheRulesAndSixExamplesThatDoWhatTheySay) {
  const Json docs = Call("aegis_docs");
  EXPECT_EQ(docs.at("status"), "ok");
  EXPECT_NE(docs.at("rules").get<std::string>().find("# "), std::string::npos);
  ASSERT_EQ(docs.at("examples").size(), 6U);
  for (const Json& example : docs.at("examples")) {
    const std::string filename = example.at("filename");
    EXPECT_FALSE(example.at("purpose").get<std::string>().empty());
    Create(filename, example.at("content"));
    Json envelope = Run(filename);
    for (const Json& input : example.at("inputs")) {
      ASSERT_EQ(envelope.at("status"), "input_required") << filename;
      envelope = Call("provide_ag_input", {{"value", input}});
    }
    EXPECT_EQ(envelope.at("status"), "ok") << filename;
    EXPECT_EQ(envelope.at("output"), example.at("expected_output")) << filename;
  }
}

TEST_F(ToolboxTest, FilesAreCreatedReplacedListedReadAndDeleted) {
  EXPECT_EQ(Create("b.aeg", "print(1)"),
            Json::parse(R"({"status":"ok","filename":"b.aeg","bytes":8,"created":true})"));
  EXPECT_EQ(Create("b.aeg", "\u20AC"),
            Json::parse(R"({"status":"ok","filename":"b.aeg","bytes":3,"created":false})"));
  Create("../a", "");
  EXPECT_EQ(Call("list_files"),
            Json::parse(R"({"status":"ok","files":[{"filename":"../a","bytes":0},)"
                        R"({"filename":"b.aeg","bytes":3}]})"));
  EXPECT_EQ(Call("read_file", {{"filename", "b.aeg"}}),
            Json::parse(R"({"status":"ok","filename":"b.aeg","content":"€"})"));
  EXPECT_EQ(Call("delete_file", {{"filename", "b.aeg"}}),
            Json::parse(R"({"status":"ok","filename":"b.aeg"})"));
  EXPECT_EQ(Refusal(Call("delete_file", {{"filename", "b.aeg"}})),
            "name_error: there is no file named `b.aeg`");
}

TEST_F(ToolboxTest, AMissingFileIsANameErrorForEveryToolWithAHint) {
  Create("greet.aeg", "print(1)");
  for (const char* tool : {"read_file", "delete_file", "check_ag_file", "run_ag_file"}) {
    const Json envelope = Call(tool, {{"filename", "gret.aeg"}});
    EXPECT_EQ(Refusal(envelope), "name_error: there is no file named `gret.aeg`") << tool;
    EXPECT_EQ(envelope.at("error").at("code"), "AEG0304");
    EXPECT_EQ(envelope.at("error").at("hint"), "did you mean `greet.aeg`?");
    EXPECT_EQ(Call(tool, {{"filename", "other"}}).at("error").at("hint"),
              "`list_files` tells which files there are");
  }
}

TEST_F(ToolboxTest, ASourceAtTheLimitIsTakenAndOneAboveIsNot) {
  const std::string largest(65536, ' ');
  EXPECT_EQ(Create("a", largest).at("created"), true);
  const Json refused = Create("a", largest + " ");
  EXPECT_EQ(Refusal(refused), "limit_error: the source is larger than 65536 bytes");
  EXPECT_EQ(Call("read_file", {{"filename", "a"}}).at("content"), largest);
}

TEST_F(ToolboxTest, AFullStoreIsALimitErrorAndNothingChanges) {
  for (std::int64_t i = 0; i < FileStore::kMaxFiles; ++i) files_.Put(std::to_string(i), "");
  EXPECT_EQ(Refusal(Create("one more", "")), "limit_error: the store holds at most 1024 files");
  EXPECT_EQ(Create("7", "print(7)").at("status"), "ok");
  const std::string chunk(65536, ' ');
  for (std::int64_t i = 0; i < 255; ++i) files_.Put(std::to_string(i), chunk);
  EXPECT_EQ(Create("255", chunk).at("status"), "ok");
  EXPECT_EQ(Refusal(Create("256", " ")),
            "limit_error: the files in the store have at most 16777216 bytes together");
  EXPECT_EQ(files_.Get("256"), "");
}

TEST_F(ToolboxTest, ContentThatIsNotUnicodeIsRefused) {
  EXPECT_EQ(Refusal(Create("a", "\xFF")), "value_error: the content is not valid Unicode");
  EXPECT_TRUE(files_.List().empty());
}

TEST_F(ToolboxTest, ChangesAreTold) {
  std::vector<std::string> changes;
  ToolboxOptions options;
  options.on_change = [&](const std::string& filename, bool list_changed) {
    changes.push_back(filename + (list_changed ? " +-" : " ="));
  };
  Toolbox tools(&files_, nullptr, options);
  tools.Call("create_file", {{"filename", "a"}, {"content", ""}});
  tools.Call("create_file", {{"filename", "a"}, {"content", "1"}});
  tools.Call("delete_file", {{"filename", "a"}});
  tools.Call("delete_file", {{"filename", "a"}});
  EXPECT_EQ(changes, (std::vector<std::string>{"a +-", "a =", "a +-"}));
}

TEST(Toolbox, AStoreThatFailsIsAHostErrorAndItsWordsAreForTheLogAlone) {
  BrokenStore files;
  std::vector<std::string> log;
  ToolboxOptions options;
  options.log = [&](const std::string& line) { log.push_back(line); };
  Toolbox tools(&files, nullptr, options);
  const Json name = {{"filename", "a"}};
  for (const auto& [tool, arguments] : std::vector<std::pair<std::string, Json>>{
           {"create_file", {{"filename", "a"}, {"content", ""}}},
           {"list_files", Json::object()},
           {"read_file", name},
           {"delete_file", name},
           {"check_ag_file", name},
           {"run_ag_file", name}}) {
    const Json envelope = tools.Call(tool, arguments);
    EXPECT_EQ(Refusal(envelope), "host_error: internal error") << tool;
    EXPECT_EQ(envelope.dump().find("disk"), std::string::npos);
  }
  EXPECT_EQ(log, std::vector<std::string>(6, "disk full"));
}

// ---- Arguments ----------------------------------------------------------------------------------

TEST_F(ToolboxTest, BadArgumentsAreValueErrors) {
  const auto refusal = [this](const std::string& tool, const char* arguments) {
    return Refusal(Call(tool, Json::parse(arguments)));
  };
  EXPECT_EQ(refusal("no_tool", "{}"), "value_error: there is no tool of this name");
  EXPECT_EQ(refusal("read_file", "[]"),
            "value_error: the arguments are an object of names and strings");
  EXPECT_EQ(refusal("read_file", "{}"), "value_error: the argument `filename` is missing");
  EXPECT_EQ(refusal("read_file", R"({"filename": 1})"),
            "value_error: the argument `filename` is a string, not a value of type number");
  EXPECT_EQ(refusal("check_ag_file", R"({"source": null})"),
            "value_error: the argument `source` is a string, not null");
  EXPECT_EQ(refusal("read_file", R"({"filename": "a", "mode": "r"})"),
            "value_error: `read_file` takes no other arguments than `filename`");
  EXPECT_EQ(refusal("create_file", R"({"filename": "a", "content": "", "x": ""})"),
            "value_error: `create_file` takes no other arguments than `filename`, `content`");
  EXPECT_EQ(refusal("list_files", R"({"path": "."})"),
            "value_error: `list_files` takes no arguments");
  EXPECT_EQ(refusal("check_ag_file", "{}"), "value_error: pass either `filename` or `source`");
  EXPECT_EQ(refusal("check_ag_file", R"({"filename": "a", "source": ""})"),
            "value_error: pass either `filename` or `source`");
}

TEST_F(ToolboxTest, BadFilenamesAreValueErrorsForEveryTool) {
  for (const char* tool : {"read_file", "delete_file", "check_ag_file", "run_ag_file"}) {
    for (const std::string& name : {std::string(), std::string(256, 'a'), std::string("a\nb"),
                                    std::string("\0", 1), std::string("\xFF")}) {
      const std::string refusal = Refusal(Call(tool, {{"filename", name}}));
      EXPECT_EQ(refusal.find("value_error: "), 0U) << tool << refusal;
    }
  }
  EXPECT_EQ(Create("", "").at("error").at("category"), "value_error");
}

// ---- Programs -----------------------------------------------------------------------------------

TEST_F(ToolboxTest, ChecksAFileOrATextAndTellsEverything) {
  Create("bad.aeg", "print(a)\nprint(b)\n");
  const Json by_file = Call("check_ag_file", {{"filename", "bad.aeg"}});
  EXPECT_EQ(by_file, Call("check_ag_file", {{"source", "print(a)\nprint(b)\n"}}));
  EXPECT_EQ(by_file.at("status"), "ok");
  EXPECT_EQ(by_file.at("valid"), false);
  ASSERT_EQ(by_file.at("diagnostics").size(), 2U);
  const Json& second = by_file.at("diagnostics")[1];
  EXPECT_EQ(second.at("code"), "AEG0301");
  EXPECT_EQ(second.at("category"), "name_error");
  EXPECT_EQ(second.at("line"), 2);
  EXPECT_EQ(second.at("end_column"), 8);
  const Json warned = Call("check_ag_file", {{"source", "print(1 == 1.0)"}});
  EXPECT_EQ(warned.at("valid"), true);
  EXPECT_EQ(warned.at("diagnostics")[0].at("severity"), "warning");
  const Json large = Call("check_ag_file", {{"source", std::string(65537, ' ')}});
  EXPECT_EQ(large.at("diagnostics")[0].at("category"), "limit_error");
}

TEST_F(ToolboxTest, ARunGivesTheEnvelopeOfTheLanguage) {
  Create("a", "print(1)\nprint(1 / 0)");
  const Json failed = Run("a");
  EXPECT_EQ(failed.at("output"), "");
  EXPECT_EQ(failed.at("error").at("line"), 2);
  EXPECT_EQ(failed.at("error").at("category"), "value_error");
  Create("a", "print(1)");
  EXPECT_EQ(Run("a"), Json::parse(R"({"status":"ok","execution":"completed","output":"1\n"})"));
}

TEST_F(ToolboxTest, AHostsLimitsHold) {
  ToolboxOptions options;
  options.limits = *Limits().With(Limit::kOutputBytes, 3);
  Toolbox tools(&files_, nullptr, options);
  Create("a", "print(\"abc\")");
  EXPECT_EQ(tools.Call("run_ag_file", {{"filename", "a"}}).at("error").at("category"),
            "limit_error");
}

TEST_F(ToolboxTest, OneRunWaitsAndItsSourceIsFixed) {
  Create("a", "print(input())\nprint(input())");
  const Json first = Run("a");
  EXPECT_EQ(first.at("status"), "input_required");
  EXPECT_EQ(first.at("request"), Json::parse(R"({"index":1,"line":1,"column":7})"));
  EXPECT_TRUE(tools_.has_waiting_run());
  Create("a", "print(0)");
  EXPECT_EQ(Refusal(Run("a")),
            "value_error: a run of `a` waits for input; answer it with `provide_ag_input`, or "
            "drop it with `cancel_ag_run`");
  EXPECT_EQ(Call("provide_ag_input", {{"value", "x"}}).at("output"), "x\n");
  const Json last = Call("provide_ag_input", {{"value", "y"}});
  EXPECT_EQ(last, Json::parse(R"({"status":"ok","execution":"completed","output":"x\ny\n"})"));
  EXPECT_EQ(Refusal(Call("provide_ag_input", {{"value", "z"}})),
            "value_error: no run waits for input; `run_ag_file` starts one");
  EXPECT_EQ(Run("a").at("output"), "0\n");
}

TEST_F(ToolboxTest, AnInputThatIsTooLongEndsTheRun) {
  Create("a", "print(input())");
  Run("a");
  const Json envelope = Call("provide_ag_input", {{"value", std::string(16385, 'x')}});
  EXPECT_EQ(envelope.at("error").at("category"), "limit_error");
  EXPECT_EQ(envelope.at("error").at("line"), 1);
  EXPECT_FALSE(tools_.has_waiting_run());
}

TEST_F(ToolboxTest, AWaitingRunCanBeDropped) {
  EXPECT_EQ(Call("cancel_ag_run"), Json::parse(R"({"status":"ok","cancelled":false})"));
  Create("a", "print(input())");
  Run("a");
  EXPECT_EQ(Call("cancel_ag_run"), Json::parse(R"({"status":"ok","cancelled":true})"));
  EXPECT_EQ(Run("a").at("status"), "input_required");
}

// ---- Tokens -------------------------------------------------------------------------------------

TEST_F(ToolboxTest, ATokenGoesOnInAnotherToolboxThatKeepsNoRuns) {
  Create("a", "x = input()\nprint(x + input())");
  ToolboxOptions options;
  options.keeps_waiting_run = false;
  const Json first = Toolbox(&files_, &tokens_, options).Call("run_ag_file", {{"filename", "a"}});
  Toolbox second(&files_, &tokens_, options);
  EXPECT_EQ(Refusal(second.Call("provide_ag_input", {{"value", "1"}})),
            "value_error: this server keeps no runs; pass the `run` of the result that asked for "
            "input");
  const Json paused = second.Call("provide_ag_input", {{"value", "1"}, {"run", first.at("run")}});
  EXPECT_EQ(paused.at("request").at("index"), 2);
  EXPECT_FALSE(second.has_waiting_run());
  EXPECT_EQ(second.Call("cancel_ag_run", Json::object()).at("cancelled"), false);
  Toolbox third(&files_, &tokens_, options);
  const Json done = third.Call("provide_ag_input", {{"value", "2"}, {"run", paused.at("run")}});
  EXPECT_EQ(done.at("output"), "12\n");
}

TEST_F(ToolboxTest, ATokenOfTheWaitingRunGoesOnWithIt) {
  Create("a", "x = input()\nprint(x + input())");
  const Json first = Run("a");
  Json paused = Call("provide_ag_input", {{"value", "1"}, {"run", first.at("run")}});
  EXPECT_TRUE(tools_.has_waiting_run());
  // Back to the first input, and on from there without the token.
  paused = Call("provide_ag_input", {{"value", "3"}, {"run", first.at("run")}});
  EXPECT_EQ(Call("provide_ag_input", {{"value", "4"}}).at("output"), "34\n");
}

TEST_F(ToolboxTest, ATokenOfAnotherRunIsRefusedWhileOneWaits) {
  Create("a", "print(input())");
  const Json other = Run("a");
  Call("cancel_ag_run");
  Run("a");
  EXPECT_EQ(Refusal(Call("provide_ag_input", {{"value", "1"}, {"run", other.at("run")}})),
            "value_error: another run waits for input here; answer it without `run`, or drop it "
            "with `cancel_ag_run`");
  EXPECT_EQ(Call("provide_ag_input", {{"value", "1"}}).at("output"), "1\n");
  EXPECT_EQ(Call("provide_ag_input", {{"value", "2"}, {"run", other.at("run")}}).at("output"),
            "2\n");
}

TEST_F(ToolboxTest, ABadTokenIsAValueErrorAndTheWaitingRunWaitsOn) {
  Create("a", "print(input())");
  Run("a");
  EXPECT_EQ(Refusal(Call("provide_ag_input", {{"value", "1"}, {"run", "abc"}})),
            "value_error: this `run` is damaged, or was made by a server with another key");
  EXPECT_TRUE(tools_.has_waiting_run());
}

TEST_F(ToolboxTest, WithoutTokensNoneIsGivenOrTaken) {
  Toolbox tools(&files_);
  Create("a", "print(input())");
  EXPECT_FALSE(tools.Call("run_ag_file", {{"filename", "a"}}).contains("run"));
  EXPECT_EQ(Refusal(tools.Call("provide_ag_input", {{"value", "1"}, {"run", "abc"}})),
            "value_error: this host takes no `run`");
}

// ---- Cancellation -------------------------------------------------------------------------------

TEST_F(ToolboxTest, ACancelledCallLeavesNoRunWaiting) {
  Create("a", "print(input())\nprint(input())");
  const auto flag = std::make_shared<std::atomic<bool>>(true);
  tools_.Call("run_ag_file", {{"filename", "a"}}, flag);
  EXPECT_FALSE(tools_.has_waiting_run());
  Run("a");
  tools_.Call("provide_ag_input", {{"value", "1"}}, flag);
  EXPECT_FALSE(tools_.has_waiting_run());
  EXPECT_EQ(Run("a").at("status"), "input_required");
}

TEST(Toolbox, ACancelledRunEndsAtItsNextLookAtTheClock) {
  MemoryStore files;
  std::string program = "x = 1\n";
  for (int i = 0; i < 1000; ++i) program += "x = x + 1\n";
  files.Put("a", program + "print(x)");
  const auto flag = std::make_shared<std::atomic<bool>>(false);
  int readings = 0;
  Toolbox tools(&files, nullptr, {}, [&] {
    if (++readings == 5) flag->store(true);
    return std::int64_t{0};
  });
  const Json envelope = tools.Call("run_ag_file", {{"filename", "a"}}, flag);
  EXPECT_EQ(envelope.at("error").at("code"), "AEG0618");
  EXPECT_LE(readings, 8);
  readings = 10;
  EXPECT_EQ(tools.Call("run_ag_file", {{"filename", "a"}}).at("output"), "1001\n");
}

}  // namespace
}  // namespace aegis::agent

// `aegis wake` as people use it: the model is a program, here a script for `sh` or a file of
// responses that is copied to the host.

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/cli/process.h"

namespace aegis::cli_test {
namespace {

using Json = nlohmann::json;

/// A call in a response.
Json Call(const std::string& tool, const Json& arguments = Json::object()) {
  return {{"tool", tool}, {"arguments", arguments}};
}

const Json kCreateAsks =
    Call("create_file", {{"filename", "asks"}, {"content", "print(input())\n"}});
const Json kRunAsks = Call("run_ag_file", {{"filename", "asks"}});
const Json kProvide = Call("provide_ag_input", {{"value", "x"}});

/// A file of responses, one for each list of calls, and the command that is a model with them.
std::string Scripted(Workplace* workplace, const std::vector<std::vector<Json>>& responses) {
  std::string lines;
  for (const std::vector<Json>& calls : responses) lines += Json{{"calls", calls}}.dump() + "\n";
  return "cat " + workplace->Write("responses.jsonl", lines);
}

std::vector<Json> Lines(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  return lines;
}

/// The transcript of `aegis wake --json` with these further arguments, and its exit status.
struct Transcript {
  Transcript(const std::string& model, const Arguments& more, int expected_status = 0) {
    Arguments arguments = {"wake", "--json", "--model", model};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = Aegis(arguments);
    EXPECT_EQ(outcome.status, expected_status) << outcome.out << outcome.err;
    lines = Lines(outcome.out);
  }
  const Json& end() const { return lines.back(); }

  std::vector<Json> lines;
};

// ---- The rule -----------------------------------------------------------------------------------

TEST(Wake, HasFiveResponsesWithoutInput) {
  Workplace workplace;
  const std::string model =
      "while read -r request; do echo \"$request\" >> requests; "
      "echo '{\"calls\": [{\"tool\": \"list_files\"}]}'; done";
  const Transcript wake(model, {"--ephemeral"});
  ASSERT_EQ(wake.lines.size(), 6U);
  EXPECT_EQ(wake.end(), Json::parse(R"({"wake": 1, "ended": "limit", "responses": 5, "limit": 5,
                                        "discarded": false})"));
  const std::vector<Json> requests = Lines(ReadAll("requests"));
  ASSERT_EQ(requests.size(), 5U);
  EXPECT_EQ(requests[0], Json::parse(R"({"response": 1, "limit": 5, "results": []})"));
  EXPECT_EQ(requests[4], Json::parse(R"({"response": 5, "limit": 5, "results": [
      {"tool": "list_files", "envelope": {"status": "ok", "files": []}}]})"));
}

TEST(Wake, AnInputRequestInTheFifthResponseAllowsTwentyInAll) {
  Workplace workplace;
  std::vector<std::vector<Json>> responses(4);
  responses.push_back({kCreateAsks, kRunAsks});
  for (int response = 6; response < 20; ++response) responses.push_back({});
  responses.push_back(
      {kProvide, Call("create_file", {{"filename", "last"}, {"content", ""}}), kRunAsks});
  responses.push_back({Call("create_file", {{"filename", "too_late"}, {"content", ""}})});
  const Transcript wake(Scripted(&workplace, responses), {"--store", "store.db"});
  ASSERT_EQ(wake.lines.size(), 21U);
  EXPECT_EQ(wake.lines[4]["limit"], 5);
  EXPECT_EQ(wake.lines[5]["limit"], 20);
  EXPECT_EQ(wake.lines[19]["response"], 20);
  EXPECT_EQ(wake.lines[19]["calls"][0]["envelope"]["output"], "x\n");
  EXPECT_EQ(wake.end(), Json::parse(R"({"wake": 1, "ended": "limit", "responses": 20, "limit": 20,
                                        "discarded": true})"));

  // What is in the store afterwards, as the next wake sees it.
  const Transcript next(Scripted(&workplace, {{Call("list_files")}}), {"--store", "store.db"}, 1);
  const Json& files = next.lines[0]["calls"][0]["envelope"]["files"];
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0]["filename"], "asks");
  EXPECT_EQ(files[1]["filename"], "last");
}

TEST(Wake, TheNextStartsAtFiveWithoutTheRunOfTheLast) {
  Workplace workplace;
  const std::string model = Scripted(
      &workplace, {{kCreateAsks, kProvide, kRunAsks}, {}, {}, {}, {}, {kProvide, kRunAsks}});
  const Transcript wakes(model, {"--ephemeral", "--wakes", "2"}, 1);
  // The model has no more than six responses, so each wake fails in the seventh.
  ASSERT_EQ(wakes.lines.size(), 14U);
  for (const std::size_t first : {0, 7}) {
    EXPECT_EQ(wakes.lines[first]["limit"], 5);
    EXPECT_EQ(wakes.lines[first]["calls"][1]["envelope"]["error"]["message"],
              "no run waits for input; `run_ag_file` starts one");
    EXPECT_EQ(wakes.lines[first]["calls"][2]["envelope"]["status"], "input_required");
    EXPECT_EQ(wakes.lines[first + 6]["ended"], "failed");
    EXPECT_EQ(wakes.lines[first + 6]["responses"], 7);
    EXPECT_EQ(wakes.lines[first + 6]["discarded"], true);
  }
  EXPECT_EQ(wakes.lines[0]["calls"][0]["envelope"]["created"], true);
  EXPECT_EQ(wakes.lines[7]["calls"][0]["envelope"]["created"], false) << "the file remains";
}

// ---- The transcript -----------------------------------------------------------------------------

TEST(Wake, ShowsATranscriptForPeople) {
  Workplace workplace;
  workplace.Write("responses.jsonl",
                  Json{{"message", "Hello\x1b[2J."}, {"calls", {kCreateAsks, kRunAsks}}}.dump() +
                      "\n" + Json{{"done", true}}.dump() + "\n");
  const Outcome outcome = Aegis({"wake", "--ephemeral", "--model", "cat responses.jsonl"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            R"(wake 1, response 1 of 5
  "Hello␛[2J."
  create_file {"content":"print(input())\n","filename":"asks"}
    {"status":"ok","filename":"asks","bytes":15,"created":true}
  run_ag_file {"filename":"asks"}
    {"status":"input_required","execution":"partial","output":"","request":{"index":1,"line":1,"column":7}}
  a program asks for input: this wake has 20 responses in all
wake 1, response 2 of 20
wake 1 ends after 2 responses: the model is done
  the run that waited for input is discarded
)");
}

TEST(Wake, ShortensWhatIsLongForPeopleOnly) {
  Workplace workplace;
  const std::string model = Scripted(&workplace, {{Call("aegis_docs")}});
  const Outcome outcome = Aegis({"wake", "--ephemeral", "--model", model});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_LT(outcome.out.size(), 1500U);
  EXPECT_NE(outcome.out.find(" bytes)\n"), std::string::npos) << outcome.out;
  const Transcript whole(model, {"--ephemeral"}, 1);
  EXPECT_EQ(whole.lines[0]["calls"][0]["envelope"]["examples"].size(), 6U);
}

TEST(Wake, GivesIdsBack) {
  Workplace workplace;
  Json call = Call("list_files");
  call["id"] = 7;
  const Transcript wake(Scripted(&workplace, {{call}}), {"--ephemeral"}, 1);
  EXPECT_EQ(wake.lines[0]["calls"][0]["id"], 7);
}

TEST(Wake, AppliesLimits) {
  Workplace workplace;
  const Transcript wake(
      Scripted(&workplace,
               {{Call("create_file", {{"filename", "a"}, {"content", "print(2 ^ 100)\n"}}),
                 Call("run_ag_file", {{"filename", "a"}})}}),
      {"--ephemeral", "--limit", "integer_bits=64"}, 1);
  EXPECT_EQ(wake.lines[0]["calls"][1]["envelope"]["error"]["category"], "limit_error");
}

// ---- What goes wrong ----------------------------------------------------------------------------

std::string ProblemOf(const std::string& model, const Arguments& more = {}) {
  Arguments arguments = {"--ephemeral"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Transcript wake(model, arguments, 1);
  EXPECT_EQ(wake.lines.size(), 1U);
  EXPECT_EQ(wake.end()["ended"], "failed");
  return wake.end()["problem"];
}

TEST(Wake, FailsWithItsModel) {
  EXPECT_EQ(ProblemOf("exit 3"), "the model ended instead of responding, with exit status 3");
  EXPECT_EQ(ProblemOf("kill -KILL $$"), "the model ended instead of responding, by signal 9");
  EXPECT_EQ(ProblemOf("sleep 1000", {"--response-seconds", "1"}),
            "the model does not respond in time");
  EXPECT_EQ(ProblemOf("echo nonsense").substr(0, 24), "the response is not JSON");
  EXPECT_EQ(ProblemOf("printf '\\377\\n'").substr(0, 24), "the response is not JSON");
  EXPECT_EQ(ProblemOf("echo '{\"calls\": 1}'"), "the response's `calls` is not an array");
  EXPECT_EQ(ProblemOf("echo '{\"done\": true, \"x\": 1}'"),
            "the response has an unknown member `x`");
  EXPECT_EQ(ProblemOf("cat /dev/zero"), "the response has more than 4194304 bytes");
}

TEST(Wake, TellsPeopleHowItFailed) {
  const Outcome outcome = Aegis({"wake", "--ephemeral", "--model", "exit 3"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out,
            "wake 1 fails in response 1: the model ended instead of responding, with exit status "
            "3\n");
}

TEST(Wake, GoesOnWithTheNextAfterAFailure) {
  Workplace workplace;
  const Transcript wakes("test -e there && echo '{\"done\": true}' || touch there",
                         {"--ephemeral", "--wakes", "2"}, 1);
  ASSERT_EQ(wakes.lines.size(), 3U);
  EXPECT_EQ(wakes.lines[0]["ended"], "failed");
  EXPECT_EQ(wakes.end()["ended"], "done");
}

TEST(Wake, GivesTheModelNoDescriptorOfTheStore) {
  Workplace workplace;
  const Transcript wake(
      "for fd in /proc/$$/fd/*; do readlink $fd; done > fds; echo '{\"done\": true}'",
      {"--store", "store.db"});
  const std::string descriptors = ReadAll("fds");
  EXPECT_NE(descriptors.find("pipe:"), std::string::npos) << descriptors;
  EXPECT_EQ(descriptors.find("store.db"), std::string::npos) << descriptors;
}

/// The process whose number the model has written.
pid_t Noticed(const std::string& file) {
  std::string text;
  while ((text = ReadAll(file)).empty() || text.back() != '\n') {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return std::stoi(text);
}

void ExpectGone(pid_t pid) {
  const std::string stat = "/proc/" + std::to_string(pid) + "/stat";
  for (int i = 0; i < 4000; ++i) {
    const std::string state = ReadAll(stat);
    if (state.empty() || state.find(") Z") != std::string::npos) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ADD_FAILURE() << "process " << pid << " is still there";
}

TEST(Wake, LeavesNoProcessBehindWhenItIsInterrupted) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    Workplace workplace;
    // Whoever runs the tests may have it ignored, which `aegis` would inherit.
    const auto before = signal(number, SIG_DFL);
    const std::string kill_host = "kill -" + std::to_string(number) + " $PPID; ";
    const Outcome outcome =
        Aegis({"wake", "--wakes", "5", "--ephemeral", "--model",
               "sleep 1000 & echo $! > child; echo $$ > self; " + kill_host + "sleep 1000"});
    signal(number, before);
    EXPECT_EQ(outcome.status, -number);
    EXPECT_EQ(outcome.out, "wake 1 fails in response 1: the wake was interrupted\n");
    ExpectGone(Noticed("self"));
    ExpectGone(Noticed("child"));
  }
}

TEST(Wake, RefusesWrongUsage) {
  const auto refuses = [](const Arguments& arguments, const std::string& part) {
    const Outcome outcome = Aegis(arguments);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
  };
  refuses({"wake"}, "--model");
  refuses({"wake", "--model", "x", "--wakes", "0"}, "--wakes");
  refuses({"wake", "--model", "x", "--response-seconds", "0"}, "--response-seconds");
  refuses({"wake", "--model", "x", "--ephemeral", "--store", "y"}, "--store");
  refuses({"wake", "--model", "x", "--limit", "nothing=1"}, "nothing");
  Workplace workplace;
  refuses({"wake", "--model", "touch started", "--store", "no/such/folder/store.db"},
          "aegis wake: ");
  EXPECT_FALSE(std::filesystem::exists("started"));
}

TEST(Wake, SaysWhenTheTranscriptCannotBeWritten) {
  const Outcome outcome = Shell("aegis wake --ephemeral --model 'echo {}' > /dev/full");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("cannot write the output"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace aegis::cli_test

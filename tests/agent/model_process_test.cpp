// A model that is a program, and everything that such a program can do wrong. The models here are
// scripts for `sh`.

#include "agent/model_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "agent/sqlite_store.h"
#include "tests/agent/scratch_folder.h"

namespace aegis::agent {
namespace {

using std::chrono::milliseconds;

const Json kRequest = {{"response", 1}, {"limit", 5}, {"results", Json::array()}};

class ModelProcessTest : public testing::Test {
 protected:
  ModelProcessTest() { signal(SIGPIPE, SIG_IGN); }

  /// Why there is no response; `none` when there is one.
  static std::string ProblemOf(const std::string& command, ModelProcessOptions options = {},
                               const Json& request = kRequest) {
    ModelProcess model(command, options);
    return ProblemOf(&model, request);
  }
  static std::string ProblemOf(ModelProcess* model, const Json& request = kRequest) {
    try {
      model->Respond(request);
    } catch (const ModelError& error) {
      return error.what();
    }
    return "none";
  }

  /// For models that never respond: what they are waited for makes no difference.
  static ModelProcessOptions Impatient() {
    ModelProcessOptions options;
    options.response_timeout = milliseconds(100);
    options.exit_timeout = milliseconds(0);
    return options;
  }

  /// The process whose number a model has written; waits until it has.
  pid_t NoticedProcess(const std::string& name) const {
    pid_t pid = 0;
    while (!(std::ifstream(folder_ / name) >> pid)) std::this_thread::sleep_for(milliseconds(5));
    return pid;
  }
  /// Waits until the process is gone; a killed orphan is reaped by the system when it gets to it.
  static void ExpectGone(pid_t pid) {
    for (int i = 0; i < 4000; ++i) {
      std::string line;
      std::ifstream status("/proc/" + std::to_string(pid) + "/stat");
      if (!std::getline(status, line)) return;
      if (line.find(") Z") != std::string::npos) return;
      std::this_thread::sleep_for(milliseconds(5));
    }
    ADD_FAILURE() << "process " << pid << " is still there";
  }

  ScratchFolder folder_;
};

// ---- What goes well -----------------------------------------------------------------------------

TEST_F(ModelProcessTest, ReadsALineAndWritesALine) {
  ModelProcess model(
      "while read -r line; do printf '%s\\n' \"$line\" >> '" + folder_ / "requests" +
      "'; echo '{\"calls\": [{\"tool\": \"list_files\"}], \"message\": \"hi\"}'; done");
  for (int i = 0; i < 3; ++i) {
    const ModelResponse response = model.Respond(kRequest);
    EXPECT_EQ(response.message, "hi");
    EXPECT_EQ(response.calls.at(0).tool, "list_files");
  }
  model.Finish();
  std::ifstream requests(folder_ / "requests");
  std::string line;
  for (int i = 0; i < 3; ++i) {
    std::getline(requests, line);
    EXPECT_EQ(line, R"({"response":1,"limit":5,"results":[]})");
  }
  EXPECT_FALSE(std::getline(requests, line));
}

TEST_F(ModelProcessTest, CanBeAFileOfResponses) {
  std::ofstream(folder_ / "responses") << "{\"calls\": []}\n{\"calls\": []}\n{\"done\": true}";
  ModelProcess model("cat '" + folder_ / "responses" + "'");
  EXPECT_FALSE(model.Respond(kRequest).done);
  EXPECT_FALSE(model.Respond(kRequest).done);
  EXPECT_TRUE(model.Respond(kRequest).done) << "a last line needs no end";
  EXPECT_EQ(ProblemOf(&model), "the model ended instead of responding, with exit status 0");
}

TEST_F(ModelProcessTest, TakesALineOfTheGreatestLengthAndNoLonger) {
  ModelProcessOptions options;
  options.max_line_bytes = 1000;
  const auto model = [](std::size_t bytes) {
    const std::string frame = R"({"done": true, "message": ""})";
    return "echo '" + frame.substr(0, frame.size() - 2) + std::string(bytes - frame.size(), 'x') +
           "\"}'";
  };
  EXPECT_EQ(ProblemOf(model(1000), options), "none");
  EXPECT_EQ(ProblemOf(model(1001), options), "the response has more than 1000 bytes");
}

TEST_F(ModelProcessTest, SendsRequestsThatAreLargerThanAPipe) {
  const Json large = {{"results", std::string(1'000'000, 'x')}};
  ModelProcess model(
      "while read -r line; do echo \"{\\\"done\\\": true, \\\"message\\\": \\\"${#line}\\\"}\"; "
      "done");
  EXPECT_EQ(model.Respond(large).message, std::to_string(large.dump().size()));
}

TEST_F(ModelProcessTest, NeedNotReadARequestToRespond) {
  const Json large = {{"results", std::string(1'000'000, 'x')}};
  ModelProcess model("while :; do echo '{\"calls\": []}'; done");
  EXPECT_FALSE(model.Respond(large).done);
  EXPECT_FALSE(model.Respond(large).done);
}

TEST_F(ModelProcessTest, MayExitOnceItIsAskedNoMore) {
  ModelProcessOptions options;
  options.exit_timeout = std::chrono::minutes(1);
  ModelProcess model(
      "read -r line; echo '{\"done\": true}'; read -r line; echo bye > '" + folder_ / "bye" + "'",
      options);
  EXPECT_TRUE(model.Respond(kRequest).done);
  model.Finish();
  EXPECT_TRUE(std::filesystem::exists(folder_ / "bye"));
  model.Finish();  // once more does nothing
}

// ---- What it has
// ----------------------------------------------------------------------------------

TEST_F(ModelProcessTest, HasNoDescriptorOfTheHost) {
  const SqliteStore store(folder_ / "store.db");
  const int ours = open((folder_ / "store.db").c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(ours, 0);
  ModelProcess other("read -r line");
  ModelProcess model("for fd in /proc/$$/fd/*; do readlink $fd; done > '" + folder_ / "fds" +
                     "'; echo '{\"done\": true}'; cat > /dev/null");
  EXPECT_TRUE(model.Respond(kRequest).done);
  std::ifstream file(folder_ / "fds");
  const std::string descriptors{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(descriptors.find("store.db"), std::string::npos) << descriptors;
  EXPECT_NE(descriptors.find("pipe:"), std::string::npos) << descriptors;
  close(ours);
}

TEST_F(ModelProcessTest, HasItsSignalsAsUsual) {
  sigset_t blocked;
  sigset_t before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  EXPECT_EQ(ProblemOf("kill -TERM $$; sleep 1000"),
            "the model ended instead of responding, by signal 15");
  EXPECT_EQ(ProblemOf("kill -PIPE $$; sleep 1000"),
            "the model ended instead of responding, by signal 13");
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

// ---- What goes wrong ----------------------------------------------------------------------------

TEST_F(ModelProcessTest, EndsWithoutAResponse) {
  EXPECT_EQ(ProblemOf("exit 3"), "the model ended instead of responding, with exit status 3");
  EXPECT_EQ(ProblemOf("read -r line; exit 0"),
            "the model ended instead of responding, with exit status 0");
  EXPECT_EQ(ProblemOf("exec 2>&-; no-such-program-as-this"),
            "the model ended instead of responding, with exit status 127");
  EXPECT_EQ(ProblemOf("kill -KILL $$"), "the model ended instead of responding, by signal 9");
}

TEST_F(ModelProcessTest, ClosesItsOutput) {
  ModelProcessOptions options;
  options.exit_timeout = milliseconds(0);
  EXPECT_EQ(ProblemOf("exec >&-; sleep 1000", options),
            "the model closed its output instead of responding");
}

TEST_F(ModelProcessTest, ClosesItsInputAndStillResponds) {
  EXPECT_EQ(ProblemOf("exec <&-; echo '{\"done\": true}'"), "none");
}

TEST_F(ModelProcessTest, WritesWhatIsNoResponse) {
  EXPECT_EQ(ProblemOf("echo; sleep 1000").substr(0, 24), "the response is not JSON");
  EXPECT_EQ(ProblemOf("printf '\\377\\n'; sleep 1000").substr(0, 24), "the response is not JSON");
  EXPECT_EQ(ProblemOf("echo '{}'; sleep 1000"), "the response needs either `calls` or `done`");
  EXPECT_EQ(ProblemOf("printf '{\"done\"'").substr(0, 24), "the response is not JSON");
}

TEST_F(ModelProcessTest, WritesALineWithoutEnd) {
  EXPECT_EQ(ProblemOf("cat /dev/zero"), "the response has more than 4194304 bytes");
}

TEST_F(ModelProcessTest, NeverResponds) {
  EXPECT_EQ(ProblemOf("sleep 1000", Impatient()), "the model does not respond in time");
  EXPECT_EQ(ProblemOf("while :; do printf x; sleep 0.01; done", Impatient()),
            "the model does not respond in time");
}

TEST_F(ModelProcessTest, NeverReads) {
  const Json large = {{"results", std::string(1'000'000, 'x')}};
  EXPECT_EQ(ProblemOf("sleep 1000", Impatient(), large), "the model does not respond in time");

  ModelProcessOptions options;
  options.max_unread_bytes = 1'500'000;
  ModelProcess model("while :; do echo '{\"calls\": []}'; done", options);
  EXPECT_EQ(ProblemOf(&model, large), "none");
  EXPECT_EQ(ProblemOf(&model, large), "the model does not read its requests");
}

TEST_F(ModelProcessTest, LeavesAChildThatHoldsItsPipesOpen) {
  const std::string child = "sleep 1000 & echo $! > '" + folder_ / "child" + "'; ";
  EXPECT_EQ(ProblemOf(child + "exit 4"),
            "the model ended instead of responding, with exit status 4");
  ExpectGone(NoticedProcess("child"));
}

TEST_F(ModelProcessTest, IsKilledWithItsChildren) {
  const std::string script =
      "sleep 1000 & echo $! > '" + folder_ / "child" + "'; echo $$ > '" + folder_ / "self" +
      "'; trap '' TERM HUP INT; echo '{\"done\": true}'; while :; do sleep 1000; done";
  ModelProcessOptions options;
  options.exit_timeout = milliseconds(0);
  ModelProcess model(script, options);
  EXPECT_TRUE(model.Respond(kRequest).done);
  model.Finish();
  ExpectGone(NoticedProcess("self"));
  ExpectGone(NoticedProcess("child"));
}

TEST_F(ModelProcessTest, IsGivenUpWhenTheHostIsInterrupted) {
  int pipe[2];
  ASSERT_EQ(pipe2(pipe, O_CLOEXEC), 0);
  ModelProcessOptions options;
  options.interrupt = pipe[0];
  ModelProcess model("sleep 1000", options);
  ASSERT_EQ(write(pipe[1], "x", 1), 1);
  EXPECT_EQ(ProblemOf(&model), "the wake was interrupted");
  model.Finish();  // nor is it waited for
  close(pipe[0]);
  close(pipe[1]);
}

}  // namespace
}  // namespace aegis::agent

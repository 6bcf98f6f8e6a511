#include "agent/mcp/stdio.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

#include "tests/agent/held_store.h"
#include "tests/agent/mcp_client.h"

namespace aegis::mcp {
namespace {

/// A server on two pipes, and its client.
class Wire {
 public:
  explicit Wire(Server* server) {
    signal(SIGPIPE, SIG_IGN);
    EXPECT_EQ(pipe2(to_, O_CLOEXEC), 0);
    EXPECT_EQ(pipe2(from_, O_CLOEXEC), 0);
    thread_ = std::thread([this, server] {
      status_ = ServeStdio(server, to_[0], from_[1]);
      close(from_[1]);
      close(to_[0]);
    });
  }
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;
  ~Wire() {
    End();
    StopListening();
  }

  void Say(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = write(to_[1], bytes.data(), bytes.size());
      if (written < 0) return;  // nobody is there any more
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  void Request(const Json& id, const std::string& method, const Json& params = Json::object()) {
    const Json message = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}};
    Say(message.dump() + "\n");
  }
  void Call(const Json& id, const std::string& tool, const Json& arguments = Json::object()) {
    Request(id, "tools/call", Modern({{"name", tool}, {"arguments", arguments}}));
  }
  void Notify(const std::string& method, const Json& params = Json::object()) {
    Say(Json({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}).dump() + "\n");
  }
  void Cancel(const Json& id) { Notify("notifications/cancelled", {{"requestId", id}}); }

  /// Waits until the server has dealt with all that was said, as far as its reader does so: it
  /// takes the second blank line only when it is done with what came before.
  void Settle() {
    for (int i = 0; i < 2; ++i) {
      Say("\n");
      for (int waiting = 1; waiting > 0;) ioctl(to_[0], FIONREAD, &waiting);
    }
  }

  /// The next line; empty at the end.
  std::string HearLine() {
    for (;;) {
      const std::size_t end = heard_.find('\n');
      if (end != std::string::npos) {
        std::string line = heard_.substr(0, end);
        heard_.erase(0, end + 1);
        return line;
      }
      char chunk[4096];
      const ssize_t count = read(from_[0], chunk, sizeof(chunk));
      if (count <= 0) {
        EXPECT_EQ(heard_, "") << "a line without an end";
        return "";
      }
      heard_.append(chunk, static_cast<std::size_t>(count));
    }
  }
  Json Hear() {
    const std::string line = HearLine();
    return line.empty() ? Json() : Json::parse(line);
  }
  /// The ids of what is heard until the end, `-` for none.
  std::vector<std::string> HearIds() {
    std::vector<std::string> ids;
    for (Json message = Hear(); !message.is_null(); message = Hear()) {
      ids.push_back(message.contains("id") ? message["id"].dump() : "-");
    }
    return ids;
  }
  void EndInput() {
    if (to_[1] >= 0) close(std::exchange(to_[1], -1));
  }
  void StopListening() {
    if (from_[0] >= 0) close(std::exchange(from_[0], -1));
  }
  /// The exit status.
  int End() {
    EndInput();
    if (thread_.joinable()) {
      while (from_[0] >= 0 && !HearLine().empty()) continue;
      thread_.join();
    }
    return status_;
  }
  /// The exit status of a server that ends although its client has not closed its end.
  int Status() {
    thread_.join();
    return status_;
  }

 private:
  int to_[2] = {-1, -1};
  int from_[2] = {-1, -1};
  int status_ = -1;
  std::string heard_;
  std::thread thread_;
};

class StdioTest : public ::testing::Test {
 protected:
  StdioTest() { files_.Put("held", "print(1)\n"); }

  Json Held() const { return {{"filename", "held"}}; }
  static std::vector<std::string> Ids(std::initializer_list<const char*> ids) {
    return {ids.begin(), ids.end()};
  }

  agent::HeldStore files_;
  agent::RunTokens tokens_{*SnapshotKey::FromBytes(std::string(32, 'k'))};
  Server server_{&files_, &tokens_, {}};
  Wire wire_{&server_};
};

constexpr const char* kPing = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
constexpr const char* kPong = R"({"jsonrpc":"2.0","id":1,"result":{}})";

// ---- Lines --------------------------------------------------------------------------------------

TEST_F(StdioTest, IdsOfEachTypeComeBack) {
  for (const char* id :
       {"0", "-7", "9223372036854775807", "18446744073709551615", R"("")", R"("a\n\u20ac")"}) {
    wire_.Say(std::string(R"({"jsonrpc":"2.0","method":"ping","id":)") + id + "}\n");
    EXPECT_EQ(wire_.HearLine(), std::string(R"({"jsonrpc":"2.0","id":)") + id + R"(,"result":{}})");
  }
  for (const char* id : {"null", "1.5", "true", "[1]", "{}", "18446744073709551616"}) {
    wire_.Say(std::string(R"({"jsonrpc":"2.0","method":"ping","id":)") + id + "}\n");
    EXPECT_EQ(wire_.Hear(), ErrorMessage(nullptr, kInvalidRequest,
                                         "`id` is neither a string nor an integer of 64 bits"));
  }
  EXPECT_EQ(wire_.End(), 0);
}

TEST_F(StdioTest, HowTheStreamIsCutMakesNoDifference) {
  const std::string stream = std::string("\n\r\n  \t\n") + kPing + "\r\n" + kPing + " \n\n" + kPing;
  for (const char c : stream) wire_.Say(std::string(1, c));
  wire_.EndInput();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(wire_.HearLine(), kPong);
  EXPECT_EQ(wire_.HearLine(), "");
  EXPECT_EQ(wire_.End(), 0);
}

TEST_F(StdioTest, TheEndOfTheInputComesAfterAllAnswers) {
  std::string stream;
  for (int i = 0; i < 5000; ++i) stream += std::string(kPing) + "\n";
  std::thread writer([&] {
    wire_.Say(stream);
    wire_.EndInput();
  });
  EXPECT_EQ(wire_.HearIds().size(), 5000U);
  writer.join();
  EXPECT_EQ(wire_.End(), 0);
}

TEST_F(StdioTest, NothingAtAll) {
  wire_.EndInput();
  EXPECT_EQ(wire_.HearLine(), "");
  EXPECT_EQ(wire_.End(), 0);
}

TEST_F(StdioTest, LinesThatAreNoMessages) {
  const Json no_json = ErrorMessage(nullptr, kParseError, "this is not JSON in UTF-8");
  for (const char* line : {"nonsense\n", "{\n", "\xff\xfe\n", "{\"jsonrpc\":\"2.0\",\"\xc3\":1}\n",
                           "Content-Length: 2\r\n"}) {
    wire_.Say(line);
    EXPECT_EQ(wire_.Hear(), no_json) << line;
  }
  wire_.Say(std::string_view("\0\n", 2));
  EXPECT_EQ(wire_.Hear(), no_json);
  wire_.Say("5\n");
  EXPECT_EQ(wire_.Hear(), ErrorMessage(nullptr, kInvalidRequest, "a message is a JSON object"));
  wire_.Say(std::string(kPing) + "\n");
  EXPECT_EQ(wire_.HearLine(), kPong);
}

TEST_F(StdioTest, LinesThatAreTooLongAreSkipped) {
  const Json too_long =
      ErrorMessage(nullptr, kInvalidRequest, "a message has at most 4194304 bytes");
  const std::size_t limit = std::size_t{4} << 20;
  const std::string padding(limit - std::string(kPing).size(), ' ');
  wire_.Say(kPing + padding + "\n");
  EXPECT_EQ(wire_.HearLine(), kPong);
  wire_.Say(kPing + padding + " \n" + kPing + "\n");
  EXPECT_EQ(wire_.Hear(), too_long);
  EXPECT_EQ(wire_.HearLine(), kPong);
  for (int i = 0; i < 20; ++i) wire_.Say(std::string(1 << 20, '['));
  wire_.Say(std::string("\n") + kPing + "\n" + std::string(limit + 1, 'x'));
  EXPECT_EQ(wire_.Hear(), too_long);
  EXPECT_EQ(wire_.HearLine(), kPong);
  wire_.EndInput();
  EXPECT_EQ(wire_.Hear(), too_long);
  EXPECT_EQ(wire_.End(), 0);
}

TEST_F(StdioTest, AnswersAreAscii) {
  wire_.Call(1, "create_file", {{"filename", "\u20AC\u2028"}, {"content", "print(1)"}});
  const std::string line = wire_.HearLine();
  EXPECT_NE(line.find("\\u20ac\\u2028"), std::string::npos);
  for (const char c : line) EXPECT_TRUE(c >= 0x20 && c < 0x7F);
}

// ---- Requests and notifications -----------------------------------------------------------------

TEST_F(StdioTest, ToolsAndTheirErrors) {
  wire_.Call(1, "no_such_tool");
  EXPECT_EQ(wire_.Hear(), ErrorMessage(1, kInvalidParams, "there is no tool of this name"));
  for (const Json& arguments : std::vector<Json>{Json::object(),
                                                 {{"filename", 5}},
                                                 {{"filename", "a"}, {"extra", true}},
                                                 Json::array(),
                                                 "a"}) {
    wire_.Call(2, "read_file", arguments);
    const Json result = wire_.Hear()["result"];
    EXPECT_EQ(result["isError"], true);
    EXPECT_EQ(result["structuredContent"]["error"]["category"], "value_error");
  }
}

TEST_F(StdioTest, NotificationsAreNotAnswered) {
  wire_.Notify("notifications/initialized");
  wire_.Notify("notifications/unknown");
  wire_.Notify("tools/list");
  wire_.Say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":[]}\n");
  wire_.Cancel(nullptr);
  wire_.Cancel({1, 2});
  wire_.Request(7, "notifications/initialized", Modern());
  EXPECT_EQ(wire_.Hear(), ErrorMessage(7, kMethodNotFound, "there is no method of this name"));
  wire_.Request(8, "notifications/cancelled", Modern({{"requestId", 7}}));
  EXPECT_EQ(wire_.Hear()["error"]["code"], kMethodNotFound);
}

TEST_F(StdioTest, Batches) {
  const std::string batch =
      std::string("[") + kPing + ",{\"jsonrpc\":\"2.0\",\"method\":\"x\"}," + kPing + "]\n";
  wire_.Say(batch);
  EXPECT_EQ(wire_.Hear()["error"]["code"], kInvalidRequest);
  wire_.Request(0, "initialize", {{"protocolVersion", "2025-03-26"}});
  EXPECT_EQ(wire_.Hear()["id"], 0);
  wire_.Say(batch);
  EXPECT_EQ(wire_.HearLine(), std::string("[") + kPong + "," + kPong + "]");
}

TEST_F(StdioTest, ALegacySessionFromItsBeginningToItsEnd) {
  wire_.Request(0, "initialize", {{"protocolVersion", "2025-11-25"}});
  EXPECT_EQ(wire_.Hear()["result"]["protocolVersion"], "2025-11-25");
  wire_.Notify("notifications/initialized");
  wire_.Request(1, "tools/call",
                {{"name", "create_file"},
                 {"arguments", {{"filename", "a"}, {"content", "print(input())\n"}}}});
  EXPECT_EQ(wire_.Hear()["method"], "notifications/resources/list_changed");
  EXPECT_EQ(wire_.Hear()["result"]["structuredContent"]["created"], true);
  wire_.Request(2, "tools/call", {{"name", "run_ag_file"}, {"arguments", {{"filename", "a"}}}});
  EXPECT_EQ(wire_.Hear()["result"]["structuredContent"]["status"], "input_required");
  wire_.Request(3, "tools/call", {{"name", "provide_ag_input"}, {"arguments", {{"value", "x"}}}});
  EXPECT_EQ(wire_.Hear()["result"]["structuredContent"]["output"], "x\n");
  EXPECT_EQ(wire_.End(), 0);
}

// ---- Cancellation -------------------------------------------------------------------------------

TEST_F(StdioTest, CancelsWhatIsQueued) {
  wire_.Call("held", "read_file", Held());
  files_.WaitForCall();
  wire_.Call(2, "create_file", {{"filename", "a"}, {"content", "print(1)"}});
  wire_.Call(3, "list_files");
  wire_.Cancel(2);
  wire_.Cancel("3");  // another id
  wire_.Settle();
  wire_.EndInput();
  files_.Release();
  EXPECT_EQ(wire_.HearIds(), Ids({"\"held\"", "3"}));
  EXPECT_EQ(files_.List().size(), 1U);
}

TEST_F(StdioTest, CancelsWhatRuns) {
  wire_.Call(1, "run_ag_file", Held());
  files_.WaitForCall();
  wire_.Cancel(1);
  // This one is in the inbox only after the cancellation was read.
  wire_.Call(2, "read_file", Held());
  wire_.Settle();
  wire_.EndInput();
  files_.Release(2);
  const std::vector<std::string> ids = wire_.HearIds();
  EXPECT_EQ(ids, Ids({"2"}));
}

TEST_F(StdioTest, InitializeCannotBeCancelled) {
  wire_.Call("held", "read_file", Held());
  files_.WaitForCall();
  wire_.Request(1, "initialize", {{"protocolVersion", "2025-11-25"}});
  wire_.Cancel(1);
  wire_.Settle();
  wire_.EndInput();
  files_.Release();
  EXPECT_EQ(wire_.HearIds(), Ids({"\"held\"", "1"}));
}

TEST_F(StdioTest, CancelsAQueuedPartOfABatch) {
  wire_.Request(0, "initialize", {{"protocolVersion", "2025-03-26"}});
  wire_.Hear();
  wire_.Call("held", "read_file", Held());
  files_.WaitForCall();
  wire_.Say(R"([{"jsonrpc":"2.0","id":"a","method":"ping"},)"
            R"({"jsonrpc":"2.0","id":"b","method":"ping"}])"
            "\n");
  wire_.Say("[{\"jsonrpc\":\"2.0\",\"id\":\"c\",\"method\":\"ping\"}]\n");
  wire_.Cancel("a");
  wire_.Cancel("c");
  wire_.Settle();
  wire_.EndInput();
  files_.Release();
  EXPECT_EQ(wire_.Hear()["id"], "held");
  EXPECT_EQ(wire_.Hear(), Json::array({ResultMessage("b", Json::object())}));
  EXPECT_EQ(wire_.Hear(), Json());
}

TEST_F(StdioTest, CancellationOfWhatIsDoneOrWasNever) {
  files_.Put("a", "print(input())\n");
  wire_.Call(1, "run_ag_file", {{"filename", "a"}});
  EXPECT_EQ(wire_.Hear()["result"]["structuredContent"]["status"], "input_required");
  // The request is answered; that its run waits for input does not make it open.
  wire_.Cancel(1);
  wire_.Cancel(99);
  wire_.Call(1, "provide_ag_input", {{"value", "x"}});
  EXPECT_EQ(wire_.Hear()["result"]["structuredContent"]["output"], "x\n");
}

TEST_F(StdioTest, CancelsASubscription) {
  wire_.Request("s", "subscriptions/listen",
                Modern({{"notifications", {{"resourcesListChanged", true}}}}));
  EXPECT_EQ(wire_.Hear()["method"], "notifications/subscriptions/acknowledged");
  wire_.Call(1, "create_file", {{"filename", "a"}, {"content", "print(1)"}});
  EXPECT_EQ(wire_.Hear()["method"], "notifications/resources/list_changed");
  EXPECT_EQ(wire_.Hear()["id"], 1);
  wire_.Cancel("s");
  wire_.Call(2, "create_file", {{"filename", "b"}, {"content", "print(1)"}});
  EXPECT_EQ(wire_.Hear()["id"], 2);
  wire_.EndInput();
  EXPECT_EQ(wire_.HearIds(), Ids({}));
}

TEST_F(StdioTest, SubscriptionsEndWithTheInput) {
  wire_.Request("s", "subscriptions/listen", Modern({{"notifications", Json::object()}}));
  EXPECT_EQ(wire_.Hear()["method"], "notifications/subscriptions/acknowledged");
  wire_.EndInput();
  EXPECT_EQ(wire_.Hear()["method"], "notifications/cancelled");
  EXPECT_EQ(wire_.Hear()["id"], "s");
  EXPECT_EQ(wire_.End(), 0);
}

// ---- Bounds and failures ------------------------------------------------------------------------

TEST_F(StdioTest, AClientThatSaysTooMuchHasToWait) {
  wire_.Call("held", "read_file", Held());
  files_.WaitForCall();
  const std::string ping = kPing + std::string(1 << 20, ' ') + "\n";
  std::atomic<int> said = 0;
  std::thread writer([&] {
    for (; said < 40; ++said) wire_.Say(ping);
    wire_.EndInput();
  });
  // The inbox takes 8 MiB, the reader holds one more, and the pipe has room for less than one.
  while (said < 7) std::this_thread::yield();
  EXPECT_LE(said, 11);
  files_.Release();
  EXPECT_EQ(wire_.HearIds().size(), 41U);
  writer.join();
}

TEST_F(StdioTest, EndsWhenNobodyReads) {
  wire_.StopListening();
  wire_.Say(std::string(kPing) + "\n");
  EXPECT_EQ(wire_.Status(), 1);
}

TEST(Stdio, InputThatCannotBeRead) {
  TestServer test;
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  EXPECT_EQ(ServeStdio(&test.server, -1, ends[1]), 1);
  const int folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  EXPECT_EQ(ServeStdio(&test.server, folder, ends[1]), 1);
  close(folder);
  close(ends[0]);
  close(ends[1]);
}

TEST(Stdio, AFileIsAnInput) {
  TestServer test;
  FILE* input = tmpfile();
  ASSERT_NE(input, nullptr);
  fputs(kPing, input);
  rewind(input);
  FILE* output = tmpfile();
  ASSERT_NE(output, nullptr);
  EXPECT_EQ(ServeStdio(&test.server, fileno(input), fileno(output)), 0);
  rewind(output);
  char line[100] = "";
  EXPECT_NE(fgets(line, sizeof(line), output), nullptr);
  EXPECT_EQ(line, std::string(kPong) + "\n");
  fclose(input);
  fclose(output);
}

TEST(Stdio, PipesThatDoNotWait) {
  TestServer test;
  int to[2];
  int from[2];
  ASSERT_EQ(pipe2(to, O_CLOEXEC | O_NONBLOCK), 0);
  ASSERT_EQ(pipe2(from, O_CLOEXEC | O_NONBLOCK), 0);
  std::thread server([&] {
    EXPECT_EQ(ServeStdio(&test.server, to[0], from[1]), 0);
    close(from[1]);
  });
  // The answers are far more than fits into the pipe.
  std::thread writer([&] {
    const std::string call =
        Json({{"jsonrpc", "2.0"}, {"id", 1}, {"method", "tools/list"}, {"params", Modern()}})
            .dump() +
        "\n";
    for (int i = 0; i < 50; ++i) {
      EXPECT_EQ(write(to[1], call.data(), call.size()), static_cast<ssize_t>(call.size()));
    }
    close(to[1]);
  });
  int lines = 0;
  for (;;) {
    pollfd ready{from[0], POLLIN, 0};
    poll(&ready, 1, -1);
    char chunk[4096];
    const ssize_t count = read(from[0], chunk, sizeof(chunk));
    if (count == 0) break;
    for (ssize_t i = 0; i < count; ++i) lines += chunk[i] == '\n' ? 1 : 0;
  }
  writer.join();
  server.join();
  EXPECT_EQ(lines, 50);
  close(from[0]);
  close(to[0]);
}

}  // namespace
}  // namespace aegis::mcp

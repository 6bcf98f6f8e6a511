// `aegis lsp` as a process: its pipes, and how it ends.

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "lsp/transport.h"
#include "tests/cli/process.h"
#include "tests/lsp/wire_client.h"

namespace aegis::lsp_test {
namespace {

using cli_test::Aegis;
using cli_test::Conversation;
using lsp::Framed;
using lsp::Json;

const std::string kInitialize =
    Framed(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}})");
const std::string kShutdown = Framed(R"({"jsonrpc":"2.0","id":2,"method":"shutdown"})");
const std::string kExit = Framed(R"({"jsonrpc":"2.0","method":"exit"})");

std::string Opened(const std::string& text) {
  const Json message = {
      {"jsonrpc", "2.0"},
      {"method", "textDocument/didOpen"},
      {"params", {{"textDocument", {{"uri", "a"}, {"version", 1}, {"text", text}}}}}};
  return Framed(message.dump());
}

/// The messages in the output of a server.
std::vector<Json> Messages(const std::string& output) {
  lsp::MessageReader reader(1 << 30);
  reader.Add(output);
  std::vector<Json> messages;
  while (const auto piece = reader.Next()) {
    EXPECT_EQ(piece->problem, "");
    messages.push_back(Json::parse(piece->text));
  }
  EXPECT_EQ(reader.size(), 0U) << "there is more than messages";
  return messages;
}

TEST(Process, EndsAsTheClientSays) {
  EXPECT_EQ(Aegis({"lsp"}, kInitialize + kShutdown + kExit).status, 0);
  EXPECT_EQ(Aegis({"lsp"}, kInitialize + kExit).status, 1);
  EXPECT_EQ(Aegis({"lsp"}, kExit).status, 1);
  EXPECT_EQ(Aegis({"lsp"}, kInitialize + kShutdown).status, 0);
  EXPECT_EQ(Aegis({"lsp"}, kInitialize).status, 1);
  EXPECT_EQ(Aegis({"lsp"}).status, 1);
  EXPECT_EQ(Aegis({"lsp", "nonsense"}).status, 2);
}

TEST(Process, AnswersEverythingThatCameBeforeTheEnd) {
  const cli_test::Outcome outcome = Aegis(
      {"lsp"}, kInitialize + Opened("print(y)\n") + kShutdown + "Content-Length: 100\r\n\r\n{");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.status, 0);
  const std::vector<Json> messages = Messages(outcome.out);
  ASSERT_GE(messages.size(), 2U);
  EXPECT_EQ(messages[0]["id"], 1);
  EXPECT_EQ(messages[1]["id"], 2);
}

TEST(Process, NothingIsCarriedOutAfterExit) {
  const cli_test::Outcome outcome = Aegis({"lsp"}, kInitialize + kExit + Opened("x") + kShutdown);
  EXPECT_EQ(Messages(outcome.out).size(), 1U);
  EXPECT_EQ(outcome.status, 1);
}

TEST(Process, AnswersWhatCannotBeRead) {
  const cli_test::Outcome outcome =
      Aegis({"lsp"}, "hello\r\n\r\n" + kInitialize + Framed("{") + kShutdown + kExit);
  const std::vector<Json> messages = Messages(outcome.out);
  ASSERT_EQ(messages.size(), 4U);
  EXPECT_EQ(messages[0]["error"]["code"], -32700);
  EXPECT_EQ(messages[1]["error"]["code"], -32700);
  EXPECT_EQ(messages[2]["id"], 1);
  EXPECT_EQ(messages[3]["id"], 2);
  EXPECT_EQ(outcome.status, 0);
}

TEST(Process, TakesItsInputByteByByte) {
  WireClient client;
  for (const char byte : kInitialize + Opened("print(y)\n")) {
    client.process().Say(std::string(1, byte));
  }
  EXPECT_EQ(client.Hear()["id"], 1);
  EXPECT_EQ(client.Hear()["params"]["diagnostics"].size(), 1U);
  EXPECT_EQ(client.End(), 0);
}

TEST(Process, EndsWhenTheClientIsGone) {
  // In the middle of a message.
  WireClient half;
  half.process().Say(kInitialize + "Content-Length: 100\r\n\r\n{\"jsonrpc\"");
  half.Hear();
  half.process().EndInput();
  EXPECT_EQ(half.process().HearAll(), "");
  EXPECT_EQ(half.process().Status(), 1);

  // While it has something to say: SIGPIPE must not be what ends it.
  WireClient deaf;
  deaf.process().StopListening();
  deaf.process().Say(kInitialize);
  EXPECT_EQ(deaf.process().Status(), 1);
}

TEST(Process, AClientMaySayEverythingBeforeItListens) {
  // Much more than pipes hold, in both directions.
  std::string all = kInitialize + Opened(std::string(60000, '('));
  const int kCount = 3000;
  for (int i = 0; i < kCount; ++i) {
    const Json message = {{"jsonrpc", "2.0"}, {"id", 10 + i}, {"method", std::string(500, 'x')}};
    all += Framed(message.dump());
  }
  WireClient client;
  client.process().Say(all + kShutdown + kExit);
  // How often the diagnostics are published depends on how the messages arrive.
  std::size_t answers = 0;
  for (const Json& message : Messages(client.process().HearAll()))
    answers += message.contains("id");
  EXPECT_EQ(answers, kCount + 2U);
  EXPECT_EQ(client.process().Status(), 0);
}

TEST(Process, AClientThatNeverListensCanStillEndIt) {
  WireClient client;
  std::string all = kInitialize;
  for (int i = 0; i < 3000; ++i) {
    all += Framed(R"({"jsonrpc":"2.0","id":5,"method":")" + std::string(500, 'x') + "\"}");
  }
  client.process().Say(all);
  client.process().StopListening();
  EXPECT_EQ(client.process().Status(), 1);
}

TEST(Process, KeepsUpWithManySmallMessages) {
  std::string all = kInitialize + Opened("");
  const int kCount = 20000;
  for (int i = 0; i < kCount; ++i) {
    all += Framed(
        R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"a",)"
        R"("version":2},"contentChanges":[{"range":{"start":{"line":0,"character":0},"end":)"
        R"({"line":0,"character":0}},"text":"1"}]}})");
  }
  all += Framed(R"({"jsonrpc":"2.0","id":3,"method":"workspace/executeCommand","params":)"
                R"({"command":"aegis.run","arguments":[{"uri":"a"}]}})");
  const cli_test::Outcome outcome = Aegis({"lsp"}, all + kShutdown + kExit);
  EXPECT_EQ(outcome.status, 0);
  for (const Json& message : Messages(outcome.out)) {
    if (message.contains("id") && message["id"] == 3) {
      EXPECT_EQ(message["result"]["error"]["category"], "limit_error") << "2,048 characters a line";
    }
  }
}

}  // namespace
}  // namespace aegis::lsp_test

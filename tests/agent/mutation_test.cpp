// Ten thousand messages that somebody bent: none of them crashes the server or makes it fail
// inside, each request gets an answer that is a message, and the server then works as before.

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/agent/mcp_client.h"

namespace aegis::mcp {
namespace {

constexpr int kMessages = 10000;

std::vector<Json> Originals() {
  std::vector<Json> originals;
  const auto add = [&](const std::string& method, const Json& params) {
    for (const Json& with_meta : {params, Modern(params)}) {
      originals.push_back(
          {{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", with_meta}});
    }
  };
  const auto call = [&](const std::string& tool, const Json& arguments) {
    add("tools/call", {{"name", tool}, {"arguments", arguments}});
  };
  add("initialize", {{"protocolVersion", "2025-03-26"},
                     {"capabilities", Json::object()},
                     {"clientInfo", {{"name", "test"}, {"version", "1"}}}});
  for (const char* method : {"ping", "server/discover", "tools/list", "prompts/list",
                             "resources/list", "resources/templates/list"}) {
    add(method, Json::object());
  }
  add("prompts/get", {{"name", "write_aegis"}, {"arguments", {{"task", "add"}}}});
  for (const char* method : {"resources/read", "resources/subscribe", "resources/unsubscribe"}) {
    add(method, {{"uri", "aegis-file:///a.aeg"}});
  }
  add("completion/complete",
      {{"ref", {{"type", "ref/resource"}, {"uri", "aegis-file:///{filename}"}}},
       {"argument", {{"name", "filename"}, {"value", "a"}}}});
  add("subscriptions/listen",
      {{"notifications",
        {{"resourcesListChanged", true}, {"resourceSubscriptions", {"aegis-file:///a.aeg"}}}}});
  add("notifications/cancelled", {{"requestId", 1}});
  call("aegis_docs", Json::object());
  call("create_file", {{"filename", "a.aeg"}, {"content", "x = input()\nprint(x + \"\\u00e4\")"}});
  call("list_files", Json::object());
  call("read_file", {{"filename", "a.aeg"}});
  call("delete_file", {{"filename", "b.aeg"}});
  call("check_ag_file", {{"source", "if true:\n  print(1 / 0)\n"}});
  call("run_ag_file", {{"filename", "a.aeg"}});
  call("provide_ag_input", {{"value", "text"}});
  call("cancel_ag_run", Json::object());
  return originals;
}

class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed), originals_(Originals()) {}

  std::string Next() {
    Json message = originals_[Below(originals_.size())];
    if (Below(20) == 0) message = {message, originals_[Below(originals_.size())]};
    if (Below(2) == 0) {
      for (std::size_t changes = 1 + Below(3); changes > 0; --changes) Bend(&message, 0);
    }
    std::string text = message.dump();
    if (Below(2) == 0) {
      for (std::size_t changes = 1 + Below(4); changes > 0; --changes) Bend(&text);
    }
    return text;
  }

 private:
  std::size_t Below(std::size_t bound) { return random_() % bound; }

  Json Something() {
    switch (Below(10)) {
      case 0:
        return nullptr;
      case 1:
        return Below(2) == 0;
      case 2:
        return static_cast<std::int64_t>(random_()) - (std::int64_t{1} << 31);
      case 3:
        return 1.5e300;
      case 4:
        return Json::array({1, "a"});
      case 5:
        return {{"name", "list_files"}};
      case 6:
        return std::string("\0\u00e4\U0001F600", 7);
      case 7:
        return std::string(Below(3000), 'x');
      case 8:
        return UINT64_MAX;
      default:
        return "";
    }
  }

  /// Changes a member somewhere in `node`.
  void Bend(Json* node, int depth) {
    if (node->empty() || !node->is_structured() || (depth > 0 && Below(3) == 0)) {
      *node = Something();
      return;
    }
    auto member = node->begin();
    std::advance(member, static_cast<std::ptrdiff_t>(Below(node->size())));
    switch (Below(6)) {
      case 0:
        node->erase(member);
        break;
      case 1:
        if (node->is_object()) (*node)["other"] = Something();
        break;
      default:
        Bend(&*member, depth + 1);
    }
  }

  void Bend(std::string* text) {
    const std::size_t place = Below(text->size() + 1);
    switch (Below(5)) {
      case 0:
        text->insert(place, 1, static_cast<char>(random_()));
        break;
      case 1:
        text->erase(place, Below(10));
        break;
      case 2:
        text->insert(place, text->substr(Below(text->size() + 1), Below(40)));
        break;
      case 3:
        text->insert(place, Below(2) == 0 ? "\\ud800" : std::string(1000, '['));
        break;
      default:
        if (place < text->size()) (*text)[place] = static_cast<char>(random_());
    }
  }

  std::mt19937 random_;
  std::vector<Json> originals_;
};

TEST(McpMutation, BentMessagesHarmNothing) {
  TestServer test;
  Mutator mutator(20261201);
  std::unique_ptr<Client> client;
  int answered = 0;
  int results = 0;
  for (int i = 0; i < kMessages; ++i) {
    if (i % 50 == 0) {
      client = std::make_unique<Client>(&test.server);
      if (i % 100 == 0) client->Initialize(kLegacyVersions[i / 100 % 4]);
    }
    const std::string text = mutator.Next();
    const Answer answer = client->Handle(text);
    ASSERT_EQ(test.log, std::vector<std::string>()) << text;
    if (answer.kind != Answer::Kind::kResponse) continue;
    ++answered;
    const std::string line = ToLine(answer.message);
    ASSERT_TRUE(Json::accept(line)) << text;
    if (answer.message.is_array()) continue;
    ASSERT_EQ(answer.message["jsonrpc"], "2.0") << text;
    ASSERT_NE(answer.message.contains("result"), answer.message.contains("error")) << text;
    results += answer.message.contains("result") ? 1 : 0;
  }
  // The messages are bent enough to be refused, and not so much that nothing is reached.
  EXPECT_GT(answered, kMessages * 7 / 10);
  EXPECT_GT(results, kMessages / 10);
  EXPECT_LT(results, kMessages * 9 / 10);
  Client after(&test.server);
  EXPECT_EQ(after.CallModern("list_files")["status"], "ok");
}

}  // namespace
}  // namespace aegis::mcp

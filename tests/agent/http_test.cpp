#include "agent/mcp/http.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "agent/mcp/message.h"
#include "tests/agent/http_fixture.h"

namespace aegis::mcp {
namespace {

constexpr const char* kGreet = "name = input()\nprint(\"Hello, \" + name)\n";

Json Named(const std::string& filename) { return {{"filename", filename}}; }

Json ErrorBody(const std::string& problem) {
  return {{"jsonrpc", "2.0"}, {"error", {{"code", -32600}, {"message", problem}}}};
}

class HttpTest : public testing::Test {
 protected:
  RunningServer server_;
  HttpClient client_{server_.port};
};

// ---- Requests that are refused ------------------------------------------------------------------

TEST_F(HttpTest, RefusesByTheHead) {
  struct Case {
    std::string method;
    std::string target;
    HttpFields fields;
    int status;
    std::string problem;
  };
  const std::vector<Case> cases = {
      {"POST", "/mcp", {{"Host", ""}}, 400, "a request has one header `Host`"},
      {"POST", "/mcp", {{"Host", "a"}, {"Host", "a"}}, 400, "a request has one header `Host`"},
      {"POST", "/mcp", {{"Host", "evil.example"}}, 403, "this host is not served here"},
      {"GET", "/mcp", {{"Host", "evil.example"}}, 403, "this host is not served here"},
      {"POST",
       "/mcp",
       {{"Origin", "http://evil.example"}},
       403,
       "pages of this origin are not served here"},
      {"DELETE", "/mcp", {{"Origin", "null"}}, 403, "pages of this origin are not served here"},
      {"POST", "/", {}, 404, "the endpoint is at /mcp"},
      {"GET", "/etc/passwd", {}, 404, "the endpoint is at /mcp"},
      {"POST", "/mcp/../mcp", {}, 404, "the endpoint is at /mcp"},
      {"PUT", "/mcp", {}, 405, "messages come with POST"},
      {"OPTIONS", "/mcp", {}, 405, "messages come with POST"},
      {"GET", "/mcp", {}, 405, "a stream of its own has only a session"},
      {"DELETE", "/mcp", {}, 405, "there is no session to end"},
      {"GET", "/mcp", {{"Accept", "text/html"}}, 406, "this is a stream of text/event-stream"},
      {"POST", "/mcp", {{"Accept", "text/html"}}, 406, "answers are application/json"},
      {"POST", "/mcp", {{"Content-Type", ""}}, 415, "messages are application/json in UTF-8"},
      {"POST",
       "/mcp",
       {{"Content-Type", "text/plain"}},
       415,
       "messages are application/json in UTF-8"},
      {"POST", "/mcp", {{"Content-Encoding", "gzip"}}, 415, "messages are not compressed"},
  };
  for (const Case& each : cases) {
    HttpClient client(server_.port);
    client.Send(each.method, each.fields, "{}", each.target);
    const HttpReply reply = client.Read();
    EXPECT_EQ(reply.status, each.status) << each.method << " " << each.problem;
    EXPECT_EQ(reply.json(), ErrorBody(each.problem));
    EXPECT_EQ(reply.Field("Allow"), each.status == 405 ? "POST, GET, DELETE" : "");
  }
}

TEST_F(HttpTest, RefusesMessages) {
  const auto post = [&](const std::string& body) { return client_.Exchange("POST", {}, body); };
  EXPECT_EQ(post("{").status, 400);
  EXPECT_EQ(post("{").code(), kParseError);
  EXPECT_EQ(post("\"\xff\"").code(), kParseError);
  EXPECT_EQ(post("[]").status, 400);
  EXPECT_EQ(post("[]").code(), kInvalidRequest);
  EXPECT_EQ(post("").code(), kParseError);
  EXPECT_EQ(post(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])").json(),
            ErrorBody("a batch can come only after `initialize`"));
  const HttpReply early = client_.Post(HttpClient::Legacy(7, "tools/list"));
  EXPECT_EQ(early.status, 400);
  EXPECT_EQ(early.code(), kInvalidParams);
  EXPECT_EQ(early.json()["id"], 7);
  // A response answers nothing: the server asks for nothing.
  EXPECT_EQ(post(R"({"jsonrpc":"2.0","id":1,"result":{}})").status, 400);
  // All this came over one connection.
  EXPECT_EQ(client_.CallModern("list_files").status, 200);
}

TEST_F(HttpTest, RefusesHeadersThatContradictTheBody) {
  const Json call = HttpClient::Modern("x", "tools/call", {{"name", "list_files"}});
  const auto with = [&](const std::string& name, const std::string& value) {
    HttpFields fields = HttpClient::FieldsFor(call);
    for (auto& field : fields) {
      if (field.first == name) field.second = value;
    }
    return client_.Post(call, fields);
  };
  for (const char* name : {"MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"}) {
    for (const char* value : {"", "other"}) {
      const HttpReply reply = with(name, value);
      EXPECT_EQ(reply.status, 400) << name;
      EXPECT_EQ(reply.code(), kHeaderMismatch) << name;
      EXPECT_EQ(reply.json()["id"], "x");
    }
  }
  EXPECT_EQ(with("", "").status, 200);
}

TEST_F(HttpTest, AnswersUnknownRevisionsAndMethodsAsTheProtocolSays) {
  Json message = HttpClient::Modern(1, "server/discover");
  message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2027-01-01";
  HttpReply reply = client_.Post(
      message, {{"MCP-Protocol-Version", "2027-01-01"}, {"Mcp-Method", "server/discover"}});
  EXPECT_EQ(reply.status, 400);
  EXPECT_EQ(reply.json()["error"]["code"], kUnsupportedVersion);
  EXPECT_EQ(reply.json()["error"]["data"],
            Json({{"supported", {"2026-07-28"}}, {"requested", "2027-01-01"}}));
  for (const char* method : {"nothing/here", "initialize", "ping", "resources/subscribe"}) {
    reply = client_.PostModern(HttpClient::Modern(1, method));
    EXPECT_EQ(reply.status, 404) << method;
    EXPECT_EQ(reply.code(), kMethodNotFound) << method;
  }
  reply = client_.CallModern("no_such_tool");
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.code(), kInvalidParams);
}

// ---- The modern era -----------------------------------------------------------------------------

TEST_F(HttpTest, RunsGoOnByTheirTokens) {
  EXPECT_EQ(client_.CallModern("create_file", {{"filename", "greet.aeg"}, {"content", kGreet}})
                .envelope()["created"],
            true);
  const HttpReply first = client_.CallModern("run_ag_file", Named("greet.aeg"));
  EXPECT_EQ(first.Field("Content-Type"), "application/json");
  EXPECT_EQ(first.Field("Cache-Control"), "no-store");
  EXPECT_EQ(first.Field("Mcp-Session-Id"), "");
  EXPECT_EQ(first.json()["result"]["resultType"], "complete");
  const Json waiting = first.envelope();
  ASSERT_EQ(waiting["status"], "input_required");
  const std::string run = waiting["run"];

  // Nothing waits here, and another program can begin.
  EXPECT_EQ(
      client_.CallModern("provide_ag_input", {{"value", "Ada"}}).envelope()["error"]["category"],
      "value_error");
  EXPECT_EQ(client_.CallModern("run_ag_file", Named("greet.aeg")).envelope()["status"],
            "input_required");

  HttpClient other(server_.port);
  EXPECT_EQ(
      other.CallModern("provide_ag_input", {{"value", "Ada"}, {"run", run}}).envelope()["output"],
      "Hello, Ada\n");
  // On another server with the same key, which has no such file.
  RunningServer second;
  HttpClient elsewhere(second.port);
  EXPECT_EQ(elsewhere.CallModern("provide_ag_input", {{"value", "Bob"}, {"run", run}})
                .envelope()["output"],
            "Hello, Bob\n");
  // The signal is for both.
  second.BeginStop();
  EXPECT_EQ(second.Wait(), 0);
  EXPECT_EQ(server_.Wait(), 0);
}

TEST_F(HttpTest, NamesThatFitIntoNoHeaderComeEncoded) {
  server_.files.Put("wörld", "print(1)");
  const Json message =
      HttpClient::Modern(1, "resources/read", {{"uri", "aegis-file:///w%C3%B6rld"}});
  EXPECT_EQ(client_.PostModern(message).json()["result"]["contents"][0]["text"], "print(1)");
  EXPECT_EQ(client_
                .Post(message, {{"mcp-protocol-version", "2026-07-28"},
                                {"MCP-METHOD", "resources/read"},
                                {"Mcp-Name", "=?base64?YWVnaXMtZmlsZTovLy93JUMzJUI2cmxk?="}})
                .status,
            200);
}

TEST_F(HttpTest, NotificationsAreAccepted) {
  Json message = HttpClient::Modern(nullptr, "notifications/cancelled", {{"requestId", 1}});
  const HttpReply reply = client_.Post(message);
  EXPECT_EQ(reply.status, 202);
  EXPECT_EQ(reply.body, "");
}

TEST_F(HttpTest, ADisconnectedClientCancels) {
  server_.files.Put("held", "print(1)");
  HttpClient gone(server_.port);
  const Json call =
      HttpClient::Modern(1, "tools/call", {{"name", "run_ag_file"}, {"arguments", Named("held")}});
  gone.Send("POST", HttpClient::FieldsFor(call), call.dump());
  server_.files.WaitForCall();
  gone.Close();
  // Others are served meanwhile, and afterwards.
  EXPECT_EQ(client_.CallModern("list_files").envelope()["files"].size(), 1U);
  server_.files.Release();
  EXPECT_EQ(client_.CallModern("list_files").status, 200);
}

// ---- Subscriptions ------------------------------------------------------------------------------

Json Listen(const Json& id, const Json& wanted) {
  return HttpClient::Modern(id, "subscriptions/listen", {{"notifications", wanted}});
}

TEST_F(HttpTest, StreamsChanges) {
  HttpClient listener(server_.port);
  const Json listen =
      Listen("s", {{"resourcesListChanged", true}, {"resourceSubscriptions", {"aegis-file:///a"}}});
  listener.Send("POST", HttpClient::FieldsFor(listen), listen.dump());
  const HttpReply head = listener.ReadHead();
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.Field("Content-Type"), "text/event-stream");
  EXPECT_EQ(head.Field("X-Accel-Buffering"), "no");
  EXPECT_EQ((*listener.ReadEvent())["method"], "notifications/subscriptions/acknowledged");

  client_.CallModern("create_file", {{"filename", "a"}, {"content", ""}});
  client_.CallModern("create_file", {{"filename", "a"}, {"content", "x"}});
  client_.CallModern("create_file", {{"filename", "b"}, {"content", "x"}});
  std::vector<std::string> methods;
  for (int i = 0; i < 4; ++i) methods.push_back((*listener.ReadEvent())["method"]);
  EXPECT_EQ(methods,
            (std::vector<std::string>{
                "notifications/resources/list_changed", "notifications/resources/updated",
                "notifications/resources/updated", "notifications/resources/list_changed"}));

  // The end of the server ends the stream with its result.
  server_.BeginStop();
  const std::optional<Json> last = listener.ReadEvent();
  ASSERT_TRUE(last);
  EXPECT_EQ((*last)["id"], "s");
  EXPECT_EQ((*last)["result"]["resultType"], "complete");
  EXPECT_EQ(listener.ReadEvent(), std::nullopt);
  EXPECT_TRUE(listener.IsClosed());
  EXPECT_EQ(server_.Wait(), 0);
}

TEST_F(HttpTest, AStreamNeedsAClientThatTakesOne) {
  const Json listen = Listen(1, Json::object());
  HttpFields fields = HttpClient::FieldsFor(listen);
  fields.emplace_back("Accept", "application/json");
  const HttpReply reply = client_.Post(listen, fields);
  EXPECT_EQ(reply.status, 406);
  EXPECT_EQ(reply.json()["id"], 1);
}

TEST_F(HttpTest, AStreamForOldClientsOfHttpEndsWithTheConnection) {
  const Json listen = Listen(1, {{"resourcesListChanged", true}});
  const std::string body = listen.dump();
  std::string text = "POST /mcp HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  for (const auto& [name, value] : HttpClient::FieldsFor(listen))
    text += name + ": " + value + "\r\n";
  HttpClient old(server_.port);
  old.Send(text + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  const HttpReply head = old.ReadHead();
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.Field("Transfer-Encoding"), "");
  EXPECT_EQ((*old.ReadEvent())["method"], "notifications/subscriptions/acknowledged");
  server_.BeginStop();
  EXPECT_EQ((*old.ReadEvent())["id"], 1);
  EXPECT_TRUE(old.IsClosed());
}

// ---- Sessions -----------------------------------------------------------------------------------

TEST_F(HttpTest, ARunWaitsInItsSession) {
  const std::string mine = client_.Initialize();
  HttpClient other(server_.port);
  const std::string theirs = other.Initialize("2025-03-26");
  EXPECT_NE(mine, theirs);
  client_.Call(mine, "create_file", {{"filename", "greet.aeg"}, {"content", kGreet}});
  // The two are interleaved; neither sees the run of the other.
  EXPECT_EQ(client_.Call(mine, "run_ag_file", Named("greet.aeg")).envelope()["status"],
            "input_required");
  EXPECT_EQ(other.Call(theirs, "run_ag_file", Named("greet.aeg")).json()["result"]["isError"],
            false);
  EXPECT_EQ(client_.Call(mine, "provide_ag_input", {{"value", "Ada"}}).envelope()["output"],
            "Hello, Ada\n");
  const Json text = other.Call(theirs, "provide_ag_input", {{"value", "Bob"}})
                        .json()["result"]["content"][0]["text"];
  EXPECT_EQ(Json::parse(text.get<std::string>())["output"], "Hello, Bob\n");

  // A session is not bound to a connection.
  client_.Call(mine, "run_ag_file", Named("greet.aeg"));
  HttpClient again(server_.port);
  EXPECT_EQ(again.Call(mine, "provide_ag_input", {{"value", "Eve"}}).envelope()["output"],
            "Hello, Eve\n");
}

TEST_F(HttpTest, ASessionEnds) {
  const std::string session = client_.Initialize();
  EXPECT_EQ(client_.Exchange("DELETE", {{"Mcp-Session-Id", session}}).status, 200);
  EXPECT_EQ(client_.Exchange("DELETE", {{"Mcp-Session-Id", session}}).status, 404);
  EXPECT_EQ(client_.Exchange("GET", {{"Mcp-Session-Id", session}}).status, 404);
  const HttpReply reply = client_.Call(session, "list_files");
  EXPECT_EQ(reply.status, 404);
  EXPECT_EQ(reply.json()["id"], 1);
  EXPECT_EQ(client_.Call("made-up", "list_files").status, 404);
}

TEST_F(HttpTest, ASessionSpeaksARevisionWithSessions) {
  const std::string session = client_.Initialize();
  const Json ping = HttpClient::Legacy(1, "ping");
  for (const char* version : {"2025-11-25", "2024-11-05"}) {
    EXPECT_EQ(
        client_.Post(ping, {{"Mcp-Session-Id", session}, {"MCP-Protocol-Version", version}}).status,
        200);
  }
  for (const char* version : {"2026-07-28", "1999-01-01", "x"}) {
    EXPECT_EQ(
        client_.Post(ping, {{"Mcp-Session-Id", session}, {"MCP-Protocol-Version", version}}).status,
        400);
  }
}

TEST_F(HttpTest, AFailedInitializeMakesNoSession) {
  const HttpReply reply = client_.Post(HttpClient::Legacy(1, "initialize"));
  EXPECT_EQ(reply.code(), kInvalidParams);
  EXPECT_EQ(reply.Field("Mcp-Session-Id"), "");
}

TEST_F(HttpTest, BatchesAreAnsweredInOneArray) {
  const std::string session = client_.Initialize("2025-03-26");
  const Json batch = {HttpClient::Legacy(1, "ping"),
                      HttpClient::Legacy(nullptr, "notifications/initialized"),
                      HttpClient::Legacy("b", "no/such/method")};
  const HttpReply reply = client_.Post(batch, {{"Mcp-Session-Id", session}});
  EXPECT_EQ(reply.status, 200);
  ASSERT_EQ(reply.json().size(), 2U);
  EXPECT_EQ(reply.json()[0]["id"], 1);
  EXPECT_EQ(reply.json()[1]["error"]["code"], kMethodNotFound);
  const Json notifications = {HttpClient::Legacy(nullptr, "notifications/initialized")};
  EXPECT_EQ(client_.Post(notifications, {{"Mcp-Session-Id", session}}).status, 202);
}

TEST_F(HttpTest, CancelsARequestOfASession) {
  server_.files.Put("held", "print(1)");
  const std::string session = client_.Initialize();
  const HttpFields fields = {{"Mcp-Session-Id", session}};
  const auto call = [&](const Json& id) {
    return HttpClient::Legacy(id, "tools/call",
                              {{"name", "run_ag_file"}, {"arguments", Named("held")}})
        .dump();
  };
  HttpClient running(server_.port);
  running.Send("POST", fields, call("r"));
  server_.files.WaitForCall();
  HttpClient queued(server_.port);
  queued.Send("POST", fields, call("q"));
  // Nobody knows what these ids are.
  for (const Json& id : {Json("other"), Json(nullptr), Json::array()}) {
    EXPECT_EQ(client_
                  .Post(HttpClient::Legacy(nullptr, "notifications/cancelled", {{"requestId", id}}),
                        fields)
                  .status,
              202);
  }
  EXPECT_EQ(client_
                .Post(HttpClient::Legacy(nullptr, "notifications/cancelled", {{"requestId", "r"}}),
                      fields)
                .status,
            202);
  server_.files.Release(2);
  // The one that was cancelled gets no response; its stream just ends.
  const HttpReply cancelled = running.Read();
  EXPECT_EQ(cancelled.Field("Content-Type"), "text/event-stream");
  EXPECT_EQ(cancelled.body, "");
  EXPECT_EQ(queued.Read().envelope()["output"], "1\n");
}

TEST_F(HttpTest, ASessionHasOneStream) {
  const std::string session = client_.Initialize();
  const HttpFields fields = {{"Mcp-Session-Id", session}};
  HttpClient first(server_.port);
  first.Send("GET", fields, "");
  EXPECT_EQ(first.ReadHead().Field("Content-Type"), "text/event-stream");
  client_.Call(session, "create_file", {{"filename", "a"}, {"content", ""}});
  EXPECT_EQ((*first.ReadEvent())["method"], "notifications/resources/list_changed");
  HttpClient second(server_.port);
  second.Send("GET", fields, "");
  EXPECT_EQ(second.ReadHead().status, 200);
  EXPECT_EQ(first.ReadEvent(), std::nullopt);
  client_.Call(session, "create_file", {{"filename", "b"}, {"content", ""}});
  EXPECT_EQ((*second.ReadEvent())["method"], "notifications/resources/list_changed");
  client_.Exchange("DELETE", fields);
  EXPECT_EQ(second.ReadEvent(), std::nullopt);
}

TEST_F(HttpTest, RequestsInASessionAreHandledOneAtATime) {
  server_.files.Put("held", "print(1)");
  const std::string session = client_.Initialize();
  HttpClient running(server_.port);
  running.Send(
      "POST", {{"Mcp-Session-Id", session}},
      HttpClient::Legacy(1, "tools/call", {{"name", "run_ag_file"}, {"arguments", Named("held")}})
          .dump());
  server_.files.WaitForCall();
  std::vector<std::unique_ptr<HttpClient>> clients;
  const std::string ping = HttpClient::Legacy(1, "ping").dump();
  for (int i = 0; i < 40; ++i) {
    clients.push_back(std::make_unique<HttpClient>(server_.port));
    clients.back()->Send("POST", {{"Mcp-Session-Id", session}}, ping);
  }
  // One client can have 32 in hand; the rest is refused at once.
  const auto answered = [&] {
    return std::count_if(clients.begin(), clients.end(),
                         [](const auto& client) { return client->HasAnswer(); });
  };
  while (answered() < 9) std::this_thread::yield();
  server_.files.Release();
  std::multiset<int> statuses;
  for (const auto& client : clients) statuses.insert(client->Read().status);
  EXPECT_EQ(statuses.count(429), 9U);
  EXPECT_EQ(statuses.count(200), 31U);
  EXPECT_EQ(running.Read().envelope()["output"], "1\n");
}

}  // namespace
}  // namespace aegis::mcp

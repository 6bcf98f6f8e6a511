// What a client can do to a server over HTTP, and what it costs the others: nothing.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/agent/http_fixture.h"

namespace aegis::mcp {
namespace {

using std::chrono::seconds;

HttpOptions Options(seconds request, seconds idle) {
  HttpOptions options;
  options.request_timeout = request;
  options.idle_timeout = idle;
  return options;
}

bool Works(int port) {
  return HttpClient(port).CallModern("list_files").envelope()["status"] == "ok";
}

std::string Call(const std::string& body) {
  const Json message = HttpClient::Modern(
      1, "tools/call", {{"name", "check_ag_file"}, {"arguments", {{"source", body}}}});
  return message.dump();
}

std::string Head(const std::string& lines) {
  return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
         "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\n"
         "Mcp-Name: check_ag_file\r\n" +
         lines + "\r\n";
}

// ---- Sizes --------------------------------------------------------------------------------------

TEST(HttpLimits, ABodyHasALimit) {
  RunningServer server;
  const HttpOptions options;
  HttpClient told(server.port);
  told.Send(Head("Content-Length: " + std::to_string(options.max_body_bytes + 1) + "\r\n"));
  HttpReply reply = told.Read();
  EXPECT_EQ(reply.status, 413);
  EXPECT_EQ(reply.json()["error"]["message"], "a message has at most 2097152 bytes");
  EXPECT_EQ(reply.Field("Connection"), "close");
  // The client sends it all the same, and still gets the answer.
  HttpClient sent(server.port);
  sent.Send("POST", {}, std::string(options.max_body_bytes + 1, ' '));
  EXPECT_EQ(sent.Read().status, 413);
  // Its length is not told beforehand.
  HttpClient chunked(server.port);
  chunked.Send(Head("Transfer-Encoding: chunked\r\n"));
  const std::string chunk = "10000\r\n" + std::string(0x10000, ' ') + "\r\n";
  for (int i = 0; i < 33; ++i) chunked.Send(chunk);
  EXPECT_EQ(chunked.Read().status, 413);
  // The largest one is read.
  HttpClient largest(server.port);
  std::string body = Call("x");
  body += std::string(options.max_body_bytes - body.size(), ' ');
  largest.Send(Head("Content-Length: " + std::to_string(body.size()) + "\r\n") + body);
  EXPECT_EQ(largest.Read().status, 200);
}

TEST(HttpLimits, AHeaderHasALimit) {
  RunningServer server;
  HttpClient one(server.port);
  one.Send(Head("X: " + std::string(20000, 'x') + "\r\n"));
  EXPECT_EQ(one.Read().status, 431);
  HttpClient many(server.port);
  std::string lines;
  for (int i = 0; i < 2000; ++i) lines += "X-" + std::to_string(i) + ": y\r\n";
  many.Send(Head(lines));
  EXPECT_EQ(many.Read().status, 431);
  // It never ends.
  HttpClient endless(server.port);
  endless.Send("POST /" + std::string(200000, 'x'));
  EXPECT_EQ(endless.Read().status, 431);
  EXPECT_TRUE(Works(server.port));
}

TEST(HttpLimits, BodiesComeInPieces) {
  RunningServer server;
  HttpClient client(server.port);
  const std::string body = Call("print(1)");
  client.Send(Head("Transfer-Encoding: chunked\r\n"));
  for (const char c : body) client.Send(std::string("1\r\n") + c + "\r\n");
  client.Send("0\r\n\r\n");
  EXPECT_EQ(client.Read().envelope()["valid"], true);
  // It asks before it sends.
  client.Send(
      Head("Expect: 100-continue\r\nContent-Length: " + std::to_string(body.size()) + "\r\n"));
  EXPECT_EQ(client.ReadHead().status, 100);
  client.Send(body);
  EXPECT_EQ(client.Read().envelope()["valid"], true);
  // It does not wait for answers.
  const std::string request =
      Head("Content-Length: " + std::to_string(body.size()) + "\r\n") + body;
  client.Send(request + request + request);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(client.Read().envelope()["valid"], true);
  // It asks to be left afterwards.
  client.Send(Head("Connection: close\r\nContent-Length: " + std::to_string(body.size()) + "\r\n") +
              body);
  EXPECT_EQ(client.Read().status, 200);
  EXPECT_TRUE(client.IsClosed());
}

// ---- Clients that stall, flood or leave ---------------------------------------------------------

TEST(HttpLimits, ARequestHasToArriveInTime) {
  RunningServer server(Options(seconds(1), seconds(60)));
  HttpClient in_head(server.port);
  in_head.Send("POST /mcp HTTP/1.1\r\nHost: loc");
  HttpClient in_body(server.port);
  in_body.Send(Head("Content-Length: 100\r\n") + "{");
  EXPECT_TRUE(Works(server.port));
  for (HttpClient* client : {&in_head, &in_body}) {
    EXPECT_EQ(client->Read().status, 408);
    EXPECT_TRUE(client->IsClosed());
  }
}

TEST(HttpLimits, AnIdleConnectionIsClosed) {
  RunningServer server(Options(seconds(10), seconds(1)));
  HttpClient client(server.port);
  EXPECT_EQ(client.CallModern("list_files").status, 200);
  EXPECT_TRUE(client.IsClosed());
}

TEST(HttpLimits, ANewConnectionTakesThePlaceOfTheOneIdleLongest) {
  HttpOptions options;
  options.max_connections = 8;
  RunningServer server(options);
  std::vector<std::unique_ptr<HttpClient>> idle;
  for (int i = 0; i < 8; ++i) {
    idle.push_back(std::make_unique<HttpClient>(server.port));
    EXPECT_EQ(idle.back()->CallModern("list_files").status, 200);
  }
  EXPECT_EQ(idle[0]->CallModern("list_files").status, 200);  // it has been idle shortest now
  EXPECT_TRUE(Works(server.port));
  EXPECT_TRUE(idle[1]->IsClosed());
  EXPECT_EQ(idle[0]->CallModern("list_files").status, 200);
}

TEST(HttpLimits, StalledClientsKeepNobodyOut) {
  HttpOptions options;
  options.max_connections = 8;
  RunningServer server(options);
  std::vector<std::unique_ptr<HttpClient>> stalled;
  for (int i = 0; i < 50; ++i) {
    stalled.push_back(std::make_unique<HttpClient>(server.port));
    stalled.back()->Send(i % 2 == 0 ? "POST /mcp HTTP/1.1\r\n" : Head("Content-Length: 9\r\n"));
    EXPECT_TRUE(Works(server.port)) << i;
  }
}

TEST(HttpLimits, ConnectionsWithRequestsInHandKeepTheirPlaces) {
  HttpOptions options;
  options.max_connections = 2;
  RunningServer server(options);
  server.files.Put("held", "print(1)");
  const Json call = HttpClient::Modern(
      1, "tools/call", {{"name", "run_ag_file"}, {"arguments", {{"filename", "held"}}}});
  HttpClient first(server.port);
  HttpClient second(server.port);
  first.Send("POST", HttpClient::FieldsFor(call), call.dump());
  second.Send("POST", HttpClient::FieldsFor(call), call.dump());
  server.files.WaitForCall(2);
  HttpClient third(server.port);
  const HttpReply busy = third.Read();
  EXPECT_EQ(busy.status, 503);
  EXPECT_EQ(busy.Field("Retry-After"), "1");
  server.files.Release(2);
  EXPECT_EQ(first.Read().envelope()["output"], "1\n");
  EXPECT_EQ(second.Read().envelope()["output"], "1\n");
}

TEST(HttpLimits, ASlowReaderOfAStreamIsLetGo) {
  RunningServer server;
  // A change of this file is told under each of the 1,024 ways to write its name.
  const std::string name = "aaaaaaaaaa";
  Json uris = Json::array();
  for (int spelling = 0; spelling < 1024; ++spelling) {
    std::string uri = "aegis-file:///";
    for (std::size_t i = 0; i < name.size(); ++i) uri += (spelling >> i & 1) == 0 ? "a" : "%61";
    uris.push_back(uri);
  }
  const Json listen = HttpClient::Modern(
      1, "subscriptions/listen",
      {{"notifications", {{"resourcesListChanged", true}, {"resourceSubscriptions", uris}}}});
  HttpClient slow(server.port);
  slow.Send("POST", HttpClient::FieldsFor(listen), listen.dump());
  EXPECT_EQ(slow.ReadHead().status, 200);
  HttpClient busy(server.port);
  // More than all buffers between the two can hold.
  for (int i = 0; i < 200; ++i) {
    ASSERT_EQ(busy.CallModern("create_file", {{"filename", name}, {"content", ""}}).status, 200);
  }
  EXPECT_TRUE(slow.IsClosed());
}

TEST(HttpLimits, TheSessionIdleLongestMakesRoom) {
  HttpOptions options;
  options.max_sessions = 3;
  RunningServer server(options);
  HttpClient client(server.port);
  std::vector<std::string> sessions;
  for (int i = 0; i < 3; ++i) sessions.push_back(client.Initialize());
  EXPECT_EQ(client.Call(sessions[0], "list_files").status, 200);
  sessions.push_back(client.Initialize());
  EXPECT_EQ(client.Call(sessions[1], "list_files").status, 404);
  for (const int kept : {0, 2, 3}) EXPECT_EQ(client.Call(sessions[kept], "list_files").status, 200);
}

TEST(HttpLimits, GarbageCostsNothing) {
  RunningServer server;
  std::mt19937 random(4);
  const std::string valid =
      Head("Content-Length: " + std::to_string(Call("x").size()) + "\r\n") + Call("x");
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = valid;
    for (int changes = 1 + random() % 8; changes > 0; --changes) {
      const std::size_t place = random() % bytes.size();
      switch (random() % 3) {
        case 0:
          bytes[place] = static_cast<char>(random());
          break;
        case 1:
          bytes.erase(place, random() % 20);
          break;
        default:
          bytes.insert(place, bytes.substr(random() % bytes.size(), random() % 20));
      }
      if (bytes.empty()) bytes = " ";
    }
    HttpClient client(server.port);
    client.Send(bytes);
    client.EndSending();
    if (i % 8 == 0) static_cast<void>(client.Read());
  }
  EXPECT_TRUE(Works(server.port));
  EXPECT_EQ(server.Stop(), 0);
}

// ---- The end ------------------------------------------------------------------------------------

TEST(HttpShutdown, AnswersWhatIsInHand) {
  RunningServer server;
  server.files.Put("held", "print(1)");
  HttpClient idle(server.port);
  EXPECT_EQ(idle.CallModern("list_files").status, 200);
  HttpClient running(server.port);
  const Json call = HttpClient::Modern(
      1, "tools/call", {{"name", "run_ag_file"}, {"arguments", {{"filename", "held"}}}});
  running.Send("POST", HttpClient::FieldsFor(call), call.dump());
  server.files.WaitForCall();
  HttpClient reading(server.port);
  reading.Send(Head("Expect: 100-continue\r\nContent-Length: 2\r\n"));
  EXPECT_EQ(reading.ReadHead().status, 100);
  server.BeginStop();
  EXPECT_TRUE(idle.IsClosed());
  reading.Send("{}");
  EXPECT_EQ(reading.Read().status, 503);
  server.files.Release();
  const HttpReply reply = running.Read();
  EXPECT_EQ(reply.envelope()["output"], "1\n");
  EXPECT_EQ(reply.Field("Connection"), "close");
  running.Close();
  reading.Close();
  EXPECT_EQ(server.Wait(), 0);
}

TEST(HttpShutdown, CancelsWhatTakesTooLong) {
  HttpOptions options;
  options.shutdown_timeout = seconds(1);
  RunningServer server(options);
  server.files.Put("held", "print(1)");
  HttpClient running(server.port);
  const std::string session = running.Initialize();
  running.Send("POST", {{"Mcp-Session-Id", session}},
               HttpClient::Legacy(1, "tools/call",
                                  {{"name", "run_ag_file"}, {"arguments", {{"filename", "held"}}}})
                   .dump());
  server.files.WaitForCall();
  server.BeginStop();
  EXPECT_TRUE(running.IsClosed());
  server.files.Release();
  EXPECT_EQ(server.Wait(), 0);
}

TEST(HttpStart, ATakenPortIsTold) {
  RunningServer server;
  std::vector<std::string> log;
  agent::MemoryStore files;
  ServerOptions options;
  options.log = [&log](const std::string& line) { log.push_back(line); };
  Server second(&files, nullptr, options);
  EXPECT_EQ(ServeHttp(&second, {"127.0.0.1", static_cast<std::uint16_t>(server.port)}, {},
                      [](const std::string&) { FAIL(); }),
            2);
  EXPECT_EQ(log,
            std::vector<std::string>{"cannot listen at 127.0.0.1, port " +
                                     std::to_string(server.port) + ": Address already in use"});
}

}  // namespace
}  // namespace aegis::mcp

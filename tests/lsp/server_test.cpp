// The protocol: life cycle, messages that are none, requests that are overtaken, and what an editor
// can do with its documents. What the features answer is tested elsewhere.

#include "lsp/server.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/lsp/session.h"

namespace aegis::lsp_test {
namespace {

using namespace lsp;

const std::string kUri = "file:///a.aeg";
const std::string kText = "x = 1\nprint(x)\n";

const Json kInitialize = {{"processId", nullptr}, {"capabilities", Json::object()}};

/// What comes back for the text of one message: `id code` of each answer.
std::vector<std::string> Said(Session* session, const std::string& text) {
  session->Receive(text);
  session->Settle();
  std::vector<std::string> answers;
  for (const Json& message : session->Take()) {
    const Json& error = At(message, {"error"});
    answers.push_back(At(message, {"id"}).dump() + " " +
                      (error.is_null() ? "fine" : At(error, {"code"}).dump()));
  }
  return answers;
}

using Answers = std::vector<std::string>;

// ---- Life cycle --------------------------------------------------------------------------------

TEST(LifeCycle, NothingIsAnsweredBeforeInitialize) {
  Session session{Session::NotInitialized()};
  for (const KnownRequest& request : DocumentRequests(kUri)) {
    EXPECT_EQ(session.Error(request.method, request.params), kServerNotInitialized);
  }
  EXPECT_EQ(session.Error("shutdown", Json()), kServerNotInitialized);
  EXPECT_EQ(session.Error("nonsense", Json()), kServerNotInitialized);
  // Notifications are dropped.
  session.Open(kUri, "print(y)\n");
  session.Settle();
  EXPECT_TRUE(session.Take().empty());
  session.Result("initialize", kInitialize);
  EXPECT_EQ(session.Error("textDocument/hover", About(kUri, 0, 0)), kInvalidParams);
}

TEST(LifeCycle, InitializeComesOnce) {
  Session session{Session::NotInitialized()};
  for (const Json& wrong : {Json(), Json(1), Json("x"), Json::array(), Json::object(),
                            Json({{"capabilities", 1}}), Json({{"capabilities", nullptr}})}) {
    EXPECT_EQ(session.Error("initialize", wrong), kInvalidParams) << wrong;
  }
  const Json result = session.Result("initialize", kInitialize);
  EXPECT_EQ(result["serverInfo"]["name"], "aegis");
  EXPECT_EQ(session.Error("initialize", kInitialize), kInvalidRequest);
  session.Notify("initialized", Json::object());
  session.Settle();
  EXPECT_TRUE(session.Take().empty());
}

TEST(LifeCycle, CapabilitiesOfAnyShapeAreRead) {
  const Json odd[] = {1, "x", true, nullptr, Json::array({1}), {{"x", 1}}};
  for (const Json& value : odd) {
    for (const char* name : {"general", "textDocument", "workspace"}) {
      Session session(Json({{name, value}}), value);
      session.Open(kUri, "print(y)\n");
      EXPECT_EQ(session.Published(kUri)["diagnostics"].size(), 1U);
    }
  }
}

TEST(LifeCycle, AfterShutdownThereIsOnlyExit) {
  Session session;
  session.Open(kUri, kText);
  session.Settle();
  session.Take();
  EXPECT_TRUE(session.Result("shutdown", Json()).is_null());
  for (const KnownRequest& request : DocumentRequests(kUri)) {
    EXPECT_EQ(session.Error(request.method, request.params), kInvalidRequest);
  }
  EXPECT_EQ(session.Error("shutdown", Json()), kInvalidRequest);
  EXPECT_EQ(session.Error("initialize", kInitialize), kInvalidRequest);
  session.Change(kUri, 2, Json::array({{{"text", "print(y)\n"}}}));
  session.Settle();
  EXPECT_TRUE(session.Take().empty());
  EXPECT_FALSE(session.server().exited());
  session.Notify("exit", Json());
  session.Settle();
  EXPECT_TRUE(session.server().exited());
  EXPECT_EQ(session.server().exit_status(), 0);
}

TEST(LifeCycle, ExitWithoutShutdownIsAFailure) {
  Session session;
  session.Notify("exit", Json());
  session.Settle();
  EXPECT_TRUE(session.server().exited());
  EXPECT_EQ(session.server().exit_status(), 1);

  Session early{Session::NotInitialized()};
  early.Notify("exit", Json());
  early.Settle();
  EXPECT_TRUE(early.server().exited());
  EXPECT_EQ(early.server().exit_status(), 1);
}

// ---- Messages ----------------------------------------------------------------------------------

TEST(Messages, UnknownRequestsAreRefusedAndUnknownNotificationsIgnored) {
  Session session;
  for (const char* method :
       {"nonsense", "", "$/nonsense", "textDocument/implementation", "exit", "initialized",
        "textDocument/didOpen", "$/cancelRequest", "workspace/symbol", "textDocument/HOVER"}) {
    EXPECT_EQ(session.Error(method, Json::object()), kMethodNotFound) << method;
  }
  for (const char* method : {"nonsense", "", "$/nonsense", "$/setTrace", "textDocument/didSave",
                             "textDocument/hover", "shutdown", "initialize"}) {
    session.Notify(method, Json::object());
    session.Settle();
    EXPECT_TRUE(session.Take().empty()) << method;
  }
  EXPECT_FALSE(session.server().exited());
}

TEST(Messages, WhatIsNoMessageIsRefused) {
  Session session;
  const auto said = [&](const std::string& text) { return Said(&session, text); };
  EXPECT_EQ(said("nonsense"), Answers{"null -32700"});
  EXPECT_EQ(said(""), Answers{"null -32700"});
  EXPECT_EQ(said("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xFF\"}"), Answers{"null -32700"});
  EXPECT_EQ(said(std::string(1000000, '[')), Answers{"null -32600"});
  // The protocol has no batches.
  EXPECT_EQ(said("[]"), Answers{"null -32600"});
  EXPECT_EQ(said(R"([{"jsonrpc":"2.0","id":1,"method":"shutdown"}])"), Answers{"null -32600"});
  for (const char* text : {"1", "\"x\"", "null", "true", "{}"}) {
    EXPECT_EQ(said(text), Answers{"null -32600"}) << text;
  }
  EXPECT_EQ(said(R"({"id":1,"method":"shutdown"})"), Answers{"1 -32600"});
  EXPECT_EQ(said(R"({"jsonrpc":"1.0","id":"a","method":"shutdown"})"), Answers{"\"a\" -32600"});
  EXPECT_EQ(said(R"({"jsonrpc":2.0,"id":1,"method":"shutdown"})"), Answers{"1 -32600"});
  EXPECT_EQ(said(R"({"jsonrpc":"2.0","id":1})"), Answers{"1 -32600"});
  EXPECT_EQ(said(R"({"jsonrpc":"2.0","id":1,"method":7})"), Answers{"1 -32600"});
  EXPECT_EQ(said(R"({"jsonrpc":"2.0","method":["shutdown"]})"), Answers{"null -32600"});
  EXPECT_EQ(said(R"({"jsonrpc":"2.0"})"), Answers{"null -32600"});
  // None of it was carried out, and all goes on.
  EXPECT_EQ(session.Error("nonsense", Json()), kMethodNotFound);
}

TEST(Messages, IdsComeBackAsTheyAre) {
  Session session;
  for (const std::string id : {"0", "7", "-7", "9007199254740993", "18446744073709551615",
                               "-9223372036854775808", "\"\"", "\"a\"", "\"7\"", "\"\u20AC\""}) {
    EXPECT_EQ(Said(&session, R"({"jsonrpc":"2.0","method":"x","id":)" + id + "}"),
              Answers{id + " -32601"});
  }
  for (const std::string id : {"null", "1.5", "1.0", "true", "[1]", "{}", "1e400"}) {
    const Answers answers = Said(&session, R"({"jsonrpc":"2.0","method":"x","id":)" + id + "}");
    EXPECT_EQ(answers, Answers{id == "1e400" ? "null -32700" : "null -32600"}) << id;
  }
}

TEST(Messages, AnswersToTheServerAreIgnored) {
  Session session;
  EXPECT_EQ(Said(&session, R"({"jsonrpc":"2.0","id":1,"result":null})"), Answers());
  EXPECT_EQ(Said(&session, R"({"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}})"),
            Answers());
}

TEST(Messages, UnreadableBytesAreAnswered) {
  Session session;
  session.server().RefuseUnreadable(kParseError, "no header");
  const std::vector<Json> heard = session.Take();
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_TRUE(heard[0].at("id").is_null());
  EXPECT_EQ(heard[0]["error"]["code"], kParseError);
  EXPECT_EQ(heard[0]["error"]["message"], "no header");
}

TEST(Messages, LoneSurrogatesAreText) {
  Session session;
  Said(&session, R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":)"
                 R"({"uri":"file:///a.aeg","version":1,"text":"x = \"\ud834\"\nprint(x)\n"}}})");
  const Json run =
      session.Result("workspace/executeCommand",
                     {{"command", "aegis.run"}, {"arguments", Json::array({{{"uri", kUri}}})}});
  EXPECT_EQ(run["output"], "\uFFFD\n");
}

// ---- Requests that are overtaken ---------------------------------------------------------------

/// `{id: code}` of the answers that came, 0 for a result. A test fails when an id has two.
std::map<int, int> Codes(const std::vector<Json>& messages) {
  std::map<int, int> codes;
  for (const Json& message : messages) {
    if (!message.contains("id")) continue;
    const Json& code = At(message, {"error", "code"});
    EXPECT_TRUE(
        codes.emplace(message["id"].get<int>(), code.is_null() ? 0 : code.get<int>()).second)
        << message;
  }
  return codes;
}

TEST(Cancel, AQueuedRequestIsNotCarriedOut) {
  Session session;
  session.Open(kUri, kText);
  const int first = session.Ask("textDocument/hover", About(kUri, 0, 0));
  const int second = session.Ask("textDocument/hover", About(kUri, 0, 0));
  session.Notify("$/cancelRequest", {{"id", second}});
  // The answer comes at once.
  EXPECT_EQ(Codes(session.Take()), (std::map<int, int>{{second, kRequestCancelled}}));
  session.Settle();
  EXPECT_EQ(Codes(session.Take()), (std::map<int, int>{{first, 0}}));
}

TEST(Cancel, OtherRequestsAreNotTouched) {
  Session session;
  session.Open(kUri, kText);
  session.Answer("textDocument/hover", About(kUri, 0, 0));
  const int id = session.Ask("textDocument/hover", About(kUri, 0, 0));
  for (const Json& other : {Json(id - 1), Json(id + 1), Json(std::to_string(id)), Json(id + 0.0),
                            Json(), Json::array({id}), Json::object()}) {
    session.Notify("$/cancelRequest", {{"id", other}});
  }
  session.Notify("$/cancelRequest", Json());
  session.Settle();
  EXPECT_EQ(Codes(session.Take()), (std::map<int, int>{{id, 0}}));
}

TEST(Cancel, KnowsStrings) {
  Session session;
  session.Receive(R"({"jsonrpc":"2.0","id":"a","method":"shutdown"})");
  session.Notify("$/cancelRequest", {{"id", "a"}});
  session.Settle();
  const std::vector<Json> heard = session.Take();
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_EQ(heard[0]["id"], "a");
  EXPECT_EQ(heard[0]["error"]["code"], kRequestCancelled);
  session.Notify("exit", Json());
  session.Settle();
  EXPECT_EQ(session.server().exit_status(), 1);
}

TEST(Stale, RequestsBeforeAChangeAreRefused) {
  for (const KnownRequest& request : DocumentRequests(kUri)) {
    Session session;
    session.Open(kUri, kText);
    const int before = session.Ask(request.method, request.params);
    session.Change(kUri, 2, Json::array({{{"text", "x = 1\n"}}}));
    const int between = session.Ask(request.method, request.params);
    session.Change(kUri, 3, Json::array({{{"text", "x = 2\n"}}}));
    const int after = session.Ask(request.method, request.params);
    session.Settle();
    EXPECT_EQ(
        Codes(session.Take()),
        (std::map<int, int>{{before, kContentModified}, {between, kContentModified}, {after, 0}}))
        << request.method;
  }
}

TEST(Stale, OtherDocumentsDoNotMatter) {
  Session session;
  session.Open(kUri, kText);
  session.Open("file:///b.aeg", kText);
  const int id = session.Ask("textDocument/hover", About(kUri, 0, 0));
  session.Change("file:///b.aeg", 2, Json::array({{{"text", ""}}}));
  session.Change("file:///none.aeg", 2, Json::array({{{"text", ""}}}));
  session.Settle();
  EXPECT_EQ(Codes(session.Take()), (std::map<int, int>{{id, 0}}));
}

// ---- Documents ---------------------------------------------------------------------------------

TEST(Documents, AnyNumberAtOnce) {
  Session session;
  for (int i = 0; i < 500; ++i) {
    session.Open("file:///" + std::to_string(i), "print(n" + std::to_string(i) + ")\n");
  }
  session.Settle();
  std::map<std::string, std::string> messages;
  for (const Json& message : session.Take()) {
    const Json& params = message["params"];
    messages[params["uri"]] = params["diagnostics"][0]["message"];
  }
  ASSERT_EQ(messages.size(), 500U);
  EXPECT_EQ(messages["file:///17"].substr(0, 26), "`n17` is never assigned\nmo");
  session.Change("file:///17", 2, Json::array({{{"text", ""}}}));
  EXPECT_EQ(session.Published("file:///17")["diagnostics"], Json::array());
  session.Change("file:///18", 2, Json::array({{{"text", "print(m)"}}}));
  EXPECT_TRUE(session.Published("file:///17").is_null());
}

TEST(Documents, ClosingTakesTheDiagnosticsAway) {
  Session session;
  session.Open(kUri, "print(y)\n");
  EXPECT_EQ(session.Published(kUri)["diagnostics"].size(), 1U);
  session.Close(kUri);
  EXPECT_EQ(session.Published(kUri)["diagnostics"], Json::array());
  session.Open(kUri, "print(y)\nprint(z)\n", 1);
  EXPECT_EQ(session.Published(kUri)["diagnostics"].size(), 2U);
  session.Open(kUri, "", 5);  // without a close: the newest text counts
  EXPECT_EQ(session.Published(kUri)["diagnostics"], Json::array());
}

TEST(Documents, ChangesOfOneBatchArePublishedOnce) {
  Session session(FullCapabilities());
  session.Open(kUri, "print(y)\n", 1);
  for (int version = 2; version <= 50; ++version) {
    session.Change(kUri, version,
                   Json::array({{{"range", RangeOf(0, 0, 0, 0)}, {"text", "print(z)\n"}}}));
  }
  session.Settle();
  const std::vector<Json> heard = session.Take();
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_EQ(heard[0]["params"]["version"], 50);
  EXPECT_EQ(heard[0]["params"]["diagnostics"].size(), 50U);
  session.Settle();
  EXPECT_TRUE(session.Take().empty());
}

TEST(Documents, LanguageVersionsAndUrisAreTakenAsTheyAre) {
  Session session(FullCapabilities());
  for (const std::string uri : {"", "untitled:Untitled-1", "file:///a%20b.aeg", "a b \u20AC"}) {
    session.Notify("textDocument/didOpen",
                   {{"textDocument", {{"uri", uri}, {"version", -3}, {"text", "print(y)"}}}});
    const Json published = session.Published(uri);
    EXPECT_EQ(published["version"], -3);
    EXPECT_EQ(published["diagnostics"].size(), 1U) << uri;
  }
}

// ---- Diagnostics -------------------------------------------------------------------------------

TEST(Diagnostics, ArePushedOrPulledButNeverBoth) {
  Session push;
  push.Open(kUri, "print(y)\n");
  EXPECT_EQ(push.Published(kUri)["diagnostics"].size(), 1U);

  Session pull(Json({{"textDocument", {{"diagnostic", Json::object()}}}}));
  pull.Open(kUri, "print(y)\n");
  pull.Change(kUri, 2, Json::array({{{"text", "print(z)\n"}}}));
  pull.Settle();
  EXPECT_TRUE(pull.Take().empty());
  const Json first = pull.Result("textDocument/diagnostic", About(kUri));
  EXPECT_EQ(first["kind"], "full");
  EXPECT_EQ(first["items"][0]["message"].get<std::string>().substr(0, 3), "`z`");

  Json again = About(kUri);
  again["previousResultId"] = first["resultId"];
  const Json second = pull.Result("textDocument/diagnostic", again);
  EXPECT_EQ(second["kind"], "unchanged");
  EXPECT_EQ(second["resultId"], first["resultId"]);
  EXPECT_FALSE(second.contains("items"));

  pull.Change(kUri, 3, Json::array({{{"text", "print(z)\n"}}}));
  EXPECT_EQ(pull.Result("textDocument/diagnostic", again)["kind"], "full");
  pull.Close(kUri);
  pull.Settle();
  EXPECT_TRUE(pull.Take().empty());
}

TEST(Diagnostics, TheCapabilitySaysWhich) {
  Session push{Session::NotInitialized()};
  EXPECT_FALSE(
      push.Result("initialize", kInitialize)["capabilities"].contains("diagnosticProvider"));
  Session pull{Session::NotInitialized()};
  const Json params = {{"capabilities", {{"textDocument", {{"diagnostic", Json::object()}}}}}};
  EXPECT_EQ(pull.Result("initialize", params)["capabilities"]["diagnosticProvider"]["identifier"],
            "aegis");
}

TEST(Diagnostics, AClientGetsOnlyWhatItKnows) {
  const std::string text = "if input() == \"\":\n  y = 1\nprint(y)\n";
  Session plain;
  plain.Open(kUri, text, 4);
  const Json simple = plain.Published(kUri);
  EXPECT_FALSE(simple.contains("version"));
  ASSERT_EQ(simple["diagnostics"].size(), 1U);
  EXPECT_FALSE(simple["diagnostics"][0].contains("relatedInformation"));

  Session full(FullCapabilities());
  full.Open(kUri, text, 4);
  const Json rich = full.Published(kUri);
  EXPECT_EQ(rich["version"], 4);
  EXPECT_EQ(rich["diagnostics"][0]["relatedInformation"],
            Json::array({{{"location", {{"uri", kUri}, {"range", RangeOf(1, 2, 1, 3)}}},
                          {"message", "assigned here, in one branch only"}}}));
}

TEST(Encodings, AreAgreedOn) {
  const std::string text = "x = \"\u00E9\U0001D11E\" + 1\n";
  for (const auto& [offered, agreed, character] : std::vector<std::tuple<Json, std::string, int>>{
           {nullptr, "utf-16", 10},
           {Json::array({"utf-16"}), "utf-16", 10},
           {Json::array({"utf-32", "utf-16"}), "utf-16", 10},
           {Json::array({"utf-16", "utf-8"}), "utf-8", 13},
           {Json::array({"utf-8"}), "utf-8", 13}}) {
    Session session{Session::NotInitialized()};
    const Json result = session.Result(
        "initialize", {{"capabilities", {{"general", {{"positionEncodings", offered}}}}}});
    EXPECT_EQ(result["capabilities"]["positionEncoding"], agreed) << offered;
    session.Open(kUri, text);
    EXPECT_EQ(session.Published(kUri)["diagnostics"][0]["range"],
              RangeOf(0, character, 0, character + 1));
  }
}

TEST(Configuration, ChangesTheIndent) {
  Session session(Json::object(), {{"indent", 2}});
  session.Open(kUri, "if true:\n  print(1)\n");
  Json params = About(kUri);
  params["options"] = {{"tabSize", 8}, {"insertSpaces", true}};
  const auto formatted_to = [&] {
    const Json edits = session.Result("textDocument/formatting", params);
    return edits.empty() ? std::string("nothing") : edits.dump();
  };
  EXPECT_EQ(formatted_to(), "nothing");
  session.Notify("workspace/didChangeConfiguration", {{"settings", {{"aegis", {{"indent", 4}}}}}});
  EXPECT_NE(formatted_to(), "nothing");
  session.Notify("workspace/didChangeConfiguration", {{"settings", {{"indent", 2}}}});
  EXPECT_EQ(formatted_to(), "nothing");
}

// ---- Size --------------------------------------------------------------------------------------

TEST(Size, ALargeDocumentIsOneProblemAndNoBurden) {
  Session session(FullCapabilities());
  std::string text;
  while (text.size() < 5000000) text += "x = \"\U0001D11E\"\r\nprint(x)\n";
  session.Open(kUri, text);
  Json published = session.Published(kUri);
  ASSERT_EQ(published["diagnostics"].size(), 1U);
  EXPECT_EQ(published["diagnostics"][0]["source"], "aegis limit_error");
  EXPECT_EQ(published["diagnostics"][0]["range"], RangeOf(0, 0, 0, 0));
  for (const KnownRequest& request : DocumentRequests(kUri)) {
    session.Answer(request.method, request.params);
  }
  session.Change(kUri, 2, Json::array({{{"range", RangeOf(100000, 0, 100000, 5)}, {"text", "y"}}}));
  EXPECT_EQ(session.Published(kUri)["diagnostics"].size(), 1U);
  session.Change(kUri, 3, Json::array({{{"range", RangeOf(2, 0, 4000000, 0)}, {"text", ""}}}));
  EXPECT_EQ(session.Published(kUri)["diagnostics"], Json::array());
  const Json run = {{"command", "aegis.run"}, {"arguments", Json::array({{{"uri", kUri}}})}};
  EXPECT_EQ(session.Result("workspace/executeCommand", run)["output"], "\U0001D11E\n");
}

}  // namespace
}  // namespace aegis::lsp_test

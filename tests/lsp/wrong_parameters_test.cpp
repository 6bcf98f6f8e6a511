// Parameters that are wrong in every way: a request has exactly one answer, whatever it carries,
// and a notification does no harm.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/lsp/session.h"

namespace aegis::lsp_test {
namespace {

using namespace lsp;

const std::string kUri = "file:///a.aeg";
const std::string kText = "x = 1\nprint(x)\n";

/// Values of every kind, to stand where something else should.
std::vector<Json> WrongValues() {
  return {nullptr,
          true,
          -1,
          0,
          7,
          1.5,
          1e300,
          std::uint64_t{18446744073709551615U},
          std::int64_t{INT64_MIN},
          "",
          "x",
          kUri,
          Json::array(),
          Json::array({nullptr}),
          Json::array({7, "x", Json::array()}),
          Json::array({Json::object()}),
          Json::object(),
          {{"uri", 7}},
          {{"uri", "file:///none.aeg"}},
          {{"line", -1}, {"character", 0}},
          {{"line", 0}, {"character", "x"}},
          {{"start", 1}, {"end", 2}},
          RangeOf(1, 1, 0, 0),
          RangeOf(4000000000, 4000000000, 4294967295, 4294967295)};
}

/// Every value that differs from `params` in one place, or lacks something there.
std::vector<Json> Spoiled(const Json& params) {
  std::vector<Json> all = WrongValues();
  if (params.is_object()) {
    for (const auto& [name, member] : params.items()) {
      Json without = params;
      without.erase(name);
      all.push_back(without);
      for (const Json& value : Spoiled(member)) {
        Json with = params;
        with[name] = value;
        all.push_back(with);
      }
    }
  }
  if (params.is_array()) {
    for (std::size_t i = 0; i < params.size(); ++i) {
      for (const Json& value : Spoiled(params[i])) {
        Json with = params;
        with[i] = value;
        all.push_back(with);
      }
    }
  }
  return all;
}

class WrongParameters : public ::testing::TestWithParam<KnownRequest> {};

TEST_P(WrongParameters, AreAnsweredOnce) {
  const KnownRequest& request = GetParam();
  for (const char* text : {"x = 1\nif x == 1:\n    y = \"a\"\nprint(y)\n", "", "if\n  x = (\n\"",
                           "\n\n# c\n   \r\n"}) {
    Session session(FullCapabilities());
    session.Open(kUri, text);
    session.Settle();
    session.Take();
    EXPECT_EQ(session.Error(request.method, request.params), 0) << request.params << " of " << text;
    for (const Json& params : Spoiled(request.params)) {
      const int error = session.Error(request.method, params);
      EXPECT_TRUE(error == 0 || error == kInvalidParams || error == kRequestFailed)
          << request.method << " with " << params << ": " << error;
    }
    // What has no document at all is certainly wrong.
    for (const Json& params : WrongValues()) {
      EXPECT_EQ(session.Error(request.method, params), kInvalidParams) << params;
    }
    EXPECT_EQ(session.Error(request.method, Json()), kInvalidParams);
  }
}

TEST_P(WrongParameters, OfADocumentThatIsNotOpen) {
  const KnownRequest& request = GetParam();
  Session session;
  EXPECT_EQ(session.Error(request.method, request.params), kInvalidParams);
  session.Open(kUri, kText);
  session.Close(kUri);
  EXPECT_EQ(session.Error(request.method, request.params), kInvalidParams);
}

TEST_P(WrongParameters, PositionsOutOfRangeAreTheNearestPlace) {
  const KnownRequest& request = GetParam();
  if (!request.params.contains("position")) return;
  for (const char* text : {"x = 1\nprint(x)\n", ""}) {
    for (const auto& [line, character] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{
             {0, 4294967295}, {4294967295, 0}, {4294967295, 4294967295}, {2, 0}, {1, 8}}) {
      Session session(FullCapabilities());
      session.Open(kUri, text);
      Json params = request.params;
      params["position"] = {{"line", line}, {"character", character}};
      const int error = session.Error(request.method, params);
      EXPECT_TRUE(error == 0 || error == kRequestFailed || error == kInvalidParams) << params;
    }
  }
}

TEST_P(WrongParameters, PlacesThatAreNone) {
  const KnownRequest& request = GetParam();
  Session session;
  session.Open(kUri, kText);
  for (const char* name : {"position", "range"}) {
    if (!request.params.contains(name)) continue;
    Json params = request.params;
    params.erase(name);
    EXPECT_EQ(session.Error(request.method, params), kInvalidParams) << "without " << name;
    for (const Json& value : {Json(), Json(7), Json("x"), Json::array(), Json::object(),
                              Json({{"line", 0}}), Json({{"line", -1}, {"character", 0}}),
                              Json({{"start", {{"line", 0}, {"character", 0}}}}),
                              Json({{"line", 0.5}, {"character", 0}})}) {
      params[name] = value;
      EXPECT_EQ(session.Error(request.method, params), kInvalidParams) << params;
    }
  }
}

TEST_P(WrongParameters, RangesThatEndBeforeTheyStart) {
  const KnownRequest& request = GetParam();
  if (!request.params.contains("range")) return;
  Session session;
  session.Open(kUri, kText);
  Json params = request.params;
  params["range"] = RangeOf(1, 0, 0, 0);
  EXPECT_EQ(session.Error(request.method, params), kInvalidParams);
}

INSTANTIATE_TEST_SUITE_P(Lsp, WrongParameters, ::testing::ValuesIn(DocumentRequests(kUri)),
                         [](const auto& parameter) {
                           std::string name;
                           for (const char c : parameter.param.method) {
                             if (c != '/') name += c;
                           }
                           return name;
                         });

TEST(WrongNotifications, AreLoggedAndDoNoHarm) {
  const Json open = {{"textDocument", {{"uri", kUri}, {"version", 1}, {"text", kText}}}};
  const Json change = {
      {"textDocument", {{"uri", kUri}, {"version", 2}}},
      {"contentChanges", Json::array({{{"range", RangeOf(0, 0, 0, 0)}, {"text", "# "}}})}};
  Session session;
  session.Notify("textDocument/didOpen", open);
  for (const auto& [method, right] : std::vector<std::pair<std::string, Json>>{
           {"textDocument/didOpen", open},
           {"textDocument/didChange", change},
           {"textDocument/didClose", About(kUri)},
           {"workspace/didChangeConfiguration", {{"settings", {{"indent", 2}}}}},
           {"$/cancelRequest", {{"id", 7}}}}) {
    for (const Json& params : Spoiled(right)) {
      session.Notify(method, params);
      session.Settle();
      for (const Json& message : session.Take()) {
        const std::string told = message.value("method", "an answer");
        EXPECT_TRUE(told == "window/logMessage" || told == "textDocument/publishDiagnostics")
            << message;
      }
    }
  }
  session.Open(kUri, "print(y)\n");
  EXPECT_EQ(session.Published(kUri)["diagnostics"].size(), 1U);
}

TEST(WrongNotifications, SayWhatIsWrong) {
  Session session;
  const auto log = [&](const std::string& method, const Json& params) {
    session.Notify(method, params);
    session.Settle();
    for (const Json& message : session.Take()) {
      if (message.value("method", "") == "window/logMessage") {
        return message["params"]["message"].get<std::string>();
      }
    }
    return std::string();
  };
  EXPECT_EQ(log("textDocument/didOpen", Json()), "aegis: textDocument/didOpen: `uri` is no string");
  EXPECT_EQ(log("textDocument/didChange", About(kUri)),
            "aegis: textDocument/didChange: the document is not open");
  EXPECT_EQ(log("textDocument/didClose", About(kUri)),
            "aegis: textDocument/didClose: the document is not open");
  session.Open(kUri, kText);
  EXPECT_EQ(log("textDocument/didChange", About(kUri)),
            "aegis: textDocument/didChange: `contentChanges` is no array");
  Json change = About(kUri);
  change["contentChanges"] = Json::array({{{"range", RangeOf(0, 0, 0, 0)}}});
  EXPECT_EQ(log("textDocument/didChange", change),
            "aegis: textDocument/didChange: a change has a `text`");
}

}  // namespace
}  // namespace aegis::lsp_test

#include "agent/mcp/subscriptions.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/agent/mcp_client.h"

namespace aegis::mcp {
namespace {

using Kind = Connection::Kind;

constexpr const char* kIdKey = "io.modelcontextprotocol/subscriptionId";

Json Filter(const Json& filter) { return Modern({{"notifications", filter}}); }
Json Meta(const Json& id) { return {{kIdKey, id}}; }

Json Acknowledged(const Json& id, const Json& filter) {
  return NotificationMessage("notifications/subscriptions/acknowledged",
                             {{"_meta", Meta(id)}, {"notifications", filter}});
}
Json ListChanged(const Json& id) {
  return NotificationMessage("notifications/resources/list_changed", {{"_meta", Meta(id)}});
}
Json Updated(const Json& id, const std::string& uri) {
  return NotificationMessage("notifications/resources/updated",
                             {{"_meta", Meta(id)}, {"uri", uri}});
}

class SubscriptionsTest : public ::testing::Test {
 protected:
  void Listen(const Json& id, const Json& filter) {
    EXPECT_EQ(client_.Request(id, "subscriptions/listen", Filter(filter)).kind,
              Answer::Kind::kStream);
  }
  void Change(const std::string& filename, bool list_changed = false) {
    test_.server.changes().Publish({filename, list_changed});
  }

  TestServer test_;
  Client client_{&test_.server};
};

// ---- The modern era -----------------------------------------------------------------------------

TEST_F(SubscriptionsTest, WhatIsAskedForIsTold) {
  Listen("s", {{"resourcesListChanged", true}, {"resourceSubscriptions", {"aegis-file:///a"}}});
  EXPECT_EQ(client_.Related(),
            std::vector<Json>{Acknowledged("s", {{"resourcesListChanged", true},
                                                 {"resourceSubscriptions", {"aegis-file:///a"}}})});
  client_.CallModern("create_file", {{"filename", "b"}, {"content", "print(1)"}});
  EXPECT_EQ(client_.Related(), std::vector<Json>{ListChanged("s")});
  client_.CallModern("create_file", {{"filename", "b"}, {"content", "print(2)"}});
  EXPECT_EQ(client_.Related(), std::vector<Json>{});
  client_.CallModern("create_file", {{"filename", "a"}, {"content", "print(1)"}});
  client_.CallModern("create_file", {{"filename", "a"}, {"content", "print(2)"}});
  client_.CallModern("delete_file", {{"filename", "a"}});
  const Json updated = Updated("s", "aegis-file:///a");
  EXPECT_EQ(client_.Related(),
            (std::vector<Json>{ListChanged("s"), updated, updated, ListChanged("s"), updated}));
  EXPECT_TRUE(client_.Sent().empty());
}

TEST_F(SubscriptionsTest, WhatIsNotAskedForIsNotTold) {
  Listen(1, Json::object());
  Listen(2, {{"resourcesListChanged", false}, {"resourceSubscriptions", Json::array()}});
  EXPECT_EQ(client_.Related(),
            (std::vector<Json>{Acknowledged(1, Json::object()), Acknowledged(2, Json::object())}));
  Change("a", true);
  EXPECT_TRUE(client_.Related().empty());
}

TEST_F(SubscriptionsTest, WhatCannotBeToldIsNotAcknowledged) {
  Listen(1, {{"toolsListChanged", true},
             {"promptsListChanged", true},
             {"unknown", 5},
             {"resourceSubscriptions",
              {"aegis-docs:///language", "aegis-docs:///no", "file:///a", "aegis-file:///%", ""}}});
  EXPECT_EQ(client_.Related(), std::vector<Json>{Acknowledged(
                                   1, {{"resourceSubscriptions", {"aegis-docs:///language"}}})});
}

TEST_F(SubscriptionsTest, UrisAreToldAsTheClientSpelledThem) {
  Listen(1, {{"resourceSubscriptions",
              {"aegis-file:///a b", "aegis-file:///a%20b", "aegis-file:///a%20b"}}});
  client_.Related();
  Change("a b");
  EXPECT_EQ(client_.Related(), (std::vector<Json>{Updated(1, "aegis-file:///a b"),
                                                  Updated(1, "aegis-file:///a%20b")}));
}

TEST_F(SubscriptionsTest, StreamsAreApart) {
  Listen(1, {{"resourcesListChanged", true}});
  Listen("1", {{"resourceSubscriptions", {"aegis-file:///a"}}});
  client_.Related();
  Change("a", true);
  EXPECT_EQ(client_.Related(),
            (std::vector<Json>{ListChanged(1), Updated("1", "aegis-file:///a")}));
  EXPECT_TRUE(client_.connection.EndSubscription(1));
  Change("a", true);
  EXPECT_EQ(client_.Related(), std::vector<Json>{Updated("1", "aegis-file:///a")});
}

TEST_F(SubscriptionsTest, TheClientEndsAStreamWithoutAWord) {
  Listen(1, {{"resourcesListChanged", true}});
  Listen(2, {{"resourcesListChanged", true}});
  client_.Related();
  EXPECT_FALSE(client_.connection.EndSubscription(3));
  EXPECT_FALSE(client_.connection.EndSubscription("1"));
  EXPECT_FALSE(client_.connection.EndSubscription(nullptr));
  EXPECT_TRUE(client_.connection.EndSubscription(1));
  EXPECT_FALSE(client_.connection.EndSubscription(1));
  client_.Notify("notifications/cancelled", {{"requestId", 2}, {"reason", "enough"}});
  EXPECT_FALSE(client_.connection.EndSubscription(2));
  Change("a", true);
  client_.connection.Shutdown();
  EXPECT_TRUE(client_.Related().empty());
}

TEST_F(SubscriptionsTest, TheServerEndsStreamsWithTheirResults) {
  Listen("s", {{"resourcesListChanged", true}});
  client_.Related();
  client_.connection.Shutdown();
  const std::vector<Json> last = client_.Related();
  ASSERT_EQ(last.size(), 2U);
  EXPECT_EQ(last[0], NotificationMessage("notifications/cancelled",
                                         {{"_meta", Meta("s")}, {"requestId", "s"}}));
  EXPECT_EQ(last[1]["id"], "s");
  EXPECT_EQ(last[1]["result"]["resultType"], "complete");
  EXPECT_EQ(last[1]["result"]["_meta"][kIdKey], "s");
  EXPECT_EQ(last[1]["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "aegis");
  Change("a", true);
  EXPECT_TRUE(client_.Related().empty());
  EXPECT_EQ(client_.Fail("subscriptions/listen", Filter(Json::object())),
            Refusal(kInternalFailure, "the server goes down"));
}

TEST_F(SubscriptionsTest, AStreamOfItsOwnNeedsNoCancellation) {
  Client stateless(&test_.server, Kind::kStateless);
  EXPECT_EQ(stateless.Request(7, "subscriptions/listen", Filter(Json::object())).kind,
            Answer::Kind::kStream);
  stateless.Related();
  stateless.connection.Shutdown();
  const std::vector<Json> last = stateless.Related();
  ASSERT_EQ(last.size(), 1U);
  EXPECT_EQ(last[0]["id"], 7);
}

TEST_F(SubscriptionsTest, OnlyTheSubscribersOfAConnectionAreToldByIt) {
  Client other(&test_.server, Kind::kStateless);
  Listen(1, {{"resourcesListChanged", true}});
  client_.Related();
  other.CallModern("create_file", {{"filename", "a"}, {"content", "print(1)"}});
  EXPECT_EQ(client_.Related(), std::vector<Json>{ListChanged(1)});
  EXPECT_TRUE(other.Related().empty());
  EXPECT_TRUE(other.Sent().empty());
}

TEST_F(SubscriptionsTest, FiltersOfWrongTypes) {
  const auto fail = [this](const Json& params) {
    return client_.Fail("subscriptions/listen", Modern(params));
  };
  const auto wrong = [](const std::string& problem) { return Refusal(kInvalidParams, problem); };
  EXPECT_EQ(fail(Json::object()), wrong("`notifications` is missing or no object"));
  EXPECT_EQ(fail({{"notifications", Json::array()}}),
            wrong("`notifications` is missing or no object"));
  EXPECT_EQ(fail({{"notifications", {{"resourcesListChanged", "yes"}}}}),
            wrong("`resourcesListChanged` is no boolean"));
  const std::string no_list = "`resourceSubscriptions` is no list of at most 2048 URIs";
  EXPECT_EQ(fail({{"notifications", {{"resourceSubscriptions", "aegis-file:///a"}}}}),
            wrong(no_list));
  EXPECT_EQ(
      fail({{"notifications", {{"resourceSubscriptions", std::vector<std::string>(2049, "x")}}}}),
      wrong(no_list));
  EXPECT_EQ(fail({{"notifications", {{"resourceSubscriptions", {5}}}}}),
            wrong("`resourceSubscriptions` holds something that is no URI"));
  EXPECT_TRUE(client_.Related().empty());
}

TEST_F(SubscriptionsTest, StreamsAreBoundedAndHaveIdsOfTheirOwn) {
  for (std::size_t i = 0; i < Subscriptions::kMaxStreams; ++i) Listen(i + 100, Json::object());
  EXPECT_EQ(client_.Request(100, "subscriptions/listen", Filter(Json::object())).message,
            ErrorMessage(100, kInvalidRequest, "the `id` is that of an open subscription"));
  EXPECT_EQ(client_.Fail("subscriptions/listen", Filter(Json::object())),
            Refusal(kInvalidRequest, "there are too many open subscriptions"));
  EXPECT_TRUE(client_.connection.EndSubscription(100));
  Listen(100, Json::object());
}

// ---- The legacy era -----------------------------------------------------------------------------

TEST_F(SubscriptionsTest, ALegacyClientIsToldOfFilesOnceItIsReady) {
  client_.Ask("initialize", {{"protocolVersion", "2025-11-25"}});
  Change("a", true);
  EXPECT_TRUE(client_.Sent().empty());
  client_.Notify("notifications/initialized");
  Change("a", false);
  Change("a", true);
  EXPECT_EQ(client_.Sent(), std::vector<Json>{NotificationMessage(
                                "notifications/resources/list_changed", Json::object())});
  EXPECT_TRUE(client_.Related().empty());
}

TEST_F(SubscriptionsTest, AModernClientIsToldOfNothingByItself) {
  client_.Notify("notifications/initialized");
  client_.CallModern("create_file", {{"filename", "a"}, {"content", "print(1)"}});
  EXPECT_TRUE(client_.Sent().empty());
}

TEST_F(SubscriptionsTest, LegacySubscriptions) {
  client_.Initialize();
  const std::string uri = "aegis-file:///a";
  EXPECT_EQ(client_.Ask("resources/subscribe", {{"uri", uri}}), Json::object());
  EXPECT_EQ(client_.Ask("resources/subscribe", {{"uri", uri}}), Json::object());
  EXPECT_EQ(client_.Ask("resources/subscribe", {{"uri", "aegis-docs:///language"}}),
            Json::object());
  Change("b");
  Change("a");
  EXPECT_EQ(client_.Sent(), std::vector<Json>{NotificationMessage("notifications/resources/updated",
                                                                  {{"uri", uri}})});
  EXPECT_EQ(client_.Ask("resources/unsubscribe", {{"uri", uri}}), Json::object());
  EXPECT_EQ(client_.Ask("resources/unsubscribe", {{"uri", uri}}), Json::object());
  EXPECT_EQ(client_.Ask("resources/unsubscribe", {{"uri", "nothing"}}), Json::object());
  Change("a");
  EXPECT_TRUE(client_.Sent().empty());
}

TEST_F(SubscriptionsTest, LegacySubscriptionsToNothing) {
  client_.Initialize();
  EXPECT_EQ(client_.Fail("resources/subscribe", {{"uri", "file:///etc/passwd"}}),
            Refusal(kResourceNotFound, "there is no resource of this URI", 200,
                    {{"uri", "file:///etc/passwd"}}));
  EXPECT_EQ(client_.Fail("resources/subscribe"),
            Refusal(kInvalidParams, "`uri` is missing or no string"));
  EXPECT_EQ(client_.Fail("resources/unsubscribe", {{"uri", 5}}),
            Refusal(kInvalidParams, "`uri` is missing or no string"));
}

TEST_F(SubscriptionsTest, LegacySubscriptionsAreBounded) {
  client_.Initialize();
  const auto uri = [](std::size_t i) { return "aegis-file:///" + std::to_string(i); };
  for (std::size_t i = 0; i < Subscriptions::kMaxUris; ++i) {
    client_.Ask("resources/subscribe", {{"uri", uri(i)}});
  }
  EXPECT_EQ(client_.Fail("resources/subscribe", {{"uri", uri(Subscriptions::kMaxUris)}}),
            Refusal(kInvalidParams, "there are too many subscriptions"));
  EXPECT_EQ(client_.Ask("resources/subscribe", {{"uri", uri(0)}}), Json::object());
}

// ---- Threads ------------------------------------------------------------------------------------

TEST(Subscriptions, ConnectionsComeAndGoWhileFilesChange) {
  TestServer test;
  std::atomic<bool> done = false;
  std::thread changes([&] {
    while (!done) test.server.changes().Publish({"a", true});
  });
  for (int i = 0; i < 300; ++i) {
    // Both lists are filled on the other thread, under the lock of the subscriptions.
    Client client(&test.server, Kind::kStateless);
    EXPECT_EQ(
        client.Request(1, "subscriptions/listen", Filter({{"resourcesListChanged", true}})).kind,
        Answer::Kind::kStream);
    if (i % 2 == 0) client.connection.EndSubscription(1);
    client.connection.Shutdown();
    const std::vector<Json> heard = client.Related();
    ASSERT_FALSE(heard.empty());
    EXPECT_EQ(heard.front()["method"], "notifications/subscriptions/acknowledged");
    for (std::size_t each = 1; each < heard.size(); ++each) {
      EXPECT_TRUE(heard[each] == ListChanged(1) || each + 1 == heard.size());
    }
    EXPECT_EQ(heard.back().contains("result"), i % 2 == 1);
  }
  done = true;
  changes.join();
}

}  // namespace
}  // namespace aegis::mcp

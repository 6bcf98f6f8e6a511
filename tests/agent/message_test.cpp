#include "agent/mcp/message.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace aegis::mcp {
namespace {

using Kind = Message::Kind;

constexpr const char* kOpen = R"({"jsonrpc":"2.0",)";

/// A request with these members beside `jsonrpc`.
Message Read(const std::string& members) { return ReadMessage(kOpen + members + "}"); }

void ExpectInvalid(const std::string& text, int code, const std::string& problem,
                   const Json& id = nullptr) {
  const Message message = ReadMessage(text);
  EXPECT_EQ(message.kind, Kind::kInvalid) << text;
  EXPECT_EQ(message.error, code) << text;
  EXPECT_EQ(message.problem, problem) << text;
  EXPECT_EQ(message.id, id) << text;
}

// ---- Requests -----------------------------------------------------------------------------------

TEST(ReadMessage, Request) {
  const Message message = Read(R"("id":7,"method":"tools/call","params":{"name":"x"})");
  EXPECT_EQ(message.kind, Kind::kRequest);
  EXPECT_EQ(message.id, 7);
  EXPECT_EQ(message.method, "tools/call");
  EXPECT_EQ(message.params, Json({{"name", "x"}}));
  EXPECT_FALSE(message.unpaired_surrogates);
}

TEST(ReadMessage, ParamsCanBeLeftOutOrNull) {
  for (const std::string members :
       {R"("id":1,"method":"ping")", R"("id":1,"method":"ping","params":null)"}) {
    const Message message = Read(members);
    EXPECT_EQ(message.kind, Kind::kRequest) << members;
    EXPECT_EQ(message.params, Json::object()) << members;
  }
}

TEST(ReadMessage, IdsOfEachType) {
  for (const std::string id : {"0", "-1", "9223372036854775807", "18446744073709551615",
                               "-9223372036854775808", R"("")", R"("a")", R"("7")"}) {
    const Message message = Read(R"("method":"ping","id":)" + id);
    EXPECT_EQ(message.kind, Kind::kRequest) << id;
    EXPECT_EQ(message.id.dump(), id);
  }
  for (const std::string id :
       {"null", "true", "1.5", "1.0", "1e3", "18446744073709551616", "[]", "[1]", "{}"}) {
    ExpectInvalid(kOpen + (R"("method":"ping","id":)" + id) + "}", kInvalidRequest,
                  "`id` is neither a string nor an integer of 64 bits");
  }
}

TEST(ReadMessage, WhatIsNoRequestIsAnsweredWithItsId) {
  ExpectInvalid(R"({"id":3,"method":"ping"})", kInvalidRequest, "a message has `jsonrpc` \"2.0\"",
                3);
  ExpectInvalid(R"({"jsonrpc":"1.0","id":"a","method":"ping"})", kInvalidRequest,
                "a message has `jsonrpc` \"2.0\"", "a");
  ExpectInvalid(R"({"jsonrpc":2.0,"id":3,"method":"ping"})", kInvalidRequest,
                "a message has `jsonrpc` \"2.0\"", 3);
  ExpectInvalid(R"({"jsonrpc":"2.0","id":3,"method":5})", kInvalidRequest, "`method` is no string",
                3);
  ExpectInvalid(R"({"jsonrpc":"2.0","id":3})", kInvalidRequest,
                "a message has a `method`, or a `result` or `error`", 3);
  ExpectInvalid(R"({"jsonrpc":"2.0","id":3,"method":"x","params":[]})", kInvalidParams,
                "`params` is no object", 3);
  ExpectInvalid(R"({"jsonrpc":"2.0","id":3,"method":"x","params":"{}"})", kInvalidParams,
                "`params` is no object", 3);
}

// ---- Other kinds --------------------------------------------------------------------------------

TEST(ReadMessage, WhateverHasAMethodAndNoIdIsANotification) {
  for (const std::string text : {R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                                 R"({"method":"notifications/initialized"})",
                                 R"({"jsonrpc":"2.0","method":"tools/call","params":[1]})"}) {
    const Message message = ReadMessage(text);
    EXPECT_EQ(message.kind, Kind::kNotification) << text;
    EXPECT_EQ(message.params, Json::object()) << text;
  }
  const Message message = Read(R"("method":"notifications/cancelled","params":{"requestId":1})");
  EXPECT_EQ(message.params, Json({{"requestId", 1}}));
}

TEST(ReadMessage, Responses) {
  for (const std::string members :
       {R"("id":1,"result":{})", R"("id":1,"error":{"code":1,"message":"x"})",
        R"("result":null)"}) {
    EXPECT_EQ(Read(members).kind, Kind::kResponse) << members;
  }
  // Even a bad one: two sides that answer each other's answers would never stop.
  EXPECT_EQ(ReadMessage(R"({"id":null,"error":5})").kind, Kind::kResponse);
}

TEST(ReadMessage, WhatIsNoMessage) {
  for (const std::string text : {"1", "null", "true", R"("ping")"}) {
    ExpectInvalid(text, kInvalidRequest, "a message is a JSON object");
  }
  ExpectInvalid("{}", kInvalidRequest, "a message has `jsonrpc` \"2.0\"");
  ExpectInvalid(R"({"jsonrpc":"2.0","method":["x"]})", kInvalidRequest, "`method` is no string");
}

TEST(ReadMessage, WhatIsNoJson) {
  const std::string bad_utf8 = R"({"jsonrpc":"2.0","id":1,"method":")" + std::string("\xff\"}");
  const std::string overlong = R"({"jsonrpc":"2.0","id":1,"method":")" + std::string("\xc0\x80\"}");
  const std::string surrogate =
      R"({"jsonrpc":"2.0","id":1,"method":")" + std::string("\xed\xa0\x80\"}");
  const std::string nul = R"({"jsonrpc":"2.0","id":1,"method":")" + std::string("\0\"}", 3);
  for (const std::string& text :
       {std::string(""), std::string("{"), std::string("nonsense"), std::string("{'id':1}"),
        std::string("{}{}"), std::string("[1,]"), std::string("{\"id\":NaN}"), bad_utf8, overlong,
        surrogate, nul}) {
    ExpectInvalid(text, kParseError, "this is not JSON in UTF-8");
  }
}

// ---- Bounds -------------------------------------------------------------------------------------

TEST(ReadMessage, NestingIsBounded) {
  const auto nested = [](int depth) {
    return R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"a":)" + std::string(depth, '[') +
           std::string(depth, ']') + "}}";
  };
  EXPECT_EQ(ReadMessage(nested(126)).kind, Kind::kRequest);
  ExpectInvalid(nested(127), kInvalidRequest, "a message nests at most 128 deep");
  ExpectInvalid(nested(1000000), kInvalidRequest, "a message nests at most 128 deep");
  ExpectInvalid(std::string(1000000, '['), kInvalidRequest, "a message nests at most 128 deep");
}

TEST(ReadMessage, MembersOfAnObjectAreBounded) {
  const auto with_members = [](int count) {
    std::string text = R"({"jsonrpc":"2.0","id":1,"method":"x","params":{)";
    for (int i = 0; i < count; ++i) {
      text += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":\"{,,,\\\",\"";
    }
    return text + "}}";
  };
  EXPECT_EQ(ReadMessage(with_members(1024)).params.size(), 1024U);
  ExpectInvalid(with_members(1025), kInvalidRequest,
                "an object in a message has at most 1024 members");
  // This many would take minutes.
  ExpectInvalid(with_members(300000), kInvalidRequest,
                "an object in a message has at most 1024 members");
  std::string many = "[0";
  for (int i = 0; i < 5000; ++i) many += ",{}";
  EXPECT_EQ(Read(R"("id":1,"method":"x","params":{"a":)" + many + "]}").kind, Kind::kRequest);
}

// ---- Surrogates ---------------------------------------------------------------------------------

TEST(ReadMessage, UnpairedSurrogatesAreTold) {
  const Message message = Read(R"("id":1,"method":"x","params":{"a":"\ud83d","b":"\ud83d\ude00"})");
  EXPECT_EQ(message.kind, Kind::kRequest);
  EXPECT_TRUE(message.unpaired_surrogates);
  EXPECT_EQ(message.params["a"], "\uFFFD");
  EXPECT_EQ(message.params["b"], "\U0001F600");
  EXPECT_FALSE(Read(R"("id":1,"method":"x","params":{"b":"\ud83d\ude00"})").unpaired_surrogates);
}

// ---- Batches ------------------------------------------------------------------------------------

TEST(ReadMessage, Batch) {
  const Message message = ReadMessage(
      R"([{"jsonrpc":"2.0","id":1,"method":"ping"},)"
      R"({"jsonrpc":"2.0","method":"notifications/initialized"},1,[],{"id":2,"result":{}}])");
  EXPECT_EQ(message.kind, Kind::kBatch);
  ASSERT_EQ(message.batch.size(), 5U);
  EXPECT_EQ(message.batch[0].kind, Kind::kRequest);
  EXPECT_EQ(message.batch[1].kind, Kind::kNotification);
  EXPECT_EQ(message.batch[2].kind, Kind::kInvalid);
  EXPECT_EQ(message.batch[3].kind, Kind::kInvalid);  // no batch in a batch
  EXPECT_EQ(message.batch[4].kind, Kind::kResponse);
}

TEST(ReadMessage, BatchWithUnpairedSurrogates) {
  const Message message =
      ReadMessage(R"([{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"\udc00"}}])");
  ASSERT_EQ(message.batch.size(), 1U);
  EXPECT_TRUE(message.batch[0].unpaired_surrogates);
}

TEST(ReadMessage, SizeOfABatchIsBounded) {
  const auto batch = [](int count) {
    std::string text = "[1";
    for (int i = 1; i < count; ++i) text += ",1";
    return text + "]";
  };
  EXPECT_EQ(ReadMessage(batch(128)).batch.size(), 128U);
  ExpectInvalid(batch(129), kInvalidRequest, "a batch has at most 128 messages");
  ExpectInvalid("[]", kInvalidRequest, "a batch has messages in it");
}

// ---- Writing ------------------------------------------------------------------------------------

TEST(WriteMessage, Results) {
  EXPECT_EQ(ToLine(ResultMessage("a", {{"x", 1}})),
            R"({"jsonrpc":"2.0","id":"a","result":{"x":1}})");
  EXPECT_EQ(ToLine(ResultMessage(-1, Json::object())), R"({"jsonrpc":"2.0","id":-1,"result":{}})");
}

TEST(WriteMessage, Errors) {
  EXPECT_EQ(ToLine(ErrorMessage(1, kInvalidParams, "no")),
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}})");
  EXPECT_EQ(ToLine(ErrorMessage(nullptr, kParseError, "no")),
            R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"no"}})");
  EXPECT_EQ(
      ToLine(ErrorMessage(1, kInvalidParams, "no", {{"uri", "x"}})),
      R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no","data":{"uri":"x"}}})");
}

TEST(WriteMessage, Notifications) {
  EXPECT_EQ(ToLine(NotificationMessage("m", Json::object())), R"({"jsonrpc":"2.0","method":"m"})");
  EXPECT_EQ(ToLine(NotificationMessage("m", {{"a", 1}})),
            R"({"jsonrpc":"2.0","method":"m","params":{"a":1}})");
}

TEST(WriteMessage, LinesAreAscii) {
  EXPECT_EQ(ToLine({{"a", "\n\u20AC\U0001F600\u2028"}}), R"({"a":"\n\u20ac\ud83d\ude00\u2028"})");
  // A store that something else has written into can hold anything.
  EXPECT_EQ(ToLine({{"a", "\xff"}}), R"({"a":"\ufffd"})");
}

}  // namespace
}  // namespace aegis::mcp

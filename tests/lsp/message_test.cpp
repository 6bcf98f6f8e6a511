#include "lsp/message.h"

#include <gtest/gtest.h>

#include <string>

namespace aegis::lsp {
namespace {

std::string Read(const std::string& text) {
  const ReadMessage read = ParseMessage(text);
  return read.value ? read.value->dump() : std::to_string(read.error) + ": " + read.problem;
}

const char* const kNoJson = "-32700: this is not JSON in UTF-8";

TEST(Message, IsJson) {
  EXPECT_EQ(Read("{\"a\": [1, \"\\u20ac\\ud834\\udd1e\"]}"), "{\"a\":[1,\"\u20AC\U0001D11E\"]}");
  for (const std::string text :
       {"", " ", "{", "{}}", "{'a':1}", "nul", "[1,]", "\xEF\xBB\xBF", "01", "\"\t\"", "\"\\x\"",
        "\"\\u12\"", "\"\\", "\"\\u", "NaN", "{} {}"}) {
    EXPECT_EQ(Read(text), kNoJson) << text;
  }
}

TEST(Message, IsUtf8) {
  for (const std::string bytes :
       {"\xFF", "\xC0\xAF", "\xE2\x82", "\xED\xA0\x80", "\xF5\x80\x80\x80"}) {
    EXPECT_EQ(Read("{\"a\":\"" + bytes + "\"}"), kNoJson);
  }
}

TEST(Message, ReadsLoneSurrogatesAsReplacementCharacters) {
  EXPECT_EQ(Read(R"("\ud834")"), "\"\uFFFD\"");
  EXPECT_EQ(Read(R"("\uDD1E")"), "\"\uFFFD\"");
  EXPECT_EQ(Read(R"("a\ud834b\udd1ec")"), "\"a\uFFFDb\uFFFDc\"");
  EXPECT_EQ(Read(R"("\udd1e\ud834")"), "\"\uFFFD\uFFFD\"");
  EXPECT_EQ(Read(R"("\ud834\ud834\udd1e")"), "\"\uFFFD\U0001D11E\"");
  EXPECT_EQ(Read(R"("\ud834\n\\ud834\u0041")"), "\"\uFFFD\\n\\\\ud834A\"");
  EXPECT_EQ(Read(R"({"\udc00": ["\udbff"]})"), "{\"\uFFFD\":[\"\uFFFD\"]}");
  // What is wrong otherwise stays wrong.
  EXPECT_EQ(Read(R"("\ud834" x)"), kNoJson);
  EXPECT_EQ(Read(R"("\ud834\)"), kNoJson);
  EXPECT_EQ(Read(R"("\ud834\u12")"), kNoJson);
}

TEST(Message, NestsOnlySoDeep) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(Read(nested(128)), nested(128));
  const std::string too_deep = "-32600: a message nests at most 128 deep";
  EXPECT_EQ(Read(nested(129)), too_deep);
  EXPECT_EQ(Read(std::string(10000000, '[')), too_deep);
  std::string objects;
  for (int i = 0; i < 1000000; ++i) objects += "{\"a\":";
  EXPECT_EQ(Read(objects), too_deep);
  // Brackets in strings are text.
  EXPECT_EQ(Read("\"\\\"" + std::string(1000, '[') + "\""),
            "\"\\\"" + std::string(1000, '[') + "\"");
}

}  // namespace
}  // namespace aegis::lsp

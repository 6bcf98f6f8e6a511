#include "lsp/transport.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace aegis::lsp {
namespace {

constexpr std::size_t kMaxBytes = 1000;

/// The pieces of `stream`, each as its text, or as `!` and its problem.
std::vector<std::string> Drain(MessageReader* reader) {
  std::vector<std::string> pieces;
  while (const auto piece = reader->Next()) {
    pieces.push_back(piece->problem.empty() ? piece->text : "!" + piece->problem);
  }
  return pieces;
}

std::vector<std::string> Pieces(const std::string& stream, std::size_t step) {
  MessageReader reader(kMaxBytes);
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at < stream.size(); at += step) {
    reader.Add(stream.substr(at, step));
    for (std::string& piece : Drain(&reader)) pieces.push_back(std::move(piece));
  }
  return pieces;
}

/// The stream must come out as `expected`, however it is cut.
void ExpectPieces(const std::string& stream, const std::vector<std::string>& expected) {
  for (const std::size_t step : {1U, 2U, 3U, 7U, 100U, 4096U, 1U << 20}) {
    EXPECT_EQ(Pieces(stream, step), expected) << "in steps of " << step;
  }
}

const std::string kNoLength = "!header lines without a `Content-Length` that is a number";
const std::string kTooLarge = "!a message of more than 1000 bytes";
const std::string kNoEnd = "!no end of the header lines in 8192 bytes";

TEST(MessageReader, CutsMessagesWhereverTheStreamIsCut) {
  ExpectPieces(Framed("{}") + Framed("") + Framed("{\"a\":\"\r\n\r\n\"}") + Framed("\u20AC"),
               {"{}", "", "{\"a\":\"\r\n\r\n\"}", "\u20AC"});
}

TEST(MessageReader, WaitsForTheRest) {
  MessageReader reader(kMaxBytes);
  EXPECT_EQ(Drain(&reader), std::vector<std::string>());
  reader.Add("Content-Length: 3\r\n\r\nab");
  EXPECT_EQ(Drain(&reader), std::vector<std::string>());
  EXPECT_EQ(reader.size(), 2U);
  reader.Add("c");
  EXPECT_EQ(Drain(&reader), std::vector<std::string>{"abc"});
  EXPECT_EQ(reader.size(), 0U);
}

TEST(MessageReader, ReadsHeadersOfAnyStyle) {
  ExpectPieces("content-length:2\r\n\r\n{}", {"{}"});
  ExpectPieces("CONTENT-LENGTH:   2  \r\n\r\n{}", {"{}"});
  ExpectPieces(
      "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}",
      {"{}"});
  ExpectPieces("Content-Length: 2\r\nX-Content-Length: 7\r\nnonsense\r\n\r\n{}", {"{}"});
  ExpectPieces("Content-Length: 0002\r\n\r\n{}", {"{}"});
}

TEST(MessageReader, TellsAHeaderWithoutALengthAndGoesOn) {
  ExpectPieces("X: 1\r\n\r\n" + Framed("{}"), {kNoLength, "{}"});
  ExpectPieces("X: 1\r\n\r\nContent-Type: x\r\n" + Framed("{}"), {kNoLength, "{}"});
  ExpectPieces("\r\n\r\n" + Framed("{}"), {kNoLength, "{}"});
  // The message that belonged to the header stands before the next one's header.
  ExpectPieces("X: 1\r\n\r\n{\"lost\":1}" + Framed("{}") + Framed("[]"), {kNoLength, "{}", "[]"});
}

TEST(MessageReader, TellsALengthThatIsNoNumber) {
  for (const std::string length :
       {"", "-2", "+2", "2x", "0x2", "2.0", "two", "2 2", "\t2", "99999999999999999999999999"}) {
    ExpectPieces("Content-Length: " + length + "\r\n\r\n{}" + Framed("[]"), {kNoLength, "[]"});
  }
}

TEST(MessageReader, FindsTheNextMessageAfterAWrongLength) {
  // Two bytes of the message are left over, and stand before the next header.
  ExpectPieces("Content-Length: 5\r\n\r\n{\"a\":1}" + Framed("{}") + Framed("[]"),
               {"{\"a\":", kNoLength, "{}", "[]"});
}

TEST(MessageReader, SkipsMessagesThatAreTooLarge) {
  ExpectPieces(Framed(std::string(kMaxBytes, 'x')), {std::string(kMaxBytes, 'x')});
  ExpectPieces(Framed(std::string(kMaxBytes + 1, 'x')) + Framed("{}"), {kTooLarge, "{}"});
  ExpectPieces(Framed(std::string(100000, 'x')) + Framed("{}") + Framed("[]"),
               {kTooLarge, "{}", "[]"});
}

TEST(MessageReader, DoesNotWaitForALengthThatIsNonsense) {
  ExpectPieces("Content-Length: 18446744073709551615\r\n\r\n{}" + Framed("[]"), {kTooLarge, "[]"});
}

TEST(MessageReader, TellsGarbageOnceAndGoesOn) {
  const std::string garbage(20000, 'x');
  ExpectPieces(garbage, {kNoEnd});
  ExpectPieces(garbage + Framed("{}"), {kNoEnd, "{}"});
  ExpectPieces(garbage + "\r\n\r\n" + garbage + "\r\n\r\n" + Framed("{}") + "X\r\n\r\n",
               {kNoEnd, "{}", kNoLength});
  ExpectPieces(std::string(5000, '\0') + "\r\n\r\n\r\n\r\n" + Framed("{}"), {kNoLength, "{}"});
}

TEST(MessageReader, DoesNotKeepWhatItSkips) {
  MessageReader reader(kMaxBytes);
  for (int i = 0; i < 1000; ++i) {
    reader.Add(std::string(10000, 'x'));
    Drain(&reader);
    EXPECT_LE(reader.size(), 9000U);
  }
}

TEST(MessageReader, RandomStreamsComeOutTheSameHoweverTheyAreCut) {
  std::mt19937 random(3);
  const std::vector<std::string> parts = {"Content-Length",
                                          ":",
                                          " ",
                                          "7",
                                          "2",
                                          "\r\n",
                                          "\r\n\r\n",
                                          "\r",
                                          "{}",
                                          Framed("{\"a\":1}"),
                                          Framed("[]"),
                                          Framed(std::string(1200, 'y')),
                                          std::string(5000, 'z')};
  for (int round = 0; round < 2000; ++round) {
    std::string stream;
    for (auto count = random() % 20; count > 0; --count) stream += parts[random() % parts.size()];
    const std::vector<std::string> expected = Pieces(stream, stream.size() + 1);
    for (const std::size_t step : {1U, 5U, 1000U}) {
      ASSERT_EQ(Pieces(stream, step), expected) << stream;
    }
  }
}

TEST(MessageReader, ManySmallMessagesInOneStream) {
  const std::string one = Framed("{}");
  std::string stream;
  for (int i = 0; i < 100000; ++i) stream += one;
  EXPECT_EQ(Pieces(stream, 1 << 16).size(), 100000U);
  EXPECT_EQ(Pieces(stream, 1).size(), 100000U);
}

}  // namespace
}  // namespace aegis::lsp

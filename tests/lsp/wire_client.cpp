#include "tests/lsp/wire_client.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "lsp/transport.h"

namespace aegis::lsp_test {

using lsp::Json;

void WireClient::Say(const Json& message) { SayText(message.dump()); }

void WireClient::SayText(const std::string& text) { process_.Say(lsp::Framed(text)); }

Json WireClient::Hear() {
  const std::string start = "Content-Length: ";
  const std::string header = process_.HearUntil("\r\n\r\n");
  EXPECT_EQ(header.substr(0, start.size()), start);
  if (header.size() < start.size()) return Json();
  const std::string digits = header.substr(start.size());
  EXPECT_EQ(digits.find_first_not_of("0123456789"), digits.size() - 4) << header;
  const Json message = Json::parse(process_.HearBytes(std::strtoul(digits.c_str(), nullptr, 10)),
                                   nullptr, /*allow_exceptions=*/false);
  EXPECT_FALSE(message.is_discarded());
  return message;
}

int WireClient::End() {
  const Json shutdown = {{"jsonrpc", "2.0"}, {"id", "the end"}, {"method", "shutdown"}};
  const Json exit = {{"jsonrpc", "2.0"}, {"method", "exit"}};
  Say(shutdown);
  EXPECT_EQ(Hear(), Json({{"jsonrpc", "2.0"}, {"id", "the end"}, {"result", nullptr}}));
  Say(exit);
  EXPECT_EQ(process_.HearAll(), "");
  return process_.Status();
}

}  // namespace aegis::lsp_test

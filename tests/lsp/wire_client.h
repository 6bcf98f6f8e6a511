#pragma once

#include <string>

#include "lsp/client.h"
#include "tests/cli/process.h"

namespace aegis::lsp_test {

/// A client of a real `aegis lsp` process, over pipes.
class WireClient {
 public:
  WireClient() : process_(cli_test::Conversation::Through::kPipes, {"lsp"}) {}

  void Say(const lsp::Json& message);
  /// The same for what may be no JSON at all.
  void SayText(const std::string& text);
  /// The next message of the server; null, and a failed test, when none comes.
  lsp::Json Hear();
  /// Says `shutdown` and `exit`, which must be all that was left to say, and returns the status.
  int End();

  cli_test::Conversation& process() { return process_; }

 private:
  cli_test::Conversation process_;
};

}  // namespace aegis::lsp_test

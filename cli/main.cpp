#include <cerrno>
#include <csignal>
#include <cstring>

#include "cli/commands.h"

int main(int argc, char** argv) {
  using namespace aegis::cli;

  // A reader that goes away is met as a failed write, and no reason to die of a signal.
  std::signal(SIGPIPE, SIG_IGN);

  CommandLine line;
  AddRun(&line);
  AddCheck(&line);
  AddFmt(&line);
  AddBatch(&line);
  AddTokens(&line);
  AddAst(&line);
  AddDocs(&line);
  AddExplain(&line);
  AddLsp(&line);
  AddMcp(&line);
  AddWake(&line);
  AddFuzz(&line);
  AddCompletion(&line);

  Console console;
  int status = line.Run(argc, argv, &console);
  console.out.Flush();
  if (console.out.error() != 0 && console.out.error() != EPIPE) {
    console.err << "aegis: cannot write the output: " << std::strerror(console.out.error()) << "\n";
    status = kUsage;
  }
  console.err.Flush();
  return status;
}

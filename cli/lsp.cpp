#include "cli/commands.h"
#include "lsp/transport.h"

namespace aegis::cli {

void AddLsp(CommandLine* line) {
  line->Add(
      "lsp", "Serve an editor: the language server, on standard input and output",
      "  aegis lsp\n"
      "\n"
      "Editors start it themselves; `aegis docs editors` tells how to set them up. It speaks the\n"
      "Language Server Protocol 3.17 and reads and writes no files.\n"
      "Exit status: 0 after the client said `shutdown`, else 1.",
      [](Console*) { return lsp::Serve(0, 1); });
}

}  // namespace aegis::cli

#pragma once

#include "cli/command_line.h"

namespace aegis::cli {

// Each subcommand of `aegis` is declared and carried out by the file of its name.

void AddRun(CommandLine* line);
void AddCheck(CommandLine* line);
void AddFmt(CommandLine* line);
void AddBatch(CommandLine* line);
void AddTokens(CommandLine* line);
void AddAst(CommandLine* line);
void AddDocs(CommandLine* line);
void AddExplain(CommandLine* line);
void AddCompletion(CommandLine* line);
void AddLsp(CommandLine* line);
void AddMcp(CommandLine* line);
void AddWake(CommandLine* line);
void AddFuzz(CommandLine* line);

}  // namespace aegis::cli

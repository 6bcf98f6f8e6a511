#include <memory>

#include "cli/commands.h"
#include "cli/render_ast.h"
#include "cli/render_json.h"
#include "cli/render_text.h"
#include "cli/report.h"
#include "semantic/compile.h"

namespace aegis::cli {
namespace {

struct AstOptions {
  std::string file;
  bool json = false;
  Limits limits;
};

int ShowAst(const AstOptions& options, Console* console) {
  const FileContents program =
      ReadFile(options.file, static_cast<std::size_t>(options.limits[Limit::kSourceBytes]));
  if (!program.problem.empty()) {
    console->err << "aegis: " << program.problem << "\n";
    return kUsage;
  }
  const Compilation compilation = Compile(program.bytes, options.limits);
  if (!compilation.program) {
    console->err << RenderText(
        {DiagnosticsReport(options.file, program.bytes, compilation.diagnostics)},
        console->err.WantsColour());
    return kProgramError;
  }
  if (options.json) {
    console->out << OneLine(RenderAstJson(*compilation.program));
  } else {
    console->out << RenderAstTree(*compilation.program);
  }
  return kFine;
}

}  // namespace

void AddAst(CommandLine* line) {
  const auto options = std::make_shared<AstOptions>();
  CLI::App* command = line->Add(
      "ast", "Show the syntax tree of a valid program, with places and types",
      "  aegis ast greet.aeg\n"
      "  aegis ast greet.aeg --json\n"
      "\n"
      "Each node stands on a line of its own, with its place (LINE:COLUMN, both from 1) and,\n"
      "for an expression, its possible types; its parts follow, indented.\n"
      "In JSON the nodes are two flat arrays, `statements` and `expressions`, and refer to each\n"
      "other by index, since a long chain of operators would make a nested tree too deep for\n"
      "most JSON readers. `program` lists the statements of the top level.",
      [options](Console* console) { return ShowAst(*options, console); });
  line->AddFile(command, &options->file);
  command->add_flag("--json", options->json, "Print the tree as one line of JSON");
  line->AddLimits(command, &options->limits);
}

}  // namespace aegis::cli

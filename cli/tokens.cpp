#include <algorithm>
#include <memory>

#include "cli/commands.h"
#include "cli/display.h"
#include "cli/render_text.h"
#include "cli/report.h"
#include "syntax/budget.h"
#include "syntax/parse.h"

namespace aegis::cli {
namespace {

struct TokensOptions {
  std::string file;
  Limits limits;
};

/// `text` and spaces up to `width`.
std::string Padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

int Tokens(const TokensOptions& options, Console* console) {
  const FileContents program =
      ReadFile(options.file, static_cast<std::size_t>(options.limits[Limit::kSourceBytes]));
  if (!program.problem.empty()) {
    console->err << "aegis: " << program.problem << "\n";
    return kUsage;
  }
  const Source source(program.bytes);
  Budget budget(options.limits, SteadyClock());
  const TokenizeResult result = Tokenize(source, &budget);
  for (const TokenInfo& token : result.tokens) {
    const Position position = source.PositionAt(token.range.begin);
    const std::string place = std::to_string(position.line) + ":" + std::to_string(position.column);
    const std::string text = Visible(source.Text(token.range));
    console->out << Padded(place, 8) << " "
                 << (text.empty() ? token.kind : Padded(token.kind, 14) + " " + text) << "\n";
  }
  if (result.diagnostics.empty()) return kFine;
  console->out.Flush();
  console->err << RenderText({DiagnosticsReport(options.file, program.bytes, result.diagnostics)},
                             console->err.WantsColour());
  return kProgramError;
}

}  // namespace

void AddTokens(CommandLine* line) {
  const auto options = std::make_shared<TokensOptions>();
  CLI::App* command = line->Add(
      "tokens", "List the tokens of a program: place, kind and text",
      "  aegis tokens greet.aeg\n"
      "\n"
      "A place is LINE:COLUMN, both from 1, a column being one code point. NEWLINE, INDENT,\n"
      "DEDENT and EOF have no text. Lexical problems go to standard error; the exit status is\n"
      "then 1.",
      [options](Console* console) { return Tokens(*options, console); });
  line->AddFile(command, &options->file);
  line->AddLimits(command, &options->limits);
}

}  // namespace aegis::cli

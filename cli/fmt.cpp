#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/display.h"
#include "cli/render_text.h"
#include "cli/replace_file.h"
#include "cli/report.h"
#include "cli/unified_diff.h"
#include "syntax/format.h"

namespace aegis::cli {
namespace {

struct FmtOptions {
  std::vector<std::string> files;
  bool check = false;
  bool diff = false;
  bool write = false;
  std::string indent = "4";
  Limits limits;
};

/// Every line of the source, and what the edits make of it.
std::vector<LineChange> LineChanges(const Source& source, const std::vector<SpaceEdit>& edits) {
  std::vector<LineChange> lines;
  auto edit = edits.begin();
  for (const Source::Line& line : source.lines()) {
    LineChange change{source.Text({line.begin, line.next}), ""};
    std::uint32_t at = line.begin;
    // The one at the very end, a missing final newline, belongs to the last line.
    const bool last = line.next == source.size();
    for (; edit != edits.end() && (last || edit->range.begin < line.next); ++edit) {
      change.after += source.Text({at, edit->range.begin}) + edit->text;
      at = edit->range.end;
    }
    change.after += source.Text({at, line.next});
    lines.push_back(std::move(change));
  }
  return lines;
}

Report RefusalReport(const std::string& path, const std::string& text,
                     const FormatRefusal& refusal) {
  Report report{ReportedName(path), Source(text), {}};
  const std::string hint = refusal.code == Code::kLineTooLong
                               ? "shorten the line: give its parts names"
                               : "the program keeps its layout";
  report.problems.push_back({refusal.code, refusal.message, hint, refusal.range, {}});
  return report;
}

class Fmt {
 public:
  Fmt(const FmtOptions& options, Console* console) : options_(options), console_(console) {}

  int Run() {
    for (const std::string& file : options_.files) FormatFile(file);
    console_->out.Flush();
    console_->err << RenderText(reports_, console_->err.WantsColour());
    return status_;
  }

 private:
  void FormatFile(const std::string& file) {
    const FileContents program =
        ReadFile(file, static_cast<std::size_t>(options_.limits[Limit::kSourceBytes]));
    if (!program.problem.empty()) return Complain(program.problem);
    const Source source(program.bytes);
    const FormatResult result =
        Format(source, FormatOptions{options_.indent == "2" ? 2 : 4}, options_.limits);
    if (!result.formatted()) {
      reports_.push_back(result.refusal
                             ? RefusalReport(file, program.bytes, *result.refusal)
                             : DiagnosticsReport(file, program.bytes, result.diagnostics));
      return Raise(kProgramError);
    }
    if (!options_.check && !options_.diff && !options_.write) {
      console_->out << result.text;
    } else if (result.text != program.bytes) {
      ChangeFile(file, source, result);
    }
  }

  void ChangeFile(const std::string& file, const Source& source, const FormatResult& result) {
    if (options_.write) {
      const std::string problem = ReplaceFile(file, result.text);
      if (!problem.empty()) return Complain(problem);
    }
    if (options_.diff) {
      console_->out << UnifiedDiff(ReportedName(file), LineChanges(source, result.edits));
    } else {
      console_->out << Visible(ReportedName(file)) << "\n";
    }
    if (options_.check) Raise(kProgramError);
  }

  void Complain(const std::string& problem) {
    console_->err << "aegis: " << problem << "\n";
    Raise(kUsage);
  }

  void Raise(int status) { status_ = std::max(status_, status); }

  const FmtOptions& options_;
  Console* console_;
  std::vector<Report> reports_;
  int status_ = kFine;
};

/// Throws what CLI11 reports as wrong usage.
void RefuseContradictions(const FmtOptions& options) {
  if (!options.write) return;
  if (options.check) {
    throw CLI::ValidationError("--write", "does not go with --check, which writes nothing");
  }
  const std::vector<std::string>& files = options.files;
  if (std::find(files.begin(), files.end(), "-") != files.end()) {
    throw CLI::ValidationError("--write", "takes files, and `-` is standard input");
  }
}

}  // namespace

void AddFmt(CommandLine* line) {
  const auto options = std::make_shared<FmtOptions>();
  CLI::App* command = line->Add(
      "fmt", "Give programs the one canonical layout",
      "  aegis fmt greet.aeg\n"
      "  aegis fmt --write *.aeg\n"
      "  aegis fmt --check --diff *.aeg\n"
      "  aegis fmt --diff greet.aeg | patch -p0\n"
      "  aegis fmt - < greet.aeg\n"
      "\n"
      "Without --check, --diff and --write, the formatted programs appear on standard\n"
      "output, one after the other. --diff can be added to --check or to --write; then the\n"
      "differences appear in the place of the list. A program with syntax errors is left\n"
      "alone, and so is one that would pass a limit when formatted; errors of names and\n"
      "types do not matter. `aegis docs formatting` describes the layout.\n"
      "Exit status: 0 fine, 1 a program that cannot be formatted or, with --check, is not,\n"
      "2 wrong usage or a file that cannot be read or written.",
      [options](Console* console) { return Fmt(*options, console).Run(); });
  command
      ->add_option("FILE", options->files, "The programs, or `-` to read one from standard input")
      ->required()
      ->type_name("");
  command->add_flag("--check", options->check,
                    "List the files that are not formatted; exit status 1 if any is");
  command->add_flag("--diff", options->diff, "Show what would change, as a unified diff");
  command->add_flag("--write", options->write, "Rewrite the files that change, and list them");
  line->AddChoice(command, "--indent", &options->indent, {"2", "4"},
                  "Spaces for each level, 2 or 4; 4 without this option")
      ->type_name("N");
  line->AddLimits(command, &options->limits);
  command->callback([options] { RefuseContradictions(*options); });
}

}  // namespace aegis::cli

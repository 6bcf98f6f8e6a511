#include <memory>
#include <utility>

#include "cli/commands.h"
#include "cli/display.h"
#include "cli/render_json.h"
#include "cli/render_text.h"
#include "cli/report.h"
#include "interp/session.h"

namespace aegis::cli {
namespace {

struct RunOptions {
  std::string file;
  std::vector<std::string> inputs;
  bool json = false;
  Limits limits;
};

/// What the program is answered with: the texts of `--input`, then the lines of standard input.
class Inputs {
 public:
  // One byte for the CR of a line end, one more to see that an input is too long.
  explicit Inputs(const RunOptions& options)
      : options_(options),
        lines_(0, static_cast<std::size_t>(options.limits[Limit::kInputBytes]) + 2) {}

  /// Whether the next input has to come from a person at a terminal.
  bool WaitsForPerson() const {
    return used_ == options_.inputs.size() && options_.file != "-" && InputIsTerminal();
  }

  std::optional<std::string> Next() {
    if (used_ < options_.inputs.size()) return options_.inputs[used_++];
    if (options_.file == "-") return std::nullopt;
    std::optional<Line> line = lines_.Next();
    if (!line) return std::nullopt;
    // A cut line no longer shows what is wrong with it, so it stands for invalid text if it was.
    if (line->too_long && !line->is_utf8) return "\xFF";
    if (line->too_long) return std::string(line->text.size(), ' ');
    return std::move(line->text);
  }

  const std::string& problem() const { return lines_.problem(); }

 private:
  const RunOptions& options_;
  LineReader lines_;
  std::size_t used_ = 0;
};

std::string Place(const RunOptions& options, Position position) {
  return Visible(ReportedName(options.file)) + ":" + std::to_string(position.line) + ":" +
         std::to_string(position.column);
}

void ReportError(const RunOptions& options, const std::string& text, const RunError& error,
                 Output* err) {
  std::size_t others = 0;
  const Report report = RunReport(options.file, text, options.limits, error, &others);
  *err << RenderText({report}, err->WantsColour());
  if (others > 0) {
    *err << "aegis: " << Counted(others, "more problem") << "; `aegis check` lists them all\n";
  }
}

int Run(const RunOptions& options, Console* console) {
  const FileContents program =
      ReadFile(options.file, static_cast<std::size_t>(options.limits[Limit::kSourceBytes]));
  if (!program.problem.empty()) {
    console->err << "aegis: " << program.problem << "\n";
    return kUsage;
  }

  Inputs inputs(options);
  Session session = Session::Start(program.bytes, options.limits);
  const Envelope& envelope = session.envelope();
  std::size_t delivered = 0;
  const auto deliver = [&] {
    if (options.json || envelope.status == Status::kError) return true;
    console->out << std::string_view(envelope.output).substr(delivered);
    delivered = envelope.output.size();
    return console->out.Flush();
  };

  while (envelope.status == Status::kInputRequired && deliver()) {
    if (inputs.WaitsForPerson()) {
      console->err << "aegis: waiting for input " << std::to_string(envelope.request->index) << " ("
                   << Place(options, envelope.request->position) << ")\n";
      console->err.Flush();
    }
    const std::optional<std::string> text = inputs.Next();
    if (!text) break;
    session.Resume(*text);
  }
  deliver();

  if (options.json) console->out << OneLine(ToJson(envelope));
  if (!inputs.problem().empty()) {
    console->err << "aegis: cannot read standard input: " << inputs.problem() << "\n";
    return kUsage;
  }
  switch (envelope.status) {
    case Status::kOk:
      return kFine;
    case Status::kError:
      if (!options.json) ReportError(options, program.bytes, *envelope.error, &console->err);
      return kProgramError;
    case Status::kInputRequired:
      break;
  }
  if (!options.json && console->out.error() == 0) {
    console->err << "aegis: the program wants input " << std::to_string(envelope.request->index)
                 << " (" << Place(options, envelope.request->position)
                 << "), and none is left; give it with --input TEXT"
                 << (options.file == "-" ? "" : " or as a line of standard input") << "\n";
  }
  return kInputWanted;
}

}  // namespace

void AddRun(CommandLine* line) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App* command = line->Add(
      "run", "Run a program",
      "  aegis run greet.aeg --input world\n"
      "  aegis run interview.aeg < answers.txt\n"
      "  echo 'print(6 * 7)' | aegis run -\n"
      "  aegis run report.aeg --limit operations=500 --json\n"
      "\n"
      "Each `input()` takes the text of the next --input, then the next line of standard\n"
      "input. What the program prints appears at each pause and at its end.\n"
      "Exit status: 0 the program ended, 1 it has an error, 2 wrong usage or an unreadable\n"
      "file, 3 it wants input and none is left.",
      [options](Console* console) { return Run(*options, console); });
  line->AddFile(command, &options->file);
  command
      ->add_option(
          "--input",
          [options](const CLI::results_t& texts) {
            options->inputs = texts;
            return true;
          },
          "Answer the next `input()` with TEXT; can be repeated")
      ->type_name("TEXT")
      ->take_all()
      ->allow_extra_args(false);
  command->add_flag("--json", options->json, "Print the final result alone, as one line of JSON");
  line->AddLimits(command, &options->limits);
}

}  // namespace aegis::cli

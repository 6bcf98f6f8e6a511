#include <algorithm>
#include <memory>
#include <utility>

#include "cli/commands.h"
#include "cli/render_json.h"
#include "cli/render_sarif.h"
#include "cli/render_text.h"
#include "cli/report.h"

namespace aegis::cli {
namespace {

struct CheckOptions {
  std::vector<std::string> files;
  std::string format = "text";
  Limits limits;
};

bool IsError(const Problem& problem) { return Info(problem.code).severity == Severity::kError; }

/// `checked 3 files: 2 errors and 1 warning`, or `checked 2 of 3 files: no problems`.
std::string Summary(std::size_t checked, std::size_t files, std::size_t errors,
                    std::size_t warnings) {
  std::string found = "no problems";
  if (errors > 0) found = Counted(errors, "error");
  if (warnings > 0) {
    found = (errors > 0 ? found + " and " : "") + Counted(warnings, "warning");
  }
  return "checked " + (checked < files ? std::to_string(checked) + " of " : "") +
         Counted(files, "file") + ": " + found + "\n";
}

int Check(const CheckOptions& options, Console* console) {
  std::vector<Report> reports;
  for (const std::string& file : options.files) {
    const FileContents program =
        ReadFile(file, static_cast<std::size_t>(options.limits[Limit::kSourceBytes]));
    if (program.problem.empty()) {
      reports.push_back(CheckReport(file, program.bytes, options.limits));
    } else {
      console->err << "aegis: " << program.problem << "\n";
    }
  }

  const bool complete = reports.size() == options.files.size();
  std::size_t errors = 0;
  std::size_t warnings = 0;
  for (const Report& report : reports) {
    for (const Problem& problem : report.problems) ++(IsError(problem) ? errors : warnings);
  }

  if (options.format == "json") {
    WriteJson(reports, &console->out);
  } else if (options.format == "sarif") {
    WriteSarif(reports, complete, &console->out);
  } else {
    console->out << RenderText(reports, console->out.WantsColour());
    console->out.Flush();
    if (!reports.empty()) {
      console->err << Summary(reports.size(), options.files.size(), errors, warnings);
    }
  }
  if (!complete) return kUsage;
  return errors > 0 ? kProgramError : kFine;
}

}  // namespace

void AddCheck(CommandLine* line) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App* command = line->Add(
      "check", "List all problems of programs without running them",
      "  aegis check greet.aeg\n"
      "  aegis check examples/*.aeg\n"
      "  aegis check --format sarif *.aeg > aegis.sarif\n"
      "  aegis check - < greet.aeg\n"
      "\n"
      "`aegis explain CODE` tells more about a problem.\n"
      "Exit status: 0 no errors (warnings are fine), 1 an error in a program, 2 wrong usage\n"
      "or an unreadable file.",
      [options](Console* console) { return Check(*options, console); });
  command
      ->add_option("FILE", options->files, "The programs, or `-` to read one from standard input")
      ->required()
      ->type_name("");
  line->AddChoice(command, "--format", &options->format, {"text", "json", "sarif"},
                  "How to show the problems\n"
                  "  text   with source lines, for people (the default)\n"
                  "  json   an array of objects, for scripts\n"
                  "  sarif  SARIF 2.1.0, for code scanning services and editors")
      ->type_name("FORMAT");
  line->AddLimits(command, &options->limits);
}

}  // namespace aegis::cli

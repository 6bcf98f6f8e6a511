#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "cli/commands.h"
#include "cli/display.h"
#include "cli/fuzz_surfaces.h"
#include "cli/report.h"
#include "fuzz/campaign.h"

namespace aegis::cli {
namespace {

constexpr std::size_t kMaxJobs = 64;
constexpr std::uint64_t kMaxSeconds = 30 * 86400;
/// Beyond it are the numbers that negative ones become.
constexpr std::uint64_t kMaxNumber = std::numeric_limits<std::int64_t>::max();

struct FuzzChoices {
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> runs;
  std::optional<std::uint64_t> seconds;
  std::size_t jobs = 0;  ///< 0: as many as there are processors
  std::vector<std::string> properties;
  std::vector<std::string> files;
  bool list = false;
};

std::uint64_t FreshSeed() {
  // Short enough to be typed again.
  return std::random_device()() % 1'000'000'000;
}

void List(Output* out) {
  std::size_t width = 0;
  for (const fuzz::Property& property : fuzz::Properties()) {
    width = std::max(width, property.name.size());
  }
  for (const fuzz::Property& property : fuzz::Properties()) {
    *out << property.name << std::string(width + 2 - property.name.size(), ' ') << property.claim
         << "\n";
  }
}

std::vector<const fuzz::Property*> Chosen(const std::vector<std::string>& names) {
  std::vector<const fuzz::Property*> properties;
  for (const fuzz::Property& property : fuzz::Properties()) {
    if (names.empty()) properties.push_back(&property);
  }
  for (const std::string& name : names) properties.push_back(fuzz::FindProperty(name));
  return properties;
}

/// `1234567` as `1,234,567`.
std::string Grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string Counted(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string Percent(std::uint64_t part, std::uint64_t whole) {
  return std::to_string(whole == 0 ? 0 : part * 100 / whole) + " %";
}

std::string Summary(const fuzz::Tally& tally) {
  const auto seconds = static_cast<std::uint64_t>(tally.seconds + 0.5);
  return std::to_string(seconds) + " s: " + Grouped(tally.programs) + " programs, " +
         Percent(tally.valid, tally.programs) + " valid";
}

void WriteTally(const fuzz::Tally& tally, Output* out) {
  const fuzz::GrammarCoverage grammar = fuzz::Summarize(tally.derived);
  *out << Summary(tally) << ", " << Percent(tally.completed, tally.programs) << " ran to the end\n"
       << "made: " << Grouped(tally.grammar) << " by the grammar alone, " << Grouped(tally.steered)
       << " steered, " << Grouped(tally.mutated) << " of these mutated\n"
       << "grammar: " << std::to_string(grammar.derived) << " of "
       << std::to_string(grammar.alternatives) << " alternatives derived, each from "
       << Grouped(grammar.fewest) << " to " << Grouped(grammar.most) << " times\n";
}

/// The program as text when a terminal shows all of it, else its bytes as an `aegis batch` takes
/// them.
void WriteProgram(const std::string& program, Output* out) {
  bool plain = true;
  for (const char c : program) plain = plain && (c == '\n' || (c >= ' ' && c <= '~'));
  if (plain) {
    *out << program;
    if (program.empty() || program.back() != '\n') *out << "\n";
    return;
  }
  std::string hex;
  for (const char c : program) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(c));
    hex += digits;
  }
  *out << "source_hex: " << hex << "\n";
}

/// Each line of `text` as a terminal can show it, with a line feed after each.
std::string VisibleLines(const std::string& text) {
  std::string shown;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    shown += Visible(text.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return shown;
}

class Fuzz {
 public:
  Fuzz(const FuzzChoices& choices, Console* console)
      : choices_(choices), console_(console), seed_(choices.seed ? *choices.seed : FreshSeed()) {}

  int Run() { return choices_.files.empty() ? Search() : AskAboutFiles(); }

 private:
  int Search() {
    fuzz::CampaignOptions options;
    options.seed = seed_;
    options.runs = choices_.runs;
    options.seconds = choices_.seconds;
    if (!options.runs && !options.seconds) options.seconds = 60;
    options.jobs = choices_.jobs;
    if (options.jobs == 0) options.jobs = std::max(1U, std::thread::hardware_concurrency());
    options.jobs = std::min(options.jobs, kMaxJobs);
    options.properties = Chosen(choices_.properties);
    options.surfaces = FuzzSurfaces();
    options.on_progress = [&](const fuzz::Tally& tally) { ShowProgress(tally); };
    console_->out << "seed " << std::to_string(seed_) << ", "
                  << Counted(options.properties.size(), "property", "properties") << ", "
                  << Counted(options.jobs, "process", "processes") << "\n";
    console_->out.Flush();
    console_->err.Flush();
    const fuzz::CampaignResult result = fuzz::RunCampaign(options);
    ClearProgress();
    WriteTally(result.tally, &console_->out);
    if (!result.failure) {
      console_->out << "every property holds\n";
      return kFine;
    }
    WriteFailure(*result.failure, "");
    return kProgramError;
  }

  int AskAboutFiles() {
    int status = kFine;
    for (const std::string& file : choices_.files) {
      const FileContents program = ReadFile(file, std::size_t{16} << 20);
      if (!program.problem.empty()) {
        console_->err << "aegis: " << program.problem << "\n";
        return kUsage;
      }
      for (const fuzz::Property* property : Chosen(choices_.properties)) {
        const std::optional<fuzz::Failure> failure =
            fuzz::Investigate(*property, {program.bytes, seed_}, FuzzSurfaces());
        if (!failure) continue;
        WriteFailure(*failure, file);
        status = kProgramError;
      }
    }
    if (status == kFine) console_->out << "every property holds\n";
    return status;
  }

  void WriteFailure(const fuzz::Failure& failure, const std::string& file) {
    const std::string seed = std::to_string(failure.found.seed);
    const std::string name(failure.property->name);
    console_->out << "\nproperty `" << name << "` does not hold: " << failure.property->claim
                  << "\n"
                  << VisibleLines(failure.answer.what) << "\n"
                  << "again: aegis fuzz --property " << name << " --seed " << seed << " "
                  << (file.empty() ? "--runs 1" : Visible(file)) << "\n"
                  << "the program, minimised from " << Grouped(failure.found.program.size())
                  << " to " << Grouped(failure.minimized.size()) << " bytes:\n\n";
    WriteProgram(failure.minimized, &console_->out);
  }

  void ShowProgress(const fuzz::Tally& tally) {
    if (isatty(2) == 1) {
      console_->err << "\r\x1B[K" << Summary(tally);
      shown_ = true;
    } else if (const auto tenth = static_cast<int>(tally.seconds / 10); tenth > shown_tenth_) {
      console_->err << Summary(tally) << "\n";
      shown_tenth_ = tenth;
    }
    console_->err.Flush();
  }

  void ClearProgress() {
    if (!shown_) return;
    console_->err << "\r\x1B[K";
    console_->err.Flush();
  }

  const FuzzChoices& choices_;
  Console* console_;
  std::uint64_t seed_;
  bool shown_ = false;
  int shown_tenth_ = 0;
};

/// Throws what CLI11 reports as wrong usage.
void RefuseContradictions(const FuzzChoices& choices) {
  for (const std::string& name : choices.properties) {
    if (fuzz::FindProperty(name) != nullptr) continue;
    std::vector<std::string> names;
    for (const fuzz::Property& property : fuzz::Properties()) names.emplace_back(property.name);
    throw CLI::ValidationError("--property",
                               "there is none named `" + name + "`" + DidYouMean(name, names));
  }
  if (!choices.files.empty() && (choices.runs || choices.seconds)) {
    throw CLI::ValidationError("FILE",
                               "does not go with --runs and --seconds, which are for "
                               "programs that are made");
  }
}

}  // namespace

void AddFuzz(CommandLine* line) {
  const auto choices = std::make_shared<FuzzChoices>();
  CLI::App* command = line->Add(
      "fuzz", "Make programs from the grammar and check what holds for all of them",
      "  aegis fuzz --seconds 300\n"
      "  aegis fuzz --list\n"
      "  aegis fuzz --property pause --property format --runs 10000\n"
      "  aegis fuzz --seed 1234 --runs 1\n"
      "  aegis fuzz suspicious.aeg\n"
      "\n"
      "Programs are derived from the grammar, most of them mended until they are valid, some\n"
      "mutated. A program that a property does not hold for is minimised and printed with its\n"
      "seed, and the search ends. With FILE, the properties are asked about these programs.\n"
      "Exit status: 0 every property holds, 1 one does not, 2 wrong usage or an unreadable\n"
      "file.",
      [choices](Console* console) {
        if (choices->list) {
          List(&console->out);
          return static_cast<int>(kFine);
        }
        return Fuzz(*choices, console).Run();
      });
  command->add_option("FILE", choices->files, "Ask about these programs, and make none")
      ->type_name("");
  command
      ->add_option("--seed", choices->seed,
                   "The seed of the first program; a fresh one without this option")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{0}, kMaxNumber));
  command->add_option("--runs", choices->runs, "End after N programs")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, kMaxNumber));
  command
      ->add_option("--seconds", choices->seconds,
                   "End after N seconds; 60 without this option and --runs")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, kMaxSeconds));
  command
      ->add_option("--jobs", choices->jobs,
                   "Use N processes; as many as there are processors without this option")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, kMaxJobs));
  CLI::Option* property = command
                              ->add_option("--property", choices->properties,
                                           "Check this property alone; can be repeated")
                              ->type_name("NAME")
                              ->take_all()
                              ->allow_extra_args(false);
  line->SetWords(property, [] {
    std::vector<std::string> names;
    for (const fuzz::Property& known : fuzz::Properties()) names.emplace_back(known.name);
    return names;
  });
  command->add_flag("--list", choices->list, "List the properties");
  command->callback([choices] { RefuseContradictions(*choices); });
}

}  // namespace aegis::cli

#include "cli/command_line.h"

#include <algorithm>
#include <charconv>
#include <new>
#include <system_error>
#include <utility>

#include "cli/display.h"
#include "syntax/spelling.h"

namespace aegis::cli {
namespace {

std::vector<std::string> LimitNames() {
  std::vector<std::string> names;
  for (const LimitInfo& info : Limits::Infos()) names.emplace_back(info.name);
  return names;
}

/// Reads `NAME=N` and returns `limits` with that change. Throws what CLI11 reports as wrong usage.
Limits WithLimit(const Limits& limits, const std::string& text) {
  const auto refuse = [](const std::string& problem) -> CLI::ValidationError {
    return CLI::ValidationError("--limit", problem);
  };
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    throw refuse("takes NAME=N, such as `tokens=100`, not `" + text + "`");
  }
  const std::string name = text.substr(0, equals);
  const std::string digits = text.substr(equals + 1);
  const std::vector<std::string> names = LimitNames();
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    throw refuse("there is no limit named `" + name + "`" + DidYouMean(name, names));
  }
  std::int64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (stop != end || digits.empty() || error == std::errc::invalid_argument) {
    throw refuse("`" + name + "` takes a whole number, not `" + digits + "`");
  }
  if (error == std::errc::result_out_of_range) {
    throw refuse("`" + digits + "` is out of range for `" + name + "`");
  }
  std::string problem;
  std::optional<Limits> changed = limits.With(name, value, &problem);
  if (!changed) throw refuse(problem);
  return *changed;
}

std::vector<std::string> Names(const std::vector<const CLI::App*>& commands) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  return names;
}

}  // namespace

std::string DidYouMean(const std::string& word, const std::vector<std::string>& candidates) {
  const std::optional<std::string> closest = ClosestSpelling(word, candidates);
  return closest ? "; did you mean `" + *closest + "`?" : "";
}

CommandLine::CommandLine()
    : app_("Aegis runs and checks small programs under strict limits.", "aegis") {
  app_.set_version_flag("--version", "aegis " AEGIS_VERSION, "Print the version and exit");
  app_.set_help_flag("-h,--help", "Print this help and exit");
  app_.get_formatter()->column_width(26);
  app_.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app_.get_formatter()->label("Subcommands", "Commands");
  app_.require_subcommand(1);
  app_.footer(
      "Examples:\n"
      "  aegis run greet.aeg --input world\n"
      "  aegis check *.aeg\n"
      "  aegis explain AEG0302\n"
      "  aegis docs language\n"
      "\n"
      "Exit status: 0 fine, 1 a problem in a program, 2 wrong usage or an unreadable file,\n"
      "3 a program wants input and none is left.\n"
      "`aegis COMMAND --help` tells more about a command.");
}

CLI::App* CommandLine::Add(const std::string& name, const std::string& description,
                           const std::string& examples, std::function<int(Console*)> action) {
  CLI::App* command = app_.add_subcommand(name, description);
  command->group("Commands");
  command->footer("Examples:\n" + examples);
  actions_[command] = std::move(action);
  return command;
}

void CommandLine::AddLimits(CLI::App* command, Limits* limits) {
  std::string help = "Set a limit; can be repeated\nThe limits and their defaults:";
  for (const LimitInfo& info : Limits::Infos()) {
    help += "\n  " + std::string(info.name) + "=" + std::to_string(info.default_value);
  }
  CLI::Option* option = command->add_option(
      "--limit",
      [limits](const CLI::results_t& texts) {
        for (const std::string& text : texts) *limits = WithLimit(*limits, text);
        return true;
      },
      help);
  option->type_name("NAME=N")->take_all()->allow_extra_args(false);
  SetWords(option, [] {
    std::vector<std::string> words = LimitNames();
    for (std::string& word : words) word += "=";
    return words;
  });
}

void CommandLine::AddFile(CLI::App* command, std::string* file) {
  command->add_option("FILE", *file, "The program, or `-` to read it from standard input")
      ->required()
      ->type_name("");
}

CLI::Option* CommandLine::AddChoice(CLI::App* command, const std::string& name, std::string* choice,
                                    const std::vector<std::string>& choices,
                                    const std::string& description) {
  CLI::Option* option = command->add_option(
      name,
      [=](const CLI::results_t& texts) {
        *choice = texts.back();
        if (std::find(choices.begin(), choices.end(), *choice) == choices.end()) {
          throw CLI::ValidationError(name, "takes one of " + CLI::detail::join(choices, ", ") +
                                               ", not `" + *choice + "`" +
                                               DidYouMean(*choice, choices));
        }
        return true;
      },
      description);
  SetWords(option, [choices] { return choices; });
  return option;
}

void CommandLine::SetWords(const CLI::Option* option,
                           std::function<std::vector<std::string>()> words) {
  words_[option] = std::move(words);
}

std::vector<std::string> CommandLine::WordsOf(const CLI::Option* option) const {
  const auto found = words_.find(option);
  return found == words_.end() ? std::vector<std::string>() : found->second();
}

int CommandLine::Run(int argc, const char* const* argv, Console* console) {
  // CLI11 takes arguments last to first, and `--name=` for an option whose value comes next; here
  // it is an option whose value is the empty text.
  std::vector<std::string> arguments;
  for (int i = argc - 1; i > 0; --i) {
    std::string argument = argv[i];
    const bool is_value = i > 1 && std::string_view(argv[i - 1]) == "--input";
    const bool empty_value = !is_value && argument.size() > 3 &&
                             argument.compare(0, 2, "--") == 0 &&
                             argument.find('=') == argument.size() - 1;
    if (empty_value) {
      arguments.emplace_back();
      argument.pop_back();
    }
    arguments.push_back(std::move(argument));
  }
  if (arguments.empty()) {
    console->err << app_.help();
    return kUsage;
  }
  try {
    app_.parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    console->out << app_.help();
    return kFine;
  } catch (const CLI::CallForVersion& version) {
    console->out << version.what() << "\n";
    return kFine;
  } catch (const CLI::ParseError& error) {
    return RefuseUsage(error, console);
  }
  try {
    return actions_.at(app_.get_subcommands().front())(console);
  } catch (const std::bad_alloc&) {
    console->err << "aegis: there is not enough memory\n";
  } catch (const std::system_error& error) {  // no process, pipe or memory from the system
    console->err << "aegis: " << error.what() << "\n";
  }
  return kUsage;
}

int CommandLine::RefuseUsage(const CLI::ParseError& error, Console* console) const {
  const std::vector<CLI::App*> chosen = app_.get_subcommands();
  const CLI::App& command = chosen.empty() ? app_ : *chosen.front();
  const std::vector<std::string> unexpected = app_.remaining(true);
  std::string message = error.what();
  if (!unexpected.empty()) message = UnexpectedArgument(unexpected.front(), command);
  const std::string name = chosen.empty() ? "aegis" : "aegis " + command.get_name();
  console->err << name << ": " << Visible(message) << "\n"
               << "Try `" << name << " --help`.\n";
  return kUsage;
}

std::string CommandLine::UnexpectedArgument(const std::string& argument,
                                            const CLI::App& command) const {
  if (argument.size() > 1 && argument[0] == '-') {
    std::vector<std::string> options;
    for (const CLI::Option* option : command.get_options()) {
      for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
    }
    return "there is no option `" + argument + "`" +
           DidYouMean(argument.substr(0, argument.find('=')), options);
  }
  if (&command != &app_) return "unexpected argument `" + argument + "`";
  return "there is no command `" + argument + "`" +
         DidYouMean(argument, Names(app_.get_subcommands({})));
}

}  // namespace aegis::cli

#include "cli/completion_scripts.h"

#include <algorithm>
#include <cctype>
#include <utility>

// Each script is made in two steps: the declared command line is read into the few facts that a
// shell needs, and these are written in the shell's own language. Every script is self-contained
// and never calls `aegis`, so pressing TAB starts no process.

namespace aegis::cli {
namespace {

struct OptionFacts {
  std::vector<std::string> names;  ///< with dashes: `-h`, `--help`; none for a positional
  std::string help;                ///< one line
  std::vector<std::string> words;  ///< what can follow
  bool takes_value = false;
  bool repeatable = false;
  bool takes_file = false;
};

struct CommandFacts {
  std::string name;  ///< empty for `aegis` itself
  std::string help;
  std::vector<OptionFacts> options;
  std::vector<OptionFacts> positionals;
};

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

CommandFacts FactsOf(const CommandLine& line, const CLI::App& command) {
  CommandFacts facts;
  if (command.get_parent() != nullptr) facts.name = command.get_name();
  facts.help = FirstLine(command.get_description());
  for (const CLI::Option* option : command.get_options()) {
    OptionFacts fact;
    for (const std::string& name : option->get_snames()) fact.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) fact.names.push_back("--" + name);
    fact.help = FirstLine(option->get_description());
    fact.words = line.WordsOf(option);
    fact.takes_value = option->get_items_expected_max() > 0;
    fact.repeatable = option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll ||
                      option->get_items_expected_max() > 1;
    // By convention of CommandLine::AddFile and of help texts everywhere.
    fact.takes_file = option->get_name(true) == "FILE";
    (option->get_positional() ? facts.positionals : facts.options).push_back(std::move(fact));
  }
  return facts;
}

std::vector<CommandFacts> CommandsOf(const CommandLine& line) {
  std::vector<CommandFacts> commands;
  for (const CLI::App* command : line.app().get_subcommands({})) {
    commands.push_back(FactsOf(line, *command));
  }
  return commands;
}

std::string Join(const std::vector<std::string>& words, const char* separator) {
  return CLI::detail::join(words, separator);
}

std::string Names(const std::vector<CommandFacts>& commands, const char* separator) {
  std::vector<std::string> names;
  for (const CommandFacts& command : commands) names.push_back(command.name);
  return Join(names, separator);
}

std::string OptionNames(const CommandFacts& command) {
  std::vector<std::string> names;
  for (const OptionFacts& option : command.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return Join(names, " ");
}

std::vector<std::string> PositionalWords(const CommandFacts& command) {
  std::vector<std::string> words;
  for (const OptionFacts& positional : command.positionals) {
    words.insert(words.end(), positional.words.begin(), positional.words.end());
  }
  return words;
}

bool TakesFile(const CommandFacts& command) {
  return std::any_of(command.positionals.begin(), command.positionals.end(),
                     [](const OptionFacts& positional) { return positional.takes_file; });
}

/// `text`, which has no backslash before a quote or backslash, as one word of any of the shells.
std::string Quoted(const std::string& text) {
  return "'" + CLI::detail::find_and_replace(text, "'", "'\\''") + "'";
}

void AddBashCase(const CommandFacts& command, std::string* script) {
  *script += "    " + (command.name.empty() ? "''" : command.name) + ")\n";
  *script += "      options=" + Quoted(OptionNames(command)) + "\n";
  *script += "      words=" + Quoted(Join(PositionalWords(command), " ")) + "\n";
  if (TakesFile(command)) *script += "      files=1\n";
  std::string cases;
  for (const OptionFacts& option : command.options) {
    if (!option.takes_value) continue;
    cases += "        " + Join(option.names, "|") + ") words=" + Quoted(Join(option.words, " ")) +
             " options='' files='' ;;\n";
  }
  if (!cases.empty()) *script += "      case $previous in\n" + cases + "      esac\n";
  *script += "      ;;\n";
}

/// `text` for a place between brackets or colons of zsh's _arguments.
std::string ZshText(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

/// The part of an _arguments specification that says what a value can be.
std::string ZshAction(const OptionFacts& option) {
  if (option.takes_file) return ":file:_files";
  if (option.words.empty()) return ":text: ";
  const bool open = option.words.front().back() == '=';
  return ":word:{compadd " + std::string(open ? "-S \"\" " : "") + "-- " + Join(option.words, " ") +
         "}";
}

std::vector<std::string> ZshSpecifications(const CommandFacts& command) {
  std::vector<std::string> specifications;
  for (const OptionFacts& option : command.options) {
    for (const std::string& name : option.names) {
      specifications.push_back(Quoted((option.repeatable && option.takes_value ? "*" : "") + name +
                                      "[" + ZshText(option.help) + "]" +
                                      (option.takes_value ? ZshAction(option) : "")));
    }
  }
  for (const OptionFacts& positional : command.positionals) {
    specifications.push_back(Quoted((positional.repeatable ? "*" : "") + ZshAction(positional)));
  }
  return specifications;
}

void AddFishOption(const OptionFacts& option, const std::string& condition, std::string* script) {
  *script += "complete -c aegis -n " + Quoted(condition);
  for (const std::string& name : option.names) {
    *script += name.size() == 2 ? " -s " + name.substr(1) : " -l " + name.substr(2);
  }
  if (option.takes_file) *script += " -F";
  if (option.takes_value && !option.names.empty()) *script += " -x";
  if (!option.words.empty()) *script += " -a " + Quoted(Join(option.words, " "));
  // The words of a positional speak for themselves.
  if (!option.names.empty()) *script += " -d " + Quoted(option.help);
  *script += "\n";
}

}  // namespace

std::string BashCompletion(const CommandLine& line) {
  const std::vector<CommandFacts> commands = CommandsOf(line);
  CommandFacts top = FactsOf(line, line.app());
  OptionFacts names;
  for (const CommandFacts& command : commands) names.words.push_back(command.name);
  top.positionals.push_back(std::move(names));

  std::string script =
      "# bash completion for aegis; made by `aegis completion bash`\n"
      "_aegis() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
      "  local command='' options='' words='' files='' i\n"
      "  # bash makes three words of `--option=value`.\n"
      "  if [[ $current == = ]]; then\n"
      "    current=''\n"
      "  elif [[ $previous == = ]]; then\n"
      "    previous=${COMP_WORDS[COMP_CWORD-2]}\n"
      "    [[ $previous == -* ]] || return 0\n"
      "  fi\n"
      "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
      "    case ${COMP_WORDS[i]} in\n"
      "      " +
      Names(commands, "|") +
      ") command=${COMP_WORDS[i]}; break ;;\n"
      "    esac\n"
      "  done\n"
      "  case $command in\n";
  AddBashCase(top, &script);
  for (const CommandFacts& command : commands) AddBashCase(command, &script);
  script +=
      "  esac\n"
      "  if [[ $current == -* && $options ]]; then\n"
      "    words=$options files=''\n"
      "  fi\n"
      "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
      "  if [[ $files ]]; then\n"
      "    compopt -o filenames 2>/dev/null\n"
      "    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$current\")\n"
      "  fi\n"
      "  [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null\n"
      "  return 0\n"
      "}\n"
      "complete -F _aegis aegis\n";
  return script;
}

std::string ZshCompletion(const CommandLine& line) {
  const std::vector<CommandFacts> commands = CommandsOf(line);
  std::string script =
      "#compdef aegis\n"
      "# zsh completion for aegis; made by `aegis completion zsh`\n"
      "_aegis() {\n"
      "  local context state state_descr line\n"
      "  typeset -A opt_args\n"
      "  local -a commands\n"
      "  commands=(\n";
  for (const CommandFacts& command : commands) {
    script += "    " + Quoted(command.name + ":" + ZshText(command.help)) + "\n";
  }
  script += "  )\n  _arguments -C \\\n";
  for (const std::string& each : ZshSpecifications(FactsOf(line, line.app()))) {
    script += "    " + each + " \\\n";
  }
  script +=
      "    '1:command:->command' '*::argument:->argument' && return 0\n"
      "  case $state in\n"
      "    command) _describe command commands ;;\n"
      "    argument)\n"
      "      case $words[1] in\n";
  for (const CommandFacts& command : commands) {
    script += "        " + command.name + ") _arguments \\\n          " +
              Join(ZshSpecifications(command), " \\\n          ") + " ;;\n";
  }
  script +=
      "      esac ;;\n"
      "  esac\n"
      "}\n"
      "if [[ $funcstack[1] == _aegis ]]; then _aegis \"$@\"; else compdef _aegis aegis; fi\n";
  return script;
}

std::string FishCompletion(const CommandLine& line) {
  std::string script =
      "# fish completion for aegis; made by `aegis completion fish`\n"
      "complete -c aegis -f\n";
  for (const OptionFacts& option : FactsOf(line, line.app()).options) {
    AddFishOption(option, "__fish_use_subcommand", &script);
  }
  for (const CommandFacts& command : CommandsOf(line)) {
    script += "complete -c aegis -n __fish_use_subcommand -a " + command.name + " -d " +
              Quoted(command.help) + "\n";
    const std::string condition = "__fish_seen_subcommand_from " + command.name;
    for (const OptionFacts& option : command.options) AddFishOption(option, condition, &script);
    for (const OptionFacts& positional : command.positionals) {
      AddFishOption(positional, condition, &script);
    }
  }
  return script;
}

}  // namespace aegis::cli

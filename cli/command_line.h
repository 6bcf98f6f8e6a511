#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cli/io.h"
#include "syntax/limits.h"

namespace aegis::cli {

/// The command line of `aegis`: the declaration of all subcommands, from which parsing, help and
/// completion scripts are made. The files of the subcommands fill it (commands.h).
class CommandLine {
 public:
  CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// Adds a subcommand. `examples` ends its help; `action` does the work and returns an ExitStatus.
  CLI::App* Add(const std::string& name, const std::string& description,
                const std::string& examples, std::function<int(Console*)> action);

  /// Adds `--limit NAME=N`, which changes `*limits`.
  void AddLimits(CLI::App* command, Limits* limits);
  /// Adds a required positional FILE.
  void AddFile(CLI::App* command, std::string* file);
  /// Adds an option or positional that takes one of `choices`.
  CLI::Option* AddChoice(CLI::App* command, const std::string& name, std::string* choice,
                         const std::vector<std::string>& choices, const std::string& description);
  /// Tells completion scripts which words can follow `option`; they are computed when asked for. A
  /// word that ends in `=` goes on.
  void SetWords(const CLI::Option* option, std::function<std::vector<std::string>()> words);

  /// Parses the arguments and acts. Returns the exit status.
  int Run(int argc, const char* const* argv, Console* console);

  const CLI::App& app() const { return app_; }
  /// The words that were set for `option`; none when it takes any text.
  std::vector<std::string> WordsOf(const CLI::Option* option) const;

 private:
  int RefuseUsage(const CLI::ParseError& error, Console* console) const;
  std::string UnexpectedArgument(const std::string& argument, const CLI::App& command) const;

  CLI::App app_;
  std::map<const CLI::App*, std::function<int(Console*)>> actions_;
  std::map<const CLI::Option*, std::function<std::vector<std::string>()>> words_;
};

/// `; did you mean ...?` for the candidate closest to `word`, or nothing.
std::string DidYouMean(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace aegis::cli

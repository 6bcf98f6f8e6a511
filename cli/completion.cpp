#include <memory>

#include "cli/commands.h"
#include "cli/completion_scripts.h"

namespace aegis::cli {

void AddCompletion(CommandLine* line) {
  const auto shell = std::make_shared<std::string>();
  CLI::App* command =
      line->Add("completion", "Print a completion script for a shell",
                "  eval \"$(aegis completion bash)\"    # in ~/.bashrc\n"
                "  eval \"$(aegis completion zsh)\"     # in ~/.zshrc, after compinit\n"
                "  aegis completion fish | source     # in ~/.config/fish/config.fish",
                [line, shell](Console* console) {
                  if (*shell == "bash") {
                    console->out << BashCompletion(*line);
                  } else if (*shell == "zsh") {
                    console->out << ZshCompletion(*line);
                  } else {
                    console->out << FishCompletion(*line);
                  }
                  return kFine;
                });
  line->AddChoice(command, "SHELL", shell.get(), {"bash", "zsh", "fish"},
                  "The shell: `bash`, `zsh` or `fish`")
      ->required()
      ->type_name("");
}

}  // namespace aegis::cli

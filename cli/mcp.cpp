#include <chrono>
#include <memory>
#include <mutex>
#include <optional>

#include "agent/key_file.h"
#include "agent/mcp/http.h"
#include "agent/mcp/server.h"
#include "agent/mcp/stdio.h"
#include "agent/run_tokens.h"
#include "cli/agent_store.h"
#include "cli/commands.h"
#include "cli/display.h"

namespace aegis::cli {
namespace {

struct McpChoices {
  StoreChoice store;
  std::string key_file;
  std::string endpoint;  ///< of `--http`; empty: standard input and output
  std::vector<std::string> allowed_hosts;
  std::int64_t run_seconds = agent::RunTokens::kDefaultLifetime.count();
  mcp::ServerOptions options;
};

int Refuse(const std::string& problem, Console* console) {
  console->err << "aegis mcp: " << Visible(problem) << "\n";
  return kUsage;
}

int Serve(McpChoices* choices, Console* console) {
  std::optional<mcp::Endpoint> endpoint;
  if (!choices->endpoint.empty()) {
    std::string problem;
    endpoint = mcp::ParseEndpoint(choices->endpoint, &problem);
    if (!endpoint) return Refuse("--http: " + problem, console);
  } else if (!choices->allowed_hosts.empty()) {
    return Refuse("`--allow-host` needs `--http`", console);
  }

  // Lines come from any thread. Nothing may be written to standard output but the protocol.
  const auto mutex = std::make_shared<std::mutex>();
  const auto tell = [mutex, console](const std::string& line) {
    const std::lock_guard<std::mutex> lock(*mutex);
    console->err << "aegis mcp: " << Visible(line) << "\n";
    console->err.Flush();
  };
  choices->options.log = tell;

  std::unique_ptr<agent::FileStore> files;
  std::optional<agent::RunTokens> tokens;
  try {
    files = OpenStore(choices->store);
    tokens.emplace(OpenKey(choices->store, choices->key_file),
                   std::chrono::seconds(choices->run_seconds));
  } catch (const agent::StoreError& error) {
    return Refuse(error.what(), console);
  } catch (const agent::KeyFileError& error) {
    return Refuse(error.what(), console);
  }

  mcp::Server server(files.get(), &*tokens, choices->options);
  if (!endpoint) return mcp::ServeStdio(&server, 0, 1);
  mcp::HttpOptions http;
  http.allowed_hosts = choices->allowed_hosts;
  return mcp::ServeHttp(&server, *endpoint, http,
                        [tell](const std::string& url) { tell("listening on " + url); });
}

}  // namespace

void AddMcp(CommandLine* line) {
  const auto choices = std::make_shared<McpChoices>();
  CLI::App* command = line->Add(
      "mcp", "Serve a model: the agent tools over the Model Context Protocol",
      "  aegis mcp\n"
      "  aegis mcp --store notes.db\n"
      "  aegis mcp --http 127.0.0.1:8765\n"
      "\n"
      "Without `--http` it serves one client on standard input and output, until the client "
      "closes\n"
      "its end; clients start it themselves. `aegis docs agents` tells how to set them up.\n"
      "With `--http` it serves any number at /mcp until it gets SIGINT or SIGTERM. There is no\n"
      "authentication: whoever reaches the address can use the store.",
      [choices](Console* console) { return Serve(choices.get(), console); });
  AddStore(command, &choices->store);
  command
      ->add_option("--key-file", choices->key_file,
                   "The key that authenticates waiting runs, 64 hexadecimal digits; made when it\n"
                   "is missing. Without it, the store's name with `.key`")
      ->type_name("PATH");
  command
      ->add_option("--run-seconds", choices->run_seconds,
                   "How long a `run` in a result can be gone on with; default 3600")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{366} * 24 * 3600));
  command->add_option("--http", choices->endpoint, "Serve over HTTP at this address")
      ->type_name("HOST:PORT");
  command
      ->add_option("--allow-host", choices->allowed_hosts,
                   "Answer requests for this host name, too; can be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_flag(
      "--wake-responses", choices->options.count_responses,
      "Count a tool call as a response of the model, and refuse those past the limit\n"
      "of a wake: 5 in a connection, 20 once a program has asked for input");
  command->add_flag("--conformance-fixtures", choices->options.conformance_fixtures)->group("");
  line->AddLimits(command, &choices->options.limits);
}

}  // namespace aegis::cli

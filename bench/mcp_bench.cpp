// What a tool call costs on its way to a program and back, measured against the call alone:
// `Toolbox::Call` in the same process.
//
//   run              run a program that prints one line, in the toolbox
//   message          the same as the text of a message of the protocol, read, handled and written
//   HTTP, 1 client   the same through a socket of this machine, one call after the other
//
// Then 64 clients at once, half of them of each era, with the mix of the load test: files, runs
// that pause twice, checks, mistakes. Client and server share the cores. Rounds of all of it are
// interleaved, so that a machine that becomes slower or faster meanwhile does so for all.

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <future>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "agent/mcp/connection.h"
#include "agent/mcp/http.h"
#include "tests/agent/http_load.h"

namespace aegis::mcp {
namespace {

using std::chrono::steady_clock;

constexpr int kRounds = 9;
constexpr int kCallsInRound = 2000;
constexpr int kLoadCalls = 16000;
constexpr int kClients = 64;
constexpr const char* kProgram = "name = \"Ada\"\nprint(\"Hello, \" + name)\n";

double Percentile(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  const auto place = static_cast<std::size_t>(part * static_cast<double>(values.size() - 1));
  return values[place];
}

double Median(const std::vector<double>& values) { return Percentile(values, 0.5); }

void Require(bool holds) {
  if (!holds) throw std::runtime_error("a call went wrong");
}

/// Microseconds that one call of `call` takes.
double Microseconds(const std::function<void()>& call) {
  const auto begin = steady_clock::now();
  for (int i = 0; i < kCallsInRound; ++i) call();
  const std::chrono::duration<double, std::micro> taken = steady_clock::now() - begin;
  return taken.count() / kCallsInRound;
}

void PrintRow(const char* what, const std::vector<double>& values, double base) {
  std::printf("| %-16s | %9.1f | %9.1f | %9.1f | %6.2f |\n", what, Median(values),
              Percentile(values, 0), Percentile(values, 1), Median(values) / base);
}

void Measure(Server* server, int port) {
  agent::Toolbox toolbox(server->files(), server->tokens());
  const Json arguments = {{"filename", "hello.aeg"}};
  const Json message =
      HttpClient::Modern(1, "tools/call", {{"name", "run_ag_file"}, {"arguments", arguments}});
  const std::string text = message.dump();
  Connection connection(server, Connection::Kind::kStdio, [](const Json&) {});
  HttpClient client(port);

  std::vector<double> run;
  std::vector<double> handled;
  std::vector<double> http;
  std::vector<double> throughput;
  std::vector<double> median_latency;
  std::vector<double> late;
  for (int round = 0; round < kRounds; ++round) {
    run.push_back(
        Microseconds([&] { Require(toolbox.Call("run_ag_file", arguments)["status"] == "ok"); }));
    handled.push_back(Microseconds([&] {
      const Answer answer = connection.Handle(ReadMessage(text), [](const Json&) {});
      Require(ToLine(answer.message).size() > 100);
    }));
    http.push_back(Microseconds([&] { Require(client.PostModern(message).status == 200); }));
    const LoadResult load = RunLoad(port, kClients, kLoadCalls);
    for (const std::string& wrong : load.wrong) throw std::runtime_error(wrong);
    throughput.push_back(load.calls / load.seconds);
    median_latency.push_back(Median(load.latencies_us));
    late.push_back(Percentile(load.latencies_us, 0.99));
  }
  std::printf("| %-16s | %9s | %9s | %9s | %6s |\n", "one call", "us", "min", "max", "ratio");
  std::printf("| --- | ---: | ---: | ---: | ---: |\n");
  PrintRow("run", run, Median(run));
  PrintRow("message", handled, Median(run));
  PrintRow("HTTP, 1 client", http, Median(run));
  std::printf("\n| %-16s | %9s | %9s | %9s |\n", "64 clients", "median", "min", "max");
  std::printf("| --- | ---: | ---: | ---: |\n");
  const auto row = [](const char* what, const std::vector<double>& values, double unit) {
    std::printf("| %-16s | %9.1f | %9.1f | %9.1f |\n", what, Median(values) / unit,
                Percentile(values, 0) / unit, Percentile(values, 1) / unit);
  };
  row("calls/s", throughput, 1);
  row("latency, ms", median_latency, 1000);
  row("99th of 100, ms", late, 1000);
}

int Main() {
  agent::MemoryStore files;
  files.Put("hello.aeg", kProgram);
  const agent::RunTokens tokens(SnapshotKey::Generate());
  Server server(&files, &tokens, {});
  std::promise<int> ready;
  std::thread serving([&] {
    ServeHttp(&server, {"127.0.0.1", 0}, {}, [&ready](const std::string& url) {
      ready.set_value(std::stoi(url.substr(url.rfind(':') + 1)));
    });
  });
  int status = 0;
  try {
    Measure(&server, ready.get_future().get());
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    status = 1;
  }
  kill(getpid(), SIGTERM);
  serving.join();
  return status;
}

}  // namespace
}  // namespace aegis::mcp

int main() { return aegis::mcp::Main(); }

#include "tests/agent/http_load.h"

#include <chrono>
#include <exception>
#include <optional>
#include <stdexcept>
#include <thread>

namespace aegis::mcp {
namespace {

using std::chrono::steady_clock;

class LoadClient {
 public:
  LoadClient(int port, int number)
      : client_(port), number_(number), file_("client-" + std::to_string(number) + ".aeg") {
    if (number % 2 == 1) session_ = client_.Initialize();
  }

  /// Some calls; all differ from those of other rounds and clients.
  void Round(int round) {
    const int secret = number_ * 1000003 + round;
    const std::string text = std::to_string(secret);
    const std::string program = "n = " + text + "\nname = input()\nprint(name)\nother = input()\n" +
                                "if n > 0:\n  print(n * n * n * n)\nprint(other + name)\n";
    Expect(Call("create_file", {{"filename", file_}, {"content", program}}),
           {{"status", "ok"}, {"filename", file_}, {"bytes", program.size()}, {"created", true}});
    Expect(Call("read_file", {{"filename", file_}}),
           {{"status", "ok"}, {"filename", file_}, {"content", program}});

    Json waiting = Call("run_ag_file", {{"filename", file_}});
    ExpectInput(waiting, "", 1, 2);
    waiting = Provide("a" + text, waiting);
    ExpectInput(waiting, "a" + text + "\n", 2, 4);
    const Json done = Provide("b" + text, waiting);
    std::string output = "a" + text + "\n";
    if (secret > 0) output += Power(secret) + "\n";
    Expect(done, {{"status", "ok"},
                  {"execution", "completed"},
                  {"output", output + "b" + text + "a" + text + "\n"}});

    const Json faulty = Call("check_ag_file", {{"source", "print(" + text + " + \"x\")\n"}});
    if (faulty["valid"] != false || faulty["diagnostics"].size() != 1) Wrong(faulty);
    const Json unknown = Call("run_ag_file", {{"filename", text}});
    if (unknown["status"] != "error" || unknown["error"]["category"] != "name_error") {
      Wrong(unknown);
    }
    Expect(Call("delete_file", {{"filename", file_}}), {{"status", "ok"}, {"filename", file_}});
  }
  static constexpr int kCallsInRound = 8;

  int calls() const { return calls_; }
  std::vector<double>& latencies_us() { return latencies_us_; }

 private:
  Json Call(const std::string& tool, const Json& arguments) {
    const auto begin = steady_clock::now();
    const HttpReply reply = session_.empty() ? client_.CallModern(tool, arguments)
                                             : client_.Call(session_, tool, arguments);
    const std::chrono::duration<double, std::micro> taken = steady_clock::now() - begin;
    latencies_us_.push_back(taken.count());
    ++calls_;
    if (reply.status != 200) {
      throw std::runtime_error("status " + std::to_string(reply.status) + ": " + reply.body);
    }
    return reply.envelope();
  }
  Json Provide(const std::string& value, const Json& waiting) {
    Json arguments = {{"value", value}};
    if (session_.empty()) arguments["run"] = waiting["run"];
    return Call("provide_ag_input", arguments);
  }
  /// n to the fourth, in decimal: longer than any integer of the machine.
  static std::string Power(int n) {
    std::vector<int> digits = {1};
    for (int i = 0; i < 4; ++i) {
      std::int64_t carry = 0;
      for (int& digit : digits) {
        carry += std::int64_t{digit} * n;
        digit = static_cast<int>(carry % 10);
        carry /= 10;
      }
      for (; carry > 0; carry /= 10) digits.push_back(static_cast<int>(carry % 10));
    }
    std::string text;
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
      text += static_cast<char>('0' + *digit);
    }
    return text;
  }
  static void Expect(const Json& envelope, const Json& expected) {
    if (envelope != expected) Wrong(envelope);
  }
  static void ExpectInput(const Json& envelope, const std::string& output, int index, int line) {
    if (envelope["status"] != "input_required" || envelope["output"] != output ||
        envelope["request"]["index"] != index || envelope["request"]["line"] != line) {
      Wrong(envelope);
    }
  }
  [[noreturn]] static void Wrong(const Json& envelope) {
    throw std::runtime_error("a wrong answer: " + envelope.dump());
  }

  HttpClient client_;
  int number_;
  std::string file_;
  std::string session_;
  int calls_ = 0;
  std::vector<double> latencies_us_;
};

}  // namespace

LoadResult RunLoad(int port, int clients, int calls) {
  struct Outcome {
    std::optional<LoadClient> client;
    std::string wrong;
  };
  std::vector<Outcome> outcomes(static_cast<std::size_t>(clients));
  std::vector<std::thread> threads;
  const int rounds = calls / (clients * LoadClient::kCallsInRound);
  const auto begin = steady_clock::now();
  for (int i = 0; i < clients; ++i) {
    threads.emplace_back([&outcome = outcomes[static_cast<std::size_t>(i)], port, i, rounds] {
      try {
        outcome.client.emplace(port, i);
        for (int round = 0; round < rounds; ++round) outcome.client->Round(round);
      } catch (const std::exception& error) {
        outcome.wrong = error.what();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  LoadResult result;
  result.seconds = std::chrono::duration<double>(steady_clock::now() - begin).count();
  for (Outcome& outcome : outcomes) {
    if (!outcome.wrong.empty()) result.wrong.push_back(outcome.wrong);
    if (!outcome.client) continue;
    result.calls += outcome.client->calls();
    const std::vector<double>& latencies = outcome.client->latencies_us();
    result.latencies_us.insert(result.latencies_us.end(), latencies.begin(), latencies.end());
  }
  return result;
}

}  // namespace aegis::mcp

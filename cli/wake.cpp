#include <sys/signalfd.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "agent/model_process.h"
#include "agent/toolbox.h"
#include "agent/wake_loop.h"
#include "cli/agent_store.h"
#include "cli/commands.h"
#include "cli/display.h"
#include "cli/render_json.h"
#include "cli/render_text.h"

namespace aegis::cli {
namespace {

using agent::WakeEnd;
using Json = agent::Json;

struct WakeChoices {
  StoreChoice store;
  std::string model;
  int wakes = 1;
  std::int64_t response_seconds = 300;
  bool json = false;
  Limits limits;
};

/// Keeps the signals that ask the process to end from doing so before the model's processes have
/// been ended, too. They take effect when this is gone.
class SignalGuard {
 public:
  SignalGuard() {
    sigemptyset(&signals_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals_, signal);
    sigprocmask(SIG_BLOCK, &signals_, &before_);
    descriptor_ = signalfd(-1, &signals_, SFD_CLOEXEC | SFD_NONBLOCK);
  }
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;
  ~SignalGuard() {
    close(descriptor_);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }

  /// Can be read once such a signal has come.
  int descriptor() const { return descriptor_; }
  bool has_signal() const {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1 ||
           sigismember(&pending, SIGHUP) == 1;
  }

 private:
  sigset_t signals_;
  sigset_t before_;
  int descriptor_;
};

// ---- The transcript -----------------------------------------------------------------------------

/// A JSON value as a line of the transcript: its whole text when that is not too long to look at.
std::string Shown(const Json& value) {
  constexpr std::size_t kMaxBytes = 600;
  const std::string text = value.dump();
  if (text.size() <= kMaxBytes) return Visible(text);
  std::size_t end = kMaxBytes;
  while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return Visible(text.substr(0, end)) + " ... (" + std::to_string(text.size()) + " bytes)";
}

/// Writes what happens in wakes, for people or as lines of JSON.
class Transcript {
 public:
  Transcript(bool json, Output* out) : json_(json), out_(out) {}

  void Respond(int wake, const agent::ResponseRecord& record) {
    if (json_) {
      *out_ << OneLine(AsJson(wake, record));
    } else {
      WriteText(wake, record);
    }
    out_->Flush();
  }

  void End(int wake, const WakeEnd& end) {
    if (json_) {
      *out_ << OneLine(AsJson(wake, end));
    } else {
      *out_ << "wake " + std::to_string(wake) + " " + HowItEnded(end) + "\n";
      if (end.discarded) *out_ << "  the run that waited for input is discarded\n";
    }
    out_->Flush();
  }

 private:
  static Json AsJson(int wake, const agent::ResponseRecord& record) {
    Json calls = Json::array();
    for (const agent::CallRecord& each : record.calls) {
      Json call = {{"tool", each.call.tool}};
      if (!each.call.id.is_null()) call["id"] = each.call.id;
      call["arguments"] = each.call.arguments;
      call["envelope"] = each.envelope;
      calls.push_back(std::move(call));
    }
    Json line = {{"wake", wake}, {"response", record.response}, {"limit", record.limit}};
    if (record.message) line["message"] = *record.message;
    line["calls"] = std::move(calls);
    return line;
  }

  static Json AsJson(int wake, const WakeEnd& end) {
    constexpr const char* kNames[] = {"done", "limit", "failed"};
    Json line = {{"wake", wake},
                 {"ended", kNames[static_cast<int>(end.reason)]},
                 {"responses", end.responses},
                 {"limit", end.limit},
                 {"discarded", end.discarded}};
    if (end.reason == WakeEnd::Reason::kFailed) line["problem"] = ToValidUtf8(end.problem);
    return line;
  }

  void WriteText(int wake, const agent::ResponseRecord& record) {
    *out_ << "wake " + std::to_string(wake) + ", response " + std::to_string(record.response) +
                 " of " + std::to_string(record.limit) + "\n";
    if (record.message) *out_ << "  \"" + Visible(*record.message) + "\"\n";
    for (const agent::CallRecord& each : record.calls) {
      *out_ << "  " + Visible(each.call.tool) + " " + Shown(each.call.arguments) + "\n    " +
                   Shown(each.envelope) + "\n";
    }
    if (record.limit_after != record.limit) {
      *out_ << "  a program asks for input: this wake has " + std::to_string(record.limit_after) +
                   " responses in all\n";
    }
  }

  static std::string HowItEnded(const WakeEnd& end) {
    if (end.reason == WakeEnd::Reason::kFailed) {
      return "fails in response " + std::to_string(end.responses) + ": " + Visible(end.problem);
    }
    return "ends after " + Counted(static_cast<std::size_t>(end.responses), "response") +
           (end.reason == WakeEnd::Reason::kDone ? ": the model is done" : ": it has no more");
  }

  bool json_;
  Output* out_;
};

// ---- The command --------------------------------------------------------------------------------

/// One wake with a model process of its own.
WakeEnd WakeModel(const WakeChoices& choices, int interrupt, agent::Toolbox* toolbox,
                  const std::function<void(const agent::ResponseRecord&)>& on_response) {
  agent::ModelProcessOptions options;
  options.response_timeout = std::chrono::seconds(choices.response_seconds);
  options.interrupt = interrupt;
  std::optional<agent::ModelProcess> process;
  const WakeEnd end = agent::RunWake(
      toolbox,
      [&](const Json& request) {
        if (!process) process.emplace(choices.model, options);
        return process->Respond(request);
      },
      on_response);
  if (process && end.reason != WakeEnd::Reason::kFailed) process->Finish();
  return end;
}

int RunWakes(const WakeChoices& choices, Console* console) {
  std::unique_ptr<agent::FileStore> files;
  try {
    files = OpenStore(choices.store);
  } catch (const agent::StoreError& error) {
    console->err << "aegis wake: " << Visible(error.what()) << "\n";
    return kUsage;
  }
  agent::ToolboxOptions options;
  options.limits = choices.limits;
  options.log = [console](const std::string& problem) {
    console->err << "aegis wake: " << Visible(problem) << "\n";
  };
  agent::Toolbox toolbox(files.get(), nullptr, options);

  const SignalGuard guard;
  Transcript transcript(choices.json, &console->out);
  int status = kFine;
  for (int wake = 1; wake <= choices.wakes && !guard.has_signal(); ++wake) {
    const WakeEnd end =
        WakeModel(choices, guard.descriptor(), &toolbox,
                  [&](const agent::ResponseRecord& record) { transcript.Respond(wake, record); });
    transcript.End(wake, end);
    if (end.reason == WakeEnd::Reason::kFailed) status = kProgramError;
    console->err.Flush();
  }
  return status;
}

}  // namespace

void AddWake(CommandLine* line) {
  const auto choices = std::make_shared<WakeChoices>();
  CLI::App* command = line->Add(
      "wake", "Give a model a bounded number of responses, and show what it does",
      "  aegis wake --model ./model.py --ephemeral\n"
      "  aegis wake --model 'cat responses.jsonl' --store notes.db --wakes 2\n"
      "\n"
      "A model has 5 responses in a wake, and 20 in all once a program has asked for input.\n"
      "CMD runs for one wake. For each response it reads a line of JSON,\n"
      "{\"response\": N, \"limit\": L, \"results\": [{\"tool\": ..., \"envelope\": ...}, ...]},\n"
      "and writes one, {\"calls\": [{\"tool\": ..., \"arguments\": {...}}, ...]} or {\"done\": "
      "true}.\n"
      "`aegis docs agents` tells more.\n"
      "Exit status: 0 the wakes ended as they should, 1 a model gave no response, or none that\n"
      "makes sense, 2 wrong usage or a store that cannot be opened.",
      [choices](Console* console) { return RunWakes(*choices, console); });
  command->add_option("--model", choices->model, "The model, a command for `sh`")
      ->type_name("CMD")
      ->required();
  command->add_option("--wakes", choices->wakes, "Wake it N times, one after the other; default 1")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000));
  command
      ->add_option("--response-seconds", choices->response_seconds,
                   "How long a response can take; default 300")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{24} * 3600));
  command->add_flag("--json", choices->json, "Print the transcript as lines of JSON");
  AddStore(command, &choices->store);
  line->AddLimits(command, &choices->limits);
}

}  // namespace aegis::cli

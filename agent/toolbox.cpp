#include "agent/toolbox.h"

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "docs/bundle.h"
#include "interp/envelope.h"
#include "interp/json.h"
#include "semantic/compile.h"
#include "syntax/budget.h"
#include "syntax/diagnostic.h"
#include "syntax/source.h"
#include "syntax/spelling.h"

namespace aegis::agent {
namespace {

constexpr std::string_view kGuide = "docs/language.md";

/// What a cancelled call's clock is ahead by, in nanoseconds: more than any limit of active time.
constexpr std::int64_t kPastEveryLimit = std::int64_t{1} << 60;

Json Ok(const Json& members) {
  Json envelope = {{"status", "ok"}};
  envelope.update(members);
  return envelope;
}

Json BadRequest(const std::string& problem) { return ToJson(BadRequestEnvelope(problem)); }

/// An error that lies in no source.
Json Refused(Code code, std::vector<std::string> arguments, std::string hint = "") {
  const Diagnostic diagnostic{code, std::nullopt, std::move(arguments), std::move(hint), {}};
  return ToJson(ErrorEnvelope(diagnostic, Source(""), Execution::kNotStarted));
}

std::string Text(const Json& arguments, const char* name) {
  return arguments.at(name).get<std::string>();
}

Json Docs() {
  Json examples = Json::array();
  for (Example& example : Examples()) {
    examples.push_back({{"filename", std::move(example.filename)},
                        {"purpose", std::move(example.purpose)},
                        {"content", std::move(example.content)},
                        {"inputs", std::move(example.inputs)},
                        {"expected_output", std::move(example.expected_output)}});
  }
  const std::vector<BundledFile>& pages = BundledDocs();
  const auto guide = std::find_if(pages.begin(), pages.end(),
                                  [](const BundledFile& page) { return page.name == kGuide; });
  return Ok({{"rules", guide->content}, {"examples", std::move(examples)}});
}

}  // namespace

Toolbox::Toolbox(FileStore* files, const RunTokens* tokens, ToolboxOptions options, Clock clock)
    : files_(files),
      tokens_(tokens),
      options_(std::move(options)),
      clock_(std::move(clock)),
      cancelled_(std::make_shared<CancelFlag>()) {}

Json Toolbox::Call(const std::string& tool, const Json& arguments, const CancelFlag& cancelled) {
  *cancelled_ = cancelled;
  Json envelope;
  try {
    const ToolInfo* info = FindTool(tool);
    if (info == nullptr) {
      envelope = BadRequest("there is no tool of this name");
    } else if (const std::optional<std::string> problem = ArgumentProblem(*info, arguments)) {
      envelope = BadRequest(*problem);
    } else {
      envelope = Dispatch(*info, arguments);
    }
  } catch (const std::exception& error) {
    if (options_.log) options_.log(error.what());
    envelope = ToJson(HostErrorEnvelope(Execution::kNotStarted));
  }
  cancelled_->reset();
  return envelope;
}

bool Toolbox::DiscardWaitingRun() {
  const bool waited = waiting_.has_value();
  waiting_.reset();
  return waited;
}

Json Toolbox::Dispatch(const ToolInfo& tool, const Json& arguments) {
  if (const auto name = arguments.find("filename"); name != arguments.end()) {
    if (const auto problem = FilenameProblem(name->get_ref<const std::string&>())) {
      return BadRequest(*problem);
    }
  }
  if (tool.name == "aegis_docs") return Docs();
  if (tool.name == "create_file") return CreateFile(arguments);
  if (tool.name == "list_files") return ListFiles();
  if (tool.name == "read_file") return ReadFile(arguments);
  if (tool.name == "delete_file") return DeleteFile(arguments);
  if (tool.name == "check_ag_file") return CheckFile(arguments);
  if (tool.name == "run_ag_file") return RunFile(arguments);
  if (tool.name == "provide_ag_input") return ProvideInput(arguments);
  return CancelRun();
}

// ---- Files --------------------------------------------------------------------------------------

Json Toolbox::CreateFile(const Json& arguments) {
  const std::string filename = Text(arguments, "filename");
  const std::string content = Text(arguments, "content");
  const std::int64_t max_bytes = options_.limits[Limit::kSourceBytes];
  const auto bytes = static_cast<std::int64_t>(content.size());
  if (bytes > max_bytes) return Refused(Code::kSourceTooLarge, {std::to_string(max_bytes)});
  if (!IsValidUtf8(content)) return BadRequest("the content is not valid Unicode");
  const PutResult result = files_->Put(filename, content);
  if (result == PutResult::kTooManyFiles) {
    return Refused(Code::kTooManyFiles, {std::to_string(FileStore::kMaxFiles)},
                   "delete one that is not needed, or replace one");
  }
  if (result == PutResult::kTooManyBytes) {
    return Refused(Code::kStoreFull, {std::to_string(FileStore::kMaxBytes)},
                   "delete files that are not needed");
  }
  const bool created = result == PutResult::kCreated;
  if (options_.on_change) options_.on_change(filename, created);
  return Ok({{"filename", filename}, {"bytes", bytes}, {"created", created}});
}

Json Toolbox::ListFiles() {
  Json files = Json::array();
  for (FileInfo& file : files_->List()) {
    files.push_back({{"filename", std::move(file.filename)}, {"bytes", file.bytes}});
  }
  return Ok({{"files", std::move(files)}});
}

Json Toolbox::ReadFile(const Json& arguments) {
  const std::string filename = Text(arguments, "filename");
  std::optional<std::string> content = files_->Get(filename);
  if (!content) return NoSuchFile(filename);
  return Ok({{"filename", filename}, {"content", std::move(*content)}});
}

Json Toolbox::DeleteFile(const Json& arguments) {
  const std::string filename = Text(arguments, "filename");
  if (!files_->Remove(filename)) return NoSuchFile(filename);
  if (options_.on_change) options_.on_change(filename, true);
  return Ok({{"filename", filename}});
}

Json Toolbox::NoSuchFile(const std::string& filename) {
  std::vector<std::string> names;
  for (FileInfo& file : files_->List()) names.push_back(std::move(file.filename));
  const std::optional<std::string> closest = ClosestSpelling(filename, names);
  return Refused(
      Code::kFileNotFound, {filename},
      closest ? "did you mean `" + *closest + "`?" : "`list_files` tells which files there are");
}

// ---- Programs -----------------------------------------------------------------------------------

Json Toolbox::CheckFile(const Json& arguments) {
  if (arguments.size() != 1) return BadRequest("pass either `filename` or `source`");
  std::string text;
  if (arguments.contains("source")) {
    text = Text(arguments, "source");
  } else {
    const std::string filename = Text(arguments, "filename");
    std::optional<std::string> content = files_->Get(filename);
    if (!content) return NoSuchFile(filename);
    text = std::move(*content);
  }
  Budget budget(options_.limits, CallClock());
  budget.StartClock();
  const Compilation compilation = Compile(text, &budget);
  Json diagnostics = Json::array();
  for (const Diagnostic& diagnostic : compilation.diagnostics) {
    diagnostics.push_back(ProblemJson(compilation.source, diagnostic.code, Message(diagnostic),
                                      diagnostic.hint, diagnostic.range, diagnostic.notes));
  }
  return Ok({{"valid", compilation.program != nullptr}, {"diagnostics", std::move(diagnostics)}});
}

Json Toolbox::RunFile(const Json& arguments) {
  if (waiting_) {
    return BadRequest("a run " +
                      (waiting_->filename.empty() ? "" : "of `" + waiting_->filename + "` ") +
                      "waits for input; answer it with `provide_ag_input`, or drop it with "
                      "`cancel_ag_run`");
  }
  std::string filename = Text(arguments, "filename");
  std::optional<std::string> content = files_->Get(filename);
  if (!content) return NoSuchFile(filename);
  Session session = Session::Start(std::move(*content), options_.limits, CallClock());
  return Finish({std::move(session), "", std::move(filename)});
}

Json Toolbox::ProvideInput(const Json& arguments) {
  const std::string value = Text(arguments, "value");
  std::optional<WaitingRun> run;
  if (arguments.contains("run")) {
    if (tokens_ == nullptr) return BadRequest("this host takes no `run`");
    std::string problem;
    auto opened = tokens_->Open(Text(arguments, "run"), &problem, CallClock());
    if (!opened) return BadRequest(problem);
    // The same run at an earlier input is gone back to; another one would be lost unnoticed.
    if (waiting_ && waiting_->run_id != opened->run_id) {
      return BadRequest(
          "another run waits for input here; answer it without `run`, or drop it with "
          "`cancel_ag_run`");
    }
    std::string filename = waiting_ ? waiting_->filename : "";
    waiting_.reset();
    run = WaitingRun{std::move(opened->session), std::move(opened->run_id), std::move(filename)};
  } else if (waiting_) {
    run = std::move(waiting_);
    waiting_.reset();
  } else if (options_.keeps_waiting_run) {
    return BadRequest("no run waits for input; `run_ag_file` starts one");
  } else {
    return BadRequest(
        "this server keeps no runs; pass the `run` of the result that asked for input");
  }
  run->session.Resume(value);
  return Finish(std::move(*run));
}

Json Toolbox::CancelRun() { return Ok({{"cancelled", DiscardWaitingRun()}}); }

Json Toolbox::Finish(WaitingRun run) {
  Json envelope = ToJson(run.session.envelope());
  if (run.session.envelope().status != Status::kInputRequired || IsCancelled()) return envelope;
  if (tokens_ != nullptr) {
    if (run.run_id.empty()) run.run_id = RunTokens::NewRunId();
    envelope["run"] = tokens_->Seal(run.session, run.run_id);
  }
  if (options_.keeps_waiting_run) waiting_ = std::move(run);
  return envelope;
}

// ---- Cancellation -------------------------------------------------------------------------------

// A run looks at its clock now and then, and nowhere else. So a call that is cancelled takes its
// run past its time.
Clock Toolbox::CallClock() const {
  return [clock = clock_, cancelled = cancelled_] {
    const bool stop = *cancelled && (*cancelled)->load();
    return clock() + (stop ? kPastEveryLimit : 0);
  };
}

bool Toolbox::IsCancelled() const { return *cancelled_ && (*cancelled_)->load(); }

}  // namespace aegis::agent

#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "agent/file_store.h"
#include "agent/run_tokens.h"
#include "agent/tools.h"
#include "interp/session.h"
#include "syntax/limits.h"

namespace aegis::agent {

/// Set by whoever no longer wants the result of a call.
using CancelFlag = std::shared_ptr<const std::atomic<bool>>;

struct ToolboxOptions {
  Limits limits;
  /// Whether a run that waits stays here, so that the next call can go on with it. Otherwise it
  /// lives in its token alone.
  bool keeps_waiting_run = true;
  /// Called after a file was created, replaced (`list_changed` false) or deleted.
  std::function<void(const std::string& filename, bool list_changed)> on_change;
  /// Gets what went wrong in the host, one line; models see a fixed `host_error` alone.
  std::function<void(const std::string& problem)> log;
};

/// The agent tools (agent tools, the table) for one user of a store: calls come one at a time, and
/// at most one run waits for input. Results are envelopes, which are JSON objects.
///
///     MemoryStore files;
///     Toolbox tools(&files);
///     tools.Call("create_file", {{"filename", "a.aeg"}, {"content", "print(1)"}});
///     Json envelope = tools.Call("run_ag_file", {{"filename", "a.aeg"}});
class Toolbox {
 public:
  /// `tokens` can be null: then no envelope has a `run`, and none is taken. The store and the
  /// tokens must outlive the toolbox.
  explicit Toolbox(FileStore* files, const RunTokens* tokens = nullptr, ToolboxOptions options = {},
                   Clock clock = SteadyClock());

  /// The envelope of one call. Never throws: what cannot be done is an error envelope, also a tool
  /// that does not exist. A call that is cancelled ends soon; its result has no meaning, and its
  /// run is discarded.
  Json Call(const std::string& tool, const Json& arguments, const CancelFlag& cancelled = nullptr);

  bool has_waiting_run() const { return waiting_.has_value(); }
  /// Drops the run that waits; false when none did.
  bool DiscardWaitingRun();

 private:
  struct WaitingRun {
    Session session;
    std::string run_id;
    std::string filename;  ///< that it was started from; empty when it came in a token
  };

  Json Dispatch(const ToolInfo& tool, const Json& arguments);
  Json CreateFile(const Json& arguments);
  Json ListFiles();
  Json ReadFile(const Json& arguments);
  Json DeleteFile(const Json& arguments);
  Json CheckFile(const Json& arguments);
  Json RunFile(const Json& arguments);
  Json ProvideInput(const Json& arguments);
  Json CancelRun();

  Json Finish(WaitingRun run);
  Json NoSuchFile(const std::string& filename);
  Clock CallClock() const;
  bool IsCancelled() const;

  FileStore* files_;
  const RunTokens* tokens_;
  ToolboxOptions options_;
  Clock clock_;
  std::shared_ptr<CancelFlag> cancelled_;  ///< the flag of the call in hand, for clocks of sessions
  std::optional<WaitingRun> waiting_;
};

}  // namespace aegis::agent

#pragma once

#include <string>

#include "agent/toolbox.h"

namespace aegis::agent {

/// How many responses a model has in one wake (agent tools, "Wakes").
struct WakeLimits {
  int first = 5;      ///< until a run asks for input
  int extended = 20;  ///< in all, once a run has asked for input in this wake
};

/// A bounded number of responses of a model, and the tool calls in them.
///
///     Wake wake(&toolbox);
///     while (wake.BeginResponse()) { ask the model; carry out its calls with wake.Call(...) }
///     wake.End();
class Wake {
 public:
  explicit Wake(Toolbox* toolbox, WakeLimits limits = {});
  Wake(const Wake&) = delete;
  Wake& operator=(const Wake&) = delete;
  ~Wake();  ///< ends it, on every way out

  /// Whether the model may respond once more; counts the response then.
  bool BeginResponse();
  /// A tool call of the response in hand. Before the first response and after the end it is a
  /// `value_error`.
  Json Call(const std::string& tool, const Json& arguments, const CancelFlag& cancelled = nullptr);
  /// Discards a run that waits. Files remain. The wake stays ended.
  void End();

  int responses() const { return responses_; }
  int limit() const { return limit_; }
  bool ended() const { return ended_; }

 private:
  Toolbox* toolbox_;
  WakeLimits limits_;
  int limit_;
  int responses_ = 0;
  bool ended_ = false;
};

}  // namespace aegis::agent

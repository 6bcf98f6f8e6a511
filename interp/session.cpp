#include "interp/session.h"

#include <utility>

#include "interp/interpreter.h"
#include "semantic/compile.h"

namespace aegis {

Session::Session(std::string source, const Limits& limits, Clock clock)
    : source_(std::move(source)),
      limits_(limits),
      budget_(std::make_unique<Budget>(limits, std::move(clock))) {}

Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Session Session::Start(std::string source, const Limits& limits, Clock clock) {
  Session session(std::move(source), limits, std::move(clock));
  session.Attempt([&] {
    session.budget_->StartClock();
    session.Begin();
    session.budget_->StopClock();
  });
  return session;
}

Envelope Session::Resume(std::string_view text) {
  if (!interpreter_) return BadRequestEnvelope("no `input()` is waiting for a text");
  Attempt([&] {
    inputs_.emplace_back(text);
    budget_->StartClock();
    Settle(interpreter_->Provide(inputs_.back()));
    budget_->StopClock();
  });
  return envelope_;
}

/// The whole way from text to the first pause or the end.
void Session::Begin() {
  Compilation compilation = Compile(source_, budget_.get());
  if (!compilation.program) {
    envelope_ =
        ErrorEnvelope(compilation.diagnostics.front(), compilation.source, Execution::kNotStarted);
    return;
  }
  interpreter_ = std::make_unique<Interpreter>(std::move(compilation.program), budget_.get());
  Settle(interpreter_->Run());
}

/// Takes what the interpreter has come to as the session's envelope; a run that is over lets go of
/// everything it held.
void Session::Settle(Progress progress) {
  envelope_ = Envelope{};
  envelope_.execution = interpreter_->execution();
  switch (progress) {
    case Progress::kFinished:
      envelope_.status = Status::kOk;
      envelope_.output = interpreter_->output();
      break;
    case Progress::kNeedsInput:
      envelope_.status = Status::kInputRequired;
      envelope_.output = interpreter_->output();
      envelope_.request = interpreter_->request();
      return;
    case Progress::kFailed:
      envelope_ =
          ErrorEnvelope(interpreter_->failure(), interpreter_->source(), interpreter_->execution());
      break;
  }
  interpreter_.reset();
}

/// Does `work`; whatever it throws is the host's fault and ends the run.
void Session::Attempt(const std::function<void()>& work) {
  try {
    work();
  } catch (...) {
    Execution execution = interpreter_ ? interpreter_->execution() : envelope_.execution;
    if (execution == Execution::kCompleted) execution = Execution::kPartial;
    interpreter_.reset();
    envelope_ = HostErrorEnvelope(execution);
  }
}

}  // namespace aegis

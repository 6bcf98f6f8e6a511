#include "agent/wake.h"

#include <algorithm>

#include "interp/envelope.h"

namespace aegis::agent {

Wake::Wake(Toolbox* toolbox, WakeLimits limits)
    : toolbox_(toolbox), limits_(limits), limit_(limits.first) {}

Wake::~Wake() { End(); }

bool Wake::BeginResponse() {
  if (ended_ || responses_ >= limit_) return false;
  ++responses_;
  return true;
}

Json Wake::Call(const std::string& tool, const Json& arguments, const CancelFlag& cancelled) {
  if (ended_ || responses_ == 0) {
    return ToJson(BadRequestEnvelope(ended_ ? "the wake is over" : "the wake has not begun"));
  }
  Json envelope = toolbox_->Call(tool, arguments, cancelled);
  if (envelope["status"] == "input_required") limit_ = std::max(limit_, limits_.extended);
  return envelope;
}

void Wake::End() {
  if (ended_) return;
  ended_ = true;
  toolbox_->DiscardWaitingRun();
}

}  // namespace aegis::agent

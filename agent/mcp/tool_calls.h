#pragma once

#include <optional>

#include "agent/mcp/message.h"
#include "agent/mcp/revision.h"
#include "agent/mcp/server.h"
#include "agent/toolbox.h"
#include "agent/wake.h"

namespace aegis::mcp {

/// The result of `tools/list`.
Json ListTools(const Revision& revision);

/// The tools at the service of a client, for one wake of its model. A run that waits at its end is
/// discarded.
class ToolCalls {
 public:
  /// With `keeps_waiting_run`, the next call can go on with a run that waits.
  ToolCalls(Server* server, bool keeps_waiting_run);

  /// The result of the `tools/call` in `message`: an envelope, whatever went wrong. Throws
  /// RequestError when it calls no tool that exists.
  Json Call(const Message& message, const Revision& revision, const agent::CancelFlag& cancelled);

 private:
  Json Envelope(const std::string& tool, const Message& message,
                const agent::CancelFlag& cancelled);

  agent::Toolbox toolbox_;
  std::optional<agent::Wake> wake_;  ///< when responses are counted
};

}  // namespace aegis::mcp

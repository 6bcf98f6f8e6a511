#pragma once

#include "agent/mcp/server.h"

namespace aegis::mcp {

/// Serves one client at the file descriptors, one message a line, until `input` ends; the messages
/// that had arrived by then are answered first. Reading goes on while a tool works, so that
/// `notifications/cancelled` reaches it. Nothing but protocol messages is written. Returns the exit
/// status: 0, or 1 when the input could not be read or the output not be written. SIGPIPE must be
/// ignored.
int ServeStdio(Server* server, int input, int output);

}  // namespace aegis::mcp

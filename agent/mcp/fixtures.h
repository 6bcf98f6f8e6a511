#pragma once

#include <optional>
#include <string>

#include "agent/mcp/connection.h"
#include "agent/mcp/message.h"

namespace aegis::mcp {

// The tools, prompts and resources that the protocol's conformance suite asks a server for, such as
// `test_simple_text`. They exist for that suite alone, behind a flag of `aegis mcp` that no help
// shows.

/// What a client has told the fixtures. It lasts as long as its connection.
struct FixtureState {
  std::string log_level = "info";  ///< of `logging/setLevel` (legacy revisions)
};

/// A request that may be for a fixture.
struct FixtureRequest {
  const Message& message;
  bool modern = false;
  const Json& client_capabilities;  ///< an object
  const Connection::Send& send_related;
  FixtureState* state;
};

/// Adds the capabilities that only fixtures have.
void AddFixtureCapabilities(bool modern, Json* capabilities);

/// Adds the fixtures to the list that the result of `method` (`tools/list`, `prompts/list`,
/// `resources/list`, `resources/templates/list`) holds.
void AppendFixtures(const std::string& method, bool modern, Json* list);

/// The result of a request that is for a fixture; nothing when it is for none. Throws RequestError.
std::optional<Json> FixtureResult(const FixtureRequest& request);

}  // namespace aegis::mcp

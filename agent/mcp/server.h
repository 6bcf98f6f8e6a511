#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "agent/file_store.h"
#include "agent/run_tokens.h"
#include "syntax/limits.h"

namespace aegis::mcp {

struct ServerOptions {
  Limits limits;                      ///< of every run
  bool count_responses = false;       ///< `--wake-responses`
  bool conformance_fixtures = false;  ///< offers the tools of the protocol's conformance suite, too
  /// Gets one line, for the host's log, of what went wrong in the host.
  std::function<void(const std::string& problem)> log = [](const std::string&) {};
};

/// A change of the files, of which subscribers are told.
struct Change {
  std::string filename;
  bool list_changed = false;  ///< a file came or went
};

/// Tells everybody who listens of changes. Safe on any threads.
class ChangeHub {
 public:
  /// Called on the thread that made the change; must neither block nor call the hub.
  using Listener = std::function<void(const Change&)>;

  /// As long as this lives, the listener is called; when it is gone, it is not running any more.
  using Registration = std::shared_ptr<void>;
  Registration Listen(Listener listener);
  void Publish(const Change& change);

 private:
  struct State {
    std::mutex mutex;
    std::map<std::uint64_t, Listener> listeners;
    std::uint64_t next = 0;
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

/// What all connections of one server process share. The store and the tokens must outlive it.
class Server {
 public:
  Server(agent::FileStore* files, const agent::RunTokens* tokens, ServerOptions options)
      : files_(files), tokens_(tokens), options_(std::move(options)) {}

  agent::FileStore* files() const { return files_; }
  const agent::RunTokens* tokens() const { return tokens_; }
  const ServerOptions& options() const { return options_; }
  ChangeHub& changes() { return changes_; }

 private:
  agent::FileStore* files_;
  const agent::RunTokens* tokens_;
  ServerOptions options_;
  ChangeHub changes_;
};

}  // namespace aegis::mcp

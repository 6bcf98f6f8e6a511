#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "agent/wake_loop.h"

namespace aegis::agent {

struct ModelProcessOptions {
  std::chrono::milliseconds response_timeout{300'000};  ///< from the request to the whole response
  std::chrono::milliseconds exit_timeout{2'000};  ///< to exit by itself, once it is asked no more
  std::size_t max_line_bytes = std::size_t{4} << 20;     ///< of a response
  std::size_t max_unread_bytes = std::size_t{32} << 20;  ///< of requests that it has not taken yet
  /// When this descriptor can be read, no response is waited for any longer; -1: there is none.
  int interrupt = -1;
};

/// A model that is a program: a request is one JSON line on its standard input, a response one on
/// its standard output. What it does is not trusted: it can write anything, never read, never
/// answer, and leave processes behind. It has the standard error and the environment of this
/// process, and none of its other descriptors that are closed on exec. SIGPIPE must be ignored.
class ModelProcess {
 public:
  /// Starts `/bin/sh -c command` in a process group of its own. Throws ModelError.
  explicit ModelProcess(const std::string& command, ModelProcessOptions options = {});
  ModelProcess(const ModelProcess&) = delete;
  ModelProcess& operator=(const ModelProcess&) = delete;
  ~ModelProcess();  ///< kills its process group, when it still has one

  /// Sends the request and waits for the response. Throws ModelError.
  ModelResponse Respond(const Json& request);
  /// Tells it that it is asked no more, by the end of its input; lets it exit, and then kills what
  /// is left of its process group.
  void Finish();

 private:
  void SendUnsent();
  bool Receive();
  std::optional<std::string> TakeLine();
  bool HasExited() const;
  std::string HowItEnded();
  void ClosePipes();
  void Kill();

  ModelProcessOptions options_;
  pid_t pid_ = -1;  ///< also of its process group; -1 once it is reaped
  int to_ = -1;
  int from_ = -1;
  std::string unsent_;        ///< requests that it has not taken
  std::string received_;      ///< what it has written ahead; never more than a line and a read
  std::size_t searched_ = 0;  ///< bytes of `received_` that are known to have no line feed
  bool ended_ = false;        ///< it has closed its output
};

}  // namespace aegis::agent

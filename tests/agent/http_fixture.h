#pragma once

#include <signal.h>
#include <unistd.h>

#include <future>
#include <string>
#include <thread>
#include <vector>

#include "agent/mcp/http.h"
#include "agent/mcp/server.h"
#include "tests/agent/held_store.h"
#include "tests/agent/http_client.h"

namespace aegis::mcp {

/// A server over HTTP in this process, on a port that the system chose.
class RunningServer {
 public:
  explicit RunningServer(const HttpOptions& options = {}, ServerOptions server_options = {},
                         const std::string& address = "127.0.0.1")
      : server_(&files, &tokens, std::move(server_options)) {
    std::promise<int> ready;
    std::future<int> chosen = ready.get_future();
    thread_ = std::thread([this, options, address, &ready] {
      status_ = ServeHttp(&server_, {address, 0}, options, [&ready](const std::string& url) {
        ready.set_value(std::stoi(url.substr(url.rfind(':') + 1)));
      });
    });
    port = chosen.get();
  }
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;
  ~RunningServer() { Stop(); }

  /// Asks it to end, as a system does.
  void BeginStop() { kill(getpid(), SIGTERM); }
  /// Ends it; the exit status.
  int Stop() {
    if (thread_.joinable()) BeginStop();
    return Wait();
  }
  int Wait() {
    if (thread_.joinable()) thread_.join();
    return status_;
  }

  agent::HeldStore files;
  agent::RunTokens tokens{*SnapshotKey::FromBytes(std::string(32, 'k'))};
  int port = 0;

 private:
  Server server_;
  std::thread thread_;
  int status_ = -1;
};

}  // namespace aegis::mcp

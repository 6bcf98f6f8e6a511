#pragma once

#include <string>
#include <vector>

#include "tests/agent/http_client.h"

namespace aegis::mcp {

struct LoadResult {
  int calls = 0;
  std::vector<std::string> wrong;    ///< what was answered wrong; the first of each client
  std::vector<double> latencies_us;  ///< of each call
  double seconds = 0;
};

/// Lets `clients` clients at once, half of them of each era, call tools of the server at `port`:
/// they write files of their own, run them, answer what they ask for, and check programs that are
/// wrong, `calls` calls in all. What a call has to be answered with is computed here, and compared.
LoadResult RunLoad(int port, int clients, int calls);

}  // namespace aegis::mcp

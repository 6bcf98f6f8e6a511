// A whole run, with its pauses.

#include "fuzz/targets/programs.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  aegis::fuzz::Require({"no-host-error", "check-starts", "run-errors", "pause", "larger-limit",
                        "rename", "parentheses", "swap-branches"},
                       data, size);
  return 0;
}

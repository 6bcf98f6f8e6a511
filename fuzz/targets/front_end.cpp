// Scanner, parser and validator.

#include "fuzz/targets/programs.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  aegis::fuzz::Require({"error-place", "tokens", "editor"}, data, size);
  return 0;
}

// The formatter.

#include "fuzz/targets/programs.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  aegis::fuzz::Require({"format"}, data, size);
  return 0;
}

#include <gtest/gtest.h>

#include <string_view>

#include "tests/agent/store_load.h"

// The tests of stores need other processes that use a store and can be killed: they start this
// program once more, with another task.
int main(int argc, char** argv) {
  if (argc > 1 && argv[1] == std::string_view(aegis::agent::kStoreLoadTask)) {
    return aegis::agent::RunStoreLoad({argv + 2, argv + argc});
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}

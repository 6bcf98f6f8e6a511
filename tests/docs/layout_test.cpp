// The documents practise what docs/formatting.md says: their programs are in the canonical layout.

#include <gtest/gtest.h>

#include "syntax/format.h"
#include "tests/docs/markdown.h"

namespace aegis::docs {
namespace {

TEST(Layout, EveryProgramOfTheDocumentsIsCanonical) {
  int programs = 0;
  for (const Document& document : Documents()) {
    for (const Fence& fence : Fences(document.text)) {
      const bool escaped = fence.info.find("escaped") != fence.info.npos;
      if (fence.info.rfind("aeg", 0) != 0 || escaped) continue;
      const FormatResult result = Format(Source(fence.text));
      if (!result.formatted()) continue;  // it shows a syntax error
      ++programs;
      EXPECT_EQ(result.text, fence.text) << document.path << ":" << fence.line;
    }
  }
  EXPECT_GE(programs, 100);
}

}  // namespace
}  // namespace aegis::docs

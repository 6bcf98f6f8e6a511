#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/fixes.h"
#include "tests/support/listing.h"

// Tables of programs with what is offered for their first problem.

namespace aegis::support {

struct OfferedFix {
  std::string title;  ///< behind `* ` when it is the preferred one, else behind `- `
  std::string text;   ///< the program behind it
  /// What is still wrong then, where the program had more than one problem.
  std::string problems = "";
};

struct FixRow {
  std::string text;
  std::string_view slug;  ///< of the first problem
  std::vector<OfferedFix> fixes;
};

/// What `aegis check` says, no warnings.
inline std::string Errors(std::string_view text) {
  Analysis analysis = Analyze(text);
  std::vector<Diagnostic>& list = analysis.diagnostics;
  list.erase(std::remove_if(list.begin(), list.end(), [](const auto& d) { return !IsError(d); }),
             list.end());
  return Listing(list, analysis.source);
}

/// Checks that exactly these fixes are offered, with these results.
inline void ExpectFixes(const std::vector<FixRow>& rows) {
  for (const FixRow& row : rows) {
    const Analysis analysis = Analyze(row.text);
    ASSERT_FALSE(analysis.diagnostics.empty()) << row.text;
    const Diagnostic& first = analysis.diagnostics.front();
    EXPECT_EQ(Info(first.code).slug, row.slug) << row.text;
    const std::vector<Fix> fixes = FixesFor(analysis, first);
    EXPECT_EQ(fixes.size(), row.fixes.size()) << row.text;
    for (std::size_t i = 0; i < std::min(fixes.size(), row.fixes.size()); ++i) {
      const std::string after = Apply(analysis.source, fixes[i].edits);
      EXPECT_EQ((fixes[i].preferred ? "* " : "- ") + fixes[i].title, row.fixes[i].title)
          << row.text;
      EXPECT_EQ(after, row.fixes[i].text) << row.text;
      EXPECT_EQ(Errors(after), row.fixes[i].problems) << row.text << "becomes\n" << after;
    }
  }
}

}  // namespace aegis::support

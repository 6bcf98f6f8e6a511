#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/compile.h"
#include "syntax/budget.h"
#include "syntax/diagnostic.h"
#include "syntax/limits.h"
#include "syntax/parse.h"
#include "syntax/source.h"

namespace aegis::support {

/// A clock that stands still, so that no test runs into the active-time limit.
inline Clock FrozenClock() {
  return [] { return std::int64_t{0}; };
}

/// Diagnostics in one line of text, as in `2:1 expected-block, 4:5 tab`: position and slug of each.
inline std::string Listing(const std::vector<Diagnostic>& diagnostics, const Source& source) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += ", ";
    if (diagnostic.range) {
      const Position at = source.PositionAt(diagnostic.range->begin);
      text += std::to_string(at.line) + ":" + std::to_string(at.column) + " ";
    }
    text += Info(diagnostic.code).slug;
  }
  return text;
}

/// The syntax phase alone.
inline ParseResult ParseText(std::string_view text, const Limits& limits = Limits()) {
  Budget budget(limits, FrozenClock());
  return Parse(Source(text), &budget);
}

/// What the syntax phase says about `text`; empty when it finds nothing.
inline std::string SyntaxProblems(std::string_view text, const Limits& limits = Limits()) {
  return Listing(ParseText(text, limits).diagnostics, Source(text));
}

/// What the whole front end says about `text`, warnings included.
inline std::string Problems(std::string_view text, const Limits& limits = Limits()) {
  Budget budget(limits, FrozenClock());
  const Compilation compilation = Compile(text, &budget);
  return Listing(compilation.diagnostics, compilation.source);
}

/// `text` `count` times.
inline std::string Repeat(std::string_view text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

}  // namespace aegis::support

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interp/envelope.h"
#include "syntax/diagnostic.h"
#include "syntax/limits.h"

namespace aegis::conformance {

/// An error or a warning that a script announces. Lines and columns count from 1.
struct ExpectedProblem {
  std::uint32_t line = 0;
  std::optional<std::uint32_t> column;  ///< any column when there is none
  Category category = Category::kWarning;
  std::string code;  ///< the stable code, such as `AEG0401`; any code when empty
};

struct ExpectedRequest {
  int index = 0;
  Position position;
};

/// A program and what its comments say about it. README.md next to this file describes the
/// annotations.
struct AnnotatedScript {
  std::string source;
  std::vector<std::string> inputs;
  Limits limits;
  std::string output;  ///< what has been delivered when the run is over
  std::vector<ExpectedProblem> errors;
  std::vector<ExpectedProblem> warnings;
  std::vector<ExpectedRequest> requests;
  std::optional<Execution> execution;
  /// One complaint for each comment that looks like an annotation and is none.
  std::vector<std::string> malformed;
};

/// Reads the annotations of `source`, which need not be a valid program or valid UTF-8.
AnnotatedScript ReadAnnotations(std::string source);

/// Checks and runs the program, and compares everything that can be seen of it with what the script
/// says: one sentence for each difference, none when the script holds.
std::vector<std::string> Disagreements(const AnnotatedScript& script);

}  // namespace aegis::conformance

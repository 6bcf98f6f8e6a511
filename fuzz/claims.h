#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/property.h"
#include "syntax/diagnostic.h"
#include "syntax/limits.h"

namespace aegis::fuzz {

// What each property of the table in property.cpp checks, by the file that has it.

using Json = nlohmann::ordered_json;
using Violation = std::optional<std::string>;
using Surfaces = std::vector<Surface>;

// claims_about_runs.cpp
Violation NoHostError(const Case& c, const Surfaces& surfaces);
Violation ErrorsHaveAPlace(const Case& c, const Surfaces& surfaces);
Violation CheckedProgramsStart(const Case& c, const Surfaces& surfaces);
Violation RunErrorsAreOfValuesAndLimits(const Case& c, const Surfaces& surfaces);
Violation RunsAreDeterministic(const Case& c, const Surfaces& surfaces);
Violation PausesChangeNothing(const Case& c, const Surfaces& surfaces);
Violation LargerLimitsAreNoWorse(const Case& c, const Surfaces& surfaces);

// claims_about_text.cpp
Violation TokensAreScanned(const Case& c, const Surfaces& surfaces);
Violation FormattingChangesNothing(const Case& c, const Surfaces& surfaces);
Violation NamesAreFree(const Case& c, const Surfaces& surfaces);
Violation ParenthesesChangeNothing(const Case& c, const Surfaces& surfaces);
Violation BranchesCanBeSwapped(const Case& c, const Surfaces& surfaces);

// claims_about_surfaces.cpp
Violation EditorsSeeWhatCheckSees(const Case& c, const Surfaces& surfaces);
Violation SurfacesAgree(const Case& c, const Surfaces& surfaces);

// What they share.

/// A run with all its pauses.
struct Trace {
  std::vector<Json> envelopes;  ///< one at each pause, then the last one
  std::size_t inputs_used = 0;

  const Json& last() const { return envelopes.back(); }
  /// Whether the run ended in an error of that code, such as `AEG0618`; any code without one.
  bool failed(std::optional<Code> code = std::nullopt) const;
  /// ... in a limit_error.
  bool hit_limit() const;
};

/// Runs a program until it ends or the inputs do.
Trace RunWithInputs(const std::string& program, const std::vector<std::string>& inputs,
                    const Limits& limits);

/// The default limits, but for the active time: that alone differs from run to run.
Limits PatientLimits();

/// How two things differ that should not; nothing when they do not.
Violation Compare(const std::string& left_name, const Json& left, const std::string& right_name,
                  const Json& right);

/// `text` cut to a size that can be shown.
std::string Cut(const std::string& text);

}  // namespace aegis::fuzz

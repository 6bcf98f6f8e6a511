#pragma once

#include <optional>
#include <string>
#include <vector>

#include "syntax/diagnostic.h"
#include "syntax/limits.h"
#include "syntax/source.h"

namespace aegis {

struct FormatOptions {
  int indent = 4;  ///< spaces a level: 2 or 4
};

/// Puts `text` where `range` is now: code-point offsets of the source. Neither holds anything but
/// spaces and line ends, and a range lies within one line and its terminator.
struct SpaceEdit {
  Range range;
  std::string text;
};

/// Why a program without syntax errors keeps its layout: formatted, it would pass a limit that it
/// does not pass now.
struct FormatRefusal {
  Code code;            ///< of that limit
  Range range;          ///< of the source: the line that would be too long, or the start
  std::string message;  ///< in the style of diagnostics
};

struct FormatResult {
  std::vector<Diagnostic> diagnostics;   ///< what the syntax phase found
  std::optional<FormatRefusal> refusal;  ///< only when that was nothing
  std::string text;              ///< the formatted program, UTF-8, when there is neither of these
  std::vector<SpaceEdit> edits;  ///< what turns the source into `text`, in order; none overlaps
  int unit = 0;                  ///< spaces a level in the source; 0 when nothing is indented

  bool formatted() const { return diagnostics.empty() && !refusal; }
};

/// Lays out a program without syntax errors in the one way that docs/formatting.md describes. The
/// result has the same tokens and comments, line by line; that is verified before it is returned.
/// `limits` are those that the program is read with.
///
/// Where `options.indent` is the `unit` of the source, or nothing is indented, every edit stands
/// for itself: any choice of them leaves a program with the same tokens.
FormatResult Format(const Source& source, const FormatOptions& options = FormatOptions(),
                    const Limits& limits = Limits());

}  // namespace aegis

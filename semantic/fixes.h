#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "semantic/compile.h"
#include "syntax/diagnostic.h"
#include "syntax/limits.h"
#include "syntax/source.h"

namespace aegis {

/// Puts `text` (UTF-8) where `range` is now: code-point offsets of the source.
struct TextEdit {
  Range range;
  std::string text;
};

/// A change to a program that does away with a problem.
struct Fix {
  std::string title;            ///< what it does, in the style of messages
  std::vector<TextEdit> edits;  ///< in the order of the text; none overlaps another
  /// Whether this is surely what was meant; at most one fix of a problem is.
  bool preferred = false;
};

/// What can be done about `diagnostic`, one of `analysis`; the likeliest first. Every fix has been
/// tried: behind it the problem is gone, and there is no problem that was not there before, except
/// one that it hid on its line, which has a later place or a later stage. A program that had no
/// syntax error has none behind a fix, and no error that it had not; one that has no syntax errors
/// left can show what is wrong with its names and types. Empty when nothing helps, and for a text
/// that is not wholly known (invalid UTF-8, too large). `limits` are those of the analysis.
std::vector<Fix> FixesFor(const Analysis& analysis, const Diagnostic& diagnostic,
                          const Limits& limits = Limits());

/// The text of `source` behind `edits`, which are as in a Fix. UTF-8.
std::string Apply(const Source& source, const std::vector<TextEdit>& edits);

/// `text` behind all preferred fixes, those of problems that come to light on the way included; the
/// same text when there is none. After the work of 300 checks it stops,
/// wherever it is.
std::string FixAll(std::string_view text, const Limits& limits = Limits());

}  // namespace aegis

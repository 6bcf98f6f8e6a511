#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interp/envelope.h"
#include "syntax/diagnostic.h"
#include "syntax/limits.h"
#include "syntax/source.h"

namespace aegis::cli {

/// What was wrong, with its message filled in: the renderers' common view of a `Diagnostic` and of
/// the error that ended a run.
struct Problem {
  Code code;
  std::string message;
  std::string hint;            ///< empty when there is none
  std::optional<Range> range;  ///< nothing where no source position applies
  std::vector<Note> notes;
};

/// The problems of one file, and the text that their ranges point into.
struct Report {
  std::string file;  ///< the path as it was given, any bytes; `<stdin>` for standard input
  Source source;
  std::vector<Problem> problems;
};

/// How a report names the file `path` of the command line.
std::string ReportedName(const std::string& path);

/// Everything that checking `text` finds, line by line, in the order met (section 5).
Report CheckReport(const std::string& path, const std::string& text, const Limits& limits);

/// The error that ended a run of `text`, and in `*others` the number of further problems that a
/// check of the program would list.
Report RunReport(const std::string& path, const std::string& text, const Limits& limits,
                 const RunError& error, std::size_t* others);

/// The given `diagnostics`, in their order.
Report DiagnosticsReport(const std::string& path, const std::string& text,
                         const std::vector<Diagnostic>& diagnostics);

}  // namespace aegis::cli

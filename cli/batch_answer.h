#pragma once

#include <cstddef>
#include <string>

namespace aegis::cli {

/// The longest line that is read, in bytes: far more than a request within the default limits
/// needs, even with every character escaped.
constexpr std::size_t kMaxBatchLineBytes = std::size_t{4} << 20;

/// What `aegis batch` answers a line with: the envelope as one line, with the request's `id`, if it
/// has one, as the first member. `too_long` says that the line was cut.
std::string AnswerBatchLine(const std::string& line, bool too_long = false);

}  // namespace aegis::cli

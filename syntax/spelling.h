#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aegis {

/// The candidate most like `word`, when one is like enough to be what was meant: at most one edit
/// (insertion, deletion, replacement or swap of neighbours) in a word of up to five characters, two
/// in a longer one. Among equals the first candidate wins.
/// The work is bounded whatever is asked: words of more than 64 characters are like nothing, and at
/// most 1,000 candidates are looked at.
std::optional<std::string> ClosestSpelling(std::string_view word,
                                           const std::vector<std::string>& candidates);

}  // namespace aegis

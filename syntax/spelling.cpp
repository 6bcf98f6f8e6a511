#include "syntax/spelling.h"

#include <algorithm>
#include <array>

namespace aegis {
namespace {

constexpr std::size_t kMaxWord = 64;
constexpr std::size_t kMaxCandidates = 1000;
constexpr std::size_t kMaxEdits = 2;

/// The optimal string alignment distance of two words of at most kMaxWord characters: edits, swaps
/// of neighbours included. What is more than kMaxEdits away from the diagonal of the table cannot
/// matter to a distance of at most kMaxEdits, so only a band is filled; a larger distance comes out
/// as kMaxEdits + 1.
std::size_t Distance(std::string_view a, std::string_view b) {
  constexpr std::size_t kFar = kMaxEdits + 1;
  using Row = std::array<std::size_t, kMaxWord + 1>;
  Row before_last{}, last{}, row{};
  last.fill(kFar);
  for (std::size_t j = 0; j <= std::min(b.size(), kMaxEdits); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row.fill(kFar);
    if (i <= kMaxEdits) row[0] = i;
    const std::size_t first = i > kMaxEdits ? i - kMaxEdits : 1;
    for (std::size_t j = first; j <= std::min(b.size(), i + kMaxEdits); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced, kFar});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = last;
    last = row;
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string> ClosestSpelling(std::string_view word,
                                           const std::vector<std::string>& candidates) {
  const std::size_t allowed = word.size() <= 2 ? 0 : word.size() <= 5 ? 1 : 2;
  if (word.size() > kMaxWord) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_distance = allowed + 1;
  std::size_t looked_at = 0;
  for (const std::string& candidate : candidates) {
    if (++looked_at > kMaxCandidates) break;
    if (candidate.size() > kMaxWord) continue;
    const std::size_t longer = std::max(candidate.size(), word.size());
    const std::size_t shorter = std::min(candidate.size(), word.size());
    if (longer - shorter >= best_distance) continue;
    const std::size_t distance = Distance(word, candidate);
    if (distance > 0 && distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace aegis

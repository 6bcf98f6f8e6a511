#include "cli/unified_diff.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string_view>

// The formatter knows what becomes of each line, so nothing has to be searched for: a hunk is a run
// of changed lines with its surroundings, and runs whose surroundings meet share one hunk.

namespace aegis::cli {
namespace {

constexpr std::size_t kContext = 3;

/// `path` behind `---` and `+++`. A tab behind it ends a name that has spaces; a name that has
/// characters which would end the line is quoted as in C.
std::string HeaderName(std::string_view path) {
  const auto is_odd = [](char c) {
    return (static_cast<unsigned char>(c) < 0x20) || c == 0x7F || c == '"' || c == '\\';
  };
  if (std::none_of(path.begin(), path.end(), is_odd)) {
    return std::string(path) + (path.find(' ') == path.npos ? "" : "\t");
  }
  std::string quoted = "\"";
  for (const char c : path) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (is_odd(c)) {
      char octal[5];
      std::snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned>(c));
      quoted += octal;
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

bool Changes(const LineChange& line) { return line.before != line.after; }

std::string Marked(char mark, const std::string& line) {
  if (line.empty()) return "";
  const bool ended = line.back() == '\n';
  return mark + line + (ended ? "" : "\n\\ No newline at end of file\n");
}

/// `12,7`: where a hunk starts, and its number of lines. `before` lines precede it.
std::string Span(std::size_t before, std::size_t count) {
  const std::string start = std::to_string(count == 0 ? before : before + 1);
  return count == 1 ? start : start + "," + std::to_string(count);
}

class Differ {
 public:
  explicit Differ(const std::vector<LineChange>& lines) : lines_(lines) {}

  std::string Hunks() {
    std::string text;
    std::size_t at = 0;
    while (true) {
      const std::size_t change = NextChange(at);
      if (change == lines_.size()) return text;
      std::size_t end = change + 1;
      while (true) {
        const std::size_t next = NextChange(end);
        if (next == lines_.size() || next - end > 2 * kContext) break;
        end = next + 1;
      }
      const std::size_t begin = change - std::min(kContext, change - at);
      Count(at, begin);
      at = std::min(lines_.size(), end + kContext);
      text += Hunk(begin, at);
    }
  }

 private:
  std::size_t NextChange(std::size_t from) const {
    while (from < lines_.size() && !Changes(lines_[from])) ++from;
    return from;
  }

  void Count(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      old_lines_ += lines_[i].before.empty() ? 0 : 1;
      new_lines_ += lines_[i].after.empty() ? 0 : 1;
    }
  }

  std::string Hunk(std::size_t begin, std::size_t end) {
    std::string body;
    std::string added;  // behind what is removed in the same place
    for (std::size_t i = begin; i < end; ++i) {
      if (Changes(lines_[i])) {
        body += Marked('-', lines_[i].before);
        added += Marked('+', lines_[i].after);
      } else {
        body += added + Marked(' ', lines_[i].before);
        added.clear();
      }
    }
    const std::size_t old_before = old_lines_;
    const std::size_t new_before = new_lines_;
    Count(begin, end);
    return "@@ -" + Span(old_before, old_lines_ - old_before) + " +" +
           Span(new_before, new_lines_ - new_before) + " @@\n" + body + added;
  }

  const std::vector<LineChange>& lines_;
  std::size_t old_lines_ = 0;  // before the place in hand
  std::size_t new_lines_ = 0;
};

}  // namespace

std::string UnifiedDiff(const std::string& path, const std::vector<LineChange>& lines) {
  const std::string hunks = Differ(lines).Hunks();
  if (hunks.empty()) return "";
  const std::string name = HeaderName(path);
  return "--- " + name + "\n+++ " + name + "\n" + hunks;
}

}  // namespace aegis::cli

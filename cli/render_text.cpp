#include "cli/render_text.h"

#include <algorithm>

#include "cli/display.h"

// A problem as text looks like this:
//
//     demo.aeg:3:7: error[AEG0302]: `x` is not assigned on every way here
//       3 | print(x)
//         |       ^
//       hint: assign `x` before the `if`, or in its `else` too
//     demo.aeg:2:3: note: assigned here
//       2 |   x = 1
//         |   ^
//
// The caret stands where the problem starts and `~` runs on to its end, or to the end of the line
// when the problem goes beyond it. Places are counted in terminal cells, not in code points, so
// that they fit under wide characters and combining marks. A line that is too wide for a screen is
// cut to a window around the caret, with `…` where something is missing.

namespace aegis::cli {
namespace {

constexpr int kWindowCells = 100;
/// Cells kept on the left of a caret in a line that is cut.
constexpr int kContextCells = 40;
constexpr char32_t kReplacement = 0xFFFD;

constexpr const char* kBold = "1";
constexpr const char* kRed = "1;31";
constexpr const char* kGreen = "1;32";
constexpr const char* kYellow = "1;33";
constexpr const char* kCyan = "1;36";
constexpr const char* kBlue = "34";

class ProblemRenderer {
 public:
  ProblemRenderer(const Report& report, bool colour) : report_(report), colour_(colour) {}

  std::string Render(const Problem& problem) {
    const CodeInfo& info = Info(problem.code);
    const bool error = info.severity == Severity::kError;
    const char* style = error ? kRed : kYellow;
    const std::string kind = (error ? "error[" : "warning[") + std::string(info.id) + "]";
    gutter_ = GutterOf(problem);
    AddHead(problem.range, kind, style, problem.message);
    if (problem.range) AddSnippet(*problem.range, style);
    if (!problem.hint.empty()) {
      text_ += "  " + Styled("hint:", kGreen) + " " + Visible(problem.hint) + "\n";
    }
    for (const Note& note : problem.notes) {
      AddHead(note.range, "note", kCyan, note.message);
      AddSnippet(note.range, kCyan);
    }
    return std::move(text_);
  }

 private:
  void AddHead(std::optional<Range> range, const std::string& kind, const char* style,
               const std::string& message) {
    std::string place = Visible(report_.file);
    if (range) {
      const Position position = report_.source.PositionAt(range->begin);
      place += ":" + std::to_string(position.line) + ":" + std::to_string(position.column);
    }
    text_ += Styled(place + ":", kBold) + " " + Styled(kind + ":", style) + " " + Visible(message) +
             "\n";
  }

  void AddSnippet(Range range, const char* style) {
    const Source& source = report_.source;
    const std::uint32_t index = source.LineIndexAt(range.begin);
    const Source::Line line = source.lines()[index];

    // starts[i] is the cell in which the line's code point i starts; one more entry for its end.
    std::vector<Glyph> glyphs;
    std::vector<int> starts = {0};
    for (std::uint32_t i = line.begin; i < line.end; ++i) {
      glyphs.push_back(Show(source.invalid_offset() == i ? kReplacement : source.code_points()[i]));
      starts.push_back(starts.back() + glyphs.back().cells);
    }
    const std::size_t size = glyphs.size();
    const std::size_t from = std::min<std::size_t>(range.begin - line.begin, size);
    const std::size_t to = std::min<std::size_t>(range.end - line.begin, size);
    int caret = starts[from];
    // A combining mark is drawn in the cell before.
    if (from < size && glyphs[from].cells == 0 && caret > 0) --caret;
    const int caret_end = std::max(starts[to], caret + 1);

    std::size_t first = 0;
    std::size_t last = size;
    if (starts[size] > kWindowCells) {
      const int left = std::max(0, std::min(caret - kContextCells, starts[size] - kWindowCells));
      while (starts[first] < left || (first > 0 && first < size && glyphs[first].cells == 0)) {
        ++first;
      }
      last = first;
      while (last < size && starts[last + 1] - starts[first] <= kWindowCells) ++last;
    }

    std::string code = first > 0 ? "…" : "";
    for (std::size_t i = first; i < last; ++i) code += glyphs[i].text;
    if (last < size) code += "…";
    const int indent = caret - starts[first] + (first > 0 ? 1 : 0);
    const int underlined = std::min(caret_end, std::max(starts[last], caret + 1)) - caret;

    const std::string number = std::to_string(index + 1);
    AddGutter(number);
    text_ += code.empty() ? "\n" : " " + code + "\n";
    AddGutter("");
    text_ += " " + std::string(static_cast<std::size_t>(indent), ' ') +
             Styled("^" + std::string(static_cast<std::size_t>(underlined - 1), '~'), style) + "\n";
  }

  void AddGutter(const std::string& number) {
    text_ += Styled("  " + std::string(gutter_ - number.size(), ' ') + number + " |", kBlue);
  }

  /// The width of the largest line number that `problem` shows.
  std::size_t GutterOf(const Problem& problem) const {
    std::uint32_t line = problem.range ? report_.source.LineIndexAt(problem.range->begin) : 0;
    for (const Note& note : problem.notes) {
      line = std::max(line, report_.source.LineIndexAt(note.range.begin));
    }
    return std::to_string(line + 1).size();
  }

  std::string Styled(const std::string& text, const char* style) const {
    if (!colour_) return text;
    return "\x1b[" + std::string(style) + "m" + text + "\x1b[0m";
  }

  const Report& report_;
  const bool colour_;
  std::size_t gutter_ = 1;
  std::string text_;
};

}  // namespace

std::string RenderText(const std::vector<Report>& reports, bool colour) {
  std::string text;
  for (const Report& report : reports) {
    for (const Problem& problem : report.problems) {
      if (!text.empty()) text += '\n';
      text += ProblemRenderer(report, colour).Render(problem);
    }
  }
  return text;
}

std::string Counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace aegis::cli

#include <algorithm>
#include <string>
#include <vector>

#include "lsp/edits.h"
#include "lsp/features.h"
#include "semantic/fixes.h"

namespace aegis::lsp {
namespace {

constexpr const char* kQuickFix = "quickfix";
constexpr const char* kFixAll = "source.fixAll.aegis";

// Each fix of a problem costs some checks, and nobody reads a menu of more.
constexpr std::size_t kMaxProblems = 16;

/// Whether the client wants actions of `kind`: `only` names it or a kind above it, or is missing.
bool Wants(const Json& only, const std::string& kind) {
  if (!only.is_array()) return true;
  return std::any_of(only.begin(), only.end(), [&](const Json& entry) {
    if (!entry.is_string()) return false;
    const std::string& wanted = entry.get_ref<const std::string&>();
    return wanted.empty() || kind == wanted || kind.rfind(wanted + ".", 0) == 0;
  });
}

/// The entry of the client's list that is about the problem `own`; null when none is.
const Json* InContext(const Json& diagnostics, const Json& own) {
  if (!diagnostics.is_array()) return nullptr;
  const auto found =
      std::find_if(diagnostics.begin(), diagnostics.end(), [&](const Json& diagnostic) {
        return At(diagnostic, {"code"}) == own["code"] && At(diagnostic, {"range"}) == own["range"];
      });
  return found == diagnostics.end() ? nullptr : &*found;
}

/// The problems that an editor asks about with the cursor or selection at `range`: those that touch
/// it; if none does, those on its lines, since a problem often stands behind the word that is
/// wrong.
std::vector<bool> ProblemsAt(const Document& document, Range range) {
  const std::vector<Diagnostic>& problems = document.analysis().diagnostics;
  const auto touched_by = [&](Range wide) {
    std::vector<bool> touched(problems.size());
    for (std::size_t i = 0; i < problems.size(); ++i) {
      const Range place = problems[i].range.value_or(Range{});
      touched[i] = place.begin <= wide.end && wide.begin <= place.end;
    }
    return touched;
  };
  const std::vector<bool> touched = touched_by(range);
  if (std::find(touched.begin(), touched.end(), true) != touched.end()) return touched;
  const PositionMap& positions = document.positions();
  return touched_by({positions.Line(positions.LineIndexAt(range.begin)).begin,
                     positions.Line(positions.LineIndexAt(range.end)).end});
}

/// The actions for the problems at `range`, and for those that the client names.
Json QuickFixes(const Document& document, Range range, const Json& context, const Client& client) {
  const std::vector<Diagnostic>& problems = document.analysis().diagnostics;
  const std::vector<bool> at_range = ProblemsAt(document, range);
  const Json own = Diagnostics(document, client);
  Json actions = Json::array();
  std::size_t looked_at = 0;
  for (std::size_t i = 0; i < problems.size() && looked_at < kMaxProblems; ++i) {
    const Json* named = InContext(At(context, {"diagnostics"}), own[i]);
    if (!at_range[i] && named == nullptr) continue;
    ++looked_at;
    for (const Fix& fix : FixesFor(document.analysis(), problems[i])) {
      const Json& problem = named != nullptr ? *named : own[i];
      Json edit = WorkspaceEdit(document, fix.edits, client);
      // One change can do away with several problems.
      const auto same = std::find_if(actions.begin(), actions.end(), [&](const Json& action) {
        return action["title"] == fix.title && action["edit"] == edit;
      });
      if (same != actions.end()) {
        (*same)["diagnostics"].push_back(problem);
        continue;
      }
      Json action = {{"title", fix.title},
                     {"kind", kQuickFix},
                     {"diagnostics", Json::array({problem})},
                     {"edit", std::move(edit)}};
      if (fix.preferred) action["isPreferred"] = true;
      actions.push_back(std::move(action));
    }
  }
  return actions;
}

/// The one edit that turns the document into `text`: what both start and end with stays. Between CR
/// and LF there is no place in the protocol.
TextEdit Difference(const Document& document, const std::u32string& text) {
  const std::u32string& old = document.text();
  const std::size_t shorter = std::min(old.size(), text.size());
  std::size_t front = 0;
  while (front < shorter && old[front] == text[front]) ++front;
  std::size_t back = 0;
  while (back < shorter - front && old[old.size() - 1 - back] == text[text.size() - 1 - back]) {
    ++back;
  }
  const auto splits_line_end = [&](std::size_t at) {
    return at > 0 && at < old.size() && old[at - 1] == U'\r' && old[at] == U'\n';
  };
  if (splits_line_end(front)) --front;
  if (splits_line_end(old.size() - back)) --back;
  const Range replaced{static_cast<std::uint32_t>(front),
                       static_cast<std::uint32_t>(old.size() - back)};
  return {replaced, ToUtf8(text.substr(front, text.size() - back - front))};
}

}  // namespace

Json CodeActions(const Document& document, const Json& params, const Client& client) {
  const Range range = document.Offsets(At(params, {"range"}));
  if (!client.code_action_literals) return Json::array();
  const Json& context = At(params, {"context"});
  const Json& only = At(context, {"only"});
  Json actions =
      Wants(only, kQuickFix) ? QuickFixes(document, range, context, client) : Json::array();
  // Unasked for, it is offered only beside a quick fix of one problem among several, and never to
  // an editor that asks by itself whenever the cursor moves.
  constexpr int kAutomatic = 2;
  const bool worth_it = !actions.empty() && document.analysis().diagnostics.size() > 1 &&
                        At(context, {"triggerKind"}) != kAutomatic;
  if (!Wants(only, kFixAll) || !(only.is_array() || worth_it)) return actions;
  const std::u32string fixed = FromUtf8(FixAll(ToUtf8(document.text())));
  if (fixed != document.text()) {
    actions.push_back({{"title", "fix all problems that have a preferred fix"},
                       {"kind", kFixAll},
                       {"edit", WorkspaceEdit(document, {Difference(document, fixed)}, client)}});
  }
  return actions;
}

}  // namespace aegis::lsp

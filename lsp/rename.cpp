#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lsp/edits.h"
#include "lsp/features.h"
#include "lsp/symbols.h"
#include "syntax/parse.h"

// A variable belongs to the whole program, so every name token with its text is an occurrence, in
// lines that the parser gave up on, too. Only behind a string that goes wrong nobody can tell names
// from text; when the name stands there, nothing is renamed. As no name meets another one, the new
// program means the same; but a longer name can break a limit. That is tried out: behind the
// renaming the document must have no problem that it had not before.

namespace aegis::lsp {
namespace {

bool IsName(const std::string& text) {
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  if (text.empty() || !is_lower(text[0])) return false;
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_lower(c) || (c >= '0' && c <= '9') || c == '_'; });
}

/// Throws what speaks against `name` as a name for anything.
void CheckNewName(const Document& document, const std::string& name) {
  const auto refuse = [](const std::string& problem) {
    throw RequestError(kRequestFailed, problem);
  };
  if (!IsName(name)) {
    refuse("`" + name + "` is no name: a letter from a to z, then letters, digits and `_`");
  }
  const std::vector<std::string>& keywords = Keywords();
  if (std::find(keywords.begin(), keywords.end(), name) != keywords.end()) {
    refuse("`" + name + "` is a keyword");
  }
  const auto limit = static_cast<std::size_t>(Limits()[Limit::kIdentifierChars]);
  if (name.size() > limit) refuse("a name has at most " + std::to_string(limit) + " characters");
  if (!OccurrencesOf(document, name).empty()) {
    refuse("there is a variable `" + name + "` already; the two would become one");
  }
}

bool IsWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool ContainsWord(const std::string& text, const std::string& word) {
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !IsWordCharacter(text[at - 1]);
    if (begins && (end == text.size() || !IsWordCharacter(text[end]))) return true;
  }
  return false;
}

/// The line (from 1) of what begins at `offset`, as in reports of problems.
std::uint32_t LineOf(const Analysis& analysis, std::uint32_t offset) {
  return analysis.source.PositionAt(offset).line;
}

/// Throws when `name` stands in or behind a string that goes wrong, where it may be a variable.
void CheckStrings(const Document& document, const std::string& name) {
  for (const ScannedToken& token : document.tokens()) {
    if (token.lexeme != Lexeme::kBroken || document.text()[token.range.begin] != U'"') continue;
    if (!ContainsWord(document.Text(token.range), name)) continue;
    const std::uint32_t line = LineOf(document.analysis(), token.range.begin);
    throw RequestError(kRequestFailed, "the string in line " + std::to_string(line) +
                                           " goes wrong, and `" + name +
                                           "` there may be a variable; repair the string first");
  }
}

/// Throws when `edits`, which make the document longer, break a limit.
void CheckLimits(const Document& document, const std::vector<TextEdit>& edits) {
  const auto line_of = [](const Analysis& analysis, const Diagnostic& diagnostic) {
    return diagnostic.range ? LineOf(analysis, diagnostic.range->begin) : 0;
  };
  std::set<std::pair<Code, std::uint32_t>> known;
  for (const Diagnostic& diagnostic : document.analysis().diagnostics) {
    known.emplace(diagnostic.code, line_of(document.analysis(), diagnostic));
  }
  const Analysis renamed = Analyze(Apply(Source(ToUtf8(document.text())), edits));
  for (const Diagnostic& diagnostic : renamed.diagnostics) {
    const std::uint32_t line = line_of(renamed, diagnostic);
    if (known.count({diagnostic.code, line}) != 0) continue;
    throw RequestError(kRequestFailed, "with the name `" + edits.front().text +
                                           "` the program would have a new problem in line " +
                                           std::to_string(line) + ": " + Message(diagnostic));
  }
}

}  // namespace

Json PrepareRename(const Document& document, const Json& params, const Client&) {
  const auto occurrence = OccurrenceAt(document, document.Offset(At(params, {"position"})));
  if (!occurrence) return nullptr;
  return {{"range", document.ToJson(occurrence->range)},
          {"placeholder", document.Text(occurrence->range)}};
}

Json Rename(const Document& document, const Json& params, const Client& client) {
  const auto occurrence = OccurrenceAt(document, document.Offset(At(params, {"position"})));
  const Json& new_name = At(params, {"newName"});
  if (!new_name.is_string()) throw RequestError(kInvalidParams, "`newName` is no string");
  if (!occurrence) return nullptr;
  const std::string& name = new_name.get_ref<const std::string&>();
  const std::string old_name = document.Text(occurrence->range);
  std::vector<TextEdit> edits;
  if (name != old_name) {
    CheckNewName(document, name);
    CheckStrings(document, old_name);
    CheckStrings(document, name);
    for (const Occurrence& each : OccurrencesOf(document, old_name)) {
      edits.push_back({each.range, name});
    }
    // A name that is no longer breaks no limit. It can be what repairs a name or line that was too
    // long, so that other problems come to light.
    if (name.size() > old_name.size()) CheckLimits(document, edits);
  }
  return WorkspaceEdit(document, edits, client);
}

}  // namespace aegis::lsp

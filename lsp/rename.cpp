#include <algorithm>
#include <string>
#include <vector>

#include "lsp/edits.h"
#include "lsp/features.h"
#include "lsp/symbols.h"
#include "syntax/parse.h"

// A variable belongs to the whole program, so every name token with its text is an occurrence, in
// lines that the parser gave up on, too. What could go wrong with a new name is tried out: behind
// the renaming the document must have the same problems as before.

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

/// The codes of the problems, in their order.
std::vector<Code> Codes(const std::vector<Diagnostic>& diagnostics) {
  std::vector<Code> codes;
  for (const Diagnostic& diagnostic : diagnostics) codes.push_back(diagnostic.code);
  return codes;
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
  const bool changes = name != old_name;
  if (changes) CheckNewName(document, name);

  std::vector<TextEdit> edits;
  if (changes) {
    for (const Occurrence& each : OccurrencesOf(document, old_name)) {
      edits.push_back({each.range, name});
    }
  }
  const std::string renamed = Apply(Source(ToUtf8(document.text())), edits);
  const std::vector<Diagnostic> after = Analyze(renamed).diagnostics;
  if (Codes(after) != Codes(document.analysis().diagnostics)) {
    throw RequestError(
        kRequestFailed,
        "with the name `" + name + "` the program would have " +
            (after.empty() ? "other problems" : "a new problem: " + Message(after.front())));
  }
  return WorkspaceEdit(document, edits, client);
}

}  // namespace aegis::lsp

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "lsp/features.h"
#include "lsp/symbols.h"

namespace aegis::lsp {
namespace {

Json Location(const Document& document, Range range) {
  return {{"uri", document.uri()}, {"range", document.ToJson(range)}};
}

std::optional<Occurrence> OccurrenceOf(const Document& document, const Json& params) {
  return OccurrenceAt(document, document.Offset(At(params, {"position"})));
}

}  // namespace

Json Definition(const Document& document, const Json& params, const Client&) {
  const std::optional<Occurrence> occurrence = OccurrenceOf(document, params);
  if (!occurrence) return nullptr;
  if (occurrence->is_write) return Json::array({Location(document, occurrence->range)});
  const Analysis& analysis = document.analysis();
  Json places = Json::array();
  for (const StatementId id : ReachingAssignments(analysis.ast, analysis.check.flow,
                                                  DefinitionOf(document, *occurrence))) {
    places.push_back(Location(document, analysis.ast.statements[id].token));
  }
  if (!places.empty()) return places;
  // Nothing is known to reach the read: what assigns the variable elsewhere is the next best
  // answer.
  for (const Occurrence& other : OccurrencesOf(document, document.Text(occurrence->range))) {
    if (other.is_write) places.push_back(Location(document, other.range));
  }
  return places;
}

Json References(const Document& document, const Json& params, const Client&) {
  const std::optional<Occurrence> occurrence = OccurrenceOf(document, params);
  if (!occurrence) return nullptr;
  // Every assignment declares the variable.
  const bool with_writes = At(params, {"context", "includeDeclaration"}) != false;
  Json places = Json::array();
  for (const Occurrence& other : OccurrencesOf(document, document.Text(occurrence->range))) {
    if (with_writes || !other.is_write) places.push_back(Location(document, other.range));
  }
  return places;
}

Json DocumentHighlight(const Document& document, const Json& params, const Client&) {
  constexpr int kRead = 2;
  constexpr int kWrite = 3;
  const std::optional<Occurrence> occurrence = OccurrenceOf(document, params);
  if (!occurrence) return nullptr;
  Json highlights = Json::array();
  for (const Occurrence& other : OccurrencesOf(document, document.Text(occurrence->range))) {
    highlights.push_back(
        {{"range", document.ToJson(other.range)}, {"kind", other.is_write ? kWrite : kRead}});
  }
  return highlights;
}

}  // namespace aegis::lsp

#include "cli/render_sarif.h"

#include <CLI/StringTools.hpp>
#include <cctype>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

#include "cli/display.h"
#include "cli/render_json.h"
#include "docs/bundle.h"

// SARIF (Static Analysis Results Interchange Format, an OASIS standard) wants more than the
// problems: the tool describes itself and all of its rules, results refer to a rule by index and to
// a file by index, a message is a sentence in which braces are doubled because single ones mean
// placeholders, and places are URIs.

namespace aegis::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

const char* Level(const CodeInfo& info) {
  return info.severity == Severity::kError ? "error" : "warning";
}

/// `unterminated-string` as `UnterminatedString`.
std::string RuleName(std::string_view slug) {
  std::string name;
  bool word_starts = true;
  for (const char c : slug) {
    if (c != '-') {
      const auto byte = static_cast<unsigned char>(c);
      name += static_cast<char>(word_starts ? std::toupper(byte) : byte);
    }
    word_starts = c == '-';
  }
  return name;
}

/// `text` as a sentence of plain text in a SARIF message.
std::string Sentence(std::string_view text) {
  std::string sentence;
  for (const char c : text) {
    sentence += c;
    if (c == '{' || c == '}') sentence += c;
  }
  if (!sentence.empty()) {
    sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
  }
  return sentence + ".";
}

/// The message of a code as a description of all its occurrences: `…` stands for what differs.
std::string Description(std::string_view message) {
  std::string description(message);
  for (const char* hole : {"{0}", "{1}", "{2}", "{3}"}) {
    description = CLI::detail::find_and_replace(description, hole, "…");
  }
  return Sentence(description);
}

Json Text(std::string text) { return {{"text", std::move(text)}}; }

Json Rules() {
  std::map<std::string, std::string, std::less<>> titles;
  for (Explanation& page : Explanations()) titles.emplace(page.id, std::move(page.title));
  Json rules = Json::array();
  for (const CodeInfo& info : AllCodes()) {
    const std::string id(info.id);
    const auto page = titles.find(id);
    const std::string title =
        Sentence(page == titles.end() ? info.slug : std::string_view(page->second));
    const std::string description = Description(info.message);
    Json rule;
    rule["id"] = id;
    rule["name"] = RuleName(info.slug);
    rule["shortDescription"] = Text(title);
    // A message can be all argument.
    rule["fullDescription"] = Text(description == "…." ? title : description);
    rule["help"] = Text("Run `aegis explain " + id + "` for the rule and its remedy.");
    rule["defaultConfiguration"] = {{"level", Level(info)}};
    rule["properties"] = {{"category", CategoryName(info.category)}};
    rules.push_back(std::move(rule));
  }
  return rules;
}

Json Location(const Report& report, std::size_t artifact, std::optional<Range> range) {
  Json place;
  place["artifactLocation"] = {{"uri", PathToUri(report.file)}, {"index", artifact}};
  if (range) {
    const Position begin = report.source.PositionAt(range->begin);
    const Position end = report.source.PositionAt(range->end);
    place["region"] = {{"startLine", begin.line},
                       {"startColumn", begin.column},
                       {"endLine", end.line},
                       {"endColumn", end.column}};
  }
  return {{"physicalLocation", std::move(place)}};
}

Json Result(const Report& report, std::size_t artifact, const Problem& problem) {
  const CodeInfo& info = Info(problem.code);
  std::string message = Sentence(problem.message);
  if (!problem.hint.empty()) message += " Hint: " + Sentence(problem.hint);
  Json result;
  result["ruleId"] = info.id;
  result["ruleIndex"] = &info - AllCodes().data();
  result["level"] = Level(info);
  result["message"] = Text(std::move(message));
  result["locations"] = Json::array({Location(report, artifact, problem.range)});
  for (const Note& note : problem.notes) {
    Json related = Location(report, artifact, note.range);
    related["id"] = result.contains("relatedLocations") ? result["relatedLocations"].size() : 0;
    related["message"] = Text(Sentence(note.message));
    result["relatedLocations"].push_back(std::move(related));
  }
  return result;
}

}  // namespace

std::string PathToUri(const std::string& path) {
  // Not a change of meaning to any reader of the log: `./a`, `x//a` and `x/../a` become `a`, `x/a`
  // and `a`, which is what services match against the files of a repository.
  const std::string normal = std::filesystem::path(path).lexically_normal().string();
  std::string uri = normal.rfind('/', 0) == 0 ? "file://" : "";
  for (const char c : normal) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || std::string_view("-._~/").find(c) != std::string_view::npos) {
      uri += c;
    } else {
      constexpr char kDigits[] = "0123456789ABCDEF";
      uri += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return uri;
}

void WriteSarif(const std::vector<Report>& reports, bool complete, Output* out) {
  Json driver;
  driver["name"] = "Aegis";
  driver["fullName"] = "Aegis " AEGIS_VERSION;
  driver["version"] = AEGIS_VERSION;
  driver["semanticVersion"] = AEGIS_VERSION;
  driver["rules"] = Rules();

  Json artifacts = Json::array();
  std::map<std::string, std::size_t> indices;  // a file can have been named twice
  for (const Report& report : reports) {
    const std::string uri = PathToUri(report.file);
    const bool is_new = indices.emplace(uri, artifacts.size()).second;
    if (is_new) artifacts.push_back({{"location", {{"uri", uri}}}, {"sourceLanguage", "aegis"}});
  }

  Json run;
  run["tool"] = {{"driver", std::move(driver)}};
  run["invocations"] = Json::array({{{"executionSuccessful", complete}}});
  run["artifacts"] = std::move(artifacts);
  run["results"] = nullptr;
  run["columnKind"] = "unicodeCodePoints";

  Json log;
  log["$schema"] = kSchema;
  log["version"] = "2.1.0";
  log["runs"] = Json::array({std::move(run)});

  // The results are written one by one where the frame has its only bare null.
  const std::string frame = Indented(log);
  constexpr std::string_view kHole = "\"results\": null";
  constexpr std::string_view kFilled = "\"results\": ";
  constexpr std::size_t kMargin = 6;
  const std::size_t hole = frame.find(kHole);
  *out << std::string_view(frame).substr(0, hole) << kFilled;
  JsonArrayWriter results(out, kMargin);
  for (const Report& report : reports) {
    const std::size_t artifact = indices.at(PathToUri(report.file));
    for (const Problem& problem : report.problems) results.Add(Result(report, artifact, problem));
  }
  results.End();
  *out << std::string_view(frame).substr(hole + kHole.size());
}

}  // namespace aegis::cli

// The formatter on every program of the conformance table and every annotated script: what it
// formats has the same tokens, comments and results, and is formatted; the rest has syntax errors.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "semantic/compile.h"
#include "syntax/format.h"
#include "syntax/parse.h"
#include "syntax/scan.h"
#include "tests/conformance/annotated_script.h"
#include "tests/conformance/run_program.h"

namespace aegis::conformance {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// `limits` under which `text` can be formatted: sizes of sources do not matter.
Limits Roomy(Limits limits) {
  for (const Limit limit : {Limit::kSourceBytes, Limit::kLineChars}) {
    limits = *limits.With(limit, Limits::Infos()[static_cast<std::size_t>(limit)].ceiling);
  }
  return limits;
}

/// `limits` for a source that is `bytes` larger than the one that they were made for: memory is
/// counted from the size of the source on, so everything else is as it was.
Limits Shifted(const Limits& limits, std::int64_t bytes) {
  const std::int64_t memory = limits[Limit::kMemoryBytes] + bytes;
  return *limits.With(Limit::kMemoryBytes, std::max<std::int64_t>(0, memory));
}

/// The envelope without what differs: the places, and a limit of memory, which is named in words.
json Comparable(const Envelope& envelope) {
  json result = ToJson(envelope);
  for (const char* member : {"request", "error"}) {
    if (!result.contains(member)) continue;
    result[member].erase("line");
    result[member].erase("column");
  }
  if (envelope.error && envelope.error->code == Code::kTooMuchMemory) {
    result["error"].erase("message");
  }
  return result;
}

json Results(const std::string& source, const std::vector<std::string>& inputs,
             const Limits& limits) {
  const ProgramRun run = RunProgram(source, inputs, limits);
  json results = json::array({Comparable(run.end)});
  for (const Envelope& pause : run.pauses) results.push_back(Comparable(pause));
  return results;
}

/// The tokens and comments of a text with what the parser makes of its lines, one a line.
std::vector<std::string> Tokens(const std::string& text, const Limits& limits) {
  const Source source(text);
  std::vector<std::string> tokens;
  for (const ScannedToken& token : Scan(source)) {
    std::string spelling = source.Text(token.range);
    if (token.lexeme == Lexeme::kComment) spelling.erase(spelling.find_last_not_of(' ') + 1);
    tokens.push_back(spelling);
  }
  Budget budget(limits, FrozenClock());
  for (const TokenInfo& token : Tokenize(source, &budget).tokens) tokens.push_back(token.kind);
  return tokens;
}

/// Whether the program was formatted.
bool ExpectFormats(const std::string& text, const std::vector<std::string>& inputs,
                   const Limits& given) {
  const Limits limits = Roomy(given);
  const Source source(text);
  for (const int indent : {2, 4}) {
    const FormatResult result = Format(source, FormatOptions{indent}, limits);
    if (result.refusal && result.refusal->code == Code::kTooMuchMemory) return false;
    EXPECT_FALSE(result.refusal) << result.refusal->message;
    if (!result.formatted()) {
      Budget budget(limits, FrozenClock());
      const std::vector<Diagnostic> found = Compile(text, &budget).diagnostics;
      EXPECT_EQ(found.size(), result.diagnostics.size());
      EXPECT_EQ(found.front().code, result.diagnostics.front().code);
      return false;
    }
    const auto growth =
        static_cast<std::int64_t>(result.text.size()) - static_cast<std::int64_t>(text.size());
    const Limits shifted = Shifted(limits, growth);
    const FormatResult again = Format(Source(result.text), FormatOptions{indent}, shifted);
    EXPECT_TRUE(again.formatted());
    EXPECT_EQ(again.text, result.text);
    EXPECT_TRUE(again.edits.empty());
    EXPECT_EQ(Tokens(result.text, shifted), Tokens(text, limits));
    EXPECT_EQ(Results(result.text, inputs, shifted), Results(text, inputs, limits));
  }
  return true;
}

std::string ReadAll(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

fs::path Folder() { return fs::path(AEGIS_SOURCE_DIR) / "tests/conformance"; }

TEST(Format, KeepsEveryProgramOfTheTable) {
  std::ifstream table(Folder() / "aegis-0.1.jsonl", std::ios::binary);
  int formatted = 0;
  int left_alone = 0;
  std::string line;
  while (std::getline(table, line)) {
    const json entry = json::parse(line);
    const std::string source = entry.at("source");
    SCOPED_TRACE(source);
    Limits limits;
    const json changes = entry.value("limits", json::object());
    for (const auto& [name, value] : changes.items()) limits = *limits.With(name, value);
    ++(ExpectFormats(source, entry.at("inputs"), limits) ? formatted : left_alone);
  }
  EXPECT_GT(formatted, 800);
  EXPECT_GT(left_alone, 200);
}

TEST(Format, KeepsEveryAnnotatedScript) {
  int formatted = 0;
  int left_alone = 0;
  for (const auto& entry : fs::recursive_directory_iterator(Folder())) {
    if (entry.path().extension() != ".aeg") continue;
    SCOPED_TRACE(entry.path());
    const AnnotatedScript script = ReadAnnotations(ReadAll(entry.path()));
    ++(ExpectFormats(script.source, script.inputs, script.limits) ? formatted : left_alone);
  }
  EXPECT_GT(formatted, 400);
  EXPECT_GT(left_alone, 100);
}

}  // namespace
}  // namespace aegis::conformance

// What the editor shows is what `aegis check` says: every program of the conformance suite, the
// table's and the annotated scripts, has the same diagnostics through the server as in
// `aegis check --format json`. The places that `check` prints, lines and columns from 1 in code
// points, are turned into the protocol's by arithmetic of the test's own.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "lsp/document.h"
#include "syntax/source.h"
#include "tests/cli/process.h"
#include "tests/lsp/session.h"
#include "tests/lsp/utf16_text.h"
#include "tests/lsp/wire_client.h"

namespace aegis::lsp_test {
namespace {

namespace fs = std::filesystem;

struct Program {
  std::string name;
  std::string text;
  Json problems = Json::array();  ///< as `aegis check --format json` prints them
};

/// Every program whose text is valid UTF-8; no other can travel in JSON.
std::vector<Program> ReadPrograms() {
  const fs::path folder = fs::path(AEGIS_SOURCE_DIR) / "tests/conformance";
  std::vector<Program> programs;
  std::ifstream table(folder / "aegis-0.1.jsonl", std::ios::binary);
  std::string line;
  for (int number = 1; std::getline(table, line); ++number) {
    programs.push_back({"table_" + std::to_string(number), Json::parse(line)["source"]});
  }
  std::size_t invalid = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".aeg") continue;
    std::string text = cli_test::ReadAll(entry.path().string());
    if (!IsValidUtf8(text)) {
      ++invalid;
      continue;
    }
    programs.push_back(
        {entry.path().parent_path().filename().string() + "_" + entry.path().stem().string(),
         std::move(text)});
  }
  std::sort(programs.begin(), programs.end(),
            [](const Program& a, const Program& b) { return a.name < b.name; });
  std::cout << programs.size() << " programs; " << invalid
            << " scripts are not valid UTF-8 and cannot travel in JSON\n";
  EXPECT_GT(programs.size(), 1800U);
  EXPECT_GT(invalid, 0U);
  EXPECT_LT(invalid, 50U);
  return programs;
}

/// Lets `aegis check` judge all of them.
void Check(std::vector<Program>* programs) {
  const cli_test::Workplace workplace;
  constexpr std::size_t kAtOnce = 500;
  for (std::size_t begin = 0; begin < programs->size(); begin += kAtOnce) {
    cli_test::Arguments arguments = {"check", "--format", "json"};
    const std::size_t end = std::min(begin + kAtOnce, programs->size());
    for (std::size_t i = begin; i < end; ++i) {
      const std::string name = std::to_string(i);
      std::ofstream(name, std::ios::binary) << (*programs)[i].text;
      arguments.push_back(name);
    }
    for (const Json& problem : Json::parse(cli_test::Aegis(arguments).out)) {
      (*programs)[std::stoul(problem["file"].get<std::string>())].problems.push_back(problem);
    }
  }
}

const std::vector<Program>& Programs() {
  static const std::vector<Program> programs = [] {
    std::vector<Program> all = ReadPrograms();
    Check(&all);
    return all;
  }();
  return programs;
}

/// The protocol's position of the place that `check` calls `line` and `column`.
Json ToPosition(const std::u16string& text, std::size_t line, std::size_t column, bool utf8) {
  // In the language lines end in LF; the CR of a CRLF is behind the last place of its line.
  std::size_t unit = 0;
  for (; line > 1; --line) unit = text.find(u'\n', unit) + 1;
  for (; column > 1; --column)
    unit += unit + 1 < text.size() && IsLowSurrogate(text[unit + 1]) ? 2 : 1;
  const std::vector<std::size_t> starts = LineStarts(text);
  const auto index = static_cast<std::size_t>(std::upper_bound(starts.begin(), starts.end(), unit) -
                                              starts.begin() - 1);
  return {{"line", index},
          {"character", utf8 ? Utf8Bytes(text, starts[index], unit) : unit - starts[index]}};
}

Json ToRange(const std::u16string& text, const Json& problem, bool utf8) {
  return {{"start", ToPosition(text, problem["line"], problem["column"], utf8)},
          {"end", ToPosition(text, problem["end_line"], problem["end_column"], utf8)}};
}

/// What the server has to publish.
Json Expected(const Program& program, const std::string& uri, bool utf8) {
  const std::u16string text = Utf16(program.text);
  Json list = Json::array();
  for (const Json& problem : program.problems) {
    std::string message = problem["message"];
    if (problem.contains("hint")) message += "\nhint: " + problem["hint"].get<std::string>();
    message += "\nmore: aegis explain " + problem["code"].get<std::string>();
    Json diagnostic = {{"range", ToRange(text, problem, utf8)},
                       {"severity", problem["severity"] == "error" ? 1 : 2},
                       {"code", problem["code"]},
                       {"source", "aegis " + problem["category"].get<std::string>()},
                       {"message", message}};
    for (const Json& note : problem["notes"]) {
      diagnostic["relatedInformation"].push_back(
          {{"location", {{"uri", uri}, {"range", ToRange(text, note, utf8)}}},
           {"message", note["message"]}});
    }
    list.push_back(diagnostic);
  }
  return list;
}

void ExpectSameDiagnostics(bool utf8) {
  Json capabilities = FullCapabilities();
  if (utf8) capabilities["general"]["positionEncodings"] = Json::array({"utf-8"});
  Session session(capabilities);
  std::size_t problems = 0;
  for (const Program& program : Programs()) {
    const std::string uri = "file:///" + program.name + ".aeg";
    session.Open(uri, program.text);
    const Json published = session.Published(uri);
    EXPECT_EQ(published["diagnostics"], Expected(program, uri, utf8)) << program.name << ":\n"
                                                                      << program.text;
    problems += program.problems.size();
    session.Close(uri);
    session.Settle();
    session.Take();
  }
  EXPECT_GT(problems, 1000U);
}

TEST(Conformance, DiagnosticsAreThoseOfCheckInUtf16) { ExpectSameDiagnostics(false); }

TEST(Conformance, DiagnosticsAreThoseOfCheckInUtf8) { ExpectSameDiagnostics(true); }

TEST(Conformance, PulledDiagnosticsAreTheSame) {
  Json capabilities = FullCapabilities();
  capabilities["textDocument"]["diagnostic"] = Json::object();
  Session session(capabilities);
  const std::string uri = "file:///a.aeg";
  for (const Program& program : Programs()) {
    session.Open(uri, program.text);
    EXPECT_EQ(session.Result("textDocument/diagnostic", About(uri))["items"],
              Expected(program, uri, false))
        << program.text;
  }
}

TEST(Conformance, TokensOfALineAreThoseOfTheWholeText) {
  for (const Program& program : Programs()) {
    const lsp::Document by_line("a", 1, program.text, lsp::Encoding::kUtf16);
    const lsp::Document whole("a", 1, program.text, lsp::Encoding::kUtf16);
    whole.tokens();
    for (std::uint32_t offset = 0; offset <= whole.text().size(); ++offset) {
      const ScannedToken* token = by_line.TokenAt(offset);
      const ScannedToken* expected = whole.TokenAt(offset);
      ASSERT_EQ(token == nullptr, expected == nullptr) << offset << " of " << program.text;
      if (token == nullptr) continue;
      ASSERT_EQ(token->range, expected->range) << offset << " of " << program.text;
      ASSERT_EQ(token->lexeme, expected->lexeme) << offset << " of " << program.text;
    }
  }
}

TEST(Conformance, ARealProcessSaysTheSame) {
  WireClient client;
  client.Say({{"jsonrpc", "2.0"},
              {"id", 1},
              {"method", "initialize"},
              {"params", {{"capabilities", FullCapabilities()}}}});
  EXPECT_EQ(client.Hear()["id"], 1);
  constexpr std::size_t kStep = 20;
  for (std::size_t i = 0; i < Programs().size(); i += kStep) {
    const Program& program = Programs()[i];
    const std::string uri = "file:///" + program.name + ".aeg";
    client.Say(
        {{"jsonrpc", "2.0"},
         {"method", "textDocument/didOpen"},
         {"params",
          {{"textDocument",
            {{"uri", uri}, {"languageId", "aegis"}, {"version", 1}, {"text", program.text}}}}}});
    const Json published = client.Hear()["params"];
    EXPECT_EQ(published["uri"], uri);
    EXPECT_EQ(published["diagnostics"], Expected(program, uri, false)) << program.text;
  }
  EXPECT_EQ(client.End(), 0);
}

}  // namespace
}  // namespace aegis::lsp_test

// What holds for every quick fix of every program: those of the conformance suite, and those that
// come out of damaging them.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "semantic/fixes.h"
#include "syntax/scan.h"
#include "tests/support/listing.h"

namespace aegis {
namespace {

namespace fs = std::filesystem;

struct Program {
  std::string name;
  std::string text;
  Limits limits;
};

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

const std::vector<Program>& Scripts() {
  static const std::vector<Program> scripts = [] {
    std::vector<Program> found;
    const fs::path root(AEGIS_SOURCE_DIR);
    for (const char* folder : {"tests/conformance", "examples"}) {
      for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
        if (entry.path().extension() != ".aeg") continue;
        found.push_back({entry.path().filename(), ReadFile(entry.path()), {}});
      }
    }
    std::sort(found.begin(), found.end(),
              [](const Program& a, const Program& b) { return a.name < b.name; });
    return found;
  }();
  return scripts;
}

std::vector<Program> Table() {
  std::vector<Program> table;
  std::ifstream file(std::string(AEGIS_SOURCE_DIR) + "/tests/conformance/aegis-0.1.jsonl");
  std::string line;
  while (std::getline(file, line)) {
    const auto data = nlohmann::json::parse(line);
    Limits limits;
    const auto values = data.value("limits", nlohmann::json::object());
    for (const auto& [name, value] : values.items()) {
      limits = *limits.With(name, value.get<std::int64_t>());
    }
    table.push_back(
        {"line " + std::to_string(table.size() + 1), data.at("source").get<std::string>(), limits});
  }
  return table;
}

std::multiset<std::string> TextsOf(const Source& source, Lexeme lexeme) {
  std::multiset<std::string> texts;
  for (const ScannedToken& token : Scan(source)) {
    if (token.lexeme == lexeme) texts.insert(source.Text(token.range));
  }
  return texts;
}

/// Checks that each comment and string is still there, as what it was or inside a comment.
void ExpectKept(const Source& before, const Source& after) {
  const std::multiset<std::string> comments = TextsOf(after, Lexeme::kComment);
  for (const Lexeme lexeme : {Lexeme::kComment, Lexeme::kString}) {
    std::multiset<std::string> left = TextsOf(after, lexeme);
    for (const std::string& text : TextsOf(before, lexeme)) {
      const auto same = left.find(text);
      if (same != left.end()) {
        left.erase(same);
      } else {
        EXPECT_TRUE(std::any_of(comments.begin(), comments.end(), [&](const std::string& comment) {
          return comment.find(text) != comment.npos;
        })) << text;
      }
    }
  }
}

std::multiset<std::string> ErrorsOf(const Analysis& analysis) {
  std::multiset<std::string> errors;
  for (const Diagnostic& diagnostic : analysis.diagnostics) {
    if (IsError(diagnostic)) errors.insert(Message(diagnostic));
  }
  return errors;
}

bool Includes(const std::multiset<std::string>& all, const std::multiset<std::string>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

/// Whether a fix of such a problem is about what stands in comments or strings.
bool IsAboutCharacters(Code code) {
  return code == Code::kTab || code == Code::kControlCharacter ||
         code == Code::kLoneCarriageReturn || code == Code::kIllegalCharacter;
}

void ExpectInOrder(const Source& source, const Fix& fix) {
  ASSERT_FALSE(fix.edits.empty());
  std::uint32_t end = 0;
  for (const TextEdit& edit : fix.edits) {
    EXPECT_LE(end, edit.range.begin);
    EXPECT_LE(edit.range.begin, edit.range.end);
    EXPECT_FALSE(edit.range.begin == edit.range.end && edit.text.empty());
    end = edit.range.end;
  }
  EXPECT_LE(end, source.size());
}

void ExpectHelps(const Program& program, const Analysis& before, const Diagnostic& problem,
                 const Fix& fix) {
  const std::string text = Apply(before.source, fix.edits);
  SCOPED_TRACE(program.name + ": " + fix.title + "\n--- before\n" + program.text + "\n--- after\n" +
               text);
  ExpectInOrder(before.source, fix);
  const Analysis after = Analyze(text, program.limits);
  if (!before.parsed) {
    // With no syntax error left, another phase has its say.
    EXPECT_TRUE(after.parsed || after.diagnostics.size() <= before.diagnostics.size());
  } else {
    EXPECT_TRUE(after.parsed);
    EXPECT_TRUE(Includes(ErrorsOf(before), ErrorsOf(after)));
    EXPECT_LT(ErrorsOf(after).size(), ErrorsOf(before).size() + (IsError(problem) ? 0 : 1));
  }
  EXPECT_EQ(fix.title.find('\n'), std::string::npos);
  EXPECT_NE(fix.title.back(), '.');
  const bool joins_strings = fix.title == "write `\\n` for the line break";
  if (IsAboutCharacters(problem.code) || joins_strings) return;
  ExpectKept(before.source, after.source);
}

/// Tries every fix of every problem; returns how many there were.
std::size_t ExpectAllHelp(const Program& program) {
  const Analysis analysis = Analyze(program.text, program.limits);
  std::size_t count = 0;
  for (const Diagnostic& problem : analysis.diagnostics) {
    const std::vector<Fix> fixes = FixesFor(analysis, problem, program.limits);
    std::size_t preferred = 0;
    for (const Fix& fix : fixes) {
      ExpectHelps(program, analysis, problem, fix);
      if (fix.preferred) ++preferred;
      if (testing::Test::HasFailure()) return count;
    }
    EXPECT_LE(preferred, 1U);
    count += fixes.size();
  }
  return count;
}

TEST(AnyFix, HelpsInTheScripts) {
  std::size_t count = 0;
  for (const Program& program : Scripts()) count += ExpectAllHelp(program);
  EXPECT_GT(count, 200U);
}

TEST(AnyFix, HelpsInTheTable) {
  std::size_t count = 0;
  for (const Program& program : Table()) count += ExpectAllHelp(program);
  EXPECT_GT(count, 200U);
}

/// `text` with up to three pieces lost, doubled or put in.
std::string Damaged(std::string text, std::mt19937* random) {
  static const std::vector<std::string> kPieces = {
      "\t",  "'",  "\"", "\\", "!",       "&&",     ";",     "=",   "==",     ":",    "(",  ")",
      "\r",  " ",  "\n", "#",  "{",       "}",      ".",     ",",   "A",      "\x01", "é",  "elif ",
      "if ", "0x", "1_", "**", "else:\n", "print ", "input", " + ", "\u201C", "not ", "- ", "<"};
  const auto below = [&](std::size_t end) {
    return static_cast<std::size_t>((*random)() % (end == 0 ? 1 : end));
  };
  for (std::size_t count = 1 + below(3); count > 0; --count) {
    const std::size_t at = below(text.size() + 1);
    switch (below(3)) {
      case 0:
        text.erase(at, 1 + below(4));
        break;
      case 1:
        text.insert(at, text.substr(at, 1 + below(8)));
        break;
      default:
        text.insert(at, kPieces[below(kPieces.size())]);
        break;
    }
  }
  return text;
}

TEST(AnyFix, HelpsInDamagedPrograms) {
  std::mt19937 random(20);
  std::size_t count = 0;
  for (int round = 0; round < 3; ++round) {
    for (const Program& program : Scripts()) {
      if (program.text.size() > 2000) continue;
      count += ExpectAllHelp({program.name, Damaged(program.text, &random), {}});
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(count, 500U);
}

TEST(FixAll, NeverAddsASyntaxError) {
  std::mt19937 random(21);
  std::size_t changed = 0;
  for (const Program& program : Scripts()) {
    if (program.text.size() > 2000) continue;
    const std::string text = Damaged(program.text, &random);
    const Analysis before = Analyze(text);
    const std::string fixed = FixAll(text);
    if (fixed == text) continue;
    ++changed;
    const Analysis after = Analyze(fixed);
    const std::size_t left = after.parsed ? 0 : after.diagnostics.size();
    EXPECT_LE(left, before.diagnostics.size()) << text << "\n--- after\n" << fixed;
    EXPECT_TRUE(after.parsed || !before.parsed) << text << "\n--- after\n" << fixed;
  }
  EXPECT_GT(changed, 100U);
}

TEST(FixAll, GoesOnUntilNothingIsLeft) {
  EXPECT_EQ(FixAll("if true {\n  x = 'a';\n} else {\n  x = “b”\n}\nPrint(X)\n"),
            "if true:\n  x = \"a\"\nelse:\n  x = \"b\"\nprint(x)\n");
  EXPECT_EQ(FixAll("n = 1\nif n && n = 2\n\tprint n\n"),
            "n = 1\nif n != 0 and n == 2:\n    print(n)\n");
  EXPECT_EQ(FixAll("x = 1 % 2\ny = True\n"), "x = 1 % 2\ny = true\n");
}

TEST(FixAll, LeavesAloneWhatNeedsNoFix) {
  for (const std::string text :
       {"", "x = 1\n", "print(\"1\" == 1)\n", "while true\n", "x = \xff"}) {
    EXPECT_EQ(FixAll(text), text);
  }
}

TEST(FixAll, HasAnEnd) {
  // Each fix costs a check to find the problem, one to look at it and one to try the fix.
  std::string text;
  std::string fixed;
  for (int i = 0; i < 150; ++i) {
    text += "x = 1;\n";
    fixed += i < 100 ? "x = 1\n" : "x = 1;\n";
  }
  EXPECT_EQ(FixAll(text), fixed);
}

TEST(FixesFor, KnowsOnlyWhatTheAnalysisFound) {
  const Analysis analysis = Analyze("x = True\n");
  Diagnostic other = analysis.diagnostics.front();
  EXPECT_EQ(FixesFor(analysis, other).size(), 1U);
  other.range->begin -= 1;
  EXPECT_TRUE(FixesFor(analysis, other).empty());
  other.range.reset();
  EXPECT_TRUE(FixesFor(analysis, other).empty());
}

TEST(FixesFor, OffersNothingForTextThatIsNotWhollyKnown) {
  const Analysis invalid = Analyze("x = True\ny = \xff\n");
  EXPECT_TRUE(FixesFor(invalid, invalid.diagnostics.front()).empty());
  const Analysis large = Analyze(std::string(70000, 'x'));
  EXPECT_TRUE(FixesFor(large, large.diagnostics.front()).empty());
}

TEST(FixesFor, ObeysTheLimits) {
  // The longer text has one token more than is allowed.
  const std::string text = "print 1\n";
  const Limits limits = *Limits().With(Limit::kTokens, 6);
  const Analysis analysis = Analyze(text, limits);
  EXPECT_TRUE(
      FixesFor(analysis, analysis.diagnostics.front(), *Limits().With(Limit::kTokens, 5)).empty());
  EXPECT_EQ(FixesFor(analysis, analysis.diagnostics.front(), limits).size(), 1U);
}

TEST(Apply, PutsEachTextInItsPlace) {
  const Source source("aé = 1\n");
  EXPECT_EQ(Apply(source, {}), "aé = 1\n");
  EXPECT_EQ(Apply(source, {{{0, 0}, "x"}, {{1, 2}, ""}, {{5, 6}, "ü2"}, {{7, 7}, "z"}}),
            "xa = ü2\nz");
}

}  // namespace
}  // namespace aegis

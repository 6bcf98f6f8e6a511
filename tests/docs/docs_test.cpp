// The documents are held to what they say: every diagnostic has a page whose programs do what the
// page claims, every program in the guides prints what stands next to it, and what the guides say
// in tables and numbers is compared with the code.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "docs/bundle.h"
#include "interp/session.h"
#include "semantic/compile.h"
#include "syntax/parse.h"
#include "tests/conformance/annotated_script.h"
#include "tests/docs/markdown.h"

namespace aegis::docs {
namespace {

namespace fs = std::filesystem;

bool StartsWith(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// `text` with every run of blanks and line ends as one blank.
std::string Unwrapped(const std::string& text) {
  return std::regex_replace(text, std::regex("\\s+"), " ");
}

std::int64_t ToNumber(std::string digits) {
  digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
  return std::stoll(digits);
}

void ExpectHolds(const conformance::AnnotatedScript& script, const std::string& where) {
  for (const std::string& difference : conformance::Disagreements(script)) {
    ADD_FAILURE() << where << "\n" << script.source << "----- " << difference;
  }
}

/// Every match of `pattern` in `text`.
std::vector<std::smatch> Matches(const std::string& text, const std::regex& pattern) {
  return {std::sregex_iterator(text.begin(), text.end(), pattern), std::sregex_iterator()};
}

// ---- What is compiled in -----------------------------------------------------------------------

void ExpectBundled(const std::vector<BundledFile>& files, const std::string& folder,
                   const std::string& extension) {
  std::vector<std::string> names;
  for (const BundledFile& file : files) {
    names.emplace_back(file.name);
    EXPECT_EQ(std::string(file.content), ReadProjectFile(names.back())) << file.name;
  }
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  std::vector<std::string> present;
  for (const auto& entry : fs::directory_iterator(fs::path(AEGIS_SOURCE_DIR) / folder)) {
    if (entry.path().extension() == extension) {
      present.push_back(folder + "/" + entry.path().filename().string());
    }
  }
  std::sort(present.begin(), present.end());
  EXPECT_EQ(names, present);
}

TEST(Bundle, HoldsTheFilesByteForByte) {
  ExpectBundled(BundledDocs(), "docs", ".md");
  ExpectBundled(BundledExplanations(), "docs/explain", ".md");
  ExpectBundled(BundledExamples(), "examples", ".aeg");
}

TEST(Bundle, ReplacesEscapesOnlyWhereTheFenceSaysSo) {
  std::vector<std::string> sources;
  for (const Explanation& page : Explanations()) {
    if (page.id == "AEG0507") {
      EXPECT_EQ(page.programs.at(0).inputs, std::vector<std::string>{"\xFF"});
    }
    if (page.id != "AEG0101" && page.id != "AEG0107") continue;
    sources.push_back(page.programs.at(0).source);
  }
  EXPECT_EQ(sources, (std::vector<std::string>{"print(\"caf\xE9\")\n", "print(\"C:\\Users\")\n"}));
}

// ---- Examples ----------------------------------------------------------------------------------

TEST(Examples, AreSixThatDoWhatTheirHeadsSay) {
  const std::vector<Example> examples = Examples();
  EXPECT_EQ(examples.size(), 6U);
  for (const Example& example : examples) {
    SCOPED_TRACE(example.filename);
    EXPECT_GT(example.purpose.size(), 20U);
    EXPECT_EQ(example.purpose.back(), '.');
    EXPECT_FALSE(example.expected_output.empty());
    const conformance::AnnotatedScript script = conformance::ReadAnnotations(example.content);
    EXPECT_EQ(script.inputs, example.inputs);
    EXPECT_EQ(script.output, example.expected_output);
    EXPECT_TRUE(script.errors.empty());
    ExpectHolds(script, example.filename);
  }
}

TEST(Examples, CoverTheLanguage) {
  std::string all;
  std::set<std::size_t> pauses;
  for (const Example& example : Examples()) {
    all += example.content;
    pauses.insert(example.inputs.size());
  }
  EXPECT_EQ(pauses.count(1), 1U);
  EXPECT_GE(*pauses.rbegin(), 2U);
  for (const std::string construct :
       {"if ", "else:", " and ", " or ", "input()", "print(", " + \"", " * ", " / ", " ^ "}) {
    EXPECT_TRUE(Contains(all, construct)) << construct;
  }
  EXPECT_TRUE(std::regex_search(all, std::regex("\n(  +)if [^\n]*:\n"))) << "no nested condition";
}

// ---- Explanations ------------------------------------------------------------------------------

/// A clock that is a millisecond later each time it is read.
Clock TickingClock() {
  return [now = std::int64_t{0}]() mutable { return now += 1'000'000; };
}

Limits LimitsOf(const Explanation::Program& program) {
  Limits limits;
  for (const auto& [name, value] : program.limits) {
    std::string problem;
    const auto changed = limits.With(name, value, &problem);
    EXPECT_TRUE(changed) << problem;
    if (changed) limits = *changed;
  }
  return limits;
}

/// The code of the first problem that the program meets, be it in a check or in a run.
std::string FirstProblem(const Explanation::Program& program) {
  const Limits limits = LimitsOf(program);
  const std::vector<Diagnostic> found = Compile(program.source, limits).diagnostics;
  if (!found.empty() && !IsError(found.front())) return std::string(Info(found.front().code).id);

  Session session = Session::Start(program.source, limits, TickingClock());
  for (const std::string& input : program.inputs) session.Resume(input);
  const Envelope& end = session.envelope();
  if (end.status != Status::kError) return "none";
  if (!found.empty()) {
    EXPECT_EQ(Info(end.error->code).id, Info(found.front().code).id);
  }
  return std::string(Info(end.error->code).id);
}

TEST(Explanations, EveryCodeHasAPageAndEveryPageACode) {
  std::vector<std::string> codes;
  for (const CodeInfo& info : AllCodes()) codes.emplace_back(info.id);
  std::vector<std::string> pages;
  for (const Explanation& page : Explanations()) pages.push_back(page.id);
  EXPECT_EQ(codes, pages);
}

TEST(Explanations, HaveTheSameForm) {
  for (const Explanation& page : Explanations()) {
    SCOPED_TRACE(page.id);
    const CodeInfo* info = FindCode(page.id);
    ASSERT_NE(info, nullptr);
    EXPECT_FALSE(page.title.empty());
    EXPECT_TRUE(StartsWith(
        page.text, "# " + page.id + ": " + page.title + "\n\n`" + std::string(info->slug) + "`, "));
    const std::string category = info->severity == Severity::kWarning
                                     ? "a warning"
                                     : "`" + std::string(CategoryName(info->category)) + "`";
    const std::string head =
        page.text.substr(0, page.text.find("\n\n", page.text.find("\n\n") + 1));
    EXPECT_TRUE(Contains(head, category + " (specification, section ")) << head;
    EXPECT_TRUE(Contains(page.text, "\n## Why\n"));
    EXPECT_TRUE(Contains(page.text, "\n## How to mend it\n"));
  }
}

TEST(Explanations, ProgramsDoWhatThePagesClaim) {
  // A request, an internal error and the store of virtual files have no program that causes them.
  const std::set<std::string> without_programs = {"AEG0304", "AEG0508", "AEG0619", "AEG0620",
                                                  "AEG0901"};
  for (const Explanation& page : Explanations()) {
    int wrong = 0;
    int right = 0;
    for (const Explanation::Program& program : page.programs) {
      const std::string where = page.id + ", program " + std::to_string(wrong + right + 1);
      if (program.wrong) {
        ++wrong;
        EXPECT_EQ(FirstProblem(program), page.id) << where << "\n" << program.source;
        continue;
      }
      ++right;
      conformance::AnnotatedScript script = conformance::ReadAnnotations(program.source);
      EXPECT_TRUE(script.errors.empty() && script.warnings.empty()) << where;
      EXPECT_FALSE(script.output.empty()) << where;
      script.inputs = program.inputs;
      script.limits = LimitsOf(program);
      ExpectHolds(script, where);
    }
    EXPECT_EQ(wrong > 0 && right > 0, without_programs.count(page.id) == 0) << page.id;
  }
}

TEST(Explanations, NameTheDefaultsOfLimits) {
  const std::regex claim(
      "limit `([a-z_]+)`(?:, which is| allows:) ([0-9,]+) .{0,25}unless the host sets another");
  std::set<std::string> named;
  for (const Explanation& page : Explanations()) {
    const std::string text = Unwrapped(page.text);
    for (const std::smatch& match : Matches(text, claim)) {
      for (const LimitInfo& info : Limits::Infos()) {
        if (info.name != match[1].str()) continue;
        EXPECT_EQ(info.default_value, ToNumber(match[2])) << page.id << ": " << match[0];
        named.insert(match[1]);
      }
    }
  }
  EXPECT_EQ(named.size(), Limits::kCount);
}

// ---- Guides ------------------------------------------------------------------------------------

TEST(Guides, EveryProgramDoesWhatItSays) {
  int programs = 0;
  for (const Document& document : Documents()) {
    if (StartsWith(document.path, "docs/explain/")) continue;
    for (const Fence& fence : Fences(document.text)) {
      if (!StartsWith(fence.info, "aeg")) continue;
      ++programs;
      EXPECT_EQ(fence.info, "aeg") << document.path << ":" << fence.line;
      const conformance::AnnotatedScript script = conformance::ReadAnnotations(fence.text);
      EXPECT_TRUE(!script.output.empty() || !script.errors.empty())
          << document.path << ":" << fence.line << ": says nothing";
      ExpectHolds(script, document.path + ":" + std::to_string(fence.line));
    }
  }
  EXPECT_GE(programs, 25);
}

TEST(LanguageGuide, ListsEveryLimit) {
  const auto rows = TableRows(ReadProjectFile("docs/language.md"));
  for (const LimitInfo& info : Limits::Infos()) {
    const std::string name = "`" + std::string(info.name) + "`";
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const auto& cells) { return cells.at(0) == name; });
    ASSERT_NE(row, rows.end()) << name;
    EXPECT_EQ(ToNumber(row->at(1)), info.default_value) << name;
    EXPECT_EQ(ToNumber(row->at(2)), info.ceiling) << name;
  }
}

TEST(LanguageGuide, ListsEveryKeyword) {
  std::string words;
  for (const std::string& keyword : Keywords()) words += " " + keyword;
  EXPECT_TRUE(Contains(ReadProjectFile("docs/language.md"), "\n   " + words + "\n")) << words;
}

TEST(LanguageGuide, ListsEveryCategory) {
  const auto rows = TableRows(ReadProjectFile("docs/language.md"));
  for (const CodeInfo& info : AllCodes()) {
    if (info.severity == Severity::kWarning) continue;
    const std::string name = "`" + std::string(CategoryName(info.category)) + "`";
    EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const auto& cells) {
      return cells.at(0) == name;
    })) << name;
  }
}

TEST(LanguageGuide, AThousandAssignmentsFitTheDefaults) {
  ASSERT_TRUE(Contains(Unwrapped(ReadProjectFile("docs/language.md")),
                       "room for a thousand lines such as `x = x + 1`"));
  std::string source = "x = 0\n";
  for (int i = 0; i < 1000; ++i) source += "x = x + 1\n";
  EXPECT_EQ(Session::Start(source + "print(x)\n").envelope().output, "1000\n");
}

/// What a writer of Python would try, as the guide shows it, a program around it, and the code of
/// the error that it meets.
struct Habit {
  std::string shown;
  std::string program;
  std::string code;
};

TEST(LanguageGuide, HabitsFromPythonAreErrors) {
  const std::string start = "a = true\nx = 1\nage = 1\ncount = 1\ntext = \"\"\nn = 1\n";
  const std::vector<Habit> habits = {
      {"'text'", "y = 'text'\n", "AEG0105"},
      {"f\"{x}\"", "y = f\"{x}\"\n", "AEG0130"},
      {"\"\"\"text\"\"\"", "y = \"\"\"text\"\"\"\n", "AEG0130"},
      {"True", "y = True\n", "AEG0105"},
      {"None", "y = None\n", "AEG0105"},
      {"Total", "Total = 1\n", "AEG0105"},
      {"maxValue", "maxValue = 1\n", "AEG0105"},
      {"_tmp", "_tmp = 1\n", "AEG0105"},
      {"elif b:", "if a:\n  y = 1\nelif b:\n  y = 2\n", "AEG0127"},
      {"if x = 1:", "if x = 1:\n  y = 1\n", "AEG0125"},
      {"if count:", "if count:\n  y = 1\n", "AEG0404"},
      {"if text:", "if text:\n  y = 1\n", "AEG0404"},
      {"18 <= age < 65", "y = 18 <= age < 65\n", "AEG0123"},
      {"x ** 2", "y = x ** 2\n", "AEG0121"},
      {"x // 2", "y = x // 2\n", "AEG0121"},
      {"x % 2", "y = x % 2\n", "AEG0105"},
      {"--x", "y = --x\n", "AEG0124"},
      {"not not x", "y = not not x\n", "AEG0124"},
      {"x += 1", "x += 1\n", "AEG0127"},
      {"a = b = 0", "a = b = 0\n", "AEG0125"},
      {"a, b = 1, 2", "a, b = 1, 2\n", "AEG0105"},
      {"print(\"n:\", n)", "print(\"n:\", n)\n", "AEG0105"},
      {"print()", "print()\n", "AEG0121"},
      {"\"n: \" + str(n)", "y = \"n: \" + str(n)\n", "AEG0130"},
      {"\"ab\" * 3", "y = \"ab\" * 3\n", "AEG0401"},
      {"input(\"Name? \")", "y = input(\"Name? \")\n", "AEG0129"},
      {"int(input())", "y = int(input())\n", "AEG0130"},
      {"1.", "y = 1.\n", "AEG0106"},
      {".5", "y = .5\n", "AEG0105"},
      {"1_000", "y = 1_000\n", "AEG0106"},
      {"0xff", "y = 0xff\n", "AEG0106"},
      {"if a: b = 1", "if a: b = 1\n", "AEG0128"},
      {"a = 1; b = 2", "a = 1; b = 2\n", "AEG0105"},
      {"while", "while x < 3:\n  x = x + 1\n", "AEG0127"},
      {"for", "for i in x:\n  y = i\n", "AEG0127"},
      {"def", "def f():\n  y = 1\n", "AEG0127"},
      {"import", "import os\n", "AEG0127"},
      {"try", "try:\n  y = 1\n", "AEG0127"},
      {"assigned in just one branch", "if a:\n  y = 1\nprint(y)\n", "AEG0302"},
  };
  const std::string guide = ReadProjectFile("docs/language.md");
  const std::size_t begin = guide.find("## Coming from Python");
  const std::string section = guide.substr(begin, guide.find("\n## ", begin) - begin);
  for (const Habit& habit : habits) {
    EXPECT_TRUE(Contains(section, habit.shown)) << habit.shown;
    const Envelope result = Session::Start(start + habit.program).envelope();
    ASSERT_EQ(result.status, Status::kError) << habit.program;
    EXPECT_EQ(Info(result.error->code).id, habit.code) << habit.program;
    EXPECT_EQ(result.execution, Execution::kNotStarted) << habit.program;
  }
}

// ---- All documents -----------------------------------------------------------------------------

TEST(Documents, RelativeLinksLeadToFilesAndHeadings) {
  int links = 0;
  for (const Document& document : Documents()) {
    for (const std::string& target : LinkTargets(document.text)) {
      if (Contains(target, "://")) continue;
      ++links;
      const std::size_t hash = target.find('#');
      const fs::path folder = fs::path(document.path).parent_path();
      const std::string file =
          hash == 0 ? document.path : (folder / target.substr(0, hash)).lexically_normal().string();
      ASSERT_TRUE(fs::exists(fs::path(AEGIS_SOURCE_DIR) / file))
          << document.path << " links to " << target;
      if (hash == std::string::npos) continue;
      const std::vector<std::string> fragments = Fragments(ReadProjectFile(file));
      EXPECT_EQ(std::count(fragments.begin(), fragments.end(), target.substr(hash + 1)), 1)
          << document.path << " links to " << target;
    }
  }
  EXPECT_GE(links, 20);
}

TEST(Documents, NameOnlyCodesThatExist) {
  const std::regex code("AEG[0-9]{4}");
  for (const Document& document : Documents()) {
    for (const std::smatch& match : Matches(document.text, code)) {
      EXPECT_NE(FindCode(match.str()), nullptr) << document.path << ": " << match.str();
    }
  }
}

/// The commands that `./dev help` lists.
std::set<std::string> DevCommands() {
  const std::string dev = ReadProjectFile("dev");
  const std::size_t begin = dev.find("<<'HELP'");
  const std::string help = dev.substr(begin, dev.find("\nHELP\n") - begin);
  std::set<std::string> commands;
  for (const std::smatch& match : Matches(help, std::regex("\n  ([a-z]+) "))) {
    commands.insert(match[1]);
  }
  return commands;
}

TEST(Documents, NameTheCommandsThatExist) {
  const std::set<std::string> commands = DevCommands();
  const std::regex mention("\\./dev ([a-z]+)");
  for (const Document& document : Documents()) {
    for (const std::smatch& match : Matches(document.text, mention)) {
      EXPECT_EQ(commands.count(match[1]), 1U) << document.path << ": " << match.str();
    }
  }
  const std::string contributing = ReadProjectFile("CONTRIBUTING.md");
  for (const std::string& command : commands) {
    EXPECT_TRUE(Contains(contributing, "\n| `./dev " + command)) << command;
  }
  EXPECT_GE(commands.size(), 10U);
}

TEST(Documents, LinesOfProseAreShort) {
  for (const Document& document : Documents()) {
    std::istringstream lines(document.text);
    std::string line;
    bool in_fence = false;
    for (int number = 1; std::getline(lines, line); ++number) {
      if (StartsWith(line, "```")) in_fence = !in_fence;
      if (in_fence || StartsWith(line, "|")) continue;
      EXPECT_LE(line.size(), 100U) << document.path << ":" << number;
    }
  }
}

TEST(Readme, BeginsWithTheTwoCommands) {
  const std::vector<Fence> fences = Fences(ReadProjectFile("README.md"));
  ASSERT_FALSE(fences.empty());
  EXPECT_EQ(fences.front().text, "./dev run examples/greet.aeg --input world\n./dev test\n");
}

TEST(Readme, TellsTheJobOfEveryFolder) {
  const auto rows = TableRows(ReadProjectFile("README.md"));
  for (const auto& entry : fs::directory_iterator(AEGIS_SOURCE_DIR)) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_directory() || name.front() == '.' || name == "build" ||
        fs::exists(entry.path() / "CMakeCache.txt")) {
      continue;
    }
    const std::string link = "[" + name + "](" + name + ")";
    EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const auto& cells) {
      return cells.at(0) == link;
    })) << name;
  }
}

TEST(Changelog, KnowsThisVersion) {
  std::smatch version;
  const std::string project = ReadProjectFile("CMakeLists.txt");
  ASSERT_TRUE(std::regex_search(project, version, std::regex("VERSION ([0-9.]+) DESC")));
  EXPECT_TRUE(Contains(ReadProjectFile("CHANGELOG.md"), "\n## " + version[1].str() + "\n"));
}

}  // namespace
}  // namespace aegis::docs

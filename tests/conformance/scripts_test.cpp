// The annotated scripts: every file <construct>/<claim>.aeg in this folder is a test of its own,
// named <construct>_<claim>, that holds when the program does exactly what its comments say.
// README.md describes the annotations. The runner is tested first: a runner that lets a wrong
// script pass would make all of them worthless.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/conformance/annotated_script.h"

namespace aegis::conformance {
namespace {

std::vector<std::string> Judge(const std::string& source) {
  return Disagreements(ReadAnnotations(source));
}

void ExpectHolds(const std::string& source) {
  for (const std::string& difference : Judge(source)) ADD_FAILURE() << source << difference;
}

/// The script must fail with a sentence that contains `part`.
void ExpectFails(const std::string& source, const std::string& part) {
  const std::vector<std::string> differences = Judge(source);
  EXPECT_TRUE(
      std::any_of(differences.begin(), differences.end(),
                  [&](const std::string& text) { return text.find(part) != std::string::npos; }))
      << source << "has no difference with `" << part << "`, but "
      << (differences.empty() ? "holds" : differences.front());
}

TEST(ScriptRunner, ComparesOutput) {
  ExpectHolds("print(1)  # expect: 1\nprint(\"\")  # expect:\nprint(\" a \")  # expect:  a \n");
  ExpectHolds("print(\"a\\nb\")  # expect: a\n# expect: b\n");
  ExpectHolds("print(\"\\t\")  # expect json: \"\\t\"\n");
  ExpectFails("print(1)\n", "output differs");
  ExpectFails("print(1)  # expect: 2\n", "output differs");
  ExpectFails("print(1)  # expect: 1\n# expect: 2\n", "output differs");
  ExpectFails("print(2)  # expect: 1\nprint(1)  # expect: 2\n", "output differs");
  ExpectFails("# expect:\n", "output differs");
}

TEST(ScriptRunner, AMissingErrorFails) {
  ExpectFails("x = 1  # expect error: type_error\n", "errors differ");
  ExpectFails("x = 1 / 1  # expect error: value_error\n", "errors differ");
}

TEST(ScriptRunner, AnUnexpectedErrorFails) {
  ExpectFails("x = y\n", "errors differ");
  ExpectFails("x = 1 / 0\n", "errors differ");
  ExpectFails("x = (\n", "errors differ");
  ExpectFails("x = y  # expect error: name_error\nx = z\n", "errors differ");
  ExpectFails("x = y + z  # expect error: name_error\n", "errors differ");
}

TEST(ScriptRunner, ComparesCategoryPlaceAndCode) {
  ExpectHolds("x = y  # expect error: name_error\n");
  ExpectHolds("x = y  # expect error: name_error AEG0301\n");
  ExpectHolds("x = y  # expect error: name_error at 5\n");
  ExpectHolds("x = y  # expect error: name_error AEG0301 at 5\n");
  ExpectHolds("x = y\n# expect error at 1:5: name_error AEG0301\n");
  ExpectHolds("x = y + z  # expect error: name_error at 5 # expect error: name_error at 9\n");
  ExpectHolds("x = 1 / 0  # expect error: value_error at 7\n");
  ExpectFails("x = y  # expect error: type_error\n", "errors differ");
  ExpectFails("x = y  # expect error: name_error AEG0302\n", "errors differ");
  ExpectFails("x = y  # expect error: name_error at 6\n", "errors differ");
  ExpectFails("x = y\n# expect error at 2:5: name_error\n", "errors differ");
  ExpectFails("x = 1 / 0  # expect error: value_error at 5\n", "errors differ");
  ExpectFails("x = 1 / 0\ny = 1  # expect error: value_error\n", "errors differ");
}

TEST(ScriptRunner, ErrorsOfALineAreInTheOrderMet) {
  ExpectFails("x = y + z  # expect error: name_error at 9 # expect error: name_error at 5\n",
              "errors differ");
}

TEST(ScriptRunner, ComparesWarnings) {
  ExpectHolds("x = 1 == 1.0  # expect warning: AEG0701\n");
  ExpectHolds("x = 1 == 1.0  # expect warning: AEG0701 at 7\n");
  ExpectFails("x = 1 == 1.0\n", "warnings differ");
  ExpectFails("x = 1 == 1  # expect warning: AEG0701\n", "warnings differ");
  ExpectFails("x = 1 == 1.0  # expect warning: AEG0701 at 5\n", "warnings differ");
}

TEST(ScriptRunner, HandsInputsOverInOrder) {
  ExpectHolds(
      "# input: a b\n# input:\n# input hex: c3 a9\n"
      "print(input())  # expect: a b\nprint(input())  # expect:\nprint(input())  # expect: "
      "\u00E9\n");
  ExpectFails("print(input())  # expect: a\n", "requests differ");
}

TEST(ScriptRunner, ComparesRequests) {
  ExpectHolds("print(1)  # expect: 1\nx = input()  # expect request: 1 at 5\n");
  ExpectHolds("# input: a\nx = input()  # expect request: 1 at 5\n");
  ExpectFails("x = input()  # expect request: 2 at 5\n", "requests differ");
  ExpectFails("x = input()  # expect request: 1 at 6\n", "requests differ");
  ExpectFails("x = 1  # expect request: 1 at 5\n", "requests differ");
  ExpectFails("# input: a\nx = input()  # expect request: 1 at 5\nx = input()\n",
              "requests differ");
}

TEST(ScriptRunner, WhatAPauseDeliveredStaysAfterAnError) {
  ExpectHolds(
      "# input: a\nprint(1)  # expect: 1\nx = input()\nprint(2)\n"
      "x = 1 / 0  # expect error: value_error\n");
  ExpectFails(
      "# input: a\nprint(1)  # expect: 1\nx = input()\nprint(2)  # expect: 2\n"
      "x = 1 / 0  # expect error: value_error\n",
      "output differs");
}

TEST(ScriptRunner, SetsLimits) {
  ExpectHolds("# limit: output_bytes=2\nprint(\"a\")  # expect: a\n");
  ExpectHolds("# limit: output_bytes=1\nprint(\"a\")  # expect error: limit_error at 1\n");
  ExpectFails("# limit: output_bytes=1\nprint(\"a\")  # expect: a\n", "errors differ");
}

TEST(ScriptRunner, ComparesExecution) {
  ExpectHolds("x = 1  # expect execution: completed\n");
  ExpectHolds("x = input()  # expect execution: partial # expect request: 1 at 5\n");
  ExpectHolds("x = y  # expect execution: not_started # expect error: name_error\n");
  ExpectFails("x = 1  # expect execution: partial\n", "`execution` differs");
}

TEST(ScriptRunner, AMalformedAnnotationFails) {
  const char* const kMalformed[] = {
      "#expect: 1",
      "# Expect: 1",
      "# expects: 1",
      "# expect 1",
      "# expect error:",
      "# expect error type_error",
      "# expect error: typo_error",
      "# expect error: warning",
      "# expect error: type_error at",
      "# expect error: type_error at 0",
      "# expect error: type_error at x",
      "# expect error: type_error AEG401",
      "# expect error: type_error at 3 AEG0401",
      "# expect error at 3: type_error",
      "# expect error at 1:2: type_error at 3",
      "# expect warning:",
      "# expect warning: 701",
      "# expect request: 1",
      "# expect request: at 1",
      "# expect execution: started",
      "# expect json: 1",
      "# expect json: \"a",
      "# expect errors: type_error",
      "# input a",
      "# input hex: f",
      "# input hex: fg",
      "# inputs: a",
      "# limit: output_bytes",
      "# limit: output_bytes=-1",
      "# limit: output_bytes=x",
      "# limit: bytes=1",
      "# limit: nesting=257",
      "# limits: nesting=2",
  };
  for (const std::string annotation : kMalformed) {
    ExpectFails("x = 1  " + annotation + "\n", "line 1: malformed annotation `" + annotation + "`");
  }
}

TEST(ScriptRunner, LeavesOtherCommentsAlone) {
  ExpectHolds("# what to expect: nothing\nx = 1  # the input\n## limitless\n");
}

TEST(ScriptRunner, ReadsProgramsThatNoLexerAccepts) {
  ExpectHolds("x = \"abc  # expect error: syntax_error at 5\n");
  ExpectHolds("x = \xFF  # expect error: syntax_error at 5\n");
  ExpectHolds("x = 1\r\ny = @  # expect error: syntax_error at 5\r\n");
  ExpectHolds("x = 1 \r # expect error: syntax_error at 7\n");
  ExpectHolds("# expect error at 2:5: syntax_error\nx = @\n");
}

// ---- The scripts -------------------------------------------------------------------------------

namespace fs = std::filesystem;

fs::path Folder() { return fs::path(AEGIS_SOURCE_DIR) / "tests" / "conformance"; }

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

/// Paths from the folder, in order: `power/is_right_associative.aeg`.
std::vector<std::string> ListScripts() {
  std::vector<std::string> scripts;
  for (const auto& entry : fs::recursive_directory_iterator(Folder())) {
    if (entry.path().extension() != ".aeg") continue;
    scripts.push_back(entry.path().lexically_relative(Folder()).generic_string());
  }
  std::sort(scripts.begin(), scripts.end());
  return scripts;
}

std::string TestName(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param.substr(0, info.param.rfind('.'));
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

class Script : public ::testing::TestWithParam<std::string> {};

TEST_P(Script, Holds) {
  const std::string source = ReadFile(Folder() / GetParam());
  for (const std::string& difference : Judge(source)) {
    ADD_FAILURE() << GetParam() << "\n" << source << "\n----- " << difference;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Script, ::testing::ValuesIn(ListScripts()), TestName);

TEST(Scripts, AnnotateEveryCodeThatAProgramCanProvoke) {
  std::set<std::string> annotated;
  for (const std::string& path : ListScripts()) {
    const AnnotatedScript script = ReadAnnotations(ReadFile(Folder() / path));
    for (const ExpectedProblem& problem : script.errors) annotated.insert(problem.code);
    for (const ExpectedProblem& problem : script.warnings) annotated.insert(problem.code);
  }
  for (const CodeInfo& info : AllCodes()) {
    // A bad request is no program's fault, nor is a failure of the host, nor what the store of
    // virtual files refuses; the clock stands still.
    const std::set<Code> beyond_programs = {Code::kBadRequest,   Code::kInternalError,
                                            Code::kOutOfTime,    Code::kFileNotFound,
                                            Code::kTooManyFiles, Code::kStoreFull};
    EXPECT_EQ(annotated.count(std::string(info.id)),
              beyond_programs.count(info.code) == 0 ? 1U : 0U)
        << info.id;
  }
}

TEST(Scripts, AreOneClaimEachInAFolderForEachConstruct) {
  std::set<std::string> folders;
  for (const std::string& script : ListScripts()) {
    const auto slash = script.find('/');
    ASSERT_NE(slash, std::string::npos) << script;
    EXPECT_EQ(script.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_", slash + 1),
              script.size() - 4)
        << script;
    folders.insert(script.substr(0, slash));
    const std::string source = ReadFile(Folder() / script);
    EXPECT_LE(std::count(source.begin(), source.end(), '\n'), 45) << script;
  }
  EXPECT_GE(folders.size(), 20U);
}

}  // namespace
}  // namespace aegis::conformance

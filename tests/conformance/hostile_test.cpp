// Hostile input: whatever the bytes, and whatever limits the host sets, a program gets an answer
// that makes sense. Nothing here depends on the time that anything takes: in this process the clock
// stands still, so that the other limits have to end every run.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "semantic/compile.h"
#include "syntax/parse.h"
#include "tests/conformance/hostile_programs.h"
#include "tests/conformance/run_program.h"

namespace aegis::conformance {
namespace {

constexpr unsigned kSeed = 20240229;

/// The limits that bound how much there is to do, as high as a host can set them.
Limits Raised() {
  Limits limits;
  for (const LimitInfo& info : Limits::Infos()) {
    switch (info.limit) {
      case Limit::kSourceBytes:
      case Limit::kLineChars:
      case Limit::kNesting:
      case Limit::kTokens:
      case Limit::kOperations:
      case Limit::kMemoryBytes:
        limits = *limits.With(info.limit, info.ceiling);
        break;
      default:
        break;
    }
  }
  return limits;
}

/// The lines of `source` in bytes, which are at least as many as code points; the line after a
/// final terminator is one of them.
std::vector<std::size_t> LineSizes(const std::string& source) {
  std::vector<std::size_t> sizes = {0};
  for (const char c : source) {
    if (c == '\n') {
      sizes.push_back(0);
    } else {
      ++sizes.back();
    }
  }
  return sizes;
}

bool LiesInside(Position position, const std::string& source) {
  const std::vector<std::size_t> sizes = LineSizes(source);
  return position.line >= 1 && position.line <= sizes.size() && position.column >= 1 &&
         position.column <= sizes[position.line - 1] + 1;
}

/// Runs `program` and checks everything that holds for every program.
Envelope Examine(const HostileProgram& program, const Limits& limits) {
  SCOPED_TRACE(program.name);
  const std::string& source = program.source;
  const std::vector<std::string> inputs(25, "input");
  const ProgramRun run = RunProgram(source, inputs, limits);
  if (run.end.status == Status::kError) {
    EXPECT_EQ(run.end.output, "");
    EXPECT_FALSE(run.end.error->message.empty());
    EXPECT_NE(run.end.error->code, Code::kInternalError);
    EXPECT_TRUE(run.end.error->position && LiesInside(*run.end.error->position, source))
        << ToJson(run.end).dump();
  }
  // Output is text, whatever the source was.
  EXPECT_TRUE(IsValidUtf8(run.end.output));

  Budget budget(limits, FrozenClock());
  const Compilation compilation = Compile(source, &budget);
  std::uint32_t last_line = 0;
  for (const Diagnostic& diagnostic : compilation.diagnostics) {
    EXPECT_TRUE(diagnostic.range && diagnostic.range->begin <= diagnostic.range->end &&
                diagnostic.range->end <= compilation.source.size());
    const std::uint32_t line = compilation.source.PositionAt(diagnostic.range->begin).line;
    EXPECT_GE(line, last_line) << "problems are listed in the order of lines";
    last_line = line;
  }
  if (compilation.program == nullptr) {
    EXPECT_EQ(run.end.status, Status::kError);
    EXPECT_EQ(compilation.diagnostics.front().code, run.end.error->code);
  }

  Budget token_budget(limits, FrozenClock());
  const TokenizeResult tokens = Tokenize(Source(source), &token_budget);
  EXPECT_FALSE(tokens.tokens.empty());
  EXPECT_EQ(tokens.tokens.back().kind, "EOF");
  return run.end;
}

/// Every combination of program and limits that no test looks at in particular.
void ExamineAll(const std::vector<HostileProgram>& programs) {
  for (const HostileProgram& program : programs) {
    Examine(program, Limits());
    Examine(program, Raised());
  }
}

// ---- The command in a process of its own --------------------------------------------------------

// A new process starts with the memory of this one, which has to be small: this test comes before
// those that take much, and hands back what is free.

struct ChildResult {
  int status = 0;  ///< as wait4 gives it
  long max_resident_kib = 0;
  std::string output;
};

std::string ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

/// Calls the command with `arguments` and a file that holds `source`.
ChildResult RunBinary(const std::vector<std::string>& arguments, const std::string& source) {
  const std::string base = ::testing::TempDir() + "aegis_hostile_" + std::to_string(::getpid());
  const std::string program = base + ".aeg";
  const std::string output = base + ".json";
  std::ofstream(program, std::ios::binary) << source;

  std::vector<char*> words = {const_cast<char*>(AEGIS_BINARY)};
  for (const std::string& argument : arguments)
    words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(const_cast<char*>(program.c_str()));
  words.push_back(nullptr);

  ::malloc_trim(0);
  const pid_t child = ::fork();
  if (child == 0) {
    const int null = ::open("/dev/null", O_RDONLY);
    const int out = ::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(null, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(out, STDERR_FILENO);
    ::execv(AEGIS_BINARY, words.data());
    ::_exit(127);
  }
  ChildResult result;
  struct rusage usage = {};
  EXPECT_EQ(::wait4(child, &result.status, 0, &usage), child);
  result.max_resident_kib = usage.ru_maxrss;
  result.output = ReadAll(output);
  ::unlink(program.c_str());
  ::unlink(output.c_str());
  return result;
}

TEST(HostileProcess, AnswersAndStaysUnder64MiB) {
  constexpr long kMaxKib = 64 * 1024;
  std::vector<HostileProgram> programs = RepetitivePrograms();
  const std::vector<HostileProgram> random = RandomPrograms(kSeed, 8);
  programs.insert(programs.end(), random.begin(), random.end());
  long largest = 0;
  for (const HostileProgram& program : programs) {
    SCOPED_TRACE(program.name);
    const ChildResult result = RunBinary({"run", "--json"}, program.source);
    ASSERT_TRUE(WIFEXITED(result.status)) << "signal " << WTERMSIG(result.status);
    const auto envelope = nlohmann::json::parse(result.output, nullptr, false);
    ASSERT_TRUE(envelope.is_object()) << result.output;
    const std::string status = envelope.value("status", "");
    const int expected_exit = status == "ok" ? 0 : status == "error" ? 1 : 3;
    EXPECT_EQ(WEXITSTATUS(result.status), expected_exit) << result.output;
    largest = std::max(largest, result.max_resident_kib);
#ifndef __SANITIZE_ADDRESS__
    EXPECT_LT(result.max_resident_kib, kMaxKib);
#endif
  }
  RecordProperty("largest_resident_kib", std::to_string(largest));
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer takes memory of its own: the programs ran (at most " << largest
               << " KiB), the limit of " << kMaxKib << " KiB was not applied";
#endif
}

TEST(HostileProcess, ListsTensOfThousandsOfProblemsUnder64MiB) {
  constexpr std::size_t kLines = 32768;
  constexpr long kMaxKib = 64 * 1024;
  std::string source;
  for (std::size_t line = 0; line < kLines; ++line) source += "\"\n";
  long largest = 0;
  for (const std::string format : {"text", "json", "sarif"}) {
    SCOPED_TRACE(format);
    const ChildResult result = RunBinary({"check", "--format", format}, source);
    ASSERT_TRUE(WIFEXITED(result.status));
    EXPECT_EQ(WEXITSTATUS(result.status), 1);
    EXPECT_GT(result.output.size(), kLines * 10);
    largest = std::max(largest, result.max_resident_kib);
#ifndef __SANITIZE_ADDRESS__
    EXPECT_LT(result.max_resident_kib, kMaxKib);
#endif
  }
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer takes memory of its own: the limit of " << kMaxKib
               << " KiB was not applied to " << largest << " KiB";
#endif
}

// ---- In this process ---------------------------------------------------------------------------

TEST(Hostile, RepetitiveProgramsGetAnAnswer) { ExamineAll(RepetitivePrograms()); }

TEST(Hostile, RandomProgramsGetAnAnswer) { ExamineAll(RandomPrograms(kSeed, 1500)); }

TEST(Hostile, EveryPrefixOfAProgramGetsAnAnswer) {
  const std::string source =
      "x = \"a\\u00e9\\ud83d\\ude00\" + input()  # é\nif not (x == \"\") and 1 <= 2.5e1:\n"
      "    y = -(2 ^ -3)\n    if true:\n        print(y)\nelse:\n    y = 1\r\nprint(x)\n";
  for (std::size_t size = 0; size <= source.size(); ++size) {
    Examine({"the first " + std::to_string(size) + " bytes", source.substr(0, size)}, Limits());
  }
}

TEST(Hostile, EveryByteInEveryPlaceGetsAnAnswer) {
  const std::string source = "if 1<2:\n  x=\"\\n\"+\"a\"\nprint(1.5)\n";
  for (std::size_t place = 0; place < source.size(); ++place) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string changed = source;
      changed[place] = static_cast<char>(byte);
      Examine({"byte " + std::to_string(byte) + " at " + std::to_string(place), changed}, Limits());
    }
  }
}

std::string Repeat(const std::string& piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

/// What nests `depth` deep and is valid.
std::vector<HostileProgram> DeepPrograms(int depth) {
  return {
      {"parentheses", "x=" + Repeat("(", depth) + "1" + Repeat(")", depth) + "\n"},
      {"powers", "x=" + Repeat("1^", depth) + "1\n"},
      {"minus in parentheses",
       "x=" + Repeat("-(", depth / 2) + "1" + Repeat(")", depth / 2) + "\n"},
      {"not in parentheses",
       "x=" + Repeat("not (", depth / 2) + "true" + Repeat(")", depth / 2) + "\n"},
      {"powers in parentheses",
       "x=" + Repeat("1^(", depth / 2) + "1" + Repeat(")", depth / 2) + "\n"},
      {"sums in parentheses", "x=" + Repeat("(1+", depth) + "1" + Repeat(")", depth) + "\n"},
      {"comparisons in parentheses",
       "x=" + Repeat("(true==", depth) + "true" + Repeat(")", depth) + "\n"},
      {"blocks", NestedBlocks(depth, "x=1")},
      {"blocks and parentheses",
       NestedBlocks(depth, "x=" + Repeat("(", depth) + "1" + Repeat(")", depth))},
  };
}

TEST(Hostile, TheDeepestNestingThatAHostCanAllowWorks) {
  for (const HostileProgram& program : DeepPrograms(256)) {
    EXPECT_EQ(Examine(program, Raised()).status, Status::kOk) << program.name;
  }
}

TEST(Hostile, OneLevelMoreIsALimitError) {
  for (const HostileProgram& program : DeepPrograms(258)) {
    const Envelope end = Examine(program, Raised());
    ASSERT_EQ(end.status, Status::kError) << program.name;
    EXPECT_EQ(Info(end.error->code).category, Category::kLimitError) << program.name;
  }
}

TEST(Hostile, LongChainsNeedNoDepth) {
  const Limits limits = Raised();
  const HostileProgram chains[] = {
      {"a sum", "print(" + Repeat("1+", 30000) + "1)\n"},
      {"a product", "print(" + Repeat("1*", 30000) + "30001)\n"},
      {"a sum of signs", "print(" + Repeat("-1+", 20000) + "50001)\n"},
      {"an and", "if " + Repeat("true and ", 20000) + "true:\n  print(30001)\n"},
      {"an or", "if " + Repeat("false or ", 20000) + "true:\n  print(30001)\n"},
      {"an and that skips",
       "if " + Repeat("false and ", 20000) + "true or true:\n  print(30001)\n"},
      {"a long program", Repeat("x=30001\n", 20000) + "print(x)\n"},
      {"many branches", Repeat("if true:\n  x=30001\nelse:\n  x=2\n", 5000) + "print(x)\n"},
  };
  for (const HostileProgram& chain : chains) {
    EXPECT_EQ(Examine(chain, limits).output, "30001\n") << chain.name;
  }
}

TEST(Hostile, ThousandsOfProblemsAreAList) {
  // Every line has a problem of its own, and none hides another.
  const std::string source = Repeat("x=@\n", 16000);
  EXPECT_EQ(Compile(source, Raised()).diagnostics.size(), 16000U);
  EXPECT_EQ(Compile(Repeat("x=y\n", 10000), Raised()).diagnostics.size(), 10000U);
}

// ---- Lists of all problems (section 5) ---------------------------------------------------------

/// The problems of the syntax phase, on lines that are counted from `first_line` on.
std::vector<std::string> ProblemsOf(const std::string& source, std::size_t first_line) {
  const Source text(source);
  Budget budget(Raised(), FrozenClock());
  std::vector<std::string> problems;
  for (const Diagnostic& diagnostic : Parse(text, &budget).diagnostics) {
    const Position position = text.PositionAt(diagnostic.range->begin);
    problems.push_back(std::to_string(position.line - 1 + first_line) + ":" +
                       std::to_string(position.column) + " " + Message(diagnostic));
  }
  return problems;
}

/// The line, with a block behind it when it opens one: alone, it would have a problem at the end of
/// the file.
std::string WithItsBlock(const std::string& line) {
  const std::vector<std::string> problems = ProblemsOf(line + "\n", 1);
  const bool opens_block = !problems.empty() && problems.back().rfind("2:", 0) == 0;
  return line + (opens_block ? "\n  x = 1\n" : "\n");
}

// A line at the top level with all that belongs to it is right or wrong by itself: its problems are
// the same after whatever other lines, and none is a follow-up of theirs.
TEST(Hostile, TheProblemsOfALineDoNotDependOnTheLinesBefore) {
  constexpr int kLinesTogether = 6;
  std::string together;
  std::vector<std::string> expected;
  std::size_t line = 1;
  int count = 0;
  for (const std::string& text : RandomLines(kSeed, 12000)) {
    const std::string part = WithItsBlock(text);
    const std::vector<std::string> problems = ProblemsOf(part, line);
    expected.insert(expected.end(), problems.begin(), problems.end());
    together += part;
    line += static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n'));
    if (++count % kLinesTogether != 0) continue;
    EXPECT_EQ(ProblemsOf(together, 1), expected) << together;
    together.clear();
    expected.clear();
    line = 1;
  }
}

}  // namespace
}  // namespace aegis::conformance

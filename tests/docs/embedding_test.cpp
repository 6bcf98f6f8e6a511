// The C++ of docs/embedding.md, compiled and run. Every ```cpp fence there must stand in this file
// or in the outside project of tests/build, line by line, however far it is indented.

#include <gtest/gtest.h>

#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "agent/toolbox.h"
#include "agent/wake.h"
#include "interp/session.h"
#include "semantic/compile.h"
#include "tests/docs/markdown.h"

namespace aegis::docs {
namespace {

/// Sends std::cerr or std::cout, which the examples write to, into a string.
class Capture {
 public:
  explicit Capture(std::ostream* stream) : stream_(stream), before_(stream->rdbuf(text_.rdbuf())) {}
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  ~Capture() { stream_->rdbuf(before_); }

  std::string text() const { return text_.str(); }

 private:
  std::ostream* stream_;
  std::ostringstream text_;
  std::streambuf* before_;
};

TEST(Embedding, AnswersEveryPause) {
  const Capture out(&std::cout);
  const std::string source = "print(\"hello, \" + input())\nprint(input())\n";
  aegis::Session session = aegis::Session::Start(source);
  while (session.envelope().status == aegis::Status::kInputRequired) {
    session.Resume("world");
  }
  std::cout << session.envelope().output;
  EXPECT_EQ(out.text(), "hello, world\nworld\n");
}

TEST(Embedding, ShowsAnError) {
  const Capture err(&std::cerr);
  aegis::Session session = aegis::Session::Start("print(1 / 0)\n");
  const aegis::Envelope& envelope = session.envelope();
  if (envelope.status == aegis::Status::kError) {
    const aegis::RunError& error = *envelope.error;
    std::cerr << aegis::CategoryName(aegis::Info(error.code).category) << ": " << error.message;
    if (error.position) {
      std::cerr << " at " << error.position->line << ":" << error.position->column;
    }
    std::cerr << "\n";
  }
  EXPECT_EQ(err.text(), "value_error: division by zero at 1:9\n");
}

TEST(Embedding, SetsALimit) {
  const std::string source = "print(2 ^ 100)\n";
  const std::optional<aegis::Limits> limits = aegis::Limits().With(aegis::Limit::kIntegerBits, 64);
  aegis::Session session = aegis::Session::Start(source, limits.value());
  ASSERT_EQ(session.envelope().status, aegis::Status::kError);
  EXPECT_EQ(session.envelope().error->code, aegis::Code::kIntegerTooLarge);
}

TEST(Embedding, NamesALimit) {
  const Capture err(&std::cerr);
  std::string problem;
  const std::optional<aegis::Limits> limits = aegis::Limits().With("operations", -1, &problem);
  if (!limits) std::cerr << problem << "\n";
  EXPECT_FALSE(limits);
  EXPECT_NE(err.text().find("operations"), std::string::npos);
}

void Continue(aegis::Session session, std::string* output) {
  const aegis::SnapshotKey key = aegis::SnapshotKey::Generate();
  const std::optional<std::string> snapshot = session.Save(key);

  std::string problem;
  std::optional<aegis::Session> restored = aegis::Session::Restore(*snapshot, key, &problem);
  if (!restored) {
    std::cerr << problem << "\n";
    return;
  }
  restored->Resume("world");
  *output = restored->envelope().output;
}

TEST(Embedding, RestoresASnapshot) {
  std::string output;
  Continue(aegis::Session::Start("print(\"hello, \" + input())\n"), &output);
  EXPECT_EQ(output, "hello, world\n");
}

TEST(Embedding, RunsOnThreads) {
  std::vector<std::string> outputs(8);
  std::vector<std::thread> threads;
  for (std::string& output : outputs) {
    threads.emplace_back(
        [&output] { output = aegis::Session::Start("print(2 ^ 100)\n").envelope().output; });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& output : outputs) EXPECT_EQ(output, "1267650600228229401496703205376\n");
}

bool ShowProblems(const std::string& source) {
  const aegis::Compilation compilation = aegis::Compile(source);
  for (const aegis::Diagnostic& diagnostic : compilation.diagnostics) {
    const aegis::CodeInfo& info = aegis::Info(diagnostic.code);
    std::cerr << info.id << " " << aegis::Message(diagnostic);
    if (diagnostic.range) {
      const aegis::Position place = compilation.source.PositionAt(diagnostic.range->begin);
      std::cerr << " at " << place.line << ":" << place.column;
    }
    if (!diagnostic.hint.empty()) std::cerr << "; " << diagnostic.hint;
    std::cerr << "\n";
  }
  const bool valid = compilation.program != nullptr;
  return valid;
}

TEST(Embedding, ShowsAllProblems) {
  const Capture err(&std::cerr);
  EXPECT_FALSE(ShowProblems("print(a)\nprint(not 1)\n"));
  EXPECT_EQ(err.text().rfind("AEG0301 `a` is never assigned at 1:7", 0), 0U) << err.text();
  EXPECT_NE(err.text().find("\nAEG0402 `not` does not take int at 2:7"), std::string::npos)
      << err.text();
}

TEST(Embedding, AWarningLeavesAProgramValid) {
  const Capture err(&std::cerr);
  EXPECT_TRUE(ShowProblems("print(1 == 1.0)\n"));
  EXPECT_EQ(err.text().rfind("AEG0701 ", 0), 0U) << err.text();
}

TEST(Embedding, CallsTheAgentTools) {
  const Capture out(&std::cout);
  aegis::agent::MemoryStore files;
  aegis::agent::Toolbox tools(&files);
  tools.Call("create_file", {{"filename", "a.aeg"}, {"content", "print(6 * 7)\n"}});
  const aegis::agent::Json envelope = tools.Call("run_ag_file", {{"filename", "a.aeg"}});
  std::cout << envelope["output"].get<std::string>();
  EXPECT_EQ(out.text(), "42\n");
}

TEST(Embedding, BoundsTheResponsesOfAModel) {
  aegis::agent::MemoryStore files;
  aegis::agent::Toolbox tools(&files);
  std::vector<aegis::agent::Json> results;
  const auto ask_model = [](const std::vector<aegis::agent::Json>&) {
    return std::vector<std::pair<std::string, aegis::agent::Json>>{
        {"list_files", aegis::agent::Json::object()}};
  };
  aegis::agent::Wake wake(&tools);
  while (wake.BeginResponse()) {
    for (const auto& [tool, arguments] : ask_model(results)) {
      results.push_back(wake.Call(tool, arguments));
    }
  }
  wake.End();
  EXPECT_EQ(results.size(), 5U);
}

/// The lines of `code` without indentation, and includes as inside the project.
std::string Normalized(const std::string& code) {
  std::istringstream lines(code);
  std::string line;
  std::string result = "\n";
  while (std::getline(lines, line)) {
    const std::size_t begin = line.find_first_not_of(' ');
    line = begin == std::string::npos ? "" : line.substr(begin);
    const std::string outside = "#include <aegis/";
    if (line.rfind(outside, 0) == 0) {
      line = "#include \"" + line.substr(outside.size(), line.size() - outside.size() - 1) + "\"";
    }
    result += line + "\n";
  }
  return result;
}

TEST(Embedding, EveryFenceIsTested) {
  const std::string here = Normalized(ReadProjectFile("tests/docs/embedding_test.cpp"));
  const std::string outside = Normalized(ReadProjectFile("tests/build/outside/main.cpp"));
  int fences = 0;
  for (const Fence& fence : Fences(ReadProjectFile("docs/embedding.md"))) {
    if (fence.info != "cpp") continue;
    ++fences;
    const std::string code = Normalized(fence.text);
    EXPECT_TRUE(here.find(code) != std::string::npos || outside == code)
        << "docs/embedding.md:" << fence.line << " is not tested:\n"
        << fence.text;
  }
  EXPECT_GE(fences, 8);
}

}  // namespace
}  // namespace aegis::docs

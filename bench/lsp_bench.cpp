// How long the language server takes, measured against one check of the same program: `Compile` in
// the same process. The programs are the largest that there can be.
//
// Everything between the text of a message and the text of the answer is counted, JSON in and out
// included; only the pipe is not there. Every repetition edits a character in the middle of the
// document first, so that nothing of an earlier version can be used; those marked `cached` ask once
// more without an edit. The repetitions of all benchmarks are interleaved in random order, so that
// a machine that becomes slower or faster meanwhile does so for all of them.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/programs.h"
#include "bench/report.h"
#include "lsp/server.h"
#include "semantic/compile.h"

namespace aegis::bench {
namespace {

using lsp::Json;

const char* const kUri = "file:///largest.aeg";

/// An editor with one document, which it edits in the middle.
class Editor {
 public:
  explicit Editor(const std::string& text)
      : server_([this](const Json& message) { heard_ = message.dump(); }) {
    Say(Request("initialize", Json::parse(R"({"capabilities": {"textDocument": {
      "hover": {"contentFormat": ["markdown"]},
      "codeAction": {"codeActionLiteralSupport": {}},
      "documentSymbol": {"hierarchicalDocumentSymbolSupport": true}}}})")));
    Say(Notification("textDocument/didOpen",
                     {{"textDocument", {{"uri", kUri}, {"version", 1}, {"text", text}}}}));
    // The digit of the first `+ 2` in the second half, and the last argument of `print`.
    middle_ = PlaceOf(text, text.find("+ 2", text.size() / 2) + 2);
    end_ = PlaceOf(text, text.rfind("print(") + 6);
    other_digit_ = Edit("3");
    no_digit_ = Edit("+");
    digit_ = Edit("2");
  }

  void Say(const std::string& text) {
    server_.Receive(text);
    while (server_.HasPending()) server_.HandleNext();
  }
  void Publish() { server_.PublishDiagnostics(); }
  /// What the server said last.
  const std::string& heard() const { return heard_; }

  /// Replaces a digit by another one, or by what makes the line wrong; the next time, puts it back.
  void EditDigit(bool breaks) {
    Say(is_edited_ ? digit_ : breaks ? no_digit_ : other_digit_);
    is_edited_ = !is_edited_;
  }

  /// The text of a request about the document, at the place of the edit or near the end.
  std::string About(const std::string& method, bool at_end) const {
    const Json place = (at_end ? end_ : middle_).ToJson(0);
    return Request(method, {{"textDocument", {{"uri", kUri}}},
                            {"position", place},
                            {"range", {{"start", Place{}.ToJson(0)}, {"end", end_.ToJson(0)}}},
                            {"context", {{"diagnostics", Json::array()}}},
                            {"options", {{"tabSize", 2}, {"insertSpaces", true}}}});
  }

 private:
  struct Place {
    std::size_t line = 0;
    std::size_t character = 0;

    Json ToJson(std::size_t further) const {
      return {{"line", line}, {"character", character + further}};
    }
  };

  static Place PlaceOf(const std::string& text, std::size_t at) {
    const std::size_t start = text.rfind('\n', at) + 1;
    const auto line =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    return {static_cast<std::size_t>(line), at - start};
  }
  static std::string Request(const char* method, const Json& params) {
    return Request(std::string(method), params);
  }
  static std::string Request(const std::string& method, const Json& params) {
    return Json({{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}}).dump();
  }
  static std::string Notification(const char* method, const Json& params) {
    return Json({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}).dump();
  }
  std::string Edit(const char* text) const {
    const Json range = {{"start", middle_.ToJson(0)}, {"end", middle_.ToJson(1)}};
    return Notification("textDocument/didChange",
                        {{"textDocument", {{"uri", kUri}, {"version", 2}}},
                         {"contentChanges", Json::array({{{"range", range}, {"text", text}}})}});
  }

  lsp::Server server_;
  std::string heard_;
  Place middle_;
  Place end_;
  std::string digit_;
  std::string other_digit_;
  std::string no_digit_;
  bool is_edited_ = false;
};

void Check(benchmark::State& state, const std::string& text) {
  for (auto _ : state) benchmark::DoNotOptimize(Compile(text));
}

/// From the text of `didChange` to that of `publishDiagnostics`.
void EditToDiagnostics(benchmark::State& state, const std::string& text, bool breaks) {
  Editor editor(text);
  for (auto _ : state) {
    editor.EditDigit(breaks);
    editor.Publish();
    benchmark::DoNotOptimize(editor.heard().data());
  }
  if (editor.heard().find("publishDiagnostics") == std::string::npos) {
    throw std::logic_error(editor.heard());
  }
}

/// From the text of a request to that of its answer, with or without the `didChange` before it.
void Ask(benchmark::State& state, const std::string& text, const std::string& method,
         bool is_cached, bool at_end) {
  Editor editor(text);
  const std::string request = editor.About(method, at_end);
  editor.Say(request);
  for (auto _ : state) {
    if (!is_cached) editor.EditDigit(/*breaks=*/false);
    editor.Say(request);
    benchmark::DoNotOptimize(editor.heard().data());
  }
  if (editor.heard().find("\"result\"") == std::string::npos) {
    throw std::logic_error(method + ": " + editor.heard());
  }
}

const std::vector<Line>& Lines() {
  static const std::vector<Line> lines = {
      {"check", 0},
      {"edit to diagnostics", 2.5},
      {"edit to diagnostics, wrong", 2.5},
      {"hover", 1.5},
      {"hover, at the end", 1.5},
      {"hover, cached", 1.5},
      {"completion", 1.5},
      {"completion, at the end", 1.5},
      {"completion, cached", 1.5},
      {"definition", 0},
      {"references", 0},
      {"documentHighlight", 0},
      {"documentSymbol", 0},
      {"foldingRange", 0},
      {"semanticTokens/full", 0},
      {"inlayHint", 0},
      {"codeAction", 0},
      {"formatting", 0},
  };
  return lines;
}

void Register(const std::string& group, const std::string& text) {
  const auto add = [&](const std::string& name, auto function, auto... arguments) {
    benchmark::RegisterBenchmark((group + "/" + name).c_str(), function, text, arguments...)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  };
  for (const Line& line : Lines()) {
    if (line.name == "check") {
      add(line.name, Check);
    } else if (line.name.rfind("edit to diagnostics", 0) == 0) {
      add(line.name, EditToDiagnostics, line.name != "edit to diagnostics");
    } else {
      const std::size_t comma = std::min(line.name.find(','), line.name.size());
      const std::string how = line.name.substr(comma);
      add(line.name, Ask, "textDocument/" + line.name.substr(0, comma), how == ", cached",
          how == ", at the end");
    }
  }
}

}  // namespace
}  // namespace aegis::bench

int main(int argc, char** argv) {
  using namespace aegis::bench;
  std::vector<std::string> arguments(argv, argv + argc);
  arguments.insert(arguments.begin() + 1, {"--benchmark_repetitions=15", "--benchmark_min_time=0.1",
                                           "--benchmark_enable_random_interleaving=true"});
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 2;

  const std::vector<std::string> groups = {"short names", "long names"};
  for (const std::string& group : groups) {
    const std::string text = LargestProgram(group == "long names");
    std::cout << "the program with " << group << " has " << text.size() << " bytes\n";
    Register(group, text);
  }
  std::cout << std::endl;
  Collector collector;
  benchmark::RunSpecifiedBenchmarks(&collector);
  return PrintTable(collector, groups, Lines(), &std::cout) ? 0 : 1;
}

#include "tests/conformance/annotated_script.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <regex>
#include <utility>

#include "semantic/compile.h"
#include "tests/conformance/run_program.h"

namespace aegis::conformance {
namespace {

// How a script is read. The runner must find annotations in programs that no lexer accepts, so it
// knows nothing of strings or tokens: in each line, a `#` whose first word is `expect`, `input` or
// `limit` (or nearly so) begins an annotation, and one that is not well formed fails the script, so
// that a slip of the pen never turns an expectation into prose. Annotations that carry free text
// take the rest of the line; the others end at the next `#`, so that a line can have several.

constexpr std::string_view kText = "# expect:";
constexpr std::string_view kInput = "# input:";

std::optional<Category> FindCategory(const std::string& name) {
  for (const CodeInfo& info : AllCodes()) {
    if (info.severity == Severity::kError && CategoryName(info.category) == name) {
      return info.category;
    }
  }
  return std::nullopt;
}

std::optional<std::string> DecodeHex(const std::string& digits) {
  std::string bytes;
  std::string pair;
  for (const char digit : digits) {
    if (digit == ' ') continue;
    pair += digit;
    if (pair.size() < 2) continue;
    bytes += static_cast<char>(std::stoi(pair, nullptr, 16));
    pair.clear();
  }
  if (!pair.empty()) return std::nullopt;
  return bytes;
}

std::uint32_t ToNumber(const std::string& digits) {
  return static_cast<std::uint32_t>(std::stoul(digits));
}

/// Reads the annotation that `text` is, on line `line`, into `script`; false when it is malformed.
bool ReadClosedForm(const std::string& text, std::uint32_t line, AnnotatedScript* script) {
  static const std::regex error(
      "# expect error(?: at ([1-9]\\d{0,5}):([1-9]\\d{0,5}))?: ([a-z_]+)(?: (AEG\\d{4}))?"
      "(?: at ([1-9]\\d{0,5}))?");
  static const std::regex warning("# expect warning: (AEG\\d{4})(?: at ([1-9]\\d{0,5}))?");
  static const std::regex request("# expect request: ([1-9]\\d{0,5}) at ([1-9]\\d{0,5})");
  static const std::regex execution("# expect execution: (not_started|partial|completed)");
  static const std::regex limit("# limit: ([a-z_]+)=(\\d{1,15})");
  static const std::regex input_hex("# input hex: ([0-9a-f ]*)");

  std::smatch match;
  if (std::regex_match(text, match, error)) {
    const auto category = FindCategory(match[3]);
    if (!category || (match[1].matched && match[5].matched)) return false;
    ExpectedProblem problem{line, std::nullopt, *category, match[4]};
    if (match[1].matched) problem.line = ToNumber(match[1]);
    if (match[2].matched) problem.column = ToNumber(match[2]);
    if (match[5].matched) problem.column = ToNumber(match[5]);
    script->errors.push_back(std::move(problem));
    return true;
  }
  if (std::regex_match(text, match, warning)) {
    ExpectedProblem problem{line, std::nullopt, Category::kWarning, match[1]};
    if (match[2].matched) problem.column = ToNumber(match[2]);
    script->warnings.push_back(std::move(problem));
    return true;
  }
  if (std::regex_match(text, match, request)) {
    script->requests.push_back(
        {static_cast<int>(ToNumber(match[1])), Position{line, ToNumber(match[2])}});
    return true;
  }
  if (std::regex_match(text, match, execution)) {
    script->execution = match[1] == "completed" ? Execution::kCompleted
                        : match[1] == "partial" ? Execution::kPartial
                                                : Execution::kNotStarted;
    return true;
  }
  if (std::regex_match(text, match, limit)) {
    std::string problem;
    const auto limits = script->limits.With(match[1].str(), std::stoll(match[2]), &problem);
    if (limits) script->limits = *limits;
    return limits.has_value();
  }
  if (std::regex_match(text, match, input_hex)) {
    const auto bytes = DecodeHex(match[1]);
    if (bytes) script->inputs.push_back(*bytes);
    return bytes.has_value();
  }
  return false;
}

/// `# expect json: "..."`: output that a comment cannot hold, such as control characters.
bool ReadJsonText(const std::string& text, AnnotatedScript* script) {
  const auto value = nlohmann::json::parse(text, nullptr, false);
  if (!value.is_string()) return false;
  script->output += value.get<std::string>() + "\n";
  return true;
}

bool LooksLikeAnnotation(std::string_view comment) {
  std::string word;
  for (const char c : comment.substr(1)) {
    if (c == ' ' && word.empty()) continue;
    if (std::isalpha(static_cast<unsigned char>(c)) == 0) break;
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return word.rfind("expect", 0) == 0 || word == "input" || word == "inputs" || word == "limit" ||
         word == "limits";
}

bool StartsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

/// The free text behind `prefix`, which one space may part from it.
std::string TextAfter(std::string_view comment, std::string_view prefix) {
  std::string_view text = comment.substr(prefix.size());
  if (StartsWith(text, " ")) text.remove_prefix(1);
  return std::string(text);
}

void ReadLine(std::string_view text, std::uint32_t line, AnnotatedScript* script) {
  constexpr std::string_view kJson = "# expect json: ";
  std::size_t hash = text.find('#');
  while (hash != std::string_view::npos) {
    const std::string_view comment = text.substr(hash);
    hash = text.find('#', hash + 1);
    if (!LooksLikeAnnotation(comment)) continue;
    bool good = true;
    bool takes_the_line = true;
    if (StartsWith(comment, kText)) {
      script->output += TextAfter(comment, kText) + "\n";
    } else if (StartsWith(comment, kInput)) {
      script->inputs.push_back(TextAfter(comment, kInput));
    } else if (StartsWith(comment, kJson)) {
      good = ReadJsonText(std::string(comment.substr(kJson.size())), script);
    } else {
      takes_the_line = false;
      std::string closed(comment.substr(0, comment.find('#', 1)));
      closed.erase(closed.find_last_not_of(' ') + 1);
      good = ReadClosedForm(closed, line, script);
    }
    if (!good) {
      script->malformed.push_back("line " + std::to_string(line) + ": malformed annotation `" +
                                  std::string(comment) + "`");
    }
    if (takes_the_line) return;
  }
}

std::string Show(std::uint32_t line, std::optional<std::uint32_t> column, Category category,
                 std::string_view code, const std::string& message) {
  std::string text = "  " + std::to_string(line);
  if (column) text += ":" + std::to_string(*column);
  text += ": " + std::string(CategoryName(category));
  if (!code.empty()) text += " " + std::string(code);
  if (!message.empty()) text += " (" + message + ")";
  return text + "\n";
}

std::string Show(const ExpectedProblem& problem) {
  return Show(problem.line, problem.column, problem.category, problem.code, "");
}

/// A problem that the implementation reports, reduced to what scripts speak about.
struct FoundProblem {
  Position position;
  Code code;
  std::string message;
};

std::string Show(const FoundProblem& problem) {
  const CodeInfo& info = Info(problem.code);
  return Show(problem.position.line, problem.position.column, info.category, info.id,
              problem.message);
}

bool Matches(const ExpectedProblem& expected, const FoundProblem& found) {
  const CodeInfo& info = Info(found.code);
  return expected.line == found.position.line &&
         (!expected.column || *expected.column == found.position.column) &&
         expected.category == info.category && (expected.code.empty() || expected.code == info.id);
}

void CompareProblems(std::vector<ExpectedProblem> expected, const std::vector<FoundProblem>& found,
                     const std::string& what, std::vector<std::string>* differences) {
  std::stable_sort(expected.begin(), expected.end(),
                   [](const auto& a, const auto& b) { return a.line < b.line; });
  if (expected.size() == found.size() &&
      std::equal(expected.begin(), expected.end(), found.begin(), Matches)) {
    return;
  }
  std::string text = what + " differ\nexpected:\n";
  for (const ExpectedProblem& problem : expected) text += Show(problem);
  text += "found:\n";
  for (const FoundProblem& problem : found) text += Show(problem);
  differences->push_back(text);
}

/// What can be said of a diagnostic's text in general: it is a sentence in the style of the house.
void CheckStyle(const FoundProblem& problem, std::vector<std::string>* differences) {
  static const std::regex unfilled("\\{[0-9]\\}");
  const std::string& message = problem.message;
  if (message.empty() || message.back() == '.' || std::isupper(message.front()) != 0 ||
      std::regex_search(message, unfilled)) {
    differences->push_back("this is no good message:\n" + Show(problem));
  }
}

std::vector<FoundProblem> Found(const Compilation& compilation, Severity severity,
                                std::vector<std::string>* differences) {
  std::vector<FoundProblem> problems;
  for (const Diagnostic& diagnostic : compilation.diagnostics) {
    if (Info(diagnostic.code).severity != severity) continue;
    if (!diagnostic.range) {
      differences->push_back("no position: " + Message(diagnostic));
      continue;
    }
    problems.push_back({compilation.source.PositionAt(diagnostic.range->begin), diagnostic.code,
                        Message(diagnostic)});
    CheckStyle(problems.back(), differences);
  }
  return problems;
}

std::string Quote(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The output that a host has seen when the run is over. An error takes the output back, but not
/// what a pause delivered.
const std::string& Delivered(const ProgramRun& run) {
  if (run.end.status == Status::kError && !run.pauses.empty()) return run.pauses.back().output;
  return run.end.output;
}

void CompareRequests(const AnnotatedScript& script, const ProgramRun& run,
                     std::vector<std::string>* differences) {
  const bool paused = run.end.status == Status::kInputRequired;
  if (script.requests.empty() && !paused) return;
  std::string expected;
  std::string found;
  for (const ExpectedRequest& request : script.requests) {
    expected += "  " + std::to_string(request.index) +
                Show(request.position.line, request.position.column, Category::kWarning, "", "");
  }
  for (const Envelope& pause : run.pauses) {
    const InputRequest& request = *pause.request;
    found += "  " + std::to_string(request.index) +
             Show(request.position.line, request.position.column, Category::kWarning, "", "");
  }
  if (expected != found) {
    differences->push_back("requests differ\nexpected:\n" + expected + "found:\n" + found);
  }
}

void CompareRun(const AnnotatedScript& script, const Compilation& compilation,
                const ProgramRun& run, std::vector<FoundProblem> errors,
                std::vector<std::string>* differences) {
  if (run.end.status == Status::kError) {
    const RunError& error = *run.end.error;
    if (!error.position) {
      differences->push_back("the run's error has no position: " + error.message);
      return;
    }
    const FoundProblem problem{*error.position, error.code, error.message};
    if (compilation.program != nullptr) {
      errors.push_back(problem);
      CheckStyle(problem, differences);
    } else if (Show(problem) != Show(errors.front())) {
      differences->push_back("the run's error is not the first of the list:\n" + Show(problem) +
                             Show(errors.front()));
    }
    if (!run.end.output.empty()) differences->push_back("an error with output");
  } else if (compilation.program == nullptr) {
    differences->push_back("a refused program ran");
  }
  CompareProblems(script.errors, errors, "errors", differences);
  CompareRequests(script, run, differences);

  if (Delivered(run) != script.output) {
    differences->push_back("output differs\nexpected: " + Quote(script.output) +
                           "\nfound:    " + Quote(Delivered(run)));
  }
  const Execution usual = run.end.status == Status::kOk    ? Execution::kCompleted
                          : compilation.program == nullptr ? Execution::kNotStarted
                                                           : Execution::kPartial;
  if (run.end.execution != script.execution.value_or(usual)) {
    differences->push_back("`execution` differs: found " +
                           ToJson(run.end).value("execution", std::string("nothing")));
  }
}

}  // namespace

AnnotatedScript ReadAnnotations(std::string source) {
  AnnotatedScript script;
  std::uint32_t line = 0;
  std::size_t begin = 0;
  while (begin <= source.size()) {
    const std::size_t end = std::min(source.find('\n', begin), source.size());
    std::string_view text = std::string_view(source).substr(begin, end - begin);
    if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
    ReadLine(text, ++line, &script);
    begin = end + 1;
  }
  script.source = std::move(source);
  return script;
}

std::vector<std::string> Disagreements(const AnnotatedScript& script) {
  if (!script.malformed.empty()) return script.malformed;
  std::vector<std::string> differences;

  Budget budget(script.limits, FrozenClock());
  const Compilation compilation = Compile(script.source, &budget);
  const std::vector<FoundProblem> errors = Found(compilation, Severity::kError, &differences);
  CompareProblems(script.warnings, Found(compilation, Severity::kWarning, &differences), "warnings",
                  &differences);
  if (errors.empty() != (compilation.program != nullptr)) {
    differences.push_back("a program comes out exactly when there is no error");
    return differences;
  }

  const ProgramRun run = RunProgram(script.source, script.inputs, script.limits);
  CompareRun(script, compilation, run, errors, &differences);

  std::string delivered;
  for (const Envelope& pause : run.pauses) {
    if (!StartsWith(pause.output, delivered)) differences.push_back("output is not cumulative");
    delivered = pause.output;
  }
  for (const Pausing pausing : {Pausing::kInProcess, Pausing::kThroughSnapshot}) {
    const ProgramRun again = RunProgram(script.source, script.inputs, script.limits, pausing);
    if (ToJson(again.end) != ToJson(run.end)) {
      differences.push_back("another run of the same program differs: " + ToJson(run.end).dump() +
                            " and then " + ToJson(again.end).dump());
    }
  }
  return differences;
}

}  // namespace aegis::conformance

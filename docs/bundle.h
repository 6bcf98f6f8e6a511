#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace aegis {

/// A text that is compiled into the binary. `name` is the file's path in the project.
struct BundledFile {
  std::string_view name;
  std::string_view content;
};

/// docs/*.md, docs/explain/*.md and examples/*.aeg, each list in the order of names. Made at build
/// time by cmake/bundle.cmake.
const std::vector<BundledFile>& BundledDocs();
const std::vector<BundledFile>& BundledExplanations();
const std::vector<BundledFile>& BundledExamples();

/// An example program with what its head comments say: `# purpose: ...`, `# input: ...` for each
/// input in order, and `# expect: ...` for each line of output.
struct Example {
  std::string filename;  ///< such as `greet.aeg`
  std::string purpose;
  std::string content;
  std::vector<std::string> inputs;
  std::string expected_output;
};

/// The six examples, parsed.
std::vector<Example> Examples();

/// A page of docs/explain: what `aegis explain CODE` prints, and the programs in it. A fence
/// ```` ```aeg wrong ```` holds a program that is refused with the page's code, and a fence
/// ```` ```aeg right ```` one that is not.
struct Explanation {
  std::string id;  ///< such as `AEG0101`
  std::string title;
  std::string text;  ///< the whole page, Markdown
  struct Program {
    bool wrong;
    std::string source;  ///< `\xHH` replaced by that byte when the fence says `escaped`
    std::vector<std::string> inputs;  ///< words `input=TEXT` of the fence line, in order
    std::vector<std::pair<std::string, long long>> limits;  ///< words `limit:NAME=N`
  };
  std::vector<Program> programs;
};

/// All pages, in order of their codes.
std::vector<Explanation> Explanations();

}  // namespace aegis

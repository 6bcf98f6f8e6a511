#pragma once

#include <string>
#include <vector>

namespace aegis::docs {

/// The text between ```` ```INFO ```` and ```` ``` ````.
struct Fence {
  std::string info;  ///< what stands behind the backticks that open it
  std::string text;  ///< its lines, each with its line feed
  int line = 0;      ///< the line of the opening backticks, from 1
};

/// A Markdown file of the project.
struct Document {
  std::string path;  ///< from the project's folder, such as `docs/language.md`
  std::string text;
};

/// The bytes of the project's file `path`; a test failure and nothing when it cannot be read.
std::string ReadProjectFile(const std::string& path);

/// README.md and the others at the top, docs/*.md and docs/explain/*.md, in the order of paths.
std::vector<Document> Documents();

std::vector<Fence> Fences(const std::string& text);

/// The targets of all links `[...](TARGET)` outside fences.
std::vector<std::string> LinkTargets(const std::string& text);

/// The fragments that links can end in, one for each heading, as GitHub makes them: `## The "x"
/// file` gives `the-x-file`.
std::vector<std::string> Fragments(const std::string& text);

/// The cells of every table row `| a | b |` outside fences, code and blanks kept as they are.
std::vector<std::vector<std::string>> TableRows(const std::string& text);

}  // namespace aegis::docs

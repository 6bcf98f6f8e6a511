#include "tests/docs/markdown.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <sstream>

namespace aegis::docs {
namespace {

namespace fs = std::filesystem;

/// Calls `visit` with each line outside fences.
void ForEachProseLine(const std::string& text,
                      const std::function<void(const std::string&)>& visit) {
  std::istringstream lines(text);
  std::string line;
  bool in_fence = false;
  while (std::getline(lines, line)) {
    if (line.rfind("```", 0) == 0) {
      in_fence = !in_fence;
    } else if (!in_fence) {
      visit(line);
    }
  }
}

std::string Trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

}  // namespace

std::string ReadProjectFile(const std::string& path) {
  std::ifstream file(fs::path(AEGIS_SOURCE_DIR) / path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  EXPECT_TRUE(file.good()) << "cannot read " << path;
  return content.str();
}

std::vector<Document> Documents() {
  std::vector<std::string> paths;
  for (const std::string folder : {"", "docs/", "docs/explain/"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(AEGIS_SOURCE_DIR) / folder)) {
      if (entry.path().extension() == ".md") {
        paths.push_back(folder + entry.path().filename().string());
      }
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Document> documents;
  for (const std::string& path : paths) documents.push_back({path, ReadProjectFile(path)});
  return documents;
}

std::vector<Fence> Fences(const std::string& text) {
  std::vector<Fence> fences;
  std::istringstream lines(text);
  std::string line;
  bool in_fence = false;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.rfind("```", 0) == 0) {
      if (!in_fence) fences.push_back({line.substr(3), "", number});
      in_fence = !in_fence;
    } else if (in_fence) {
      fences.back().text += line + "\n";
    }
  }
  EXPECT_FALSE(in_fence) << "a fence is not closed";
  return fences;
}

std::vector<std::string> LinkTargets(const std::string& text) {
  static const std::regex link(R"(\]\(([^)]*)\))");
  // Code in backticks is no link, and a link's text can be broken between lines.
  static const std::regex code("`[^`]*`");
  std::string prose;
  ForEachProseLine(
      text, [&](const std::string& line) { prose += std::regex_replace(line, code, "") + " "; });
  std::vector<std::string> targets;
  for (std::sregex_iterator match(prose.begin(), prose.end(), link), end; match != end; ++match) {
    targets.push_back((*match)[1]);
  }
  return targets;
}

std::vector<std::string> Fragments(const std::string& text) {
  std::vector<std::string> fragments;
  ForEachProseLine(text, [&](const std::string& line) {
    if (line.empty() || line.front() != '#') return;
    std::string fragment;
    for (const char c : line.substr(line.find_first_not_of("# "))) {
      const auto byte = static_cast<unsigned char>(c);
      if (std::isalnum(byte) != 0 || c == '-' || c == '_') {
        fragment += static_cast<char>(std::tolower(byte));
      } else if (c == ' ') {
        fragment += '-';
      }
    }
    fragments.push_back(fragment);
  });
  return fragments;
}

std::vector<std::vector<std::string>> TableRows(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  ForEachProseLine(text, [&](const std::string& line) {
    if (line.empty() || line.front() != '|') return;
    std::vector<std::string> cells;
    std::size_t begin = 1;
    for (std::size_t end; (end = line.find('|', begin)) != std::string::npos; begin = end + 1) {
      cells.push_back(Trimmed(line.substr(begin, end - begin)));
    }
    rows.push_back(std::move(cells));
  });
  return rows;
}

}  // namespace aegis::docs

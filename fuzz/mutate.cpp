#include "fuzz/mutate.h"

#include <algorithm>
#include <array>
#include <vector>

#include "fuzz/token_texts.h"
#include "syntax/grammar_networks.h"
#include "syntax/scan.h"

namespace aegis::fuzz {
namespace {

/// The lines of `text` with their terminators.
std::vector<std::string> SplitLines(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    const std::size_t next = end == text.npos ? text.size() : end + 1;
    lines.push_back(text.substr(begin, next - begin));
    begin = next;
  }
  return lines;
}

std::string Join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

/// The text cut into tokens and what stands between them, in order; every second part is a token.
std::vector<std::string> SplitTokens(const std::string& text) {
  const Source source(text);
  std::vector<std::string> parts;
  std::uint32_t read_end = 0;
  for (const ScannedToken& token : Scan(source)) {
    parts.push_back(source.Text({read_end, token.range.begin}));
    parts.push_back(source.Text(token.range));
    read_end = token.range.end;
  }
  parts.push_back(source.Text({read_end, source.size()}));
  return parts;
}

std::string RandomToken(Random* random) {
  const TokenTexts texts(random, /*wild=*/true);
  const auto last = static_cast<std::uint32_t>(Networks().tokens.size() - 1);
  return texts.Text(static_cast<std::uint32_t>(random->Between(1, last)), random);
}

}  // namespace

std::string MutateTokens(const std::string& program, Random* random) {
  std::vector<std::string> parts = SplitTokens(program);
  const std::size_t tokens = parts.size() / 2;
  const auto at = [&] { return random->Below(tokens) * 2 + 1; };
  if (tokens == 0) return program + RandomToken(random);
  const std::size_t place = at();
  switch (random->Below(6)) {
    case 0:
      parts[place].clear();
      break;
    case 1:
      parts[place] += " " + parts[place];
      break;
    case 2:
      std::swap(parts[place], parts[at()]);
      break;
    case 3:
      parts[place] += " " + RandomToken(random);
      break;
    case 4:
      parts[place] = parts[at()];
      break;
    default:
      parts[place] = RandomToken(random);
      break;
  }
  return Join(parts);
}

std::string MutateLines(const std::string& program, Random* random) {
  std::vector<std::string> lines = SplitLines(program);
  if (lines.empty()) return "\n";
  const auto at = [&] {
    return lines.begin() + static_cast<std::ptrdiff_t>(random->Below(lines.size()));
  };
  switch (random->Below(6)) {
    case 0:
      lines.erase(at());
      break;
    case 1: {
      const std::string line = *at();
      lines.insert(at(), line);
      break;
    }
    case 2:
      std::iter_swap(at(), at());
      break;
    case 3: {  // a part of the program once more
      auto first = at();
      auto last = at();
      if (last < first) std::swap(first, last);
      const std::vector<std::string> part(first, last + 1);
      lines.insert(at(), part.begin(), part.end());
      break;
    }
    case 4: {  // a line end less
      std::string& line = *at();
      while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
      break;
    }
    default: {  // a line end more
      std::string& line = *at();
      line.insert(random->Below(line.size() + 1), random->OneIn(4) ? "\r\n" : "\n");
      break;
    }
  }
  return Join(lines);
}

std::string MutateIndentation(const std::string& program, Random* random) {
  std::vector<std::string> lines = SplitLines(program);
  if (lines.empty()) return " ";
  const std::size_t first = random->Below(lines.size());
  const std::size_t last =
      random->OneIn(2) ? first : std::min(lines.size() - 1, first + random->Below(8));
  const std::size_t spaces = random->Between(1, 4);
  const std::size_t kind = random->Below(5);
  for (std::size_t i = first; i <= last; ++i) {
    std::string& line = lines[i];
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    switch (kind) {
      case 0:
        line.insert(0, spaces, ' ');
        break;
      case 1:
        line.erase(0, std::min(indent, spaces));
        break;
      case 2:
        line.replace(0, indent, indent * 2, ' ');
        break;
      case 3:
        line.replace(0, indent, indent / 2, ' ');
        break;
      default:
        line.insert(random->Below(indent + 1), "\t");
        break;
    }
  }
  return Join(lines);
}

std::string MutateBytes(const std::string& program, Random* random) {
  // What decoders, lexers and line counters trip over.
  static const std::vector<std::string> kPieces = {
      std::string(1, '\0'),
      "\r",
      "\t",
      "\x7F",
      "\x80",
      "\xC0\x80",
      "\xED\xA0\x80",
      "\xEF\xBB\xBF",
      "\xF0\x9F\x98\x80",
      "\xF4\x90\x80\x80",
      "\xFF",
      "\xE2\x80\xA8",
      "\"",
      "\\",
      "#",
      "(",
      ")",
      ":",
      ".",
      "e",
      std::string(300, '('),
      std::string(300, '-'),
      std::string(70, 'n'),
      std::string(1300, '9'),
      std::string(2100, ' '),
  };
  std::string text = program;
  const std::size_t place = random->Below(text.size() + 1);
  switch (text.empty() ? 0 : random->Below(5)) {
    case 0:
      text.insert(place, random->Pick(kPieces));
      break;
    case 1:
      text.erase(place, random->Between(1, 4));
      break;
    case 2:
      text[random->Below(text.size())] ^= static_cast<char>(1 << random->Below(8));
      break;
    case 3:
      text[random->Below(text.size())] = static_cast<char>(random->Below(256));
      break;
    default:
      text.resize(place);
      break;
  }
  return text;
}

std::string Mutate(const std::string& program, Random* random) {
  constexpr std::array<std::string (*)(const std::string&, Random*), 7> kLevels = {
      MutateTree,  MutateTree,        MutateTokens, MutateTokens,
      MutateLines, MutateIndentation, MutateBytes};
  return kLevels[random->Below(kLevels.size())](program, random);
}

}  // namespace aegis::fuzz

#include "tests/conformance/hostile_programs.h"

#include <random>

namespace aegis::conformance {
namespace {

constexpr std::size_t kFullSize = 64 * 1024;

// std::mt19937 gives the same numbers everywhere; the library's distributions need not.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  std::size_t Below(std::size_t bound) { return engine_() % bound; }

 private:
  std::mt19937 engine_;
};

std::string RandomBytes(Random* random, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(random->Below(256));
  return bytes;
}

const std::vector<std::string>& Pieces() {
  static const std::vector<std::string> pieces = {
      "if",    "else",    "and",   "or",    "not",    "true",     "false", "input",
      "print", "x",       "yy",    "elif",  "1",      "0",        "2.5",   "1e3",
      "1e999", "1.",      "7a",    "\"a\"", "\"\\n",  "\"",       "\"é\"", "\\",
      "=",     "==",      "!=",    "<",     "<=",     ">",        ">=",    "+",
      "-",     "*",       "/",     "^",     "(",      ")",        ":",     "()",
      "x =",   "@",       "!",     "# c",   "\t",     "\r",       "\x01",  "é",
      "'",     "input()", "x = 1", "(1)",   "print(", "if true:", "1 ==",  "99999999999999999999",
  };
  return pieces;
}

std::string RandomLine(Random* random) {
  std::string line;
  const std::size_t length = random->Below(9);
  for (std::size_t i = 0; i < length; ++i) {
    line += Pieces()[random->Below(Pieces().size())];
    if (random->Below(4) != 0) line += ' ';
  }
  return line;
}

std::string RandomTokens(Random* random) {
  static const char* const kIndents[] = {"",     "",       "",  "  ",  "  ",
                                         "    ", "      ", " ", "   ", "\t"};
  static const char* const kEnds[] = {"\n", "\n", "\n", "\r\n", "\n\n", ":\n"};
  std::string source;
  const std::size_t lines = random->Below(14);
  for (std::size_t i = 0; i < lines; ++i) {
    source += kIndents[random->Below(std::size(kIndents))] + RandomLine(random) +
              kEnds[random->Below(std::size(kEnds))];
  }
  if (random->Below(3) == 0) source += RandomLine(random);
  if (random->Below(8) == 0) source += "\xFF";
  return source;
}

}  // namespace

std::string Fill(const std::string& piece, const std::string& before, const std::string& after) {
  std::string source = before;
  while (source.size() + piece.size() + after.size() <= kFullSize) source += piece;
  return source + after;
}

std::string NestedBlocks(int depth, const std::string& statement) {
  std::string source;
  std::string indent;
  for (int i = 0; i < depth; ++i) {
    source += indent + "if true:\n";
    indent += "  ";
  }
  return source + indent + statement + "\n";
}

std::vector<HostileProgram> RepetitivePrograms() {
  const char* const kPieces[] = {
      "(",
      ")",
      "-",
      "+",
      "1+",
      "1",
      "0",
      "1.",
      "1e1",
      ".",
      "\n",
      "\r\n",
      "\r",
      "\t",
      "\\",
      "\"",
      "\"\\",
      "\\u",
      " ",
      "#",
      "# \n",
      "é",
      "😀",
      "\uFEFF",
      "\xFF",
      "\xC3",
      "\x01",
      "a",
      "a ",
      "A",
      ":",
      "=",
      "==",
      "^",
      "2^",
      "not ",
      "if ",
      "else ",
      "if true:",
      "else:\n",
      "if true:\n",
      "x=1\n",
      "x=y\n",
      "x=1+\n",
      "x=(\n",
      "@\n",
      "\"a\"\n",
      "x=\"a\n",
      "x=input()\n",
      "print(\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\")\n",
      "if true:\n  x=1\nelse:\n  x=2\n",
      "x=1==1.0\n",
      "x=2^4000*2^4000/2^90\n",
      "x=-1.5^4096\n",
  };
  std::vector<HostileProgram> programs;
  for (const std::string piece : kPieces) {
    programs.push_back({"64 KiB of `" + piece + "`", Fill(piece)});
  }
  for (const std::string piece :
       {"1+", "(", "-", "-(", "not ", "1^", "1==1 and ", "\"a\"+", "1 "}) {
    programs.push_back({"an expression of `" + piece + "`", Fill(piece, "x=", "1\n")});
    programs.push_back(
        {"`" + piece + "` for 2,000 characters", Fill(piece, "x=", "1\n").substr(0, 2000)});
  }
  std::string nested;
  std::string indent;
  while (nested.size() + indent.size() + 9 <= kFullSize) {
    nested += indent + "if true:\n";
    indent += "  ";
  }
  programs.push_back({"64 KiB of nested `if`", nested});
  std::string spread;
  for (int i = 0; spread.size() < kFullSize - 40; ++i) {
    spread += "name_" + std::to_string(i) + " = " + std::to_string(i) + "\n";
  }
  programs.push_back({"64 KiB of different names", spread});
  return programs;
}

std::vector<HostileProgram> RandomPrograms(unsigned seed, int count) {
  Random random(seed);
  std::vector<HostileProgram> programs;
  for (int i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    // A few are as large as they can be.
    const std::size_t size = i % 64 == 0 ? kFullSize : random.Below(512);
    programs.push_back({"random bytes " + number, RandomBytes(&random, size)});
    programs.push_back({"random tokens " + number, RandomTokens(&random)});
  }
  return programs;
}

std::vector<std::string> RandomLines(unsigned seed, int count) {
  Random random(seed);
  std::vector<std::string> lines;
  while (static_cast<int>(lines.size()) < count) {
    std::string line = RandomLine(&random);
    const std::size_t first = line.find_first_not_of(' ');
    // An indented line is no line of the top level, and an `else` belongs to what comes before it.
    if (first == std::string::npos || line[first] == '\t' || line.compare(first, 4, "else") == 0) {
      continue;
    }
    lines.push_back(line.substr(first));
  }
  return lines;
}

}  // namespace aegis::conformance

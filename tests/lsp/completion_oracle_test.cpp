#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "lsp/features.h"
#include "semantic/compile.h"
#include "syntax/scan.h"
#include "tests/support/rounds.h"

// Completion against its definition, with `check` as the authority: an item may be offered exactly
// when some rest makes the program valid. One half is a search for that rest among a few thousand
// candidates; the other half needs no search: every word of a valid program can stand where it
// stands, so it must be offered there.

namespace aegis::lsp {
namespace {

bool IsValid(const std::string& text) { return Compile(text).program != nullptr; }

struct Offer {
  std::string text;  ///< of the edit, as far as the cursor
  std::size_t begin;
};

/// What is offered at the end of `prefix`, by label.
std::map<std::string, Offer> Offers(const std::string& prefix, const std::string& behind = "") {
  const Document document("file:///a.aeg", 1, prefix + behind, Encoding::kUtf8);
  const Json params = {{"position", document.ToJson(static_cast<std::uint32_t>(prefix.size()))}};
  Client client;
  client.snippets = true;
  client.encoding = Encoding::kUtf8;
  std::map<std::string, Offer> offers;
  const Json answer = Completion(document, params, client);
  for (const Json& item : answer["items"]) {
    std::string text = item["textEdit"]["newText"];
    text = text.substr(0, text.find("$0"));
    offers[item["label"]] = {text, document.Offset(item["textEdit"]["range"]["start"])};
  }
  return offers;
}

// ---- Programs ----------------------------------------------------------------------------------

/// Variables of every kind; `half` and `lost` are not definitely assigned behind it.
const char kPrelude[] =
    "i = 1\nf = 1.5\nb = true\ns = \"s\"\nn = 1\nu = 1\nw = true\n"
    "if b:\n    n = 1.5\n    u = \"u\"\n    w = \"w\"\n    half = 1\n"
    "    if b:\n        lost = 2\n";

const std::vector<std::string> kNames = {"i", "f", "b", "s", "n", "u", "w", "half", "lost"};

class Writer {
 public:
  explicit Writer(std::uint32_t seed) : random_(seed) {}

  std::size_t Below(std::size_t count) { return random_() % count; }

  template <typename Range>
  std::string OneOf(const Range& range) {
    return *(std::begin(range) + Below(std::size(range)));
  }

  /// An expression that is rarely far from being valid. `type`: `n`umber, `b`ool, `s`tring.
  std::string Expression(char type, int depth) {
    if (Below(12) == 0) type = "nbs"[Below(3)];
    if (Below(8) == 0) return "(" + Expression(type, depth - 1) + ")";
    if (depth <= 0 || Below(4) == 0) return Operand(type);
    const auto binary = [&](char left, const std::string& op, char right) {
      return Expression(left, depth - 1) + " " + op + " " + Expression(right, depth - 1);
    };
    static const std::vector<std::string> kArithmetic = {"+", "-", "*", "/", "^"};
    static const std::vector<std::string> kOrder = {"<", "<=", ">", ">="};
    static const std::vector<std::string> kEquality = {"==", "!="};
    static const std::vector<std::string> kLogic = {"and", "or"};
    if (type == 'n')
      return Below(4) == 0 ? "-" + Operand('n') : binary('n', OneOf(kArithmetic), 'n');
    if (type == 's') return binary('s', "+", 's');
    switch (Below(4)) {
      case 0:
        return "not " + (Below(2) == 0 ? Operand('b') : "(" + Expression('b', depth - 1) + ")");
      case 1:
        return binary('b', OneOf(kLogic), 'b');
      case 2: {
        const char both = "nbs"[Below(3)];
        return binary(both, OneOf(kOrder), both);
      }
      default:
        return binary("nbs"[Below(3)], OneOf(kEquality), "nbs"[Below(3)]);
    }
  }

  std::string Statement() {
    switch (Below(3)) {
      case 0:
        return "print(" + Expression("nbs"[Below(3)], 3) + ")\n";
      case 1:
        return OneOf(kNames) + " = " + Expression("nbs"[Below(3)], 3) + "\n";
      default:
        return "if " + Expression('b', 3) + ":\n    print(0)\n";
    }
  }

 private:
  std::string Operand(char type) {
    static const std::vector<std::string> kNumbers = {"i", "f", "n", "0", "0.0", "i", "n", "u"};
    static const std::vector<std::string> kBools = {"b", "true", "false", "w", "b"};
    static const std::vector<std::string> kStrings = {"s", "\"\"", "input()", "u", "w"};
    return OneOf(type == 'n' ? kNumbers : type == 'b' ? kBools : kStrings);
  }

  std::mt19937 random_;
};

/// Random statements behind the prelude that `check` accepts, and the prelude's own lines.
std::vector<std::string> ValidPrograms(std::uint32_t seed, std::size_t count) {
  Writer writer(seed);
  std::vector<std::string> programs = {kPrelude};
  while (programs.size() < count) {
    const std::string program = kPrelude + writer.Statement();
    if (IsValid(program)) programs.push_back(program);
  }
  return programs;
}

/// The tokens of the last statement of `program`, or of all of them for the prelude itself.
std::vector<ScannedToken> NewTokens(const std::string& program) {
  std::vector<ScannedToken> tokens = Scan(Source(program));
  const std::size_t old = program == kPrelude ? 0 : std::string(kPrelude).size();
  tokens.erase(std::remove_if(tokens.begin(), tokens.end(),
                              [&](const ScannedToken& token) { return token.range.begin < old; }),
               tokens.end());
  return tokens;
}

/// `program` up to `token`, with a space where a word in front of it could still go on.
std::string Before(const std::string& program, const ScannedToken& token) {
  std::string before = program.substr(0, token.range.begin);
  const bool in_word = !before.empty() && std::isalnum(static_cast<unsigned char>(before.back()));
  return in_word ? before + " " : before;
}

std::string TextOf(const std::string& program, const ScannedToken& token) {
  return program.substr(token.range.begin, token.range.end - token.range.begin);
}

// ---- Completeness ------------------------------------------------------------------------------

TEST(CompletionOracle, EveryWordOfAValidProgramIsOffered) {
  std::size_t words = 0;
  for (const std::string& program : ValidPrograms(1, support::Rounds(1500))) {
    for (const ScannedToken& token : NewTokens(program)) {
      std::string text = TextOf(program, token);
      if (text == "input") text = "input()";
      const bool is_word = token.lexeme == Lexeme::kName || token.lexeme == Lexeme::kKeyword;
      if (!is_word && text != "\"\"" && text != "0" && text != "0.0") continue;
      // A variable that is new here is known to nobody.
      const std::string before = program.substr(0, token.range.begin);
      if (token.lexeme == Lexeme::kName && before.find(text + " =") == before.npos) continue;
      ++words;
      EXPECT_EQ(Offers(before).count(text), 1u) << before << "|" << text;
      if (!is_word) continue;
      // The same in the middle of the word, whatever stands behind it.
      const std::string in_word = program.substr(0, token.range.begin + 1);
      EXPECT_EQ(Offers(in_word, program.substr(in_word.size())).count(text), 1u)
          << in_word << "|" << text;
    }
  }
  EXPECT_GT(words, support::Rounds(5000u));
}

// ---- Soundness ---------------------------------------------------------------------------------

/// The parentheses that are open at the end of `line`.
int OpenParentheses(const std::string& line) {
  int open = 0;
  for (const ScannedToken& token : Scan(Source(line))) {
    if (token.lexeme == Lexeme::kLeftParen) ++open;
    if (token.lexeme == Lexeme::kRightParen) --open;
  }
  return open;
}

/// What can be missing at the end of `line` before an operator or the end can follow.
std::vector<std::string> MissingOperands(const std::string& line) {
  const std::vector<ScannedToken> tokens = Scan(Source(line));
  const std::string last = TextOf(line, tokens.back());
  if (tokens.back().lexeme == Lexeme::kBroken) return {"\""};
  const bool is_word = last == "if" || last == "and" || last == "or" || last == "not";
  const bool wants = is_word || tokens.back().lexeme == Lexeme::kOperator || last == "(";
  if (!wants) return {""};
  return {" true", " 0", " \"\""};
}

/// Looks for a rest of a line that makes `text` valid: extensions before each closing parenthesis
/// and before the end. `*tried` counts the programs that were checked.
bool CanClose(const std::string& text, int parentheses, const std::string& end,
              std::size_t* tried) {
  static const std::vector<std::string> kExtensions = {
      "", " == 0", " == \"\"", " + 0", " and true", " + \"\"", " < 0",
  };
  if (parentheses == 0) {
    for (const std::string& extension : kExtensions) {
      ++*tried;
      if (IsValid(text + extension + end)) return true;
    }
    return false;
  }
  for (const std::string& extension : kExtensions) {
    if (CanClose(text + extension + ")", parentheses - 1, end, tried)) return true;
  }
  return false;
}

/// Whether some rest makes `prefix`, which ends in an unfinished line, a valid program.
bool IsAlive(const std::string& prefix, std::size_t* tried) {
  const std::size_t begin = prefix.rfind('\n') + 1;
  const std::string line = prefix.substr(begin);
  const std::size_t indent = line.find_first_not_of(' ');
  const std::string body = ":\n" + std::string(indent + 4, ' ') + "print(0)\n";
  const std::string word = line.substr(indent);
  if (word == "else") return IsValid(prefix + body);
  if (word == "else:") return IsValid(prefix + body.substr(1));
  if (word == "print") return IsAlive(prefix + "(", tried);
  if (word == "if") return IsAlive(prefix + " ", tried);
  const bool condition = word.substr(0, 3) == "if ";
  const bool print = word.substr(0, 5) == "print";
  // What stands behind the parenthesis of `print` is nothing but the end.
  const int parentheses = OpenParentheses(line) - (print ? 1 : 0);
  if (parentheses < 0) return IsValid(prefix + "\n");
  const std::string end = condition ? body : print ? ")\n" : "\n";
  for (const std::string& operand : MissingOperands(line)) {
    if (CanClose(prefix + operand, parentheses, end, tried)) return true;
  }
  return false;
}

TEST(CompletionOracle, EveryOfferCanBecomeAValidProgram) {
  std::size_t offers = 0, tried = 0;
  for (const std::string& program : ValidPrograms(2, support::Rounds(500))) {
    for (const ScannedToken& token : NewTokens(program)) {
      const std::string before = Before(program, token);
      if (OpenParentheses(before.substr(before.rfind('\n') + 1)) > 3) continue;
      for (const auto& [label, offer] : Offers(before)) {
        ASSERT_EQ(offer.begin, before.size());
        ++offers;
        EXPECT_TRUE(IsAlive(before + offer.text, &tried)) << before << "|" << label;
      }
    }
  }
  EXPECT_GT(offers, support::Rounds(10000u));
}

TEST(CompletionOracle, WhatIsNotOfferedCannotBecomeAValidProgram) {
  std::vector<std::string> candidates = kNames;
  for (const char* word : {"true", "\"\"", "0", "0.0", "input()", "not", "and", "or", "if"}) {
    candidates.push_back(word);
  }
  std::size_t refused = 0, tried = 0;
  for (const std::string& program : ValidPrograms(3, support::Rounds(50))) {
    for (const ScannedToken& token : NewTokens(program)) {
      const std::string before = Before(program, token);
      const std::string line = before.substr(before.rfind('\n') + 1);
      if (line.find_first_not_of(' ') == line.npos) continue;
      if (OpenParentheses(line) > (line.find("print") == line.npos ? 1 : 2)) continue;
      const auto offers = Offers(before);
      for (const std::string& candidate : candidates) {
        if (offers.count(candidate) != 0) continue;
        ++refused;
        EXPECT_FALSE(IsAlive(before + candidate, &tried)) << before << "|" << candidate;
      }
    }
  }
  EXPECT_GT(refused, support::Rounds(1000u));
  EXPECT_GT(tried, 10 * refused);
}

}  // namespace
}  // namespace aegis::lsp

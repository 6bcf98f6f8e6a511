#include "fuzz/token_texts.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <stdexcept>

#include "fuzz/grammar_tables.h"
#include "syntax/integer.h"
#include "syntax/parse.h"

// Texts come from the lexer's own network, so they follow the grammar. What a rule derives is not
// always that rule's token: `if` is no NAME, because another rule has the same text and stands
// first. So a derived text is shown to the lexer, and derived anew when it says otherwise.

namespace aegis::fuzz {
namespace {

constexpr std::size_t kAttempts = 20;
/// Longer boundary texts come less often, or programs would be made of little else.
constexpr std::size_t kShort = 24;

std::uint32_t FindRule(std::string_view name) {
  const std::vector<NetworkRule>& rules = Networks().lexer.rules;
  for (std::uint32_t rule = 0; rule < rules.size(); ++rule) {
    if (rules[rule].name == name) return rule;
  }
  throw std::out_of_range("the lexer has no rule " + std::string(name));
}

bool IsSurrogate(std::uint32_t code_point) { return code_point >= 0xD800 && code_point <= 0xDFFF; }

/// One of the characters that `edge` matches: half of them as people write, the others from
/// anywhere.
char32_t PickCharacter(const NetworkEdge& edge, Random* random) {
  for (;;) {
    auto [first, last] = random->Pick(edge.symbols);
    if (random->OneIn(16)) return random->OneIn(2) && !IsSurrogate(first) ? first : 'a';
    constexpr std::array<std::uint32_t, 4> kEnds = {0x7E, 0x7FF, 0xFFFF, 0x10FFFF};
    const std::uint32_t end = kEnds[random->OneIn(2) ? 0 : random->Below(kEnds.size())];
    if (end >= first) last = std::min(last, end);
    const auto code_point = static_cast<std::uint32_t>(random->Between(first, last));
    if (!IsSurrogate(code_point)) return code_point;
  }
}

void DeriveInto(std::uint32_t rule, std::size_t size, Random* random, std::string* text) {
  const GrammarTables& tables = LexerTables();
  const NetworkRule& info = tables.network().rules[rule];
  std::uint32_t state = info.start;
  while (state != info.stop) {
    const std::vector<NetworkEdge>& edges = tables.network().states[state];
    std::vector<const NetworkEdge*> affordable;
    const NetworkEdge* cheapest = &edges.front();
    for (const NetworkEdge& edge : edges) {
      if (tables.Cost(edge) <= size) affordable.push_back(&edge);
      if (tables.Cost(edge) < tables.Cost(*cheapest)) cheapest = &edge;
    }
    const NetworkEdge& edge = affordable.empty() ? *cheapest : *random->Pick(affordable);
    if (edge.rule) DeriveInto(*edge.rule, size / 2, random, text);
    if (!edge.symbols.empty()) {
      const char32_t character = PickCharacter(edge, random);
      AppendUtf8(edge.Matches(character) ? character : edge.symbols.front().first, text);
      if (size > 0) --size;
    }
    state = edge.target;
  }
}

/// The one text of a rule that has no choice; nothing when it has one.
std::optional<std::string> FixedText(std::uint32_t rule) {
  const Network& network = LexerTables().network();
  std::string text;
  std::uint32_t state = network.rules[rule].start;
  while (state != network.rules[rule].stop) {
    if (network.states[state].size() != 1) return std::nullopt;
    const NetworkEdge& edge = network.states[state].front();
    if (edge.rule || edge.symbols.size() > 1) return std::nullopt;
    if (!edge.symbols.empty()) {
      if (edge.symbols.front().first != edge.symbols.front().second) return std::nullopt;
      AppendUtf8(edge.symbols.front().first, &text);
    }
    state = edge.target;
  }
  return text;
}

/// How a token type is spelled.
struct Spelling {
  std::optional<std::uint32_t> rule;  ///< nothing: a structural token
  std::optional<std::string> fixed;
};

const std::vector<Spelling>& Spellings() {
  static const std::vector<Spelling> spellings = [] {
    std::vector<Spelling> made(Networks().tokens.size());
    const std::vector<NetworkRule>& rules = Networks().lexer.rules;
    for (std::uint32_t rule = 0; rule < rules.size(); ++rule) {
      if (rules[rule].skipped || rules[rule].token >= made.size()) continue;
      made[rules[rule].token] = {rule, FixedText(rule)};
    }
    return made;
  }();
  return spellings;
}

std::vector<std::string> BoundaryIntegers() {
  std::vector<std::string> texts = {
      "0", "1", "2", "3", "7", "10", "00", "0001", "999999999999999999"};
  for (const unsigned bits : {31U, 32U, 53U, 63U, 64U, 1023U, 1024U, 2048U, 4095U}) {
    const Integer power = boost::multiprecision::pow(Integer(2), bits);
    for (const Integer& value : {Integer(power - 1), power, Integer(power + 1)}) {
      texts.push_back(value.str());
    }
  }
  // A literal of more bits than the limit allows is no token.
  texts.push_back(Integer(boost::multiprecision::pow(Integer(2), 4096) - 1).str());
  texts.emplace_back("4096");
  texts.emplace_back("4097");
  return texts;
}

std::vector<std::string> BoundaryFloats() {
  return {"0.0",    "0e5",
          "1.0",    "0.1",
          "0.5",    "1.5",
          "2.5",    "1e0",
          "3.0e2",  "1e16",
          "1e15",   "123456789012345680.0",
          "1e-4",   "0.00001",
          "5e-324", "2.2250738585072014e-308",
          "1e308",  "1.7976931348623157e308",
          "1e-999", "9007199254740993.0",
          "1e22",   "1E+2",
          "4096.0", "0.30000000000000004"};
}

std::vector<std::string> BoundaryStrings() {
  return {R"("")",
          R"("a")",
          R"("0")",
          R"(" ")",
          R"("#")",
          R"("\"")",
          R"("\\\/\b\f\n\r\t")",
          R"("\u0000")",
          R"("\u00e9")",
          R"("\uFFFF")",
          R"("\ud83d\ude00")",
          R"("\uD800\uDC00")",
          "\"\xC3\xA9\"",
          "\"\xF0\x9F\x98\x80\"",
          "\"\xF4\x8F\xBF\xBF\"",
          "\"\xEF\xBB\xBF\"",
          "\"" + std::string(500, 'x') + "\"",
          R"("if x: print")"};
}

}  // namespace

const std::vector<std::string>& BoundaryTexts(std::uint32_t type) {
  static const std::map<std::uint32_t, std::vector<std::string>> texts = {
      {Networks().TokenType("INT"), BoundaryIntegers()},
      {Networks().TokenType("FLOAT"), BoundaryFloats()},
      {Networks().TokenType("STRING"), BoundaryStrings()}};
  static const std::vector<std::string> none;
  const auto found = texts.find(type);
  return found == texts.end() ? none : found->second;
}

bool LexesAs(const std::string& text, std::uint32_t type) {
  const Source source(text);
  Budget budget(Limits(), SteadyClock());
  const TokenizeResult read = Tokenize(source, &budget);
  return read.diagnostics.empty() && !read.tokens.empty() &&
         read.tokens.front().kind == Networks().tokens[type] &&
         read.tokens.front().range == Range{0, source.size()};
}

std::string DeriveText(std::string_view rule, std::size_t size, Random* random) {
  std::string text;
  DeriveInto(FindRule(rule), size, random, &text);
  return text;
}

TokenTexts::TokenTexts(Random* random, bool wild) : wild_(wild) {
  const std::uint32_t name = Networks().TokenType("NAME");
  const std::size_t count = random->Between(2, 7);
  while (names_.size() < count) {
    std::string text = DeriveText("NAME", random->OneIn(8) ? 60 : random->Between(1, 5), random);
    if (LexesAs(text, name)) names_.push_back(std::move(text));
  }
}

std::string TokenTexts::Text(std::uint32_t type, Random* random) const {
  const Spelling& spelling = Spellings()[type];
  if (!spelling.rule) return "";
  if (spelling.fixed) return *spelling.fixed;
  const std::string& rule = Networks().lexer.rules[*spelling.rule].name;
  if (rule == "NAME" && !random->OneIn(64)) return random->Pick(names_);
  const std::vector<std::string>& boundaries = BoundaryTexts(type);
  if (!boundaries.empty() && random->OneIn(3)) {
    const std::string& text = random->Pick(boundaries);
    if (text.size() <= kShort || random->OneIn(4)) return text;
  }
  const bool unchecked = wild_ && random->OneIn(64);
  for (std::size_t attempt = 0;; ++attempt) {
    const std::size_t size = random->OneIn(32) ? random->Below(200) : random->Below(8);
    std::string text = DeriveText(rule, size, random);
    // A rule whose texts are all taken by rules before it has no token to show.
    if (unchecked || attempt == kAttempts || LexesAs(text, type)) return text;
  }
}

}  // namespace aegis::fuzz

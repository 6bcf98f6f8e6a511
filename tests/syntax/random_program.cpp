#include "tests/syntax/random_program.h"

#include <algorithm>
#include <utility>

// The generator goes down the grammar and writes, with each token, whether the canonical layout has
// a space before it. It knows that from the rule that it is in, where the formatter has nothing but
// the neighbours, so the two have little in common to be wrong about.
//
// Variables have a type each, told by their first letter, and are all assigned at the start; so
// most programs are valid.

namespace aegis::syntax_test {
namespace {

using Token = RandomProgram::Token;
using Line = RandomProgram::Line;

enum Kind : std::size_t { kNumber, kText, kTruth, kKinds };

const std::vector<std::string>& Variables(Kind kind) {
  static const std::vector<std::string> variables[kKinds] = {
      {"n", "number_2", "ifs"}, {"s", "print_1"}, {"t", "notes", "input_"}};
  return variables[kind];
}

const std::vector<std::string>& Literals(Kind kind) {
  static const std::vector<std::string> literals[kKinds] = {
      {"0", "1", "2", "007", "40", "1.5", "2e3", "1.25e-1", "99999999999999999999"},
      {"\"\"", "\"a\"", "\"# no comment\"", "\"x  =  1\"", "\"\\\"\\\\ \"", "\"é😀 \u202E\"",
       "\"\\ud83d\\ude00\""},
      {"true", "false"}};
  return literals[kind];
}

const std::vector<std::string>& Comments() {
  static const std::vector<std::string> comments = {
      "#",        "# why", "#why",        "## two", "#  spaced   out", "# x = (1 +  2):",
      "# \"open", "# é😀",  "# nbsp\u00A0"};
  return comments;
}

class Generator {
 public:
  explicit Generator(Random* random) : random_(random) {}

  RandomProgram Run() {
    sound_ = !random_->OneIn(5);
    deep_ = random_->OneIn(25);
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      for (const std::string& name : Variables(static_cast<Kind>(kind))) {
        if (!sound_ && random_->OneIn(4)) continue;
        StartLine(0);
        Add(name), Add("=", true), Add(random_->Of(Literals(static_cast<Kind>(kind))), true);
      }
    }
    Block(0, deep_ ? 32 : random_->Below(4), 1 + random_->Below(4));
    if (random_->OneIn(30)) lines_.clear();
    AddComments();
    return {std::move(lines_)};
  }

 private:
  void StartLine(std::size_t level) { lines_.push_back({level, level, level, {}, "", 0}); }
  void Add(const std::string& text, bool spaced = false) {
    lines_.back().tokens.push_back({text, spaced});
  }

  void Block(std::size_t level, std::size_t depth, std::size_t statements) {
    for (std::size_t i = 0; i < statements; ++i) {
      if (depth > 0 && (deep_ || random_->OneIn(3))) {
        If(level, depth);
        if (deep_) return;
      } else {
        Simple(level);
      }
    }
  }

  void If(std::size_t level, std::size_t depth) {
    StartLine(level);
    Add("if");
    Expression(kTruth, true);
    Add(":");
    Block(level + 1, depth - 1, 1 + random_->Below(2));
    if (!random_->OneIn(3)) return;
    StartLine(level);
    Add("else"), Add(":");
    Block(level + 1, deep_ ? 0 : depth - 1, 1 + random_->Below(2));
  }

  void Simple(std::size_t level) {
    StartLine(level);
    const Kind kind = AnyKind();
    if (random_->OneIn(2)) {
      Add("print"), Add("(");
      Expression(kind, false);
      Add(")");
    } else {
      Add(random_->Of(Variables(kind))), Add("=", true);
      Expression(kind, true);
    }
  }

  void Expression(Kind kind, bool spaced) {
    open_ = 0;
    left_ = 40;
    if (random_->OneIn(40)) return Nested(kind, spaced);
    Or(kind, spaced, random_->Below(5));
  }

  /// As deep as the limits allow.
  void Nested(Kind kind, bool spaced) {
    for (int i = 0; i < 31; ++i) Add("(", spaced && i == 0);
    if (kind == kTruth) Add("not");
    if (kind == kNumber) Add("-");
    Add(random_->Of(Literals(kind)), kind == kTruth);
    for (int i = 0; i < 31; ++i) Add(")");
  }

  /// Whether an expression may grow; `size` bounds its depth, and something else its tokens.
  bool More(std::size_t size) { return size > 0 && left_ > 0 && left_-- > 0; }

  Kind AnyKind() { return static_cast<Kind>(random_->Below(kKinds)); }
  /// `kind`, or any in a program that need not be sound.
  Kind Perhaps(Kind kind) { return !sound_ && random_->OneIn(8) ? AnyKind() : kind; }

  void Or(Kind kind, bool spaced, std::size_t size) { Chain(kind, spaced, size, "or"); }

  /// `or` of chains of `and`, and `and` of comparisons.
  void Chain(Kind kind, bool spaced, std::size_t size, const std::string& word) {
    const bool is_or = word == "or";
    const std::size_t links = kind == kTruth && More(size) && random_->OneIn(3) ? 2 : 1;
    for (std::size_t i = 0; i < links; ++i) {
      if (i > 0) Add(word, true);
      if (is_or) {
        Chain(kind, spaced || i > 0, size, "and");
      } else {
        Comparison(kind, spaced || i > 0, size);
      }
    }
  }

  void Comparison(Kind kind, bool spaced, std::size_t size) {
    if (kind != kTruth || !More(size) || random_->OneIn(2)) return Sum(kind, spaced, size);
    const Kind operands = AnyKind();
    Sum(operands, spaced, size - 1);
    Add(random_->Of({"==", "!=", "<", "<=", ">", ">="}), true);
    Sum(operands, true, size - 1);
  }

  void Sum(Kind kind, bool spaced, std::size_t size) {
    Product(kind, spaced, size);
    while (kind != kTruth && More(size) && random_->OneIn(3)) {
      Add(kind == kText || random_->OneIn(2) ? "+" : "-", true);
      Product(Perhaps(kind), true, size - 1);
    }
  }

  void Product(Kind kind, bool spaced, std::size_t size) {
    Power(kind, spaced, size);
    while (kind == kNumber && More(size) && random_->OneIn(4)) {
      Add(random_->OneIn(2) ? "*" : "/", true);
      Power(kind, true, size - 1);
    }
  }

  void Power(Kind kind, bool spaced, std::size_t size) {
    Unary(kind, spaced, size);
    if (kind != kNumber || !More(size) || open_ >= 32 || !random_->OneIn(5)) return;
    Add("^", true);
    ++open_;
    Power(kind, true, size - 1);
    --open_;
  }

  void Unary(Kind kind, bool spaced, std::size_t size) {
    if (kind == kText || open_ >= 32 || !random_->OneIn(4)) return Primary(kind, spaced, size);
    ++open_;
    if (kind == kNumber) {
      Add("-", spaced);
      Primary(kind, false, size);
    } else {
      Add("not", spaced);
      Primary(kind, true, size);
    }
    --open_;
  }

  void Primary(Kind kind, bool spaced, std::size_t size) {
    kind = Perhaps(kind);
    if (More(size) && open_ < 32 && !random_->OneIn(3)) {
      Add("(", spaced);
      ++open_;
      Or(kind, false, size - 1);
      --open_;
      Add(")");
    } else if (kind == kText && random_->OneIn(4)) {
      Add("input", spaced), Add("("), Add(")");
    } else {
      Add(random_->Of(random_->OneIn(2) ? Literals(kind) : Variables(kind)), spaced);
    }
  }

  /// Comments behind the code, on lines of their own, and blank lines.
  void AddComments() {
    std::vector<Line> lines;
    for (std::size_t i = 0; i <= lines_.size(); ++i) {
      const std::size_t before = i == 0 ? 0 : lines_[i - 1].level;
      const std::size_t next = i == lines_.size() ? 0 : lines_[i].level;
      while (random_->OneIn(5)) {
        const std::size_t lowest = next;
        const std::size_t highest = std::max(before, next);
        const std::size_t level = lowest + random_->Below(highest - lowest + 1);
        lines.push_back({level, highest, lowest, {}, random_->Of(Comments()), BlankLines()});
      }
      if (i == lines_.size()) break;
      lines.push_back(lines_[i]);
      lines.back().blank_lines_before = BlankLines();
      if (random_->OneIn(6)) lines.back().comment = random_->Of(Comments());
    }
    lines_ = std::move(lines);
  }

  std::size_t BlankLines() { return random_->OneIn(4) ? 1 + random_->Below(3) : 0; }

  Random* random_;
  bool sound_ = true;
  bool deep_ = false;
  std::size_t open_ = 0;  // constructs of the expression in hand (specification, section 4)
  int left_ = 0;
  std::vector<Line> lines_;
};

/// Whether two neighbours would become one token without a space between them.
bool Stick(const std::string& left, const std::string& right) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  return is_word(left.back()) && is_word(right.front());
}

/// The column of a comment that means `line.level` in a file of this unit.
std::size_t CommentColumn(Random* random, const Line& line, std::size_t unit) {
  if (line.lowest == line.highest) return random->Below(12);  // nothing to choose
  const std::size_t first = line.level == line.lowest ? 0 : line.level * unit - unit / 2;
  const std::size_t last =
      line.level == line.highest ? line.level * unit + 5 : line.level * unit + unit / 2 - 1;
  return first + random->Below(last - first + 1);
}

}  // namespace

std::string RandomProgram::Canonical(std::size_t indent) const {
  std::string text;
  for (const Line& line : lines) {
    if (line.blank_lines_before > 0 && !text.empty()) text += "\n";
    text += std::string(line.level * indent, ' ');
    for (const Token& token : line.tokens) text += (token.spaced ? " " : "") + token.text;
    if (!line.tokens.empty() && !line.comment.empty()) text += "  ";
    text += line.comment + "\n";
  }
  return text;
}

std::string RandomProgram::AnyLayout(Random* random, std::size_t unit) const {
  const bool mixed_ends = random->OneIn(3);
  const bool crlf = random->OneIn(3);
  const auto end = [&] {
    return std::string((mixed_ends ? random->OneIn(2) : crlf) ? "\r\n" : "\n");
  };
  const auto spaces = [&](std::size_t least) {
    return std::string(random->OneIn(2) ? least : least + random->Below(4), ' ');
  };
  const bool dense = random->OneIn(6);
  std::string text;
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < line.blank_lines_before; ++i) text += spaces(0) + end();
    const bool is_code = !line.tokens.empty();
    text += std::string(is_code ? line.level * unit : CommentColumn(random, line, unit), ' ');
    for (std::size_t i = 0; i < line.tokens.size(); ++i) {
      const std::string& token = line.tokens[i].text;
      const std::size_t least = i > 0 && Stick(line.tokens[i - 1].text, token) ? 1 : 0;
      if (i > 0) text += dense ? std::string(least, ' ') : spaces(least);
      text += token;
    }
    if (is_code) text += spaces(0);
    text += line.comment;
    if (!line.comment.empty()) text += spaces(0);
    text += end();
  }
  while (random->OneIn(5)) text += spaces(0) + end();
  if (random->OneIn(4) && !text.empty()) {
    text.pop_back();
    if (!text.empty() && text.back() == '\r') text.pop_back();
    if (random->OneIn(3)) text += spaces(0);
  }
  return text;
}

RandomProgram MakeRandomProgram(Random* random) { return Generator(random).Run(); }

}  // namespace aegis::syntax_test

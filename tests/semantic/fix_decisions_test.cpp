// Every hint that a diagnostic can have, with what is offered for it: the fix that does what the
// hint says, or the reason why there is none. A hint that is not in this table fails the test, so
// whoever adds one decides.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/fixes.h"
#include "tests/support/listing.h"

namespace aegis {
namespace {

namespace fs = std::filesystem;

struct Decision {
  std::string_view hint;  ///< `*` stands for any text
  std::string text;       ///< a program whose first problem has it
  std::string_view fix;   ///< the title of the first one; empty when there is none
  std::string_view why_not = "";
};

const std::vector<Decision>& Decisions() {
  static const std::string deep =
      "x = " + support::Repeat("(", 33) + "1" + support::Repeat(")", 33);
  static const std::vector<Decision> decisions = {
      // Characters.
      {"a source is UTF-8; nothing after this byte is read", "x = \xff\n", "",
       "what the byte should be, and what stands behind it, is not known"},
      {"a line ends in LF or CRLF", "x = 1\ry = 2\n", "end the line with a line feed"},
      {"use a space; inside a string write `\\t`", "x =\t1\n", "write a space"},
      {"inside a string write `\\u*`", "x = \"\x01\"\n", "write `\\u0001`"},
      {"there is no `None`; every variable has a value of one of four types", "x = None\n", "",
       "which value means nothing is the program's business"},
      {"write `true`", "x = TRUE\n", "write `true`"},
      {"write `false`", "x = False\n", "write `false`"},
      {"names are lower case: `*`", "Count = 1\n", "write `count`"},
      {"strings stand in double quotes: `\"text\"`", "x = 'a'\n",
       "put the string in double quotes"},
      {"write `not` for negation, `!=` for inequality", "x = !true\n", "write `not`"},
      {"write `and`", "x = true && true\n", "write `and`"},
      {"write `or`", "x = true || true\n", "write `or`"},
      {"there are no conditional expressions; use an `if` statement", "x = 1 if true else 2\n", "",
       "the statement is a different program"},
      {"there is no remainder operator", "x = 5 % 2\n", "", "no expression gives a remainder"},
      {"each statement has a line of its own", "x = 1; y = 2\n",
       "put the next statement on a line of its own"},
      {"`print` takes one value; join strings with `+`", "print(\"a\", \"b\")\n",
       "join the values with `+`, a space between"},
      {"there are no lists or maps; parentheses are `(` and `)`, blocks are indented",
       "if true {\n  x = 1\n", "write `:`"},
      {"a float has digits on both sides of its point: `*`", "x = .5\n", "write `0.5`"},
      {"a statement ends with its line", "x = 1 + \\\n2\n", "join the next line to this one"},
      {"names start with a letter", "_x = 1\n", "", "another name is the author's to find"},
      {"this looks like a space; use U+0020", "x\u00A0= 1\n", "write a space"},
      {"inequality is `!=`", "x = 1 \u2260 2\n", "write `!=`"},
      {"write `<=`", "x = 1 \u2264 2\n", "write `<=`"},
      {"write `>=`", "x = 1 \u2265 2\n", "write `>=`"},
      {"the minus sign is `-`", "x = 1 \u2212 2\n", "write `-`"},
      {"the multiplication sign is `*`", "x = 1 \u00D7 2\n", "write `*`"},
      {"save the file without a byte-order mark", "\uFEFFx = 1\n", "remove the byte-order mark"},
      {"outside strings and comments only ASCII is allowed", "x = 4 \u00F7 2\n", "write `/`"},
      {"outside strings and comments only ASCII is allowed", "\u00E9 = 1\n", "",
       "a letter has no one spelling in ASCII"},

      // Numbers and strings.
      {"digits are not grouped", "x = 1_000\n", "write `1000`"},
      {"numbers are decimal", "x = 0x1F\n", "write `31`"},
      {"a name starts with a letter", "x = 2nd\n", "", "another name is the author's to find"},
      {"a high surrogate and its low one make one character: `\\ud83d\\ude00`", "x = \"\\ud83d\"\n",
       "", "which character was meant is not known"},
      {"write `\\u00` and the two digits", "x = \"\\x41\"\n", "write `\\u0041`"},
      {"write `\\u0000`", "x = \"\\0\"\n", "write `\\u0000`"},
      {"a single quote needs no escape", "x = \"it\\'s\"\n", "write `'`"},
      {"the escapes are `*`", "x = \"C:\\dir\"\n", "write `\\\\` for the backslash"},
      {"close it with `\"`; a line break inside a string is `\\n`", "x = \"a\n",
       "close the string with `\"`"},

      // Indentation.
      {"indent with 2 or 4 spaces a level", "if true:\n\tx = 1\n",
       "indent this line with 4 spaces"},
      {"indent with 2 or 4 spaces", "if true:\n   x = 1\n",
       "indent with 4 spaces a level everywhere"},
      {"use * or * spaces", "if true:\n  x = 1\n   y = 1\n", "indent this line with 2 spaces"},
      {"a block holds at least one statement", "if true:\nx = 1\n",
       "indent this line with 4 spaces"},
      {"a block holds at least one statement", "if true:\n", "",
       "what the block should do is the program's business"},
      {"only a line that ends in `:` is followed by a deeper one", "x = 1\n  y = 1\n",
       "do not indent this line"},

      // Statements.
      {"there is no `elif`: put an `if` inside the block of `else`",
       "if true:\n  x = 1\nelif true:\n  x = 2\n", "replace `elif` by an `if` inside `else`"},
      {"there is no `els*if`: put an `if` inside the block of `else`",
       "if true:\n  x = 1\nelseif true:\n  x = 2\n", "replace `elseif` by an `if` inside `else`"},
      {"there is no `else if`: put the `if` inside the block of `else`",
       "if true:\n  x = 1\nelse if true:\n  x = 2\n", "replace `else if` by an `if` inside `else`"},
      {"there are no loops", "while true:\n  x = 1\n", "", "nothing else repeats"},
      {"there are no functions", "def f():\n  x = 1\n", "", "nothing else is called"},
      {"an assignment needs no keyword: `name = value`", "let x = 1\n", "remove `let`"},
      {"a block holds at least one statement; `print` or assign something", "if true:\n  pass\n",
       "", "what the block should do is the program's business"},
      {"a block holds at least one statement; `print` or assign something",
       "if true:\n  pass\n  x = 1\n", "remove the `pass`"},
      {"there is no `import`", "import a\n", "", "there is nothing to import"},
      {"there is no `from`", "from a\n", "", "there is nothing to import"},
      {"there is no `class`", "class a\n", "", "there are four types and no more"},
      {"an assignment is written with one `=`", "x == 1\n", "write `=`"},
      {"did you mean `print`?", "pritn(1)\n", "write `print`"},
      {"did you mean `if`?", "iff true:\n  x = 1\n", "write `if`"},
      {"did you mean `else`?", "if true:\n  x = 1\nesle:\n  x = 2\n", "write `else`"},
      {"write `* = * …`", "x = 1\nx += 2\n", "write `x = x + 2`"},
      {"there are no functions but `input()`; did you mean `print`?", "show(1)\n", "write `print`"},
      {"an assignment is written with `=`; types are not declared", "x: int = 1\n",
       "remove the type"},
      {"a value alone is no statement; use `print(…)`", "x = 1\nx\n", "print the value"},
      {"a statement is an assignment, `print(…)` or `if`", "1 + 2\n", "print the value"},
      {"`input()` is a value: `text = input()`", "input()\n", "write `text = input()`"},
      {"a comment starts with `#`", "// a\n", "start the comment with `#`"},
      {"`else` has the indentation of its `if`", "if true:\n  x = 1\n  else:\n    x = 2\n",
       "align `else` with the `if` of line 1"},
      {"end the line with `:`", "if true\n  x = 1\n", "end the line with `:`"},
      {"a condition ends in `:`", "if true then\n  x = 1\n", "write `:` for `then`"},
      {"indent it on a line of its own", "if true: x = 1\n", "put the block on a line of its own"},
      {"only `if` and `else` open a block", "x = 1:\n", "remove the `:`"},
      {"`else` starts a line of its own", "if true:\n  x = 1 else:\n  x = 2\n",
       "put `else` on a line of its own"},
      {"write `print(value)`", "print 1\n", "write `print(…)`"},
      {"`print` is a statement and has no value", "x = print(1)\n", "remove `x =`"},

      // Expressions.
      {"equality is `==`", "x = 1\nif x = 1:\n  y = 1\n", "write `==`"},
      {"equality is `==`, without a space", "x = 1\nif x === 1:\n  y = 1\n", "write `==`"},
      {"equality is `==`, without a space", "x = = 1\n", "write `=`"},
      {"compare two at a time and join with `and`: `a < b and b < c`", "x = 1 < 2 < 3\n",
       "compare `2` twice, with `and` between"},
      {"put the inner one in parentheses: `*`", "x = --1\n", "put the inner `-` in parentheses"},
      {"there is no unary `+`", "x = +1\n", "remove the `+`"},
      {"a power is written with `^`", "x = 2 ** 3\n", "write `^`"},
      {"division is `/`, and always gives a float", "x = 3 // 2\n", "write `/`"},
      {"join strings with `+`", "x = \"a\" \"b\"\n", "join the strings with `+`"},
      {"did you mean `input()`?", "x = inptu()\n", "write `input`"},
      {"there are no functions but `input()`", "x = f(1)\n", "", "nothing else is called"},
      {"the logical operators are `and`, `or` and `not`", "x = 1 not 2\n", "",
       "which one was meant is not known"},
      {"there is no `in`", "x = 1 in 2\n", "", "nothing is inside anything"},
      {"there is no `is`", "x = 1 is 2\n", "write `==`"},
      {"did you mean `and`?", "x = true adn true\n", "write `and`"},
      {"did you mean `or`?", "x = true orr true\n", "write `or`"},
      {"did you mean `not`?", "x = nott true\n", "write `not`"},
      {"something has to stand in parentheses", "print()\n", "write `print(\"\")`"},
      {"something has to stand in parentheses", "x = ()\n", "", "what is missing is not known"},
      {"no `(` is open here", "x = 1)\n", "remove the `)`"},
      {"a statement ends with its line, inside parentheses too", "x = (1\n",
       "write `)` at the end of the line"},
      {"write `input()`", "x = input\n", "write `input()`"},
      {"`input()` takes nothing; `print` a question before it", "x = input(\"a\")\n",
       "print the question before this line"},
      {"give a part of it a name on a line before", deep + "\n", "",
       "which part has a name, and which one, is the author's to find"},

      // Names and types.
      {"did you mean `*`?", "count = 1\nprint(coutn)\n", "write `count`"},
      {"assign it before the `if`, or in both branches", "if true:\n  x = 1\nprint(x)\n",
       "write `x = 0` before the `if`"},
      {"make a bool of a value by comparing it, as in `n != 0` or `text != \"\"`",
       "x = 1 and true\n", "compare the operands, to have bools"},
      {"nothing converts between numbers and strings; print them one after the other",
       "n = 1\nprint(\"a\" + n)\n", "print the parts one after the other"},
      {"nothing converts between numbers and strings; print them one after the other",
       "n = 1\nx = \"a\" + n\n", "", "a value cannot be two"},
      {"there is no repetition of strings", "x = \"a\" * 3\n", "", "nothing else repeats"},
      {"strings are joined with `+` and compared, nothing else", "x = \"a\" - \"b\"\n", "",
       "nothing else is there for strings"},
      {"a bool is not a number; use an `if`", "x = true + 1\n", "",
       "the statement is a different program"},
      {"compare it, as in `text != \"\"`", "if \"a\":\n  x = 1\n", "compare it: `\"a\" != \"\"`"},
      {"compare it, as in `n != 0`", "if 1:\n  x = 1\n", "compare it: `1 != 0`"},
      {"compare it, as in `n != 0.0`", "if 1.5:\n  x = 1\n", "compare it: `1.5 != 0.0`"},
      {"compare it, as in `n * 1.0 != 0.0`", "if 2 ^ 2:\n  x = 1\n",
       "compare it: `2 ^ 2 * 1.0 != 0.0`"},
      {"`-` negates numbers", "x = -\"a\"\n", "", "a string has no negative"},
      {"`not` binds tighter than a comparison; write `not (a * b)`", "x = not 1 == 2\n",
       "write `not (1 == 2)`"},
      {"`not` negates bools", "x = not 1\n", "compare it: `1 == 0`"},
      {"only values of one type have an order, and ints with floats", "x = 1 < \"a\"\n", "",
       "nothing converts between numbers and strings"},
      {"make the int a float first: `n * 1.0`", "n = 1\nprint(n == 1.0)\n",
       "make the int a float with `* 1.0`"},
  };
  return decisions;
}

/// `pattern` with `*` for any text, as a regular expression.
std::regex Pattern(std::string_view pattern) {
  std::string text;
  for (const char c : pattern) {
    if (c == '*') {
      text += ".*";
    } else {
      if (std::string_view(R"(\^$.|?+()[]{})").find(c) != std::string_view::npos) text += '\\';
      text += c;
    }
  }
  return std::regex(text);
}

bool Matches(std::string_view pattern, const std::string& hint) {
  return pattern == hint || std::regex_match(hint, Pattern(pattern));
}

TEST(Decisions, EachHintLeadsToItsFixOrNone) {
  for (const Decision& decision : Decisions()) {
    const Analysis analysis = Analyze(decision.text);
    ASSERT_FALSE(analysis.diagnostics.empty()) << decision.text;
    const Diagnostic& first = analysis.diagnostics.front();
    EXPECT_TRUE(Matches(decision.hint, first.hint)) << decision.text << "its hint: " << first.hint;
    const std::vector<Fix> fixes = FixesFor(analysis, first);
    EXPECT_EQ(fixes.empty() ? "" : fixes.front().title, decision.fix) << decision.text;
    EXPECT_EQ(decision.fix.empty(), !decision.why_not.empty()) << decision.text;
  }
}

/// All string literals of a C++ file without raw ones, those with only space between them joined.
std::vector<std::string> Literals(const fs::path& path) {
  std::ifstream file(path);
  const std::string code{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::vector<std::string> found;
  bool joins = false;
  for (std::size_t at = 0; at < code.size(); ++at) {
    if (code.compare(at, 2, "//") == 0) at = code.find('\n', at);
    if (code[at] == ' ' || code[at] == '\n') continue;
    const char quote = code[at];
    if (quote != '"' && quote != '\'') {
      joins = false;
      continue;
    }
    std::string text;
    for (++at; code[at] != quote; ++at) {
      if (code[at] == '\\') ++at;
      text += code[at];
    }
    if (quote == '\'') continue;
    if (joins) {
      found.back() += text;
    } else {
      found.push_back(text);
    }
    joins = true;
  }
  return found;
}

// A hint that is one piece of text in the sources is found there, so that this table forgets none
// of them; those that are put together start or end with such a piece.
TEST(Decisions, KnowEveryHintOfTheSources) {
  const fs::path root(AEGIS_SOURCE_DIR);
  // The parser cannot come where it is given.
  const std::vector<std::string> unreachable = {"put the `if` inside the block of `else`"};
  // Messages of notes, not hints.
  const std::vector<std::string> notes = {"the `(` that is open", "first assigned here",
                                          "assigned here, in one branch only",
                                          "the end of the line"};
  std::size_t known = 0;
  for (const char* file : {"semantic/check.cpp", "syntax/syntax_errors.cpp",
                           "syntax/token_reader.cpp", "syntax/error_strategy.cpp"}) {
    for (const std::string& text : Literals(root / file)) {
      // What is no sentence is a word of the language, an include, or a piece.
      const bool sentence = std::count(text.begin(), text.end(), ' ') >= 2;
      if (!sentence || text.find(".h") != std::string::npos) continue;
      if (std::count(notes.begin(), notes.end(), text) != 0) continue;
      if (std::count(unreachable.begin(), unreachable.end(), text) != 0) continue;
      const auto& decisions = Decisions();
      const bool decided =
          std::any_of(decisions.begin(), decisions.end(), [&](const Decision& decision) {
            const std::string fixed(decision.hint.substr(0, decision.hint.find('*')));
            return Matches(decision.hint, text) || decision.hint.find(text) != std::string::npos ||
                   (!fixed.empty() && text.rfind(fixed, 0) == 0);
          });
      EXPECT_TRUE(decided) << file << ": " << text;
      if (decided) ++known;
    }
  }
  EXPECT_GT(known, 70U);
}

TEST(Decisions, KnowEveryHintOfTheScripts) {
  std::size_t hints = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(AEGIS_SOURCE_DIR) / "tests")) {
    if (entry.path().extension() != ".aeg") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const Analysis analysis = Analyze(text);
    for (const Diagnostic& diagnostic : analysis.diagnostics) {
      if (diagnostic.hint.empty()) continue;
      ++hints;
      const auto& decisions = Decisions();
      EXPECT_TRUE(std::any_of(
          decisions.begin(), decisions.end(),
          [&](const Decision& decision) { return Matches(decision.hint, diagnostic.hint); }))
          << entry.path() << ": " << diagnostic.hint;
    }
  }
  EXPECT_GT(hints, 100U);
}

}  // namespace
}  // namespace aegis

#include <gtest/gtest.h>

#include "tests/semantic/fix_rows.h"

// Quick fixes of what is no token.

namespace aegis {
namespace {

TEST(TokenFixes, StringsStandInDoubleQuotes) {
  support::ExpectFixes({
      {"x = 'a'\n", "illegal-character", {{"* put the string in double quotes", "x = \"a\"\n"}}},
      {"x = 'it\\'s \"so\"\\n'\n",
       "illegal-character",
       {{"* put the string in double quotes", "x = \"it's \\\"so\\\"\\n\"\n"}}},
      {"print('it's')\n",
       "illegal-character",
       {{"* put the string in double quotes", "print(\"it's\")\n"}}},
      {"x = 'a' + 'b'\n",
       "illegal-character",
       {{"* put the strings in double quotes", "x = \"a\" + \"b\"\n"}}},
      {"x = 'a' + \"b'\"\n",
       "illegal-character",
       {{"* put the string in double quotes", "x = \"a\" + \"b'\"\n"}}},
      {"x = `a`\n", "illegal-character", {{"* put the string in double quotes", "x = \"a\"\n"}}},
      {"x = \u201Ca\u201D\n",
       "illegal-character",
       {{"* put the string in double quotes", "x = \"a\"\n"}}},
      {"x = \u2018a\u2019\n",
       "illegal-character",
       {{"* put the string in double quotes", "x = \"a\"\n"}}},
      {"x = \"a\u201D\n", "unterminated-string", {{"* close the string with `\"`", "x = \"a\"\n"}}},
      {"x = 'a\"\n", "illegal-character", {{"* put the string in double quotes", "x = \"a\"\n"}}},
      {"x = 'abc\n", "illegal-character", {{"- put the string in double quotes", "x = \"abc\"\n"}}},
      {"print('abc)\n",
       "illegal-character",
       {{"- put the string in double quotes", "print(\"abc\")\n"}}},
  });
}

TEST(TokenFixes, StringsEnd) {
  support::ExpectFixes({
      {"x = \"a\n", "unterminated-string", {{"* close the string with `\"`", "x = \"a\"\n"}}},
      {"print(\"a)\n", "unterminated-string", {{"* close the string with `\"`", "print(\"a\")\n"}}},
      {"print(\"a (b))\n",
       "unterminated-string",
       {{"* close the string with `\"`", "print(\"a (b)\")\n"}}},
      {"x = \"a\"\nif x == \"a:\n  x = \"b\"\n",
       "unterminated-string",
       {{"* close the string with `\"`", "x = \"a\"\nif x == \"a\":\n  x = \"b\"\n"}}},
      {"x = \"a  # c\n",
       "unterminated-string",
       {{"* close the string with `\"`", "x = \"a\"  # c\n"}}},
      {"x = \"a\nb\"\n",
       "unterminated-string",
       {{"* write `\\n` for the line break", "x = \"a\\nb\"\n"}}},
      {"x = \"C:\\\"\n",
       "unterminated-string",
       {{"* write `\\\\` for the backslash", "x = \"C:\\\\\"\n"}}},
      {"x = \"a\" \"b\"\n",
       "second-statement",
       {{"* join the strings with `+`", "x = \"a\" + \"b\"\n"}}},
      {"print(\"a\" \"b\")\n",
       "unclosed-parenthesis",
       {{"* join the strings with `+`", "print(\"a\" + \"b\")\n"}}},
  });
}

TEST(TokenFixes, EscapesAreFew) {
  support::ExpectFixes({
      {"x = \"\\q\"\n", "bad-escape", {{"- write `\\\\` for the backslash", "x = \"\\\\q\"\n"}}},
      {"x = \"\\x41\"\n",
       "bad-escape",
       {{"* write `\\u0041`", "x = \"\\u0041\"\n"},
        {"- write `\\\\` for the backslash", "x = \"\\\\x41\"\n"}}},
      {"x = \"\\x4\"\n", "bad-escape", {{"- write `\\\\` for the backslash", "x = \"\\\\x4\"\n"}}},
      {"x = \"\\0\"\n",
       "bad-escape",
       {{"* write `\\u0000`", "x = \"\\u0000\"\n"},
        {"- write `\\\\` for the backslash", "x = \"\\\\0\"\n"}}},
      {"x = \"\\v\"\n",
       "bad-escape",
       {{"* write `\\u000b`", "x = \"\\u000b\"\n"},
        {"- write `\\\\` for the backslash", "x = \"\\\\v\"\n"}}},
      {"x = \"\\e\"\n",
       "bad-escape",
       {{"* write `\\u001b`", "x = \"\\u001b\"\n"},
        {"- write `\\\\` for the backslash", "x = \"\\\\e\"\n"}}},
      {"x = \"it\\'s\"\n",
       "bad-escape",
       {{"* write `'`", "x = \"it's\"\n"},
        {"- write `\\\\` for the backslash", "x = \"it\\\\'s\"\n"}}},
      {"x = \"\\a\\e\"\n",
       "bad-escape",
       {{"* write `\\u0007`", "x = \"\\u0007\\e\"\n", "1:12 bad-escape"},
        {"- write `\\\\` for the backslash", "x = \"\\\\a\\e\"\n", "1:9 bad-escape"},
        {"- write `\\\\` for every backslash of the string", "x = \"\\\\a\\\\e\"\n"}}},
      {"x = \"\\u41\"\n", "bad-escape", {{"* write `\\u0041`", "x = \"\\u0041\"\n"}}},
      {"x = \"\\U0001F600\"\n",
       "bad-escape",
       {{"* write `\\ud83d\\ude00`", "x = \"\\ud83d\\ude00\"\n"},
        {"- write `\\\\` for the backslash", "x = \"\\\\U0001F600\"\n"}}},
      {"x = \"\\u{1F600}\"\n",
       "bad-escape",
       {{"* write `\\ud83d\\ude00`", "x = \"\\ud83d\\ude00\"\n"}}},
      {"x = \"\\ud83d\"\n", "bad-escape", {}},
      {"x = \"C:\\dir\\new\"\n",
       "bad-escape",
       {{"- write `\\\\` for the backslash", "x = \"C:\\\\dir\\new\"\n"},
        {"- write `\\\\` for every backslash of the string", "x = \"C:\\\\dir\\\\new\"\n"}}},
      {"x = \"a\\\n", "bad-escape", {}},
      {"x = \"a\x01"
       "\"\n",
       "control-character",
       {{"* write `\\u0001`", "x = \"a\\u0001\"\n"}}},
      {"x\x01"
       " = 1\n",
       "control-character",
       {{"* remove the control character", "x = 1\n"}}},
  });
}

TEST(TokenFixes, CharactersThatLookAlike) {
  support::ExpectFixes({
      {"x = 2 \u00D7 2\n", "illegal-character", {{"* write `*`", "x = 2 * 2\n"}}},
      {"x = 2 \u2212 2\n", "illegal-character", {{"* write `-`", "x = 2 - 2\n"}}},
      {"x = 2 \u2013 2\n", "illegal-character", {{"* write `-`", "x = 2 - 2\n"}}},
      {"x = 4 \u00F7 2\n", "illegal-character", {{"* write `/`", "x = 4 / 2\n"}}},
      {"x = 1 \u2260 2\n", "illegal-character", {{"* write `!=`", "x = 1 != 2\n"}}},
      {"x = 1 \u2264 2\n", "illegal-character", {{"* write `<=`", "x = 1 <= 2\n"}}},
      {"x = 1 \u2265 2\n", "illegal-character", {{"* write `>=`", "x = 1 >= 2\n"}}},
      {"x =\uFF081\uFF0B2\uFF09\n",
       "illegal-character",
       {{"* write `(`", "x =(1\uFF0B2\uFF09\n", "1:6 illegal-character"}}},
      {"x = \u00ACtrue\n", "illegal-character", {{"* write `not`", "x = not true\n"}}},
      {"x\u00A0= 1\n", "illegal-character", {{"* write a space", "x = 1\n"}}},
      {"x\u3000= 1\u3000+ 1 # 1\u3000\n",
       "illegal-character",
       {{"* write a space", "x = 1\u3000+ 1 # 1\u3000\n", "1:6 illegal-character"},
        {"- write spaces everywhere", "x = 1 + 1 # 1\u3000\n"}}},
      {"x\u200B = 1\n", "illegal-character", {{"* remove the invisible character", "x = 1\n"}}},
      {"\uFEFFx = 1\n", "illegal-character", {{"* remove the byte-order mark", "x = 1\n"}}},
      {"\u00E9 = 1\n", "illegal-character", {}},
  });
}

TEST(TokenFixes, WordsAreLowerCase) {
  support::ExpectFixes({
      {"x = True\n", "illegal-character", {{"* write `true`", "x = true\n"}}},
      {"x = FALSE\n", "illegal-character", {{"* write `false`", "x = false\n"}}},
      {"Print(1)\n", "illegal-character", {{"* write `print`", "print(1)\n"}}},
      {"a = 1\nA = 2\nprint(a)\nprint(A)\n",
       "illegal-character",
       {{"- write `a2` everywhere", "a = 1\na2 = 2\nprint(a)\nprint(a2)\n"},
        {"- write `a2`", "a = 1\na2 = 2\nprint(a)\nprint(A)\n", "4:7 illegal-character"}}},
      {"x = 1\nprint(X)\n", "illegal-character", {{"* write `x`", "x = 1\nprint(x)\n"}}},
      {"Count = 1\nprint(Count)  # Count\n",
       "illegal-character",
       {{"* write `count` everywhere", "count = 1\nprint(count)  # Count\n"},
        {"- write `count`", "count = 1\nprint(Count)  # Count\n", "2:7 illegal-character"}}},
      {"myCount = 1\n", "illegal-character", {{"* write `mycount`", "mycount = 1\n"}}},
      {"x = None\n", "illegal-character", {}},
      {"_x = 1\n", "illegal-character", {}},
  });
}

TEST(TokenFixes, OperatorsOfOtherLanguages) {
  support::ExpectFixes({
      {"x = !true\n", "illegal-character", {{"* write `not`", "x = not true\n"}}},
      {"x = !(true)\n", "illegal-character", {{"* write `not`", "x = not (true)\n"}}},
      {"x = 1\nif x ! = 2:\n  x = 3\n",
       "illegal-character",
       {{"* write `!=`", "x = 1\nif x != 2:\n  x = 3\n"}}},
      {"x = true && true\n", "illegal-character", {{"* write `and`", "x = true and true\n"}}},
      {"x = true&&true\n", "illegal-character", {{"* write `and`", "x = true and true\n"}}},
      {"x = true || true\n", "illegal-character", {{"* write `or`", "x = true or true\n"}}},
      {"x = true | true\n", "illegal-character", {{"* write `or`", "x = true or true\n"}}},
      {"x = 3 ** 2\n", "expected-expression", {{"* write `^`", "x = 3 ^ 2\n"}}},
      {"x = 3 // 2\n",
       "expected-expression",
       {{"* write `/`", "x = 3 / 2\n"}, {"- start the comment with `#`", "x = 3 # 2\n"}}},
      {"x = 3 // the number\n",
       "expected-expression",
       {{"* start the comment with `#`", "x = 3 # the number\n"}}},
      {"x = +3\n", "expected-expression", {{"* remove the `+`", "x = 3\n"}}},
      {"x =+ 3\n", "expected-expression", {{"* remove the `+`", "x = 3\n"}}},
      {"x = 1 <> 2\n", "expected-expression", {{"* write `!=`", "x = 1 != 2\n"}}},
      {"x = 1 is 1\n", "second-statement", {{"* write `==`", "x = 1 == 1\n"}}},
      {"x = 1 is not 1\n", "second-statement", {{"* write `!=`", "x = 1 != 1\n"}}},
      {"x = 3 % 2\n", "illegal-character", {}},
      {"x = 1 ? 2\n", "illegal-character", {}},
      {"// text's\n", "expected-statement", {{"* start the comment with `#`", "# text's\n"}}},
      {"/* text */\n", "expected-statement", {{"* start the comment with `#`", "# text\n"}}},
  });
}

TEST(TokenFixes, Brackets) {
  support::ExpectFixes({
      {"if true {\n  x = 1\n}\n",
       "illegal-character",
       {{"* write `:`", "if true:\n  x = 1\n}\n", "3:1 illegal-character"}}},
      {"}\n", "illegal-character", {{"* remove the `}`", ""}}},
      {"x = 1 } \n", "illegal-character", {}},
      {"x = 2 * [1 + 2]\n", "illegal-character", {{"- write `(` and `)`", "x = 2 * (1 + 2)\n"}}},
      {"x = [1, 2]\n", "illegal-character", {}},
      {"print(1, 2)\n",
       "illegal-character",
       {{"- print each value on a line of its own", "print(1)\nprint(2)\n"}}},
      {"print(\"a\", \"b\" + \"c\")\n",
       "illegal-character",
       {{"- join the values with `+`, a space between", "print(\"a\" + \" \" + \"b\" + \"c\")\n"},
        {"- print each value on a line of its own", "print(\"a\")\nprint(\"b\" + \"c\")\n"}}},
      {"x = (1, 2)\n", "illegal-character", {}},
  });
}

TEST(TokenFixes, NumbersHaveTheirForm) {
  support::ExpectFixes({
      {"x = 1.\n", "malformed-number", {{"* write `1.0`", "x = 1.0\n"}}},
      {"x = .5\n", "illegal-character", {{"* write `0.5`", "x = 0.5\n"}}},
      {"x = 1_000\n", "malformed-number", {{"* write `1000`", "x = 1000\n"}}},
      {"x = 0x1F + 1\n", "malformed-number", {{"* write `31`", "x = 31 + 1\n"}}},
      {"x = 0b101\n", "malformed-number", {{"* write `5`", "x = 5\n"}}},
      {"x = 0o17\n", "malformed-number", {{"* write `15`", "x = 15\n"}}},
      {"x = 0x\n", "malformed-number", {}},
      {"x = 2nd\n", "malformed-number", {}},
      {"nd = 1\nx = 2nd\n", "malformed-number", {{"- write `2 * nd`", "nd = 1\nx = 2 * nd\n"}}},
      {"x = 1.5.2\n", "malformed-number", {}},
  });
}

TEST(TokenFixes, ATokenThatIsMendedCanStillBeInTheWrongPlace) {
  support::ExpectFixes({
      {"print 'a'\n",
       "illegal-character",
       {{"* put the string in double quotes", "print \"a\"\n", "1:7 unexpected-token"}}},
      {"print True\n",
       "illegal-character",
       {{"* write `true`", "print true\n", "1:7 unexpected-token"}}},
      {"print .5\n",
       "illegal-character",
       {{"* write `0.5`", "print 0.5\n", "1:7 unexpected-token"}}},
      {"print 0x1F\n",
       "malformed-number",
       {{"* write `31`", "print 31\n", "1:7 unexpected-token"}}},
      {"x = 1 'a'\n",
       "illegal-character",
       {{"* put the string in double quotes", "x = 1 \"a\"\n", "1:7 second-statement"}}},
      {"print('a', 'b')\n",
       "illegal-character",
       {{"* put the string in double quotes", "print(\"a\", 'b')\n", "1:10 illegal-character"}}},
  });
}

}  // namespace
}  // namespace aegis

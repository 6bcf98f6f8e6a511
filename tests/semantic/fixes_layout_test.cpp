#include <gtest/gtest.h>

#include "tests/semantic/fix_rows.h"

// Quick fixes of lines and blocks.

namespace aegis {
namespace {

TEST(LayoutFixes, TabsAreSpaces) {
  support::ExpectFixes({
      {"if true:\n\tx = 1\n",
       "tab-indentation",
       {{"* indent this line with 4 spaces", "if true:\n    x = 1\n"}}},
      {"if true:\n\tx = 1\n\tif true:\n\t\ty = 2\n\n\t# c\n\t\n\tz = 1\n",
       "tab-indentation",
       {{"* indent with 4 spaces instead of tabs everywhere",
         "if true:\n    x = 1\n    if true:\n        y = 2\n\n    # c\n    \n    z = 1\n"},
        {"- indent this line with 4 spaces",
         "if true:\n    x = 1\n\tif true:\n\t\ty = 2\n\n\t# c\n\t\n\tz = 1\n",
         "3:1 tab-indentation, 4:1 tab-indentation, 6:1 tab-indentation, 7:1 tab-indentation, 8:1 "
         "tab-indentation"}}},
      {"if true:\n  x = 1\n\ty = 1\n",
       "tab-indentation",
       {{"* indent this line with 2 spaces", "if true:\n  x = 1\n  y = 1\n"}}},
      {"if true:\n  if true:\n \tx = 1\n",
       "tab-indentation",
       {{"- indent this line with 4 spaces", "if true:\n  if true:\n    x = 1\n"}}},
      {"if true:\n  x = 1\nif true:\n\t  y = 1\n",
       "tab-indentation",
       {{"- indent this line with 2 spaces", "if true:\n  x = 1\nif true:\n  y = 1\n"}}},
      {"x =\t1\n", "tab", {{"* write a space", "x = 1\n"}}},
      {"x =\t\t1\n", "tab", {{"* write a space", "x = 1\n"}}},
      {"x = \"a\tb\"\n", "tab", {{"* write `\\t`", "x = \"a\\tb\"\n"}}},
      {"x =\t1\ny = \"\t\"\t# a\tb\n",
       "tab",
       {{"* write a space", "x = 1\ny = \"\t\"\t# a\tb\n", "2:6 tab"},
        {"- write spaces for all tabs, `\\t` in strings", "x = 1\ny = \"\\t\" # a b\n"}}},
  });
}

TEST(LayoutFixes, AUnitIsTwoOrFourSpaces) {
  support::ExpectFixes({
      {"if true:\n   x = 1\n",
       "indentation-unit",
       {{"* indent with 4 spaces a level everywhere", "if true:\n    x = 1\n"},
        {"- indent with 2 spaces a level everywhere", "if true:\n  x = 1\n"}}},
      {"if true:\n x = 1\n",
       "indentation-unit",
       {{"* indent with 4 spaces a level everywhere", "if true:\n    x = 1\n"},
        {"- indent with 2 spaces a level everywhere", "if true:\n  x = 1\n"}}},
      {"if true:\n   x = 1\n   if false:\n      y = 1\nelse:\n   # c\n   z = 1\n",
       "indentation-unit",
       {{"* indent with 4 spaces a level everywhere",
         "if true:\n    x = 1\n    if false:\n        y = 1\nelse:\n    # c\n    z = 1\n"},
        {"- indent with 2 spaces a level everywhere",
         "if true:\n  x = 1\n  if false:\n    y = 1\nelse:\n  # c\n  z = 1\n"}}},
      {"if true:\n        x = 1\nif true:\n    x = 1\n",
       "indentation-unit",
       {{"* indent with 4 spaces a level everywhere", "if true:\n    x = 1\nif true:\n    x = 1\n"},
        {"- indent with 2 spaces a level everywhere", "if true:\n  x = 1\nif true:\n  x = 1\n"}}},
      {"if true:\n   x = 1\nif true:\n    x = 1\n    if false:\n        y = 1\n",
       "indentation-unit",
       {{"* indent this block with 4 spaces",
         "if true:\n    x = 1\nif true:\n    x = 1\n    if false:\n        y = 1\n"}}},
  });
}

TEST(LayoutFixes, IndentationIsAMultipleOfTheUnit) {
  support::ExpectFixes({
      {"if true:\n  x = 1\n   y = 1\n",
       "indentation-multiple",
       {{"* indent this line with 2 spaces", "if true:\n  x = 1\n  y = 1\n"},
        {"- do not indent this line", "if true:\n  x = 1\ny = 1\n"}}},
      {"if true:\n  x = 1\n   y = 1\n   z = 1\n",
       "indentation-multiple",
       {{"* indent this line with 2 spaces", "if true:\n  x = 1\n  y = 1\n   z = 1\n",
         "4:4 indentation-multiple"},
        {"- indent these lines with 2 spaces", "if true:\n  x = 1\n  y = 1\n  z = 1\n"},
        {"- do not indent these lines", "if true:\n  x = 1\ny = 1\nz = 1\n"}}},
      {"if true:\n    x = 1\n  y = 1\n",
       "indentation-multiple",
       {{"* indent this line with 4 spaces", "if true:\n    x = 1\n    y = 1\n"},
        {"- do not indent this line", "if true:\n    x = 1\ny = 1\n"}}},
      {"if true:\n    x = 1\n   if false:\n       y = 1\n",
       "indentation-multiple",
       {{"* indent these lines with 4 spaces",
         "if true:\n    x = 1\n    if false:\n        y = 1\n"},
        {"- do not indent these lines", "if true:\n    x = 1\nif false:\n    y = 1\n"},
        {"- indent this line with 4 spaces", "if true:\n    x = 1\n    if false:\n       y = 1\n",
         "4:8 indentation-multiple"},
        {"- do not indent this line", "if true:\n    x = 1\nif false:\n       y = 1\n",
         "4:8 indentation-multiple"}}},
      {"if true:\n  x = 1\n else:\n  x = 2\n",
       "indentation-multiple",
       {{"- do not indent this line", "if true:\n  x = 1\nelse:\n  x = 2\n"}}},
  });
}

TEST(LayoutFixes, ABlockIsIndented) {
  support::ExpectFixes({
      {"if true:\nx = 1\n",
       "expected-block",
       {{"* indent this line with 4 spaces", "if true:\n    x = 1\n"}}},
      {"if true:\nx = 1\ny = 2\n",
       "expected-block",
       {{"* indent this line with 4 spaces", "if true:\n    x = 1\ny = 2\n"},
        {"- indent these lines with 4 spaces", "if true:\n    x = 1\n    y = 2\n"}}},
      {"if true:\nx = 1\nelse:\n    y = 2\n",
       "expected-block",
       {{"* indent this line with 4 spaces", "if true:\n    x = 1\nelse:\n    y = 2\n"}}},
      {"if true:\nif false:\n    # c\n    y = 2\n",
       "expected-block",
       {{"* indent these lines with 4 spaces",
         "if true:\n    if false:\n        # c\n        y = 2\n"}}},
      {"if true:\n  x = 1\nelse:\ny = 1\n",
       "expected-block",
       {{"* indent this line with 2 spaces", "if true:\n  x = 1\nelse:\n  y = 1\n"},
        {"- remove the empty `else`", "if true:\n  x = 1\ny = 1\n"}}},
      {"if true:\n  x = 1\nif true:\nelse:\n  x = 1\n", "expected-block", {}},
      {"if true:\n\n# c\n", "missing-block", {}},
      {"if true:\n  x = 1\nelse:\n",
       "missing-block",
       {{"- remove the empty `else`", "if true:\n  x = 1\n"}}},
      {"if true:\n  x = 1\nelse:  # c\n", "missing-block", {}},
  });
}

TEST(LayoutFixes, NothingElseIsIndented) {
  support::ExpectFixes({
      {"if true:\n  x = 1\nif true:\n    x = 2\n",
       "block-too-deep",
       {{"* indent this line with 2 spaces", "if true:\n  x = 1\nif true:\n  x = 2\n"}}},
      {"if true:\n  x = 1\nif true:\n      x = 2\n      y = 1\n",
       "block-too-deep",
       {{"* indent these lines with 2 spaces", "if true:\n  x = 1\nif true:\n  x = 2\n  y = 1\n"}}},
      {"if true:\n  x = 1\n    y = 1\n    z = 1\n",
       "unexpected-indentation",
       {{"* indent these lines with 2 spaces", "if true:\n  x = 1\n  y = 1\n  z = 1\n"}}},
      {"x = 1\n    y = 1\nz = 1\n",
       "unexpected-indentation",
       {{"* do not indent this line", "x = 1\ny = 1\nz = 1\n"}}},
      {"  x = 1\n", "unexpected-indentation", {{"* do not indent this line", "x = 1\n"}}},
      {"x = 1\n  + 2\n",
       "unexpected-indentation",
       {{"* join this line to the one before", "x = 1 + 2\n"}}},
      {"x = 1  # c\n  + 2\n", "unexpected-indentation", {}},
  });
}

TEST(LayoutFixes, ElseStandsLikeItsIf) {
  support::ExpectFixes({
      {"if true:\n  x = 1\n  else:\n    x = 2\n    y = 1\nz = 1\n",
       "else-without-if",
       {{"* align `else` with the `if` of line 1",
         "if true:\n  x = 1\nelse:\n  x = 2\n  y = 1\nz = 1\n"}}},
      {"if true:\n  if true:\n    x = 1\n    else:\n      x = 2\n",
       "else-without-if",
       {{"* align `else` with the `if` of line 2",
         "if true:\n  if true:\n    x = 1\n  else:\n    x = 2\n"},
        {"- align `else` with the `if` of line 1",
         "if true:\n  if true:\n    x = 1\nelse:\n  x = 2\n"}}},
      {"else:\n  x = 1\n", "else-without-if", {}},
      {"if true:\n  x = 1 else:\n  x = 2\n",
       "second-statement",
       {{"* put `else` on a line of its own", "if true:\n  x = 1\nelse:\n  x = 2\n"}}},
      {"if true:\n  x = 1\nelse x = 2\n",
       "missing-colon",
       {{"* write `:` and put the block on a line of its own",
         "if true:\n  x = 1\nelse:\n  x = 2\n"}}},
  });
}

TEST(LayoutFixes, ElifIsAnIfInElse) {
  support::ExpectFixes({
      {"if true:\n  x = 1\nelif false:\n  x = 2\n",
       "unknown-statement",
       {{"* replace `elif` by an `if` inside `else`",
         "if true:\n  x = 1\nelse:\n  if false:\n    x = 2\n"}}},
      {"if true:\n  x = 1\nelse if false:\n  x = 2\n",
       "missing-colon",
       {{"* replace `else if` by an `if` inside `else`",
         "if true:\n  x = 1\nelse:\n  if false:\n    x = 2\n"}}},
      {"if true:\n  x = 1\nelse: if false:\n  x = 2\n",
       "body-on-header-line",
       {{"* replace `else if` by an `if` inside `else`",
         "if true:\n  x = 1\nelse:\n  if false:\n    x = 2\n"}}},
      {"if true:\n    x = 1\nelseif false:  # b\n    x = 2\n    # c\n\n    if true:\n        y = "
       "1\n# here\nelsif true:\n    x = 3\nelse:\n    x = \"elif\"\n# behind\nprint(x)\n",
       "unknown-statement",
       {{"* replace `elseif` by an `if` inside `else`",
         "if true:\n    x = 1\nelse:\n    if false:  # b\n        x = 2\n        # c\n\n        if "
         "true:\n            y = 1\n    # here\n    else:\n        if true:\n            x = 3\n   "
         "     else:\n            x = \"elif\"\n# behind\nprint(x)\n"}}},
      {"if true:\n  if true:\n    x = 1\n  elif false:\n    x = 2\n  else if true:\n    x = 3\n  "
       "print(x)\nelse:\n  x = 4\n",
       "unknown-statement",
       {{"* replace `elif` by an `if` inside `else`",
         "if true:\n  if true:\n    x = 1\n  else:\n    if false:\n      x = 2\n    else:\n      "
         "if true:\n        x = 3\n  print(x)\nelse:\n  x = 4\n",
         "10:9 maybe-unassigned"}}},
      {"if true:\n  x = 1\nelif false\n  x = 2\n",
       "unknown-statement",
       {{"* replace `elif` by an `if` inside `else`",
         "if true:\n  x = 1\nelse:\n  if false\n    x = 2\n", "4:11 missing-colon"}}},
      {"elif true:\n  x = 2\n", "unknown-statement", {}},
  });
}

TEST(LayoutFixes, AHeaderEndsInAColon) {
  support::ExpectFixes({
      {"if true\n  x = 1\n", "missing-colon", {{"* end the line with `:`", "if true:\n  x = 1\n"}}},
      {"if true  # c\n  x = 1\n",
       "missing-colon",
       {{"* end the line with `:`", "if true:  # c\n  x = 1\n"}}},
      {"if true:\n  x = 1\nelse\n  x = 2\n",
       "missing-colon",
       {{"* end the line with `:`", "if true:\n  x = 1\nelse:\n  x = 2\n"}}},
      {"if true then\n  x = 1\n",
       "missing-colon",
       {{"* write `:` for `then`", "if true:\n  x = 1\n"}}},
      {"if true then:\n  x = 1\n",
       "missing-colon",
       {{"* remove the `then`", "if true:\n  x = 1\n"}}},
      {"if true then x = 1\n",
       "missing-colon",
       {{"* write `:` for `then`", "if true:\n    x = 1\n"}}},
      {"if true print(1)\n",
       "missing-colon",
       {{"* write `:` and put the block on a line of its own", "if true:\n    print(1)\n"}}},
      {"if true x = 1 else: x = 2\n",
       "missing-colon",
       {{"* write `:` and put the block on a line of its own",
         "if true:\n    x = 1\nelse:\n    x = 2\n"}}},
      {"if true)\n  x = 1\n",
       "missing-colon",
       {{"* write `:` for `)`", "if true:\n  x = 1\n"},
        {"- remove the `)`", "if true\n  x = 1\n", "1:8 missing-colon"}}},
      {"a = true\nif a adn a:\n  x = 1\n",
       "missing-colon",
       {{"* write `and`", "a = true\nif a and a:\n  x = 1\n"}}},
      {"x = 1:\n", "second-statement", {{"* remove the `:`", "x = 1\n"}}},
  });
}

TEST(LayoutFixes, ABlockHasLinesOfItsOwn) {
  support::ExpectFixes({
      {"if true: x = 1\n",
       "body-on-header-line",
       {{"* put the block on a line of its own", "if true:\n    x = 1\n"}}},
      {"if true: x = 1 else: x = 2\n",
       "body-on-header-line",
       {{"* put the block on a line of its own", "if true:\n    x = 1\nelse:\n    x = 2\n"}}},
      {"if true: x = 1\n  y = 2\n",
       "body-on-header-line",
       {{"* put the block on a line of its own", "if true:\n  x = 1\n  y = 2\n"}}},
      {"if true: if false: x = 1\n",
       "body-on-header-line",
       {{"* put the block on a line of its own", "if true:\n    if false: x = 1\n",
         "2:15 body-on-header-line"}}},
      {"if true: print(1)\nelse: print(2)\n",
       "body-on-header-line",
       {{"* put the block on a line of its own", "if true:\n    print(1)\nelse: print(2)\n",
         "3:7 body-on-header-line"}}},
  });
}

TEST(LayoutFixes, AStatementHasALineOfItsOwn) {
  support::ExpectFixes({
      {"x = 1;\n", "illegal-character", {{"* remove the `;`", "x = 1\n"}}},
      {"x = 1; # c\n", "illegal-character", {{"* remove the `;`", "x = 1 # c\n"}}},
      {"x = 1;y = 2; z = 3\n",
       "illegal-character",
       {{"* put the next statement on a line of its own", "x = 1\ny = 2; z = 3\n",
         "2:6 illegal-character"}}},
      {"if true:\n  x = 1; y = 2\n",
       "illegal-character",
       {{"* put the next statement on a line of its own", "if true:\n  x = 1\n  y = 2\n"}}},
      {"x = 1 y = 2\n",
       "second-statement",
       {{"* put the second statement on a line of its own", "x = 1\ny = 2\n"}}},
      {"print(1) print(2)\n",
       "second-statement",
       {{"* put the second statement on a line of its own", "print(1)\nprint(2)\n"}}},
      {"x = 1 if true:\n  y = 1\n",
       "second-statement",
       {{"* put the second statement on a line of its own", "x = 1\nif true:\n  y = 1\n"}}},
      {"x = 1 + \\\n  2\n",
       "illegal-character",
       {{"* join the next line to this one", "x = 1 + 2\n"}}},
      {"x = (1\n  + 2)\n",
       "unclosed-parenthesis",
       {{"* join the next line to this one", "x = (1 + 2)\n"},
        {"- write `)` at the end of the line", "x = (1)\n  + 2)\n", "2:3 unexpected-indentation"}}},
      {"x = 1 +\n  2\n",
       "expected-expression",
       {{"* join the next line to this one", "x = 1 + 2\n"}}},
      {"x = 1 +  # c\n  2\n", "expected-expression", {}},
      {"a = 1\r\nb = 2;c = 3\r\n",
       "illegal-character",
       {{"* put the next statement on a line of its own", "a = 1\r\nb = 2\r\nc = 3\r\n"}}},
  });
}

TEST(LayoutFixes, LinesEndInLineFeeds) {
  support::ExpectFixes({
      {"a = 1\rb = 2\rc = 3\n",
       "lone-carriage-return",
       {{"* end the line with a line feed", "a = 1\nb = 2\rc = 3\n", "2:6 lone-carriage-return"},
        {"- end every line with a line feed", "a = 1\nb = 2\nc = 3\n"}}},
      {"a = \"x\ry\"\n", "lone-carriage-return", {{"* write `\\r`", "a = \"x\\ry\"\n"}}},
      {"a = 1\r\r\nb = 2\n",
       "lone-carriage-return",
       {{"* remove the carriage return", "a = 1\r\nb = 2\n"},
        {"- end the line with a line feed", "a = 1\n\r\nb = 2\n"}}},
      {"a = 1\ra = \"\r\"\n",
       "lone-carriage-return",
       {{"* end the line with a line feed", "a = 1\na = \"\r\"\n", "2:6 lone-carriage-return"},
        {"- end every line with a line feed", "a = 1\na = \"\\r\"\n"}}},
  });
}

}  // namespace
}  // namespace aegis

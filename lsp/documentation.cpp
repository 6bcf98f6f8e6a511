#include "lsp/documentation.h"

#include <map>

namespace aegis::lsp {

std::string_view Documentation(std::string_view spelling) {
  static const std::map<std::string_view, std::string_view> texts = {
      {"print",
       "`print(value)` writes one value of any type and a line feed. It is a statement and has no "
       "value itself."},
      {"input",
       "`input()` pauses the run until whoever runs the program supplies one text. Its value is a "
       "string; it has no prompt."},
      {"if",
       "`if condition:` runs the indented block when the condition is `true`. The condition is a "
       "bool, nothing else. Both branches are checked, whatever the condition is."},
      {"else", "`else:` runs its block when the condition of the `if` above it is `false`."},
      {"and", "`a and b` is `true` when both bools are. `b` is not evaluated when `a` is `false`."},
      {"or",
       "`a or b` is `true` when one of the bools is. `b` is not evaluated when `a` is `true`."},
      {"not", "`not a` negates a bool. It binds tighter than comparisons: write `not (a == b)`."},
      {"true", "One of the two values of type bool."},
      {"false", "One of the two values of type bool."},
      {"=", "`name = value` assigns the variable, which then has the type of the value."},
      {"==",
       "`a == b` is `true` when both values have the same type and are equal. An int never equals "
       "a "
       "float."},
      {"!=", "`a != b` is the opposite of `a == b`."},
      {"<", "Less than: for two values of one type, or an int and a float, compared exactly."},
      {"<=", "At most: for two values of one type, or an int and a float, compared exactly."},
      {">", "Greater than: for two values of one type, or an int and a float, compared exactly."},
      {">=", "At least: for two values of one type, or an int and a float, compared exactly."},
      {"+",
       "Adds numbers and joins strings. Two ints give an exact int; with a float operand the sum "
       "is "
       "a float."},
      {"-", "Subtracts or negates numbers. Ints stay exact ints."},
      {"*", "Multiplies numbers. Two ints give an exact int."},
      {"/", "Divides numbers. The quotient is always a float; dividing by zero is an error."},
      {"^",
       "Power, grouping to the right: `2 ^ 3 ^ 2` is 512. An int to an int that is not negative is "
       "an exact int, everything else a float."},
  };
  const auto found = texts.find(spelling);
  return found == texts.end() ? std::string_view() : found->second;
}

}  // namespace aegis::lsp

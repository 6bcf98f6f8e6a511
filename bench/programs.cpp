#include "bench/programs.h"

#include <cstddef>
#include <stdexcept>

#include "semantic/compile.h"
#include "syntax/limits.h"

namespace aegis::bench {
namespace {

constexpr std::size_t kNames = 100;

/// The name of variable `number`, `length` characters long, at least 3.
std::string Name(std::size_t number, std::size_t length) {
  std::string digits = std::to_string(number % kNames);
  return "v" + std::string(length - 1 - digits.size(), 'a') + digits;
}

/// Some lines of every kind of statement and operator, the `number`th of their sort.
std::string Stanza(std::size_t number, std::size_t length) {
  const auto name = [&](std::size_t k) { return Name(number * 3 + k, length); };
  const std::string a = Name(0, length);
  return name(1) + " = (" + a + " + 2) * 3 - " + a + "\n" +        //
         "if " + name(1) + " < 4.5 and not (" + a + " == 1):\n" +  //
         "  " + name(2) + " = " + a + " ^ 2\n" +                   //
         "else:\n" +                                               //
         "  " + name(2) + " = -" + name(1) + "\n" +                //
         "print(" + name(2) + ")\n";
}

std::string Program(std::size_t stanzas, std::size_t fillers, std::size_t length) {
  std::string text = Name(0, length) + " = 1\n";
  for (std::size_t i = 0; i < stanzas; ++i) text += Stanza(i, length);
  for (std::size_t i = 0; i < fillers; ++i) text += Name(0, length) + " = 2\n";
  return text;
}

bool IsValid(const std::string& text) { return Compile(text).program != nullptr; }

}  // namespace

std::string LargestProgram(bool long_names) {
  constexpr std::size_t kShortest = 3;
  std::size_t stanzas = 0;
  while (IsValid(Program(stanzas + 10, 0, kShortest))) stanzas += 10;
  while (IsValid(Program(stanzas + 1, 0, kShortest))) ++stanzas;
  std::size_t fillers = 0;
  while (IsValid(Program(stanzas, fillers + 1, kShortest))) ++fillers;
  std::size_t length = kShortest;
  if (long_names) {
    while (IsValid(Program(stanzas, fillers, length + 1))) ++length;
  }
  std::string program = Program(stanzas, fillers, length);
  if (long_names) {
    // The last bytes of the 64 KiB.
    const auto limit = static_cast<std::size_t>(Limits()[Limit::kSourceBytes]);
    program += "#" + std::string(limit - program.size() - 2, ' ') + "\n";
  }
  if (!IsValid(program)) throw std::logic_error("the program is not valid");
  return program;
}

}  // namespace aegis::bench

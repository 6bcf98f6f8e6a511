#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "fuzz/random.h"

namespace aegis::fuzz {

/// A target whose inputs are messages, a line each, defines this: a good message as text, without
/// an end of line.
std::string FreshMessage(Random* random);

/// Calls `take` with each line of an input.
template <typename Take>
void ForEachMessage(const std::string& input, Take take) {
  for (std::size_t begin = 0; begin < input.size();) {
    const std::size_t end = std::min(input.find('\n', begin), input.size());
    take(input.substr(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace aegis::fuzz

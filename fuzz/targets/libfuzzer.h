#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/random.h"

// What the targets share of libFuzzer's interface, over strings. Each target defines
// `LLVMFuzzerTestOneInput`, and one file of it `MutateInput` and `CrossInputs`.

namespace aegis::fuzz {

/// libFuzzer's own mutation of bytes.
std::string MutatedByLibFuzzer(std::string bytes, std::size_t max_size);

/// Changes an input of the target; the result may be longer than what libFuzzer takes, and is cut.
std::string MutateInput(const std::string& input, std::size_t max_size, Random* random);
/// An input of parts of both.
std::string CrossInputs(const std::string& input, const std::string& other, Random* random);

/// Writes `what` to stderr and aborts, which libFuzzer reports with the input.
[[noreturn]] void Complain(const std::string& what);

/// A seed that belongs to the input.
std::uint64_t SeedOf(const std::string& input);

/// A program of either mode of generation, small enough to be made often.
std::string FreshProgram(Random* random);

}  // namespace aegis::fuzz

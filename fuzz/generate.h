#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "fuzz/derive.h"

namespace aegis::fuzz {

/// How programs are made.
enum class Mode : std::uint8_t {
  kGrammar,  ///< whatever the grammar derives; few are valid
  kSteered,  ///< mended until the validator and a run find nothing more, or until it takes too long
  kMutated,  ///< one of the others with changes that the grammar knows nothing of
};

/// The program of a seed, the same for all time while the grammar stays the same.
struct Program {
  std::string text;
  Mode mode = Mode::kGrammar;
};

/// Hears of every program before it is checked or run on the way to the one that is wanted.
using OnTry = std::function<void(const std::string& program)>;

/// The program that belongs to `seed`. `counts`, if not null, gets what was derived for it.
Program Generate(std::uint64_t seed, EdgeCounts* counts = nullptr, const OnTry& on_try = nullptr);

/// A program of up to about `budget` tokens of that mode, kGrammar or kSteered.
std::string GenerateText(Mode mode, std::size_t budget, Random* random,
                         EdgeCounts* counts = nullptr, const OnTry& on_try = nullptr);

}  // namespace aegis::fuzz

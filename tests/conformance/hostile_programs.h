#pragma once

#include <string>
#include <vector>

namespace aegis::conformance {

struct HostileProgram {
  std::string name;
  std::string source;
};

/// `piece` again and again, as often as it fits into 64 KiB, between `before` and `after`.
std::string Fill(const std::string& piece, const std::string& before = "",
                 const std::string& after = "");

/// `depth` blocks inside each other, two spaces each, around `statement`.
std::string NestedBlocks(int depth, const std::string& statement);

/// Programs of up to 64 KiB that repeat one thing.
std::vector<HostileProgram> RepetitivePrograms();

/// `count` programs of random bytes, and as many of random tokens; the same for the same `seed`.
std::vector<HostileProgram> RandomPrograms(unsigned seed, int count);

/// `count` lines of random tokens, not indented and without `else` at their start; the same for the
/// same `seed`. Their terminators are left out.
std::vector<std::string> RandomLines(unsigned seed, int count);

}  // namespace aegis::conformance

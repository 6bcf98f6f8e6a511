#include "fuzz/targets/libfuzzer.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fuzz/generate.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace aegis::fuzz {
namespace {

std::string Text(const std::uint8_t* data, std::size_t size) {
  return std::string(reinterpret_cast<const char*>(data), size);
}

std::size_t Put(const std::string& text, std::uint8_t* data, std::size_t max_size) {
  const std::size_t size = std::min(text.size(), max_size);
  std::memcpy(data, text.data(), size);
  return size;
}

}  // namespace

std::string MutatedByLibFuzzer(std::string bytes, std::size_t max_size) {
  const std::size_t size = std::min(bytes.size(), max_size);
  bytes.resize(max_size);
  bytes.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(bytes.data()), size, max_size));
  return bytes;
}

void Complain(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

std::uint64_t SeedOf(const std::string& input) {
  std::uint64_t hash = 0xCBF29CE484222325U;  // FNV-1a
  for (const char c : input) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return hash;
}

std::string FreshProgram(Random* random) {
  const Mode mode = random->OneIn(2) ? Mode::kGrammar : Mode::kSteered;
  return GenerateText(mode, random->Between(5, 60), random);
}

}  // namespace aegis::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  using namespace aegis::fuzz;
  Random random(seed);
  return Put(MutateInput(Text(data, size), max_size, &random), data, max_size);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data, std::size_t size,
                                                 const std::uint8_t* other, std::size_t other_size,
                                                 std::uint8_t* out, std::size_t max_size,
                                                 unsigned seed) {
  using namespace aegis::fuzz;
  Random random(seed);
  return Put(CrossInputs(Text(data, size), Text(other, other_size), &random), out, max_size);
}

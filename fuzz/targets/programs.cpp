#include "fuzz/targets/programs.h"

#include <string>

#include "fuzz/mutate.h"
#include "fuzz/property.h"
#include "fuzz/targets/libfuzzer.h"

// The inputs are programs: they are changed as `aegis fuzz` changes them, and now and then as
// libFuzzer would by itself, which knows from comparisons in the code what bytes to try.

namespace aegis::fuzz {

void Require(std::initializer_list<std::string_view> properties, const std::uint8_t* data,
             std::size_t size) {
  Case c;
  c.program.assign(reinterpret_cast<const char*>(data), size);
  c.seed = SeedOf(c.program);
  for (const std::string_view name : properties) {
    const Property* property = FindProperty(name);
    if (property == nullptr) Complain("there is no property " + std::string(name));
    if (const auto violation = property->violation(c, {})) {
      Complain("property `" + std::string(name) + "` does not hold: " + *violation);
    }
  }
}

std::string MutateInput(const std::string& input, std::size_t max_size, Random* random) {
  if (random->OneIn(4)) return MutatedByLibFuzzer(input, max_size);
  if (random->OneIn(16)) return FreshProgram(random);
  return Mutate(input, random);
}

std::string CrossInputs(const std::string& input, const std::string& other, Random* random) {
  return CrossOver(input, other, random);
}

}  // namespace aegis::fuzz

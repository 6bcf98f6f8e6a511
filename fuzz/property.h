#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aegis::fuzz {

/// What a property is asked about.
struct Case {
  std::string program;  ///< any bytes
  std::uint64_t seed =
      0;  ///< decides what is random about the question: inputs, which operand, ...
};

/// A way to run a program with the default limits. All of them give the same envelope (language
/// specification, section 9).
struct Surface {
  std::string name;
  /// The envelope, after as many of `inputs` as the program asks for; null when this surface was
  /// not asked, because it cannot carry such bytes or takes too long for every program.
  std::function<nlohmann::ordered_json(const std::string& program,
                                       const std::vector<std::string>& inputs)>
      run;
};

/// Something that holds for every program.
struct Property {
  std::string_view name;   ///< as `aegis fuzz --property` takes it
  std::string_view claim;  ///< what holds, in one line
  /// How the property does not hold for the case, with both sides of what differs; nothing when it
  /// holds, or has nothing to say about such a program.
  std::optional<std::string> (*violation)(const Case& c, const std::vector<Surface>& surfaces);
};

/// All properties, in the order of `aegis fuzz --list`.
const std::vector<Property>& Properties();
/// The property of that name; null when there is none.
const Property* FindProperty(std::string_view name);

/// The texts that answer the `input()`s of the case's program: some ordinary, some empty, some with
/// characters beyond the first plane, now and then one that is too long or no UTF-8.
std::vector<std::string> InputsOf(const Case& c);

}  // namespace aegis::fuzz

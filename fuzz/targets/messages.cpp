#include "fuzz/targets/messages.h"

#include <algorithm>
#include <vector>

#include "fuzz/mutate.h"
#include "fuzz/targets/libfuzzer.h"

// The inputs are lines of JSON. A line is added, taken out, moved, or one value in it is changed:
// to one of another type, to a changed text, or it is taken out of what it is in.

namespace aegis::fuzz {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> Lines(const std::string& input) {
  std::vector<std::string> lines;
  ForEachMessage(input, [&](const std::string& line) { lines.push_back(line); });
  return lines;
}

std::string Joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

void Collect(Json* value, std::vector<Json*>* all) {
  all->push_back(value);
  if (!value->is_structured()) return;
  for (Json& member : *value) Collect(&member, all);
}

Json AnyValue(Random* random) {
  static const std::vector<Json> kValues = {nullptr,
                                            true,
                                            false,
                                            0,
                                            1,
                                            -1,
                                            2147483648,
                                            1.5,
                                            9223372036854775807,
                                            1e300,
                                            "",
                                            "a.aeg",
                                            "\xF0\x9F\x98\x80",
                                            Json::array(),
                                            Json::object(),
                                            {{"a", 1}},
                                            {1, 2}};
  return random->Pick(kValues);
}

void ChangeText(Json* text, Random* random) {
  *text = random->OneIn(6) ? FreshProgram(random) : Mutate(text->get<std::string>(), random);
}

/// Takes out, doubles or renames a member of an object or array.
void ChangeMembers(Json* value, Random* random) {
  if (value->empty()) return;
  const std::size_t at = random->Below(value->size());
  if (value->is_array()) {
    if (random->OneIn(2)) {
      value->erase(at);
    } else {
      const Json copy = (*value)[at];
      value->push_back(copy);
    }
    return;
  }
  auto member = value->begin();
  std::advance(member, at);
  const std::string key = member.key();
  const Json copy = *member;
  value->erase(key);
  if (random->OneIn(2)) (*value)[Mutate(key, random)] = copy;
}

std::string ChangedMessage(const std::string& line, std::size_t max_size, Random* random) {
  Json message = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (message.is_discarded() || random->OneIn(10)) return MutatedByLibFuzzer(line, max_size);
  std::vector<Json*> all;
  Collect(&message, &all);
  Json* value = random->Pick(all);
  if (value->is_string() && !random->OneIn(5)) {
    ChangeText(value, random);
  } else if (value->is_structured() && !random->OneIn(5)) {
    ChangeMembers(value, random);
  } else if (value->is_number_integer() && !random->OneIn(3)) {
    // Unsigned, so that it goes round at the ends.
    *value = static_cast<std::int64_t>(value->get<std::uint64_t>() + random->Below(7) - 3);
  } else {
    *value = AnyValue(random);
  }
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string MutateInput(const std::string& input, std::size_t max_size, Random* random) {
  std::vector<std::string> lines = Lines(input);
  if (lines.empty() || random->OneIn(5)) {
    const auto at = static_cast<std::ptrdiff_t>(random->Below(lines.size() + 1));
    lines.insert(lines.begin() + at, FreshMessage(random));
    return Joined(lines);
  }
  const std::size_t at = random->Below(lines.size());
  switch (random->Below(10)) {
    case 0:
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      lines.push_back(std::string(lines[at]));
      break;
    case 2:
      std::swap(lines[at], lines[random->Below(lines.size())]);
      break;
    default:
      lines[at] = ChangedMessage(lines[at], max_size, random);
  }
  return Joined(lines);
}

std::string CrossInputs(const std::string& input, const std::string& other, Random* random) {
  std::vector<std::string> lines = Lines(input);
  for (const std::string& line : Lines(other)) {
    const auto at = static_cast<std::ptrdiff_t>(random->Below(lines.size() + 1));
    if (random->OneIn(2)) lines.insert(lines.begin() + at, line);
  }
  return Joined(lines);
}

}  // namespace aegis::fuzz

// A line of `aegis batch`.

#include <algorithm>
#include <cstdint>
#include <string>

#include "cli/batch_answer.h"
#include "fuzz/targets/libfuzzer.h"
#include "fuzz/targets/messages.h"

namespace aegis::fuzz {

std::string FreshMessage(Random* random) {
  nlohmann::ordered_json request;
  if (random->OneIn(2)) request["id"] = random->OneIn(2) ? "a" : "1";
  request["source"] = FreshProgram(random);
  if (random->OneIn(2)) request["inputs"] = {"1", "two"};
  if (random->OneIn(2)) request["limits"] = {{"operations", random->Below(100)}, {"stack", 50}};
  return request.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace aegis::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  aegis::fuzz::ForEachMessage(input, [](const std::string& line) {
    const auto envelope = nlohmann::ordered_json::parse(aegis::cli::AnswerBatchLine(line));
    if (!envelope.contains("status")) aegis::fuzz::Complain("this is no envelope");
    if (envelope["status"] == "error" && envelope["error"]["category"] == "host_error") {
      aegis::fuzz::Complain("the host failed: " + envelope.dump());
    }
  });
  return 0;
}

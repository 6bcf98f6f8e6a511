#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "agent/toolbox.h"
#include "agent/wake.h"

namespace aegis::agent {

/// A model that gives no response, or one that makes no sense. The message is for the host.
class ModelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A call that a model asks for; `arguments` can be any JSON value, since the tools judge them.
struct ToolCall {
  std::string tool;
  Json arguments = Json::object();
  Json id;  ///< given back with the result; null: none
};

/// One response of a model.
struct ModelResponse {
  static constexpr std::size_t kMaxCalls = 64;

  std::vector<ToolCall> calls;
  bool done = false;  ///< the model wants no further response; then `calls` is empty
  std::optional<std::string> message;  ///< for people
  /// The text had half of a surrogate pair, so it does not say what the model meant.
  bool unpaired_surrogates = false;
};

/// Reads a response from JSON text: `{"calls": [{"tool", "arguments", "id"}, ...]}`, where
/// `arguments` and `id` can be left out, or `{"done": true}`, either with a `message`. Throws
/// ModelError.
ModelResponse ReadModelResponse(std::string_view text);

/// What a model is asked with: `{"response": N, "limit": L, "results": [...]}`, where the results
/// are those of its last response's calls, in their order, each `{"tool", "id", "envelope"}`.
/// Called once for each response; throws ModelError when none comes.
using Model = std::function<ModelResponse(const Json& request)>;

/// A call and what came of it.
struct CallRecord {
  ToolCall call;
  Json envelope;
};

/// A response whose calls have been carried out.
struct ResponseRecord {
  int response = 0;  ///< counts from 1
  int limit = 0;     ///< of the wake when the response began
  std::optional<std::string> message;
  std::vector<CallRecord> calls;
  int limit_after = 0;  ///< of the wake when its calls had been carried out
};

/// How a wake ended.
struct WakeEnd {
  enum class Reason : std::uint8_t {
    kDone,    ///< the model said so
    kLimit,   ///< it had all its responses
    kFailed,  ///< no response came, or none that makes sense
  };
  Reason reason = Reason::kDone;
  int responses = 0;  ///< that were begun, so with one that failed
  int limit = 0;
  bool discarded = false;  ///< a run waited for input until then
  std::string problem;     ///< with kFailed: why
};

/// One wake (agent tools, "Wakes"): asks `model` for responses and carries out their calls, until
/// it is done, fails, or has used up its responses. `on_response` is told of each response. When
/// the results of one come to more than 8 MiB, its further calls are refused.
WakeEnd RunWake(Toolbox* toolbox, const Model& model,
                const std::function<void(const ResponseRecord&)>& on_response,
                WakeLimits limits = {});

}  // namespace aegis::agent

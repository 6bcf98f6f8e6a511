#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "syntax/diagnostic.h"
#include "syntax/source.h"

namespace aegis {

enum class Status : std::uint8_t { kOk, kInputRequired, kError };
enum class Execution : std::uint8_t { kNotStarted, kPartial, kCompleted };

/// A pause: the `input()` that waits. `index` counts the requests of the run from 1.
struct InputRequest {
  int index = 0;
  Position position;  ///< of the `input` token
};

/// Why a run ended with status error. `position` is empty where no source position applies.
struct RunError {
  Code code = Code::kInternalError;
  std::string message;
  std::string hint;  ///< empty when there is none
  std::optional<Position> position;
};

/// The result of a run, or of its part up to a pause (specification, section 9).
struct Envelope {
  Status status = Status::kError;
  Execution execution = Execution::kNotStarted;
  std::string output;                   ///< cumulative over pauses; empty with status error
  std::optional<InputRequest> request;  ///< with kInputRequired
  std::optional<RunError> error;        ///< with kError
};

/// The error envelope of `diagnostic`; `source` gives its range a position.
Envelope ErrorEnvelope(const Diagnostic& diagnostic, const Source& source, Execution execution);
/// A `value_error` about a request that no program is to blame for: null positions.
Envelope BadRequestEnvelope(std::string message);
/// The fixed `host_error`.
Envelope HostErrorEnvelope(Execution execution);

/// The envelope as JSON data with the members of section 9, and `code` and, where there is one,
/// `hint` in `error`.
nlohmann::ordered_json ToJson(const Envelope& envelope);

}  // namespace aegis

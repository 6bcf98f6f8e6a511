#include "interp/envelope.h"

#include <utility>

namespace aegis {
namespace {

const char* Name(Status status) {
  switch (status) {
    case Status::kOk:
      return "ok";
    case Status::kInputRequired:
      return "input_required";
    case Status::kError:
      break;
  }
  return "error";
}

const char* Name(Execution execution) {
  switch (execution) {
    case Execution::kNotStarted:
      return "not_started";
    case Execution::kPartial:
      return "partial";
    case Execution::kCompleted:
      break;
  }
  return "completed";
}

Envelope Failed(RunError error, Execution execution) {
  Envelope envelope;
  envelope.execution = execution;
  envelope.error = std::move(error);
  return envelope;
}

}  // namespace

Envelope ErrorEnvelope(const Diagnostic& diagnostic, const Source& source, Execution execution) {
  RunError error{diagnostic.code, Message(diagnostic), diagnostic.hint, std::nullopt};
  if (diagnostic.range) error.position = source.PositionAt(diagnostic.range->begin);
  return Failed(std::move(error), execution);
}

Envelope BadRequestEnvelope(std::string message) {
  return Failed({Code::kBadRequest, std::move(message), "", std::nullopt}, Execution::kNotStarted);
}

Envelope HostErrorEnvelope(Execution execution) {
  const Diagnostic diagnostic{Code::kInternalError, std::nullopt, {}, "", {}};
  return Failed({diagnostic.code, Message(diagnostic), "", std::nullopt}, execution);
}

nlohmann::ordered_json ToJson(const Envelope& envelope) {
  nlohmann::ordered_json json;
  json["status"] = Name(envelope.status);
  json["execution"] = Name(envelope.execution);
  json["output"] = envelope.output;
  if (envelope.request) {
    json["request"] = {{"index", envelope.request->index},
                       {"line", envelope.request->position.line},
                       {"column", envelope.request->position.column}};
  }
  if (envelope.error) {
    const RunError& error = *envelope.error;
    nlohmann::ordered_json& member = json["error"];
    member["category"] = CategoryName(Info(error.code).category);
    member["code"] = Info(error.code).id;
    member["message"] = error.message;
    if (!error.hint.empty()) member["hint"] = error.hint;
    member["line"] = nullptr;
    member["column"] = nullptr;
    if (error.position) {
      member["line"] = error.position->line;
      member["column"] = error.position->column;
    }
  }
  return json;
}

}  // namespace aegis

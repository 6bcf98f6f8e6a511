#include "agent/wake_loop.h"

#include <initializer_list>
#include <utility>

#include "interp/envelope.h"
#include "interp/json.h"

namespace aegis::agent {
namespace {

/// Of the envelopes of a response's calls. One can have some 6 MiB: the problems of a program that
/// has nothing else.
constexpr std::size_t kMaxResultBytes = std::size_t{8} << 20;

Json BadRequest(const std::string& problem) { return ToJson(BadRequestEnvelope(problem)); }

/// Refuses members of `object` that are not in `names`: a misspelt `done` must not go unnoticed.
void RefuseOthers(const Json& object, std::initializer_list<std::string_view> names,
                  const char* where) {
  for (const auto& [name, value] : object.items()) {
    bool known = false;
    for (const std::string_view each : names) known = known || name == each;
    if (!known) throw ModelError(std::string(where) + " has an unknown member `" + name + "`");
  }
}

ToolCall ReadCall(const Json& call) {
  if (!call.is_object()) throw ModelError("a call is not an object");
  RefuseOthers(call, {"tool", "arguments", "id"}, "a call");
  const auto tool = call.find("tool");
  if (tool == call.end() || !tool->is_string()) {
    throw ModelError("a call has no `tool` that is a string");
  }
  return {tool->get<std::string>(), call.value("arguments", Json::object()),
          call.value("id", Json())};
}

/// The results of the calls of a response, as the model gets them with the next request.
Json Results(const std::vector<CallRecord>& calls) {
  Json results = Json::array();
  for (const CallRecord& each : calls) {
    Json result = {{"tool", each.call.tool}};
    if (!each.call.id.is_null()) result["id"] = each.call.id;
    result["envelope"] = each.envelope;
    results.push_back(std::move(result));
  }
  return results;
}

/// Carries out the calls of a response.
std::vector<CallRecord> CarryOut(ModelResponse response, Wake* wake) {
  std::vector<CallRecord> records;
  std::size_t bytes = 0;
  for (ToolCall& call : response.calls) {
    Json envelope;
    if (response.unpaired_surrogates) {
      envelope =
          BadRequest("the response has a `\\u` escape of a surrogate without its other half");
    } else if (bytes > kMaxResultBytes) {
      envelope = BadRequest("the results of this response are too large together; call again");
    } else {
      envelope = wake->Call(call.tool, call.arguments);
      bytes += envelope.dump().size();
    }
    records.push_back({std::move(call), std::move(envelope)});
  }
  return records;
}

}  // namespace

ModelResponse ReadModelResponse(std::string_view text) {
  const JsonText json = ReadJson(text);
  if (!json.value) throw ModelError("the response is not JSON: " + json.problem);
  const Json& response = *json.value;
  if (!response.is_object()) throw ModelError("the response is not an object");
  RefuseOthers(response, {"calls", "done", "message"}, "the response");

  ModelResponse result;
  result.unpaired_surrogates = json.unpaired_surrogates;
  if (const auto message = response.find("message"); message != response.end()) {
    if (!message->is_string()) throw ModelError("the response's `message` is not a string");
    result.message = message->get<std::string>();
  }
  const auto calls = response.find("calls");
  const auto done = response.find("done");
  if ((calls == response.end()) == (done == response.end())) {
    throw ModelError("the response needs either `calls` or `done`");
  }
  if (done != response.end()) {
    if (!done->is_boolean() || !done->get<bool>())
      throw ModelError("the response's `done` is not true");
    result.done = true;
    return result;
  }
  if (!calls->is_array()) throw ModelError("the response's `calls` is not an array");
  if (calls->size() > ModelResponse::kMaxCalls) {
    throw ModelError("the response has more than " + std::to_string(ModelResponse::kMaxCalls) +
                     " calls");
  }
  for (const Json& call : *calls) result.calls.push_back(ReadCall(call));
  return result;
}

WakeEnd RunWake(Toolbox* toolbox, const Model& model,
                const std::function<void(const ResponseRecord&)>& on_response, WakeLimits limits) {
  Wake wake(toolbox, limits);
  WakeEnd end;
  end.reason = WakeEnd::Reason::kLimit;
  Json results = Json::array();
  try {
    while (wake.BeginResponse()) {
      ResponseRecord record;
      record.response = wake.responses();
      record.limit = wake.limit();
      ModelResponse response = model({{"response", record.response},
                                      {"limit", record.limit},
                                      {"results", std::move(results)}});
      record.message = std::move(response.message);
      const bool done = response.done;
      record.calls = CarryOut(std::move(response), &wake);
      results = Results(record.calls);
      record.limit_after = wake.limit();
      on_response(record);
      if (done) {
        end.reason = WakeEnd::Reason::kDone;
        break;
      }
    }
  } catch (const ModelError& error) {
    end.reason = WakeEnd::Reason::kFailed;
    end.problem = error.what();
  }
  end.responses = wake.responses();
  end.limit = wake.limit();
  end.discarded = toolbox->has_waiting_run();
  wake.End();
  return end;
}

}  // namespace aegis::agent

#include "cli/batch_answer.h"

#include <utility>

#include "cli/batch_request.h"
#include "cli/render_json.h"
#include "interp/session.h"

namespace aegis::cli {
namespace {

Envelope Answer(BatchRequest* request) {
  if (!request->problem.empty()) return BadRequestEnvelope(request->problem);
  Session session = Session::Start(std::move(request->source), request->limits);
  for (const std::string& input : request->inputs) {
    if (session.envelope().status != Status::kInputRequired) break;
    session.Resume(input);
  }
  return session.envelope();
}

}  // namespace

std::string AnswerBatchLine(const std::string& line, bool too_long) {
  BatchRequest request;
  if (too_long) {
    request.problem = "this line is longer than " + std::to_string(kMaxBatchLineBytes) + " bytes";
  } else {
    request = ReadBatchRequest(line);
  }
  const std::string envelope = OneLine(ToJson(Answer(&request)));
  if (request.id.empty()) return envelope;
  return "{\"id\":" + request.id + "," + envelope.substr(1);
}

}  // namespace aegis::cli

#include <memory>
#include <utility>

#include "cli/batch_request.h"
#include "cli/commands.h"
#include "cli/render_json.h"
#include "interp/session.h"

namespace aegis::cli {
namespace {

/// The longest line that is read, in bytes: far more than a request within the default limits
/// needs, even with every character escaped.
constexpr std::size_t kMaxLineBytes = std::size_t{4} << 20;

Envelope Answer(BatchRequest* request) {
  if (!request->problem.empty()) return BadRequestEnvelope(request->problem);
  Session session = Session::Start(std::move(request->source), request->limits);
  for (const std::string& input : request->inputs) {
    if (session.envelope().status != Status::kInputRequired) break;
    session.Resume(input);
  }
  return session.envelope();
}

/// The envelope as one line, with the request's `id` as its first member.
std::string AnswerLine(const std::string& line, bool too_long) {
  BatchRequest request;
  if (too_long) {
    request.problem = "this line is longer than " + std::to_string(kMaxLineBytes) + " bytes";
  } else {
    request = ReadBatchRequest(line);
  }
  const std::string envelope = OneLine(ToJson(Answer(&request)));
  if (request.id.empty()) return envelope;
  return "{\"id\":" + request.id + "," + envelope.substr(1);
}

int Batch(Console* console) {
  LineReader lines(0, kMaxLineBytes);
  while (const std::optional<Line> line = lines.Next()) {
    console->out << AnswerLine(line->text, line->too_long);
    if (!console->out.Flush()) return kFine;
  }
  if (lines.problem().empty()) return kFine;
  console->err << "aegis: cannot read standard input: " << lines.problem() << "\n";
  return kUsage;
}

}  // namespace

void AddBatch(CommandLine* line) {
  line->Add(
      "batch", "Run many programs: JSON Lines in, JSON Lines out",
      "  aegis batch < requests.jsonl > results.jsonl\n"
      "  echo '{\"id\": 1, \"source\": \"print(input())\", \"inputs\": [\"hi\"]}' | aegis batch\n"
      "\n"
      "A line of standard input is a request, an object with the members\n"
      "  id          anything, optional: the answer starts with it\n"
      "  source      the program, a string; or\n"
      "  source_hex  the program's bytes, a string of hexadecimal digits\n"
      "  inputs      texts for `input()`, an array of strings, optional\n"
      "  limits      an object of limit names and whole numbers, optional\n"
      "and is answered at once with a line that holds the result; status input_required\n"
      "means that the inputs ran out. A line that is no request, or longer than 4 MiB, is\n"
      "answered with a value_error without a place; so is an empty one: every line has its\n"
      "answer.",
      [](Console* console) { return Batch(console); });
}

}  // namespace aegis::cli

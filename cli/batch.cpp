#include <memory>

#include "cli/batch_answer.h"
#include "cli/commands.h"

namespace aegis::cli {
namespace {

int Batch(Console* console) {
  LineReader lines(0, kMaxBatchLineBytes);
  while (const std::optional<Line> line = lines.Next()) {
    console->out << AnswerBatchLine(line->text, line->too_long);
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

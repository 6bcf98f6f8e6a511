#include <algorithm>
#include <memory>
#include <utility>

#include "cli/commands.h"
#include "cli/display.h"
#include "docs/bundle.h"
#include "syntax/diagnostic.h"

namespace aegis::cli {
namespace {

int Explain(const std::string& code, Console* console) {
  const std::vector<Explanation> pages = Explanations();
  if (code.empty()) {
    console->out << "Codes; `aegis explain CODE` tells more about one:\n\n";
    for (const Explanation& page : pages) {
      console->out << "  " << page.id << "  " << page.title << "\n";
    }
    return kFine;
  }
  if (const CodeInfo* info = FindCode(code)) {
    for (const Explanation& page : pages) {
      if (page.id != info->id) continue;
      console->out << page.text;
      return kFine;
    }
  }
  std::vector<std::string> names;
  for (const CodeInfo& info : AllCodes()) {
    names.emplace_back(info.id);
    names.emplace_back(info.slug);
  }
  console->err << "aegis explain: there is no code `" << Visible(code) << "`"
               << DidYouMean(code, names) << "\n"
               << "`aegis explain` lists all codes.\n";
  return kUsage;
}

}  // namespace

void AddExplain(CommandLine* line) {
  const auto code = std::make_shared<std::string>();
  CLI::App* command =
      line->Add("explain", "Explain a diagnostic code, with a wrong and a right program",
                "  aegis explain AEG0302\n"
                "  aegis explain 302\n"
                "  aegis explain maybe-unassigned\n"
                "  aegis explain",
                [code](Console* console) { return Explain(*code, console); });
  CLI::Option* option = command->add_option(
      "CODE", *code, "The code or its name in words; without it, all codes are listed");
  option->type_name("");
  line->SetWords(option, [] {
    std::vector<std::string> ids;
    for (const CodeInfo& info : AllCodes()) ids.emplace_back(info.id);
    return ids;
  });
}

}  // namespace aegis::cli

#include <algorithm>
#include <memory>
#include <utility>

#include "cli/commands.h"
#include "cli/display.h"
#include "docs/bundle.h"

namespace aegis::cli {
namespace {

struct Topic {
  std::string name;
  std::string summary;
  std::string text;
};

/// The heading that a Markdown page starts with.
std::string Heading(std::string_view page) {
  std::string_view line = page.substr(0, page.find('\n'));
  while (!line.empty() && (line.front() == '#' || line.front() == ' ')) line.remove_prefix(1);
  return std::string(line);
}

/// `docs/language.md` as `language`.
std::string Stem(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return std::string(name.substr(0, name.rfind('.')));
}

std::string List(const std::vector<Topic>& topics) {
  std::size_t width = 0;
  for (const Topic& topic : topics) width = std::max(width, topic.name.size());
  std::string list;
  for (const Topic& topic : topics) {
    list +=
        "  " + topic.name + std::string(width - topic.name.size() + 2, ' ') + topic.summary + "\n";
  }
  return list;
}

std::vector<Topic> ExampleTopics() {
  std::vector<Topic> topics;
  for (const Example& example : Examples()) {
    topics.push_back({Stem(example.filename), example.purpose, example.content});
  }
  return topics;
}

std::vector<Topic> Topics() {
  std::vector<Topic> topics;
  for (const BundledFile& page : BundledDocs()) {
    topics.push_back({Stem(page.name), Heading(page.content), std::string(page.content)});
  }
  std::vector<Topic> examples = ExampleTopics();
  topics.push_back({"examples", "The bundled example programs",
                    "Example programs; `aegis docs NAME` shows one:\n\n" + List(examples)});
  for (Topic& example : examples) topics.push_back(std::move(example));
  return topics;
}

int Docs(const std::string& name, Console* console) {
  const std::vector<Topic> topics = Topics();
  if (name.empty()) {
    console->out << "Topics; `aegis docs TOPIC` shows one:\n\n" << List(topics);
    return kFine;
  }
  std::vector<std::string> names;
  for (const Topic& topic : topics) {
    names.push_back(topic.name);
    // A file's name, with or without its folder, means the same topic.
    if (topic.name == name || topic.name == Stem(name)) {
      console->out << topic.text;
      return kFine;
    }
  }
  console->err << "aegis docs: there is no topic `" << Visible(name) << "`"
               << DidYouMean(name, names) << "\n"
               << "`aegis docs` lists all topics.\n";
  return kUsage;
}

}  // namespace

void AddDocs(CommandLine* line) {
  const auto topic = std::make_shared<std::string>();
  CLI::App* command = line->Add("docs", "Show a page of the documentation, or an example program",
                                "  aegis docs\n"
                                "  aegis docs language\n"
                                "  aegis docs examples\n"
                                "  aegis docs greet > greet.aeg",
                                [topic](Console* console) { return Docs(*topic, console); });
  CLI::Option* option =
      command->add_option("TOPIC", *topic, "What to show; without it, all topics are listed");
  option->type_name("");
  line->SetWords(option, [] {
    std::vector<std::string> names;
    for (const Topic& each : Topics()) names.push_back(each.name);
    return names;
  });
}

}  // namespace aegis::cli

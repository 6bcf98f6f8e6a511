#include "agent/mcp/resources.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "agent/mcp/prompts.h"
#include "docs/bundle.h"

namespace aegis::mcp {
namespace {

constexpr std::string_view kFiles = "aegis-file:///";
constexpr std::string_view kDocs = "aegis-docs:///";
constexpr std::string_view kTemplate = "aegis-file:///{filename}";
constexpr std::string_view kTemplateArgument = "filename";
constexpr const char* kProgramType = "text/x-aegis";
/// The protocol's limit on the values of one completion.
constexpr std::size_t kMaxCompletions = 100;

bool StartsWith(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

bool IsUnreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

/// A text that is compiled in.
struct BundledText {
  std::string uri;
  std::string name;
  std::string title;
  const char* type;
  std::string_view content;
};

std::string Stem(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return std::string(name.substr(0, name.rfind('.')));
}

std::string Heading(std::string_view page) {
  std::string_view line = page.substr(0, page.find('\n'));
  while (!line.empty() && (line.front() == '#' || line.front() == ' ')) line.remove_prefix(1);
  return std::string(line);
}

std::vector<BundledText> MakeBundledTexts() {
  std::vector<BundledText> texts;
  for (const BundledFile& page : BundledDocs()) {
    const std::string stem = Stem(page.name);
    texts.push_back(
        {std::string(kDocs) + stem, stem, Heading(page.content), "text/markdown", page.content});
  }
  // The parsed examples have the purposes, the bundled files the texts that live on.
  const std::vector<Example> examples = Examples();
  for (const BundledFile& file : BundledExamples()) {
    const std::string path(file.name);
    const auto example = std::find_if(examples.begin(), examples.end(), [&](const Example& each) {
      return path.substr(path.rfind('/') + 1) == each.filename;
    });
    texts.push_back(
        {std::string(kDocs) + path, path, example->purpose, kProgramType, file.content});
  }
  return texts;
}

const std::vector<BundledText>& BundledTexts() {
  static const std::vector<BundledText> texts = MakeBundledTexts();
  return texts;
}

const BundledText* FindBundled(std::string_view uri) {
  for (const BundledText& text : BundledTexts()) {
    if (text.uri == uri) return &text;
  }
  return nullptr;
}

Json Contents(const std::string& uri, const char* type, std::string_view text) {
  Json contents = {{"uri", uri}, {"mimeType", type}, {"text", text}};
  return {{"contents", Json::array({std::move(contents)})}};
}

/// File names that contain `part`, those that begin with it first.
std::vector<std::string> MatchingNames(agent::FileStore* files, const std::string& part) {
  std::vector<std::string> names;
  for (agent::FileInfo& file : files->List()) {
    if (file.filename.find(part) != std::string::npos) names.push_back(std::move(file.filename));
  }
  std::stable_partition(names.begin(), names.end(),
                        [&](const std::string& name) { return StartsWith(name, part); });
  return names;
}

}  // namespace

std::string FileUri(std::string_view filename) {
  constexpr const char* kDigits = "0123456789ABCDEF";
  std::string uri(kFiles);
  for (const char c : filename) {
    const auto byte = static_cast<unsigned char>(c);
    if (IsUnreserved(c)) {
      uri += c;
    } else {
      uri += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return uri;
}

std::optional<std::string> FilenameOf(std::string_view uri) {
  if (!StartsWith(uri, kFiles)) return std::nullopt;
  uri.remove_prefix(kFiles.size());
  std::string name;
  while (!uri.empty()) {
    if (uri[0] != '%') {
      name += uri[0];
      uri.remove_prefix(1);
      continue;
    }
    const std::string_view digits = uri.substr(1, 2);
    const char* const end = digits.data() + digits.size();
    unsigned byte = 0;
    const auto [stop, error] = std::from_chars(digits.data(), end, byte, 16);
    if (digits.size() != 2 || error != std::errc() || stop != end) return std::nullopt;
    name += static_cast<char>(byte);
    uri.remove_prefix(3);
  }
  if (agent::FilenameProblem(name)) return std::nullopt;
  return name;
}

bool IsBundled(std::string_view uri) { return FindBundled(uri) != nullptr; }

Json ListResources(agent::FileStore* files, const Revision& revision) {
  Json resources = Json::array();
  for (const BundledText& text : BundledTexts()) {
    Json resource = {{"uri", text.uri}, {"name", text.name}};
    AddTitle(&resource, text.title, revision);
    if (!revision.has_titles()) resource["description"] = text.title;
    resource["mimeType"] = text.type;
    resource["size"] = text.content.size();
    resources.push_back(std::move(resource));
  }
  for (const agent::FileInfo& file : files->List()) {
    resources.push_back({{"uri", FileUri(file.filename)},
                         {"name", file.filename},
                         {"mimeType", kProgramType},
                         {"size", file.bytes}});
  }
  return Cacheable({{"resources", std::move(resources)}}, kOfFiles, revision);
}

Json ListResourceTemplates(const Revision& revision) {
  Json file = {{"uriTemplate", kTemplate}, {"name", "file"}};
  AddTitle(&file, "Virtual file", revision);
  file["description"] = "A file that the tools have created, by its name.";
  file["mimeType"] = kProgramType;
  return Cacheable({{"resourceTemplates", Json::array({std::move(file)})}}, kBundled, revision);
}

Json ReadResource(agent::FileStore* files, const Json& params, const Revision& revision) {
  const std::string& uri = StringMember(params, "uri");
  if (const BundledText* text = FindBundled(uri)) {
    return Cacheable(Contents(uri, text->type, text->content), kBundled, revision);
  }
  const std::optional<std::string> filename = FilenameOf(uri);
  const std::optional<std::string> content = filename ? files->Get(*filename) : std::nullopt;
  if (!content) throw NoSuchResource(uri, revision);
  return Cacheable(Contents(uri, kProgramType, *content), kOfFiles, revision);
}

RequestError NoSuchResource(const std::string& uri, const Revision& revision) {
  return {revision.is_modern() ? kInvalidParams : kResourceNotFound,
          "there is no resource of this URI",
          {{"uri", uri}}};
}

Json CompleteArgument(agent::FileStore* files, const Json& params) {
  const Json& reference = ObjectMember(params, "ref");
  const Json& argument = ObjectMember(params, "argument");
  const std::string& type = StringMember(reference, "type");
  const std::string& name = StringMember(argument, "name");
  const std::string& value = StringMember(argument, "value");

  std::vector<std::string> values;
  if (type == "ref/resource") {
    if (StringMember(reference, "uri") != kTemplate || name != kTemplateArgument) {
      throw RequestError(kInvalidParams, "there is no resource template with this argument");
    }
    values = MatchingNames(files, value);
  } else if (type != "ref/prompt") {
    throw RequestError(kInvalidParams, "`type` is `ref/prompt` or `ref/resource`");
  } else if (StringMember(reference, "name") != kPrompt || name != kPromptArgument) {
    throw RequestError(kInvalidParams, "there is no prompt with this argument");
  }
  const std::size_t total = values.size();
  values.resize(std::min(total, kMaxCompletions));
  return {
      {"completion", {{"values", values}, {"total", total}, {"hasMore", total > kMaxCompletions}}}};
}

}  // namespace aegis::mcp

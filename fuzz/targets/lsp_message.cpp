// The messages of an editor to the language server.

#include <cstdint>
#include <string>

#include "fuzz/targets/libfuzzer.h"
#include "fuzz/targets/messages.h"
#include "lsp/server.h"

namespace aegis::fuzz {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kUri = "file:///a.aeg";

const std::vector<std::string>& Features() {
  static const std::vector<std::string> features = {
      "codeAction",          "codeLens",
      "completion",          "definition",
      "diagnostic",          "documentHighlight",
      "documentSymbol",      "foldingRange",
      "formatting",          "hover",
      "inlayHint",           "onTypeFormatting",
      "prepareRename",       "rangeFormatting",
      "references",          "rename",
      "selectionRange",      "signatureHelp",
      "semanticTokens/full", "semanticTokens/full/delta",
      "semanticTokens/range"};
  return features;
}

Json AnyPosition(Random* random) {
  return {{"line", random->Below(8)}, {"character", random->Below(20)}};
}

Json AnyRange(Random* random) {
  return {{"start", AnyPosition(random)}, {"end", AnyPosition(random)}};
}

Json Initialization() {
  return {{"jsonrpc", "2.0"},
          {"id", 0},
          {"method", "initialize"},
          {"params", {{"processId", nullptr}, {"capabilities", Json::object()}}}};
}

Json Opening(const std::string& program) {
  return {{"jsonrpc", "2.0"},
          {"method", "textDocument/didOpen"},
          {"params",
           {{"textDocument",
             {{"uri", kUri}, {"languageId", "aegis"}, {"version", 1}, {"text", program}}}}}};
}

Json Change(Random* random) {
  Json change = {{"text", random->OneIn(2) ? FreshProgram(random) : "x"}};
  if (!random->OneIn(4)) change["range"] = AnyRange(random);
  return {{"jsonrpc", "2.0"},
          {"method", "textDocument/didChange"},
          {"params",
           {{"textDocument", {{"uri", kUri}, {"version", random->Between(2, 9)}}},
            {"contentChanges", Json::array({change})}}}};
}

/// A request for any feature: its parameters have whatever any of them asks for.
Json Request(Random* random) {
  return {{"jsonrpc", "2.0"},
          {"id", random->Below(100)},
          {"method", "textDocument/" + random->Pick(Features())},
          {"params",
           {{"textDocument", {{"uri", kUri}}},
            {"position", AnyPosition(random)},
            {"positions", Json::array({AnyPosition(random)})},
            {"range", AnyRange(random)},
            {"context", {{"diagnostics", Json::array()}, {"includeDeclaration", true}}},
            {"options", {{"tabSize", random->OneIn(2) ? 2 : 4}, {"insertSpaces", true}}},
            {"ch", "\n"},
            {"previousResultId", "1"},
            {"newName", "y"}}}};
}

}  // namespace

std::string FreshMessage(Random* random) {
  Json message;
  switch (random->Below(8)) {
    case 0:
      message = Initialization();
      break;
    case 1:
    case 2:
      message = Opening(FreshProgram(random));
      break;
    case 3:
    case 4:
      message = Change(random);
      break;
    default:
      message = Request(random);
  }
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace aegis::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace aegis;
  const std::string input(reinterpret_cast<const char*>(data), size);
  lsp::Server server([](const nlohmann::ordered_json& message) {
    if (message.dump().empty()) fuzz::Complain("an empty message");
  });
  // Most inputs would end before they begin without these.
  if (input.find("\"initialize\"") == input.npos) {
    server.Receive(fuzz::Initialization().dump());
    server.Receive(fuzz::Opening("a = 1\nif a == 1:\n  print(a)\n").dump());
  }
  fuzz::ForEachMessage(input, [&](const std::string& line) { server.Receive(line); });
  while (server.HasPending()) server.HandleNext();
  server.PublishDiagnostics();
  return 0;
}

#include "agent/mcp/connection.h"
#include "agent/toolbox.h"
#include "fuzz/claims.h"
#include "fuzz/random.h"
#include "lsp/server.h"
#include "semantic/compile.h"

// Surfaces that carry texts as JSON cannot be given bytes that are no UTF-8; those cases are for
// the others.

namespace aegis::fuzz {
namespace {

constexpr const char* kUri = "file:///case.aeg";

// ---- The language server -----------------------------------------------------------------------

/// A code-point offset as a position of the protocol. In the protocol a lone CR ends a line, too.
Json Utf16Position(const std::u32string& text, std::uint32_t offset) {
  int line = 0;
  int character = 0;
  for (std::uint32_t i = 0; i < offset; ++i) {
    const bool pair = text[i] == U'\r' && i + 1 < text.size() && text[i + 1] == U'\n';
    if (pair && i + 1 == offset) break;  // between the two is the end of the line
    if (text[i] == U'\n' || (text[i] == U'\r' && !pair)) {
      ++line;
      character = 0;
    } else if (!pair) {
      character += text[i] > 0xFFFF ? 2 : 1;
    }
  }
  return {{"line", line}, {"character", character}};
}

Json ExpectedProblems(const std::string& program) {
  const Source source(program);
  Json problems = Json::array();
  for (const Diagnostic& diagnostic : Compile(program).diagnostics) {
    const Range range = diagnostic.range.value_or(Range{});
    problems.push_back({{"code", Info(diagnostic.code).id},
                        {"severity", IsError(diagnostic) ? 1 : 2},
                        {"start", Utf16Position(source.code_points(), range.begin)},
                        {"end", Utf16Position(source.code_points(), range.end)},
                        {"message", Message(diagnostic)}});
  }
  return problems;
}

/// The server's diagnostics in the same form; of the message, the line with the problem itself.
Json ShownProblems(const Json& published) {
  Json problems = Json::array();
  for (const Json& shown : published["diagnostics"]) {
    const std::string message = shown["message"].get<std::string>();
    problems.push_back({{"code", shown["code"]},
                        {"severity", shown["severity"]},
                        {"start", shown["range"]["start"]},
                        {"end", shown["range"]["end"]},
                        {"message", message.substr(0, message.find('\n'))}});
  }
  return problems;
}

/// A client of a language server in this process.
class Editor {
 public:
  Editor() : server_([this](const Json& message) { Hear(message); }) {
    Say({{"id", 1},
         {"method", "initialize"},
         {"params", {{"processId", nullptr}, {"capabilities", Json::object()}}}});
    Say({{"method", "initialized"}, {"params", Json::object()}});
  }

  void Open(const std::string& text) {
    Say({{"method", "textDocument/didOpen"},
         {"params",
          {{"textDocument",
            {{"uri", kUri}, {"languageId", "aegis"}, {"version", 1}, {"text", text}}}}}});
  }

  void Replace(const Json& start, const Json& end, const std::string& text) {
    Say({{"method", "textDocument/didChange"},
         {"params",
          {{"textDocument", {{"uri", kUri}, {"version", 2}}},
           {"contentChanges",
            Json::array({{{"range", {{"start", start}, {"end", end}}}, {"text", text}}})}}}});
  }

  /// What was published last.
  const Json& Published() {
    while (server_.HasPending()) server_.HandleNext();
    server_.PublishDiagnostics();
    return published_;
  }

 private:
  void Say(Json message) {
    message["jsonrpc"] = "2.0";
    server_.Receive(message.dump());
  }

  void Hear(const Json& message) {
    if (message.contains("method") && message["method"] == "textDocument/publishDiagnostics") {
      published_ = message["params"];
    }
  }

  Json published_ = Json{{"diagnostics", Json::array()}};
  lsp::Server server_;
};

// ---- The tools ---------------------------------------------------------------------------------

bool IsUtf8(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    if (!IsValidUtf8(text)) return false;
  }
  return true;
}

/// The last envelope of a run by the tools, without the token that belongs to them alone. `call`
/// carries out one call.
template <typename Call>
Json RunByTools(const std::string& program, const std::vector<std::string>& inputs, Call call) {
  const Json created = call("create_file", {{"filename", "case.aeg"}, {"content", program}});
  if (created["status"] != "ok") return created;
  Json envelope = call("run_ag_file", {{"filename", "case.aeg"}});
  for (std::size_t i = 0; envelope["status"] == "input_required" && i < inputs.size(); ++i) {
    envelope = call("provide_ag_input", {{"value", inputs[i]}});
  }
  envelope.erase("run");
  return envelope;
}

Json RunInToolbox(const std::string& program, const std::vector<std::string>& inputs) {
  agent::MemoryStore files;
  agent::Toolbox tools(&files);
  return RunByTools(program, inputs, [&](const char* tool, const Json& arguments) {
    return tools.Call(tool, arguments);
  });
}

/// A client that has initialised a legacy connection; every message goes as text.
class ToolClient {
 public:
  ToolClient()
      : server_(&files_, nullptr, {}), connection_(&server_, mcp::Connection::Kind::kStdio, Drop) {
    Request("initialize", {{"protocolVersion", "2025-11-25"},
                           {"capabilities", Json::object()},
                           {"clientInfo", {{"name", "fuzz"}, {"version", "1"}}}});
    Handle({{"method", "notifications/initialized"}});
  }

  Json Call(const char* tool, const Json& arguments) {
    const Json result = Request("tools/call", {{"name", tool}, {"arguments", arguments}});
    return result.contains("structuredContent") ? result["structuredContent"] : result;
  }

 private:
  static void Drop(const Json&) {}

  Json Request(const char* method, const Json& params) {
    const Json answer = Handle({{"id", ++last_id_}, {"method", method}, {"params", params}});
    return answer.contains("result") ? answer["result"] : answer;
  }

  Json Handle(Json message) {
    message["jsonrpc"] = "2.0";
    return connection_.Handle(mcp::ReadMessage(message.dump()), Drop).message;
  }

  agent::MemoryStore files_;
  mcp::Server server_;
  mcp::Connection connection_;
  int last_id_ = 0;
};

Json RunOverProtocol(const std::string& program, const std::vector<std::string>& inputs) {
  ToolClient client;
  return RunByTools(program, inputs, [&](const char* tool, const Json& arguments) {
    return client.Call(tool, arguments);
  });
}

/// Whether the envelope is of a run that was too slow: the one thing that is not the same
/// everywhere.
bool IsOutOfTime(const Json& envelope) {
  return envelope.value("status", "") == "error" &&
         envelope["error"].value("code", "") == Info(Code::kOutOfTime).id;
}

}  // namespace

Violation EditorsSeeWhatCheckSees(const Case& c, const Surfaces&) {
  if (!IsValidUtf8(c.program)) return std::nullopt;
  const Json expected = ExpectedProblems(c.program);
  Editor editor;
  editor.Open(c.program);
  if (Violation differs =
          Compare("check", expected, "opened in an editor", ShownProblems(editor.Published()))) {
    return differs;
  }
  // The same text once more, by way of another: a part of it was missing and is put in.
  const Source source(c.program);
  Random random(c.seed ^ 0x6F);
  const auto begin = static_cast<std::uint32_t>(random.Below(source.size() + 1));
  const auto end = static_cast<std::uint32_t>(random.Between(begin, source.size()));
  const std::string without = source.Text({0, begin}) + source.Text({end, source.size()});
  const Json place = Utf16Position(Source(without).code_points(), begin);
  // Where the rest joins to a CR and an LF, the place between them cannot be said.
  const bool splits = begin > 0 && begin < Source(without).size() &&
                      Source(without).code_points()[begin - 1] == U'\r' &&
                      Source(without).code_points()[begin] == U'\n';
  if (splits) return std::nullopt;
  Editor second;
  second.Open(without);
  second.Published();
  second.Replace(place, place, source.Text({begin, end}));
  return Compare("check", expected, "edited", ShownProblems(second.Published()));
}

Violation SurfacesAgree(const Case& c, const Surfaces& surfaces) {
  const std::vector<std::string> inputs = InputsOf(c);
  const Json expected = RunWithInputs(c.program, inputs, Limits()).last();
  if (IsOutOfTime(expected)) return std::nullopt;
  const auto differs = [&](const std::string& name, const Json& envelope) -> Violation {
    if (envelope.is_null() || IsOutOfTime(envelope)) return std::nullopt;
    return Compare("library", expected, name, envelope);
  };
  for (const Surface& surface : surfaces) {
    if (Violation other = differs(surface.name, surface.run(c.program, inputs))) return other;
  }
  const auto most = static_cast<std::size_t>(Limits()[Limit::kSourceBytes]);
  // The tools refuse too large programs when they are stored, which is another envelope.
  if (!IsValidUtf8(c.program) || !IsUtf8(inputs) || c.program.size() > most) return std::nullopt;
  if (Violation other = differs("tools", RunInToolbox(c.program, inputs))) return other;
  return differs("tools over the protocol", RunOverProtocol(c.program, inputs));
}

}  // namespace aegis::fuzz

// The transcripts in golden/ show conversations of an editor with `aegis lsp`, a real process. What
// the editor says stands on lines that begin like these; anything else that is no comment (`#`) and
// not blank is what the server says, and is what the test is about:
//
//     start CAPABILITIES        says `initialize` and `initialized`, and does not show the answer;
//                               `all` stands for everything that the server looks at
//     open NAME                 says `textDocument/didOpen`; the text follows, each line behind `|
//     `
//     --> METHOD PARAMS         a request; its answer is waited for
//     ~~> METHOD PARAMS         a notification; everything that it causes is waited for
//     raw TEXT                  a message that can be anything, without an answer to wait for
//
// PARAMS are any of these, in this order: NAME of a document, which becomes
// `"textDocument": {"uri": "file:///NAME"}`; a place in it, LINE:CHARACTER from 0, which becomes
// the `position`, or two, LINE:CHARACTER-LINE:CHARACTER, which become the `range`; further members
// as a JSON object. Ids are numbers that the test counts, and are not shown.
//
// A transcript that does not end the server itself is followed by `shutdown` and `exit`, after
// which the exit status must be 0. With the environment variable AEGIS_UPDATE_GOLDEN=1, the
// transcripts are rewritten to what the server says; review the difference.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/process.h"
#include "tests/lsp/session.h"
#include "tests/lsp/wire_client.h"

namespace aegis::lsp_test {
namespace {

namespace fs = std::filesystem;
using lsp::Json;

fs::path Folder() { return fs::path(AEGIS_SOURCE_DIR) / "tests/lsp/golden"; }

std::vector<std::string> Transcripts() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(Folder())) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// JSON for reading: in one line when it fits, and a list of numbers always. `indent` is that of
/// the line that it begins in, `column` where it begins.
std::string Pretty(const Json& value, std::size_t indent, std::size_t column) {
  constexpr std::size_t kColumns = 100;
  std::string line = value.dump();
  const bool numbers = value.is_array() && !value.empty() && value.front().is_number();
  if (!value.is_structured() || value.empty() || numbers || column + line.size() < kColumns) {
    return line;
  }
  const std::string margin = "\n" + std::string(indent + 2, ' ');
  std::string text = value.is_array() ? "[" : "{";
  for (const auto& [name, member] : value.items()) {
    if (text.size() > 1) text += ",";
    const std::string start = value.is_array() ? "" : Json(name).dump() + ": ";
    text += margin + start + Pretty(member, indent + 2, indent + 2 + start.size());
  }
  return text + "\n" + std::string(indent, ' ') + (value.is_array() ? "]" : "}");
}

std::string Show(const std::string& what, const Json& value) {
  return "<-- " + what + Pretty(value, 4, 4 + what.size()) + "\n";
}

/// A message of the server.
std::string Show(const Json& message) {
  const Json& error = lsp::At(message, {"error"});
  if (message.contains("method")) {
    return Show(message["method"].get<std::string>() + " ", message["params"]);
  }
  if (!error.is_null()) {
    return "<-- error " + error["code"].dump() + ": " + error["message"].get<std::string>() + "\n";
  }
  return Show("", message["result"]);
}

/// Plays a transcript.
class Player {
 public:
  /// `transcript` with everything that the server says replaced by what it says now.
  std::string Replay(const std::string& transcript) {
    std::istringstream lines(transcript);
    std::string line;
    while (std::getline(lines, line)) {
      if (line.rfind("| ", 0) == 0 || line == "|") {
        Finish(line);
        continue;
      }
      Flush();
      const bool says = StartsWith(line, "start ") || StartsWith(line, "open ") ||
                        StartsWith(line, "--> ") || StartsWith(line, "~~> ") ||
                        StartsWith(line, "raw ");
      if (!says && !line.empty() && line[0] != '#') continue;
      replayed_ += line + "\n";
      if (says) Carry(line);
    }
    Flush();
    if (!ended_) {
      EXPECT_EQ(client_.End(), 0);
    }
    return replayed_;
  }

 private:
  static bool StartsWith(const std::string& line, const std::string& start) {
    return line.rfind(start, 0) == 0;
  }

  /// A line of the text of the document that is being opened.
  void Finish(const std::string& line) {
    replayed_ += line + "\n";
    text_ += line.substr(std::min<std::size_t>(2, line.size())) + "\n";
  }

  /// Opens the document whose text is complete.
  void Flush() {
    if (opening_.empty()) return;
    const Json document = {
        {"uri", opening_}, {"languageId", "aegis"}, {"version", 1}, {"text", text_}};
    opening_.clear();
    text_.clear();
    Notify("textDocument/didOpen", {{"textDocument", document}});
  }

  void Carry(const std::string& line) {
    static const std::regex form(
        "(?:-->|~~>) (\\S+)(?: ([a-z_]+\\.aeg))?(?: (\\d+):(\\d+)(?:-(\\d+):(\\d+))?)?(?: "
        "(\\{.*\\}))?");
    std::smatch match;
    if (StartsWith(line, "open ")) {
      opening_ = "file:///" + line.substr(5);
    } else if (StartsWith(line, "raw ")) {
      client_.SayText(line.substr(4));
      Sync();
    } else if (StartsWith(line, "start ")) {
      const std::string named = line.substr(6);
      const Json capabilities = named == "all" ? FullCapabilities() : Json::parse(named);
      Ask("initialize", {{"processId", nullptr}, {"capabilities", capabilities}});
      Notify("initialized", Json::object());
    } else if (!std::regex_match(line, match, form)) {
      ADD_FAILURE() << "not understood: " << line;
    } else if (line[0] == '-') {
      replayed_ += Show(Ask(match[1], Params(match)));
    } else {
      Notify(match[1], Params(match));
    }
  }

  static Json Params(const std::smatch& match) {
    const auto place = [&](std::size_t group) {
      return Json{{"line", std::stoul(match[group])}, {"character", std::stoul(match[group + 1])}};
    };
    Json params = match[7].matched ? Json::parse(match[7].str()) : Json::object();
    if (match[2].matched) params["textDocument"]["uri"] = "file:///" + match[2].str();
    if (match[5].matched) {
      params["range"] = {{"start", place(3)}, {"end", place(5)}};
    } else if (match[3].matched) {
      params["position"] = place(3);
    }
    return params;
  }

  /// The answer to a request. What comes before it is shown.
  Json Ask(const std::string& method, const Json& params) {
    const int id = next_id_++;
    client_.Say({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
    for (;;) {
      Json message = client_.Hear();
      if (message.is_null() || lsp::At(message, {"id"}) == id) return message;
      replayed_ += Show(message);
    }
  }

  void Notify(const std::string& method, const Json& params) {
    client_.Say({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
    if (method != "exit") return Sync();
    ended_ = true;
    EXPECT_EQ(client_.process().HearAll(), "");
    replayed_ += "<-- exit status " + std::to_string(client_.process().Status()) + "\n";
  }

  /// Waits until everything that was said has had its effects. Diagnostics are published when all
  /// that has arrived is done; so when the second of two questions is answered, those of the
  /// messages before the first are published.
  void Sync() {
    Ask("$/sync", Json::object());
    Ask("$/sync", Json::object());
  }

  WireClient client_;
  std::string replayed_;
  std::string opening_;  ///< URI
  std::string text_;
  int next_id_ = 1;
  bool ended_ = false;
};

/// The first line in which two texts differ; empty when none is.
std::string Difference(const std::string& actual, const std::string& expected) {
  std::istringstream actual_lines(actual);
  std::istringstream expected_lines(expected);
  for (int number = 1;; ++number) {
    std::string is;
    std::string should_be;
    const bool more_actual = static_cast<bool>(std::getline(actual_lines, is));
    const bool more_expected = static_cast<bool>(std::getline(expected_lines, should_be));
    if (!more_actual && !more_expected) return "";
    if (is == should_be && more_actual == more_expected) continue;
    return "line " + std::to_string(number) + ":\n  is        " + is + "\n  should be " + should_be;
  }
}

class LspGolden : public ::testing::TestWithParam<std::string> {};

TEST_P(LspGolden, Transcript) {
  const fs::path path = Folder() / (GetParam() + ".txt");
  const std::string expected = cli_test::ReadAll(path.string());
  ASSERT_NE(expected.find("> "), std::string::npos) << "nothing is said in " << path;
  const std::string actual = Player().Replay(expected);
  const char* update = std::getenv("AEGIS_UPDATE_GOLDEN");
  if (update != nullptr && *update != '\0') {
    if (actual != expected) std::ofstream(path, std::ios::binary) << actual;
  } else {
    EXPECT_EQ(Difference(actual, expected), "") << "AEGIS_UPDATE_GOLDEN=1 rewrites " << path;
  }
}

INSTANTIATE_TEST_SUITE_P(Lsp, LspGolden, ::testing::ValuesIn(Transcripts()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace aegis::lsp_test

#include "cli/fuzz_surfaces.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>

#include "cli/batch_answer.h"
#include "cli/commands.h"
#include "cli/render_json.h"

namespace aegis::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string Hex(const std::string& bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string digits;
  for (const char c : bytes) {
    digits += kDigits[static_cast<unsigned char>(c) >> 4];
    digits += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return digits;
}

/// Whether JSON can carry every one of `texts`.
bool AreUtf8(const std::vector<std::string>& texts) {
  return std::all_of(texts.begin(), texts.end(),
                     [](const std::string& text) { return IsValidUtf8(text); });
}

Json RunInBatch(const std::string& program, const std::vector<std::string>& inputs) {
  if (!AreUtf8(inputs)) return nullptr;
  Json request;
  if (IsValidUtf8(program)) {
    request["source"] = program;
  } else {
    request["source_hex"] = Hex(program);
  }
  request["inputs"] = inputs;
  return Json::parse(AnswerBatchLine(request.dump()));
}

/// Temporary files that stand for the standard input and output of a process.
using TemporaryFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

TemporaryFile MakeTemporaryFile() {
  TemporaryFile file(std::tmpfile(), std::fclose);
  if (!file) throw std::system_error(errno, std::generic_category(), "tmpfile");
  return file;
}

/// Carries out `aegis run - --json` as if it had just been started.
[[noreturn]] void RunAndExit(const std::vector<std::string>& inputs) noexcept {
  std::vector<const char*> arguments = {"aegis", "run", "-", "--json"};
  for (const std::string& input : inputs) {
    arguments.push_back("--input");
    arguments.push_back(input.c_str());
  }
  CommandLine line;
  AddRun(&line);
  Console console;
  line.Run(static_cast<int>(arguments.size()), arguments.data(), &console);
  console.out.Flush();
  _exit(0);
}

Json RunAsCommand(const std::string& program, const std::vector<std::string>& inputs) {
  // Most of the time would go into making processes.
  if (std::hash<std::string>()(program) % 8 != 0) return nullptr;
  const bool has_zero = std::any_of(inputs.begin(), inputs.end(), [](const std::string& input) {
    return input.find('\0') != input.npos;
  });
  if (has_zero) return nullptr;  // no argument of a process can say it
  const TemporaryFile in = MakeTemporaryFile();
  const TemporaryFile out = MakeTemporaryFile();
  std::fwrite(program.data(), 1, program.size(), in.get());
  std::rewind(in.get());
  const pid_t process = fork();
  if (process < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (process == 0) {
    dup2(fileno(in.get()), 0);
    dup2(fileno(out.get()), 1);
    RunAndExit(inputs);
  }
  while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
  std::rewind(out.get());
  std::string text;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), out.get())) {
    text.append(buffer.data(), count);
  }
  const Json envelope = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return envelope.is_discarded() ? Json(text) : envelope;
}

}  // namespace

std::vector<fuzz::Surface> FuzzSurfaces() {
  return {{"batch", RunInBatch}, {"run --json", RunAsCommand}};
}

}  // namespace aegis::cli

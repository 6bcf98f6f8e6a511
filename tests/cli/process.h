#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

namespace aegis::cli_test {

using Arguments = std::vector<std::string>;

/// What a finished process left behind.
struct Outcome {
  std::string out;
  std::string err;
  int status;  ///< the exit status; minus the signal's number when a signal ended it
};

/// Runs `aegis` with `arguments`, and `input` as its whole standard input.
Outcome Aegis(const Arguments& arguments, const std::string& input = "");

/// Runs `command` in a shell that finds `aegis` in its path and has nothing on its standard input.
Outcome Shell(const std::string& command);

/// An `aegis` that is still running: the test talks with it step by step. A wait that has no end
/// becomes a failed test.
class Conversation {
 public:
  enum class Through {
    kPipes,    ///< standard input and output are pipes, standard error is the test's own
    kTerminal  ///< all three are one terminal
  };
  Conversation(Through through, const Arguments& arguments);
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;
  ~Conversation();

  void Say(const std::string& text);
  /// No more will be said; at a terminal, this is what Ctrl-D does.
  void EndInput();
  /// Nobody reads any more.
  void StopListening();
  /// What is heard up to and including `text`; a failure of the test when that never comes.
  std::string HearUntil(const std::string& text);
  /// Exactly the next `count` bytes; a failure of the test when they never come.
  std::string HearBytes(std::size_t count);
  /// Everything until the process ends.
  std::string HearAll();
  /// Waits for the end and returns the status as `Outcome` has it.
  int Status();

 private:
  bool Hear();

  Through through_;
  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string heard_;
};

/// A folder that vanishes with this object. It is the current folder meanwhile.
class Workplace {
 public:
  Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  ~Workplace();

  /// Makes or replaces a file and returns its name.
  std::string Write(const std::string& name, const std::string& bytes);

 private:
  std::string before_;
  std::string folder_;
};

/// The bytes of a file; empty when it cannot be read.
std::string ReadAll(const std::string& path);

}  // namespace aegis::cli_test

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace aegis::cli {

/// Exit statuses of the `aegis` command.
enum ExitStatus : int {
  kFine = 0,          ///< nothing to complain about
  kProgramError = 1,  ///< a program or check error
  kUsage = 2,         ///< wrong usage, an unreadable file, unwritable output, or no means to go on
  kInputWanted = 3,   ///< the program waits for input and none is left
};

/// Buffered bytes on their way to a file descriptor. The first failed write is remembered and
/// everything after it dropped, so that callers can write on and ask once.
class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  Output& operator<<(std::string_view bytes);
  /// Hands everything to the system; false when some write has failed.
  bool Flush();
  /// `errno` of the first failed write, 0 when there was none.
  int error() const { return error_; }
  /// Whether colour is wanted there: a terminal that can show it, and `NO_COLOR` unset or empty.
  bool WantsColour() const;

 private:
  int descriptor_;
  int error_ = 0;
  std::string buffer_;
};

/// The two outputs of the process.
struct Console {
  Output out{1};
  Output err{2};
};

/// A line of input without its LF or CRLF. A last line without terminator is a line too, and its
/// bytes are kept as they are.
struct Line {
  std::string text;
  bool too_long = false;  ///< the text is cut at the reader's maximum
  bool is_utf8 = true;    ///< of a line that is too long: whether all of it is valid UTF-8
};

/// Reads lines from a file descriptor, not a byte more of it than has been asked for and buffered.
class LineReader {
 public:
  /// Of a line of more than `max_bytes`, only the first `max_bytes` are kept.
  LineReader(int descriptor, std::size_t max_bytes);

  /// The next line; nothing at the end of the input or when it cannot be read.
  std::optional<Line> Next();
  /// Why the input cannot be read, in words; empty when it ended as it should.
  const std::string& problem() const { return problem_; }

 private:
  bool Fill();

  int descriptor_;
  std::size_t max_bytes_;
  std::string buffer_;
  std::size_t at_ = 0;  ///< the first byte of `buffer_` that is not yet part of a line
  std::string problem_;
};

/// The contents of a file, or why there are none.
struct FileContents {
  std::string bytes;
  std::string problem;  ///< such as ``cannot read `a.aeg`: No such file or directory``, or empty
};

/// Reads the file at `path`, or standard input for `-`: at most `max_bytes` + 1 bytes, enough to
/// see that it is too large.
FileContents ReadFile(const std::string& path, std::size_t max_bytes);

/// Whether standard input is a terminal.
bool InputIsTerminal();

}  // namespace aegis::cli

#include "cli/io.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "cli/display.h"
#include "syntax/source.h"

namespace aegis::cli {
namespace {

constexpr std::size_t kChunkBytes = 65536;

/// After a failed read or write: whether to try again. Whoever shares the descriptor can have made
/// it non-blocking; then this waits until it is ready for `event`.
bool TryAgain(int descriptor, short event) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  pollfd waiting{descriptor, event, 0};
  return poll(&waiting, 1, -1) > 0 || errno == EINTR;
}

/// read(2) that waits for something to read.
ssize_t ReadSome(int descriptor, char* buffer, std::size_t size) {
  ssize_t count;
  do {
    count = read(descriptor, buffer, size);
  } while (count < 0 && TryAgain(descriptor, POLLIN));
  return count;
}

/// Tells whether bytes that come in pieces are valid UTF-8 as a whole.
class Utf8Check {
 public:
  void Feed(std::string_view piece) {
    pending_ += piece;
    std::size_t whole = pending_.size();
    // A sequence that starts in the last three bytes may go on in the next piece.
    for (std::size_t back = 1; back <= 3 && back <= pending_.size(); ++back) {
      const auto byte = static_cast<unsigned char>(pending_[pending_.size() - back]);
      if ((byte & 0xC0) == 0xC0) whole = pending_.size() - back;
      if ((byte & 0xC0) != 0x80) break;
    }
    valid_ = valid_ && IsValidUtf8(std::string_view(pending_).substr(0, whole));
    pending_.erase(0, whole);
  }

  bool valid() const { return valid_ && IsValidUtf8(pending_); }

 private:
  std::string pending_;
  bool valid_ = true;
};

}  // namespace

Output& Output::operator<<(std::string_view bytes) {
  if (error_ == 0) buffer_ += bytes;
  if (buffer_.size() >= kChunkBytes) Flush();
  return *this;
}

bool Output::Flush() {
  std::string_view rest = buffer_;
  while (!rest.empty() && error_ == 0) {
    const ssize_t count = write(descriptor_, rest.data(), rest.size());
    if (count >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(count));
    } else if (!TryAgain(descriptor_, POLLOUT)) {
      error_ = errno;
    }
  }
  buffer_.clear();
  return error_ == 0;
}

bool Output::WantsColour() const {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* terminal = std::getenv("TERM");
  if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
  return isatty(descriptor_) == 1;
}

LineReader::LineReader(int descriptor, std::size_t max_bytes)
    : descriptor_(descriptor), max_bytes_(max_bytes) {}

bool LineReader::Fill() {
  buffer_.resize(kChunkBytes);
  const ssize_t count = ReadSome(descriptor_, buffer_.data(), buffer_.size());
  // A descriptor that is not open holds no input, which is no fault.
  if (count < 0 && errno != EBADF) problem_ = std::strerror(errno);
  buffer_.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  at_ = 0;
  return count > 0;
}

std::optional<Line> LineReader::Next() {
  Line line;
  Utf8Check check;
  bool started = false;
  while (at_ < buffer_.size() || Fill()) {
    started = true;
    const std::size_t end = buffer_.find('\n', at_);
    const std::string_view piece = std::string_view(buffer_).substr(
        at_, end == std::string::npos ? std::string::npos : end - at_);
    const std::size_t room = max_bytes_ - line.text.size();
    if (line.too_long) {
      check.Feed(piece);
    } else if (piece.size() > room) {
      line.too_long = true;
      check.Feed(line.text);
      check.Feed(piece);
    }
    line.text += piece.substr(0, room);
    if (end == std::string::npos) {
      at_ = buffer_.size();
      continue;
    }
    at_ = end + 1;
    line.is_utf8 = check.valid();
    if (!line.too_long && !line.text.empty() && line.text.back() == '\r') line.text.pop_back();
    return line;
  }
  if (!started || !problem_.empty()) return std::nullopt;
  line.is_utf8 = check.valid();
  return line;
}

FileContents ReadFile(const std::string& path, std::size_t max_bytes) {
  FileContents contents;
  const bool from_stdin = path == "-";
  const int descriptor = from_stdin ? 0 : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  int error = descriptor < 0 ? errno : 0;
  while (error == 0 && contents.bytes.size() <= max_bytes) {
    const std::size_t size = contents.bytes.size();
    contents.bytes.resize(size + std::min(kChunkBytes, max_bytes + 1 - size));
    const ssize_t count =
        ReadSome(descriptor, contents.bytes.data() + size, contents.bytes.size() - size);
    if (count < 0) error = errno;
    contents.bytes.resize(size + (count > 0 ? static_cast<std::size_t>(count) : 0));
    if (count == 0) break;
  }
  if (!from_stdin && descriptor >= 0) close(descriptor);
  if (error != 0) {
    contents.problem = "cannot read " +
                       (from_stdin ? "standard input" : "`" + Visible(path) + "`") + ": " +
                       std::strerror(error);
  }
  return contents;
}

bool InputIsTerminal() { return isatty(0) == 1; }

}  // namespace aegis::cli

#include "lsp/transport.h"

#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <utility>

#include "lsp/server.h"

namespace aegis::lsp {
namespace {

constexpr std::size_t kMaxMessageBytes = 64 << 20;
constexpr std::size_t kMaxHeaderBytes = 8 << 10;
constexpr std::size_t kMaxBatchBytes = 1 << 20;
constexpr std::string_view kHeaderEnd = "\r\n\r\n";
constexpr std::string_view kContentLength = "Content-Length";

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

bool EqualIgnoringCase(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

bool EqualsIgnoringCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), EqualIgnoringCase);
}

/// What `Content-Length` says in the header lines; nothing when it is missing or no number.
std::optional<std::size_t> ContentLength(std::string_view header) {
  std::optional<std::size_t> length;
  while (!header.empty()) {
    const std::string_view line = header.substr(0, header.find("\r\n"));
    header.remove_prefix(std::min(header.size(), line.size() + 2));
    const std::size_t colon = line.find(':');
    if (colon == line.npos || !EqualsIgnoringCase(line.substr(0, colon), kContentLength)) continue;
    const std::string_view digits = Trimmed(line.substr(colon + 1));
    std::size_t value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || stop != digits.data() + digits.size()) return std::nullopt;
    length = value;
  }
  return length;
}

/// The end of `bytes` from the last `Content-Length` on; nothing when there is none.
std::string_view FromLastContentLength(std::string_view bytes) {
  const auto found = std::find_end(bytes.begin(), bytes.end(), kContentLength.begin(),
                                   kContentLength.end(), EqualIgnoringCase);
  return bytes.substr(static_cast<std::size_t>(found - bytes.begin()));
}

/// The two ends of the client's wire.
class Wire {
 public:
  Wire(int input, int output) : input_(input), output_(output) {}

  /// Takes what has arrived, and with `wait` waits for it.
  void Receive(bool wait);
  /// Writes a message, unless nobody reads any more.
  void Send(std::string_view text);
  std::optional<MessageReader::Piece> Next() { return reader_.Next(); }
  /// Whether the client has closed its end.
  bool ended() const { return ended_; }
  bool is_read() const { return is_read_; }

 private:
  void ReadSome();

  int input_;
  int output_;
  MessageReader reader_{kMaxMessageBytes};
  std::string chunk_ = std::string(1 << 16, '\0');
  std::size_t received_ = 0;  ///< bytes since the last call of Receive
  bool ended_ = false;
  bool is_read_ = true;
};

void Wire::ReadSome() {
  const ssize_t count = read(input_, chunk_.data(), chunk_.size());
  if (count > 0) {
    reader_.Add(std::string_view(chunk_).substr(0, static_cast<std::size_t>(count)));
    received_ += static_cast<std::size_t>(count);
  } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
    ended_ = true;
  }
}

void Wire::Receive(bool wait) {
  while (!ended_ && received_ < kMaxBatchBytes) {
    pollfd ready{input_, POLLIN, 0};
    const int count = poll(&ready, 1, wait && received_ == 0 ? -1 : 0);
    if (count == 0) break;
    if (count > 0) {
      ReadSome();
    } else if (errno != EINTR) {
      ended_ = true;
    }
  }
  received_ = 0;
}

/// A client may say everything that it has to say before it reads the first answer. So while an
/// answer waits for its reader, what the client writes is taken, up to the size of the largest
/// message; else each would wait for the other for ever.
void Wire::Send(std::string_view text) {
  const std::string framed = Framed(text);
  std::string_view bytes = framed;
  while (!bytes.empty() && is_read_) {
    const bool listens = !ended_ && reader_.size() < kMaxMessageBytes;
    pollfd ends[] = {{output_, POLLOUT, 0}, {listens ? input_ : -1, POLLIN, 0}};
    if (poll(ends, 2, -1) < 0) {
      if (errno != EINTR) is_read_ = false;
    } else if (ends[0].revents != 0) {
      // A pipe that is ready takes this much at once; it would make us wait for the rest.
      const ssize_t written =
          write(output_, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
      if (written > 0) {
        bytes.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno != EINTR && errno != EAGAIN) {
        is_read_ = false;
      }
    } else if (ends[1].revents != 0) {
      ReadSome();
    }
  }
}

}  // namespace

void MessageReader::Add(std::string_view bytes) {
  buffer_.erase(0, at_);
  at_ = 0;
  buffer_.append(bytes);
}

std::optional<MessageReader::Piece> MessageReader::Next() {
  while (!length_) {
    const std::size_t before = rest().size();
    if (std::optional<Piece> problem = ReadHeader()) return problem;
    if (!length_ && rest().size() == before) return std::nullopt;
  }
  if (rest().size() < *length_) return std::nullopt;
  Piece message{std::string(rest().substr(0, *length_)), ""};
  at_ += *length_;
  length_.reset();
  return message;
}

/// Takes a header from the buffer, or bytes to be skipped, or nothing when more has to arrive
/// first.
std::optional<MessageReader::Piece> MessageReader::ReadHeader() {
  const std::size_t end = rest().find(kHeaderEnd);
  const bool complete = end != std::string_view::npos;
  // The last bytes may be the first of the end.
  const std::size_t bytes =
      complete ? end : rest().size() - std::min(rest().size(), kHeaderEnd.size() - 1);
  if (bytes > kMaxHeaderBytes) {
    at_ += bytes - kMaxHeaderBytes;
    return Lose("no end of the header lines in " + std::to_string(kMaxHeaderBytes) + " bytes");
  }
  if (!complete) return std::nullopt;
  const std::string_view header = rest().substr(0, end);
  at_ += end + kHeaderEnd.size();
  std::optional<Piece> problem;
  length_ = ContentLength(header);
  if (!length_) {
    problem = Lose("header lines without a `Content-Length` that is a number");
    length_ = ContentLength(FromLastContentLength(header));
  }
  if (length_ && *length_ > max_bytes_) {
    length_.reset();
    std::optional<Piece> too_large =
        Lose("a message of more than " + std::to_string(max_bytes_) + " bytes");
    if (too_large) problem = std::move(too_large);
  }
  if (length_) lost_ = false;
  return problem;
}

/// Nothing when the reader was lost already: one stretch of skipped bytes is one problem.
std::optional<MessageReader::Piece> MessageReader::Lose(const std::string& problem) {
  if (lost_) return std::nullopt;
  lost_ = true;
  return Piece{"", problem};
}

std::string Framed(std::string_view text) {
  return "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + std::string(text);
}

int Serve(int input, int output) {
  Wire wire(input, output);
  // Everything in a message came from a valid message or from Aegis, so all of it is UTF-8.
  Server server([&](const Json& message) { wire.Send(message.dump()); });
  while (wire.is_read() && !server.exited()) {
    // All that has arrived is received before the next of it is handled (Server).
    wire.Receive(/*wait=*/!server.HasPending());
    while (const std::optional<MessageReader::Piece> piece = wire.Next()) {
      if (piece->problem.empty()) {
        server.Receive(piece->text);
      } else {
        server.RefuseUnreadable(kParseError, piece->problem);
      }
    }
    if (server.HasPending()) server.HandleNext();
    if (server.HasPending() || server.exited()) continue;
    server.PublishDiagnostics();
    if (wire.ended()) break;
  }
  return server.exit_status();
}

}  // namespace aegis::lsp

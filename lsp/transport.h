#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace aegis::lsp {

/// Cuts a stream of bytes into the messages of the base protocol: header lines, an empty line, and
/// as many bytes as `Content-Length` says. How the stream was cut into calls of `Add` makes no
/// difference.
///
/// After bytes that are no header it finds the next message again: nothing separates the bytes of a
/// message from the header that follows, so what is skipped ends in that header, and its
/// `Content-Length` is believed although it begins no line. (In JSON, a line break cannot stand in
/// a string, so no message contains a header.)
class MessageReader {
 public:
  /// A piece of the stream: the text of a message, or what is wrong with the bytes that are skipped
  /// instead.
  struct Piece {
    std::string text;
    std::string problem;  ///< empty for a message
  };

  /// A message may have at most `max_bytes`; a larger one is skipped and told as a problem.
  explicit MessageReader(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  void Add(std::string_view bytes);
  /// The next piece; nothing when its end has not arrived.
  std::optional<Piece> Next();
  /// The bytes that are kept because they are not yet part of a piece.
  std::size_t size() const { return rest().size(); }

 private:
  std::optional<Piece> ReadHeader();
  std::optional<Piece> Lose(const std::string& problem);
  std::string_view rest() const { return std::string_view(buffer_).substr(at_); }

  std::size_t max_bytes_;
  std::string buffer_;
  std::size_t at_ = 0;                 ///< the first byte that is not yet part of a piece
  std::optional<std::size_t> length_;  ///< of the message whose header has been read
  bool lost_ = false;                  ///< skipping to the next header; the problem has been told
};

/// `text` with the header that it has on the wire.
std::string Framed(std::string_view text);

/// Serves the client at the file descriptors until it says `exit` or closes its end. Returns the
/// exit status: 0 when the client had said `shutdown`, else 1. Nothing but protocol is written.
/// SIGPIPE must be ignored.
int Serve(int input, int output);

}  // namespace aegis::lsp

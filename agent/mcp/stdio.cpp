// One thread reads, another works. So a client can cancel a request while the server works on it,
// and need not read an answer before it sends the next request. Between the two lies an inbox of a
// bounded size: when it is full, the reader waits, and in the end so does the client.
//
// The worker alone writes. Requests are answered in the order in which they came.

#include "agent/mcp/stdio.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "agent/mcp/connection.h"
#include "agent/mcp/message.h"

namespace aegis::mcp {
namespace {

/// A token of the largest run with its next input stays well below it.
constexpr std::size_t kMaxLineBytes = std::size_t{4} << 20;
constexpr std::size_t kMaxInboxBytes = 2 * kMaxLineBytes;
/// What a message takes beside its text.
constexpr std::size_t kMessageBytes = 512;

/// Cuts a stream of bytes into lines.
class LineReader {
 public:
  struct Line {
    std::string text;
    bool too_long = false;  ///< then `text` is empty; the line is skipped
  };

  void Add(std::string_view bytes) {
    buffer_.erase(0, begin_);
    searched_ -= begin_;
    begin_ = 0;
    buffer_.append(bytes);
  }

  /// The next whole line; nothing when its end has not arrived.
  std::optional<Line> Next() {
    for (;;) {
      const std::size_t end = buffer_.find('\n', searched_);
      const bool whole = end != std::string::npos;
      const std::size_t length = (whole ? end : buffer_.size()) - begin_;
      searched_ = whole ? end + 1 : buffer_.size();
      if (length > kMaxLineBytes || skips_) {
        begin_ = searched_;
        const bool is_first = !std::exchange(skips_, !whole);
        if (is_first) return Line{"", true};
        if (!whole) return std::nullopt;
        continue;
      }
      if (!whole) return std::nullopt;
      Line line{buffer_.substr(begin_, length)};
      begin_ = searched_;
      return line;
    }
  }

 private:
  std::string buffer_;
  std::size_t begin_ = 0;     ///< of the line in hand
  std::size_t searched_ = 0;  ///< no line ends between `begin_` and here
  bool skips_ = false;        ///< the line in hand is too long, which has been told
};

bool IsBlank(std::string_view line) { return line.find_first_not_of(" \t\r") == line.npos; }

/// `initialize` cannot: both sides would disagree on what was agreed on.
bool CanBeCancelled(const Message& message) {
  return message.kind == Message::Kind::kRequest && message.method != "initialize";
}

/// What has arrived and is not answered yet.
class Inbox {
 public:
  /// A message to work on. `cancelled` is set when the client no longer wants its answer.
  struct Task {
    Message message;
    agent::CancelFlag cancelled;
  };

  /// Adds a message whose text has `bytes`; waits until there is room. False when nobody works any
  /// more.
  bool Add(Message message, std::size_t bytes) {
    bytes += kMessageBytes;
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(
        lock, [&] { return is_abandoned_ || queue_.empty() || bytes_ + bytes <= kMaxInboxBytes; });
    if (is_abandoned_) return false;
    queue_.emplace_back(std::move(message), bytes);
    bytes_ += bytes;
    changed_.notify_all();
    return true;
  }

  /// No more will be added.
  void Close() {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_closed_ = true;
    changed_.notify_all();
  }

  /// Nobody works any more.
  void Abandon() {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_abandoned_ = true;
    changed_.notify_all();
  }

  /// The next message; waits for it. Nothing at the end.
  std::optional<Task> Next() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return is_closed_ || !queue_.empty(); });
    if (queue_.empty()) return std::nullopt;
    auto [message, bytes] = std::move(queue_.front());
    queue_.pop_front();
    bytes_ -= bytes;
    id_ = CanBeCancelled(message) ? message.id : Json();
    flag_ = std::make_shared<std::atomic<bool>>(false);
    changed_.notify_all();
    return Task{std::move(message), flag_};
  }

  /// The message in hand is done with. False when it has been cancelled; from now on it cannot be.
  bool Finish() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return !std::exchange(flag_, nullptr)->load();
  }

  /// Drops the request, or tells who works on it. False when it is not here.
  bool Cancel(const Json& id) {
    if (id.is_null()) return false;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (flag_ != nullptr && id_ == id) {
      flag_->store(true);
      return true;
    }
    const auto is_it = [&id](const Message& message) {
      return CanBeCancelled(message) && message.id == id;
    };
    for (auto entry = queue_.begin(); entry != queue_.end(); ++entry) {
      if (is_it(entry->first)) {
        bytes_ -= entry->second;
        queue_.erase(entry);
        changed_.notify_all();
        return true;
      }
      auto& batch = entry->first.batch;
      const auto member = std::find_if(batch.begin(), batch.end(), is_it);
      if (member != batch.end()) {
        batch.erase(member);
        return true;
      }
    }
    return false;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<Message, std::size_t>> queue_;  ///< each with what it takes
  std::size_t bytes_ = 0;
  bool is_closed_ = false;
  bool is_abandoned_ = false;
  Json id_;                                  ///< of the request in hand; null when it is none
  std::shared_ptr<std::atomic<bool>> flag_;  ///< of the message in hand
};

/// Writes messages, one a line, until that fails.
class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}

  bool failed() const { return failed_; }

  void Write(const Json& message) {
    const std::string line = ToLine(message) + "\n";
    std::string_view rest = line;
    while (!rest.empty() && !failed_) {
      const ssize_t written = write(descriptor_, rest.data(), rest.size());
      if (written >= 0) {
        rest.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno == EAGAIN) {
        pollfd ready{descriptor_, POLLOUT, 0};
        poll(&ready, 1, -1);
      } else {
        failed_ = errno != EINTR;
      }
    }
  }

 private:
  int descriptor_;
  bool failed_ = false;
};

/// A pipe whose end wakes the reader up when nobody works any more.
class Bell {
 public:
  Bell() {
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) {
      throw std::system_error(errno, std::generic_category(), "pipe");
    }
  }
  Bell(const Bell&) = delete;
  Bell& operator=(const Bell&) = delete;
  ~Bell() {
    Ring();
    close(ends_[0]);
  }

  void Ring() {
    if (ends_[1] >= 0) close(std::exchange(ends_[1], -1));
  }
  int descriptor() const { return ends_[0]; }

 private:
  std::array<int, 2> ends_{};
};

/// The reading thread's work.
class Reader {
 public:
  Reader(int input, int bell, Inbox* inbox, Connection* connection)
      : input_(input), bell_(bell), inbox_(inbox), connection_(connection) {}

  /// Reads to the end. False when that was no proper end.
  bool ReadAll() {
    if (input_ < 0) return false;  // which `poll` would ignore
    std::string chunk(std::size_t{1} << 16, '\0');
    for (;;) {
      std::array<pollfd, 2> ends{{{input_, POLLIN, 0}, {bell_, POLLIN, 0}}};
      if (poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) return false;
      if (ends[1].revents != 0) return true;
      if (ends[0].revents == 0) continue;
      const ssize_t count = read(input_, chunk.data(), chunk.size());
      if (count < 0) {
        if (errno == EINTR || errno == EAGAIN) continue;
        return false;
      }
      // A last line may lack its end.
      lines_.Add(count == 0 ? "\n" : std::string_view(chunk).substr(0, count));
      while (std::optional<LineReader::Line> line = lines_.Next()) {
        if (!Take(*line)) return true;
      }
      if (count == 0) return true;
    }
  }

 private:
  /// False when nobody works any more.
  bool Take(const LineReader::Line& line) {
    if (line.too_long) {
      Message message;
      message.problem = "a message has at most " + std::to_string(kMaxLineBytes) + " bytes";
      return inbox_->Add(std::move(message), 0);
    }
    if (IsBlank(line.text)) return true;
    Message message = ReadMessage(line.text);
    if (message.kind == Message::Kind::kNotification &&
        message.method == "notifications/cancelled") {
      const auto id = message.params.find("requestId");
      if (id != message.params.end() && !inbox_->Cancel(*id)) connection_->EndSubscription(*id);
      return true;
    }
    return inbox_->Add(std::move(message), line.text.size());
  }

  int input_;
  int bell_;
  Inbox* inbox_;
  Connection* connection_;
  LineReader lines_;
};

}  // namespace

int ServeStdio(Server* server, int input, int output) {
  Output out(output);
  const Connection::Send send = [&out](const Json& message) { out.Write(message); };
  Connection connection(server, Connection::Kind::kStdio, send);
  Inbox inbox;
  Bell bell;
  bool read_all = false;
  std::thread reader([&] {
    read_all = Reader(input, bell.descriptor(), &inbox, &connection).ReadAll();
    inbox.Close();
  });
  while (!out.failed()) {
    const std::optional<Inbox::Task> task = inbox.Next();
    if (!task) break;
    const Answer answer = connection.Handle(task->message, send, task->cancelled);
    const bool is_wanted = inbox.Finish();
    if (is_wanted && answer.kind == Answer::Kind::kResponse) out.Write(answer.message);
    // It was opened after the reader had looked for it.
    if (!is_wanted && answer.kind == Answer::Kind::kStream) {
      connection.EndSubscription(task->message.id);
    }
  }
  connection.Shutdown();
  inbox.Abandon();
  bell.Ring();
  reader.join();
  return read_all && !out.failed() ? 0 : 1;
}

}  // namespace aegis::mcp

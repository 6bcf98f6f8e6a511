#include "agent/mcp/http_sessions.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace aegis::mcp {
namespace {

/// 128 random bits in hexadecimal: nobody guesses the session of somebody else.
std::string NewId() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium cannot be initialised");
  std::array<unsigned char, 16> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  std::string text(2 * bytes.size() + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
  text.pop_back();
  return text;
}

}  // namespace

// ---- HttpSession --------------------------------------------------------------------------------

HttpSession::HttpSession(Server* server, boost::asio::io_context* workers)
    : id_(NewId()),
      strand_(workers->get_executor()),
      used_(std::chrono::steady_clock::now()),
      connection_(server, Connection::Kind::kSession,
                  [this](const Json& message) { Send(message); }) {}

std::shared_ptr<HttpSession::Task> HttpSession::Begin(const Json& request) {
  const std::lock_guard<std::mutex> lock(mutex_);
  used_ = std::chrono::steady_clock::now();
  tasks_.erase(std::remove_if(tasks_.begin(), tasks_.end(),
                              [](const auto& task) { return task.second.expired(); }),
               tasks_.end());
  if (ended_ || tasks_.size() >= kMaxTasks) return nullptr;
  auto task = std::make_shared<Task>();
  task->cancelled = std::make_shared<std::atomic<bool>>(false);
  tasks_.emplace_back(request, task);
  return task;
}

void HttpSession::Cancel(const Json& request) {
  if (request.is_null()) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [id, task] : tasks_) {
    if (id != request) continue;
    if (const auto running = task.lock()) running->cancelled->store(true);
  }
}

void HttpSession::SetStream(const std::shared_ptr<HttpExchange>& stream) {
  std::shared_ptr<HttpExchange> before;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    used_ = std::chrono::steady_clock::now();
    before = stream_.lock();
    stream_ = stream;
  }
  if (before) before->End();
}

void HttpSession::EndStream() { SetStream(nullptr); }

void HttpSession::End() {
  ended_ = true;
  connection_.Shutdown();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& [id, task] : tasks_) {
      if (const auto running = task.lock()) running->cancelled->store(true);
    }
  }
  EndStream();
}

std::chrono::steady_clock::duration HttpSession::IdleFor() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const bool busy = std::any_of(tasks_.begin(), tasks_.end(),
                                [](const auto& task) { return !task.second.expired(); });
  if (busy || !stream_.expired()) return {};
  return std::chrono::steady_clock::now() - used_;
}

void HttpSession::Touch() {
  const std::lock_guard<std::mutex> lock(mutex_);
  used_ = std::chrono::steady_clock::now();
}

void HttpSession::Send(const Json& message) {
  std::shared_ptr<HttpExchange> stream;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stream = stream_.lock();
  }
  if (stream) stream->SendEvent(ToLine(message));
}

// ---- HttpSessions -------------------------------------------------------------------------------

void HttpSessions::Add(const std::shared_ptr<HttpSession>& session) {
  std::shared_ptr<HttpSession> ends;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (sessions_.size() >= max_sessions_) {
      const auto longest = std::max_element(
          sessions_.begin(), sessions_.end(),
          [](const auto& a, const auto& b) { return a.second->IdleFor() < b.second->IdleFor(); });
      ends = longest->second;
      sessions_.erase(longest);
    }
    sessions_.emplace(session->id(), session);
  }
  if (ends) ends->End();
}

std::shared_ptr<HttpSession> HttpSessions::Find(std::string_view id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) return nullptr;
  found->second->Touch();
  return found->second;
}

bool HttpSessions::Remove(std::string_view id) {
  std::shared_ptr<HttpSession> ends;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = sessions_.find(id);
    if (found == sessions_.end()) return false;
    ends = found->second;
    sessions_.erase(found);
  }
  ends->End();
  return true;
}

void HttpSessions::EndIdle(std::chrono::steady_clock::duration idle) {
  std::vector<std::shared_ptr<HttpSession>> ends;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (auto each = sessions_.begin(); each != sessions_.end();) {
      if (each->second->IdleFor() <= idle) {
        ++each;
        continue;
      }
      ends.push_back(each->second);
      each = sessions_.erase(each);
    }
  }
  for (const auto& session : ends) session->End();
}

std::vector<std::shared_ptr<HttpSession>> HttpSessions::All() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::shared_ptr<HttpSession>> all;
  for (const auto& [id, session] : sessions_) all.push_back(session);
  return all;
}

}  // namespace aegis::mcp

#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>

#include "agent/file_store.h"

namespace aegis::agent {

/// A store in which the file `held` stays unread until the test lets it go on; so a server is in
/// the middle of a call for as long as the test likes.
class HeldStore : public MemoryStore {
 public:
  std::optional<std::string> Get(const std::string& filename) override {
    if (filename == "held") {
      std::unique_lock<std::mutex> lock(mutex_);
      ++arrived_;
      changed_.notify_all();
      changed_.wait(lock, [&] { return released_ >= arrived_; });
    }
    return MemoryStore::Get(filename);
  }
  /// Waits until the file is asked for the `count`th time.
  void WaitForCall(int count = 1) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return arrived_ >= count; });
  }
  void Release(int count = 1) {
    const std::lock_guard<std::mutex> lock(mutex_);
    released_ = count;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int arrived_ = 0;
  int released_ = 0;
};

}  // namespace aegis::agent

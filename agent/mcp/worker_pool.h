#pragma once

#include <pthread.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <vector>

namespace aegis::mcp {

/// Threads that carry out what is posted to `context()`, which must not throw. Unlike asio's own
/// pool, it says how much stack they have: programs are parsed on them.
class WorkerPool {
 public:
  static constexpr std::size_t kStackBytes = std::size_t{8} << 20;

  /// 0 threads: twice as many as the machine has cores, and at least eight, so that a program that
  /// takes long leaves others in peace. Throws std::system_error.
  explicit WorkerPool(std::size_t threads);
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;
  ~WorkerPool() { Stop(); }

  /// Finishes what is being carried out; what has not begun never will. Strands of the context may
  /// live until the pool itself goes.
  void Stop();

  boost::asio::io_context& context() { return context_; }

 private:
  boost::asio::io_context context_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard_;
  std::vector<pthread_t> threads_;
};

}  // namespace aegis::mcp

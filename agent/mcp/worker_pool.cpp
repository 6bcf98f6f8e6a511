#include "agent/mcp/worker_pool.h"

#include <algorithm>
#include <system_error>
#include <thread>

namespace aegis::mcp {

WorkerPool::WorkerPool(std::size_t threads) : guard_(context_.get_executor()) {
  if (threads == 0) threads = std::max(8U, 2 * std::thread::hardware_concurrency());
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  int error = 0;
  while (error == 0 && threads_.size() < threads) {
    pthread_t thread{};
    const auto work = [](void* context) -> void* {
      static_cast<boost::asio::io_context*>(context)->run();
      return nullptr;
    };
    error = pthread_create(&thread, &attributes, work, &context_);
    if (error == 0) threads_.push_back(thread);
  }
  pthread_attr_destroy(&attributes);
  // Fewer of them do as well.
  if (threads_.empty()) throw std::system_error(error, std::generic_category(), "pthread_create");
}

void WorkerPool::Stop() {
  context_.stop();
  for (const pthread_t thread : threads_) pthread_join(thread, nullptr);
  threads_.clear();
}

}  // namespace aegis::mcp

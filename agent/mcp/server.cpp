#include "agent/mcp/server.h"

namespace aegis::mcp {

ChangeHub::Registration ChangeHub::Listen(Listener listener) {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  const std::uint64_t key = state_->next++;
  state_->listeners.emplace(key, std::move(listener));
  return Registration(nullptr, [state = state_, key](void*) {
    const std::lock_guard<std::mutex> removing(state->mutex);
    state->listeners.erase(key);
  });
}

void ChangeHub::Publish(const Change& change) {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  for (const auto& [key, listener] : state_->listeners) listener(change);
}

}  // namespace aegis::mcp

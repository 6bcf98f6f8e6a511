#include "agent/mcp/subscriptions.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "agent/mcp/resources.h"

namespace aegis::mcp {
namespace {

constexpr const char* kSubscriptionId = "io.modelcontextprotocol/subscriptionId";

Json MetaOf(const Json& id) { return {{kSubscriptionId, id}}; }

/// The part of the filter that can be honoured. Lists of tools and prompts never change, nor does
/// the documentation; nobody can be told of resources that can never be.
Json Honoured(const Json& wanted) {
  Json honoured = Json::object();
  const auto files = wanted.find("resourcesListChanged");
  if (files != wanted.end()) {
    if (!files->is_boolean()) {
      throw RequestError(kInvalidParams, "`resourcesListChanged` is no boolean");
    }
    if (files->get<bool>()) honoured["resourcesListChanged"] = true;
  }
  const auto uris = wanted.find("resourceSubscriptions");
  if (uris == wanted.end()) return honoured;
  if (!uris->is_array() || uris->size() > Subscriptions::kMaxUris) {
    throw RequestError(kInvalidParams, "`resourceSubscriptions` is no list of at most " +
                                           std::to_string(Subscriptions::kMaxUris) + " URIs");
  }
  Json known = Json::array();
  for (const Json& uri : *uris) {
    if (!uri.is_string()) {
      throw RequestError(kInvalidParams, "`resourceSubscriptions` holds something that is no URI");
    }
    const auto& text = uri.get_ref<const std::string&>();
    if (FilenameOf(text) || IsBundled(text)) known.push_back(uri);
  }
  if (!known.empty()) honoured["resourceSubscriptions"] = std::move(known);
  return honoured;
}

}  // namespace

void Subscriptions::Listen(const Json& id, const Json& wanted, Json result_meta, Send send) {
  Json honoured = Honoured(wanted);
  Stream stream;
  stream.id = id;
  stream.files_come_and_go = honoured.contains("resourcesListChanged");
  for (const Json& uri : honoured.value("resourceSubscriptions", Json::array())) {
    const auto& text = uri.get_ref<const std::string&>();
    if (const std::optional<std::string> name = FilenameOf(text)) stream.uris.emplace(*name, text);
  }
  stream.result_meta = std::move(result_meta);
  stream.result_meta.update(MetaOf(id));
  stream.send = std::move(send);
  ListenToHub();

  const std::lock_guard<std::mutex> lock(mutex_);
  const bool is_open = std::any_of(streams_.begin(), streams_.end(),
                                   [&](const Stream& each) { return each.id == id; });
  if (is_open) throw RequestError(kInvalidRequest, "the `id` is that of an open subscription");
  if (is_down_) throw RequestError(kInternalFailure, "the server goes down");
  if (streams_.size() >= kMaxStreams) {
    throw RequestError(kInvalidRequest, "there are too many open subscriptions");
  }
  stream.send(NotificationMessage("notifications/subscriptions/acknowledged",
                                  {{"_meta", MetaOf(id)}, {"notifications", std::move(honoured)}}));
  streams_.push_back(std::move(stream));
}

bool Subscriptions::End(const Json& id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto stream = std::find_if(streams_.begin(), streams_.end(),
                                   [&](const Stream& each) { return each.id == id; });
  if (stream == streams_.end()) return false;
  streams_.erase(stream);
  return true;
}

void Subscriptions::Shutdown(bool cancels) {
  const std::lock_guard<std::mutex> lock(mutex_);
  is_down_ = true;
  for (const Stream& stream : streams_) {
    if (cancels) {
      stream.send(NotificationMessage("notifications/cancelled",
                                      {{"_meta", MetaOf(stream.id)}, {"requestId", stream.id}}));
    }
    stream.send(
        ResultMessage(stream.id, {{"resultType", "complete"}, {"_meta", stream.result_meta}}));
  }
  streams_.clear();
}

void Subscriptions::TellOfFiles() {
  ListenToHub();
  const std::lock_guard<std::mutex> lock(mutex_);
  tells_of_files_ = true;
}

void Subscriptions::Watch(const std::string& uri) {
  const std::optional<std::string> name = FilenameOf(uri);
  if (!name) return;  // what is bundled never changes
  ListenToHub();
  const std::lock_guard<std::mutex> lock(mutex_);
  if (watched_.size() >= kMaxUris && watched_.count({*name, uri}) == 0) {
    throw RequestError(kInvalidParams, "there are too many subscriptions");
  }
  watched_.emplace(*name, uri);
}

void Subscriptions::Unwatch(const std::string& uri) {
  const std::optional<std::string> name = FilenameOf(uri);
  if (!name) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  watched_.erase({*name, uri});
}

void Subscriptions::ListenToHub() {
  std::call_once(listens_, [this] {
    registration_ = hub_->Listen([this](const Change& change) { OnChange(change); });
  });
}

void Subscriptions::OnChange(const Change& change) {
  const auto tell = [&change](const Send& send, const Uris& uris, bool of_files,
                              const Json& params) {
    if (of_files && change.list_changed) {
      send(NotificationMessage("notifications/resources/list_changed", params));
    }
    for (auto each = uris.lower_bound({change.filename, ""});
         each != uris.end() && each->first == change.filename; ++each) {
      Json updated = params;
      updated["uri"] = each->second;
      send(NotificationMessage("notifications/resources/updated", std::move(updated)));
    }
  };
  const std::lock_guard<std::mutex> lock(mutex_);
  if (is_down_) return;
  tell(send_, watched_, tells_of_files_, Json::object());
  for (const Stream& stream : streams_) {
    tell(stream.send, stream.uris, stream.files_come_and_go, {{"_meta", MetaOf(stream.id)}});
  }
}

}  // namespace aegis::mcp

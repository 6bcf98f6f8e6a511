#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/client.h"
#include "lsp/document.h"

namespace aegis::lsp {

/// A language server (protocol 3.17) without its wire: it takes messages and gives messages, and
/// does nothing by itself.
///
/// `Receive` puts a message into the queue; `HandleNext` carries out the oldest one. So whoever
/// owns the wire can first receive all that has arrived: a request that was cancelled meanwhile, or
/// whose document has changed since, is not computed any more, and the diagnostics of a document,
/// which `PublishDiagnostics` sends, are found once for all changes that came together.
class Server {
 public:
  using Send = std::function<void(const Json& message)>;

  /// `send` gets each message for the client.
  explicit Server(Send send);

  /// Takes the text of one message. What is no message is answered with an error.
  void Receive(std::string_view text);
  /// Answers that something arrived that could not be read as a message at all.
  void RefuseUnreadable(ErrorCode code, const std::string& problem);

  bool HasPending() const { return !queue_.empty(); }
  void HandleNext();
  /// Sends the diagnostics of the documents that changed, unless the client asks for them itself.
  void PublishDiagnostics();

  /// The document that is open at `uri`; null when none is.
  const Document* FindDocument(const std::string& uri) const;

  /// Whether the client has said `exit`, and then the exit status: 0 after a `shutdown`, else 1.
  bool exited() const { return exited_; }
  int exit_status() const { return shut_down_ ? 0 : 1; }

 private:
  using DocumentFeature = Json (*)(const Document&, const Json&, const Client&);
  struct SentTokens {
    std::string id;
    std::vector<std::uint32_t> tokens;
  };

  void HandleRequest(const Json& message);
  void HandleNotification(const Json& message);
  Json Answer(const std::string& method, const Json& params);
  Json Initialize(const Json& params);
  Json Capabilities() const;
  Json ExecuteCommand(const Json& params) const;
  Json SemanticTokensFull(const Json& params);
  Json SemanticTokensDelta(const Json& params);

  void Open(const Json& params);
  void Change(const Json& params);
  void Close(const Json& params);
  void Cancel(const Json& params);

  const Document& DocumentOf(const Json& params) const;
  void RequireNewest(const Document& document) const;
  void Reply(const Json& id, Json result);
  void Refuse(const Json& id, ErrorCode code, const std::string& problem);
  void Log(const std::string& problem);

  static const std::map<std::string, DocumentFeature>& DocumentFeatures();

  Send send_;
  Client client_;
  std::map<std::string, Document> documents_;  ///< by URI
  std::map<std::string, SentTokens> sent_tokens_;
  std::set<std::string> unpublished_;  ///< URIs whose diagnostics are to be sent
  std::deque<Json> queue_;
  std::map<std::string, std::size_t> queued_changes_;  ///< of each URI, in the queue
  std::uint64_t next_tokens_id_ = 1;
  bool initialized_ = false;
  bool shut_down_ = false;
  bool exited_ = false;
};

}  // namespace aegis::lsp

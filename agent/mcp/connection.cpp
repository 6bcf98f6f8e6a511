// What a client of any revision says, answered.
//
// There are two eras of the protocol, and a client shows with each request which one it is of:
//
//   - modern: the request carries its revision and what its client can do in `_meta`. Nothing that
//     was said before matters to it.
//   - legacy: the client has said `initialize`, and both have agreed on a revision.
//
// A request that is admitted by its era is carried out by a function that knows of eras only what
// `Revision` tells; most methods are the same in both. A method is refused where its era does not
// have it. In the end a modern result gets what every modern result has.

#include "agent/mcp/connection.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>

#include "agent/mcp/fixtures.h"
#include "agent/mcp/prompts.h"
#include "agent/mcp/resources.h"
#include "agent/mcp/revision.h"
#include "agent/mcp/subscriptions.h"
#include "agent/mcp/tool_calls.h"

namespace aegis::mcp {
namespace {

constexpr const char* kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr const char* kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
constexpr const char* kClientInfoKey = "io.modelcontextprotocol/clientInfo";
constexpr const char* kLogLevelKey = "io.modelcontextprotocol/logLevel";
constexpr const char* kServerInfoKey = "io.modelcontextprotocol/serverInfo";

/// The last revision with batches. 2024-11-05 has them as a part of JSON-RPC.
constexpr const char* kLastWithBatches = "2025-03-26";

constexpr const char* kInstructions =
    "Aegis is a small language for programs that machines write. Call `aegis_docs` once before you "
    "write the first one. Then: `create_file`, `check_ag_file` to see all problems without running "
    "anything, `run_ag_file`. A run with status `input_required` waits: answer its `input()` with "
    "`provide_ag_input`, or drop it with `cancel_ag_run`; only one run can wait. Every result is "
    "one JSON object with a `status`; an error says what is wrong, where, and often what to do. "
    "File names are keys and never paths; files stay until they are deleted.";

const Json& EmptyObject() {
  static const Json empty = Json::object();
  return empty;
}

/// `_meta` of the request; an empty object when it has none.
const Json& MetaOf(const Message& message) {
  const auto meta = message.params.find("_meta");
  return meta == message.params.end() || !meta->is_object() ? EmptyObject() : *meta;
}

/// The protocol's name and version of this server.
Json ServerInfo() { return {{"name", "aegis"}, {"version", AEGIS_VERSION}}; }

Json Capabilities(const Revision& revision, bool has_fixtures) {
  Json capabilities = {{"tools", Json::object()},
                       {"resources", {{"subscribe", true}, {"listChanged", true}}},
                       {"prompts", Json::object()}};
  if (revision.has_annotations()) capabilities["completions"] = Json::object();
  if (has_fixtures) AddFixtureCapabilities(revision.is_modern(), &capabilities);
  return capabilities;
}

/// How to begin, for a client that does neither.
std::string HowToBegin(Connection::Kind kind) {
  std::string text = "send `" + std::string(kVersionKey) + "` (" + kModernVersion + ") and `" +
                     kCapabilitiesKey + "` in `_meta`";
  if (kind == Connection::Kind::kStateless) return text;
  text += ", or `initialize` first (";
  for (const char* version : kLegacyVersions) {
    if (text.back() != '(') text += ", ";
    text += version;
  }
  return text + ")";
}

/// No list is long enough for pages, so no cursor was ever given out.
void RefuseCursor(const Json& params) {
  if (params.contains("cursor") && !params["cursor"].is_null()) {
    throw RequestError(kInvalidParams, "`cursor` is none that this server gave");
  }
}

/// The status of HTTP that tells of an error in a request that was admitted.
int HttpStatus(int code, bool modern) {
  switch (code) {
    case kMethodNotFound:
      return modern ? 404 : 200;
    case kHeaderMismatch:
    case kMissingClientCapability:
    case kUnsupportedVersion:
      return 400;
    default:
      return 200;
  }
}

}  // namespace

bool IsLegacyVersion(const std::string& version) {
  return std::find(std::begin(kLegacyVersions), std::end(kLegacyVersions), version) !=
         std::end(kLegacyVersions);
}

bool IsModern(const Message& message) {
  const Json& meta = MetaOf(message);
  return meta.contains(kVersionKey) || meta.contains(kCapabilitiesKey) ||
         meta.contains(kClientInfoKey) || meta.contains(kLogLevelKey);
}

class Connection::Impl {
 public:
  Impl(Server* server, Kind kind, Send send)
      : server_(server), kind_(kind), subscriptions_(&server->changes(), std::move(send)) {}

  Answer Handle(const Message& message, const Send& send_related,
                const agent::CancelFlag& cancelled);

  Subscriptions& subscriptions() { return subscriptions_; }
  Kind kind() const { return kind_; }
  const std::string& version() const { return version_; }
  bool takes_batches() const { return !version_.empty() && version_ <= kLastWithBatches; }

 private:
  /// A request that its era has admitted.
  struct Request {
    const Message& message;
    Revision revision;
    const Json& client_capabilities;
    const Send& send_related;
    const agent::CancelFlag& cancelled;

    const Json& params() const { return message.params; }
  };
  using Method = Json (Impl::*)(const Request&);

  Answer HandleBatch(const Message& message, const Send& send_related,
                     const agent::CancelFlag& cancelled);
  Answer HandleRequest(const Message& message, const Send& send_related,
                       const agent::CancelFlag& cancelled);
  void HandleNotification(const Message& message);

  Request Admit(const Message& message, const Send& send_related,
                const agent::CancelFlag& cancelled);
  Revision ModernRevision(const Message& message);
  /// Nothing for a subscription, which has no result yet.
  std::optional<Json> Result(const Request& request);
  bool has_fixtures() const { return server_->options().conformance_fixtures; }
  std::optional<Json> Fixture(const Request& request);
  void AppendFixtures(const Request& request, const char* list, Json* result);

  /// Null when the era has no such method, or none with a result of its own.
  static Method FindMethod(const std::string& name, bool modern);

  Json Discover(const Request& request);
  Json Initialize(const Request& request);
  Json Ping(const Request& request);
  Json ListTools(const Request& request);
  Json CallTool(const Request& request);
  Json ListResources(const Request& request);
  Json ListResourceTemplates(const Request& request);
  Json ReadResource(const Request& request);
  Json Subscribe(const Request& request);
  Json Unsubscribe(const Request& request);
  Json ListPrompts(const Request& request);
  Json GetPrompt(const Request& request);
  Json Complete(const Request& request);

  Server* server_;
  Kind kind_;
  std::string version_;  ///< that was agreed on with `initialize`
  Json legacy_capabilities_ = Json::object();
  Subscriptions subscriptions_;
  std::optional<ToolCalls> tools_;  ///< from the first call on
  FixtureState fixture_state_;
};

// ---- Messages -----------------------------------------------------------------------------------

Answer Connection::Impl::Handle(const Message& message, const Send& send_related,
                                const agent::CancelFlag& cancelled) {
  switch (message.kind) {
    case Message::Kind::kRequest:
      return HandleRequest(message, send_related, cancelled);
    case Message::Kind::kBatch:
      return HandleBatch(message, send_related, cancelled);
    case Message::Kind::kInvalid:
      return {Answer::Kind::kResponse, ErrorMessage(message.id, message.error, message.problem),
              400};
    case Message::Kind::kNotification:
      HandleNotification(message);
      break;
    case Message::Kind::kResponse:
      break;  // the server asks for nothing
  }
  return {};
}

Answer Connection::Impl::HandleBatch(const Message& message, const Send& send_related,
                                     const agent::CancelFlag& cancelled) {
  if (!takes_batches()) {
    const std::string problem = version_.empty()
                                    ? "a batch can come only after `initialize`"
                                    : "revision " + version_ + " of the protocol has no batches";
    return {Answer::Kind::kResponse, ErrorMessage(nullptr, kInvalidRequest, problem), 400};
  }
  Json answers = Json::array();
  for (const Message& member : message.batch) {
    if (member.kind == Message::Kind::kRequest && IsModern(member)) {
      answers.push_back(
          ErrorMessage(member.id, kInvalidRequest,
                       "a request with its version in `_meta` is no part of a batch"));
      continue;
    }
    Answer answer = Handle(member, send_related, cancelled);
    if (answer.kind == Answer::Kind::kResponse) answers.push_back(std::move(answer.message));
  }
  if (answers.empty()) return {};
  return {Answer::Kind::kResponse, std::move(answers), 200};
}

Answer Connection::Impl::HandleRequest(const Message& message, const Send& send_related,
                                       const agent::CancelFlag& cancelled) {
  // `initialize` cannot be cancelled: both sides would disagree on what was agreed on.
  const auto is_cancelled = [&] {
    return cancelled != nullptr && cancelled->load() && message.method != "initialize";
  };
  if (is_cancelled()) return {};
  Answer answer;
  answer.kind = Answer::Kind::kResponse;
  bool admitted = false;
  try {
    const Request request = Admit(message, send_related, cancelled);
    admitted = true;
    std::optional<Json> result = Result(request);
    if (!result) {
      answer.kind = Answer::Kind::kStream;
      return answer;
    }
    answer.message = ResultMessage(message.id, std::move(*result));
  } catch (const RequestError& error) {
    answer.message = ErrorMessage(message.id, error.code(), error.what(), error.data());
    answer.http_status = admitted ? HttpStatus(error.code(), IsModern(message)) : 400;
  } catch (const std::exception& error) {
    server_->options().log("internal error: " + std::string(error.what()));
    answer.message = ErrorMessage(message.id, kInternalFailure, "internal error");
  }
  if (is_cancelled()) return {};
  return answer;
}

void Connection::Impl::HandleNotification(const Message& message) {
  if (message.method == "notifications/initialized") {
    if (!version_.empty()) subscriptions_.TellOfFiles();
  } else if (message.method == "notifications/cancelled") {
    const auto id = message.params.find("requestId");
    if (id != message.params.end()) subscriptions_.End(*id);
  }
}

// ---- Eras ---------------------------------------------------------------------------------------

Connection::Impl::Request Connection::Impl::Admit(const Message& message, const Send& send_related,
                                                  const agent::CancelFlag& cancelled) {
  if (IsModern(message)) {
    return {message, ModernRevision(message), MetaOf(message)[kCapabilitiesKey], send_related,
            cancelled};
  }
  const bool begins = message.method == "initialize" || message.method == "ping";
  if (kind_ == Kind::kStateless || (version_.empty() && !begins)) {
    throw RequestError(kInvalidParams, HowToBegin(kind_));
  }
  return {message, Revision(version_), legacy_capabilities_, send_related, cancelled};
}

Revision Connection::Impl::ModernRevision(const Message& message) {
  const Json& meta = MetaOf(message);
  const std::string& version = StringMember(meta, kVersionKey);
  if (version != kModernVersion) {
    throw RequestError(kUnsupportedVersion, "this revision of the protocol is not spoken",
                       {{"supported", Json::array({kModernVersion})}, {"requested", version}});
  }
  ObjectMember(meta, kCapabilitiesKey);
  return Revision(version);
}

std::optional<Json> Connection::Impl::Result(const Request& request) {
  const Message& message = request.message;
  const bool modern = request.revision.is_modern();
  const auto complete = [modern](Json result) {
    if (!modern) return result;
    Json whole = {{"resultType", "complete"}};
    whole.update(result);
    whole["_meta"][kServerInfoKey] = ServerInfo();
    return whole;
  };
  if (std::optional<Json> fixture = Fixture(request)) return complete(std::move(*fixture));

  const bool listens = modern && message.method == "subscriptions/listen";
  const Method method = FindMethod(message.method, modern);
  if (method == nullptr && !listens) {
    throw RequestError(kMethodNotFound, "there is no method of this name");
  }
  if (message.unpaired_surrogates && message.method != "tools/call") {
    throw RequestError(kInvalidParams,
                       "the message has a `\\u` escape of a surrogate without its other half");
  }
  if (listens) {
    subscriptions_.Listen(message.id, ObjectMember(message.params, "notifications"),
                          {{kServerInfoKey, ServerInfo()}}, request.send_related);
    return std::nullopt;
  }
  return complete((this->*method)(request));
}

Connection::Impl::Method Connection::Impl::FindMethod(const std::string& name, bool modern) {
  using Methods = std::map<std::string, Method>;
  static const Methods common = {
      {"completion/complete", &Impl::Complete},
      {"prompts/get", &Impl::GetPrompt},
      {"prompts/list", &Impl::ListPrompts},
      {"resources/list", &Impl::ListResources},
      {"resources/read", &Impl::ReadResource},
      {"resources/templates/list", &Impl::ListResourceTemplates},
      {"tools/call", &Impl::CallTool},
      {"tools/list", &Impl::ListTools},
  };
  static const Methods of_modern = {{"server/discover", &Impl::Discover}};
  static const Methods of_legacy = {
      {"initialize", &Impl::Initialize},
      {"ping", &Impl::Ping},
      {"resources/subscribe", &Impl::Subscribe},
      {"resources/unsubscribe", &Impl::Unsubscribe},
  };
  for (const Methods* methods : {&common, modern ? &of_modern : &of_legacy}) {
    if (const auto found = methods->find(name); found != methods->end()) return found->second;
  }
  return nullptr;
}

// ---- Methods ------------------------------------------------------------------------------------

Json Connection::Impl::Discover(const Request& request) {
  return Cacheable({{"supportedVersions", Json::array({kModernVersion})},
                    {"capabilities", Capabilities(request.revision, has_fixtures())},
                    {"instructions", kInstructions}},
                   kBundled, request.revision);
}

Json Connection::Impl::Initialize(const Request& request) {
  if (!version_.empty()) throw RequestError(kInvalidRequest, "`initialize` was said before");
  const Json& params = request.params();
  const std::string& wanted = StringMember(params, "protocolVersion");
  if (params.contains("clientInfo")) ObjectMember(params, "clientInfo");
  if (params.contains("capabilities")) {
    legacy_capabilities_ = ObjectMember(params, "capabilities");
  }
  version_ = IsLegacyVersion(wanted) ? wanted : kLegacyVersions[0];
  const Revision revision(version_);
  Json info = ServerInfo();
  AddTitle(&info, "Aegis", revision);
  return {{"protocolVersion", version_},
          {"capabilities", Capabilities(revision, has_fixtures())},
          {"serverInfo", std::move(info)},
          {"instructions", kInstructions}};
}

Json Connection::Impl::Ping(const Request&) { return Json::object(); }

Json Connection::Impl::ListTools(const Request& request) {
  RefuseCursor(request.params());
  Json result = mcp::ListTools(request.revision);
  AppendFixtures(request, "tools", &result);
  return result;
}

Json Connection::Impl::CallTool(const Request& request) {
  if (request.revision.is_modern() && kind_ != Kind::kStdio) {
    return ToolCalls(server_, /*keeps_waiting_run=*/false)
        .Call(request.message, request.revision, request.cancelled);
  }
  if (!tools_) tools_.emplace(server_, /*keeps_waiting_run=*/true);
  return tools_->Call(request.message, request.revision, request.cancelled);
}

Json Connection::Impl::ListResources(const Request& request) {
  RefuseCursor(request.params());
  Json result = mcp::ListResources(server_->files(), request.revision);
  AppendFixtures(request, "resources", &result);
  return result;
}

Json Connection::Impl::ListResourceTemplates(const Request& request) {
  RefuseCursor(request.params());
  Json result = mcp::ListResourceTemplates(request.revision);
  AppendFixtures(request, "resourceTemplates", &result);
  return result;
}

Json Connection::Impl::ReadResource(const Request& request) {
  return mcp::ReadResource(server_->files(), request.params(), request.revision);
}

Json Connection::Impl::Subscribe(const Request& request) {
  const std::string& uri = StringMember(request.params(), "uri");
  if (!FilenameOf(uri) && !IsBundled(uri)) throw NoSuchResource(uri, request.revision);
  subscriptions_.Watch(uri);
  return Json::object();
}

Json Connection::Impl::Unsubscribe(const Request& request) {
  subscriptions_.Unwatch(StringMember(request.params(), "uri"));
  return Json::object();
}

Json Connection::Impl::ListPrompts(const Request& request) {
  RefuseCursor(request.params());
  Json result = mcp::ListPrompts(request.revision);
  AppendFixtures(request, "prompts", &result);
  return result;
}

Json Connection::Impl::GetPrompt(const Request& request) {
  return mcp::GetPrompt(request.params());
}

Json Connection::Impl::Complete(const Request& request) {
  return CompleteArgument(server_->files(), request.params());
}

// ---- Fixtures -----------------------------------------------------------------------------------

std::optional<Json> Connection::Impl::Fixture(const Request& request) {
  if (!has_fixtures()) return std::nullopt;
  std::optional<Json> result =
      FixtureResult({request.message, request.revision.is_modern(), request.client_capabilities,
                     request.send_related, &fixture_state_});
  if (result && request.message.method == "resources/read" && !result->contains("ttlMs")) {
    return Cacheable(std::move(*result), kBundled, request.revision);
  }
  return result;
}

void Connection::Impl::AppendFixtures(const Request& request, const char* list, Json* result) {
  if (has_fixtures()) {
    mcp::AppendFixtures(request.message.method, request.revision.is_modern(), &(*result)[list]);
  }
}

// ---- The connection -----------------------------------------------------------------------------

Connection::Connection(Server* server, Kind kind, Send send)
    : impl_(std::make_unique<Impl>(server, kind, std::move(send))) {}

Connection::~Connection() = default;

Answer Connection::Handle(const Message& message, const Send& send_related,
                          const agent::CancelFlag& cancelled) {
  return impl_->Handle(message, send_related, cancelled);
}

bool Connection::EndSubscription(const Json& id) { return impl_->subscriptions().End(id); }

void Connection::Shutdown() { impl_->subscriptions().Shutdown(impl_->kind() == Kind::kStdio); }

const std::string& Connection::version() const { return impl_->version(); }

bool Connection::takes_batches() const { return impl_->takes_batches(); }

}  // namespace aegis::mcp

#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aegis::mcp {

using Json = nlohmann::ordered_json;

/// The error codes of JSON-RPC and of the protocol that the server answers with.
enum ErrorCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalFailure = -32603,
  kResourceNotFound = -32002,  ///< legacy revisions alone
  kHeaderMismatch = -32020,
  kMissingClientCapability = -32021,
  kUnsupportedVersion = -32022,
};

/// Thrown to answer a request with an error. `message` is in the style of diagnostics.
class RequestError : public std::runtime_error {
 public:
  RequestError(ErrorCode code, const std::string& message, Json data = nullptr)
      : std::runtime_error(message), code_(code), data_(std::move(data)) {}

  ErrorCode code() const { return code_; }
  const Json& data() const { return data_; }  ///< null when there is none

 private:
  ErrorCode code_;
  Json data_;
};

/// What a text from a client turned out to be.
struct Message {
  enum class Kind : std::uint8_t { kRequest, kNotification, kResponse, kBatch, kInvalid };

  Kind kind = Kind::kInvalid;
  Json id;  ///< a string or an integer with kRequest (with kInvalid: where it could be read), else
            ///< null
  std::string method;
  Json params = Json::object();  ///< always an object
  /// The text had `\u` escapes of surrogates without their other half. Each was read as U+FFFD, so
  /// that the message can be answered; no argument of a tool may be taken from it.
  bool unpaired_surrogates = false;
  std::vector<Message> batch;  ///< with kBatch: its members, none of them a batch

  ErrorCode error = kInvalidRequest;  ///< with kInvalid: what to answer, and why
  std::string problem;
};

/// Reads one message of JSON-RPC 2.0, or a batch of them. Nothing is too strange to be given a
/// kind: what is no JSON, not UTF-8, nested too deeply, or no message is kInvalid.
Message ReadMessage(std::string_view text);

Json ResultMessage(const Json& id, Json result);
/// `data` is left out when null. With `id` null the message has none: the protocol has no null ids.
Json ErrorMessage(const Json& id, int code, const std::string& problem, Json data = nullptr);
Json NotificationMessage(const std::string& method, Json params);

/// `message` as one line of ASCII, without its end.
std::string ToLine(const Json& message);

}  // namespace aegis::mcp

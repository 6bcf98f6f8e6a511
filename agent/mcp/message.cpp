#include "agent/mcp/message.h"

#include <optional>

#include "interp/json.h"

namespace aegis::mcp {
namespace {

/// No client sends that many; each one needs an answer, also when it is a single digit.
constexpr std::size_t kMaxBatch = 128;

/// The largest object that messages of the protocol have holds some ten members. A lookup in an
/// object takes time by its members, so reading one with very many takes their square.
constexpr std::size_t kMaxMembers = 1024;

/// Whether an object has more than kMaxMembers members. Looks at nothing but brackets, commas and
/// strings, so `text` can be anything.
bool HasHugeObject(std::string_view text) {
  std::vector<std::size_t> commas;  // of each open bracket; arrays are let off
  std::vector<bool> is_object;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      in_string = !in_string;
    } else if (in_string) {
      if (c == '\\') ++i;
    } else if (c == '[' || c == '{') {
      commas.push_back(0);
      is_object.push_back(c == '{');
    } else if ((c == ']' || c == '}') && !commas.empty()) {
      commas.pop_back();
      is_object.pop_back();
    } else if (c == ',' && !commas.empty() && is_object.back() && ++commas.back() >= kMaxMembers) {
      return true;
    }
  }
  return false;
}

/// Integers beyond 64 bits were read as floats.
bool IsId(const Json& id) { return id.is_string() || id.is_number_integer(); }

Message Invalid(ErrorCode error, std::string problem, Json id = nullptr) {
  Message message;
  message.id = std::move(id);
  message.error = error;
  message.problem = std::move(problem);
  return message;
}

Message ReadOne(Json* value) {
  if (!value->is_object()) return Invalid(kInvalidRequest, "a message is a JSON object");
  const auto member = [value](const char* name) {
    const auto found = value->find(name);
    return found == value->end() ? nullptr : &*found;
  };
  const Json* id = member("id");
  const Json* method = member("method");
  Json* params = value->contains("params") ? &(*value)["params"] : nullptr;
  const bool takes_params = params == nullptr || params->is_object() || params->is_null();

  Message message;
  if (method == nullptr && (member("result") != nullptr || member("error") != nullptr)) {
    message.kind = Message::Kind::kResponse;
    return message;
  }
  // Whatever is wrong with it otherwise: a notification has no answer.
  if (id == nullptr && method != nullptr && method->is_string()) {
    message.kind = Message::Kind::kNotification;
    message.method = method->get<std::string>();
    if (params != nullptr && params->is_object()) message.params = std::move(*params);
    return message;
  }
  const Json known_id = id != nullptr && IsId(*id) ? *id : Json();
  const Json* version = member("jsonrpc");
  if (version == nullptr || *version != "2.0") {
    return Invalid(kInvalidRequest, "a message has `jsonrpc` \"2.0\"", known_id);
  }
  if (method == nullptr) {
    return Invalid(kInvalidRequest, "a message has a `method`, or a `result` or `error`", known_id);
  }
  if (id != nullptr && known_id.is_null()) {
    return Invalid(kInvalidRequest, "`id` is neither a string nor an integer of 64 bits");
  }
  if (!method->is_string()) return Invalid(kInvalidRequest, "`method` is no string", known_id);
  if (!takes_params) return Invalid(kInvalidParams, "`params` is no object", known_id);
  message.kind = Message::Kind::kRequest;
  message.id = known_id;
  message.method = method->get<std::string>();
  if (params != nullptr && params->is_object()) message.params = std::move(*params);
  return message;
}

Message ReadBatch(Json* values, bool unpaired_surrogates) {
  if (values->empty()) return Invalid(kInvalidRequest, "a batch has messages in it");
  if (values->size() > kMaxBatch) {
    return Invalid(kInvalidRequest,
                   "a batch has at most " + std::to_string(kMaxBatch) + " messages");
  }
  Message batch;
  batch.kind = Message::Kind::kBatch;
  for (Json& value : *values) {
    batch.batch.push_back(ReadOne(&value));
    batch.batch.back().unpaired_surrogates = unpaired_surrogates;
  }
  return batch;
}

}  // namespace

Message ReadMessage(std::string_view text) {
  if (HasHugeObject(text)) {
    return Invalid(kInvalidRequest, "an object in a message has at most " +
                                        std::to_string(kMaxMembers) + " members");
  }
  JsonText read = ReadJson(text);
  if (!read.value) {
    return Invalid(read.too_deep ? kInvalidRequest : kParseError, std::move(read.problem));
  }
  Message message = read.value->is_array() ? ReadBatch(&*read.value, read.unpaired_surrogates)
                                           : ReadOne(&*read.value);
  message.unpaired_surrogates = read.unpaired_surrogates;
  return message;
}

Json ResultMessage(const Json& id, Json result) {
  Json message = {{"jsonrpc", "2.0"}, {"id", id}};
  message["result"] = std::move(result);
  return message;
}

Json ErrorMessage(const Json& id, int code, const std::string& problem, Json data) {
  Json message = {{"jsonrpc", "2.0"}};
  if (!id.is_null()) message["id"] = id;
  message["error"] = {{"code", code}, {"message", problem}};
  if (!data.is_null()) message["error"]["data"] = std::move(data);
  return message;
}

Json NotificationMessage(const std::string& method, Json params) {
  Json message = {{"jsonrpc", "2.0"}, {"method", method}};
  if (!params.empty()) message["params"] = std::move(params);
  return message;
}

std::string ToLine(const Json& message) {
  return message.dump(-1, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
}

}  // namespace aegis::mcp

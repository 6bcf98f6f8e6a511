#include "agent/mcp/http_rules.h"

#include <sodium.h>

#include <algorithm>
#include <boost/asio/ip/address.hpp>

#include "agent/mcp/connection.h"

namespace aegis::mcp {
namespace {

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool EqualIgnoringCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return Lower(x) == Lower(y); });
}

std::string_view Trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// The next piece of `*rest`, up to `separator`, trimmed; it is taken off.
std::string_view NextPiece(std::string_view* rest, char separator) {
  const std::size_t end = std::min(rest->find(separator), rest->size());
  const std::string_view piece = rest->substr(0, end);
  rest->remove_prefix(std::min(end + 1, rest->size()));
  return Trimmed(piece);
}

bool IsPort(std::string_view text) {
  return text.size() <= 5 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The name in `NAME`, `NAME:PORT`, `[IPv6]` or `[IPv6]:PORT`, without brackets. Nothing when it is
/// none of these.
std::optional<std::string_view> NameOf(std::string_view host) {
  std::string_view name;
  std::string_view rest;
  if (!host.empty() && host.front() == '[') {
    const std::size_t end = host.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    name = host.substr(1, end - 1);
    rest = host.substr(end + 1);
  } else {
    const std::size_t end = std::min(host.find(':'), host.size());
    name = host.substr(0, end);
    rest = host.substr(end);
  }
  if (name.empty() || (!rest.empty() && (rest.front() != ':' || !IsPort(rest.substr(1))))) {
    return std::nullopt;
  }
  return name;
}

std::optional<boost::asio::ip::address> AddressOf(std::string_view name) {
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(name, error);
  if (error) return std::nullopt;
  return address;
}

/// A quality value of zero: "not acceptable".
bool IsZeroQuality(std::string_view parameter) {
  if (parameter.size() < 3 || Lower(parameter[0]) != 'q' || parameter[1] != '=') return false;
  return parameter.substr(2).find_first_not_of("0.") == std::string_view::npos;
}

// ---- The repeated members -----------------------------------------------------------------------

constexpr std::string_view kBase64Begin = "=?base64?";
constexpr std::string_view kBase64End = "?=";

/// The text that a field's value stands for: what does not fit into one comes in Base64 between
/// marks. Nothing when it stands for none.
std::optional<std::string> Decoded(std::string_view value) {
  const bool printable = std::all_of(value.begin(), value.end(),
                                     [](char c) { return (c >= ' ' && c <= '~') || c == '\t'; });
  if (!printable) return std::nullopt;
  if (value.size() < kBase64Begin.size() + kBase64End.size() ||
      value.substr(0, kBase64Begin.size()) != kBase64Begin ||
      value.substr(value.size() - kBase64End.size()) != kBase64End) {
    return std::string(value);
  }
  value.remove_prefix(kBase64Begin.size());
  value.remove_suffix(kBase64End.size());
  std::string text(value.size() / 4 * 3 + 3, '\0');
  std::size_t size = 0;
  const char* end = nullptr;
  const int failed =
      sodium_base642bin(reinterpret_cast<unsigned char*>(text.data()), text.size(), value.data(),
                        value.size(), nullptr, &size, &end, sodium_base64_VARIANT_ORIGINAL);
  if (failed != 0 || end != value.data() + value.size()) return std::nullopt;
  text.resize(size);
  return text;
}

/// The member of `params` that `Mcp-Name` repeats; null when the method has none.
const char* NamedBy(const std::string& method) {
  if (method == "tools/call" || method == "prompts/get") return "name";
  if (method == "resources/read") return "uri";
  return nullptr;
}

RequestError Mismatch(const std::string& problem) { return {kHeaderMismatch, problem}; }

/// `name` must be there once, and stand for `text`, which the body calls `member`.
std::optional<RequestError> Compare(const HeaderFields& fields, const char* name,
                                    const std::string& text, const std::string& member,
                                    bool may_be_encoded) {
  const std::string field = "the header `" + std::string(name) + "`";
  const std::optional<std::string_view> value = fields.One(name);
  if (!value) {
    return Mismatch(field + (fields.Count(name) == 0 ? " is missing" : " is there more than once"));
  }
  const std::optional<std::string> decoded =
      may_be_encoded ? Decoded(*value) : std::make_optional(std::string(*value));
  if (!decoded) return Mismatch(field + " has characters that no header can have");
  if (*decoded != text) return Mismatch(field + " is not what `" + member + "` in the body is");
  return std::nullopt;
}

}  // namespace

// ---- Fields -------------------------------------------------------------------------------------

void HeaderFields::Add(std::string name, std::string value) {
  fields_.emplace_back(std::move(name), std::move(value));
}

std::size_t HeaderFields::Count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::count_if(fields_.begin(), fields_.end(),
                    [name](const auto& field) { return EqualIgnoringCase(field.first, name); }));
}

std::optional<std::string_view> HeaderFields::One(std::string_view name) const {
  if (Count(name) != 1) return std::nullopt;
  const auto field = std::find_if(fields_.begin(), fields_.end(), [name](const auto& each) {
    return EqualIgnoringCase(each.first, name);
  });
  return Trimmed(field->second);
}

std::string HeaderFields::All(std::string_view name) const {
  std::string all;
  for (const auto& [each, value] : fields_) {
    if (!EqualIgnoringCase(each, name)) continue;
    if (!all.empty()) all += ", ";
    all += value;
  }
  return all;
}

// ---- Hosts --------------------------------------------------------------------------------------

HostRules::HostRules(const std::string& address, std::vector<std::string> allowed)
    : names_(std::move(allowed)) {
  for (const char* loopback : {"localhost", "127.0.0.1", "::1"}) names_.emplace_back(loopback);
  names_.push_back(address);
  const auto listened = AddressOf(address);
  any_address_ = listened && listened->is_unspecified();
}

bool HostRules::AllowsHost(std::string_view host) const {
  const std::optional<std::string_view> name = NameOf(host);
  if (!name) return false;
  const auto address = AddressOf(*name);
  // No name server has a say in what an address means.
  if (any_address_ && address) return true;
  return std::any_of(names_.begin(), names_.end(), [&](const std::string& each) {
    if (EqualIgnoringCase(each, *name)) return true;
    const auto allowed = AddressOf(each);
    return address && allowed && *address == *allowed;
  });
}

bool HostRules::AllowsOrigin(std::string_view origin) const {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.substr(0, scheme.size()) == scheme) return AllowsHost(origin.substr(scheme.size()));
  }
  return false;
}

// ---- Content ------------------------------------------------------------------------------------

bool Accepts(std::string_view accept, std::string_view type) {
  accept = Trimmed(accept);
  if (accept.empty()) return true;
  const std::string whole_family = std::string(type.substr(0, type.find('/'))) + "/*";
  while (!accept.empty()) {
    std::string_view range = NextPiece(&accept, ',');
    const std::string_view name = NextPiece(&range, ';');
    if (name != "*/*" && !EqualIgnoringCase(name, type) && !EqualIgnoringCase(name, whole_family)) {
      continue;
    }
    bool refused = false;
    while (!range.empty()) refused = IsZeroQuality(NextPiece(&range, ';')) || refused;
    if (!refused) return true;
  }
  return false;
}

bool IsJson(std::string_view content_type) {
  if (!EqualIgnoringCase(NextPiece(&content_type, ';'), "application/json")) return false;
  while (!content_type.empty()) {
    const std::string_view parameter = NextPiece(&content_type, ';');
    const bool is_charset = EqualIgnoringCase(parameter.substr(0, 8), "charset=");
    if (is_charset && !EqualIgnoringCase(parameter.substr(8), "utf-8") &&
        !EqualIgnoringCase(parameter.substr(8), "\"utf-8\"")) {
      return false;
    }
  }
  return true;
}

std::optional<RequestError> HeaderMismatch(const HeaderFields& fields, const Message& message) {
  if (message.kind != Message::Kind::kRequest || !IsModern(message)) return std::nullopt;
  const Json& meta = message.params["_meta"];
  constexpr const char* kVersionMember = "io.modelcontextprotocol/protocolVersion";
  if (const auto version = meta.find(kVersionMember); version != meta.end()) {
    if (auto problem = Compare(fields, "MCP-Protocol-Version",
                               version->is_string() ? version->get<std::string>() : "",
                               kVersionMember, false)) {
      return problem;
    }
  }
  if (auto problem = Compare(fields, "Mcp-Method", message.method, "method", false)) {
    return problem;
  }
  const char* const member = NamedBy(message.method);
  if (member == nullptr) return std::nullopt;
  const auto name = message.params.find(member);
  // Without it the request is wrong in itself.
  if (name == message.params.end() || !name->is_string()) return std::nullopt;
  return Compare(fields, "Mcp-Name", name->get<std::string>(), std::string("params.") + member,
                 true);
}

}  // namespace aegis::mcp

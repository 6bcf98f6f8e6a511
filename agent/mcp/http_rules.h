#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/mcp/message.h"

namespace aegis::mcp {

/// The header fields of an HTTP request. Names are compared without regard to case (RFC 9110).
class HeaderFields {
 public:
  void Add(std::string name, std::string value);

  /// How often the field is there.
  std::size_t Count(std::string_view name) const;
  /// The value when the field is there exactly once, without blanks around it.
  std::optional<std::string_view> One(std::string_view name) const;
  /// All values of a field that is a list, separated by commas.
  std::string All(std::string_view name) const;

 private:
  std::vector<std::pair<std::string, std::string>> fields_;
};

/// Which names a server answers to. A page of the web can make its own name mean this machine (DNS
/// rebinding); its requests then carry that name.
class HostRules {
 public:
  /// `address`: that is listened on. `allowed`: further names, without ports.
  HostRules(const std::string& address, std::vector<std::string> allowed);

  /// Whether `host`, the value of `Host`, is a name of this server. The port does not matter: it
  /// may be forwarded.
  bool AllowsHost(std::string_view host) const;
  /// Whether `origin`, the value of `Origin`, is a page of this server's own names.
  bool AllowsOrigin(std::string_view origin) const;

 private:
  std::vector<std::string> names_;
  bool any_address_ = false;  ///< it listens on all addresses, so no one of them is known
};

/// Whether `accept`, the value of `Accept`, has room for `type`, such as `text/event-stream`. An
/// empty one has room for everything.
bool Accepts(std::string_view accept, std::string_view type);
/// Whether `content_type` is that of JSON in UTF-8.
bool IsJson(std::string_view content_type);

/// What is wrong with the header of a modern request, which has to repeat some members of its body
/// (Streamable HTTP, "Server Validation"): kHeaderMismatch. Nothing when all is well, and for what
/// is no modern request.
std::optional<RequestError> HeaderMismatch(const HeaderFields& fields, const Message& message);

}  // namespace aegis::mcp

#include "agent/mcp/revision.h"

namespace aegis::mcp {

Json Cacheable(Json result, const Caching& caching, const Revision& revision) {
  if (revision.is_modern()) {
    result["ttlMs"] = caching.milliseconds;
    result["cacheScope"] = caching.scope;
  }
  return result;
}

void AddTitle(Json* object, const std::string& title, const Revision& revision) {
  if (revision.has_titles()) (*object)["title"] = title;
}

const std::string& StringMember(const Json& object, const char* name) {
  const auto member = object.find(name);
  if (member == object.end() || !member->is_string()) {
    throw RequestError(kInvalidParams, "`" + std::string(name) + "` is missing or no string");
  }
  return member->get_ref<const std::string&>();
}

const Json& ObjectMember(const Json& object, const char* name) {
  const auto member = object.find(name);
  if (member == object.end() || !member->is_object()) {
    throw RequestError(kInvalidParams, "`" + std::string(name) + "` is missing or no object");
  }
  return *member;
}

}  // namespace aegis::mcp

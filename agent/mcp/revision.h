#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "agent/mcp/message.h"

namespace aegis::mcp {

/// A revision of the protocol, and what a client of it understands. Revisions are dates, so they
/// compare as texts. What a revision does not know is left out of what is sent.
class Revision {
 public:
  explicit Revision(std::string date) : date_(std::move(date)) {}

  const std::string& date() const { return date_; }
  /// Whether it is stateless: results have a type and say for how long they hold.
  bool is_modern() const { return date_ >= "2026"; }
  /// Annotations of tools; the capability `completions`.
  bool has_annotations() const { return date_ >= "2025-03-26"; }
  /// Titles; output schemas of tools and `structuredContent`.
  bool has_titles() const { return date_ >= "2025-06-18"; }

 private:
  std::string date_;
};

/// For how long a result holds, and for whom (modern revisions).
struct Caching {
  std::int64_t milliseconds;
  const char* scope;
};
/// What is compiled in.
inline constexpr Caching kBundled{3600 * 1000, "public"};
/// What changes with the files.
inline constexpr Caching kOfFiles{0, "private"};

/// Adds to a result what says for how long it holds, if the revision has that.
Json Cacheable(Json result, const Caching& caching, const Revision& revision);
/// Sets `title` where the revision has titles.
void AddTitle(Json* object, const std::string& title, const Revision& revision);

/// The string `name` of `object`. Throws RequestError (kInvalidParams) when it is none.
const std::string& StringMember(const Json& object, const char* name);
/// The object `name` of `object`. Throws RequestError (kInvalidParams) when it is none.
const Json& ObjectMember(const Json& object, const char* name);

}  // namespace aegis::mcp

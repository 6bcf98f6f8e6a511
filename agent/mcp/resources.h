#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "agent/file_store.h"
#include "agent/mcp/message.h"
#include "agent/mcp/revision.h"

namespace aegis::mcp {

// What can be read through the protocol: the stored files, `aegis-file:///` with the
// percent-encoded name behind it, and the bundled documentation, such as `aegis-docs:///language`
// and `aegis-docs:///examples/greet.aeg`.

/// The URI of a stored file. Everything but unreserved characters (RFC 3986, section 2.3) is
/// encoded, as a client does that expands the template.
std::string FileUri(std::string_view filename);
/// The name of the file that `uri` stands for, be it encoded more or less than FileUri does it.
/// Nothing when no file can have it.
std::optional<std::string> FilenameOf(std::string_view uri);
/// Whether `uri` is one of the bundled texts.
bool IsBundled(std::string_view uri);

/// The result of `resources/list`.
Json ListResources(agent::FileStore* files, const Revision& revision);
/// The result of `resources/templates/list`.
Json ListResourceTemplates(const Revision& revision);
/// The result of `resources/read`. Throws RequestError.
Json ReadResource(agent::FileStore* files, const Json& params, const Revision& revision);
/// The error about a resource that does not exist, as the revision has it.
RequestError NoSuchResource(const std::string& uri, const Revision& revision);

/// The result of `completion/complete`: file names for the argument of the template, those that
/// begin with the text before those that contain it; nothing for arguments of prompts, which are
/// free text. Throws RequestError.
Json CompleteArgument(agent::FileStore* files, const Json& params);

}  // namespace aegis::mcp

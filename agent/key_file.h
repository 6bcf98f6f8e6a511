#pragma once

#include <stdexcept>
#include <string>

#include "interp/session.h"

namespace aegis::agent {

/// A key file that cannot be read, made or understood. The message is for the host.
class KeyFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The key in the file at `path`: 64 hexadecimal digits and a line feed. Servers that read the same
/// file can go on with each other's runs. A file that does not exist is made with a new key and
/// mode 0600, whole or not at all: of several processes that make it at once, all get the same key.
/// A file that others than its owner may read or write is refused, unless `may_be_shared`. Throws
/// KeyFileError.
SnapshotKey ReadOrMakeKey(const std::string& path, bool may_be_shared = false);

}  // namespace aegis::agent

#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "agent/file_store.h"
#include "cli/command_line.h"
#include "interp/session.h"

namespace aegis::cli {

/// Where the files of an agent are kept, as `aegis mcp` and `aegis wake` are told.
struct StoreChoice {
  std::string path;        ///< `--store`; empty: the user's data directory
  bool ephemeral = false;  ///< `--ephemeral`: in memory
};

/// Adds `--store` and `--ephemeral` to `command`.
void AddStore(CLI::App* command, StoreChoice* choice);

/// The path of the database file. The data directory of the user is made when it is missing. Throws
/// agent::StoreError when no such place is known or can be made.
std::string StorePath(const StoreChoice& choice);

/// Opens the store. Throws agent::StoreError.
std::unique_ptr<agent::FileStore> OpenStore(const StoreChoice& choice);

/// The key for tokens: of `key_file`; without one, of the file beside the store, named like it with
/// `.key`; for an ephemeral store one that ends with the process. Throws agent::KeyFileError and
/// agent::StoreError.
SnapshotKey OpenKey(const StoreChoice& choice, const std::string& key_file);

}  // namespace aegis::cli

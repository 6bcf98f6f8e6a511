#include "cli/agent_store.h"

#include <sys/stat.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "agent/key_file.h"
#include "agent/sqlite_store.h"

namespace aegis::cli {
namespace {

/// The user's data directory, by the XDG base directory rules: a relative path counts as none.
std::filesystem::path DataDirectory() {
  const char* const data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && data[0] == '/') return data;
  const char* const home = std::getenv("HOME");
  if (home != nullptr && home[0] == '/') return std::filesystem::path(home) / ".local" / "share";
  throw agent::StoreError(
      "no place for the store is known, since neither XDG_DATA_HOME nor HOME is an absolute path; "
      "pass `--store PATH` or `--ephemeral`");
}

/// Makes `folder` and what is missing above it, for the user alone.
void MakeFolders(const std::filesystem::path& folder) {
  std::filesystem::path path;
  for (const std::filesystem::path& part : folder) {
    path /= part;
    if (mkdir(path.c_str(), 0700) == 0 || errno == EEXIST) continue;
    const int error = errno;
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) continue;
    throw agent::StoreError("cannot make the folder `" + path.string() +
                            "`: " + std::strerror(error));
  }
}

}  // namespace

void AddStore(CLI::App* command, StoreChoice* choice) {
  CLI::Option* store =
      command
          ->add_option("--store", choice->path,
                       "Keep the files in this SQLite database; without it, in `aegis/store.db`\n"
                       "in the user's data directory")
          ->type_name("PATH");
  command->add_flag("--ephemeral", choice->ephemeral, "Keep the files in memory")->excludes(store);
}

std::string StorePath(const StoreChoice& choice) {
  if (!choice.path.empty()) return choice.path;
  const std::filesystem::path folder = DataDirectory() / "aegis";
  MakeFolders(folder);
  return folder / "store.db";
}

std::unique_ptr<agent::FileStore> OpenStore(const StoreChoice& choice) {
  if (choice.ephemeral) return std::make_unique<agent::MemoryStore>();
  return std::make_unique<agent::SqliteStore>(StorePath(choice));
}

SnapshotKey OpenKey(const StoreChoice& choice, const std::string& key_file) {
  if (!key_file.empty()) return agent::ReadOrMakeKey(key_file, /*may_be_shared=*/true);
  if (choice.ephemeral) return SnapshotKey::Generate();
  return agent::ReadOrMakeKey(StorePath(choice) + ".key");
}

}  // namespace aegis::cli

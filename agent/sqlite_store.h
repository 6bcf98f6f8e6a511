#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "agent/file_store.h"

namespace aegis::agent {

/// A store in a SQLite database file, with a write-ahead log: what a returned `Put` or `Remove` did
/// survives the death of the process and of the machine. Several processes can use one file, with
/// one writer at a time. The file must be on a disk of this machine, since the processes share
/// memory, and must stay where it is while one of them uses it; one that was moved or deleted is
/// no longer read or written.
class SqliteStore : public FileStore {
 public:
  static constexpr std::chrono::milliseconds kPatience{5000};

  /// Opens the store at `path`, which is made, for its owner alone, when it does not exist; its
  /// folder must. Throws StoreError, also when the file is no store of Aegis or one of a newer
  /// version. `patience`: how long this and each function waits at most while another process
  /// holds the store.
  explicit SqliteStore(const std::string& path, std::chrono::milliseconds patience = kPatience);
  ~SqliteStore() override;

  PutResult Put(const std::string& filename, const std::string& content) override;
  std::optional<std::string> Get(const std::string& filename) override;
  std::vector<FileInfo> List() override;
  bool Remove(const std::string& filename) override;

 private:
  class Database;
  std::unique_ptr<Database> database_;
};

}  // namespace aegis::agent

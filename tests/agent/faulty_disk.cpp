#include "tests/agent/faulty_disk.h"

#include <sqlite3.h>

#include <map>

// SQLite reaches the disk through a table of functions for the system and one for each open file.
// Here they are copied, and some functions replaced by ones that note the call, fail when they have
// to, and else do what the original does.

namespace aegis::agent {
namespace {

struct OpenFile {
  std::string name;
  const sqlite3_io_methods* original = nullptr;
  sqlite3_io_methods methods{};
};

struct Disk {
  sqlite3_vfs* original = nullptr;
  sqlite3_vfs system{};
  std::map<sqlite3_file*, OpenFile> files;
  std::set<sqlite3_file*> unsynchronised;
  std::optional<int> left;  ///< changes before they fail
  int failures = 0;
  int syncs = 0;
};
Disk disk;

const sqlite3_io_methods* Original(sqlite3_file* file) { return disk.files.at(file).original; }

bool Fails() {
  if (!disk.left) return false;
  if (*disk.left > 0) {
    --*disk.left;
    return false;
  }
  ++disk.failures;
  return true;
}

int Write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
  if (Fails()) return SQLITE_FULL;
  disk.unsynchronised.insert(file);
  return Original(file)->xWrite(file, bytes, size, offset);
}

int Truncate(sqlite3_file* file, sqlite3_int64 size) {
  if (Fails()) return SQLITE_IOERR_TRUNCATE;
  return Original(file)->xTruncate(file, size);
}

int Sync(sqlite3_file* file, int flags) {
  if (Fails()) return SQLITE_IOERR_FSYNC;
  ++disk.syncs;
  disk.unsynchronised.erase(file);
  return Original(file)->xSync(file, flags);
}

int Close(sqlite3_file* file) {
  const sqlite3_io_methods* const original = Original(file);
  disk.files.erase(file);
  disk.unsynchronised.erase(file);
  return original->xClose(file);
}

int Open(sqlite3_vfs* /*system*/, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  const int code = disk.original->xOpen(disk.original, name, file, flags, out_flags);
  if (code != SQLITE_OK || file->pMethods == nullptr) return code;
  OpenFile& open = disk.files[file];
  open = {name == nullptr ? "" : name, file->pMethods, *file->pMethods};
  open.methods.xWrite = Write;
  open.methods.xTruncate = Truncate;
  open.methods.xSync = Sync;
  open.methods.xClose = Close;
  file->pMethods = &open.methods;
  return code;
}

}  // namespace

FaultyDisk::FaultyDisk() {
  disk = Disk();
  disk.original = sqlite3_vfs_find(nullptr);
  disk.system = *disk.original;
  disk.system.zName = "faulty";
  disk.system.pNext = nullptr;
  disk.system.xOpen = Open;
  sqlite3_vfs_register(&disk.system, /*makeDflt=*/1);
}

FaultyDisk::~FaultyDisk() {
  sqlite3_vfs_unregister(&disk.system);
  sqlite3_vfs_register(disk.original, /*makeDflt=*/1);
}

void FaultyDisk::FailFrom(int n) {
  disk.left = n;
  disk.failures = 0;
}

void FaultyDisk::Heal() { disk.left.reset(); }

int FaultyDisk::failures() const { return disk.failures; }

int FaultyDisk::syncs() const { return disk.syncs; }

std::set<std::string> FaultyDisk::Unsynchronised() const {
  std::set<std::string> names;
  for (sqlite3_file* const file : disk.unsynchronised) names.insert(disk.files.at(file).name);
  return names;
}

}  // namespace aegis::agent

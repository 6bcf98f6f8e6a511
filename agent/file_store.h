#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace aegis::agent {

/// A virtual file without its text.
struct FileInfo {
  std::string filename;
  std::int64_t bytes = 0;  ///< of the content, in UTF-8
};

/// The store itself fails: it cannot be opened, is damaged, the disk is full, or another process
/// holds it for too long. The message is for the host and never for a model. Nothing of the failed
/// operation was done.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What became of a `Put`.
enum class PutResult : std::uint8_t {
  kCreated,
  kReplaced,
  kTooManyFiles,  ///< refused: the store would hold more than kMaxFiles
  kTooManyBytes,  ///< refused: the contents would have more than kMaxBytes together
};

/// The files of an agent (agent tools, "Rules"): texts under names that are keys and never paths.
/// All functions can be called from any thread; each one happens whole or not at all. They throw
/// StoreError. Names and contents are the caller's to judge (`FilenameProblem`).
class FileStore {
 public:
  static constexpr std::int64_t kMaxFiles = 1024;
  static constexpr std::int64_t kMaxBytes = std::int64_t{16} << 20;

  FileStore() = default;
  FileStore(const FileStore&) = delete;
  FileStore& operator=(const FileStore&) = delete;
  virtual ~FileStore() = default;

  /// Creates or replaces a file. When this returns, the file is as durable as the store is.
  virtual PutResult Put(const std::string& filename, const std::string& content) = 0;
  /// The content; nothing when there is no such file.
  virtual std::optional<std::string> Get(const std::string& filename) = 0;
  /// All files, in the order of their names' code points.
  virtual std::vector<FileInfo> List() = 0;
  /// False when there is no such file.
  virtual bool Remove(const std::string& filename) = 0;

 protected:
  /// What a store holds.
  struct Totals {
    std::int64_t files = 0;
    std::int64_t bytes = 0;  ///< of all contents
  };
  /// What becomes of a `Put` of `bytes` over a file of `replaced` bytes (nothing: over none).
  static PutResult Judge(Totals totals, std::optional<std::int64_t> replaced, std::int64_t bytes);
};

/// What is wrong with `name` as the name of a virtual file, in the style of messages; nothing when
/// it is fine: 1 to 255 bytes of UTF-8 without control characters (C0, DEL and C1).
std::optional<std::string> FilenameProblem(std::string_view name);

/// A store that ends with the process.
class MemoryStore : public FileStore {
 public:
  PutResult Put(const std::string& filename, const std::string& content) override;
  std::optional<std::string> Get(const std::string& filename) override;
  std::vector<FileInfo> List() override;
  bool Remove(const std::string& filename) override;

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> files_;  ///< UTF-8 sorts by code point
  std::int64_t bytes_ = 0;
};

}  // namespace aegis::agent

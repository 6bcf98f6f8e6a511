#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace aegis::agent {

/// One step of a load on a store. All of a load follow from its seed.
struct StoreOperation {
  bool removes = false;
  std::string filename;
  std::string content;
};
/// The `n`th operation (from 0) of the load `seed`; the first one writes a file. All its file names
/// begin with `prefix`.
StoreOperation LoadOperation(const std::string& prefix, std::uint32_t seed, std::uint64_t n);

using StoreFiles = std::map<std::string, std::string>;
/// What the operation does to the files.
void Apply(const StoreOperation& operation, StoreFiles* files);

/// The first argument of a process that puts a load on a store (main.cpp).
inline constexpr const char* kStoreLoadTask = "store-load";
/// Such a process, with the other arguments. It waits for the end of its standard input, opens the
/// store, carries out the operations, and after each writes one byte to its standard output.
int RunStoreLoad(const std::vector<std::string>& arguments);

/// A process that puts a load on a store.
class StoreLoad {
 public:
  static constexpr std::uint64_t kEndless = UINT64_MAX;

  /// Starts the process with the operations from 0 to before `count`; it waits for Go.
  StoreLoad(const std::string& path, std::string prefix, std::uint32_t seed, std::uint64_t count);
  StoreLoad(const StoreLoad&) = delete;
  StoreLoad& operator=(const StoreLoad&) = delete;
  ~StoreLoad();

  void Go();
  /// Waits until at least `count` operations have been acknowledged. A process that ends before
  /// fails the test.
  void AwaitAcknowledged(std::uint64_t count);
  void Kill();
  /// Waits for the end of the process. The exit status; minus the number of the signal that ended
  /// it.
  int Status();

  /// All that were acknowledged; to be called after Status.
  std::uint64_t acknowledged() const { return acknowledged_; }
  StoreOperation Operation(std::uint64_t n) const { return LoadOperation(prefix_, seed_, n); }
  const std::string& prefix() const { return prefix_; }

 private:
  bool Hear();

  std::string prefix_;
  std::uint32_t seed_;
  pid_t pid_ = -1;
  int gate_ = -1;  ///< closed: go
  int from_ = -1;
  std::uint64_t acknowledged_ = 0;
};

}  // namespace aegis::agent

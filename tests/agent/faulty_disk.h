#pragma once

#include <optional>
#include <set>
#include <string>

namespace aegis::agent {

/// While it lives, databases that are opened lie on a disk that can fail, and that knows what has
/// not reached it yet. One at a time; no other thread uses SQLite meanwhile.
class FaultyDisk {
 public:
  FaultyDisk();
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;
  ~FaultyDisk();

  /// From the `n`th change (from 0) on, all fail: the disk is full, and nothing gets synchronised.
  void FailFrom(int n);
  void Heal();
  /// How many changes have failed since FailFrom.
  int failures() const;
  /// How often a file was synchronised.
  int syncs() const;
  /// The files that were written to and not synchronised since.
  std::set<std::string> Unsynchronised() const;
};

}  // namespace aegis::agent

#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>

#include <array>
#include <chrono>
#include <iostream>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "agent/sqlite_store.h"
#include "tests/agent/faulty_disk.h"
#include "tests/agent/scratch_folder.h"
#include "tests/agent/store_load.h"

// Processes put a load on a store and are killed at random moments. A load is a list of operations
// that follows from a seed, and a process tells of each operation when it is done; so it is known
// what the store has to hold: what was acknowledged, and perhaps the one operation that was going
// on when the end came.

namespace aegis::agent {
namespace {

/// The files whose names begin with `prefix`.
StoreFiles FilesOf(SqliteStore* store, const std::string& prefix) {
  StoreFiles files;
  for (const FileInfo& file : store->List()) {
    if (file.filename.compare(0, prefix.size(), prefix) != 0) continue;
    files[file.filename] = store->Get(file.filename).value_or("gone");
    EXPECT_EQ(static_cast<std::int64_t>(files[file.filename].size()), file.bytes);
  }
  return files;
}

/// What SQLite itself finds out about the database: `ok` when all is well.
std::string IntegrityCheck(const std::string& path) {
  sqlite3* database = nullptr;
  std::string result;
  if (sqlite3_open(path.c_str(), &database) == SQLITE_OK) {
    sqlite3_busy_timeout(database, 5000);
    const int code = sqlite3_exec(
        database, "PRAGMA integrity_check",
        [](void* text, int, char** values, char**) {
          static_cast<std::string*>(text)->append(values[0]);
          return 0;
        },
        &result, nullptr);
    if (code != SQLITE_OK) result += sqlite3_errmsg(database);
  }
  sqlite3_close(database);
  return result;
}

/// Takes a moment, at random between none and as long as some operations take.
void Dawdle(std::mt19937* random) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds((*random)() % 4000);
  while (std::chrono::steady_clock::now() < end) {
  }
}

class DurabilityTest : public ::testing::Test {
 protected:
  DurabilityTest() { RecordProperty("seed", std::to_string(seed_)); }

  std::uint32_t NewSeed() { return static_cast<std::uint32_t>(random_()); }

  /// The end of a load: compares what the store holds with what it can hold, when it held one of
  /// `before` before the load, and puts what it holds in the place of them.
  void ExpectNothingLost(const StoreLoad& load, std::vector<StoreFiles>* before) {
    SqliteStore store(path_);
    const StoreFiles found = FilesOf(&store, load.prefix());
    bool is_expected = false;
    for (StoreFiles& files : *before) {
      for (std::uint64_t n = 0; n < load.acknowledged(); ++n) Apply(load.Operation(n), &files);
      if (found == files) is_expected = true;
      Apply(load.Operation(load.acknowledged()), &files);
      if (found == files) is_expected = true;
    }
    EXPECT_TRUE(is_expected) << "after " << load.acknowledged() << " operations";
    *before = {found};
  }

  std::uint32_t seed_ = std::random_device()();
  std::mt19937 random_{seed_};
  ScratchFolder folder_;
  std::string path_ = folder_ / "store.db";
};

TEST_F(DurabilityTest, AKilledProcessLosesNothingAcknowledged) {
  std::cout << "seed " << seed_ << "\n";
  std::vector<StoreFiles> files(1);
  std::uint64_t acknowledged = 0;
  for (int round = 0; round < 200; ++round) {
    SCOPED_TRACE("round " + std::to_string(round) + " of seed " + std::to_string(seed_));
    StoreLoad load(path_, "", NewSeed(), StoreLoad::kEndless);
    load.Go();
    load.AwaitAcknowledged(random_() % 10);
    Dawdle(&random_);
    load.Kill();
    ASSERT_EQ(load.Status(), -SIGKILL);
    acknowledged += load.acknowledged();
    ExpectNothingLost(load, &files);
    ASSERT_EQ(IntegrityCheck(path_), "ok");
    if (HasFailure()) break;
  }
  std::cout << acknowledged << " operations acknowledged\n";
  EXPECT_GT(acknowledged, 200U);
}

/// A process can die when its operation is in the log and the others have not been told. They go on
/// as if it had not been done; but when they have ended too, before one of them writes over it,
/// whoever opens the store next finds it in the log, and it is done after all. So here, an
/// operation that was going on can come true until the next look.
TEST_F(DurabilityTest, AKilledProcessCostsTheOthersNothing) {
  std::cout << "seed " << seed_ << "\n";
  std::array<std::vector<StoreFiles>, 2> files = {std::vector<StoreFiles>(1),
                                                  std::vector<StoreFiles>(1)};
  std::array<std::unique_ptr<StoreLoad>, 2> loads;
  const auto start = [&](std::size_t i) {
    loads[i] =
        std::make_unique<StoreLoad>(path_, i == 0 ? "a/" : "b/", NewSeed(), StoreLoad::kEndless);
    loads[i]->Go();
  };
  const auto end = [&](std::size_t i) {
    loads[i]->Kill();
    ASSERT_EQ(loads[i]->Status(), -SIGKILL);
    ExpectNothingLost(*loads[i], &files[i]);
    files[i].push_back(files[i][0]);
    Apply(loads[i]->Operation(loads[i]->acknowledged()), &files[i][1]);
    ASSERT_EQ(IntegrityCheck(path_), "ok");
  };
  start(0);
  start(1);
  for (std::size_t round = 0; round < 40 && !HasFailure(); ++round) {
    SCOPED_TRACE("round " + std::to_string(round) + " of seed " + std::to_string(seed_));
    loads[round % 2]->AwaitAcknowledged(1 + random_() % 10);
    Dawdle(&random_);
    end(round % 2);
    start(round % 2);
  }
  loads[0]->AwaitAcknowledged(1);
  loads[1]->AwaitAcknowledged(1);
  end(0);
  end(1);
}

/// The kernel keeps what a killed process has written; what a machine without power keeps is what
/// was synchronised.
TEST_F(DurabilityTest, WhatIsAcknowledgedIsSynchronised) {
  FaultyDisk disk;
  SqliteStore store(path_);
  const SqliteStore other(path_);  // keeps the log when it would be carried over at the end
  for (std::uint64_t n = 0; n < 300; ++n) {
    const StoreOperation operation = LoadOperation("", seed_, n);
    const int syncs = disk.syncs();
    if (!operation.removes) {
      store.Put(operation.filename, operation.content);
    } else if (!store.Remove(operation.filename)) {
      continue;
    }
    ASSERT_GT(disk.syncs(), syncs) << n;
    ASSERT_EQ(disk.Unsynchronised(), std::set<std::string>()) << n;
  }
}

}  // namespace
}  // namespace aegis::agent

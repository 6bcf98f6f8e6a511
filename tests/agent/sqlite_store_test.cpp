#include "agent/sqlite_store.h"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/agent/faulty_disk.h"
#include "tests/agent/scratch_folder.h"
#include "tests/agent/store_load.h"

namespace aegis::agent {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kNoPatience{0};

/// SQLite without a store around it.
class RawDatabase {
 public:
  explicit RawDatabase(const std::string& path) {
    EXPECT_EQ(sqlite3_open(path.c_str(), &database_), SQLITE_OK);
  }
  RawDatabase(const RawDatabase&) = delete;
  RawDatabase& operator=(const RawDatabase&) = delete;
  ~RawDatabase() { sqlite3_close(database_); }

  /// The values of all rows, with a blank between two.
  std::string Run(const std::string& sql) {
    std::string result;
    const int code = sqlite3_exec(
        database_, sql.c_str(),
        [](void* text, int count, char** values, char**) {
          for (int i = 0; i < count; ++i) {
            auto* const all = static_cast<std::string*>(text);
            *all += (all->empty() ? "" : " ") + std::string(values[i] ? values[i] : "NULL");
          }
          return 0;
        },
        &result, nullptr);
    return code == SQLITE_OK ? result : std::string("failed: ") + sqlite3_errmsg(database_);
  }

 private:
  sqlite3* database_ = nullptr;
};

std::string ReadBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void WriteBytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

mode_t Mode(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

/// What a StoreError of `work` says; empty when there is none.
std::string Problem(const std::function<void()>& work) {
  try {
    work();
    return "";
  } catch (const StoreError& error) {
    return error.what();
  }
}

class SqliteStoreTest : public ::testing::Test {
 protected:
  /// Why the store at `path` cannot be opened, without `cannot open the store` and its path.
  static std::string OpenProblem(const std::string& path) {
    const std::string problem = Problem([&] { const SqliteStore store(path, kNoPatience); });
    const std::string start = "cannot open the store `" + path + "`: ";
    return problem.compare(0, start.size(), start) == 0 ? problem.substr(start.size()) : problem;
  }
  std::string OpenProblem() { return OpenProblem(path_); }
  std::string Told(const std::string& what, const std::string& why) {
    return "cannot " + what + " the store `" + path_ + "`: " + why;
  }

  std::set<std::string> Files() {
    std::set<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_.path())) {
      names.insert(entry.path().filename().string());
    }
    return names;
  }

  ScratchFolder folder_;
  std::string path_ = folder_ / "store.db";
};

TEST_F(SqliteStoreTest, FilesOutliveTheStore) {
  {
    SqliteStore store(path_);
    store.Put("a", "1");
    store.Put("b", "2");
    store.Put("a", "3");
    store.Remove("b");
  }
  EXPECT_EQ(Files(), std::set<std::string>{"store.db"});
  SqliteStore store(path_);
  EXPECT_EQ(store.Get("a"), "3");
  EXPECT_EQ(store.Get("b"), std::nullopt);
  EXPECT_EQ(store.List().size(), 1U);
}

TEST_F(SqliteStoreTest, IsADatabaseOfItsOwnKind) {
  SqliteStore(path_).Put("a", "print(1)");
  RawDatabase raw(path_);
  EXPECT_EQ(raw.Run("PRAGMA application_id"), std::to_string(0x41656769));
  EXPECT_EQ(raw.Run("PRAGMA user_version"), "1");
  EXPECT_EQ(raw.Run("PRAGMA journal_mode"), "wal");
  EXPECT_EQ(raw.Run("SELECT filename, bytes, content FROM files"), "a 8 print(1)");
  EXPECT_EQ(raw.Run("INSERT INTO files VALUES ('b', 'many', x'00')"),
            "failed: cannot store TEXT value in INTEGER column files.bytes");
  EXPECT_EQ(raw.Run("INSERT INTO files VALUES ('b', 2, x'00')"),
            "failed: CHECK constraint failed: bytes = length(content)");
}

TEST_F(SqliteStoreTest, BelongsToItsOwnerAlone) {
  const mode_t before = umask(0);
  {
    SqliteStore store(path_);
    store.Put("a", "1");
    for (const char* end : {"", "-wal", "-shm"}) EXPECT_EQ(Mode(path_ + end), 0600U) << end;
  }
  umask(before);
}

TEST_F(SqliteStoreTest, KeepsTheModeThatItsOwnerGaveIt) {
  SqliteStore(path_).Put("a", "1");
  chmod(path_.c_str(), 0640);
  SqliteStore store(path_);
  store.Put("a", "2");
  for (const char* end : {"", "-wal", "-shm"}) EXPECT_EQ(Mode(path_ + end), 0640U) << end;
}

TEST_F(SqliteStoreTest, TakesAnEmptyFileAsNew) {
  WriteBytes(path_, "");
  SqliteStore(path_).Put("a", "1");
  EXPECT_EQ(SqliteStore(path_).Get("a"), "1");
}

TEST_F(SqliteStoreTest, CanBeOpenedThroughALink) {
  SqliteStore(path_).Put("a", "1");
  const std::string link = folder_ / "link.db";
  fs::create_symlink(path_, link);
  SqliteStore one(link);
  SqliteStore other(path_);
  EXPECT_EQ(one.Put("a", "2"), PutResult::kReplaced);
  EXPECT_EQ(other.Get("a"), "2");
}

/// A list and the limits must not cost more when the files are long.
TEST_F(SqliteStoreTest, ReadsTheSizesWithoutTheContents) {
  SqliteStore(path_).Put("a", "1");
  RawDatabase raw(path_);
  for (const std::string sql : {"SELECT filename, bytes FROM files ORDER BY filename",
                                "SELECT count(*), coalesce(sum(bytes), 0) FROM files"}) {
    EXPECT_NE(raw.Run("EXPLAIN QUERY PLAN " + sql).find("COVERING INDEX sizes"), std::string::npos);
  }
}

TEST_F(SqliteStoreTest, GivesNamesOfSqliteNoMeaning) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  for (const std::string name :
       {":memory:", "file:x?mode=memory", "file::memory:", "-x", "store.db"}) {
    SqliteStore(name).Put("a", "1");
    EXPECT_EQ(SqliteStore(name).Get("a"), "1") << name;
    EXPECT_EQ(Files(), std::set<std::string>{name});
    fs::remove(name);
  }
  fs::current_path(before);
}

TEST_F(SqliteStoreTest, IsSharedByProcesses) {
  SqliteStore one(path_);
  SqliteStore other(path_);
  ASSERT_EQ(RawDatabase(path_).Run("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n "
                                   "WHERE i < 1022) INSERT INTO files SELECT i, 1, x'78' FROM n"),
            "");
  EXPECT_EQ(one.Get("1022"), "x");
  EXPECT_EQ(one.Put("last", "1"), PutResult::kCreated);
  EXPECT_EQ(other.Get("last"), "1");
  EXPECT_EQ(other.Put("more", "1"), PutResult::kTooManyFiles);
  EXPECT_TRUE(other.Remove("0"));
  EXPECT_EQ(one.Get("0"), std::nullopt);
  EXPECT_EQ(one.List().size(), 1023U);
}

TEST_F(SqliteStoreTest, CanBeMadeByManyProcessesAtOnce) {
  constexpr int kProcesses = 6;
  constexpr std::uint64_t kOperations = 3;
  for (int round = 0; round < 12 && !HasFailure(); ++round) {
    const std::string path = folder_ / std::to_string(round);
    std::vector<std::unique_ptr<StoreLoad>> loads;
    for (int i = 0; i < kProcesses; ++i) {
      loads.push_back(
          std::make_unique<StoreLoad>(path, std::to_string(i) + "/", round, kOperations));
    }
    for (const auto& load : loads) load->Go();
    StoreFiles expected;
    for (const auto& load : loads) {
      EXPECT_EQ(load->Status(), 0);
      EXPECT_EQ(load->acknowledged(), kOperations);
      for (std::uint64_t n = 0; n < kOperations; ++n) Apply(load->Operation(n), &expected);
    }
    SqliteStore store(path);
    StoreFiles found;
    for (const FileInfo& file : store.List()) found[file.filename] = *store.Get(file.filename);
    EXPECT_TRUE(found == expected);
  }
}

TEST_F(SqliteStoreTest, WritersWaitForEachOther) {
  SqliteStore store(path_);
  RawDatabase raw(path_);
  ASSERT_EQ(raw.Run("BEGIN IMMEDIATE"), "");
  std::thread writer([&] { EXPECT_EQ(store.Put("a", "1"), PutResult::kCreated); });
  EXPECT_EQ(raw.Run("INSERT INTO files VALUES ('b', 1, x'00')"), "");
  EXPECT_EQ(raw.Run("COMMIT"), "");
  writer.join();
  EXPECT_EQ(store.List().size(), 2U);
}

TEST_F(SqliteStoreTest, HeldForTooLongIsTold) {
  SqliteStore store(path_, kNoPatience);
  store.Put("a", "1");
  RawDatabase raw(path_);
  ASSERT_EQ(raw.Run("BEGIN IMMEDIATE"), "");
  const std::string why = "another process holds it for too long";
  EXPECT_EQ(Problem([&] { store.Put("a", "2"); }), Told("write to", why));
  EXPECT_EQ(Problem([&] { store.Remove("a"); }), Told("write to", why));
  // Readers see what was before, and wait for nobody.
  EXPECT_EQ(store.Get("a"), "1");
  EXPECT_EQ(SqliteStore(path_, kNoPatience).List().size(), 1U);
  ASSERT_EQ(raw.Run("ROLLBACK"), "");
  EXPECT_EQ(store.Put("a", "2"), PutResult::kReplaced);
}

TEST_F(SqliteStoreTest, HeldForTooLongWhileItIsNewIsTold) {
  RawDatabase raw(path_);
  ASSERT_EQ(raw.Run("BEGIN EXCLUSIVE"), "");
  EXPECT_EQ(OpenProblem(), "another process holds it for too long");
  ASSERT_EQ(raw.Run("ROLLBACK"), "");
  EXPECT_EQ(OpenProblem(), "");
}

TEST_F(SqliteStoreTest, OfNoRegularFileIsRefused) {
  for (const std::string& path : {std::string(), std::string("a\0b", 3)}) {
    EXPECT_EQ(OpenProblem(path), "the path of a store must not be empty or hold a NUL");
  }
  EXPECT_EQ(OpenProblem(folder_.path().string()), "Is a directory");
  EXPECT_EQ(OpenProblem("/dev/null"), "it is not a regular file");
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(OpenProblem(), "it is not a regular file");
  const std::string dangling = folder_ / "dangling";
  fs::create_symlink(folder_ / "nothing", dangling);
  EXPECT_EQ(OpenProblem(dangling), "No such file or directory");
  path_ = folder_ / "missing/store.db";
  EXPECT_EQ(OpenProblem(), Told("make", "No such file or directory"));
  path_ = folder_ / "store.db/store.db";
  EXPECT_EQ(OpenProblem(), Told("make", "Not a directory"));
}

/// Without the rights of root, which may write everywhere.
class AsNobody {
 public:
  AsNobody() : was_root_(geteuid() == 0) {
    if (was_root_ && seteuid(65534) != 0) ADD_FAILURE() << "cannot give up the rights of root";
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;
  ~AsNobody() {
    if (was_root_ && seteuid(0) != 0) ADD_FAILURE() << "cannot get the rights of root back";
  }

 private:
  bool was_root_;
};

TEST_F(SqliteStoreTest, WhereNothingMayBeWrittenIsRefused) {
  const std::string existing = folder_ / "existing.db";
  SqliteStore(existing).Put("a", "1");
  const std::string read_only = folder_ / "read-only.db";
  SqliteStore(read_only).Put("a", "1");
  chmod(existing.c_str(), 0666);
  chmod(read_only.c_str(), 0444);
  fs::permissions(folder_.path(), static_cast<fs::perms>(0555));
  {
    const AsNobody nobody;
    EXPECT_EQ(OpenProblem(), Told("make", "Permission denied"));
    EXPECT_EQ(OpenProblem(existing), "its folder may only be read");
    EXPECT_EQ(OpenProblem(read_only), "it may only be read");
  }
  fs::permissions(folder_.path(), static_cast<fs::perms>(0700));
  EXPECT_EQ(OpenProblem(existing), "");
}

TEST_F(SqliteStoreTest, OfAnotherKindIsRefusedAndLeftAlone) {
  std::string random(4096, '\0');
  std::mt19937 generator(1);
  for (char& c : random) c = static_cast<char>(generator());
  const std::string magic("SQLite format 3\0", 16);
  for (const std::string& bytes :
       {std::string("x"), std::string("print(1)\n"), random, magic, magic + random}) {
    WriteBytes(path_, bytes);
    EXPECT_EQ(OpenProblem(), "it is not a SQLite database");
    EXPECT_TRUE(ReadBytes(path_) == bytes) << bytes.size();
    EXPECT_EQ(Files(), std::set<std::string>{"store.db"});
  }
}

TEST_F(SqliteStoreTest, OfAnotherApplicationIsRefusedAndLeftAlone) {
  for (const std::string sql :
       {"CREATE TABLE notes (text)", "PRAGMA application_id = 77", "PRAGMA user_version = 1",
        "CREATE TABLE files (filename, bytes, content)", "CREATE VIEW v AS SELECT 1"}) {
    fs::remove(path_);
    RawDatabase(path_).Run(sql);
    const std::string bytes = ReadBytes(path_);
    ASSERT_NE(bytes, "");
    EXPECT_EQ(OpenProblem(), "it is the database of another application") << sql;
    EXPECT_TRUE(ReadBytes(path_) == bytes) << bytes.size();
    EXPECT_EQ(Files(), std::set<std::string>{"store.db"});
  }
}

TEST_F(SqliteStoreTest, OfANewerVersionIsRefused) {
  SqliteStore(path_).Put("a", "1");
  RawDatabase(path_).Run("PRAGMA user_version = 2");
  EXPECT_EQ(OpenProblem(),
            "a newer Aegis made it: it is of version 2, and this Aegis knows version 1");
  RawDatabase(path_).Run("PRAGMA user_version = 1");
  EXPECT_EQ(SqliteStore(path_).Get("a"), "1");
}

TEST_F(SqliteStoreTest, WithoutItsTableIsDamaged) {
  for (const std::string sql :
       {"DROP TABLE files", "CREATE TABLE files (filename TEXT PRIMARY KEY, text BLOB)"}) {
    fs::remove(path_);
    { const SqliteStore store(path_); }
    RawDatabase(path_).Run("DROP TABLE IF EXISTS files; " + sql);
    EXPECT_EQ(OpenProblem(), "it is damaged") << sql;
  }
}

TEST_F(SqliteStoreTest, RunsNothingThatIsInTheDatabase) {
  { const SqliteStore store(path_); }
  EXPECT_EQ(
      RawDatabase(path_).Run("CREATE TRIGGER t AFTER INSERT ON files BEGIN DELETE FROM files; END"),
      "");
  SqliteStore store(path_);
  EXPECT_EQ(store.Put("a", "1"), PutResult::kCreated);
  EXPECT_EQ(store.Get("a"), "1");
}

TEST_F(SqliteStoreTest, ThatWasMovedIsNoLongerUsed) {
  SqliteStore store(path_);
  store.Put("a", "1");
  fs::rename(path_, path_ + ".moved");
  const std::string why = "the file was moved or deleted";
  EXPECT_EQ(Problem([&] { store.Put("b", "2"); }), Told("write to", why));
  EXPECT_EQ(Problem([&] { store.Remove("a"); }), Told("write to", why));
  EXPECT_EQ(Problem([&] { store.Get("a"); }), Told("read", why));
  EXPECT_EQ(Problem([&] { store.List(); }), Told("read", why));
  fs::rename(path_ + ".moved", path_);
  EXPECT_EQ(store.Put("b", "2"), PutResult::kCreated);
}

TEST_F(SqliteStoreTest, IgnoresARuinedLog) {
  SqliteStore(path_).Put("a", "1");
  for (const std::string end : {"-wal", "-shm"}) {
    WriteBytes(path_ + end, std::string(100000, 'x'));
    SqliteStore store(path_);
    EXPECT_EQ(store.Get("a"), "1") << end;
    EXPECT_EQ(store.Put("a", "1"), PutResult::kReplaced) << end;
  }
}

TEST_F(SqliteStoreTest, CutShortIsDamaged) {
  {
    SqliteStore store(path_);
    for (int i = 0; i < 50; ++i) store.Put(std::to_string(i), std::string(5000, 'x'));
  }
  fs::resize_file(path_, fs::file_size(path_) / 2);
  EXPECT_EQ(OpenProblem(), "it is damaged");
}

/// Whatever is in the file, it is a result or a StoreError.
TEST_F(SqliteStoreTest, SurvivesEveryDamage) {
  {
    SqliteStore store(path_);
    for (int i = 0; i < 20; ++i) {
      store.Put(std::to_string(i), std::string(static_cast<std::size_t>(i) * 200, 'x'));
    }
  }
  const std::string whole = ReadBytes(path_);
  std::mt19937 random(4);
  int told = 0;
  for (int round = 0; round < 100; ++round) {
    std::string bytes = whole;
    // Most bytes are contents; what is at the start of a page says how it is to be read.
    for (int i = 0; i < 4; ++i) {
      const std::size_t page = random() % (bytes.size() / 4096) * 4096;
      bytes[page + random() % (i % 2 == 0 ? 64 : 4096)] = static_cast<char>(random());
    }
    fs::remove(path_ + "-wal");
    fs::remove(path_ + "-shm");
    WriteBytes(path_, bytes);
    const std::string problem = Problem([&] {
      SqliteStore store(path_, kNoPatience);
      for (const FileInfo& file : store.List()) store.Get(file.filename);
      store.Put("7", "other");
      store.Put("new", std::string(3000, 'x'));
      store.Remove("8");
    });
    told += problem.empty() ? 0 : 1;
    EXPECT_EQ(problem.find("not an error"), std::string::npos);
  }
  EXPECT_GT(told, 30);
  EXPECT_LT(told, 100);
}

/// Opening a new store where the disk is full, at each point where that can be found out.
TEST_F(SqliteStoreTest, OnAFullDiskCanBeOpenedLater) {
  FaultyDisk disk;
  int n = 0;
  for (bool failed = true; failed; ++n) {
    const std::string path = folder_ / std::to_string(n);
    std::unique_ptr<SqliteStore> store;
    disk.FailFrom(n);
    const std::string problem = Problem([&] { store = std::make_unique<SqliteStore>(path); });
    failed = disk.failures() > 0;
    disk.Heal();
    EXPECT_EQ(problem.empty(), !failed) << n << ": " << problem;
    EXPECT_EQ(SqliteStore(path).Put("a", "1"), PutResult::kCreated) << n;
  }
  EXPECT_GT(n, 5);
}

/// An operation either is done or fails and leaves everything as it was.
TEST_F(SqliteStoreTest, OnAFullDiskLosesNothing) {
  const std::string content(20000, 'x');
  const std::vector<std::function<void(SqliteStore*)>> operations = {
      [&](SqliteStore* store) { store->Put("new", content); },
      [&](SqliteStore* store) { store->Put("old", content); },
      [&](SqliteStore* store) { store->Remove("old"); },
  };
  FaultyDisk disk;
  std::set<std::string> problems;
  for (const auto& operation : operations) {
    int n = 0;
    for (bool done = false; !done; ++n) {
      const std::string path = folder_ / std::to_string(n);
      path_ = path;
      SqliteStore store(path);
      store.Remove("new");
      store.Put("old", "1");
      disk.FailFrom(n);
      const std::string problem = Problem([&] { operation(&store); });
      disk.Heal();
      done = problem.empty();
      if (done) break;
      problems.insert(problem.substr(problem.find("`: ") + 3));
      SqliteStore other(path);
      for (SqliteStore* const each : {&store, &other}) {
        EXPECT_EQ(each->Get("old"), "1") << n;
        EXPECT_EQ(each->Get("new"), std::nullopt) << n;
        EXPECT_EQ(each->List().size(), 1U) << n;
      }
      operation(&store);
    }
    EXPECT_GT(n, 1);
  }
  EXPECT_EQ(problems, (std::set<std::string>{"disk I/O error", "the disk is full"}));
}

}  // namespace
}  // namespace aegis::agent

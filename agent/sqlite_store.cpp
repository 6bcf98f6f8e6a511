#include "agent/sqlite_store.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

// A store is a SQLite database in which everything but the data is fixed: SQLite keeps it whole
// when a process dies, and this file sees to the rest.
//
// - Durability. With a write-ahead log and `synchronous = FULL`, SQLite has synchronised the log
//   before a commit returns. A commit is therefore on the disk when `Put` returns.
// - Several processes. A transaction that writes begins as a writer (`BEGIN IMMEDIATE`), so that no
//   other can write between what it reads (the limits) and what it writes. Whoever has to wait
//   tries again until its patience ends. SQLite does not wait everywhere, above all not where a new
//   database gets its write-ahead log, so opening is also tried again as a whole.
// - Foreign files. What a file is, is read before anything is written: a database of another
//   application stays as it was.
// - The file is made here and not by SQLite, which would make it for everybody to read; its log and
//   its shared memory get its mode from SQLite. It is made without being opened: closing a file
//   drops all locks that this process has on it, also those of another SqliteStore.

namespace aegis::agent {
namespace {

using std::chrono::steady_clock;

constexpr int kApplicationId = 0x41656769;  // "Aegi"
constexpr int kVersion = 1;

// BINARY compares bytes; in UTF-8 that is the order of the code points. `bytes` stands before
// `content`, so that a size is read without the content, which SQLite keeps elsewhere when it is
// long.
constexpr const char* kCreateFiles = R"(
  CREATE TABLE files (
    filename TEXT NOT NULL PRIMARY KEY COLLATE BINARY,
    bytes INTEGER NOT NULL CHECK (bytes = length(content)),
    content BLOB NOT NULL
  ) STRICT)";
// All that a list and the limits need, in few pages: a full store is 16 MiB large, and each `Put`
// adds the sizes up.
constexpr const char* kCreateSizes = "CREATE INDEX sizes ON files (filename, bytes)";

struct Closer {
  void operator()(sqlite3* database) const { sqlite3_close(database); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

/// What SQLite could not do, with its extended result code.
struct Failure {
  int code;
};

void Check(int code) {
  if (code != SQLITE_OK) throw Failure{code};
}

/// A prepared statement. `Use` is one use of it.
class Statement {
 public:
  Statement() = default;
  Statement(sqlite3* database, std::string_view sql, unsigned flags = 0) {
    sqlite3_stmt* statement = nullptr;
    Check(sqlite3_prepare_v3(database, sql.data(), static_cast<int>(sql.size()), flags, &statement,
                             nullptr));
    statement_.reset(statement);
  }

  class Use;

 private:
  std::unique_ptr<sqlite3_stmt, Closer> statement_;
};

/// From here to its end a statement runs; then it lets go of its locks and of what it was given.
class Statement::Use {
 public:
  explicit Use(const Statement& statement) : statement_(statement.statement_.get()) {}
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;
  ~Use() {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }

  /// Parameters count from 1, columns from 0. A text must outlive the use.
  void BindText(int parameter, const std::string& text) {
    Check(sqlite3_bind_text64(statement_, parameter, text.data(), text.size(), SQLITE_STATIC,
                              SQLITE_UTF8));
  }
  void BindBlob(int parameter, const std::string& bytes) {
    Check(sqlite3_bind_blob64(statement_, parameter, bytes.data(), bytes.size(), SQLITE_STATIC));
  }
  void BindInt(int parameter, std::int64_t value) {
    Check(sqlite3_bind_int64(statement_, parameter, value));
  }

  /// Goes to the next row; false when there is none.
  bool Step() {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) throw Failure{code};
    return false;
  }
  std::int64_t Int(int column) { return sqlite3_column_int64(statement_, column); }
  std::string Bytes(int column) {
    // In this order the size is that of what the pointer points to. No bytes can be a null pointer.
    const void* const bytes = sqlite3_column_blob(statement_, column);
    const int size = sqlite3_column_bytes(statement_, column);
    if (size == 0) return "";
    if (bytes == nullptr) throw Failure{SQLITE_NOMEM};
    return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
  }

 private:
  sqlite3_stmt* statement_;
};

/// Runs one statement, and gives the first column of its first row, if it has one.
std::string Run(sqlite3* database, std::string_view sql) {
  const Statement statement(database, sql);
  Statement::Use use(statement);
  std::string result;
  if (!use.Step()) return result;
  result = use.Bytes(0);
  while (use.Step()) {
  }
  return result;
}

std::int64_t RunForInt(sqlite3* database, std::string_view sql) {
  const Statement statement(database, sql);
  Statement::Use use(statement);
  return use.Step() ? use.Int(0) : 0;
}

/// A transaction that is undone unless it is committed.
class Transaction {
 public:
  Transaction(sqlite3* database, const char* begin) : database_(database) { Run(database, begin); }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction() {
    // After some errors SQLite has rolled back already.
    if (sqlite3_get_autocommit(database_) != 0) return;
    sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
  }

  void Commit() { Run(database_, "COMMIT"); }

 private:
  sqlite3* database_;
};

}  // namespace

class SqliteStore::Database {
 public:
  Database(std::string path, std::chrono::milliseconds patience);

  PutResult Put(const std::string& filename, const std::string& content);
  std::optional<std::string> Get(const std::string& filename);
  std::vector<FileInfo> List();
  bool Remove(const std::string& filename);

 private:
  template <typename Work>
  auto Do(const char* what, const Work& work);
  [[noreturn]] void Fail(const char* what, const std::string& why) const;
  std::string Why(int code) const;

  void MakeFile() const;
  void Connect();
  void Configure();
  bool IsNew();
  void SetUp();
  void Prepare();
  void RefuseIfMoved() const;
  bool WaitForOthers(int times) const;

  std::string path_;
  std::chrono::milliseconds patience_;
  std::mutex mutex_;
  steady_clock::time_point deadline_;  ///< of the operation in hand
  std::unique_ptr<sqlite3, Closer> connection_;
  // After the connection, so that they end before it.
  Statement size_, totals_, put_, get_, list_, remove_;
};

/// Runs `work`, which uses the connection, and tells what goes wrong in it.
template <typename Work>
auto SqliteStore::Database::Do(const char* what, const Work& work) {
  const std::lock_guard<std::mutex> lock(mutex_);
  deadline_ = steady_clock::now() + patience_;
  try {
    RefuseIfMoved();
    return work();
  } catch (const Failure& failure) {
    Fail(what, Why(failure.code));
  }
}

void SqliteStore::Database::Fail(const char* what, const std::string& why) const {
  throw StoreError(std::string("cannot ") + what + " the store `" + path_ + "`: " + why);
}

std::string SqliteStore::Database::Why(int code) const {
  if (code == SQLITE_READONLY_DBMOVED) return "the file was moved or deleted";
  if (code == SQLITE_READONLY_DIRECTORY) return "its folder may only be read";
  switch (code & 0xFF) {
    case SQLITE_BUSY:
      return "another process holds it for too long";
    case SQLITE_FULL:
      return "the disk is full";
    case SQLITE_NOTADB:
      return "it is not a SQLite database";
    case SQLITE_CORRUPT:
    case SQLITE_ERROR:  // the tables are not those of a store
      return "it is damaged";
    case SQLITE_READONLY:
      return "it may only be read";
    default:
      break;
  }
  const int error = sqlite3_system_errno(connection_.get());
  const bool from_system = (code & 0xFF) == SQLITE_IOERR || (code & 0xFF) == SQLITE_CANTOPEN;
  return sqlite3_errstr(code) +
         (from_system && error != 0 ? std::string(": ") + std::strerror(error) : std::string());
}

SqliteStore::Database::Database(std::string path, std::chrono::milliseconds patience)
    : path_(std::move(path)), patience_(patience), deadline_(steady_clock::now() + patience) {
  try {
    MakeFile();
    Connect();
    for (int times = 0;; ++times) {
      try {
        SetUp();
        break;
      } catch (const Failure& failure) {
        if ((failure.code & 0xFF) != SQLITE_BUSY || !WaitForOthers(times)) throw;
      }
    }
    Prepare();
  } catch (const Failure& failure) {
    Fail("open", Why(failure.code));
  }
}

/// Sees to it that there is a file at the path; an empty one is a new store.
void SqliteStore::Database::MakeFile() const {
  if (path_.empty() || path_.find('\0') != path_.npos) {
    throw StoreError("the path of a store must not be empty or hold a NUL");
  }
  if (mknod(path_.c_str(), S_IFREG | S_IRUSR | S_IWUSR, 0) != 0 && errno != EEXIST) {
    // What exists already may be in a folder where nothing can be made.
    const int error = errno;
    if (access(path_.c_str(), F_OK) != 0) Fail("make", std::strerror(error));
  }
  struct stat status {};
  if (stat(path_.c_str(), &status) != 0) Fail("open", std::strerror(errno));
  if (S_ISDIR(status.st_mode)) Fail("open", std::strerror(EISDIR));
  if (!S_ISREG(status.st_mode)) Fail("open", "it is not a regular file");
  // SQLite would take a file of one byte for an empty one. Its smallest page has 512 bytes.
  if (status.st_size > 0 && status.st_size < 512) throw Failure{SQLITE_NOTADB};
}

void SqliteStore::Database::Connect() {
  // SQLite gives names such as `:memory:` and `file:...` a meaning; an absolute path has none.
  std::error_code error;
  const std::string path = std::filesystem::absolute(path_, error).string();
  if (error) Fail("open", error.message());
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &connection,
                                   SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
                                       SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE,
                                   nullptr);
  connection_.reset(connection);  // also after a failure, of which it can tell
  Check(code);
  Check(sqlite3_busy_handler(
      connection,
      [](void* database, int times) {
        return static_cast<const Database*>(database)->WaitForOthers(times) ? 1 : 0;
      },
      this));
}

/// Somebody may have put a hostile database at the path: nothing in it can make SQLite do more than
/// read and write rows. (Extensions are off unless they are asked for.)
void SqliteStore::Database::Configure() {
  sqlite3* const connection = connection_.get();
  for (const auto& [option, value] :
       {std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1), std::pair(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
        std::pair(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
        std::pair(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), std::pair(SQLITE_DBCONFIG_ENABLE_VIEW, 0)}) {
    Check(sqlite3_db_config(connection, option, value, nullptr));
  }
  sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0);
  Run(connection, "PRAGMA mmap_size = 0");
  Run(connection, "PRAGMA temp_store = MEMORY");
  Run(connection, "PRAGMA cell_size_check = ON");
  Run(connection, "PRAGMA synchronous = FULL");
}

/// Whether the database is empty; refuses it when it is neither that nor a store. Stands in a
/// transaction, so that all that it reads is of one moment.
bool SqliteStore::Database::IsNew() {
  sqlite3* const connection = connection_.get();
  const std::int64_t application = RunForInt(connection, "PRAGMA application_id");
  const std::int64_t version = RunForInt(connection, "PRAGMA user_version");
  if (application == kApplicationId && version > kVersion) {
    Fail("open", "a newer Aegis made it: it is of version " + std::to_string(version) +
                     ", and this Aegis knows version " + std::to_string(kVersion));
  }
  if (application == kApplicationId && version == kVersion) return false;
  if (application != 0 || version != 0 ||
      RunForInt(connection, "SELECT count(*) FROM sqlite_schema") != 0) {
    Fail("open", "it is the database of another application");
  }
  return true;
}

/// Makes an open database a store. Can be repeated from any point.
void SqliteStore::Database::SetUp() {
  sqlite3* const connection = connection_.get();
  if (sqlite3_db_readonly(connection, "main") != 0) throw Failure{SQLITE_READONLY};
  Configure();
  bool is_new = false;
  {
    const Transaction reading(connection, "BEGIN");
    is_new = IsNew();
  }
  if (Run(connection, "PRAGMA journal_mode = WAL") != "wal") {
    Fail("open", "there can be no write-ahead log where it is");
  }
  if (!is_new) return;
  Transaction writing(connection, "BEGIN IMMEDIATE");
  if (!IsNew()) return;  // another process was first
  Run(connection, kCreateFiles);
  Run(connection, kCreateSizes);
  Run(connection, "PRAGMA application_id = " + std::to_string(kApplicationId));
  Run(connection, "PRAGMA user_version = " + std::to_string(kVersion));
  writing.Commit();
}

void SqliteStore::Database::Prepare() {
  const auto prepare = [&](Statement* statement, const char* sql) {
    *statement = Statement(connection_.get(), sql, SQLITE_PREPARE_PERSISTENT);
  };
  prepare(&size_, "SELECT bytes FROM files WHERE filename = ?1");
  prepare(&totals_, "SELECT count(*), coalesce(sum(bytes), 0) FROM files");
  prepare(
      &put_,
      "INSERT INTO files (filename, bytes, content) VALUES (?1, ?2, ?3) "
      "ON CONFLICT (filename) DO UPDATE SET bytes = excluded.bytes, content = excluded.content");
  prepare(&get_, "SELECT content FROM files WHERE filename = ?1");
  prepare(&list_, "SELECT filename, bytes FROM files ORDER BY filename");
  prepare(&remove_, "DELETE FROM files WHERE filename = ?1");
}

/// What is written to a file that has no name any more is lost, although SQLite says that it is
/// written.
void SqliteStore::Database::RefuseIfMoved() const {
  int moved = 0;
  Check(sqlite3_file_control(connection_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved));
  if (moved != 0) throw Failure{SQLITE_READONLY_DBMOVED};
}

/// Waits a little, the `times`th time in a row (from 0); false when the patience is at its end.
bool SqliteStore::Database::WaitForOthers(int times) const {
  const steady_clock::time_point now = steady_clock::now();
  if (now >= deadline_) return false;
  // Short enough to find the gap between two transactions of somebody who writes all the time.
  const auto pause = std::chrono::milliseconds(std::min(times + 1, 5));
  std::this_thread::sleep_for(std::min<steady_clock::duration>(pause, deadline_ - now));
  return true;
}

PutResult SqliteStore::Database::Put(const std::string& filename, const std::string& content) {
  return Do("write to", [&] {
    Transaction transaction(connection_.get(), "BEGIN IMMEDIATE");
    std::optional<std::int64_t> replaced;
    {
      Statement::Use size(size_);
      size.BindText(1, filename);
      if (size.Step()) replaced = size.Int(0);
    }
    Totals totals;
    {
      Statement::Use use(totals_);
      use.Step();
      totals = {use.Int(0), use.Int(1)};
    }
    const auto bytes = static_cast<std::int64_t>(content.size());
    const PutResult result = Judge(totals, replaced, bytes);
    if (result != PutResult::kCreated && result != PutResult::kReplaced) return result;
    {
      Statement::Use put(put_);
      put.BindText(1, filename);
      put.BindInt(2, bytes);
      put.BindBlob(3, content);
      put.Step();
    }
    transaction.Commit();
    return result;
  });
}

std::optional<std::string> SqliteStore::Database::Get(const std::string& filename) {
  return Do("read", [&]() -> std::optional<std::string> {
    Statement::Use get(get_);
    get.BindText(1, filename);
    if (!get.Step()) return std::nullopt;
    return get.Bytes(0);
  });
}

std::vector<FileInfo> SqliteStore::Database::List() {
  return Do("read", [&] {
    std::vector<FileInfo> files;
    Statement::Use list(list_);
    while (list.Step()) files.push_back({list.Bytes(0), list.Int(1)});
    return files;
  });
}

bool SqliteStore::Database::Remove(const std::string& filename) {
  return Do("write to", [&] {
    Statement::Use remove(remove_);
    remove.BindText(1, filename);
    remove.Step();
    return sqlite3_changes(connection_.get()) != 0;
  });
}

SqliteStore::SqliteStore(const std::string& path, std::chrono::milliseconds patience)
    : database_(std::make_unique<Database>(path, patience)) {}

SqliteStore::~SqliteStore() = default;

PutResult SqliteStore::Put(const std::string& filename, const std::string& content) {
  return database_->Put(filename, content);
}

std::optional<std::string> SqliteStore::Get(const std::string& filename) {
  return database_->Get(filename);
}

std::vector<FileInfo> SqliteStore::List() { return database_->List(); }

bool SqliteStore::Remove(const std::string& filename) { return database_->Remove(filename); }

}  // namespace aegis::agent

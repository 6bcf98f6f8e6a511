#include "agent/file_store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "agent/sqlite_store.h"
#include "tests/agent/scratch_folder.h"

namespace aegis::agent {
namespace {

std::string Problem(const std::string& name) { return FilenameProblem(name).value_or(""); }

TEST(FilenameTest, IsAKeyOf1To255BytesOfUnicode) {
  for (const std::string& name :
       {std::string("a"), std::string("greet.aeg"), std::string("../x"), std::string("/etc/passwd"),
        std::string("C:\\x"), std::string("."), std::string(" "), std::string("a b\"'`;--"),
        std::string("\u00A0"), std::string("\u00E9\u4E2D\U0001F600"), std::string("\u00C2\u0142"),
        std::string("\uFFFF"), std::string(255, 'a')}) {
    EXPECT_EQ(Problem(name), "") << name;
  }
  EXPECT_EQ(Problem(""), "a file name must not be empty");
  EXPECT_EQ(Problem(std::string(256, 'a')), "a file name of 256 bytes is longer than 255");
  std::string wide;
  for (int i = 0; i < 64; ++i) wide += "\U0001F600";
  EXPECT_EQ(Problem(wide), "a file name of 256 bytes is longer than 255");
}

TEST(FilenameTest, HasNoControlCharacters) {
  for (int c = 0; c < 0xA0; ++c) {
    const std::string name = c < 0x80 ? std::string(1, static_cast<char>(c))
                                      : std::string("\xC2") + static_cast<char>(c);
    const bool is_control = c < 0x20 || c >= 0x7F;
    EXPECT_EQ(FilenameProblem("a" + name + "b").has_value(), is_control) << c;
  }
  EXPECT_EQ(Problem("a\n"), "the file name has the control character U+000A");
  EXPECT_EQ(Problem("\x7F"), "the file name has the control character U+007F");
  EXPECT_EQ(Problem("a\u0085"), "the file name has the control character U+0085");
}

TEST(FilenameTest, IsStrictUtf8) {
  for (const std::string name :
       {"\xFF", "a\x80", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xC2", "\xE2\x82"}) {
    EXPECT_EQ(Problem(name), "the file name is not UTF-8") << name;
  }
}

/// What holds for every store.
template <typename Store>
class FileStoreTest : public ::testing::Test {
 protected:
  FileStoreTest() {
    if constexpr (std::is_same_v<Store, SqliteStore>) {
      store_ = std::make_unique<SqliteStore>(folder_ / "store.db");
    } else {
      store_ = std::make_unique<Store>();
    }
  }

  /// Names and sizes as `a=3 b=5`.
  std::string Listing() {
    std::string text;
    for (const FileInfo& file : store_->List()) {
      text += (text.empty() ? "" : " ") + file.filename + "=" + std::to_string(file.bytes);
    }
    return text;
  }

  ScratchFolder folder_;
  std::unique_ptr<FileStore> store_;
};

struct StoreNames {
  template <typename Store>
  static std::string GetName(int /*index*/) {
    return std::is_same_v<Store, SqliteStore> ? "Sqlite" : "Memory";
  }
};
using Stores = ::testing::Types<MemoryStore, SqliteStore>;
TYPED_TEST_SUITE(FileStoreTest, Stores, StoreNames);

TYPED_TEST(FileStoreTest, KeepsFiles) {
  FileStore& store = *this->store_;
  EXPECT_EQ(this->Listing(), "");
  EXPECT_EQ(store.Get("a"), std::nullopt);
  EXPECT_FALSE(store.Remove("a"));

  EXPECT_EQ(store.Put("a", "print(1)"), PutResult::kCreated);
  EXPECT_EQ(store.Put("b", ""), PutResult::kCreated);
  EXPECT_EQ(this->Listing(), "a=8 b=0");
  EXPECT_EQ(store.Get("a"), "print(1)");
  EXPECT_EQ(store.Get("b"), "");

  EXPECT_EQ(store.Put("a", "print(22)"), PutResult::kReplaced);
  EXPECT_EQ(this->Listing(), "a=9 b=0");
  EXPECT_EQ(store.Get("a"), "print(22)");

  EXPECT_TRUE(store.Remove("a"));
  EXPECT_FALSE(store.Remove("a"));
  EXPECT_EQ(store.Get("a"), std::nullopt);
  EXPECT_EQ(this->Listing(), "b=0");
  EXPECT_EQ(store.Put("a", "x"), PutResult::kCreated);
}

TYPED_TEST(FileStoreTest, GivesBackEveryByte) {
  FileStore& store = *this->store_;
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  for (const std::string& content :
       {std::string("\u00E9\U0001F600"), std::string("\0", 1), std::string("a\0b\0", 4), all,
        std::string("\xEF\xBB\xBF") + "x", std::string("a\r\nb\rc\n"), std::string(100000, 'x')}) {
    store.Put("a", content);
    EXPECT_EQ(store.Get("a"), content);
    EXPECT_EQ(this->Listing(), "a=" + std::to_string(content.size()));
  }
}

TYPED_TEST(FileStoreTest, ListsInTheOrderOfCodePoints) {
  // In UTF-16 the last but one would stand behind the last.
  const std::vector<std::string> names = {" ",      "10",     "2",         "A", "Z",
                                          "a",      "a.aeg",  "aa",        "b", "\u00E9",
                                          "\u0142", "\uFF5E", "\U0001F600"};
  for (auto name = names.rbegin(); name != names.rend(); ++name) this->store_->Put(*name, "x");
  std::vector<std::string> listed;
  for (const FileInfo& file : this->store_->List()) listed.push_back(file.filename);
  EXPECT_EQ(listed, names);
}

TYPED_TEST(FileStoreTest, TakesNamesAsKeys) {
  FileStore& store = *this->store_;
  const std::vector<std::string> names = {"../x",
                                          "./x",
                                          "x",
                                          "X",
                                          "x ",
                                          "x/",
                                          "/x",
                                          "//x",
                                          "/etc/passwd",
                                          "C:\\x",
                                          "",
                                          "*",
                                          "x*",
                                          "%",
                                          "_",
                                          "'",
                                          "x'; DROP TABLE files; --",
                                          "\"files\"",
                                          "?1",
                                          ":memory:",
                                          "store.db",
                                          "e\u0301",
                                          "\u00E9",
                                          "1",
                                          "1.0",
                                          "01",
                                          "NULL",
                                          std::string(255, 'n')};
  for (const std::string& name : names) {
    EXPECT_EQ(store.Put(name, "content of " + name), PutResult::kCreated) << name;
  }
  EXPECT_EQ(store.List().size(), names.size());
  for (const std::string& name : names) {
    EXPECT_EQ(store.Get(name), "content of " + name) << name;
    EXPECT_TRUE(store.Remove(name)) << name;
    EXPECT_FALSE(store.Remove(name)) << name;
  }
  EXPECT_EQ(this->Listing(), "");
}

TYPED_TEST(FileStoreTest, Holds1024Files) {
  FileStore& store = *this->store_;
  for (int i = 0; i < 1024; ++i) {
    ASSERT_EQ(store.Put(std::to_string(i), "x"), PutResult::kCreated) << i;
  }
  EXPECT_EQ(store.Put("one more", ""), PutResult::kTooManyFiles);
  EXPECT_EQ(store.Get("one more"), std::nullopt);
  EXPECT_EQ(store.List().size(), 1024U);
  EXPECT_EQ(store.Put("7", "other"), PutResult::kReplaced);
  EXPECT_EQ(store.Get("7"), "other");
  EXPECT_TRUE(store.Remove("7"));
  EXPECT_EQ(store.Put("one more", ""), PutResult::kCreated);
  EXPECT_EQ(store.Put("7", "other"), PutResult::kTooManyFiles);
}

TYPED_TEST(FileStoreTest, Holds16MebibytesTogether) {
  FileStore& store = *this->store_;
  const std::string mebibyte(1 << 20, 'x');
  for (int i = 0; i < 16; ++i) {
    ASSERT_EQ(store.Put(std::to_string(i), mebibyte), PutResult::kCreated) << i;
  }
  EXPECT_EQ(store.Put("one more", "x"), PutResult::kTooManyBytes);
  EXPECT_EQ(store.Get("one more"), std::nullopt);
  EXPECT_EQ(store.Put("no bytes", ""), PutResult::kCreated);

  EXPECT_EQ(store.Put("3", mebibyte + "x"), PutResult::kTooManyBytes);
  EXPECT_EQ(store.Get("3"), mebibyte);
  EXPECT_EQ(store.Put("3", std::string(1 << 20, 'y')), PutResult::kReplaced);
  EXPECT_EQ(store.Put("3", mebibyte.substr(1)), PutResult::kReplaced);
  EXPECT_EQ(store.Put("one more", "xx"), PutResult::kTooManyBytes);
  EXPECT_EQ(store.Put("one more", "x"), PutResult::kCreated);
  EXPECT_EQ(store.Put("3", mebibyte), PutResult::kTooManyBytes);
  EXPECT_TRUE(store.Remove("4"));
  EXPECT_EQ(store.Put("3", mebibyte), PutResult::kReplaced);
  EXPECT_EQ(store.Put("4", mebibyte), PutResult::kTooManyBytes);
  EXPECT_EQ(store.Put("4", mebibyte.substr(1)), PutResult::kCreated);
}

TYPED_TEST(FileStoreTest, RefusesOneFileOfTooManyBytes) {
  FileStore& store = *this->store_;
  EXPECT_EQ(store.Put("a", std::string((16 << 20) + 1, 'x')), PutResult::kTooManyBytes);
  EXPECT_EQ(store.Put("a", std::string(16 << 20, 'x')), PutResult::kCreated);
  EXPECT_EQ(this->Listing(), "a=16777216");
}

TYPED_TEST(FileStoreTest, CanBeUsedByThreads) {
  constexpr int kThreads = 8;
  constexpr int kFiles = 12;
  FileStore& store = *this->store_;
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&store, &wrong, t] {
      for (int i = 0; i < kFiles; ++i) {
        const std::string name = std::to_string(t) + "-" + std::to_string(i);
        if (store.Put(name, name) != PutResult::kCreated) ++wrong;
        if (store.Put("shared", name + name) == PutResult::kTooManyFiles) ++wrong;
        if (store.Get(name) != name) ++wrong;
        if (store.List().empty()) ++wrong;
        if (i % 2 == 1 && !store.Remove(name)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(store.List().size(), static_cast<std::size_t>(kThreads * kFiles / 2 + 1));
}

}  // namespace
}  // namespace aegis::agent

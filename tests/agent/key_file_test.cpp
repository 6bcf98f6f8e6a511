#include "agent/key_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace aegis::agent {
namespace {

class KeyFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "aegis-key-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    path_ = folder_ / "store.key";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void Write(const std::string& text, int mode = 0600) {
    std::ofstream(path_) << text;
    chmod(path_.c_str(), static_cast<mode_t>(mode));
  }
  std::string Problem(bool may_be_shared = false) {
    try {
      ReadOrMakeKey(path_, may_be_shared);
      return "";
    } catch (const KeyFileError& error) {
      return error.what();
    }
  }

  std::filesystem::path folder_;
  std::filesystem::path path_;
};

TEST_F(KeyFileTest, IsMadeOnceForItsOwnerAlone) {
  const SnapshotKey key = ReadOrMakeKey(path_);
  EXPECT_EQ(ReadOrMakeKey(path_).bytes(), key.bytes());
  struct stat status {};
  ASSERT_EQ(stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
  EXPECT_EQ(status.st_size, 65);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(KeyFileTest, HoldsHexadecimalDigits) {
  const std::string digits(64, '4');
  for (const std::string end : {"", "\n", "\r\n"}) {
    Write(digits + end);
    EXPECT_EQ(ReadOrMakeKey(path_).bytes(), std::string(32, 'D'));
  }
}

TEST_F(KeyFileTest, WithAnythingElseIsRefused) {
  const std::string digits(64, '4');
  for (const std::string& text : {std::string(), std::string(63, '4'), digits + "4", digits + " ",
                                  std::string(64, 'g'), std::string(32, '\xFF'), digits + digits}) {
    Write(text);
    EXPECT_EQ(Problem(),
              "the key file `" + path_.string() + "` does not hold 64 hexadecimal digits")
        << text;
  }
}

TEST_F(KeyFileTest, OfOthersIsRefusedUnlessSharingIsWanted) {
  for (const int mode : {0640, 0604, 0620, 0602, 0777}) {
    Write(std::string(64, '4') + "\n", mode);
    EXPECT_EQ(Problem(), "the key file `" + path_.string() +
                             "` can be used by others than its owner; `chmod 600` mends that");
    EXPECT_EQ(Problem(/*may_be_shared=*/true), "");
  }
}

TEST_F(KeyFileTest, ThatCannotBeReadOrMadeIsTold) {
  path_ = folder_ / "missing" / "store.key";
  EXPECT_EQ(Problem(),
            "cannot make the key file `" + path_.string() + "`: No such file or directory");
  path_ = folder_;
  EXPECT_EQ(Problem(/*may_be_shared=*/true),
            "cannot read the key file `" + path_.string() + "`: Is a directory");
}

TEST_F(KeyFileTest, MadeByManyAtOnceIsOneKey) {
  std::vector<std::string> keys(16);
  std::vector<std::thread> threads;
  for (std::string& key : keys) {
    threads.emplace_back([this, &key] { key = ReadOrMakeKey(path_).bytes(); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::set<std::string>(keys.begin(), keys.end()).size(), 1U);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

}  // namespace
}  // namespace aegis::agent

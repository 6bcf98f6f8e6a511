#include "agent/key_file.h"

#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>

// A key must never be seen half-written, and two servers that start at once must not end with a key
// each. So a new key is written to a file of its own, made durable, and then given the real name
// with link(), which fails when the name is taken: then somebody else was first, and theirs is
// read.

namespace aegis::agent {
namespace {

constexpr std::size_t kDigits = 2 * SnapshotKey::kBytes;

[[noreturn]] void Fail(const char* what, const std::string& path) {
  const int error = errno;
  throw KeyFileError(std::string("cannot ") + what + " the key file `" + path +
                     "`: " + std::strerror(error));
}

/// Closes a file descriptor on every way out.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (value_ >= 0) close(value_);
  }

  int get() const { return value_; }

 private:
  int value_;
};

/// The key in an existing file; nothing when there is none.
std::optional<SnapshotKey> ReadKey(const std::string& path, bool may_be_shared) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) {
    if (errno == ENOENT) return std::nullopt;
    Fail("read", path);
  }
  struct stat status {};
  if (fstat(file.get(), &status) != 0) Fail("read", path);
  if (!may_be_shared && S_ISREG(status.st_mode) && (status.st_mode & 077) != 0) {
    throw KeyFileError("the key file `" + path +
                       "` can be used by others than its owner; `chmod 600` mends that");
  }
  std::array<char, kDigits + 3> text{};
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t count = read(file.get(), text.data() + size, text.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) Fail("read", path);
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  std::string_view digits(text.data(), size);
  while (!digits.empty() && (digits.back() == '\n' || digits.back() == '\r')) {
    digits.remove_suffix(1);
  }
  std::string bytes(SnapshotKey::kBytes, '\0');
  std::size_t decoded = 0;
  const int failed = sodium_hex2bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(),
                                    digits.data(), digits.size(), nullptr, &decoded, nullptr);
  sodium_memzero(text.data(), text.size());
  if (failed != 0 || decoded != SnapshotKey::kBytes || digits.size() != kDigits) {
    throw KeyFileError("the key file `" + path + "` does not hold 64 hexadecimal digits");
  }
  return SnapshotKey::FromBytes(bytes);
}

void WriteNewKey(const std::string& path) {
  const SnapshotKey key = SnapshotKey::Generate();
  std::string text(kDigits + 1, '\0');
  sodium_bin2hex(text.data(), text.size(),
                 reinterpret_cast<const unsigned char*>(key.bytes().data()), key.bytes().size());
  text.back() = '\n';
  std::string temporary = path + ".XXXXXX";
  const Descriptor file(mkostemp(temporary.data(), O_CLOEXEC));
  if (file.get() < 0) Fail("make", path);
  const bool written =
      write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
      fsync(file.get()) == 0;
  const bool named = written && (link(temporary.c_str(), path.c_str()) == 0 || errno == EEXIST);
  const int error = errno;
  unlink(temporary.c_str());
  errno = error;
  if (!named) Fail("make", path);
}

}  // namespace

SnapshotKey ReadOrMakeKey(const std::string& path, bool may_be_shared) {
  if (const auto key = ReadKey(path, may_be_shared)) return *key;
  WriteNewKey(path);
  const auto key = ReadKey(path, may_be_shared);
  if (!key) throw KeyFileError("the key file `" + path + "` has vanished");
  return *key;
}

}  // namespace aegis::agent

#include "cli/replace_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "cli/display.h"

// The new contents go into a temporary file in the same folder, which then takes the name of the
// old file: within a folder, rename(2) is one step. What renaming would lose, mode and owner, is
// copied before; and since it asks for no right to write the old file, that is asked for here.

namespace aegis::cli {
namespace {

/// A file that is removed again unless it has been renamed.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& folder) : path_(folder + "/.aegis-fmt-XXXXXX") {
    descriptor_ = mkostemp(path_.data(), O_CLOEXEC);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ < 0) return;
    close(descriptor_);
    if (!renamed_) unlink(path_.c_str());
  }

  bool is_open() const { return descriptor_ >= 0; }

  bool Write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = write(descriptor_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }

  bool TakeModeAndOwner(const struct stat& original) {
    // Only root can give files away. Others can at least choose among their groups.
    if (fchown(descriptor_, original.st_uid, original.st_gid) != 0 &&
        fchown(descriptor_, static_cast<uid_t>(-1), original.st_gid) != 0 && errno != EPERM) {
      return false;
    }
    return fchmod(descriptor_, original.st_mode & 07777) == 0;
  }

  bool RenameTo(const std::string& path) {
    // Not every file system can say that it has written; EINVAL is how those answer.
    const bool written = fsync(descriptor_) == 0 || errno == EINVAL;
    renamed_ = written && rename(path_.c_str(), path.c_str()) == 0;
    return renamed_;
  }

 private:
  std::string path_;
  int descriptor_;
  bool renamed_ = false;
};

/// Why it could not be done, in words; empty when it is.
std::string Replace(const std::string& path, std::string_view bytes) {
  const std::unique_ptr<char, void (*)(void*)> resolved(realpath(path.c_str(), nullptr),
                                                        &std::free);
  struct stat original;
  if (!resolved || stat(resolved.get(), &original) != 0) return std::strerror(errno);
  if (!S_ISREG(original.st_mode)) return "not a regular file";
  const int writable = open(resolved.get(), O_WRONLY | O_CLOEXEC);
  if (writable < 0) return std::strerror(errno);
  close(writable);

  const std::string target = resolved.get();
  TemporaryFile file(target.substr(0, target.rfind('/')));
  const bool done = file.is_open() && file.Write(bytes) && file.TakeModeAndOwner(original) &&
                    file.RenameTo(target);
  return done ? "" : std::strerror(errno);
}

}  // namespace

std::string ReplaceFile(const std::string& path, std::string_view bytes) {
  const std::string reason = Replace(path, bytes);
  return reason.empty() ? "" : "cannot write `" + Visible(path) + "`: " + reason;
}

}  // namespace aegis::cli

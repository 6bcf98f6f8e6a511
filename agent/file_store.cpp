#include "agent/file_store.h"

#include <array>
#include <cstdio>

#include "syntax/source.h"

namespace aegis::agent {
namespace {

constexpr std::size_t kMaxNameBytes = 255;

/// The first control character of `text`, which is UTF-8: of C0, DEL, or of C1, which U+0080 to
/// U+009F are.
std::optional<unsigned> ControlCharacter(std::string_view text) {
  unsigned char before = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F || (before == 0xC2 && byte < 0xA0)) return byte;
    before = byte;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> FilenameProblem(std::string_view name) {
  if (name.empty()) return "a file name must not be empty";
  if (name.size() > kMaxNameBytes) {
    return "a file name of " + std::to_string(name.size()) + " bytes is longer than " +
           std::to_string(kMaxNameBytes);
  }
  if (!IsValidUtf8(name)) return "the file name is not UTF-8";
  if (const auto control = ControlCharacter(name)) {
    std::array<char, 8> hexadecimal{};
    std::snprintf(hexadecimal.data(), hexadecimal.size(), "U+%04X", *control);
    return "the file name has the control character " + std::string(hexadecimal.data());
  }
  return std::nullopt;
}

PutResult FileStore::Judge(Totals totals, std::optional<std::int64_t> replaced,
                           std::int64_t bytes) {
  if (!replaced && totals.files >= kMaxFiles) return PutResult::kTooManyFiles;
  if (bytes > kMaxBytes - (totals.bytes - replaced.value_or(0))) return PutResult::kTooManyBytes;
  return replaced ? PutResult::kReplaced : PutResult::kCreated;
}

PutResult MemoryStore::Put(const std::string& filename, const std::string& content) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto old = files_.find(filename);
  std::optional<std::int64_t> replaced;
  if (old != files_.end()) replaced = static_cast<std::int64_t>(old->second.size());
  const auto bytes = static_cast<std::int64_t>(content.size());
  const PutResult result =
      Judge({static_cast<std::int64_t>(files_.size()), bytes_}, replaced, bytes);
  if (result == PutResult::kCreated) {
    files_.emplace(filename, content);
  } else if (result == PutResult::kReplaced) {
    old->second = content;
  } else {
    return result;
  }
  bytes_ += bytes - replaced.value_or(0);
  return result;
}

std::optional<std::string> MemoryStore::Get(const std::string& filename) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto file = files_.find(filename);
  if (file == files_.end()) return std::nullopt;
  return file->second;
}

std::vector<FileInfo> MemoryStore::List() {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<FileInfo> list;
  list.reserve(files_.size());
  for (const auto& [filename, content] : files_) {
    list.push_back({filename, static_cast<std::int64_t>(content.size())});
  }
  return list;
}

bool MemoryStore::Remove(const std::string& filename) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto file = files_.find(filename);
  if (file == files_.end()) return false;
  bytes_ -= static_cast<std::int64_t>(file->second.size());
  files_.erase(file);
  return true;
}

}  // namespace aegis::agent

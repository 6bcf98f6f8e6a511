#include <sodium.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "interp/interpreter.h"
#include "interp/session.h"

// A run is a function of its source, limits and inputs, so a snapshot holds these, the active time
// used, and nothing of the interpreter's insides; restoring runs the program again up to the pause.
// That costs at most the operations the run has had, and makes a snapshot small, independent of the
// machine and of the implementation of the same language version.
//
//     magic and version   8 bytes
//     active time         8 bytes, nanoseconds
//     limits              8 bytes for each of Limits::Infos(), in that order
//     source              8 bytes length, then its bytes
//     inputs              8 bytes count, then 8 bytes length and the bytes of each
//     HMAC-SHA-256        32 bytes over everything before it
//
// Numbers are little-endian. The code is compared before anything else is looked at.

namespace aegis {
namespace {

constexpr std::string_view kMagic("AEGSNAP\x01", 8);
constexpr std::size_t kCodeBytes = crypto_auth_hmacsha256_BYTES;
static_assert(SnapshotKey::kBytes == crypto_auth_hmacsha256_KEYBYTES);

void PutNumber(std::uint64_t value, std::string* bytes) {
  for (int i = 0; i < 8; ++i) bytes->push_back(static_cast<char>(value >> (8 * i) & 0xFF));
}

void PutText(std::string_view text, std::string* bytes) {
  PutNumber(text.size(), bytes);
  bytes->append(text);
}

/// Reads what the functions above wrote; after the first read past the end, `ok` is false and
/// everything read is empty or zero.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t Number() {
    const std::string_view digits = Take(8);
    std::uint64_t value = 0;
    for (std::size_t i = digits.size(); i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(digits[i]);
    }
    return value;
  }

  std::string_view Text() { return Take(Number()); }

  std::string_view Take(std::uint64_t count) {
    ok_ = ok_ && count <= bytes_.size();
    if (!ok_) return {};
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }

  bool ok() const { return ok_; }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool ok_ = true;
};

/// The library asks for one initialisation in a process; it is idempotent and thread-safe.
void InitializeSodium() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium cannot be initialised");
}

const unsigned char* Unsigned(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

std::string AuthenticationCode(std::string_view bytes, const SnapshotKey& key) {
  std::array<unsigned char, kCodeBytes> code{};
  crypto_auth_hmacsha256(code.data(), Unsigned(bytes), bytes.size(), Unsigned(key.bytes()));
  return std::string(code.begin(), code.end());
}

}  // namespace

std::optional<SnapshotKey> SnapshotKey::FromBytes(std::string_view bytes) {
  if (bytes.size() != kBytes) return std::nullopt;
  return SnapshotKey(std::string(bytes));
}

SnapshotKey SnapshotKey::Generate() {
  InitializeSodium();
  std::string bytes(kBytes, '\0');
  randombytes_buf(bytes.data(), bytes.size());
  return SnapshotKey(std::move(bytes));
}

std::optional<std::string> Session::Save(const SnapshotKey& key) const {
  if (!interpreter_) return std::nullopt;
  InitializeSodium();
  std::string bytes(kMagic);
  PutNumber(static_cast<std::uint64_t>(budget_->active_ns()), &bytes);
  for (const LimitInfo& info : Limits::Infos()) {
    PutNumber(static_cast<std::uint64_t>(limits_[info.limit]), &bytes);
  }
  PutText(source_, &bytes);
  PutNumber(inputs_.size(), &bytes);
  for (const std::string& input : inputs_) PutText(input, &bytes);
  return bytes + AuthenticationCode(bytes, key);
}

std::optional<Session> Session::Restore(std::string_view snapshot, const SnapshotKey& key,
                                        std::string* problem, Clock clock) {
  const auto refuse = [&](const char* why) {
    if (problem != nullptr) *problem = why;
    return std::nullopt;
  };
  InitializeSodium();
  if (snapshot.size() < kMagic.size() + kCodeBytes) return refuse("this is no snapshot");
  const std::string_view body = snapshot.substr(0, snapshot.size() - kCodeBytes);
  const std::string_view code = snapshot.substr(body.size());
  const std::string right_code = AuthenticationCode(body, key);
  if (sodium_memcmp(code.data(), right_code.data(), kCodeBytes) != 0) {
    return refuse("the snapshot is damaged, or was not made with this key");
  }

  Reader reader(body);
  if (reader.Take(kMagic.size()) != kMagic) {
    return refuse("the snapshot was made by another version");
  }
  const auto active_ns = static_cast<std::int64_t>(reader.Number());
  Limits limits;
  for (const LimitInfo& info : Limits::Infos()) {
    const auto changed = limits.With(info.limit, static_cast<std::int64_t>(reader.Number()));
    if (!changed) return refuse("the snapshot has a limit out of range");
    limits = *changed;
  }
  Session session(std::string(reader.Text()), limits, std::move(clock));
  std::vector<std::string> inputs;
  for (std::uint64_t left = reader.Number(); left > 0 && reader.ok(); --left) {
    inputs.emplace_back(reader.Text());
  }
  if (!reader.ok() || !reader.at_end() || active_ns < 0) return refuse("the snapshot is cut short");

  // The clock stands still meanwhile: the time of this part of the run has been counted already.
  session.Attempt([&] {
    session.Begin();
    for (std::string& input : inputs) {
      if (!session.interpreter_) break;
      session.inputs_.push_back(input);
      session.Settle(session.interpreter_->Provide(std::move(input)));
    }
  });
  if (!session.interpreter_) return refuse("the snapshot is of a run that does not wait for input");
  session.budget_->set_active_ns(active_ns);
  return session;
}

}  // namespace aegis

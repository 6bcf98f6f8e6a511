#include "agent/run_tokens.h"

#include <sodium.h>

#include <array>
#include <stdexcept>
#include <utility>

// A token is, before Base64,
//
//     magic and version   8 bytes
//     expiry              8 bytes, seconds since 1970, little-endian
//     run                16 bytes, random, the same in all tokens of a run
//     snapshot            what Session::Save makes, of any length
//     HMAC-SHA-256       32 bytes over everything before it
//
// The code is compared before anything else is looked at, so nobody without the key can choose what
// is read, extend the time, or put the snapshot of one token under the expiry of another. Snapshots
// carry a code of their own, made with the same key over texts that begin with another magic, so
// neither can be taken for the other.

namespace aegis::agent {
namespace {

constexpr std::string_view kMagic("AEGRUN\0\x01", 8);
constexpr std::size_t kExpiryBytes = 8;
constexpr std::size_t kRunIdBytes = 16;
constexpr std::size_t kHeadBytes = 8 + kExpiryBytes + kRunIdBytes;
constexpr std::size_t kCodeBytes = crypto_auth_hmacsha256_BYTES;
constexpr int kAlphabet = sodium_base64_VARIANT_URLSAFE_NO_PADDING;

void InitializeSodium() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium cannot be initialised");
}

std::string Code(std::string_view bytes, const SnapshotKey& key) {
  std::array<unsigned char, kCodeBytes> code{};
  crypto_auth_hmacsha256(code.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                         bytes.size(), reinterpret_cast<const unsigned char*>(key.bytes().data()));
  return std::string(code.begin(), code.end());
}

std::string ToBase64(std::string_view bytes) {
  std::string text(sodium_base64_encoded_len(bytes.size(), kAlphabet), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), kAlphabet);
  text.resize(text.find('\0'));
  return text;
}

/// Nothing for all but the one text that `ToBase64` makes: libsodium alone lets some bytes beyond
/// ASCII and stray bits pass.
std::optional<std::string> FromBase64(std::string_view text) {
  std::string bytes(text.size() / 4 * 3 + 3, '\0');
  std::size_t size = 0;
  const char* end = nullptr;
  const int failed = sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(),
                                       text.data(), text.size(), nullptr, &size, &end, kAlphabet);
  if (failed != 0 || end != text.data() + text.size()) return std::nullopt;
  bytes.resize(size);
  if (ToBase64(bytes) != text) return std::nullopt;
  return bytes;
}

}  // namespace

WallClock SystemWallClock() {
  return [] {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::int64_t{std::chrono::duration_cast<std::chrono::seconds>(now).count()};
  };
}

RunTokens::RunTokens(SnapshotKey key, std::chrono::seconds lifetime, WallClock now)
    : key_(std::move(key)), lifetime_(lifetime), now_(std::move(now)) {
  InitializeSodium();
}

std::string RunTokens::NewRunId() {
  InitializeSodium();
  std::string id(kRunIdBytes, '\0');
  randombytes_buf(id.data(), id.size());
  return id;
}

std::string RunTokens::Seal(const Session& session, const std::string& run_id) const {
  const std::optional<std::string> snapshot = session.Save(key_);
  if (!snapshot || run_id.size() != kRunIdBytes) {
    throw std::logic_error("a token is made of a run that waits, and its identity");
  }
  std::string bytes(kMagic);
  const auto expiry = static_cast<std::uint64_t>(now_() + lifetime_.count());
  for (std::size_t i = 0; i < kExpiryBytes; ++i) {
    bytes.push_back(static_cast<char>(expiry >> (8 * i) & 0xFF));
  }
  bytes += run_id;
  bytes += *snapshot;
  bytes += Code(bytes, key_);
  return ToBase64(bytes);
}

std::optional<RunTokens::Opened> RunTokens::Open(std::string_view token, std::string* problem,
                                                 Clock clock) const {
  const auto refuse = [problem](const char* why) {
    *problem = why;
    return std::nullopt;
  };
  constexpr const char* kForged = "this `run` is damaged, or was made by a server with another key";
  const std::optional<std::string> bytes = FromBase64(token);
  if (!bytes || bytes->size() < kHeadBytes + kCodeBytes) return refuse(kForged);
  const std::string_view body = std::string_view(*bytes).substr(0, bytes->size() - kCodeBytes);
  const std::string right_code = Code(body, key_);
  if (sodium_memcmp(bytes->data() + body.size(), right_code.data(), kCodeBytes) != 0) {
    return refuse(kForged);
  }
  if (body.substr(0, kMagic.size()) != kMagic) {
    return refuse("this `run` was made by another version");
  }
  std::uint64_t expiry = 0;
  for (std::size_t i = kExpiryBytes; i-- > 0;) {
    expiry = expiry << 8 | static_cast<unsigned char>(body[kMagic.size() + i]);
  }
  if (now_() >= static_cast<std::int64_t>(expiry)) {
    return refuse("this `run` has expired; start the program again");
  }
  std::string snapshot_problem;
  std::optional<Session> session =
      Session::Restore(body.substr(kHeadBytes), key_, &snapshot_problem, std::move(clock));
  if (!session) return refuse("this `run` was made by another version");
  return Opened{std::move(*session),
                std::string(body.substr(kMagic.size() + kExpiryBytes, kRunIdBytes))};
}

}  // namespace aegis::agent

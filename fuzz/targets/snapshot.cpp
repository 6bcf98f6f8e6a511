// Restoring of runs. A changed snapshot is refused by its authentication code and nothing behind it
// would ever be reached, so an input is a snapshot without the code, which is put behind it here,
// with a key that is known.

#include <sodium.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/mutate.h"
#include "fuzz/targets/libfuzzer.h"
#include "interp/session.h"

namespace aegis::fuzz {
namespace {

constexpr std::size_t kCodeBytes = crypto_auth_hmacsha256_BYTES;

const SnapshotKey& Key() {
  static const SnapshotKey key = *SnapshotKey::FromBytes(std::string(SnapshotKey::kBytes, 'k'));
  return key;
}

Clock StandingClock() {
  return [] { return std::int64_t{0}; };
}

std::string Signed(const std::string& body) {
  std::array<unsigned char, kCodeBytes> code{};
  crypto_auth_hmacsha256(code.data(), reinterpret_cast<const unsigned char*>(body.data()),
                         body.size(), reinterpret_cast<const unsigned char*>(Key().bytes().data()));
  return body + std::string(code.begin(), code.end());
}

/// The snapshot of some run at one of its pauses, without the code.
std::string FreshSnapshot(Random* random) {
  const std::string program = "a = input()\n" + FreshProgram(random);
  Session session = Session::Start(program, Limits(), StandingClock());
  std::string body;
  for (std::size_t inputs = random->Below(4);; --inputs) {
    const std::optional<std::string> snapshot = session.Save(Key());
    if (!snapshot) return body;
    body = snapshot->substr(0, snapshot->size() - kCodeBytes);
    if (inputs == 0) return body;
    session.Resume(std::string(random->Below(20), 'i'));
  }
}

}  // namespace

std::string MutateInput(const std::string& input, std::size_t max_size, Random* random) {
  if (input.size() < 16 || random->OneIn(20)) return FreshSnapshot(random);
  if (random->OneIn(2)) return MutatedByLibFuzzer(input, max_size);
  return MutateBytes(input, random);
}

std::string CrossInputs(const std::string& input, const std::string& other, Random* random) {
  // The numbers before the source have the same places in both.
  const std::size_t at = random->Below(std::min(input.size(), other.size()) + 1);
  return input.substr(0, at) + other.substr(at);
}

}  // namespace aegis::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace aegis;
  const std::string body(reinterpret_cast<const char*>(data), size);
  Session::Restore(body, fuzz::Key());

  const std::string snapshot = fuzz::Signed(body);
  std::string problem;
  std::optional<Session> session =
      Session::Restore(snapshot, fuzz::Key(), &problem, fuzz::StandingClock());
  if (!session) {
    if (problem.empty()) fuzz::Complain("a snapshot was refused without a reason");
    return 0;
  }
  if (session->envelope().status != Status::kInputRequired) {
    fuzz::Complain("a restored run does not wait for input");
  }
  if (session->Save(fuzz::Key()) != snapshot) fuzz::Complain("it is saved as another snapshot");
  session->Resume("input");
  return 0;
}

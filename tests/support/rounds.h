#pragma once

namespace aegis::support {

/// How often a random test repeats itself: `count` times, and a fifth of that under
/// AddressSanitizer, where every step takes several times as long. The release build's tests run
/// whole.
template <typename Count>
constexpr Count Rounds(Count count) {
#ifdef __SANITIZE_ADDRESS__
  return count / 5;
#else
  return count;
#endif
}

}  // namespace aegis::support

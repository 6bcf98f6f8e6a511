#pragma once

#include <string>

namespace aegis::bench {

/// Programs that are as large as the default limits allow (specification, sections 1, 2): as many
/// tokens as there may be, and valid, so that every phase of a check runs over all of them.
///
/// The one with short names has the most tokens in the fewest bytes, the one with long names takes
/// all the 64 KiB.
std::string LargestProgram(bool long_names);

}  // namespace aegis::bench

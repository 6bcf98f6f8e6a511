#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace aegis::fuzz {

/// Asks the named properties of `aegis fuzz --list` about the input, a program, and complains when
/// one does not hold.
void Require(std::initializer_list<std::string_view> properties, const std::uint8_t* data,
             std::size_t size);

}  // namespace aegis::fuzz

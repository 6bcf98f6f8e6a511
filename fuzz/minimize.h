#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace aegis::fuzz {

/// The smallest program that was found for which `fails` still holds, as it does for `program`.
/// `fails` is asked at most `max_questions` times. The same question always has the same answer.
std::string Minimize(const std::string& program,
                     const std::function<bool(const std::string& program)>& fails,
                     std::size_t max_questions = 4000);

}  // namespace aegis::fuzz

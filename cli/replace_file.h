#pragma once

#include <string>
#include <string_view>

namespace aegis::cli {

/// Gives the file at `path` the contents `bytes`, at once: whoever reads it finds all of the old
/// contents or all of the new ones, whatever happens meanwhile. A symbolic link stays one, and the
/// file that it leads to keeps its mode, and its owner and group as far as the system allows.
/// Returns why it could not be done, such as ``cannot write `a.aeg`: Permission denied``, or
/// nothing; the file is then as it was.
std::string ReplaceFile(const std::string& path, std::string_view bytes);

}  // namespace aegis::cli

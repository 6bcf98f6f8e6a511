#include "lsp/message.h"

#include <utility>

#include "interp/json.h"

namespace aegis::lsp {

ReadMessage ParseMessage(std::string_view text) {
  JsonText read = ReadJson(text);
  return {std::move(read.value), read.too_deep ? kInvalidRequest : kParseError,
          std::move(read.problem)};
}

}  // namespace aegis::lsp

#include "syntax/diagnostic.h"

#include <algorithm>
#include <cctype>

namespace aegis {
namespace {

/// A stable code as printed: `AEG` and the number in four digits.
std::string_view IdOf(int number, char (&storage)[8]) {
  const char digits[] = {'A',
                         'E',
                         'G',
                         static_cast<char>('0' + number / 1000 % 10),
                         static_cast<char>('0' + number / 100 % 10),
                         static_cast<char>('0' + number / 10 % 10),
                         static_cast<char>('0' + number % 10),
                         '\0'};
  std::copy(std::begin(digits), std::end(digits), storage);
  return {storage, 7};
}

}  // namespace

const std::vector<CodeInfo>& AllCodes() {
  static const std::vector<CodeInfo> codes = [] {
    std::vector<CodeInfo> rows;
#define AEGIS_CODE(name, number, category, severity, slug, message)                             \
  {                                                                                             \
    static char id[8];                                                                          \
    rows.push_back(                                                                             \
        {Code::name, IdOf(number, id), Category::category, Severity::severity, slug, message}); \
  }
#include "syntax/diagnostic_codes.inc"
#undef AEGIS_CODE
    return rows;
  }();
  return codes;
}

const CodeInfo& Info(Code code) {
  const std::vector<CodeInfo>& codes = AllCodes();
  return *std::lower_bound(codes.begin(), codes.end(), code,
                           [](const CodeInfo& row, Code value) { return row.code < value; });
}

const CodeInfo* FindCode(std::string_view id) {
  std::string_view digits = id;
  if (digits.size() > 3) {
    std::string letters(digits.substr(0, 3));
    for (char& c : letters) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (letters == "AEG") digits.remove_prefix(3);
  }
  int number = digits.empty() || digits.size() > 4 ? -1 : 0;
  for (char c : digits) {
    if (number < 0 || c < '0' || c > '9') {
      number = -1;
      break;
    }
    number = number * 10 + (c - '0');
  }
  for (const CodeInfo& row : AllCodes()) {
    if (static_cast<int>(row.code) == number || row.slug == id) return &row;
  }
  return nullptr;
}

std::string_view CategoryName(Category category) {
  switch (category) {
    case Category::kSyntaxError:
      return "syntax_error";
    case Category::kIndentationError:
      return "indentation_error";
    case Category::kNameError:
      return "name_error";
    case Category::kTypeError:
      return "type_error";
    case Category::kValueError:
      return "value_error";
    case Category::kLimitError:
      return "limit_error";
    case Category::kHostError:
      return "host_error";
    case Category::kWarning:
      return "warning";
  }
  return "host_error";
}

std::string Message(const Diagnostic& diagnostic) {
  const std::string_view text = Info(diagnostic.code).message;
  std::string message;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool hole = text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}';
    if (!hole) {
      message += text[i];
      continue;
    }
    const auto index = static_cast<std::size_t>(text[i + 1] - '0');
    if (index < diagnostic.arguments.size()) message += diagnostic.arguments[index];
    i += 2;
  }
  return message;
}

}  // namespace aegis

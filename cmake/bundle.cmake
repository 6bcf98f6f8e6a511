# Turns text files into one C++ source that holds them byte for byte; docs/CMakeLists.txt runs it as
#
#   cmake -DROOT=DIR -DOUTPUT=FILE -DDOCS=LIST -DEXPLANATIONS=LIST -DEXAMPLES=LIST -P bundle.cmake
#
# with lists of paths relative to ROOT. The bytes become integers of an array and not a string
# literal: a literal may have to end after 64 KiB, needs escapes, and would have to survive CMake's
# own reading of semicolons and brackets, while hexadecimal digits survive everything.

cmake_minimum_required(VERSION 3.25)

foreach(required ROOT OUTPUT DOCS EXPLANATIONS EXAMPLES)
  if(NOT DEFINED ${required} OR "${${required}}" STREQUAL "")
    message(FATAL_ERROR "bundle.cmake needs -D${required}=...")
  endif()
endforeach()

set(count 0)
set(arrays "")
set(functions "")

# Appends an array for each of `files`, and the function `name` that lists them.
macro(add_bundle name files)
  set(entries "")
  foreach(file IN LISTS ${files})
    file(READ "${ROOT}/${file}" bytes HEX)
    string(LENGTH "${bytes}" digits)
    math(EXPR size "${digits} / 2")
    string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    # A final zero that is not counted, so that an empty file makes a valid array.
    string(APPEND arrays "const unsigned char kFile${count}[] = {\n${bytes}0x00};\n\n")
    string(APPEND entries "      File(\"${file}\", kFile${count}, ${size}),\n")
    math(EXPR count "${count} + 1")
  endforeach()
  string(APPEND functions
    "const std::vector<BundledFile>& ${name}() {\n"
    "  static const std::vector<BundledFile> files = {\n${entries}  };\n"
    "  return files;\n}\n\n")
endmacro()

add_bundle(BundledDocs DOCS)
add_bundle(BundledExplanations EXPLANATIONS)
add_bundle(BundledExamples EXAMPLES)

file(WRITE "${OUTPUT}" "// Made by cmake/bundle.cmake; do not edit.
#include \"docs/bundle.h\"

namespace aegis {
namespace {

BundledFile File(std::string_view name, const unsigned char* bytes, std::size_t size) {
  return {name, std::string_view(reinterpret_cast<const char*>(bytes), size)};
}

${arrays}}  // namespace

${functions}}  // namespace aegis
")

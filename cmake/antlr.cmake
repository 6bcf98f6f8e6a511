# Makes sure that the parser fits ANTLR's runtime.
#
# The parser in generated/ was made by ANTLR 4.7.2, the tool of Debian 12, and works with runtimes
# up to 4.9. Runtime 4.10 changed the form of the tables inside a generated parser, so a newer one
# needs a parser made by its own tool: AEGIS_ANTLR_TOOL names that tool's command, and the parser is
# then made anew in the build folder. generated/ is left alone.
#
# Runtimes since 4.10 tell their version in Version.h. (They have it in the library as well, but
# 4.13 gives the names of the numbers there, by a slip of its preprocessor macros.) Those before
# have no such header, which says enough.

set(AEGIS_ANTLR_TOOL "" CACHE STRING
    "Command of an ANTLR tool to make the parser with, such as `java -jar antlr-4.13.2-complete.jar`")

set(version_header "${AEGIS_ANTLR4_RUNTIME_INCLUDE_DIR}/Version.h")
if(EXISTS "${version_header}" AND NOT AEGIS_ANTLR_TOOL)
  file(STRINGS "${version_header}" numbers REGEX "define ANTLRCPP_VERSION_(MAJOR|MINOR|PATCH) +[0-9]")
  string(REGEX REPLACE "[^;]*VERSION_[A-Z]+ +" "" numbers "${numbers}")
  list(JOIN numbers "." version)
  message(FATAL_ERROR
    "ANTLR's runtime here is ${version}, but the parser in generated/ was made for 4.9 and older. "
    "Name the ANTLR tool of the same version, and the parser is made anew in the build folder:\n"
    "  -DAEGIS_ANTLR_TOOL=\"java -jar antlr-${version}-complete.jar\"")
endif()

# Clang, rightly, refuses a class of runtime 4.9 that nothing here needs. Its header cannot be left
# out but with a copy of the one that includes them all.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  file(READ "${AEGIS_ANTLR4_RUNTIME_INCLUDE_DIR}/antlr4-runtime.h" headers)
  string(REPLACE "#include \"misc/InterpreterDataReader.h\"" "" headers "${headers}")
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/antlr/antlr4-runtime.h" CONTENT "${headers}" @ONLY)
  set_property(TARGET aegis::antlr PROPERTY INTERFACE_INCLUDE_DIRECTORIES
    "${CMAKE_BINARY_DIR}/antlr" "${AEGIS_ANTLR4_RUNTIME_INCLUDE_DIR}")
endif()

# The libraries in binary form that Aegis is linked with, as imported targets. Aegis itself and the
# installed package (aegis-config.cmake) include this file. Each judges AEGIS_MISSING_LIBRARIES,
# which says in words what was not found.
#
# Plain searches for a header and a library are used because Debian's packages of MPFR, GMP,
# libsodium and SQLite have no CMake package, and the one of ANTLR asks for libuuid, which nothing here needs.
#
# AEGIS_LIBRARY_HINTS: folders to look in before those of the system. The installed package names the
# ones that Aegis was built with, so that a program gets the same runtime of ANTLR.
#
# AEGIS_STATIC: archives are preferred, so that the `aegis` command can be linked statically.

set(AEGIS_MISSING_LIBRARIES "")

# aegis_find_library(target header library debian_package [folder of the header])
function(aegis_find_library target header library debian_package)
  if(TARGET ${target})
    return()
  endif()
  string(MAKE_C_IDENTIFIER "AEGIS_${library}" prefix)
  string(TOUPPER "${prefix}" prefix)
  find_path(${prefix}_INCLUDE_DIR ${header} HINTS ${AEGIS_LIBRARY_HINTS} PATH_SUFFIXES ${ARGN})
  if(AEGIS_STATIC)
    set(CMAKE_FIND_LIBRARY_SUFFIXES .a ${CMAKE_FIND_LIBRARY_SUFFIXES})
  endif()
  find_library(${prefix}_LIBRARY ${library} HINTS ${AEGIS_LIBRARY_HINTS})
  mark_as_advanced(${prefix}_INCLUDE_DIR ${prefix}_LIBRARY)
  if(${prefix}_INCLUDE_DIR AND ${prefix}_LIBRARY)
    add_library(${target} UNKNOWN IMPORTED)
    set_target_properties(${target} PROPERTIES
      IMPORTED_LOCATION "${${prefix}_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${${prefix}_INCLUDE_DIR}")
  else()
    # CMake leaves indented lines of a message as they are.
    string(APPEND AEGIS_MISSING_LIBRARIES
      "aegis needs the library ${library} and its header ${header}.\n"
      "  on Debian: apt-get install ${debian_package}\n"
      "  elsewhere: set ${prefix}_LIBRARY and ${prefix}_INCLUDE_DIR\n")
    set(AEGIS_MISSING_LIBRARIES "${AEGIS_MISSING_LIBRARIES}" PARENT_SCOPE)
  endif()
endfunction()

aegis_find_library(aegis::antlr antlr4-runtime.h antlr4-runtime libantlr4-runtime-dev antlr4-runtime)
aegis_find_library(aegis::gmp gmp.h gmp libgmp-dev)
aegis_find_library(aegis::mpfr mpfr.h mpfr libmpfr-dev)
aegis_find_library(aegis::sodium sodium.h sodium libsodium-dev)
aegis_find_library(aegis::sqlite sqlite3.h sqlite3 libsqlite3-dev)
if(NOT AEGIS_MISSING_LIBRARIES)
  set_property(TARGET aegis::antlr PROPERTY INTERFACE_LINK_LIBRARIES Threads::Threads)
  set_property(TARGET aegis::mpfr PROPERTY INTERFACE_LINK_LIBRARIES aegis::gmp)
  set_property(TARGET aegis::sqlite PROPERTY
    INTERFACE_LINK_LIBRARIES Threads::Threads ${CMAKE_DL_LIBS} m)
endif()

# `cmake --install`: the command with its man page and completions, the library as a CMake package,
# the documents and the examples.

include(CMakePackageConfigHelpers)

# ---- Files made for installing: the man page and what `aegis completion` prints -----------------

set(made "${CMAKE_BINARY_DIR}/install")
file(MAKE_DIRECTORY "${made}")
configure_file(docs/man/aegis.1.in "${made}/aegis.1" @ONLY)
set(write_output "${PROJECT_SOURCE_DIR}/cmake/write_output.cmake")
add_custom_command(
  OUTPUT "${made}/aegis.1.gz"
  COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${made}/aegis.1.gz" -P "${write_output}" --
          gzip -9 -n -c "${made}/aegis.1"
  DEPENDS "${made}/aegis.1" "${write_output}"
  COMMENT "Compressing the man page"
  VERBATIM)
foreach(shell bash zsh fish)
  add_custom_command(
    OUTPUT "${made}/aegis.${shell}"
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${made}/aegis.${shell}" -P "${write_output}" --
            $<TARGET_FILE:aegis_cli> completion ${shell}
    DEPENDS aegis_cli "${write_output}"
    COMMENT "Writing the completions for ${shell}"
    VERBATIM)
endforeach()
add_custom_target(aegis_install_files ALL
  DEPENDS "${made}/aegis.1.gz" "${made}/aegis.bash" "${made}/aegis.zsh" "${made}/aegis.fish")

# What is installed must have been built; this keeps the tests out of it.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

# ---- The command --------------------------------------------------------------------------------

install(TARGETS aegis_cli RUNTIME)
install(FILES "${made}/aegis.1.gz" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES "${made}/aegis.bash"
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME aegis)
install(FILES "${made}/aegis.fish"
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
# Debian's zsh looks for the completions of packages elsewhere than for those of /usr/local.
install(CODE "
  set(aegis_zsh_folder site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
    set(aegis_zsh_folder vendor-completions)
  endif()
  file(INSTALL
    DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${aegis_zsh_folder}\"
    TYPE FILE RENAME _aegis FILES \"${made}/aegis.zsh\")")

# ---- The library --------------------------------------------------------------------------------

# The public headers. None of them includes ANTLR's.
set(public_headers
  agent/file_store.h
  agent/mcp/http.h
  agent/mcp/server.h
  agent/mcp/stdio.h
  agent/run_tokens.h
  agent/sqlite_store.h
  agent/toolbox.h
  agent/tools.h
  agent/wake.h
  docs/bundle.h
  interp/envelope.h
  interp/numbers.h
  interp/session.h
  semantic/check.h
  semantic/compile.h
  semantic/fixes.h
  semantic/flow.h
  semantic/types.h
  syntax/ast.h
  syntax/budget.h
  syntax/diagnostic.h
  syntax/diagnostic_codes.inc
  syntax/format.h
  syntax/integer.h
  syntax/limits.h
  syntax/parse.h
  syntax/scan.h
  syntax/source.h)
foreach(header ${public_headers})
  get_filename_component(room ${header} DIRECTORY)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/aegis/${room})
endforeach()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/aegis)
install(TARGETS aegis EXPORT aegis ARCHIVE)
install(EXPORT aegis NAMESPACE aegis:: FILE aegis-targets.cmake DESTINATION ${package_folder})
set(AEGIS_LIBRARY_HINTS "")
foreach(library ANTLR4_RUNTIME GMP MPFR SODIUM SQLITE3)
  get_filename_component(folder "${AEGIS_${library}_LIBRARY}" DIRECTORY)
  list(APPEND AEGIS_LIBRARY_HINTS "${AEGIS_${library}_INCLUDE_DIR}" "${folder}")
endforeach()
list(REMOVE_DUPLICATES AEGIS_LIBRARY_HINTS)
configure_package_config_file(cmake/aegis-config.cmake.in "${made}/aegis-config.cmake"
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file("${made}/aegis-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES cmake/libraries.cmake "${made}/aegis-config.cmake"
  "${made}/aegis-config-version.cmake" DESTINATION ${package_folder})

# ---- Documents and examples ---------------------------------------------------------------------

install(FILES README.md CHANGELOG.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING
  PATTERN "*.md" PATTERN "*.png" PATTERN man EXCLUDE)
install(DIRECTORY editors/neovim editors/emacs DESTINATION ${CMAKE_INSTALL_DATADIR}/aegis/editors)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.aeg")

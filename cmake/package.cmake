# `cpack -G DEB`: one Debian package with everything that `cmake --install` puts down.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME aegis)
set(CPACK_PACKAGE_VENDOR "Aegis")
set(CPACK_PACKAGE_CONTACT "The Aegis developers <aegis@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "toolchain for programs that machines write")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Aegis is a small language whose programs are proved well-formed before they
run, bounded while they run and isolated from everything around them. This
package holds the aegis command, which runs and checks programs, documentation,
examples, and the C++ library to embed it with.")

# The command is linked statically and needs nothing. Who builds against the library needs these.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
  "libantlr4-runtime-dev, libboost-dev, libgmp-dev, libmpfr-dev, libsodium-dev, libsqlite3-dev, nlohmann-json3-dev")
if(NOT AEGIS_STATIC)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()

include(CPack)

# How the `aegis` command of cli/ is linked, and where it appears.

# build/release/aegis is easier to find than build/release/cli/aegis.
set_target_properties(aegis_cli PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")

# A static program starts in a fraction of the time, because nothing has to be looked up and bound,
# and its package depends on nothing. It stays position-independent, so that the addresses of its
# code remain random. AddressSanitizer works in dynamic programs only.
if(AEGIS_STATIC AND NOT AEGIS_SANITIZE)
  target_link_options(aegis_cli PRIVATE -static-pie)
endif()

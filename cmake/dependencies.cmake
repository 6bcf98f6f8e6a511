# Every library that Aegis stands on; all of them are packages of Debian 12 (./dev installs them).

find_package(Threads REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
include(${CMAKE_CURRENT_LIST_DIR}/libraries.cmake)
if(AEGIS_MISSING_LIBRARIES)
  message(FATAL_ERROR "${AEGIS_MISSING_LIBRARIES}")
endif()
include(${CMAKE_CURRENT_LIST_DIR}/antlr.cmake)
if(AEGIS_TESTS)
  find_package(GTest 1.12 REQUIRED)
endif()

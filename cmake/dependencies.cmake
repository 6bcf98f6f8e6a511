# Every library that Aegis stands on; all of them are packages of Debian 12 (./dev installs them).

find_package(antlr4-runtime CONFIG REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(SODIUM REQUIRED libsodium)
pkg_check_modules(MPFR REQUIRED mpfr)
pkg_check_modules(GMP REQUIRED gmp)

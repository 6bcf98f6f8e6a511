#!/usr/bin/env bash
# configure_test.sh SOURCE_FOLDER SCRATCH_FOLDER CMAKE GENERATOR COMPILER: what CMake says when
# something is missing, and the parser made anew for another runtime of ANTLR.
set -euo pipefail
# shellcheck source=tests/build/check.sh
source "$(dirname -- "$0")/check.sh"
source_folder=$1 scratch=$2 cmake=$3 generator=$4 compiler=$5
rm -rf -- "$scratch"
mkdir -p "$scratch"
configure() {
  "$cmake" -S "$source_folder" -B "$scratch/build" -G "$generator" \
    -DCMAKE_CXX_COMPILER="$compiler" -DAEGIS_TESTS=OFF "$@"
}

what="a newer runtime of ANTLR"
mkdir -p "$scratch/antlr"
cat >"$scratch/antlr/Version.h" <<'HEADER'
#define ANTLRCPP_VERSION_MAJOR 4
#define ANTLRCPP_VERSION_MINOR 13
#define ANTLRCPP_VERSION_PATCH 1
#define ANTLRCPP_VERSION \
  ANTLRCPP_MAKE_VERSION(ANTLR4CPP_VERSION_MAJOR, ANTLR4CPP_VERSION_MINOR, ANTLR4CPP_VERSION_PATCH)
HEADER
refused configure -DAEGIS_ANTLR4_RUNTIME_INCLUDE_DIR="$scratch/antlr"
contains "$messages" "ANTLR's runtime here is 4.13.1" \
  "-DAEGIS_ANTLR_TOOL=\"java -jar antlr-4.13.1-complete.jar\""
rm -rf -- "$scratch/build"

what="a missing library"
refused configure -DAEGIS_MPFR_LIBRARY= -DAEGIS_SODIUM_LIBRARY= -DAEGIS_SQLITE3_LIBRARY=
contains "$messages" "apt-get install libmpfr-dev" "apt-get install libsodium-dev" \
  "apt-get install libsqlite3-dev" "set AEGIS_MPFR_LIBRARY and AEGIS_MPFR_INCLUDE_DIR"
rm -rf -- "$scratch/build"

# A stand-in for ANTLR's tool, so that the test needs no Java: it takes the tool's options and hands
# out the parser that is there already, with a mark in it.
what="a parser made by a given tool"
mkdir -p "$scratch/a tool"
cat >"$scratch/a tool/antlr.sh" <<'TOOL'
set -eu
generated=$1
shift
printf '%s\n' "$*" >"$(dirname -- "$0")/arguments"
while [ $# -gt 1 ]; do
  if [ "$1" = -o ]; then output=$2; fi
  shift
done
test -f "$1"
for file in "$generated"/Aegis*.h "$generated"/Aegis*.cpp; do
  { cat "$file"; printf '// made by the stand-in\n'; } >"$output/${file##*/}"
done
TOOL
configure -DAEGIS_ANTLR_TOOL="bash \"$scratch/a tool/antlr.sh\" \"$source_folder/generated\"" \
  >/dev/null
"$cmake" --build "$scratch/build" --target aegis_generated >"$scratch/log" || fail "$(cat "$scratch/log")"
contains "$(cat "$scratch/log")" "Making the parser with bash"
arguments=$(cat "$scratch/a tool/arguments")
contains "$arguments" "-Dlanguage=Cpp" "-package aegis::generated" "grammar/Aegis.g4"
grep -q 'stand-in' "$scratch/build/generated/AegisParser.h" || fail "not in the build folder"
commands=$(grep '"command"' "$scratch/build/compile_commands.json")
contains "$commands" "$scratch/build/generated/AegisParser.cpp"
case $commands in
  *"$source_folder/generated/Aegis"* | *"-isystem $source_folder/generated"*)
    fail "the parser of generated/ is used too"
    ;;
esac

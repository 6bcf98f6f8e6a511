#!/usr/bin/env bash
# dev_test.sh SOURCE_FOLDER SCRATCH_FOLDER: the front door, ./dev, in a world of its own: a copy in a
# folder with a space in its name, and a PATH with nothing but base tools and stand-ins that write
# down how they were called.
set -euo pipefail
# shellcheck source=tests/build/check.sh
source "$(dirname -- "$0")/check.sh"
source_folder=$1 scratch=$2
project="$scratch/a project"
bin=$scratch/bin
calls=$scratch/calls

# stand_in COMMAND BODY: a command that writes down its call, then does the body.
stand_in() {
  printf '#!/bin/bash\nprintf "%%s\\n" "%s $*" >>"%s"\n%s\n' "$1" "$calls" "$2" >"$bin/$1"
  chmod +x "$bin/$1"
}

# A system with everything installed, and a fresh copy of the project.
new_world() {
  what=$1
  rm -rf -- "$scratch"
  mkdir -p "$bin" "$project/generated" "$project/grammar" "$scratch/elsewhere"
  cp "$source_folder/dev" "$project/dev"
  printf 'the grammar\n' >"$project/grammar/Aegis.g4"
  (cd -- "$project" && sha256sum grammar/Aegis.g4 >generated/SHA256SUMS)
  : >"$calls"
  local tool
  for tool in bash env cat chmod sed awk tail head grep dirname readlink mkdir rm stat nproc sha256sum; do
    ln -s "$(command -v "$tool")" "$bin/$tool"
  done
  stand_in id 'echo 0'
  # shellcheck disable=SC2016
  stand_in dpkg-query 'shift 2; for p in "$@"; do echo "installed $p"; done'
  stand_in apt-get ''
  stand_in g++ ''
  stand_in c++ ''
  # shellcheck disable=SC2016
  stand_in cmake 'while [ $# -gt 0 ]; do
  case $1 in
    -S) source=$2 ;;
    -B) folder=$2 ;;
    --preset) folder=$source/build/$2 ;;
    -D*) echo "${1#-D}" | sed "s/=/:STRING=/" ;;
  esac
  shift
done >cache
mkdir -p "$folder"
{ cat cache; echo "CMAKE_HOME_DIRECTORY:INTERNAL=$source"; } >"$folder/CMakeCache.txt"
rm cache
: >"$folder/build.ninja"'
  # shellcheck disable=SC2016
  stand_in ninja 'echo "[1/1] compiling"
printf "%s\n" "#!/bin/bash" "echo \"\$PWD: \$*\"" "cat" "exit 3" >"$2/aegis"
chmod +x "$2/aegis"'
}

# dev ARGUMENT...: calls ./dev from elsewhere; leaves $status, $output and $messages.
dev() {
  status=0
  output=$(cd "$scratch/elsewhere" && PATH=$bin "$bin/bash" "$project/dev" "$@" 2>"$scratch/stderr" \
    <<<"a line for the program") || status=$?
  messages=$(cat "$scratch/stderr")
}

called() { grep -c "^$1" "$calls" || true; }

new_world "help"
dev help
equals "$status" 0
contains "$output" "./dev COMMAND" "sanitize"
dev
equals "$status:$output" "2:"
contains "$messages" "./dev COMMAND"
dev frobnicate
equals "$status" 1
contains "$messages" "there is no command frobnicate"

new_world "run builds, and hands over folder, arguments, input and status"
dev run "a file.aeg" --input "x y"
equals "$status" 3
equals "$output" "$scratch/elsewhere: run a file.aeg --input x y"$'\n'"a line for the program"
contains "$messages" "configuring build/release" "[1/1] compiling"
equals "$(called apt-get)" 0
contains "$(cat "$calls")" "--preset release" "ninja -C $project/build/release"

what="a second run does no needless work and says nothing"
: >"$calls"
stand_in ninja 'echo "ninja: Entering directory"; echo "ninja: no work to do."'
dev run
equals "$messages" ""
equals "$(called cmake)" 0

what="a folder that was moved is configured anew"
sed -i 's/^\(CMAKE_HOME_DIRECTORY:INTERNAL=\).*/\1\/another place/' \
  "$project/build/release/CMakeCache.txt"
# shellcheck disable=SC2016
new_ninja='mkdir -p "$2"; printf "#!/bin/bash\n" >"$2/aegis"; chmod +x "$2/aegis"'
stand_in ninja "$new_ninja"
dev build
equals "$status" 0
contains "$messages" "was made for another place, /another place" "configuring"

what="options of build are remembered"
: >"$calls"
dev build -DAEGIS_STATIC=OFF
contains "$(cat "$calls")" "-DAEGIS_STATIC=OFF"
dev build
dev build -DAEGIS_STATIC=OFF
equals "$(called cmake)" 1
dev build --nonsense
equals "$status" 1
contains "$messages" "build takes options such as -DNAME=VALUE, not --nonsense"

new_world "test counts what passed and failed, and hands its arguments to ctest"
# shellcheck disable=SC2016
stand_in ctest 'for a in "$@"; do case $a in */tests.xml) xml=$a ;; esac; done
printf "\ttests=\"7\"\n\tfailures=\"2\"\n\tdisabled=\"0\"\n\tskipped=\"1\"\n" >"$xml"
echo "      Start  1: noise"
echo " 1/7 Test  #1: noise ........   Passed    0.01 sec"
echo " 2/7 Test  #2: fault ........***Failed    0.01 sec"
exit 8'
dev test -R fault
equals "$status" 8
equals "$output" " 2/7 Test  #2: fault ........***Failed    0.01 sec"$'\n'"release: 4 passed, 2 failed, 1 skipped"
contains "$(grep ^ctest "$calls")" "-R fault"
contains "$(cat "$calls")" "libgtest-dev" "-DAEGIS_TESTS=ON" "ninja -C $project/build/release -j"
dev sanitize
equals "$status" 8
contains "$output" "sanitize: 4 passed"
contains "$(cat "$calls")" "--preset sanitize" "ninja -C $project/build/sanitize"

new_world "bench builds, and hands its arguments and its status on"
# shellcheck disable=SC2016
stand_in ninja 'mkdir -p "$2/bench"
printf "%s\n" "#!/bin/bash" "echo \"\$*\"" "exit 1" >"$2/bench/aegis_bench"
chmod +x "$2/bench/aegis_bench"'
dev bench --benchmark_repetitions=1
equals "$status" 1
equals "$output" "--benchmark_out=$project/build/bench.json --benchmark_out_format=json --benchmark_repetitions=1"
contains "$(cat "$calls")" "libbenchmark-dev" "-DAEGIS_BENCH=ON" "-j"

new_world "fuzz builds, and hands over its arguments and the status"
dev fuzz --seconds 5
equals "$status" 3
contains "$output" "fuzz --seconds 5"

new_world "libfuzzer builds one target, and searches or asks about inputs"
mkdir -p "$project/fuzz/targets"
printf 'aegis_fuzz_target(run run.cpp)\naegis_fuzz_target(lsp_message\n  a.cpp)\n' \
  >"$project/fuzz/targets/CMakeLists.txt"
# shellcheck disable=SC2016
stand_in ninja 'mkdir -p "$2/fuzz/targets"
printf "%s\n" "#!/bin/bash" "echo \"\$*\"" "case \"\$*\" in *bad*) exit 77 ;; esac" >"$2/fuzz/targets/fuzz_run"
chmod +x "$2/fuzz/targets/fuzz_run"'
dev libfuzzer run 5
equals "$status" 0
contains "$output" "-max_total_time=5" "$project/build/fuzz/corpus/run $project/tests/corpus"
contains "$(cat "$calls")" "libclang-rt-14-dev" "--preset fuzz" " fuzz_run"
[ -d "$project/build/fuzz/corpus/run" ] || fail "there is no folder for what is found"
dev libfuzzer run
contains "$output" "-max_total_time=60"
dev libfuzzer run some.aeg
equals "$status:$output" "0:some.aeg"
dev libfuzzer run some.aeg bad.aeg
equals "$status" 1
contains "$messages" "the target stopped"
for wrong in "" none ru message; do
  dev libfuzzer $wrong
  equals "$status" 1
  contains "$messages" "libfuzzer takes one of these targets: run, lsp_message."
done

new_world "coverage forgets earlier runs, tests, and lists the lines"
stand_in find ''
stand_in ctest 'exit 0'
# shellcheck disable=SC2016
stand_in gcovr 'while [ "$1" != --txt ]; do shift; done; echo "lines 7" >"$2"'
dev coverage
equals "$status" 0
contains "$output" "lines 7"
contains "$(cat "$calls")" "gcovr" "--preset coverage" "interp_test" "-name *.gcda -delete"
stand_in gcovr 'exit 1'
dev coverage
equals "$status" 1
contains "$messages" "gcovr could not read"

new_world "a grammar that generated/ does not belong to"
printf 'another grammar\n' >"$project/grammar/Aegis.g4"
dev build
equals "$status" 0
contains "$messages" "warning: grammar/Aegis.g4 and generated/ do not belong together"

new_world "CMake fails"
stand_in cmake 'echo "CMake Error: no such thing"; exit 1'
dev run
equals "$status:$output" "1:"
contains "$messages" "CMake Error: no such thing" "error: CMake could not configure the build"

new_world "the compiler fails"
stand_in ninja 'echo "FAILED: x.o"; exit 1'
dev run
equals "$status:$output" "1:"
contains "$messages" "FAILED: x.o" "error: the build failed"

# Nothing is installed but the base system.
bare_world() {
  new_world "$1"
  rm "$bin/g++" "$bin/c++"
  # shellcheck disable=SC2016
  stand_in dpkg-query 'case $* in *libboost-dev*) echo "config-files libboost-dev" ;; esac; exit 1'
}

bare_world "missing packages are installed"
stand_in apt-get 'echo chatter'
dev build
equals "$status" 0
contains "$messages" "installing g++ libantlr4-runtime-dev libboost-dev"
contains "$(cat "$calls")" "install --yes --no-install-recommends g++ libantlr4-runtime-dev"
case $messages$output in *chatter*) fail "apt-get is heard" ;; esac
# Neither what is there (cmake and ninja as commands) nor what only tests need.
case $(grep '^apt-get' "$calls") in *"ninja-build"* | *"libgtest"*) fail "too much is installed" ;; esac
equals "$(called apt-get)" 1

bare_world "lists of packages are fetched when they are missing"
# shellcheck disable=SC2016
stand_in apt-get 'case $* in *update) : >lists ;; *) test -f lists ;; esac'
dev build
equals "$status" 0
equals "$(called 'apt-get.*update')" 1
equals "$(called 'apt-get.*install')" 2

bare_world "apt-get fails"
stand_in apt-get 'echo "E: no network"; exit 100'
dev run
equals "$status:$output" "1:"
contains "$messages" "E: no network" "error: apt-get could not install" \
  "apt-get update && apt-get install --no-install-recommends g++"

bare_world "neither root nor sudo"
stand_in id 'echo 1000'
dev run
equals "$status:$output" "1:"
contains "$messages" "needs root or sudo" "run as root:" "--no-install-recommends g++"
equals "$(called apt-get)" 0

what="sudo is used when there is one"
# shellcheck disable=SC2016
stand_in sudo 'exec "$@"'
dev build
equals "$status" 0
equals "$(called 'sudo env DEBIAN_FRONTEND=noninteractive apt-get')" 1

bare_world "not Debian"
rm "$bin/apt-get" "$bin/dpkg-query"
dev run
equals "$status:$output" "1:"
contains "$messages" "this is not a Debian system" "libmpfr-dev"

what="not Debian, but the tools are there"
stand_in c++ ''
dev build
equals "$status" 0
contains "$(cat "$calls")" "cmake -S"

new_world "a build folder of another user"
: >"$project/build"
dev build
equals "$status" 1
contains "$messages" "cannot be written to" "chown -R"

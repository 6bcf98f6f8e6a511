#!/usr/bin/env bash
# house.sh ROOT: says where the order of the house is broken, one complaint a line, and fails then.
#
#   - A room includes only itself and rooms above it:
#     grammar <- syntax <- semantic <- interp <- agent <- lsp <- fuzz <- cli <- fuzz/targets, bench.
#     The texts in docs/ are for agent/ and cli/ alone.
#   - Only grammar/ and syntax/ know ANTLR (and generated/, which is not looked at).
#   - Sources have fewer than 600 lines and headers fewer than 150.
#   - Every source file is built: it stands in the CMakeLists.txt of its room.
set -euo pipefail
cd -- "$1"

# Files that may be longer, each with its reason.
long_files=()

rooms=(grammar syntax semantic interp agent lsp fuzz cli fuzz/targets bench)
complaints=0
complain() {
  printf '%s\n' "$*"
  complaints=$((complaints + 1))
}

rank() {
  local i
  for i in "${!rooms[@]}"; do
    if [ "${rooms[$i]}" = "$1" ]; then
      printf '%s\n' "$i"
      return
    fi
  done
}

# check_includes FILE ROOM
check_includes() {
  local file=$1 room=$2 own included line
  own=$(rank "$room")
  while IFS= read -r line; do
    included=$(sed -n 's/^ *# *include *["<]\([a-z]*\)\/.*/\1/p' <<<"$line")
    included=$(rank "${included:-none}")
    if [ -n "$included" ] && [ "$room" = docs ]; then
      complain "$file: docs/ stands alone: $line"
    elif [ -n "$included" ] && [ "$included" -gt "$own" ]; then
      complain "$file: $room/ is above what it includes: $line"
    fi
    case $line in
      *'antlr4'* | *'Aegis'*'.h>'* | *'"generated/'*)
        case $room in grammar | syntax) ;; *) complain "$file: ANTLR outside syntax/: $line" ;; esac
        ;;
      *'docs/bundle'*)
        case $room in agent | cli | docs) ;; *) complain "$file: the texts are for agent/ and cli/: $line" ;; esac
        ;;
    esac
  done < <(grep -E '^ *# *include' "$file")
}

check_length() {
  local file=$1 lines limit=600 long
  for long in ${long_files[@]+"${long_files[@]}"}; do
    if [ "$file" = "$long" ]; then return; fi
  done
  case $file in *.h) limit=150 ;; esac
  lines=$(wc -l <"$file")
  [ "$lines" -lt "$limit" ] || complain "$file: $lines lines; a file of its kind has fewer than $limit"
}

# check_listed FILE COMMAND LIST: the call of the CMake command in the list names the file, by its path
# in the list's folder or, for tests, in its room.
check_listed() {
  local name=${1#"${3%/*}/"}
  case $1 in tests/*) name=${name#*/} ;; esac
  sed -n "/^$2\\([ )]\\|\$\\)/,/)/p" "$3" | grep -qE "(^|[ (])$name([ )]|\$)" ||
    complain "$1: not built: $2...) in $3 does not list it"
}

for room in "${rooms[@]}" docs; do
  while IFS= read -r file; do
    check_includes "$file" "$room"
    check_length "$file"
    case $file in
      cli/*.cpp) check_listed "$file" 'add_executable(aegis_cli' cli/CMakeLists.txt ;;
      fuzz/targets/*.cpp)
        check_listed "$file" 'a[a-z]*_\(library\|fuzz_target\)([a-z_]*' fuzz/targets/CMakeLists.txt
        ;;
      bench/*.cpp) check_listed "$file" 'add_executable(aegis_[a-z_]*bench' bench/CMakeLists.txt ;;
      *.cpp) check_listed "$file" 'target_sources(aegis' "$room/CMakeLists.txt" ;;
    esac
  done < <(find "$room" -path fuzz/targets ! -path "$room" -prune -o \
    \( -name '*.h' -o -name '*.cpp' \) -print | sort)
done
while IFS= read -r file; do
  check_length "$file"
  case $file in
    tests/build/outside/*) ;;
    *.cpp)
      room=${file#tests/}
      check_listed "$file" "aegis_room_test(${room%%/*}" tests/CMakeLists.txt
      ;;
  esac
done < <(find tests \( -name '*.h' -o -name '*.cpp' \) | sort)
[ "$complaints" = 0 ]

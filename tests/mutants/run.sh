#!/usr/bin/env bash
# run.sh ROOT [--check | --list | NAME...] [--folder FOLDER] [--seconds N] [--jobs N]
#
# Who tests the tests? This puts the faults of faults.txt into a copy of the sources, one at a time,
# builds what is needed, and says which test or property notices ("killed by") or that none does
# ("SURVIVES"). It fails when a fault survives that the table does not explain, when one cannot be
# applied any more, and when one does not compile.
#
#   --check    only look whether every fault can be applied to the sources as they are
#   --list     print the names and what they do
#   NAME...    these faults alone
#   --folder   where the copy and its build are kept, so that the next call has little to compile;
#              ROOT/build/mutants otherwise
#   --seconds  how long `aegis fuzz` searches when no test program has noticed; 300 otherwise
#   --jobs     how many compilers run at a time
#
# A fault is first shown to the test programs that its row names, then to all others, then to
# `aegis fuzz`. Only a copy is ever changed.
set -euo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
table=$here/faults.txt
all_programs=(grammar syntax semantic interp conformance cli lsp agent fuzz)
# A test that takes longer than this has been caught in a loop.
longest_test=600

die() {
  printf 'mutants: error: %s\n' "$*" >&2
  exit 2
}

[ $# -gt 0 ] || die "usage: run.sh ROOT [--check | --list | NAME...] [--folder F] [--seconds N] [--jobs N]"
root=$(readlink -f -- "$1")
shift
mode=run folder=$root/build/mutants seconds=300 jobs=$(nproc) wanted=()
while [ $# -gt 0 ]; do
  case $1 in
    --check) mode=check ;;
    --list) mode=list ;;
    --table | --folder | --seconds | --jobs)
      [ $# -ge 2 ] || die "$1 takes a value"
      printf -v "${1#--}" '%s' "$2"
      shift
      ;;
    -*) die "there is no option $1" ;;
    *) wanted+=("$1") ;;
  esac
  shift
done

# ---- The table -----------------------------------------------------------------------------------

names=()
declare -A says=() file_of=() programs_of=() old_of=() new_of=() excuse_of=()

read_table() {
  local line number=0 name=
  while IFS= read -r line || [ -n "$line" ]; do
    number=$((number + 1))
    case $line in
      '' | '#'*) ;;
      '== '*': '*)
        name=${line#== }
        name=${name%%: *}
        [ -z "${says[$name]-}" ] || die "$table:$number: there are two faults named $name"
        names+=("$name")
        says[$name]=${line#*: }
        ;;
      'in '*', killed by '*)
        line=${line#in }
        file_of[$name]=${line%%, killed by *}
        programs_of[$name]=${line#*, killed by }
        ;;
      '- '* | '-') old_of[$name]+=${line:2}$'\n' ;;
      '+ '* | '+') new_of[$name]+=${line:2}$'\n' ;;
      'survives: '*) excuse_of[$name]=${line#survives: } ;;
      *) die "$table:$number: this is no part of a fault: $line" ;;
    esac
  done <"$table"
  for name in "${names[@]}"; do
    if [ -z "${file_of[$name]-}" ] || [ -z "${old_of[$name]-}" ] || [ -z "${new_of[$name]-}" ]; then
      die "$table: $name lacks its file, its old text or its new text"
    fi
    [ "${old_of[$name]}" != "${new_of[$name]}" ] || die "$table: $name changes nothing"
  done
}

# read_whole FILE: puts its text into `text`, with all line feeds at its end.
read_whole() {
  text=$(cat -- "$1" && printf x)
  text=${text%x}
}

# apply_fault NAME: puts the faulty text of its file into `text`; fails, and says why, when the old
# text is not there exactly once.
apply_fault() {
  local name=$1 old=${old_of[$1]%$'\n'} new=${new_of[$1]%$'\n'} rest
  if [ ! -f "$root/${file_of[$name]}" ]; then
    printf '%s: there is no file %s\n' "$name" "${file_of[$name]}"
    return 1
  fi
  read_whole "$root/${file_of[$name]}"
  rest=${text#*"$old"}
  if [ "$rest" = "$text" ]; then
    printf '%s: its text does not occur in %s any more\n' "$name" "${file_of[$name]}"
    return 1
  fi
  if [ "${rest#*"$old"}" != "$rest" ]; then
    printf '%s: its text occurs more than once in %s\n' "$name" "${file_of[$name]}"
    return 1
  fi
  text=${text%%"$old"*}$new$rest
}

check_table() {
  local name wrong=0
  for name in "${names[@]}"; do
    apply_fault "$name" || wrong=$((wrong + 1))
  done
  printf '%d faults, %d of them cannot be applied\n' "${#names[@]}" "$wrong"
  [ "$wrong" = 0 ]
}

# ---- The copy ------------------------------------------------------------------------------------

source_copy=$folder/source build=$folder/build log=$folder/log

list_files() {
  (cd -- "$1" && find . \( -path ./build -o -name .git -o -name node_modules \) -prune -o -type f -print) |
    LC_ALL=C sort
}

# Brings the copy to what the sources are. Files that are right are left alone, so that what was
# built from them stays good; a fault that an interrupted call left behind goes away here.
refresh_copy() {
  local file
  mkdir -p -- "$source_copy"
  while IFS= read -r file; do
    if ! cmp -s -- "$root/$file" "$source_copy/$file"; then
      mkdir -p -- "$source_copy/${file%/*}"
      cp -- "$root/$file" "$source_copy/$file"
    fi
  done < <(list_files "$root")
  while IFS= read -r file; do
    rm -f -- "${source_copy:?}/$file"
  done < <(LC_ALL=C comm -13 <(list_files "$root") <(list_files "$source_copy"))
}

configure_copy() {
  local options=(-DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DAEGIS_TESTS=ON)
  if command -v ccache >/dev/null; then options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
  [ -f "$build/build.ninja" ] || cmake -S "$source_copy" -B "$build" -G Ninja "${options[@]}" >"$log" 2>&1 ||
    die "CMake could not configure the copy; see $log"
}

# Makes the parser of the copy's grammar.
generate_copy() {
  (cd -- "$source_copy" && antlr4 -Dlanguage=Cpp -Werror -no-visitor -no-listener \
    -package aegis::generated -o generated -Xexact-output-dir grammar/Aegis.g4) >"$log" 2>&1
}

compile() { ninja -C "$build" -j "$jobs" "$@" >"$log" 2>&1; }

# try_program ROOM: runs a test program; when it fails, `killer` is the test that failed first.
try_program() {
  local status=0
  (cd -- "$build" && timeout "$longest_test" "tests/$1_test" --gtest_fail_fast --gtest_brief=1) \
    >"$folder/output" 2>&1 </dev/null || status=$?
  [ "$status" != 0 ] || return 1
  killer=$(sed -n 's/^\[  FAILED  \] \([^ ,(]*\).*/\1/p' "$folder/output" | head -n 1)
  killer="$1: ${killer:-ended with status $status}"
}

# Whether `aegis fuzz` finds something; then `killer` is the property.
try_fuzzing() {
  local status=0
  compile aegis_cli || return 1
  "$build/aegis" fuzz --list >/dev/null 2>&1 || return 1
  timeout "$((seconds + longest_test))" "$build/aegis" fuzz --seconds "$seconds" >"$folder/output" 2>&1 \
    </dev/null || status=$?
  [ "$status" != 0 ] || return 1
  killer="aegis fuzz: $(grep -m 1 -iE 'property|fail' "$folder/output" || printf 'status %d' "$status")"
}

# find_killer PROGRAM...: shows the fault in the copy to these, then to everything else. Fails when
# nobody notices; ends with status 3 when it does not compile.
find_killer() {
  local room
  compile "${@/%/_test}" || return 3
  for room in "$@"; do
    if try_program "$room"; then return 0; fi
  done
  for room in "${all_programs[@]}"; do
    case " $* " in *" $room "*) continue ;; esac
    compile "${room}_test" || return 3
    if try_program "$room"; then return 0; fi
  done
  try_fuzzing
}

# restore FILE: takes the fault out again.
restore() {
  cp -- "$root/$1" "$source_copy/$1"
  case $1 in grammar/*.g4) cp -- "$root"/generated/* "$source_copy/generated/" ;; esac
}

judge() {
  local name=$1 file=${file_of[$1]} status=0 rooms
  read -r -a rooms <<<"${programs_of[$name]}"
  apply_fault "$name" || return 1
  printf '%s' "$text" >"$source_copy/$file"
  killer=
  case $file in
    grammar/*.g4) generate_copy || status=3 ;;
  esac
  [ "$status" != 0 ] || find_killer "${rooms[@]}" || status=$?
  restore "$file"
  if [ "$status" = 0 ]; then
    printf 'killed    %-28s %s\n' "$name" "$killer"
  elif [ "$status" = 3 ]; then
    printf 'ERROR     %-28s does not compile:\n' "$name"
    grep -m 3 'error' "$log" || tail -n 5 "$log"
    return 1
  elif [ -n "${excuse_of[$name]-}" ]; then
    printf 'explained %-28s %s\n' "$name" "${excuse_of[$name]}"
  else
    printf 'SURVIVES  %-28s %s (%s)\n' "$name" "${says[$name]}" "$file"
    return 1
  fi
}

# The faults are worth nothing when the tests fail without them.
check_without_faults() {
  local room
  compile "${all_programs[@]/%/_test}" || die "the sources do not compile; see $log"
  for room in "${all_programs[@]}"; do
    if try_program "$room"; then die "without any fault a test fails: $killer; see $folder/output"; fi
  done
}

run_faults() {
  local name bad=0
  if [ "${#wanted[@]}" = 0 ]; then wanted=("${names[@]}"); fi
  for name in "${wanted[@]}"; do
    [ -n "${says[$name]-}" ] || die "there is no fault named $name"
  done
  refresh_copy
  configure_copy
  check_without_faults
  for name in "${wanted[@]}"; do
    judge "$name" || bad=$((bad + 1))
  done
  printf '%d faults, %d of them not killed and not explained\n' "${#wanted[@]}" "$bad"
  [ "$bad" = 0 ]
}

read_table
case $mode in
  check) check_table ;;
  list) for name in "${names[@]}"; do printf '%-28s %s\n' "$name" "${says[$name]}"; done ;;
  run) run_faults ;;
esac

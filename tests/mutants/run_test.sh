#!/usr/bin/env bash
# run_test.sh SCRATCH_FOLDER: tests run.sh on a project that consists of one file of words, with
# stand-ins for CMake and Ninja. The "test programs" there look for a word each.
set -euo pipefail
# shellcheck source=tests/build/check.sh
source "$(dirname -- "$0")/../build/check.sh"
run_sh=$(dirname -- "$(readlink -f -- "$0")")/run.sh
scratch=$1
project=$scratch/project bin=$scratch/bin table=$scratch/faults.txt

rm -rf -- "$scratch"
mkdir -p "$project/interp" "$bin"
printf 'one\ntwo two\nthree\n  four\n\n' >"$project/interp/words.txt"
cat >"$bin/cmake" <<'STAND_IN'
#!/bin/bash
while [ "$1" != -B ]; do shift; done
mkdir -p "$2/tests"
: >"$2/build.ninja"
STAND_IN
cat >"$bin/ninja" <<'STAND_IN'
#!/bin/bash
# A program is its own word: it fails when the word is missing. `broken` does not compile.
build=$2
if grep -q broken "$build/../source/interp/words.txt"; then echo 'error: broken'; exit 1; fi
for target in "${@:5}"; do
  case $target in
    interp_test) word=three ;;
    semantic_test) word=one ;;
    *) word=two ;;
  esac
  printf '#!/bin/bash\ngrep -q %s "%s" || { echo "[  FAILED  ] Words.%s (0 ms)"; exit 1; }\n' \
    "$word" "$build/../source/interp/words.txt" "$word" >"$build/tests/$target"
  chmod +x "$build/tests/$target"
done
STAND_IN
chmod +x "$bin/cmake" "$bin/ninja"
mutants() { PATH=$bin:$PATH bash "$run_sh" "$project" --table "$table" "$@"; }

# fault NAME OLD NEW [LINE]
fault() { printf '== %s: what it does\nin interp/words.txt, killed by interp\n%s\n%s\n%s\n\n' "$1" "$2" "$3" "${4-}" >>"$table"; }

what="every fault can be applied"
: >"$table"
fault word '- three' '+ drei'
fault lines $'- three\n-   four\n- ' $'+ three\n+ '
contains "$(mutants --check)" '2 faults, 0 of them cannot be applied'
contains "$(mutants --list)" 'word ' 'lines ' 'what it does'
[ ! -e "$project/build" ] || fail "looking at the table made something"

what="a text that is gone, and one that is there twice"
fault gone '- five' '+ six'
fault twice '- two' '+ three'
refused mutants --check
contains "$messages" 'gone: its text does not occur in interp/words.txt' \
  'twice: its text occurs more than once in interp/words.txt' '4 faults, 2 of them'
: >"$table"
printf '== away: a file that is gone\nin interp/away.txt, killed by interp\n- a\n+ b\n' >>"$table"
refused mutants --check
contains "$messages" 'away: there is no file interp/away.txt'

what="a table with mistakes"
: >"$table"
fault same '- three' '+ three'
refused mutants --check
contains "$messages" 'same changes nothing'
: >"$table"
fault name '- three' '+ drei'
fault name '- one' '+ eins'
refused mutants --check
contains "$messages" 'two faults named name'
printf '== bare: without anything\n' >"$table"
refused mutants --check
contains "$messages" 'bare lacks its file'
printf 'what is this\n' >"$table"
refused mutants --check
contains "$messages" 'no part of a fault: what is this'

what="killed by the program that is named, and by another one"
: >"$table"
fault named '- three' '+ drei'
fault other '- one' '+ eins'
contains "$(mutants)" 'killed    named' 'interp: Words.three' 'killed    other' 'semantic: Words.one' \
  '2 faults, 0 of them not killed'
equals "$(cat "$project/interp/words.txt")" "$(printf 'one\ntwo two\nthree\n  four')"
equals "$(cat "$project/build/mutants/source/interp/words.txt")" "$(cat "$project/interp/words.txt")"

what="survivors"
fault nobody '- four' '+ vier'
refused mutants
contains "$messages" 'SURVIVES  nobody' 'what it does (interp/words.txt)' '3 faults, 1 of them'
contains "$(mutants named other)" '2 faults, 0 of them'
: >"$table"
fault nobody '- four' '+ vier' 'survives: four is nobody'
contains "$(mutants)" 'explained nobody' 'four is nobody' '1 faults, 0 of them'

what="a fault that does not compile"
: >"$table"
fault broken '- four' '+ broken'
refused mutants
contains "$messages" 'ERROR     broken' 'does not compile' 'error: broken'

what="what an interrupted call left behind goes away"
printf 'one\ntwo\ndrei\n' >"$project/build/mutants/source/interp/words.txt"
printf 'x' >"$project/build/mutants/source/interp/left.txt"
: >"$table"
fault other '- one' '+ eins'
contains "$(mutants)" 'semantic: Words.one'
[ ! -e "$project/build/mutants/source/interp/left.txt" ] || fail "left.txt is still there"

what="the tests fail without a fault"
printf 'one\ntwo\n' >"$project/interp/words.txt"
refused mutants
contains "$messages" 'without any fault a test fails: interp: Words.three'

what="wrong arguments"
refused mutants --wrong
contains "$messages" 'there is no option --wrong'
refused mutants --folder
contains "$messages" '--folder takes a value'
refused mutants nothing
contains "$messages" 'there is no fault named nothing'

#!/usr/bin/env bash
# house_test.sh SOURCE_FOLDER SCRATCH_FOLDER: the project is in order, and house.sh notices when a
# copy is not.
set -euo pipefail
# shellcheck source=tests/build/check.sh
source "$(dirname -- "$0")/check.sh"
source_folder=$1 scratch=$2
house() { bash "$source_folder/tests/build/house.sh" "$@"; }

what="the project"
house "$source_folder" || fail "see above"

# spoiled FILE LINE COMPLAINT: a small house with the line added to the file is complained about.
spoiled() {
  what="$1 with '$2'"
  rm -rf -- "$scratch"
  mkdir -p "$scratch"/{grammar,syntax,semantic,interp,agent,lsp,fuzz/targets,cli,bench,docs,tests/cli,tests/interp}
  local room
  for room in grammar syntax semantic interp agent lsp fuzz cli bench docs; do
    printf '#include "%s/a.h"\n' "$room" >"$scratch/$room/a.cpp"
    printf '#pragma once\n' >"$scratch/$room/a.h"
    printf 'target_sources(aegis PRIVATE\n  a.cpp)\n' >"$scratch/$room/CMakeLists.txt"
  done
  printf 'add_executable(aegis_cli a.cpp)\n' >"$scratch/cli/CMakeLists.txt"
  printf '#include "cli/a.h"\n' >"$scratch/fuzz/targets/a.cpp"
  printf 'aegis_fuzz_target(a a.cpp)\n' >"$scratch/fuzz/targets/CMakeLists.txt"
  printf 'add_executable(aegis_bench a.cpp)\n' >"$scratch/bench/CMakeLists.txt"
  printf '#include "syntax/a.h"\n' >"$scratch/interp/a.h"
  printf '#include "docs/bundle.h"\n' >"$scratch/cli/a.h"
  printf '#include <antlr4-runtime.h>\n#include "grammar/a.h"\n' >"$scratch/syntax/a.cpp"
  printf 'aegis_room_test(interp a_test.cpp)\n' >"$scratch/tests/CMakeLists.txt"
  printf '#include "interp/a.h"\n' >"$scratch/tests/interp/a_test.cpp"
  house "$scratch" || fail "the small house itself is not in order"
  printf '%b\n' "$2" >>"$scratch/$1"
  refused house "$scratch"
  contains "$messages" "$3"
}

spoiled grammar/a.h '#include "syntax/a.h"' 'grammar/a.h: grammar/ is above what it includes'
spoiled semantic/a.cpp '#include <interp/a.h>' 'semantic/a.cpp: semantic/ is above what it includes'
spoiled interp/a.cpp '#include "cli/a.h"' 'interp/a.cpp: interp/ is above what it includes'
spoiled agent/a.cpp '#include "lsp/a.h"' 'agent/a.cpp: agent/ is above what it includes'
spoiled interp/a.cpp '#include "agent/a.h"' 'interp/a.cpp: interp/ is above what it includes'
spoiled interp/a.cpp '#include "lsp/a.h"' 'interp/a.cpp: interp/ is above what it includes'
spoiled fuzz/a.cpp '#include "cli/a.h"' 'fuzz/a.cpp: fuzz/ is above what it includes'
spoiled cli/a.cpp '#include "bench/a.h"' 'cli/a.cpp: cli/ is above what it includes'
spoiled interp/a.cpp '#include "docs/bundle.h"' 'interp/a.cpp: the texts are for agent/ and cli/'
spoiled docs/a.cpp '#include "syntax/a.h"' 'docs/a.cpp: docs/ stands alone'
spoiled semantic/a.h '#include <antlr4-runtime.h>' 'semantic/a.h: ANTLR outside syntax/'
spoiled cli/a.cpp '#include <AegisParser.h>' 'cli/a.cpp: ANTLR outside syntax/'
spoiled cli/b.cpp '' 'cli/b.cpp: not built'
spoiled bench/b.cpp '' 'bench/b.cpp: not built'
spoiled fuzz/b.cpp '' 'fuzz/b.cpp: not built'
spoiled fuzz/targets/b.cpp '' 'fuzz/targets/b.cpp: not built'
spoiled tests/cli/a_test.cpp '' 'tests/cli/a_test.cpp: not built'
spoiled tests/interp/b_test.cpp '' 'tests/interp/b_test.cpp: not built'
spoiled syntax/a.h "$(printf '%149s' '' | sed 's/ /\\n/g')" 'syntax/a.h: 151 lines'
spoiled interp/a.cpp "$(printf '%599s' '' | sed 's/ /\\n/g')" 'interp/a.cpp: 601 lines'

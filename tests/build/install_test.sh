#!/usr/bin/env bash
# install_test.sh SOURCE_FOLDER BUILD_FOLDER SCRATCH_FOLDER CMAKE GENERATOR COMPILER: `cmake
# --install` puts down what people need, and a project outside, which knows nothing of this one but
# the place, builds against the library and runs a program.
set -euo pipefail
# shellcheck source=tests/build/check.sh
source "$(dirname -- "$0")/check.sh"
source_folder=$1 build=$2 scratch=$3 cmake=$4 generator=$5 compiler=$6
prefix=$scratch/prefix
rm -rf -- "$scratch"
mkdir -p "$scratch"

what="installing"
"$cmake" --install "$build" --prefix "$prefix" >"$scratch/log" || fail "$(cat "$scratch/log")"
equals "$("$prefix/bin/aegis" --version)" "$("$build/aegis" --version)"
for file in share/man/man1/aegis.1.gz share/bash-completion/completions/aegis \
  share/zsh/site-functions/_aegis share/fish/vendor_completions.d/aegis.fish \
  share/doc/aegis/README.md share/doc/aegis/docs/language.md share/doc/aegis/examples/greet.aeg; do
  [ -s "$prefix/$file" ] || fail "no $file"
done
equals "$("$prefix/bin/aegis" run "$prefix/share/doc/aegis/examples/greet.aeg" --input world)" \
  "$("$build/aegis" run "$source_folder/examples/greet.aeg" --input world)"

what="the man page tells of every command, option and limit"
man=$(gzip -dc "$prefix/share/man/man1/aegis.1.gz")
contains "$man" "aegis $("$build/aegis" --version | sed 's/.* //')"
commands=$("$build/aegis" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]\+\) .*/\1/p')
contains "$commands" run check completion
for command in $commands; do
  contains "$man" ".B $command" ".B aegis $command"
  help=$("$build/aegis" "$command" --help)
  # shellcheck disable=SC2013
  for option in $(sed -n 's/^ .*\(--[a-z]\+\) .*/\1/p' <<<"$help"); do
    contains "$man" "${option//-/\\-}"
  done
done
for limit in $("$build/aegis" run --help | sed -n 's/^ *\([a-z_]\+\)=[0-9]\+$/\1/p'); do
  contains "$man" "$limit"
done

what="no header shows ANTLR"
if grep -rlE 'antlr4|Aegis(Lexer|Parser)' "$prefix/include"; then fail "but these do"; fi

what="a project outside"
headers=$(cd -- "$prefix/include" && find aegis -name '*.h' | sort | tr '\n' ';')
contains "$headers" aegis/agent/toolbox.h aegis/agent/mcp/http.h aegis/interp/session.h \
  aegis/semantic/compile.h aegis/docs/bundle.h
{
  "$cmake" -S "$source_folder/tests/build/outside" -B "$scratch/outside" -G "$generator" \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix" -DHEADERS="$headers" &&
    "$cmake" --build "$scratch/outside"
} >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
equals "$("$scratch/outside/outside")" $'hello, world\n1.4142135623730951'
equals "$("$scratch/outside/outside_tools" "$scratch/store.db")" "42"

what="a project outside where a library is missing"
refused "$cmake" -S "$source_folder/tests/build/outside" -B "$scratch/lacking" -G "$generator" \
  -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix" \
  -DAEGIS_SODIUM_LIBRARY= -DAEGIS_SQLITE3_LIBRARY=
contains "$messages" "aegis needs the library sodium" "apt-get install libsodium-dev" \
  "apt-get install libsqlite3-dev"

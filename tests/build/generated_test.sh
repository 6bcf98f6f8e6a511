#!/usr/bin/env bash
# generated_test.sh SOURCE_FOLDER SCRATCH_FOLDER: the parser in generated/ is the one that ANTLR made
# of the grammar as it is now, and nobody edited it. SHA256SUMS was written with it by
# `./dev generate`, so this needs neither ANTLR nor Java; `./dev fresh` is the full proof.
set -euo pipefail
# shellcheck source=tests/build/check.sh
source "$(dirname -- "$0")/check.sh"
source_folder=$1 scratch=$2
current() { (cd -- "$1" && sha256sum --check --strict --quiet generated/SHA256SUMS); }

what="generated/"
current "$source_folder" || fail "does not belong to grammar/Aegis.g4: call ./dev generate"

what="every file is in SHA256SUMS"
for file in grammar/Aegis.g4 generated/Aegis{Lexer,Parser}.{h,cpp}; do
  grep -q "  $file\$" "$source_folder/generated/SHA256SUMS" || fail "not $file"
done

# The same check refuses a copy with another grammar, or with another parser.
for file in grammar/Aegis.g4 generated/AegisParser.cpp; do
  what="an edited $file"
  rm -rf -- "$scratch"
  mkdir -p "$scratch"
  cp -R "$source_folder/grammar" "$source_folder/generated" "$scratch"
  printf '\n' >>"$scratch/$file"
  refused current "$scratch"
  contains "$messages" "$file: FAILED"
done

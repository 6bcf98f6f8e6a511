#!/usr/bin/env bash
# emacs_test.sh ROOT AEGIS: the Emacs mode in Emacs itself, with Eglot and the real server.
set -euo pipefail
root=$1 aegis=$2

# -q and not -Q: Debian's packages, such as Eglot for Emacs before 29, are in the site files.
if ! command -v emacs >/dev/null || ! emacs -q --batch --eval "(require 'eglot)" 2>/dev/null; then
  echo 'skipped: there is no emacs with eglot here'
  exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
mkdir -- "$scratch/home" "$scratch/files"
cp -- "$root/editors/emacs/aegis-mode.el" "$scratch"
cd -- "$scratch"
export AEGIS_ROOT=$root AEGIS=$aegis HOME=$scratch/home LC_ALL=C.UTF-8
# What the compiler and the judge of documentation have to say is an error.
emacs -q --batch --eval '(setq byte-compile-error-on-warn t)' -f batch-byte-compile aegis-mode.el
emacs -q --batch --eval "(checkdoc-file \"aegis-mode.el\")" 2>&1 | tee checkdoc.log
if grep -q 'aegis-mode.el:' checkdoc.log; then exit 1; fi
cd -- files
timeout 100 emacs -q --batch -L "$scratch" -l "$root/tests/editors/emacs_test.el" \
  -f ert-run-tests-batch-and-exit

#!/usr/bin/env bash
# emacs_test.sh ROOT AEGIS SCRATCH: the Emacs mode in Emacs itself, with Eglot and the real server.
set -euo pipefail
root=$1 aegis=$2 scratch=$3

# -q and not -Q: Debian's packages, such as Eglot for Emacs before 29, are in the site files.
if ! command -v emacs >/dev/null || ! emacs -q --batch --eval "(require 'eglot)" 2>/dev/null; then
  echo 'skipped: there is no emacs with eglot here'
  exit 77
fi
rm -rf -- "$scratch"
mkdir -p -- "$scratch/home"
cd -- "$scratch"
cp -- "$root/editors/emacs/aegis-mode.el" .
# The compiler's warnings are errors.
HOME=$scratch/home emacs -q --batch --eval '(setq byte-compile-error-on-warn t)' \
  -f batch-byte-compile aegis-mode.el
AEGIS=$aegis HOME=$scratch/home timeout 100 emacs -q --batch -L . \
  -l "$root/tests/editors/emacs_test.el" -f ert-run-tests-batch-and-exit

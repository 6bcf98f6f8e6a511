#!/usr/bin/env bash
# neovim_test.sh ROOT AEGIS SCRATCH: the Neovim plugin in Neovim itself, with the real server.
set -euo pipefail
root=$1 aegis=$2 scratch=$3

if ! command -v nvim >/dev/null; then
  echo 'skipped: there is no nvim here'
  exit 77
fi
rm -rf -- "$scratch"
mkdir -p -- "$scratch/home"
cd -- "$scratch"
# An error that is not caught leaves a headless Neovim waiting for a key: so there is an end.
AEGIS=$aegis HOME=$scratch/home XDG_CONFIG_HOME=$scratch/home XDG_DATA_HOME=$scratch/home \
  XDG_STATE_HOME=$scratch/home XDG_CACHE_HOME=$scratch/home \
  timeout 100 nvim --headless --clean -n --cmd "set runtimepath^=$root/editors/neovim" \
  -c "luafile $root/tests/editors/neovim_test.lua"

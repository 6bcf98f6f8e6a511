#!/usr/bin/env bash
# neovim_test.sh ROOT AEGIS: the Neovim plugin in Neovim itself, with the real server.
set -euo pipefail

if ! command -v nvim >/dev/null; then
  echo 'skipped: there is no nvim here'
  exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
mkdir -- "$scratch/home" "$scratch/files"
# Neovim reads commas and brackets in its paths as patterns; the project's folder may have any name.
ln -s -- "$1" "$scratch/root"
cd -- "$scratch/files"
# An error that is not caught leaves a headless Neovim waiting for a key: so there is an end.
AEGIS_ROOT=$scratch/root AEGIS=$2 HOME=$scratch/home XDG_CONFIG_HOME=$scratch/home \
  XDG_DATA_HOME=$scratch/home XDG_STATE_HOME=$scratch/home XDG_CACHE_HOME=$scratch/home \
  timeout 100 nvim --headless --clean -n -c "luafile $scratch/root/tests/editors/neovim_test.lua"

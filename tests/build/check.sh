# shellcheck shell=bash
# Sourced by the test scripts of this folder: what they assert with.

what=      # names the case in hand
messages=  # of the last command that was refused

fail() {
  printf 'FAILED: %s: %s\n' "$what" "$*" >&2
  exit 1
}

# contains TEXT PART...: every part is in the text.
contains() {
  local text=$1 part
  shift
  for part in "$@"; do
    case $text in
      *"$part"*) ;;
      *) fail "missing: $part"$'\n'"in: $text" ;;
    esac
  done
}

# equals ACTUAL EXPECTED
equals() { [ "$1" = "$2" ] || fail "not '$2' but '$1'"; }

# refused COMMAND...: the command fails; its messages are in $messages.
refused() {
  if messages=$("$@" 2>&1); then fail "accepted: $*"$'\n'"$messages"; fi
}

#!/bin/sh
# Looks at a page of the reader as a screen reader does: roles and names in the accessibility tree (AT-SPI).
#
# usage: tests/desktop/display.sh tests/desktop/accessible.sh FOLDER      FOLDER holds portero and portero-view
set -eu

programs=$(realpath "$1") here=$(dirname "$0")
NO_AT_BRIDGE=0
# shellcheck source=tests/desktop/person.sh
. "$here/person.sh"
/usr/libexec/at-spi-bus-launcher --launch-immediately >/dev/null 2>&1 &
started="$started $!"

"$programs/portero" open --direct 'man:ls(1)' </dev/null
wait_for 'ls\(1\)' "a page is shown"
for _ in $(seq 20); do
    /usr/bin/python3 "$here/tree.py" all > "$work/tree" 2>/dev/null || true
    grep -q 'document web "ls(1)"' "$work/tree" && break
    sleep 0.5
done
while read -r part; do
    grep -qF "$part" "$work/tree" || fail "this is not in the tree: $part"
    echo "ok: $part"
done <<'PARTS'
frame "ls(1)"
push button "Find in the page"
text "Name, words or URI"
document web "ls(1)"
landmark "Contents"
link "DESCRIPTION"
heading "ls(1)"
heading "SYNOPSIS"
link "dircolors
PARTS
keys q

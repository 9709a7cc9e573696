#!/bin/sh
# Opens many pages one after another in one window, and holds the growth of memory after the 50th to a fifth.
#
# usage: tests/desktop/display.sh tests/desktop/many.sh FOLDER [PAGES]
set -eu

programs=$(realpath "$1") pages=${2:-500} here=$(dirname "$0")
# shellcheck source=tests/desktop/person.sh
. "$here/person.sh"

"$programs/portero-view" 'man:ls(1)' >/dev/null 2>&1 &
reader=$!
started="$started $reader"
wait_for 'ls\(1\)' "the first page"

# Every third page of the first sections, until there are enough.
find /usr/share/man/man1 /usr/share/man/man8 /usr/share/man/man3 -name '*.gz' 2>/dev/null | sort | awk 'NR % 3 == 0' |
    head -n "$pages" > "$work/pages"
count=0 at_50=0
while read -r file; do
    name=$(basename "$file" .gz)
    uri="man:${name%.*}(${name##*.})"
    gdbus call --session --dest io.github.portero.Portero.View --object-path /io/github/portero/Portero/View \
        --method org.freedesktop.Application.ActivateAction show "[<['$uri']>]" '{}' >/dev/null
    sleep 0.15
    count=$((count + 1))
    case $count in
    50) sleep 2; at_50=$("$here/processes.py" "$reader"); echo "after 50 pages: $at_50 KiB" ;;
    *00) echo "after $count pages: $("$here/processes.py" "$reader") KiB" ;;
    esac
done < "$work/pages"
sleep 2
at_end=$("$here/processes.py" "$reader")
echo "after $count pages: $at_end KiB"
[ "$at_end" -le $((at_50 * 12 / 10)) ] || fail "memory grew by more than a fifth"

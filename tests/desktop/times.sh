#!/bin/sh
# Times and memory beside Yelp, on the same page, in the same run: from the command to the text on the screen.
#
# usage: tests/desktop/display.sh tests/desktop/times.sh FOLDER [ROUNDS]      FOLDER should hold a release build
#
# Prints medians in milliseconds and KiB. "cold" is without anything in the caches of the programs themselves: a first
# start after `sync; echo 3 > /proc/sys/vm/drop_caches` where that may be written.
set -eu

programs=$(realpath "$1") rounds=${2:-5} here=$(dirname "$0")
# shellcheck source=tests/desktop/person.sh
. "$here/person.sh"
page='man:bash(1)'

median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }
forget() {
    rm -rf "$HOME/.cache"
    sync
    (echo 3 > /proc/sys/vm/drop_caches) 2>/dev/null || true
}
# NAME BEFORE COMMAND...: runs it so often, BEFORE each time.
rounds_of() {
    name=$1 before=$2
    shift 2
    : > "$work/$name"
    for _ in $(seq "$rounds"); do
        $before
        "$here/painted.py" 6 "$@" >> "$work/$name"
        sleep 1.5
    done
    echo "$name: $(cut -d' ' -f1 "$work/$name" | median) ms, $(cut -d' ' -f2 "$work/$name" | median) KiB"
}

rounds_of yelp-cold forget yelp "$page"
rounds_of portero-cold forget "$programs/portero" open --direct "$page"
rounds_of yelp-warm true yelp "$page"
rounds_of portero-warm true "$programs/portero" open --direct "$page"

# One more page in a reader that runs.
"$programs/portero-view" 'man:false(1)' >/dev/null 2>&1 &
started="$started $!"
wait_for 'false\(1\)' "a reader"
: > "$work/running"
for _ in $(seq "$rounds"); do
    "$here/painted.py" 2 "$programs/portero" open --direct 'man:ls(1)' >> "$work/running"
    "$programs/portero" open --direct 'man:false(1)' </dev/null
    sleep 1
done
echo "one more page: $(cut -d' ' -f1 "$work/running" | median) ms"

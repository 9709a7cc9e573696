#!/bin/sh
# Measures the service on a private bus: memory, threads, descriptors, zombies, silence.
#
# usage: tests/desktop/service.sh PORTERO [REQUESTS [SECONDS]]
#
# PORTERO should be a release build. Prints a line a measurement, and exits with 1 when one is over its limit:
# 3 MiB of memory (PSS) idle, two threads, 1 MiB of growth over REQUESTS (10000), nothing left of them, and no system
# call in SECONDS (60) of idleness.
set -eu

portero=$(realpath "$1") requests=${2:-10000} seconds=${3:-60}
most_pss=3072 most_growth=1024 most_threads=2

if [ -z "${PORTERO_PRIVATE_BUS:-}" ]; then
    exec env PORTERO_PRIVATE_BUS=1 dbus-run-session -- "$0" "$@"
fi

home=$(mktemp -d)
service=
trap 'kill $service 2>/dev/null || true; rm -rf "$home"' EXIT
export HOME="$home" XDG_CONFIG_HOME="$home/config" XDG_DATA_HOME="$home/data" XDG_STATE_HOME="$home/state"
mkdir -p "$XDG_CONFIG_HOME/portero"
cat > "$XDG_CONFIG_HOME/portero/config.toml" <<'CONFIG'
[general]
flood = "off"
idle-timeout = "600s"
[[rules]]
match = { scheme = "x-s" }
exec = ["true", "{uri}"]
CONFIG

failed=0
# NAME VALUE LIMIT
measure() {
    verdict=ok
    [ "$2" -le "$3" ] || { verdict="too much, at most $3"; failed=1; }
    echo "$1: $2 ($verdict)"
}
pss() { sed -n 's/^Pss: *\([0-9]*\) kB/\1/p' "/proc/$service/smaps_rollup"; }
count() { find "$1" -mindepth 1 -maxdepth 1 | wc -l; }
# shellcheck disable=SC2009
zombies() { ps -o stat= --ppid "$service" | grep -c Z || true; }

# The calls of one client, one after the other.
open() {
    /usr/bin/python3 - "$1" <<'PYTHON'
import sys
from gi.repository import Gio, GLib

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
for number in range(int(sys.argv[1])):
    arguments = GLib.Variant("(asa{sv})", ([f"x-s:{number}"], {}))
    bus.call_sync("io.github.portero.Portero", "/io/github/portero/Portero", "io.github.portero.Portero1", "Open",
                  arguments, None, 0, -1, None)
PYTHON
}

"$portero" daemon 2>/dev/null &
service=$!
open 20
# Threads of the pool end after ten seconds without work.
sleep 12
first=$(pss)
measure "memory, idle, kB" "$first" "$most_pss"
measure "threads, idle" "$(count "/proc/$service/task")" "$most_threads"
descriptors=$(count "/proc/$service/fd")

began=$(date +%s)
open "$requests"
echo "time for $requests requests, s: $(($(date +%s) - began))"
sleep 12
measure "growth of memory over $requests requests, kB" "$(($(pss) - first))" "$most_growth"
measure "memory after them, kB" "$(pss)" "$most_pss"
measure "threads after them" "$(count "/proc/$service/task")" "$most_threads"
measure "descriptors after them" "$(count "/proc/$service/fd")" "$descriptors"
measure "zombies" "$(zombies)" 0

if command -v strace >/dev/null; then
    # The arrival of strace itself ends a wait, which then begins anew: the first second does not count.
    timeout "$((seconds + 1))" strace -f -qq -ttt -o "$home/trace" -p "$service" || true
    calls=$(awk 'NR == 1 { began = $2 } $2 > began + 1 && !/detached/' "$home/trace" | wc -l)
    measure "system calls in $seconds s" "$calls" 0
else
    echo "system calls: not measured, strace is not here"
fi
exit "$failed"

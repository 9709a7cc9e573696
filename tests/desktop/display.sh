#!/bin/sh
# Runs a command under a virtual display with a window manager, and ends both with it.
#
# usage: tests/desktop/display.sh COMMAND [WORD...]
set -eu

folder=$(mktemp -d)
server=
manager=
trap 'kill $manager $server 2>/dev/null || true; rm -rf "$folder"' EXIT

# The server chooses a free number, so that several can run.
Xvfb -displayfd 3 -screen 0 1280x900x24 -nolisten tcp 3>"$folder/display" 2>/dev/null &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -s "$folder/display" ] && break
    sleep 0.5
done
DISPLAY=:$(cat "$folder/display")
# Tests that press keys do so on this display alone.
PORTERO_TEST_DISPLAY=$DISPLAY
export DISPLAY PORTERO_TEST_DISPLAY
openbox >/dev/null 2>&1 &
manager=$!
"$@"

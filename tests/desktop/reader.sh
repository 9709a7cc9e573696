#!/bin/sh
# Drives the reader's window as a person would.
#
# usage: tests/desktop/display.sh tests/desktop/reader.sh FOLDER      FOLDER holds portero and portero-view
set -eu

programs=$(realpath "$1")
# shellcheck source=tests/desktop/person.sh
. "$(dirname "$0")/person.sh"

printf '[reader]\nlinger = "2s"\n' > "$HOME/.config/portero/config.toml"

"$programs/portero" open --direct 'man:ls(1)' </dev/null >"$work/out" 2>&1 || fail "portero open: $(cat "$work/out")"
wait_for 'ls\(1\)' "a page is shown"
xdotool windowactivate --sync "$window"
picture page

keys slash
words 'time'
picture find
keys Return Return Escape
keys slash
words 'dircolors(1)'
keys Escape
point_at_found
xdotool click 1
wait_for 'dircolors\(1\)' "a link is followed in place"
keys alt+Left
wait_for 'ls\(1\)' "back"
keys alt+Right
wait_for 'dircolors\(1\)' "forward"
keys BackSpace
wait_for 'ls\(1\)' "back by the other key"

changes plus 0
usual=$(look)
changes ctrl+plus ctrl+equal ctrl+KP_Add
changes ctrl+minus ctrl+KP_Subtract ctrl+KP_0
[ "$(look)" = "$usual" ] || fail "the usual size is another one"
changes ctrl+equal ctrl+0

# Keys of less and info: there and back.
changes space shift+space f b j k G g greater less
changes slash
words 'file'
changes Return F3 shift+F3 Escape n N
changes ctrl+f Escape n
keys g

changes F9 F9

go_to 'printf(3)'
wait_for 'printf\(3\)' "the name of a page in the location field"
keys ctrl+l
words 'list directory'
sleep 2
picture search
keys Escape
go_to 'copy files'
wait_for 'apropos: copy files' "words in the location field"

go_to 'info:(coreutils)ls invocation'
wait_for '.*ls.*: List directory contents' "an Info page"
picture info
keys bracketright
wait_for '.*dir.*: Briefly list directory contents' "the next node"
keys bracketleft
wait_for '.*ls.*: List directory contents' "the node before"
keys bracketright
wait_for '.*dir.*: Briefly list directory contents' "the next node again"
keys u
wait_for '.*Directory listing' "the node above"

keys question
sleep 0.5
picture keys
keys Escape

keys alt+Home
wait_for 'Reading room' "the start page"
keys Escape
picture start

"$programs/portero" open --direct 'man:printf(1)' </dev/null
wait_for 'printf\(1\)' "a second page in the running reader"
[ "$(pgrep -c -u "$(id -u)" -f "^$programs/portero-view")" = 1 ] || fail "there are two readers"

keys slash
words 'printf(3)'
keys Escape
point_at_found
xdotool click 2
wait_for 'printf\(3\)' "the middle button opens a window"
xdotool windowactivate --sync "$window"
keys ctrl+w
wait_for 'printf\(1\)' "one window is left"
xdotool windowactivate --sync "$window"
keys q
for _ in $(seq 30); do
    pgrep -u "$(id -u)" -f "^$programs/portero-view" >/dev/null || break
    sleep 1
done
! pgrep -u "$(id -u)" -f "^$programs/portero-view" >/dev/null || fail "the reader is still there"
echo "ok: nothing is left after the last window"

# Once more in the dark, as the desktop said the last time.
state="$HOME/.local/state/portero/reader.json"
grep -q '"man:printf(1)"' "$state" || fail "the recent pages were not kept"
sed -i 's/"dark": false/"dark": true/' "$state"
"$programs/portero" open --direct 'man:bash(1)#EXPANSION' </dev/null
wait_for 'bash\(1\)' "a page at a heading"
picture dark
xdotool windowactivate --sync "$window"
keys alt+Home
wait_for 'Reading room' "the start page again"
keys Escape
keys ctrl+w

#!/bin/sh
# Drives the reader, the question and the chooser under a Wayland compositor without a screen.
#
# usage: tests/desktop/wayland.sh FOLDER      FOLDER holds portero, portero-view and portero-ask
#
# IMAGES names the folder for pictures; without it none are kept.
set -eu

# The compositor does not run as root.
if [ "$(id -u)" = 0 ]; then
    exec setpriv --reuid=nobody --regid=nogroup --clear-groups "$0" "$@"
fi

programs=$(realpath "$1")
# shellcheck source=tests/desktop/person.sh
. "$(dirname "$0")/person.sh"
unset DISPLAY

cat > "$work/sway.conf" <<CONFIG
output HEADLESS-1 resolution 1280x900
xwayland disable
default_border none
CONFIG
WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman sway -c "$work/sway.conf" >"$work/sway.log" 2>&1 &
started="$started $!"
for _ in $(seq 50); do
    SWAYSOCK=$(find "$XDG_RUNTIME_DIR" -name 'sway-ipc.*')
    [ -n "$SWAYSOCK" ] && swaymsg -t get_version >/dev/null 2>&1 && break
    sleep 0.2
done
WAYLAND_DISPLAY=$(find "$XDG_RUNTIME_DIR" -name 'wayland-?' -printf '%f')
export SWAYSOCK WAYLAND_DISPLAY
# A keyboard that stays: without any there is no focus.
wtype -s 600000 &
started="$started $!"

# What tells which window has the focus: its title and its application.
focused() {
    swaymsg -t get_tree | awk -F'"' '/"focused": true/ { found = 1 } found && /"name"/ { name = $4 }
        found && /"app_id"/ { print name " " $4; exit }'
}

# TITLE WHAT: waits for a window of ours with the focus.
wait_for() {
    for _ in $(seq 200); do
        [ "$(focused)" = "$1 io.github.portero.Portero" ] && { echo "ok: $2"; return; }
        sleep 0.1
    done
    fail "$2: the focus is at $(focused)"
}

fail() {
    echo "FAILED: $*" >&2
    grim "${IMAGES:-/tmp}/failed.png" || true
    exit 1
}

# TEXT: types it, with a keymap of its own, in which the toolkit finds none of its key bindings: only what we look at
# ourselves. Its keyboard changes the focus, which shuts a question for a second, and must stay until all is read.
keys() {
    # shellcheck disable=SC2059
    printf "$1" | wtype -s 1500 - -s 500
    sleep 0.3
}

picture() {
    [ -z "${IMAGES:-}" ] || { sleep 1; grim "$IMAGES/$1.png"; }
}

mkdir "$work/bin"
# shellcheck disable=SC2016
printf '#!/bin/sh\nprintf "%%s\\n" "$XDG_ACTIVATION_TOKEN" "$@" > %s/call\n' "$work" > "$work/bin/letters"
chmod +x "$work/bin/letters"
cat > "$HOME/.config/portero/config.toml" <<'CONFIG'
[schemes]
telnet = { exec = ["letters", "--", "{host}", "{port}"] }
mailto = { ask = [["letters", "{uri}"], ["true", "{uri}"]] }
CONFIG
PATH="$work/bin:$PATH"

WAYLAND_DEBUG=1 DESKTOP_STARTUP_ID=of-the-first-click "$programs/portero-view" 'man:ls(1)' 2>"$work/view.log" >/dev/null &
started="$started $!"
wait_for 'ls(1)' "a page is shown"
picture wayland-page
keys d
wait_for 'Info manuals' "a key"
keys l
wait_for 'ls(1)' "back"
XDG_ACTIVATION_TOKEN=of-the-next-click "$programs/portero" open --direct 'man:printf(1)' </dev/null
wait_for 'printf(1)' "a second page in the running reader"
for token in of-the-first-click of-the-next-click; do
    grep -q "xdg_activation_v1@.*activate(\"$token\"" "$work/view.log" || fail "the token $token was not used"
done
echo "ok: activation tokens are taken"

"$programs/portero" open --direct 'telnet://bücher.example:8023/' </dev/null 2>/dev/null &
opening=$!
wait_for 'Telnet session on xn--bcher-kva.example' "a question"
picture wayland-question
keys '\033'
code=0
wait "$opening" || code=$?
[ "$code" = 5 ] || fail "Escape gave the exit code $code"

"$programs/portero" open --direct 'mailto:alice@example.org' </dev/null &
opening=$!
wait_for 'Mail to alice@example.org' "a choice"
sleep 1
picture wayland-choice
keys '\n'
wait "$opening" || fail "the choice was none"
for _ in $(seq 50); do [ -s "$work/call" ] && break; sleep 0.1; done
[ -n "$(head -n 1 "$work/call")" ] || fail "the program got no activation token"
echo "ok: a choice, and an activation token for the program"
wait_for 'printf(1)' "the focus is at the reader again"

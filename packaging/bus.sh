#!/bin/sh
# Makes the session bus read its service files again, and looks whether it would start portero.
#
# usage: packaging/bus.sh APP_ID
#
# Says what is wrong and exits with 1 when the bus does not know APP_ID; exits with 0 where there is no session.
set -eu

app_id=$1
[ -n "${DBUS_SESSION_BUS_ADDRESS:-}" ] || [ -S "${XDG_RUNTIME_DIR:-/nonexistent}/bus" ] || exit 0

# Calls a method of the bus with whatever tool is there.
bus() {
    if command -v gdbus >/dev/null; then
        gdbus call --session --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus \
            --method "org.freedesktop.DBus.$1"
    elif command -v dbus-send >/dev/null; then
        dbus-send --session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus "org.freedesktop.DBus.$1"
    elif command -v busctl >/dev/null; then
        busctl --user call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus "$1"
    else
        echo "install: gdbus, dbus-send or busctl is needed to tell the session bus; it will know after the next login" >&2
        exit 0
    fi
}

if command -v systemctl >/dev/null; then
    # Fails where no user instance of systemd runs, and then nothing needs it.
    systemctl --user daemon-reload 2>/dev/null || true
fi
bus ReloadConfig >/dev/null
bus ListActivatableNames | tr ',' '\n' | grep -qw "$app_id" && exit 0

echo "install: the session bus does not find $app_id.service: its folder must be in dbus-1/services under" >&2
echo "         XDG_DATA_HOME or XDG_DATA_DIRS of the session. portero works all the same, without its service." >&2
exit 1

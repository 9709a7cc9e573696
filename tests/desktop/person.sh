# shellcheck shell=sh
# Sourced by the scripts that drive windows as a person would: a home and a bus of their own, keys, clicks, pictures.
# They run under tests/desktop/display.sh. IMAGES names the folder for pictures; without it none are kept.

work=$(mktemp -d)
started=
end() {
    # shellcheck disable=SC2086
    [ -z "$started" ] || kill $started 2>/dev/null || true
    sleep 1
    rm -rf "$work" 2>/dev/null || true
}
trap end EXIT

export HOME="$work/home" XDG_RUNTIME_DIR="$work/run" LC_ALL=C.UTF-8
export NO_AT_BRIDGE="${NO_AT_BRIDGE-1}"
unset XDG_CONFIG_HOME XDG_STATE_HOME XDG_CACHE_HOME XDG_DATA_HOME LANGUAGE WAYLAND_DISPLAY XDG_CURRENT_DESKTOP
mkdir -p "$HOME/.config/portero" "$HOME/.local/state/portero" "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"

# A bus that starts nothing by itself.
cat > "$work/bus.conf" <<CONFIG
<busconfig>
  <type>session</type><listen>unix:path=$work/bus</listen><auth>EXTERNAL</auth>
  <policy context="default"><allow send_destination="*"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
CONFIG
dbus-daemon --config-file="$work/bus.conf" --nofork >/dev/null 2>&1 &
started="$started $!"
export DBUS_SESSION_BUS_ADDRESS="unix:path=$work/bus"
for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -S "$work/bus" ] && break
    sleep 0.2
done

fail() {
    echo "FAILED: $*" >&2
    import -window root "${IMAGES:-/tmp}/failed.png" 2>/dev/null || true
    exit 1
}

# The window whose name is just this, waited for; its number in $window.
wait_for() {
    for _ in $(seq 150); do
        window=$(xdotool search --onlyvisible --name "^$1\$" 2>/dev/null | tail -n 1) || true
        [ -n "$window" ] && { echo "ok: $2"; return; }
        sleep 0.1
    done
    fail "$2: there is no window called $1"
}

keys() {
    xdotool key --clearmodifiers "$@"
    sleep 0.5
}

look() {
    import -window root png:- | md5sum
}

# KEY...: each must change what is on the screen.
changes() {
    for key in "$@"; do
        before=$(look)
        keys "$key"
        for _ in $(seq 30); do
            [ "$(look)" = "$before" ] || continue 2
            sleep 0.1
        done
        fail "$key: nothing has changed"
    done
    echo "ok: $*"
}

words() {
    xdotool type --delay 15 "$1"
    sleep 0.7
}

# Types into the location field and goes there.
go_to() {
    keys ctrl+l
    words "$1"
    keys Return
}

# Puts the pointer on the place that was found last, which is the only spot of this colour.
point_at_found() {
    spot=$(import -window root png:- | convert - -fuzz 2% -fill black +opaque '#f2b94b' -fill white -opaque '#f2b94b' \
        -format '%@' info:-)
    size=${spot%%+*} place=${spot#*+}
    [ "$size" != "1280x900" ] || fail "nothing was found to click on"
    xdotool mousemove $((${place%%+*} + ${size%%x*} / 2)) $((${place#*+} + ${size#*x} / 2))
    sleep 0.3
}

# The part of the screen that the window covers, with what stands above it.
picture() {
    [ -n "${IMAGES:-}" ] || return 0
    sleep 0.6
    eval "$(xdotool getwindowgeometry --shell "$window")"
    import -window root png:- | convert - -crop "${WIDTH}x$HEIGHT+$X+$Y" +repage -strip +dither -colors 200 \
        -define png:compression-level=9 "PNG8:$IMAGES/$1.png"
}

#!/bin/sh
# Takes pictures of portero-ask's windows, light and dark: ask-question.png, ask-choice.png, ask-choice-dark.png.
#
# usage: tests/desktop/display.sh tests/desktop/ask.sh PORTERO FOLDER
#
# PORTERO is the program, with portero-ask beside it.
set -eu

portero=$(realpath "$1") folder=$(realpath "$2")
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
here=$(realpath "$(dirname "$0")/../..")
export HOME="$home" XDG_CONFIG_HOME="$home/config" XDG_DATA_HOME="$home/data" XDG_RUNTIME_DIR="$home"
export DBUS_SESSION_BUS_ADDRESS=disabled: NO_AT_BRIDGE=1 LC_ALL=C.UTF-8
mkdir -p "$XDG_CONFIG_HOME/portero" "$XDG_DATA_HOME/applications" "$XDG_DATA_HOME/icons/hicolor/scalable/apps"
cp "$here/data/io.github.portero.Portero.svg" "$XDG_DATA_HOME/icons/hicolor/scalable/apps/"
cat > "$XDG_CONFIG_HOME/portero/config.toml" <<'CONFIG'
[schemes]
mailto = "ask"
telnet = { exec = ["telnet", "-l", "{user}", "--", "{host}", "{port}"] }
CONFIG

# Programs that do nothing.
mkdir "$home/bin"
for name in telnet letters postbox notes; do
    ln -s /bin/true "$home/bin/$name"
done
# Nothing of this machine shall be in the picture but its icons.
mkdir "$home/share"
ln -s /usr/share/icons /usr/share/themes /usr/share/mime "$home/share/"

# NAME PROGRAM ICON: an application for mail.
application() {
    cat > "$XDG_DATA_HOME/applications/$1.desktop" <<ENTRY
[Desktop Entry]
Type=Application
Name=$1
Icon=$3
Exec=$2 --new %u
MimeType=x-scheme-handler/mailto;
ENTRY
}
application Letters letters mail-read
application Postbox postbox mail-send
application Notes notes accessories-text-editor

# FILE TITLE URI: the window of the question, and Escape.
picture() {
    PATH="$home/bin" XDG_DATA_DIRS="$home/share" "$portero" open --direct -- "$3" >/dev/null 2>&1 &
    # A window that goes away while they are looked through is an error to xdotool.
    until xdotool search --onlyvisible --name "$2" >/dev/null 2>&1; do sleep 0.1; done
    sleep 1.5
    import -window "$(xdotool getactivewindow)" "$folder/$1"
    xdotool key Escape
    wait
    sleep 0.2
}

picture ask-question.png 'Telnet session' 'telnet://guest@bücher.example:8023/'
picture ask-choice.png 'Mail to' 'mailto:alice@example.org?subject=The%20red%20door'
GTK_THEME=Adwaita:dark picture ask-choice-dark.png 'Mail to' 'mailto:alice@example.org?subject=The%20red%20door'

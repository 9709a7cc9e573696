#!/bin/sh
# Looks for what building, running or checking portero needs, and installs what is missing where it may.
#
# usage: packaging/needs.sh PURPOSE...      PURPOSE: build, viewer, run, check, pages, desktop, wayland, clicks, package, release
#
# Where it may not (neither root nor sudo without a password), it prints the one line to type for each package
# manager, and exits with 1.
set -eu

here=$(dirname "$0")
msrv=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' "$here/../Cargo.toml")

# A need a line: purpose, name, how to see that it is there, then its package for apt, dnf, pacman, zypper, apk.
table() {
    cat <<'TABLE'
build   | cc        | command -v cc           | gcc libc6-dev         | gcc                | gcc               | gcc                | build-base
build   | certificates | test -e /etc/ssl/certs/ca-certificates.crt | ca-certificates | ca-certificates | ca-certificates | ca-certificates | ca-certificates
build   | cargo     | rust_is_new_enough      | cargo-web rustc-web   | cargo              | rust              | cargo              | cargo
viewer  | pkg-config | command -v pkg-config   | pkg-config            | pkgconf-pkg-config | pkgconf           | pkg-config         | pkgconf
viewer  | webkit-dev | pkg-config --exists webkit2gtk-4.1 | libwebkit2gtk-4.1-dev | webkit2gtk4.1-devel | webkit2gtk-4.1 | webkit2gtk3-devel | webkit2gtk-4.1-dev
viewer  | bwrap     | command -v bwrap        | bubblewrap            | bubblewrap         | bubblewrap        | bubblewrap         | bubblewrap
run     | man       | command -v man          | man-db                | man-db             | man-db            | man                | mandoc
run     | mime      | test -e /usr/share/mime/globs2 | shared-mime-info | shared-mime-info  | shared-mime-info  | shared-mime-info   | shared-mime-info
run     | xdg-open  | command -v xdg-open     | xdg-utils             | xdg-utils          | xdg-utils         | xdg-utils          | xdg-utils
run     | desktop   | command -v update-desktop-database | desktop-file-utils | desktop-file-utils | desktop-file-utils | desktop-file-utils | desktop-file-utils
check   | clippy    | cargo clippy --version  | rust-web-clippy       | clippy             | rust              | cargo              | rust-clippy
check   | rustfmt   | cargo fmt --version     | rustfmt-web           | rustfmt            | rust              | cargo              | rustfmt
check   | python3   | command -v python3      | python3               | python3            | python            | python3            | python3
check   | bus       | command -v dbus-daemon  | dbus-daemon           | dbus-daemon        | dbus              | dbus-1             | dbus
check   | glib      | command -v gio          | libglib2.0-bin        | glib2              | glib2             | glib2-tools        | glib
check   | groff     | command -v troff        | groff-base            | groff-base         | groff             | groff              | groff
check   | mandoc    | command -v mandoc       | mandoc                | mandoc             | mandoc            | mandoc             | mandoc
pages   | man       | command -v man          | man-db                | man-db             | man-db            | man                | man-db
pages   | info      | command -v info         | info                  | info               | texinfo           | info               | texinfo
pages   | tidy      | command -v tidy         | tidy                  | tidy               | tidy              | tidy               | tidyhtml
desktop | xvfb      | command -v Xvfb         | xvfb                  | xorg-x11-server-Xvfb | xorg-server-xvfb | xorg-x11-server-Xvfb | xvfb
desktop | xterm     | command -v xterm        | xterm                 | xterm              | xterm             | xterm              | xterm
desktop | xdotool   | command -v xdotool      | xdotool               | xdotool            | xdotool           | xdotool            | xdotool
desktop | imagemagick | command -v import       | imagemagick           | ImageMagick        | imagemagick       | ImageMagick        | imagemagick
desktop | gdbus     | command -v gdbus        | libglib2.0-bin        | glib2              | glib2             | glib2-tools        | glib
desktop | fonts     | fc-match serif          | fonts-dejavu-core fonts-noto-core | dejavu-sans-fonts google-noto-serif-fonts | ttf-dejavu noto-fonts | dejavu-fonts noto-serif-fonts | font-dejavu font-noto
desktop | openbox   | command -v openbox      | openbox               | openbox            | openbox           | openbox            | openbox
wayland | sway      | command -v sway         | sway                  | sway               | sway              | sway               | sway
wayland | wtype     | command -v wtype        | wtype                 | wtype              | wtype             | wtype              | wtype
wayland | grim      | command -v grim         | grim                  | grim               | grim              | grim               | grim
clicks  | firefox   | command -v firefox-esr    | firefox-esr           | firefox            | firefox           | MozillaFirefox     | firefox-esr
clicks  | chromium  | command -v chromium       | chromium              | chromium           | chromium          | chromium           | chromium
clicks  | pcmanfm   | command -v pcmanfm        | pcmanfm               | pcmanfm            | pcmanfm           | pcmanfm            | pcmanfm
clicks  | thunar    | command -v thunar         | thunar exo-utils      | thunar             | thunar            | thunar             | thunar
clicks  | gnome-terminal | command -v gnome-terminal | gnome-terminal   | gnome-terminal     | gnome-terminal    | gnome-terminal     | gnome-terminal
clicks  | claws-mail | command -v claws-mail    | claws-mail            | claws-mail         | claws-mail        | claws-mail         | claws-mail
clicks  | portal    | test -x /usr/libexec/xdg-desktop-portal | xdg-desktop-portal | xdg-desktop-portal | xdg-desktop-portal | xdg-desktop-portal | xdg-desktop-portal
clicks  | gi        | has_gi                    | python3-gi      | python3-gobject    | python-gobject    | python3-gobject    | py3-gobject3
package | debhelper | command -v dh             | debhelper dpkg-dev fakeroot | debhelper      | debhelper         | debhelper          | debhelper
package | xz        | command -v xz             | xz-utils              | xz                 | xz                | xz                 | xz
release | lintian   | command -v lintian        | lintian               | lintian            | lintian           | lintian            | lintian
release | appstream | command -v appstreamcli   | appstream             | appstream          | appstream         | AppStream          | appstream
release | shellcheck | command -v shellcheck    | shellcheck            | ShellCheck         | shellcheck        | ShellCheck         | shellcheck
release | rpm       | command -v rpm            | rpm                   | rpm                | rpm-tools         | rpm                | rpm
release | nix       | command -v nix-instantiate | nix-bin              | nix                | nix               | nix                | nix
release | mmdebstrap | command -v mmdebstrap    | mmdebstrap debian-archive-keyring | mmdebstrap | mmdebstrap       | mmdebstrap         | mmdebstrap
desktop | at-spi    | test -x /usr/libexec/at-spi-bus-launcher | at-spi2-core gir1.2-atspi-2.0 | at-spi2-core | at-spi2-core | at-spi2-core typelib-1_0-Atspi-2_0 | at-spi2-core
desktop | dunst     | command -v dunst        | dunst                 | dunst              | dunst             | dunst              | dunst
desktop | valgrind  | command -v valgrind      | valgrind              | valgrind           | valgrind          | valgrind           | valgrind
desktop | exo       | command -v exo-open     | exo-utils             | exo                | exo               | exo-tools          | exo
desktop | tmux      | command -v tmux         | tmux                  | tmux               | tmux              | tmux               | tmux
desktop | mutt      | command -v mutt         | mutt                  | mutt               | mutt              | mutt               | mutt
desktop | info      | command -v info         | info                  | info               | texinfo           | info               | texinfo
desktop | strace    | command -v strace       | strace                | strace             | strace            | strace             | strace
desktop | ip        | command -v ip           | iproute2              | iproute            | iproute2          | iproute2           | iproute2
desktop | python3-gi | has_gi                  | python3-gi            | python3-gobject    | python-gobject    | python3-gobject    | py3-gobject3
TABLE
}

# Called by name from the table.
# shellcheck disable=SC2317
rust_is_new_enough() {
    have=$(cargo --version 2>/dev/null | cut -d' ' -f2) || return 1
    [ -n "$have" ] && [ "$(printf '%s\n%s\n' "$msrv" "$have" | sort -V | head -n 1)" = "$msrv" ]
}

# shellcheck disable=SC2317
has_gi() {
    /usr/bin/python3 -c 'import gi'
}

# The lines of the table that are wanted and not there.
missing() {
    table | sed 's/ *| */|/g' | while IFS='|' read -r purpose name test rest; do
        case " $wanted " in *" $purpose "*) ;; *) continue ;; esac
        $test >/dev/null 2>&1 || echo "$name|$rest"
    done
}

# The packages of one column (apt is 2) of the missing lines.
packages() {
    echo "$lines" | cut -d'|' -f"$1" | tr -s ' \n' '  ' | sed 's/^ //; s/ $//'
}

may_install() {
    command -v apt-get >/dev/null 2>&1 || return 1
    if [ "$(id -u)" = 0 ]; then as_root=; elif sudo -n true 2>/dev/null; then as_root=sudo; else return 1; fi
}

tell() {
    echo "Missing: $(packages 1). Install it with the line of your system:" >&2
    echo "  apt-get install $(packages 2)" >&2
    echo "  dnf install $(packages 3)" >&2
    echo "  pacman -S $(packages 4)" >&2
    echo "  zypper install $(packages 5)" >&2
    echo "  apk add $(packages 6)" >&2
    case "$lines" in *"cargo|"*) tell_of_rust ;; esac
}

tell_of_rust() {
    echo "Rust $msrv or newer is needed. On Debian 12 and 13 cargo-web comes from the security archive;" >&2
    echo "where the system's Rust is older, rustup brings the newest one." >&2
}

wanted=$*
lines=$(missing)
[ -n "$lines" ] || exit 0
if may_install; then
    echo "Installing: $(packages 2)"
    export DEBIAN_FRONTEND=noninteractive
    $as_root apt-get update -q >/dev/null || echo "the list of packages could not be renewed; going on" >&2
    # Word splitting is wanted: one word a package.
    # shellcheck disable=SC2046
    $as_root apt-get install -q -y --no-install-recommends $(packages 2) >/dev/null || true
    lines=$(missing)
    [ -n "$lines" ] || exit 0
fi
tell
exit 1

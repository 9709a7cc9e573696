#!/bin/bash
# Puts the .deb packages into a fresh Debian, looks at them as a person would, and takes them out again: nothing may
# be left, and the defaults must be what they were.
#
# usage: packaging/fresh.sh SUITE...      SUITE: bookworm, trixie; as root
#
# FRESH_ROOT holds the systems that are made, one a suite, to be used again; without it they are made anew each time.
set -euo pipefail

cd "$(dirname "$0")/.."
packages=$PWD/target/packages
depends='bubblewrap desktop-file-utils man-db passwd shared-mime-info xdg-utils'

make_system() {
    [ -e "$root/etc/debian_version" ] && return
    mmdebstrap --quiet --variant=apt "--include=ca-certificates $depends" "$suite" "$root"
}

in_system() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# As a person who has just logged in.
as_person() {
    in_system runuser -u person -- env --chdir=/home/person HOME=/home/person XDG_CURRENT_DESKTOP=Fresh "$@"
}

# What is installed, without the caches and lists that dpkg, apt and triggers keep.
files() {
    find "$root" -xdev \( -path "$root/proc" -o -path "$root/dev" -o -path "$root/tmp" -o -path "$root/var/cache" \
        -o -path "$root/var/lib/dpkg" -o -path "$root/var/lib/apt" -o -path "$root/var/log" \) -prune \
        -o ! -name '*.cache' ! -name 'icon-theme.cache' -printf '%P\n' | sort
}

default_of_man() {
    as_person xdg-mime query default x-scheme-handler/man
}

mount_system() {
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
    mount --bind /dev/pts "$root/dev/pts"
}

unmount_system() {
    umount "$root/proc" "$root/dev/pts" "$root/dev" 2>/dev/null || true
}

expect() {
    local what=$1
    shift
    if "$@"; then echo "  ok: $what"; else echo "  FAILED: $what" >&2; failed=1; fi
}

# The next ones are called by name.
# shellcheck disable=SC2317
without_gtk() {
    ! in_system dpkg-query -W libgtk-3-0 libgtk-3-0t64 2>/dev/null | grep -q '[0-9]$'
}

# shellcheck disable=SC2317
page_is_shown() {
    as_person portero open 'man:dpkg(1)' | grep -q 'package manager for Debian'
}

# shellcheck disable=SC2317
doctor_finds() {
    as_person portero doctor --json | grep -q '"topic":"man","state":"good"'
}

# shellcheck disable=SC2317
register_and_back() {
    as_person portero register >/dev/null && as_person portero status | grep -q '^mailto *portero' &&
        as_person portero unregister >/dev/null && ! as_person test -s /home/person/.config/mimeapps.list
}

# shellcheck disable=SC2317
nothing_named() {
    ! files | grep -i portero
}

# shellcheck disable=SC2317
gone_with_the_package() {
    [ "$(as_person cat .config/mimeapps.list)" = "$mine" ] && ! as_person test -e .local/state/portero
}

check_system() {
    in_system apt-get update -q >/dev/null
    # shellcheck disable=SC2086
    in_system apt-get install -q -y --no-install-recommends $depends >/dev/null
    in_system sh -c 'id person >/dev/null 2>&1 || useradd --create-home person'
    cp "$packages"/*.deb "$root/tmp"
    before=$(default_of_man)
    check_command
    check_windows
    expect 'the default is what it was' [ "$(default_of_man)" = "$before" ]
}

check_command() {
    files > "$work/before"
    in_system sh -c 'apt-get install -q -y --no-install-recommends /tmp/portero_*.deb' >/dev/null
    expect 'portero comes without GTK' without_gtk
    expect 'it is the default of man: links' [ "$(default_of_man)" = io.github.portero.Portero.desktop ]
    expect 'portero doctor finds the manual' doctor_finds
    expect 'a page is shown' page_is_shown
    expect 'register and unregister leave nothing' register_and_back
    in_system apt-get purge -q -y portero >/dev/null
    in_system rm -rf /home/person/.config /home/person/.local /home/person/.cache
    files > "$work/after"
    expect 'nothing is left' diff "$work/before" "$work/after"
}

# Together with the windows, and taken away by somebody who has not read that `unregister` comes first.
check_windows() {
    in_system sh -c 'apt-get install -q -y --no-install-recommends /tmp/portero*.deb' >/dev/null
    expect 'the window programs find their libraries' in_system sh -c '! ldd /usr/bin/portero-view | grep "not found"'
    mine=$(printf '[Default Applications]\nx-scheme-handler/mailto=mail.desktop')
    as_person mkdir -p .config
    echo "$mine" | as_person tee .config/mimeapps.list >/dev/null
    as_person portero register >/dev/null
    in_system apt-get purge -q -y portero portero-view >/dev/null
    in_system apt-get autoremove -q -y --purge >/dev/null
    expect 'removed without unregister, the list is what it was' gone_with_the_package
    in_system rm -rf /home/person/.config /home/person/.local /home/person/.cache
    expect 'nothing with its name is left' nothing_named
}

failed=0
work=$(mktemp -d)
trap 'unmount_system; rm -rf "$work"' EXIT
for suite in "$@"; do
    root=${FRESH_ROOT:-$work}/$suite
    echo "Debian $suite:"
    make_system
    mount_system
    check_system
    unmount_system
done
exit "$failed"

#!/bin/sh
# Runs before the package goes (prerm of the .deb, preun of the .rpm): whoever has made portero a default application
# gets back what was there before.
#
# Nobody's files are touched by root: each person's own `portero unregister` does it, as that person, and only where
# that person's `portero register` has left its memory. Nothing here stops the removal. Whoever is not reached keeps
# lines that name an application which is no longer there; desktops pass over those, to who was there before.
set -e

unregister_everyone() {
    getent passwd | while IFS=: read -r name _ id _ _ home _; do
        if [ "$id" -ne 0 ] && [ "$id" -lt 1000 ]; then continue; fi
        [ -e "$home/.local/state/portero/handlers.json" ] || continue
        timeout 10 runuser -u "$name" -- env -i "HOME=$home" PATH=/usr/bin:/bin portero unregister </dev/null >/dev/null ||
            echo "portero: the default applications of $name could not be put back" >&2
    done
}

# dpkg says `remove`, rpm how many versions stay; an upgrade is no removal.
case "$1" in
remove | 0) unregister_everyone || true ;;
esac

#DEBHELPER#

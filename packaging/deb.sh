#!/bin/sh
# Builds the Debian packages from `make install`, by debian/ and dpkg-buildpackage, into target/packages.
#
# usage: [PROFILE=debug] packaging/deb.sh
#
# dpkg-buildpackage and not cargo-deb: it is what Debian itself builds with, it divides one installation into
# packages, finds the libraries that each needs, and lintian knows its result.
set -eu

cd "$(dirname "$0")/.."
packages=$PWD/target/packages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

# It leaves its files beside the source, so the source is put into a folder of its own; target/ stays where it is.
mkdir -p "$packages" "$work/portero"
git ls-files -z | xargs -0 tar -c | tar -x -C "$work/portero"
ln -s "$PWD/target" "$work/portero/target"
cd "$work/portero"
# -d: Cargo may come from rustup, which dpkg does not know.
dpkg-buildpackage --build=binary --no-sign -d
rm -f "$packages"/*.deb
mv "$work"/*.deb "$packages"
ls -1 "$packages"/*.deb

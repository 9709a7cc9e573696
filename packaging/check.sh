#!/bin/sh
# Looks at what is in target/packages, and at manuals, entries and scripts, with the tools of those who know them.
#
# usage: packaging/check.sh
set -eu

cd "$(dirname "$0")/.."
app_id=io.github.portero.Portero
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

echo 'Debian packages'
lintian --fail-on error,warning target/packages/*.deb

echo 'RPM packages'
for package in target/packages/*.rpm; do
    rpm --query --package --list "$package" >/dev/null
    # A package that nobody has signed has no signature to look at.
    rpm --checksig --nosignature "$package"
done

echo 'The source, without any other crates and without a network'
tar -xf target/packages/*-vendored.tar.xz -C "$work"
(cd "$work"/portero-*/ && CARGO_HOME="$work/cargo" cargo metadata --offline --locked --format-version 1 >/dev/null)

echo 'Arch and Nix'
bash -n packaging/arch/PKGBUILD
# These names are makepkg's.
shellcheck --shell=bash --exclude=SC2034,SC2154,SC2164 packaging/arch/PKGBUILD
nix-instantiate --parse flake.nix >/dev/null

echo 'Desktop entry and metainfo'
sed 's|@BINDIR@|/usr/bin|' "data/$app_id.desktop.in" > "$work/$app_id.desktop"
desktop-file-validate "$work/$app_id.desktop"
appstreamcli validate --no-net "data/$app_id.metainfo.xml"

echo 'Manual pages'
for page in data/man/*; do
    LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings --local-file "$page" 2>"$work/warnings" >/dev/null
    if [ -s "$work/warnings" ]; then cat "$work/warnings" && exit 1; fi
done

echo 'Scripts'
git ls-files '*.sh' .ci/run | xargs shellcheck --external-sources

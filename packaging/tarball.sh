#!/bin/sh
# Puts the source and every crate that it is built from into one archive, which builds without a network.
#
# usage: packaging/tarball.sh
set -eu

cd "$(dirname "$0")/.."
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
name=portero-$version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

mkdir -p target/packages
git archive --prefix="$name/" HEAD | tar -x -C "$work"
cd "$work/$name"
mkdir .cargo
# It prints what the config needs, but not with --quiet.
cargo vendor --locked vendor > .cargo/config.toml
cd - >/dev/null
# Times and owners of the commit, so that the same source gives the same archive.
tar -c --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" -C "$work" "$name" |
    xz -T0 > "target/packages/$name-vendored.tar.xz"
ls -1 "target/packages/$name-vendored.tar.xz"

#!/bin/sh
# Builds the .rpm by cargo-generate-rpm from what is built, into target/packages. Its contents stand in Cargo.toml.
#
# usage: [PROFILE=debug] packaging/rpm.sh
set -eu

cd "$(dirname "$0")/.."
profile=${PROFILE:-release}
# No distribution brings it; it stays among what is built.
PATH=$PWD/target/tools/bin:$PATH
command -v cargo-generate-rpm >/dev/null || cargo install --quiet --locked --root target/tools cargo-generate-rpm
rm -rf target/packages/root
make install PREFIX=/usr DESTDIR=target/packages/root PROFILE="$profile"
gzip -9nf target/packages/root/usr/share/man/man?/*
for variant in portero view; do
    case $variant in portero) options= ;; *) options="--variant $variant" ;; esac
    # shellcheck disable=SC2086  # one or two words, or none
    cargo generate-rpm --profile "$profile" $options --output target/packages
done
rm -rf target/packages/root
ls -1 target/packages/*.rpm

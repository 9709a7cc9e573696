#!/bin/sh
# Builds the release twice, in two folders, and looks whether both builds give the same bytes.
#
# usage: packaging/check-release.sh [CARGO_BUILD_OPTION...]
#
# Builds what HEAD holds. Exits with 1 when a program differs.
set -eu

cd "$(dirname "$0")/.."
folders=$(mktemp -d)
trap 'rm -rf "$folders"' EXIT

# The folders have names of different lengths, since those leave their mark most easily.
build() {
    folder=$folders/$1
    shift
    mkdir -p "$folder"
    git archive HEAD | tar -x -C "$folder"
    # What stands in the programs must not tell where they were built.
    registry=${CARGO_HOME:-$HOME/.cargo}
    (cd "$folder" && RUSTFLAGS="--remap-path-prefix=$folder=/portero --remap-path-prefix=$registry=/cargo" \
        cargo build --release --locked --quiet "$@")
}

build one "$@"
build another-folder "$@"
failed=0
for program in "$folders"/one/target/release/portero*; do
    if ! [ -x "$program" ] || ! [ -f "$program" ]; then continue; fi
    name=$(basename "$program")
    if cmp "$program" "$folders/another-folder/target/release/$name"; then
        echo "$name: the same $(wc -c < "$program") bytes, $(sha256sum "$program" | cut -c1-16)"
    else
        failed=1
    fi
done
exit "$failed"

#!/bin/sh
# Holds the HTML of pages to the standard and to the rules of accessibility: roles, labels, the order of headings.
#
# usage: tests/desktop/html.sh PORTERO      needs npx and the network, or html-validate in npm's cache
set -eu

portero=$(realpath "$1") here=$(realpath "$(dirname "$0")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
number=0
for uri in 'man:bash(1)' 'man:ls(1)' 'man:proc(5)' 'man:' 'man:(6)' 'man:no-such-page(1)' 'info:dir' \
    'info:(coreutils)ls invocation' 'info:(coreutils)Top' 'apropos:copy files' 'whatis:printf' \
    'mailto:a@b.example?subject=x' 'news:comp.lang.ada' '/usr/share/doc'; do
    number=$((number + 1))
    # A page that tells why there is none is a page too.
    "$portero" render --html "$uri" > "$folder/$number.html" 2>/dev/null || true
    [ -s "$folder/$number.html" ] || rm "$folder/$number.html"
done
echo '<!DOCTYPE html><html><head><title>x</title></head><body><h1>x</h1><h3>y</h3></body></html>' > "$folder/bad.html"
check() { npx --yes html-validate@10.17.0 --config "$here/htmlvalidate.json" "$@"; }
! check "$folder/bad.html" >/dev/null || { echo "the checker finds nothing wrong in a bad page" >&2; exit 1; }
rm "$folder/bad.html"
check "$folder"/*.html
echo "ok: $(find "$folder" -name '*.html' | wc -l) pages"

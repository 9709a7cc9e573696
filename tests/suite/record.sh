#!/bin/sh
# Stands in for any program of a test, under that program's name by a symbolic link: writes down how it was
# started, one line a start, and ends with the code in NAME.code beside it, if there is one.
# Fields are divided by blanks, values are hexadecimal so that no byte is lost.
hex() { od -An -v -tx1 | tr -d ' \n'; }

name=${0##*/}
home=${0%/*}/..
line="cwd=$(pwd | tr -d '\n' | hex) session=$(cut -d' ' -f6 /proc/$$/stat) parent=$PPID"
# The names are numbers.
# shellcheck disable=SC2012
line="$line env=$(hex </proc/$$/environ) fds=$(ls /proc/$$/fd | tr '\n' ',') argv="
for word in "$0" "$@"; do line="$line$(printf %s "$word" | hex):"; done
echo "$line" >>"$home/records/$name"
[ -e "$0.code" ] && exit "$(cat "$0.code")"
exit 0

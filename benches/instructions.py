#!/usr/bin/env python3
"""Counts the instructions of the command line's path with callgrind, and holds them to the table in docs/performance.md.

usage: benches/instructions.py PORTERO [RUSTC]

PORTERO is the debug build: the tests make it anyway, and what takes more steps shows there as well. A count that is over
the recorded one by more than 5 % fails; who finds it worth the price writes the new count into the table, and why beside
it. Counts of another compiler than the table knows (RUSTC tells its version, `rustc` by default) are held to its last
column, by 15 %.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

CASES = {
    "open": ["open", "--direct", "--", "x-bench:page"],
    "explain a rule": ["explain", "x-bench:page"],
    "explain man": ["explain", "man:ls(1)"],
    "explain mailto": ["explain", "mailto:a@b.example?cc=c@d.example&subject=Hi%20there&body=One%0D%0Atwo"],
    "explain https": ["explain", "https://example.org/a/b?c=d#e"],
}
# The way of `open` ends before the start: how long a program that has just begun is listened to depends on the clock.
CONFIG = '[[rules]]\nmatch = { scheme = "x-bench" }\nexec = ["no-such-program", "{uri}"]\n'
TABLE = pathlib.Path(__file__).parent.parent / "docs/performance.md"
SAME_COMPILER, ANOTHER_COMPILER = 1.05, 1.15


def count(portero, words, home):
    """The instructions of one run in an empty home."""
    folders = {name: str(home / name) for name in ["home", "config", "data", "state", "site"]}
    environment = {
        "PATH": "/usr/bin:/bin",
        "LC_ALL": "C.UTF-8",
        "HOME": folders["home"],
        "XDG_CONFIG_HOME": folders["config"],
        "XDG_DATA_HOME": folders["data"],
        "XDG_STATE_HOME": folders["state"],
        "XDG_CONFIG_DIRS": folders["site"],
        "XDG_DATA_DIRS": folders["site"],
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
    }
    out = home / "callgrind.out"
    # Left by its parent at once, so that it has as few ancestors to look at everywhere.
    command = ["setsid", "--fork", "valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", portero, *words]
    run = subprocess.run(command, env=environment, cwd=folders["home"], capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if found is None:
        sys.exit(f"{' '.join(command)}: no count\n{run.stderr}")
    return int(found[1])


def recorded():
    """The versions of the table's columns, and by case the counts in them."""
    rows = [[cell.strip() for cell in line.strip("|\n ").split("|")] for line in TABLE.open() if line.startswith("|")]
    header = next((row for row in rows if row[0] == "instructions of"), None)
    if header is None:
        sys.exit(f"{TABLE}: no table of instructions")
    versions = [cell.removeprefix("rustc ") for cell in header[1:-1]]
    counts = {row[0]: [int(cell.replace(",", "")) for cell in row[1:-1]] for row in rows if row[0] in CASES}
    return versions, counts


def main():
    portero = os.path.abspath(sys.argv[1])
    rustc = sys.argv[2] if len(sys.argv) > 2 else "rustc"
    version = subprocess.run([rustc, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    series = ".".join(version.split(".")[:2])
    versions, counts = recorded()
    column = versions.index(series) if series in versions else len(versions) - 1
    most = SAME_COMPILER if series in versions else ANOTHER_COMPILER
    print(f"instructions, rustc {series}, held to those of {versions[column]} and {most - 1:.0%} more")
    failed = False
    for name, words in CASES.items():
        with tempfile.TemporaryDirectory(prefix="portero-") as folder:
            home = pathlib.Path(folder)
            for part in ["home", "config/portero", "data", "state", "site"]:
                (home / part).mkdir(parents=True)
            (home / "config/portero/config.toml").write_text(CONFIG)
            now = count(portero, words, home)
        before = counts.get(name, [0] * len(versions))[column]
        verdict = "ok" if now <= before * most else "TOO MANY: see docs/performance.md"
        failed |= now > before * most
        print(f"{name}: {now:,} (recorded {before:,}) {verdict}")
    sys.exit(failed)


main()

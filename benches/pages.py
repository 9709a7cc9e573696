#!/usr/bin/env python3
"""Times of the reader's pages beside the programs that they stand on, in the same rounds one after the other.

    benches/pages.py target/release/portero [ROUNDS]

Prints the median and the least of each way in milliseconds, as rows of a table.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PAGE = "man:bash(1)"
SOURCE = "zcat /usr/share/man/man1/bash.1.gz"
NODES = ["(octave)Function Index", "(coreutils)ls invocation"]


def ways(portero, folder):
    """The name, the command, and the cache that it finds: `None` for an empty one."""
    kept = os.path.join(folder, "kept")
    yield "portero --version", f"{portero} --version", kept
    yield "groff, bash(1)", f"{SOURCE} | groff -man -Tutf8", kept
    for form in ["--html", "--text"]:
        yield f"`render {form} {PAGE}`, cold", f"{portero} render {form} '{PAGE}'", None
        yield f"`render {form} {PAGE}`, kept", f"{portero} render {form} '{PAGE}'", kept
    for node in NODES:
        yield f"`info '{node}'`", f"info --output=- '{node}'", kept
        for form in ["--html", "--text"]:
            yield f"`render {form} 'info:{node}'`", f"{portero} render {form} 'info:{node}'", kept


def timed(command, cache):
    variables = {**os.environ, "XDG_CACHE_HOME": cache}
    start = time.perf_counter()
    subprocess.run(command, shell=True, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1000


def main():
    portero, rounds = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 20
    with tempfile.TemporaryDirectory() as folder:
        all_ways = list(ways(portero, folder))
        times = {name: [] for name, *_ in all_ways}
        # The first round fills the caches.
        for number in range(rounds + 1):
            for name, command, cache in all_ways:
                empty = os.path.join(folder, "empty")
                found = timed(command, cache or empty)
                shutil.rmtree(empty, ignore_errors=True)
                if number:
                    times[name].append(found)
    print("| way | median, ms | least, ms |\n| --- | ---: | ---: |")
    for name, found in times.items():
        print(f"| {name} | {statistics.median(found):.1f} | {min(found):.1f} |")


if __name__ == "__main__":
    main()

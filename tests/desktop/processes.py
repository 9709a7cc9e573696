#!/usr/bin/env python3
"""The memory of a process and all that descends from it.

usage: tests/desktop/processes.py PID      prints the sum of PSS in KiB
"""
import os
import sys


def descendants(roots):
    """The processes below these, each once."""
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as stat:
                parents[int(name)] = int(stat.read().rsplit(")", 1)[1].split()[1])
        except OSError:
            pass
    found, frontier = set(), set(roots)
    while frontier:
        frontier = {pid for pid, parent in parents.items() if parent in frontier and pid not in found}
        found |= frontier
    return found


def pss(pid):
    """In KiB; 0 for a process that is gone."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as rollup:
            return next((int(line.split()[1]) for line in rollup if line.startswith("Pss:")), 0)
    except OSError:
        return 0


if __name__ == "__main__":
    process = int(sys.argv[1])
    print(sum(map(pss, {process} | descendants({process}))))

#!/usr/bin/python3
"""Prints the accessibility tree of all windows: role, name, states and labels, a line each.

usage: tests/desktop/tree.py [all]      all: also what does not call itself visible, as the place of a page does
"""
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi

ALL = "all" in sys.argv
STATES = ["FOCUSED", "CHECKED", "SELECTED", "SENSITIVE"]


def lines(node, depth=0):
    if not (ALL or node.get_state_set().contains(Atspi.StateType.SHOWING)):
        return
    states = node.get_state_set()
    words = [state.lower() for state in STATES if states.contains(getattr(Atspi.StateType, state))]
    labels = [
        relation.get_target(0).get_name()
        for relation in node.get_relation_set()
        if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY
    ]
    words += [f'labelled by "{label}"' for label in labels]
    yield "  " * depth + " ".join([node.get_role_name(), f'"{node.get_name()}"', *words])
    for line in node.get_description().splitlines():
        yield "  " * depth + f"  ({line})"
    for child in children(node):
        yield from lines(child, depth + 1)


def children(node):
    return (node.get_child_at_index(index) for index in range(node.get_child_count()))


for application in children(Atspi.get_desktop(0)):
    for window in children(application) if application else ():
        print("\n".join(lines(window)))

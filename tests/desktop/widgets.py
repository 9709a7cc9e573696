#!/usr/bin/python3
"""Looks for a widget through accessibility, as long as it takes.

usage: tests/desktop/widgets.py place|texts SECONDS ROLE NAME

NAME is a regular expression for the whole name. `place` prints the middle of the widget on the screen, `texts`
what stands in all its fields. Exits with 1 when no such widget is shown in time.
"""
import re
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib


def shown(node):
    """A node and all below it that can be seen."""
    if node is None or not node.get_state_set().contains(Atspi.StateType.SHOWING):
        return
    yield node
    for index in range(node.get_child_count()):
        yield from shown(node.get_child_at_index(index))


def windows():
    desktop = Atspi.get_desktop(0)
    applications = [desktop.get_child_at_index(index) for index in range(desktop.get_child_count())]
    for application in filter(None, applications):
        yield from (application.get_child_at_index(index) for index in range(application.get_child_count()))


def place(node):
    extents = node.get_extents(Atspi.CoordType.SCREEN)
    if extents.width <= 0 or extents.x < 0:
        return None  # it is too early: the widget has no place yet
    return f"{extents.x + extents.width // 2} {extents.y + extents.height // 2}"


def below(node):
    """A node and all that it holds, also what must be scrolled to."""
    yield node
    for index in range(node.get_child_count()):
        yield from below(node.get_child_at_index(index))


def texts(node):
    return "\n".join(Atspi.Text.get_text(field, 0, -1) for field in below(node) if field.get_role_name() == "text")


def find(role, name, answer):
    for window in windows():
        for node in shown(window):
            if node.get_role_name() == role and re.fullmatch(name, node.get_name() or ""):
                found = answer(node)
                if found is not None:
                    return found
    return None


def main():
    answer, seconds, role, name = {"place": place, "texts": texts}[sys.argv[1]], float(sys.argv[2]), *sys.argv[3:5]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            found = find(role, name, answer)
        except GLib.Error:
            found = None  # a window went while it was looked at
        if found is not None:
            print(found)
            return 0
        time.sleep(0.2)
    return 1


sys.exit(main())

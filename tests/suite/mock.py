"""A service on the session bus that writes each call down and answers with what it is told to.

usage: mock.py NAME PATH INTERFACE RECORD DELAY_MS METHOD=IN:OUT[:VALUE]...

IN and OUT are D-Bus signatures, VALUE a GVariant text. A line "ready" in RECORD says that the name is owned.
"""

import sys
import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

name, path, interface, record, delay = sys.argv[1:6]
methods = {}
for word in sys.argv[6:]:
    method, rest = word.split("=", 1)
    methods[method] = (rest.split(":", 2) + [""])[:3]


def write(line):
    with open(record, "a") as file:
        file.write(line + "\n")


def arguments(signature, direction):
    types = GLib.Variant.split_signature(f"({signature})")
    return "".join(f'<arg type="{one}" direction="{direction}"/>' for one in types)


def called(_bus, sender, _path, _interface, method, parameters, invocation):
    write(f"{method} {parameters.print_(False)}")
    value = methods[method][2]
    answer = GLib.Variant.parse(None, value, None, None) if value else None
    GLib.timeout_add(int(delay), lambda: invocation.return_value(answer) or False)


xml = "".join(
    f'<method name="{method}">{arguments(taken, "in")}{arguments(given, "out")}</method>'
    for method, (taken, given, _) in methods.items()
)
node = Gio.DBusNodeInfo.new_for_xml(f'<node><interface name="{interface}">{xml}</interface></node>')
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object(path, node.interfaces[0], called, None, None)
Gio.bus_own_name_on_connection(bus, name, 0, lambda *_: write("ready"), None)
GLib.MainLoop().run()

"""A client of the service: opens what stands on standard input, one JSON text a line, and prints a line for each.

usage: caller.py

A line of the output is `ok`, or the name of the error.
"""

import json
import sys
import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
for line in sys.stdin:
    arguments = GLib.Variant("(asa{sv})", ([json.loads(line)], {}))
    try:
        bus.call_sync(
            "io.github.portero.Portero", "/io/github/portero/Portero", "io.github.portero.Portero1", "Open",
            arguments, None, 0, 60000, None,
        )
        print("ok", flush=True)
    except GLib.Error as error:
        print(Gio.DBusError.get_remote_error(error) or error.message, flush=True)

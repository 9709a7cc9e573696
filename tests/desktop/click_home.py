"""A home for a program that opens links: portero is its default handler, and a recorder the program of every rule."""
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).parent
PATIENCE = 30
SCHEMES = ["man", "info", "mailto", "news", "file", "folder"]
PORTALS = ["org.freedesktop.portal.Desktop", "org.freedesktop.impl.portal.desktop.gtk"]


class Home:
    """A home with portero as the default handler, and what the recorder saw in it."""

    def __init__(self, portero, rules=None, portal=False, accessible=False):
        self.portero = portero
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="portero-clicks-"))
        self.records = self.root / "records"
        self.records.touch()
        self.programs = []
        names = {"HOME": "home", "XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "state",
                 "XDG_CACHE_HOME": "cache", "XDG_RUNTIME_DIR": "runtime"}
        self.environment = {name: str(self.root / folder) for name, folder in names.items()}
        for folder in self.environment.values():
            os.makedirs(folder, mode=0o700)
        self.environment |= {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "NO_AT_BRIDGE": "1",
                             "DISPLAY": os.environ["DISPLAY"], "GTK_USE_PORTAL": "0"}
        self.write_rules(rules or {})
        if not portal:
            self.mask(PORTALS)
        self.start_bus()
        if accessible:
            self.make_accessible()
        self.run([portero, "register"])

    def write(self, name, text, mode=0o600):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return path

    def write_rules(self, rules):
        recorder = self.write("bin/recorder", f'#!/bin/sh\nprintf "%s\\n" "$1" >> {self.records}\n', 0o700)
        record = f'{{ exec = ["{recorder}", "{{uri}}"] }}'
        lines = [f"{scheme} = {rules.get(scheme, record)}\n" for scheme in SCHEMES]
        self.write("config/portero/config.toml", "[schemes]\n" + "".join(lines))

    def mask(self, names):
        """The desktop's portal and its like would answer in place of the desktop's own lists."""
        for name in names:
            text = f"[D-BUS Service]\nName={name}\nExec=/bin/false\n"
            self.write(f"data/dbus-1/services/{name}.service", text)

    def make_accessible(self):
        del self.environment["NO_AT_BRIDGE"]
        self.start(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"])
        place = ["--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus"]
        self.run(["gdbus", "wait", "--session", "--timeout", str(PATIENCE), "org.a11y.Bus"])
        self.run(["gdbus", "call", "--session", *place, "--method", "org.freedesktop.DBus.Properties.Set",
                  "org.a11y.Status", "IsEnabled", "<true>"])

    def start_bus(self):
        command = ["dbus-daemon", "--session", "--print-address", "--nofork"]
        bus = subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.programs.append(bus)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()

    def run(self, command):
        subprocess.run(command, env=self.environment, check=True, stdout=subprocess.DEVNULL, timeout=60)

    def start(self, command):
        quiet = subprocess.DEVNULL
        program = subprocess.Popen(command, env=self.environment, stdout=quiet, stderr=quiet, start_new_session=True)
        self.programs.append(program)

    def widget(self, what, role, name, seconds=PATIENCE):
        """The place or the texts of a widget; nothing where none is shown in time."""
        command = [str(HERE / "widgets.py"), what, str(seconds), role, name]
        found = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=seconds + 30)
        return found.stdout.strip()

    def seen(self):
        return self.records.read_text(encoding="utf-8").splitlines()

    def wait_for(self, uri, seconds=PATIENCE):
        """Whether the recorder gets this URI in time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and uri not in self.seen():
            time.sleep(0.1)
        return uri in self.seen()

    def close(self):
        for program in reversed(self.programs):
            try:
                os.killpg(program.pid, signal.SIGTERM)
            except (ProcessLookupError, PermissionError):
                program.terminate()
        for program in self.programs:
            try:
                program.wait(5)
            except subprocess.TimeoutExpired:
                program.kill()
        shutil.rmtree(self.root, ignore_errors=True)

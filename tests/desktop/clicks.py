#!/usr/bin/python3
"""Real programs hand their links to portero: a real mouse click in each, and what portero started for it.

usage: tests/desktop/display.sh tests/desktop/clicks.py PORTERO [NAME...]

Each caller runs in a home and on a bus of its own, with portero as the default handler and a recorder as the program of
every rule. A caller that is not installed is told and counts as skipped.
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LINKS = ["man:ls(1)", "info:(gcc)G++%20and%20GCC", "mailto:a@b.example?cc=c@d.example&subject=Hi%20there", "news:comp.lang.ada"]
# The middles of the page's quarters, on a screen of 1280 by 900.
PLACES = [(320, 320), (960, 320), (320, 720), (960, 720)]
PATIENCE = 20

PAGE = """<!DOCTYPE html><meta charset="utf-8"><title>clicks</title>
<style>a { position: fixed; width: 50%; height: 50%; font-size: 40px } body { margin: 0 }</style>
"""
CORNERS = ["left:0;top:0", "right:0;top:0", "left:0;bottom:0", "right:0;bottom:0"]

FIREFOX = """user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.normandy.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("termsofuse.bypassNotification", true);
user_pref("services.settings.server", "data:,");
user_pref("network.protocol-handler.warn-external-default", false);
"""


class Home:
    """A home with portero as the default handler, and what the recorder saw in it."""

    def __init__(self, portero):
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
        self.write_rules()
        self.write_services()
        self.start_bus()
        self.run([portero, "register"])

    def write(self, name, text, mode=0o600):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return path

    def write_rules(self):
        recorder = self.write("bin/recorder", f'#!/bin/sh\nprintf "%s\\n" "$1" >> {self.records}\n', 0o700)
        schemes = ["man", "info", "mailto", "news", "file", "folder"]
        lines = [f'{scheme} = {{ exec = ["{recorder}", "{{uri}}"] }}\n' for scheme in schemes]
        self.write("config/portero/config.toml", "[schemes]\n" + "".join(lines))

    def write_services(self):
        """The desktop's portal and its like would answer in place of the desktop's own lists."""
        for name in ["org.freedesktop.portal.Desktop", "org.freedesktop.impl.portal.desktop.gtk"]:
            text = f"[D-BUS Service]\nName={name}\nExec=/bin/false\n"
            self.write(f"data/dbus-1/services/{name}.service", text)

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

    def seen(self):
        return self.records.read_text(encoding="utf-8").splitlines()

    def wait_for(self, uri):
        """Whether the recorder gets this URI in time, and no other one after what it has."""
        end = time.monotonic() + PATIENCE
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


def xdotool(*words):
    return subprocess.run(["xdotool", *map(str, words)], capture_output=True, text=True, timeout=30).stdout.split()


def window(name):
    """A window of this class, as large as the screen."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = xdotool("search", "--onlyvisible", "--class", name)
        if found:
            xdotool("windowmove", found[-1], 0, 0, "windowsize", found[-1], 1280, 900, "windowactivate", found[-1])
            return
        time.sleep(0.3)
    raise AssertionError(f"no window of {name}")


def page(home):
    links = zip(CORNERS, LINKS)
    text = "".join(f'<a style="{corner}" href="{uri.replace("&", "&amp;")}">{uri[:4]}</a>' for corner, uri in links)
    return home.write("home/page.html", PAGE + text)


def click_all(home, answer):
    """Clicks each link, answers as a person would, and gives those that did not arrive."""
    missing = []
    for uri, (x, y) in zip(LINKS, PLACES):
        xdotool("mousemove", x, y, "sleep", 0.3, "click", 1)
        answer(home, uri)
        if not home.wait_for(uri):
            missing.append(uri)
    return missing


def firefox(home):
    allowed = [f'user_pref("network.protocol-handler.external.{uri.split(":")[0]}", true);\n' for uri in LINKS]
    profile = home.write("profile/user.js", FIREFOX + "".join(allowed)).parent
    home.start(["firefox-esr", "--no-remote", "--profile", str(profile), page(home).as_uri()])
    window("firefox")
    time.sleep(6)
    return click_all(home, lambda home, uri: None)


def confirm(home, uri):
    """Chromium asks, with Cancel preselected; not for mail. Its dialog is no window of its own, so it is waited for."""
    for _ in range(0 if uri.startswith("mailto:") else 2):
        time.sleep(4)
        if uri in home.seen():
            return
        xdotool("key", "Tab", "sleep", 0.3, "key", "Return")
        time.sleep(2)


def chromium(home):
    options = ["--no-sandbox", "--no-first-run", "--no-default-browser-check", "--disable-background-networking",
               "--disable-component-update", "--disable-sync", "--disable-gpu", "--disable-dev-shm-usage",
               "--password-store=basic", "--ozone-platform=x11", "--test-type", f"--user-data-dir={home.root}/profile"]
    home.start(["chromium", *options, page(home).as_uri()])
    window("chromium")
    time.sleep(5)
    return click_all(home, confirm)


def pcmanfm(home):
    entry = "[Desktop Entry]\nType=Link\nName=page\nURL=man:ls(1)\n"
    folder = home.write("home/links/page.desktop", entry, 0o700).parent
    home.start(["pcmanfm", str(folder)])
    window("pcmanfm")
    time.sleep(2)
    xdotool("mousemove", 207, 120, "sleep", 0.3, "click", "--repeat", 2, "--delay", 80, 1)
    # GVfs, where it is there, writes it with slashes.
    return [] if home.wait_for("man:///ls(1)") or "man:ls(1)" in home.seen() else ["man:ls(1)"]


GIO = "import sys; from gi.repository import Gio; Gio.AppInfo.launch_default_for_uri(sys.argv[1], None)"


def gio(home):
    """A program that ends at once after its call."""
    missing = []
    for uri in LINKS:
        home.run(["/usr/bin/python3", "-c", GIO, uri])
        if not home.wait_for(uri):
            missing.append(uri)
    return missing


def xdg_open(home):
    for uri in LINKS:
        home.run(["xdg-open", uri])
    return [uri for uri in LINKS if not home.wait_for(uri)]


CALLERS = {"firefox-esr": firefox, "chromium": chromium, "pcmanfm": pcmanfm, "gio": gio, "xdg-open": xdg_open}


def outcome(name, portero):
    if not shutil.which(name):
        return "skipped"
    home = Home(portero)
    try:
        missing = CALLERS[name](home)
        print(f"{name}: {home.seen()}" if missing else f"{name}: all links arrived", flush=True)
        return "failed" if missing else "passed"
    except (AssertionError, subprocess.SubprocessError) as error:
        print(f"{name}: {error}", flush=True)
        return "failed"
    finally:
        if os.environ.get("CLICKS_SCREENSHOTS"):
            subprocess.run(["import", "-window", "root", f"{os.environ['CLICKS_SCREENSHOTS']}/{name}.png"], check=False)
        home.close()


def main():
    portero, names = os.path.abspath(sys.argv[1]), sys.argv[2:] or list(CALLERS)
    outcomes = [outcome(name, portero) for name in names]
    passed, failed, skipped = (outcomes.count(word) for word in ["passed", "failed", "skipped"])
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(failed > 0)


main()

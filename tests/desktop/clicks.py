#!/usr/bin/python3
"""Real programs hand their links to portero: a real mouse click in each, and what portero started for it.

usage: tests/desktop/display.sh tests/desktop/clicks.py PORTERO [NAME...]

Each caller runs in a home and on a bus of its own, with portero as the default handler and a recorder as the program of
every rule. A caller that is not installed is told and counts as skipped.
"""

import os
import shutil
import subprocess
import sys
import time

from click_home import PATIENCE, Home

LINKS = ["man:ls(1)", "info:(gcc)G++%20and%20GCC", "mailto:a@b.example?cc=c@d.example&subject=Hi%20there", "news:comp.lang.ada"]
# The middles of the page's quarters, on a screen of 1280 by 900.
PLACES = [(320, 320), (960, 320), (320, 720), (960, 720)]

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


def titled(words):
    """Whether a window comes whose title holds these words."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if xdotool("search", "--onlyvisible", "--name", words):
            return True
        time.sleep(0.3)
    return False


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
    """Chromium asks, but not for mail. A person sees the question and clicks in it; a click that came to nothing is
    done again."""
    for _ in range(3):
        if uri.startswith("mailto:") or uri in home.seen():
            return
        place = home.widget("place", "push button", "Open .*", 10)
        if place:
            xdotool("mousemove", *place.split(), "sleep", 0.7, "click", 1)
        else:
            xdotool("mousemove", *PLACES[LINKS.index(uri)], "sleep", 0.3, "click", 1)


def chromium(home):
    options = ["--no-sandbox", "--no-first-run", "--no-default-browser-check", "--disable-background-networking",
               "--disable-component-update", "--disable-sync", "--disable-gpu", "--disable-dev-shm-usage",
               "--password-store=basic", "--ozone-platform=x11", "--test-type", "--force-renderer-accessibility",
               f"--user-data-dir={home.root}/profile"]
    home.start(["chromium", *options, page(home).as_uri()])
    window("chromium")
    home.widget("place", "link", LINKS[-1][:4])
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


def thunar(home):
    """portero opens a folder in it."""
    folder = home.write("home/some folder/file", "").parent
    home.run([home.portero, "open", folder.as_uri()])
    return [] if titled("some folder") else [folder.as_uri()]


# As systemctl itself writes its link for a terminal, on every line, so that a click anywhere hits one.
HELP = "link=$(SYSTEMD_URLIFY=1 SYSTEMD_PAGER= systemctl --help | tail -n 1); for _ in $(seq 60); do echo \"$link $link\"; done; sleep 60"


def gnome_terminal(home):
    home.start(["gnome-terminal", "--wait", "--hide-menubar", "--", "sh", "-c", HELP])
    window("gnome-terminal")
    uri = "man:systemctl(1)"
    for x in range(60, 240, 30):
        xdotool("mousemove", x, 450, "sleep", 0.5, "keydown", "ctrl", "click", 1, "keyup", "ctrl")
        if home.wait_for(uri, 3):
            return []
    return [uri]


MAIL = "mailto:a@b.example?cc=c@d.example&subject=A%20B%20%C3%A9&body=x%0D%0Ay%20%C3%BC%0D%0A"
# A local account; without it the program begins with a wizard.
ACCOUNT = """[Account: 1]
account_name=me
is_default=1
name=Me
address=me@b.example
protocol=5
"""
FOLDERS = """<?xml version="1.0" encoding="UTF-8"?>
<folderlist><folder type="mh" name="Mail" path="Mail" /></folderlist>
"""


def claws_mail(home):
    home.write("home/.claws-mail/accountrc", ACCOUNT)
    home.write("home/.claws-mail/folderlist.xml", FOLDERS)
    home.write("home/.claws-mail/clawsrc", "[Common]\nenable_aspell=0\n")
    for folder in ["inbox", "sent", "draft", "queue", "trash"]:
        home.write(f"home/Mail/{folder}/.keep", "")
    home.run(["xdg-open", MAIL])
    shown = home.widget("texts", "frame", "A B é - Compose message.*").splitlines()
    return [text for text in ["a@b.example", "c@d.example", "A B é", "x", "y ü"] if text not in shown]


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


PORTAL = """import sys
from gi.repository import Gio, GLib
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
place = ["org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.OpenURI", "OpenURI"]
bus.call_sync(*place, GLib.Variant("(ssa{sv})", ("", sys.argv[1], {})), None, Gio.DBusCallFlags.NONE, 60000)
bus.close_sync()
"""


def portal(home):
    """As a confined program asks; without a backend that could show a choice."""
    uri = LINKS[2]
    home.run(["/usr/bin/python3", "-c", PORTAL, uri])
    return [] if home.wait_for(uri) else [uri]


# What is driven, the program that must be there, and what its home has beside the usual.
CALLERS = {
    "firefox": (firefox, "firefox-esr", {}),
    "chromium": (chromium, "chromium", {"accessible": True}),
    "pcmanfm": (pcmanfm, "pcmanfm", {}),
    "thunar": (thunar, "thunar", {"rules": {"folder": '{ app = "thunar.desktop" }'}}),
    "gnome-terminal": (gnome_terminal, "gnome-terminal", {}),
    "claws-mail": (claws_mail, "claws-mail", {"rules": {"mailto": '"claws-mail"'}, "accessible": True}),
    "gio": (gio, "gio", {}),
    "portal": (portal, "/usr/libexec/xdg-desktop-portal", {"portal": True}),
    "xdg-open": (xdg_open, "xdg-open", {}),
}


def outcome(name, portero):
    drive, program, surroundings = CALLERS[name]
    if not shutil.which(program):
        print(f"{name}: skipped, {program} is not installed", flush=True)
        return "skipped"
    home = Home(portero, **surroundings)
    try:
        missing = drive(home)
        print(f"{name}: {missing} did not arrive, but {home.seen()}" if missing else f"{name}: all arrived", flush=True)
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

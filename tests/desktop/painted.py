#!/usr/bin/env python3
"""Measures how long a command takes until its page is on the screen.

usage: tests/desktop/painted.py SECONDS COMMAND [WORD...]

Watches the display for SECONDS, and prints the milliseconds after which the dark pixels were those of the end, but for
a twentieth, and the memory (PSS, in KiB) of all processes that the command started and left running.
"""
import ctypes
import os
import signal
import subprocess
import sys
import time

from processes import descendants, pss


class Image(ctypes.Structure):
    """The beginning of an XImage."""
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int),
                ("format", ctypes.c_int), ("data", ctypes.POINTER(ctypes.c_ubyte)),
                ("byte_order", ctypes.c_int), ("bitmap_unit", ctypes.c_int), ("bitmap_bit_order", ctypes.c_int),
                ("bitmap_pad", ctypes.c_int), ("depth", ctypes.c_int), ("bytes_per_line", ctypes.c_int)]


x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XGetImage.restype = ctypes.POINTER(Image)
x11.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong] + [ctypes.c_int] * 2 + [ctypes.c_uint] * 2 \
    + [ctypes.c_ulong, ctypes.c_int]
x11.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
x11.XDefaultRootWindow.restype = ctypes.c_ulong
x11.XDestroyImage.argtypes = [ctypes.POINTER(Image)]
display = x11.XOpenDisplay(None)
root = x11.XDefaultRootWindow(display)

LEFT, TOP, WIDTH, HEIGHT = 140, 120, 1000, 400
# A look each so often leaves the processors to what is measured.
PAUSE = 0.012
DARK = bytes(1 if byte < 110 else 0 for byte in range(256))


def ink():
    """Which pixels are dark, a bit each; the green byte tells enough."""
    image = x11.XGetImage(display, root, LEFT, TOP, WIDTH, HEIGHT, 0xFFFFFFFF, 2)
    data = ctypes.string_at(image.contents.data, image.contents.bytes_per_line * HEIGHT)
    x11.XDestroyImage(image)
    return int.from_bytes(data[1::4].translate(DARK), "little")


def main():
    seconds, command = float(sys.argv[1]), sys.argv[2:]
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: what detaches itself stays ours
    samples, start = [], time.monotonic()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while time.monotonic() - start < seconds:
        samples.append((time.monotonic() - start, ink()))
        time.sleep(PAUSE)
    final = samples[-1][1]
    wrong = [at for at, dark in samples if (dark ^ final).bit_count() * 20 > final.bit_count()]
    if not wrong:
        sys.exit("it was there already")
    painted = next(at for at, _ in samples if at > wrong[-1])
    left = descendants({child.pid, os.getpid()})
    memory = sum(map(pss, left))
    for pid in left:
        try:
            os.kill(pid, signal.SIGTERM)
        except OSError:
            pass
    if final.bit_count() < 2000:
        sys.exit("nothing was painted in time")
    print(round(painted * 1000), memory)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures how long a command takes until its page is on the screen.

usage: tests/desktop/painted.py SECONDS COMMAND [WORD...]

Watches the display for SECONDS, and prints the milliseconds after which as many dark pixels were there as in the end,
give or take a tenth, and the memory (PSS, in KiB) of all processes that the command started and left running.
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

LEFT, TOP, WIDTH, HEIGHT = 140, 120, 1000, 700
DARK = bytes(1 if byte < 110 else 0 for byte in range(256))


def ink():
    """Dark, but no black of the empty screen: its green byte tells enough."""
    image = x11.XGetImage(display, root, LEFT, TOP, WIDTH, HEIGHT, 0xFFFFFFFF, 2)
    data = ctypes.string_at(image.contents.data, image.contents.bytes_per_line * HEIGHT)
    x11.XDestroyImage(image)
    green = data[1::4]
    dark = sum(green.translate(DARK))
    return 0 if dark > WIDTH * HEIGHT // 2 else dark


def main():
    seconds, command = float(sys.argv[1]), sys.argv[2:]
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: what detaches itself stays ours
    samples, start = [], time.monotonic()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while time.monotonic() - start < seconds:
        samples.append((time.monotonic() - start, ink()))
        time.sleep(0.004)
    final = samples[-1][1]
    # What was shown before may have been darker or lighter.
    early = max((at for at, dark in samples if abs(dark - final) > final * 0.1), default=0.0)
    painted = next(at for at, _ in samples if at > early)
    left = descendants({child.pid, os.getpid()})
    memory = sum(map(pss, left))
    for pid in left:
        try:
            os.kill(pid, signal.SIGTERM)
        except OSError:
            pass
    if final < 2000:
        sys.exit("nothing was painted in time")
    print(round(painted * 1000), memory)


if __name__ == "__main__":
    main()

//! Whatever program opens a URI, it arrives exactly once, also when the service must be started for it.

use std::fs;
use std::process::Command;

use crate::builder::{Home, package, wait_for};
use crate::bus::{Bus, Display, NAME, OBJECT, quick_starts, quick_stub, repetitions, rules, settle};

/// URIs as typed, and as GVfs rewrites some of them.
const URIS: &[&str] = &["man:ls(1)", "man:///ls(1)", "info:(gcc)G++%20and%20GCC", "https://h.example/a?b#c"];

/// A bus whose desktop opens the schemes of [`URIS`] with the real desktop file.
fn desktop(display: &str) -> Bus {
    let home = Home::new().set("DISPLAY", display).set("GIO_USE_VFS", "local");
    let home = quick_stub(home.config(&rules("flood = \"off\"")), "opener");
    let entry = fs::read_to_string(package().join(format!("data/{NAME}.desktop.in"))).unwrap();
    let bin = std::path::Path::new(env!("CARGO_BIN_EXE_portero")).parent().unwrap();
    let entry = entry.replace("@BINDIR@", bin.to_str().unwrap());
    let home = home.desktop_entry(NAME, &entry);
    let schemes =
        ["man", "info", "https"].map(|scheme| format!("x-scheme-handler/{scheme}={NAME}.desktop\n"));
    home.write("config/mimeapps.list", format!("[Default Applications]\n{}", schemes.concat()));
    let bus = Bus::new(home);
    assert!(
        bus.home.command("update-desktop-database").arg(bus.home.path("data/applications")).status().is_ok()
    );
    bus
}

/// Opens each URI in the way of one program, on a cold bus and on a warm one.
fn arrives_once(bus: &Bus, opener: impl Fn(&str) -> Command) {
    these_arrive_once(bus, URIS, opener);
}

fn these_arrive_once(bus: &Bus, uris: &[&str], opener: impl Fn(&str) -> Command) {
    let uris = &uris[..repetitions(uris.len(), 1)];
    for _ in 0..repetitions(20, 1) {
        for uri in uris {
            for warm in [false, true] {
                if warm {
                    bus.warm();
                } else {
                    bus.cool();
                }
                let _ = fs::remove_file(bus.home.path("quick"));
                let run = opener(uri).output().unwrap();
                assert!(run.status.success(), "{uri}: {run:?}");
                let arrived = wait_for(|| (!quick_starts(&bus.home).is_empty()).then_some(()));
                assert!(arrived.is_some(), "{uri} never arrived (warm: {warm})");
                settle();
                assert_eq!(quick_starts(&bus.home), [*uri], "warm: {warm}");
            }
        }
    }
}

fn command(bus: &Bus, words: &[&str]) -> Command {
    let mut command = bus.home.command(words[0]);
    command.args(&words[1..]);
    command
}

#[test]
fn our_own_command_line() {
    let bus = desktop(":7");
    arrives_once(&bus, |uri| command(&bus, &[env!("CARGO_BIN_EXE_portero"), "open", "--", uri]));
}

#[test]
fn xdg_open() {
    let bus = desktop(":7");
    arrives_once(&bus, |uri| command(&bus, &["xdg-open", uri]));
}

#[test]
fn gio_open() {
    let bus = desktop(":7");
    arrives_once(&bus, |uri| command(&bus, &["gio", "open", uri]));
}

#[test]
fn a_call_of_the_application_interface() {
    let bus = desktop(":7");
    let method = "org.freedesktop.Application.Open";
    arrives_once(&bus, |uri| {
        let mut call =
            command(&bus, &["gdbus", "call", "--session", "--dest", NAME, "--object-path", OBJECT]);
        call.args(["--method", method, &format!("['{uri}']"), "{}"]);
        call
    });
}

/// A program that opens a URI with GIO and ends at once, without a wait for anything.
#[test]
fn a_program_that_ends_at_once() {
    let bus = desktop(":7");
    let script = "import os, sys\nfrom gi.repository import Gio\n\
                  Gio.AppInfo.launch_default_for_uri(sys.argv[1], None)\nos._exit(0)";
    if !command(&bus, &["/usr/bin/python3", "-c", "from gi.repository import Gio"])
        .status()
        .unwrap()
        .success()
    {
        eprintln!("skipped: python3-gi is not here");
        return;
    }
    arrives_once(&bus, |uri| command(&bus, &["/usr/bin/python3", "-c", script, uri]));
}

#[test]
fn openers_that_need_a_display() {
    let Some(display) = Display::start() else {
        eprintln!("skipped: Xvfb is not here");
        return;
    };
    let bus = desktop(&display.name);
    // Web addresses are nothing that exo-open asks the desktop about.
    for (opener, uris) in [(&["exo-open"][..], &URIS[..3]), (&["gtk-launch", NAME], URIS)] {
        if command(&bus, &[opener[0], "--version"]).output().is_err() {
            eprintln!("skipped: {} is not here", opener[0]);
            continue;
        }
        these_arrive_once(&bus, uris, |uri| command(&bus, &[opener, &[uri]].concat()));
    }
}

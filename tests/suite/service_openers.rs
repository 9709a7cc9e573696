//! Whatever program opens a URI, it arrives exactly once, also when the service must be started for it.

use std::ffi::OsString;
use std::fs;
use std::process::Command;

use crate::builder::{Home, package, wait_for};
use crate::bus::{Bus, Display, NAME, OBJECT, repetitions, settle};

/// URIs as typed, and as GVfs rewrites some of them.
const URIS: &[&str] = &[
    "man:ls(1)",
    "man:///ls(1)",
    "info:(gcc)G++%20and%20GCC",
    "info:///(gcc)Top",
    "https://h.example/a?b#c",
];

/// Argument lists that show how a URI was read.
const CONFIG: &str = r#"
[general]
flood = "off"
[schemes]
man = ["opener", "page={page}", ["section={section}"]]
info = ["opener", "file={file}", "node={node}"]
https = ["opener", "{uri}"]
"#;

/// What an opener hands on, if it hands anything on.
const TOKEN: &str = "token-of-the-click";

/// A bus whose desktop opens the schemes of [`URIS`] with the real desktop file.
fn desktop(display: &str) -> Bus {
    let home = Home::new().set("DISPLAY", display).set("GIO_USE_VFS", "local");
    let home = home.config(CONFIG).stub("opener");
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

/// The arguments that `portero explain` promises.
fn promised(bus: &Bus, uri: &str) -> Vec<OsString> {
    let explained = bus.home.portero(["explain", "--json", "--", uri]).object();
    let words = explained["action"]["argv"].as_array().unwrap().iter();
    words.skip(1).map(|word| word.as_str().unwrap().into()).collect()
}

/// Opens each URI in the way of one program, on a cold bus and on a warm one. It arrives once, with the promised
/// arguments, the display, and the activation token under both of its names where the program hands it on.
fn arrives_once(bus: &Bus, token: Option<&str>, opener: impl Fn(&str) -> Command) {
    these_arrive_once(bus, URIS, token, opener);
}

fn these_arrive_once(bus: &Bus, uris: &[&str], token: Option<&str>, opener: impl Fn(&str) -> Command) {
    let uris = &uris[..repetitions(uris.len(), 2)];
    for _ in 0..repetitions(20, 1) {
        for uri in uris {
            for warm in [false, true] {
                if warm {
                    bus.warm();
                } else {
                    bus.cool();
                }
                arrives(bus, uri, token, opener(uri), &format!("{uri}, warm: {warm}"));
            }
        }
    }
}

fn arrives(bus: &Bus, uri: &str, token: Option<&str>, mut opener: Command, case: &str) {
    let _ = fs::remove_file(bus.home.path("records/opener"));
    let run = opener.output().unwrap();
    assert!(run.status.success(), "{case}: {run:?}");
    let arrived = wait_for(|| (!bus.home.starts("opener").is_empty()).then_some(()));
    assert!(arrived.is_some(), "{case}: never arrived");
    settle();
    let starts = bus.home.starts("opener");
    assert_eq!(starts.len(), 1, "{case}");
    assert_eq!(starts[0].arguments, promised(bus, uri), "{case}");
    let display = opener.get_envs().find_map(|(name, value)| (name == "DISPLAY").then_some(value?.to_str()?));
    assert_eq!(starts[0].variable("DISPLAY"), display, "{case}");
    for name in ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"] {
        assert!(token.is_none() || starts[0].variable(name) == token, "{case}: {name}");
    }
}

/// As from a program that has just been clicked in.
fn with_token(mut command: Command) -> Command {
    command.env("XDG_ACTIVATION_TOKEN", TOKEN);
    command
}

fn command(bus: &Bus, words: &[&str]) -> Command {
    let mut command = bus.home.command(words[0]);
    command.args(&words[1..]);
    command
}

#[test]
fn our_own_command_line() {
    let bus = desktop(":7");
    arrives_once(&bus, Some(TOKEN), |uri| {
        with_token(command(&bus, &[env!("CARGO_BIN_EXE_portero"), "open", "--", uri]))
    });
}

#[test]
fn xdg_open() {
    let bus = desktop(":7");
    arrives_once(&bus, Some(TOKEN), |uri| with_token(command(&bus, &["xdg-open", uri])));
}

#[test]
fn gio_open() {
    let bus = desktop(":7");
    arrives_once(&bus, None, |uri| command(&bus, &["gio", "open", uri]));
}

#[test]
fn a_call_of_the_application_interface() {
    let bus = desktop(":7");
    // On Wayland, GLib before 2.76 sends the token under the second name alone.
    for key in ["activation-token", "desktop-startup-id"] {
        arrives_once(&bus, Some(TOKEN), |uri| {
            let mut call =
                command(&bus, &["gdbus", "call", "--session", "--dest", NAME, "--object-path", OBJECT]);
            let platform = format!("{{'{key}': <'{TOKEN}'>}}");
            call.args(["--method", "org.freedesktop.Application.Open", &format!("['{uri}']"), &platform]);
            call
        });
    }
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
    arrives_once(&bus, None, |uri| command(&bus, &["/usr/bin/python3", "-c", script, uri]));
}

#[test]
fn openers_that_need_a_display() {
    let Some(display) = Display::start() else {
        eprintln!("skipped: Xvfb is not here");
        return;
    };
    let bus = desktop(&display.name);
    // Web addresses are nothing that exo-open asks the desktop about.
    for (opener, uris) in [(&["exo-open"][..], &URIS[..4]), (&["gtk-launch", NAME], URIS)] {
        if command(&bus, &[opener[0], "--version"]).output().is_err() {
            eprintln!("skipped: {} is not here", opener[0]);
            continue;
        }
        these_arrive_once(&bus, uris, None, |uri| command(&bus, &[opener, &[uri]].concat()));
    }
}

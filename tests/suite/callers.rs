//! Rules for the program that asked: whoever started us, or whoever called the service.

use crate::builder::{Home, wait_for};
use crate::bus::{Bus, quick_starts, quick_stub};

const BINARY: &str = env!("CARGO_BIN_EXE_portero");

const CONFIG: &str = "[[rules]]\nmatch = { scheme = \"x-s\", caller = \"mailer\" }\nexec = [\"opener\", \"mail\"]\n\
                      [[rules]]\nmatch = { scheme = \"x-s\", caller = [\"org.example.Feed\", \"*/python3*\"] }\nexec = [\"opener\", \"feed\"]\n\
                      [[rules]]\nmatch = { scheme = \"x-s\" }\nexec = [\"opener\", \"anybody\"]\n";

/// Programs that open a link in the ways that programs do: by themselves, through a shell, through an opener.
const WAYS: &[(&str, &str, &str)] = &[
    ("mailer", "\"$PORTERO\" open x-s:a; true", "mail"),
    ("mailer", "sh -c '\"$PORTERO\" open x-s:a; true'; true", "mail"),
    ("mailer", "xdg-open x-s:a; true", "mail"),
    ("other", "\"$PORTERO\" open x-s:a; true", "anybody"),
    (
        "other",
        "GIO_LAUNCHED_DESKTOP_FILE_PID=$$ GIO_LAUNCHED_DESKTOP_FILE=/x/org.example.Feed.desktop exec ../bin/again",
        "feed",
    ),
];

fn home() -> Home {
    let home = quick_stub(Home::new().config(CONFIG).set("DISPLAY", ":7").set("PORTERO", BINARY), "opener");
    home.script("xdg-open", "\"$PORTERO\" open \"$1\"; true");
    home.script("again", "\"$PORTERO\" open x-s:a; true");
    home
}

fn check(home: &Home) {
    for (number, (program, script, expected)) in WAYS.iter().enumerate() {
        let file = home.script(program, script);
        assert!(home.command(file).status().unwrap().success());
        let opened =
            wait_for(|| Some(quick_starts(home)).filter(|opened| opened.len() > number)).unwrap_or_default();
        assert_eq!(
            opened.get(number).map(String::as_str),
            Some(*expected),
            "{program}: {script}: {opened:?}"
        );
    }
}

#[test]
fn whoever_started_us_is_the_caller() {
    check(&home());
}

#[test]
fn whoever_called_the_service_is_the_caller() {
    let bus = Bus::new(home());
    bus.warm();
    check(&bus.home);
    // The mark of a call that was made without our command line between.
    let call = "from gi.repository import Gio, GLib\nGio.bus_get_sync(Gio.BusType.SESSION).call_sync(\
                'io.github.portero.Portero', '/io/github/portero/Portero', 'io.github.portero.Portero1', 'Open', \
                GLib.Variant('(asa{sv})', (['x-s:b'], {})), None, 0, -1, None)";
    let run = bus.home.command("/usr/bin/python3").args(["-c", call]).output();
    if run.is_ok_and(|run| run.status.success()) {
        assert_eq!(quick_starts(&bus.home).last().map(String::as_str), Some("feed"));
    } else {
        eprintln!("skipped: python3-gi is not here");
    }
}

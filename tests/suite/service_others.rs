//! The service beside other services: notifications, systemd's manager, confined callers.

use std::time::{Duration, Instant};

use crate::builder::{Home, wait_for};
use crate::bus::{Bus, Mock, NAME, OBJECT, quick_starts, quick_stub, rules, settle, signal};

const APPLICATION_OPEN: &str = "org.freedesktop.Application.Open";

fn bus(general: &str) -> Bus {
    let home = Home::new().set("DISPLAY", ":7").config(&rules(general));
    Bus::new(quick_stub(home, "opener"))
}

fn notifications(bus: &Bus) -> Option<Mock> {
    let name = "org.freedesktop.Notifications";
    let methods = [
        "Notify=susssasa{sv}i:u:(uint32 1,)",
        "GetCapabilities=:as:(['body'],)",
        "GetServerInformation=:ssss:('mock', 'mock', '1', '1.2')",
    ];
    let mock = Mock::start(bus, name, name, Duration::ZERO, &methods);
    if mock.is_none() {
        eprintln!("skipped: python3-gi is not here");
    }
    mock
}

#[test]
fn a_failure_that_nobody_hears_of_is_notified() {
    let bus = bus("");
    let Some(mock) = notifications(&bus) else { return };
    bus.call(APPLICATION_OPEN, &["['x-no:<b>1', 'x-s:1']", "{}"]).unwrap();
    let told = || mock.calls().into_iter().find(|call| call.starts_with("Notify"));
    let told = wait_for(told).expect("nothing was told");
    assert!(told.contains("closed") && told.contains("portero"), "{told}");
    let _ = bus.call("io.github.portero.Portero1.Open", &["['x-no:2']", "{}"]);
    settle();
    let count = mock.calls().iter().filter(|call| call.starts_with("Notify")).count();
    assert_eq!(count, 1, "a caller that gets the error needs no notification");
}

#[test]
fn a_broken_config_is_told_once() {
    let bus = bus("");
    let Some(mock) = notifications(&bus) else { return };
    bus.warm();
    let file = bus.home.path("config/portero/config.toml");
    std::fs::write(&file, "[general]\nnotfy = \"never\"\n").unwrap();
    for _ in 0..3 {
        bus.call("io.github.portero.Portero1.Open", &["['x-s:1']", "{}"]).map_err(drop).ok();
    }
    settle();
    let told: Vec<_> = mock.calls().into_iter().filter(|call| call.starts_with("Notify")).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("config.toml:2:"), "{told:?}");
}

/// The program gets its scope when it is running, and a manager that takes its time holds nothing up.
#[test]
fn a_scope_is_asked_for_after_the_start_and_delays_nothing() {
    let bus = bus("");
    let manager = "org.freedesktop.systemd1.Manager";
    let methods = ["StartTransientUnit=ssa(sv)a(sa(sv)):o:(objectpath '/job',)"];
    let name = "org.freedesktop.systemd1";
    let Some(mock) = Mock::start(&bus, name, manager, Duration::from_secs(3), &methods) else {
        eprintln!("skipped: python3-gi is not here");
        return;
    };
    bus.warm();
    let began = Instant::now();
    bus.call("io.github.portero.Portero1.Open", &["['x-s:1', 'x-s:2', 'x-s:3']", "{}"]).unwrap();
    assert!(began.elapsed() < Duration::from_millis(2900), "{:?}", began.elapsed());
    assert_eq!(quick_starts(&bus.home).len(), 3);
    let asked = || (mock.calls().len() == 3).then(|| mock.calls());
    let asked = wait_for(asked).expect("no scope was asked for");
    assert!(asked.iter().all(|call| call.contains("app-portero-opener-") && call.contains("'PIDs'")));
}

fn open_call(uris: &str) -> String {
    format!(
        "gdbus call --session --dest {NAME} --object-path {OBJECT} \
         --method io.github.portero.Portero1.Open \"[{uris}]\" '{{}}'"
    )
}

/// A caller that Flatpak confines learns nothing, and gets no file by its name.
#[test]
fn a_confined_caller_learns_nothing() {
    let bus = bus("");
    let Some(run) = bus.confined(&open_call("'file:///etc/passwd', 'file:///no/such', 'x-s:1'")) else {
        return;
    };
    let answer = String::from_utf8(run.stdout).unwrap();
    assert!(answer.contains("'uri': <'file:///etc/passwd'>"), "{answer} {:?}", String::from_utf8(run.stderr));
    assert!(!answer.contains("error") && !answer.contains("rule"), "{answer}");
    let log = || Some(bus.home.portero(["log", "--json"]).objects()).filter(|decisions| decisions.len() == 3);
    let log = wait_for(log).expect("not all was decided");
    let codes: Vec<_> = log.iter().map(|decision| decision["error"]["code"].clone()).collect();
    assert_eq!(codes, ["unsafe", "not-found", "needs-confirmation"], "{log:?}");
    assert!(quick_starts(&bus.home).is_empty());
}

/// Nor does it read what others have opened.
#[test]
fn a_confined_caller_does_not_read_the_log() {
    let bus = bus("");
    bus.call("io.github.portero.Portero1.Open", &["['x-s:mine']", "{}"]).unwrap();
    let call = format!(
        "gdbus call --session --dest {NAME} --object-path {OBJECT}/Log \
         --method io.github.portero.Portero1.Log.Decisions"
    );
    let Some(run) = bus.confined(&call) else { return };
    let told = String::from_utf8(run.stdout).unwrap();
    assert!(!run.status.success() && told.is_empty(), "{told}");
    assert!(String::from_utf8(run.stderr).unwrap().contains("Error.Denied"));
}

/// A display of its own, on which it could say yes to itself, is not where it is asked.
#[test]
fn a_confined_caller_does_not_choose_the_display() {
    let general = "asker = [\"sh\", \"-c\", \"cat >/dev/null; echo yes\"]";
    let bus = Bus::new(Home::new().set("DISPLAY", ":7").config(&rules(general)).stub("opener"));
    let call = open_call("'x-s:1'").replace("'{}'", "\"{'environment': <{'DISPLAY': ':66'}>}\"");
    if bus.confined(&call).is_none() {
        return;
    }
    assert_eq!(bus.home.start_of("opener").variable("DISPLAY"), Some(":7"));
}

/// Who has ended before it could be looked at may have been confined.
#[test]
fn a_caller_that_is_gone_gets_nothing_without_a_yes() {
    let bus = bus("");
    let service = bus.warm();
    signal(service, "STOP");
    let calls = "from gi.repository import Gio, GLib\nbus = Gio.bus_get_sync(Gio.BusType.SESSION)\n\
                 for uri in ['x-s:1', 'file:///etc/passwd']:\n \
                 bus.call('io.github.portero.Portero', '/io/github/portero/Portero', 'org.freedesktop.Application', 'Open', \
                 GLib.Variant('(asa{sv})', ([uri], {})), None, Gio.DBusCallFlags.NONE, -1, None, None)\n\
                 bus.flush_sync(None)";
    let sent = bus.home.command("/usr/bin/python3").args(["-c", calls]).status();
    signal(service, "CONT");
    if !sent.is_ok_and(|sent| sent.success()) {
        eprintln!("skipped: python3-gi is not here");
        return;
    }
    let log = || Some(bus.home.portero(["log", "--json"]).objects()).filter(|log| log.len() == 2);
    let log = wait_for(log).expect("nothing was decided");
    let mut codes: Vec<_> = log.iter().map(|decision| decision["error"]["code"].as_str()).collect();
    codes.sort_unstable();
    assert_eq!(codes, [Some("needs-confirmation"), Some("unsafe")], "{log:?}");
    assert!(quick_starts(&bus.home).is_empty());
}

#[test]
fn a_rule_knows_a_confined_caller_by_its_application_id() {
    let config = "[[rules]]\nname = \"confined\"\nmatch = { scheme = \"x-s\", caller = \"org.example.Confined\" }\n\
                  deny = \"not for you\"\n";
    let bus = Bus::new(Home::new().set("DISPLAY", ":7").config(config));
    if bus.confined(&open_call("'x-s:1'")).is_none() {
        return;
    }
    let rule = || bus.home.portero(["log", "--json"]).objects().first().map(|found| found["rule"].clone());
    assert_eq!(wait_for(rule), Some("confined".into()));
}

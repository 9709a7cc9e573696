//! The service as other programs meet it on the bus.

use std::collections::BTreeSet;
use std::fs;

use crate::builder::{Home, package, wait_for};
use crate::bus::{Bus, OBJECT, quick_starts, quick_stub, rules, settle};

const OPEN: &str = "io.github.portero.Portero1.Open";
const APPLICATION_OPEN: &str = "org.freedesktop.Application.Open";

fn bus(general: &str) -> Bus {
    Bus::new(Home::new().set("DISPLAY", ":of-the-bus").stub("opener").config(&rules(general)))
}

fn quick_bus(general: &str) -> Bus {
    Bus::new(quick_stub(Home::new().config(&rules(general)), "opener"))
}

#[test]
fn a_call_is_answered_with_an_entry_a_uri() {
    let bus = quick_bus("");
    let answer = bus.call(OPEN, &["['x-s:1', 'x-no:1']", "{}"]).unwrap();
    for part in ["'uri': <'x-s:1'>", "'rule': <'all'>", "'action': <'exec'>", "'error': <'denied'>"] {
        assert!(answer.contains(part), "{part} in {answer}");
    }
    assert_eq!(quick_starts(&bus.home), ["x-s:1"]);
    assert_eq!(bus.call(OPEN, &["@as []", "{}"]).unwrap(), "(@aa{sv} [],)\n");
}

#[test]
fn the_only_uri_fails_with_the_name_of_its_error() {
    let bus = quick_bus("");
    let error = bus.call(OPEN, &["['x-no:1']", "{}"]).unwrap_err();
    assert!(error.contains("io.github.portero.Portero1.Error.Denied"), "{error}");
    let late = bus.call(OPEN, &["['x-s:1']", "{'deadline': <uint64 1>}"]).unwrap_err();
    assert!(late.contains("org.freedesktop.DBus.Error.TimedOut"), "{late}");
    settle();
    assert!(quick_starts(&bus.home).is_empty());
}

#[test]
fn the_objects_are_what_the_introspection_file_says() {
    let bus = quick_bus("");
    let text = bus.call("org.freedesktop.DBus.Introspectable.Introspect", &[]).unwrap();
    let file = fs::read_to_string(package().join("data/io.github.portero.Portero1.xml")).unwrap();
    assert_eq!(members(&text.replace("\\n", "\n")), members(&file));
}

/// Interface, kind, name and arguments of each member, without the standard interfaces.
fn members(xml: &str) -> BTreeSet<String> {
    let (mut interface, mut member, mut members) = (String::new(), String::new(), BTreeSet::new());
    for line in xml.split('<').filter(|tag| !tag.starts_with('/')) {
        let attribute = |name: &str| line.split(&format!("{name}=\"")).nth(1)?.split('"').next();
        let name = attribute("name").unwrap_or_default();
        match line.split_whitespace().next() {
            Some("interface") => name.clone_into(&mut interface),
            Some(kind @ ("method" | "signal" | "property")) => member = format!("{kind} {name}"),
            Some("arg") => member = format!("{member} {name}:{}", attribute("type").unwrap_or_default()),
            _ => continue,
        }
        if ["io.github.portero.Portero1", "org.freedesktop.Application"].contains(&interface.as_str()) {
            members.insert(format!("{interface} {member}"));
        }
    }
    members
}

#[test]
fn explain_gives_the_same_as_the_command_line() {
    let bus = quick_bus("");
    let answer = bus.call("io.github.portero.Portero1.Explain", &["man:ls(1)"]).unwrap();
    let json = answer.trim().strip_prefix("('").unwrap().strip_suffix("',)").unwrap().replace("\\\\", "\\");
    let explained: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(explained, bus.home.portero(["explain", "--json", "man:ls(1)"]).object());
}

#[test]
fn the_request_decides_on_display_token_and_folder() {
    let bus = bus("");
    fs::create_dir(bus.home.path("folder")).unwrap();
    let folder = bus.home.path("folder").display().to_string();
    let environment = "<{'DISPLAY': ':of-the-request', 'PATH': '/nowhere', 'BROWSER': 'evil'}>";
    let options =
        format!("{{'environment': {environment}, 'activation-token': <'token_TIME1'>, 'cwd': <'{folder}'>}}");
    bus.call(OPEN, &["['x-s:1']", &options]).unwrap();
    let start = bus.home.start_of("opener");
    assert_eq!(start.variable("DISPLAY"), Some(":of-the-request"));
    assert_eq!(start.variable("XDG_ACTIVATION_TOKEN"), Some("token_TIME1"));
    assert_eq!(start.variable("DESKTOP_STARTUP_ID"), Some("token_TIME1"));
    assert_eq!(start.variable("BROWSER"), None);
    assert_ne!(start.variable("PATH"), Some("/nowhere"));
    assert_eq!(start.folder, bus.home.path("folder"));
    assert!(start.variables.iter().all(|variable| !variable.starts_with("DBUS_STARTER")));
    // 3 is the folder that the recorder itself has open, 10 its script.
    assert!(start.descriptors.iter().all(|descriptor| *descriptor <= 3 || *descriptor == 10), "{start:?}");
}

#[test]
fn a_caller_that_sends_no_display_is_looked_at() {
    let bus = bus("");
    let platform = "{'desktop-startup-id': <'id_TIME2'>}";
    let mut command = bus.home.command("gdbus");
    command.env("DISPLAY", ":of-the-caller").env("LANG", "de_DE.UTF-8").args(["call", "--session"]);
    command.args(["--dest", crate::bus::NAME, "--object-path", OBJECT, "--method", APPLICATION_OPEN]);
    assert!(command.args(["['x-s:1']", platform]).output().unwrap().status.success());
    let start = bus.home.start_of("opener");
    assert_eq!(start.variable("DISPLAY"), Some(":of-the-caller"));
    assert_eq!(start.variable("LANG"), Some("de_DE.UTF-8"));
    assert_eq!(start.variable("XDG_ACTIVATION_TOKEN"), Some("id_TIME2"));
}

#[test]
fn a_bad_token_is_dropped_with_a_warning() {
    let bus = bus("");
    let options = format!("{{'activation-token': <'{}'>}}", "A".repeat(1000));
    let answer = bus.call(OPEN, &["['x-s:1']", &options]).unwrap();
    assert!(answer.contains("'ignored-option'"), "{answer}");
    assert_eq!(bus.home.start_of("opener").variable("XDG_ACTIVATION_TOKEN"), None);
}

#[test]
fn a_config_is_in_force_with_the_next_call_and_a_broken_one_never() {
    let bus = quick_bus("");
    let open = || bus.call(OPEN, &["['x-s:1']", "{}"]);
    open().unwrap();
    let file = bus.home.path("config/portero/config.toml");
    fs::write(&file, rules("").replace("x-no", "x-s")).unwrap();
    assert!(open().unwrap_err().contains("Error.Denied"));
    fs::write(&file, "[schemes\n").unwrap();
    let error = open().unwrap_err();
    assert!(error.contains("Error.Denied"), "the last good one stays in force: {error}");
    fs::write(&file, rules("")).unwrap();
    open().unwrap();
    assert_eq!(quick_starts(&bus.home).len(), 2);
}

#[test]
fn floods_are_stopped_when_nobody_can_be_asked() {
    let bus = quick_bus("flood = \"3/60s\"");
    let calls: Vec<_> = (0..5).map(|_| bus.call(OPEN, &["['x-s:1']", "{}"])).collect();
    assert!(calls[..3].iter().all(Result::is_ok), "{calls:?}");
    for call in &calls[3..] {
        assert!(call.as_ref().unwrap_err().contains("Error.RateLimited"), "{call:?}");
    }
    assert_eq!(quick_starts(&bus.home).len(), 3);
}

/// A handler that gives the URI back to us.
#[test]
fn a_ring_ends_at_once() {
    let home = Home::new().config(&rules(""));
    let program = env!("CARGO_BIN_EXE_portero");
    let script = format!(
        "#!/bin/sh\necho \"$1\" >>'{}'\nunset PORTERO_DEPTH\nexec '{program}' open -- \"$1\"\n",
        home.path("quick").display()
    );
    let home = quick_stub(home, "opener");
    home.write("bin/opener", script);
    let bus = Bus::new(home);
    let _ = bus.call(OPEN, &["['x-s:1']", "{}"]);
    settle();
    assert_eq!(quick_starts(&bus.home), ["x-s:1"], "{:?}", bus.home.portero(["log"]));
    let log = bus.home.portero(["log", "--json"]);
    assert!(log.stdout.contains("\"code\":\"loop\""), "{log:?}");
}

/// Ways back to us that hide where they come from.
const RINGS: &[&str] = &[
    // Another URI each time, without the mark.
    "unset PORTERO_DEPTH; exec \"$P\" open -- \"$1+\"",
    // Let go by its parent, in a session of its own; at the latest it is a flood.
    "exec setsid -f env -u PORTERO_DEPTH \"$P\" open -- \"$1\"",
    // Both: what cannot be told apart from many programs is a flood.
    "exec setsid -f env -u PORTERO_DEPTH \"$P\" open -- \"$1+\"",
];

/// Six at most where the service answers in time; what it misses opens by itself.
const MOST_TURNS: usize = 20;

#[test]
fn rings_end_that_hide_where_they_come_from() {
    for script in RINGS {
        let home = Home::new().config(&rules("flood = \"5/600s\"")).set("P", env!("CARGO_BIN_EXE_portero"));
        home.script("opener", &format!("echo \"$1\" >>'{}'\n{script}", home.path("quick").display()));
        let bus = Bus::new(home);
        let _ = bus.call(OPEN, &["['x-s:1']", "{}"]);
        let ended = || {
            let log = bus.home.portero(["log"]).stdout;
            (log.contains("(loop)") || log.contains("(rate-limited)")).then_some(log)
        };
        // Each turn that the service misses takes a second.
        let log = (0..3)
            .find_map(|_| wait_for(ended))
            .unwrap_or_else(|| panic!("{script}: {:?}", quick_starts(&bus.home)));
        settle();
        let starts = quick_starts(&bus.home);
        assert!(starts.len() <= MOST_TURNS, "{script}: {starts:?} {log}");
    }
}

/// As long as those who began it are there.
#[test]
fn a_ring_without_the_service_ends() {
    let home = Home::new().config(&rules("")).set("P", env!("CARGO_BIN_EXE_portero"));
    let script = "unset PORTERO_DEPTH; exec \"$P\" open --direct --wait -- \"$1+\"";
    home.script("opener", &format!("echo \"$1\" >>'{}'\n{script}", home.path("quick").display()));
    home.portero(["open", "--direct", "--wait", "--", "x-s:1"]);
    let starts = quick_starts(&home);
    assert!(starts.len() <= 4, "{starts:?}");
}

/// The start page is a request as any other.
#[test]
fn a_flood_of_activations_is_stopped() {
    let bus = quick_bus("flood = \"3/60s\"");
    let calls: Vec<_> = (0..6).map(|_| bus.call("org.freedesktop.Application.Activate", &["{}"])).collect();
    let refused =
        |call: &Result<String, String>| call.as_ref().is_err_and(|error| error.contains("RateLimited"));
    assert!(calls[..3].iter().all(Result::is_ok) && refused(&calls[5]), "{calls:?}");
}

#[test]
fn the_log_tells_what_came_and_holds_no_secret() {
    let bus = quick_bus("");
    bus.call(OPEN, &["['https://me:secret@h.example/cb?code=secret']", "{}"]).unwrap();
    let _ = bus.call(OPEN, &["['x-no:secret']", "{}"]);
    let run = bus.home.portero(["log", "--json"]);
    let decisions = run.objects();
    assert_eq!(decisions.len(), 2, "{run:?}");
    assert_eq!((&decisions[0]["program"], &decisions[0]["caller"]), (&"opener".into(), &"gdbus".into()));
    assert_eq!(decisions[1]["error"]["code"], "denied");
    assert!(!decisions[0].to_string().contains("secret"), "{run:?}");
    let words = bus.home.portero(["log"]).stdout;
    assert!(words.contains("was opened: exec opener, rule all"), "{words}");
}

#[test]
fn programs_outlive_the_service_and_are_reaped() {
    let home = quick_stub(Home::new().config(&rules("")), "opener");
    home.write("bin/opener", "#!/bin/sh\necho $$ >>\"$HOME/pid\"\nexec sleep 60\n");
    let bus = Bus::new(home);
    bus.call(OPEN, &["['x-s:1', 'x-s:2']", "{}"]).unwrap();
    let pids = fs::read_to_string(bus.home.path("home/pid")).unwrap();
    let [first, second] = pids.lines().collect::<Vec<_>>()[..] else { panic!("{pids}") };
    crate::bus::signal(first.parse().unwrap(), "TERM");
    let gone = wait_for(|| (!std::path::Path::new(&format!("/proc/{first}")).exists()).then_some(()));
    assert!(gone.is_some(), "a zombie is left");
    bus.cool();
    settle();
    assert!(std::path::Path::new(&format!("/proc/{second}")).exists(), "it ended with the service");
    crate::bus::signal(second.parse().unwrap(), "TERM");
}

#[test]
fn it_ends_when_it_is_idle() {
    let bus = quick_bus("idle-timeout = \"100ms\"");
    bus.call(OPEN, &["['x-s:1']", "{}"]).unwrap();
    bus.wait_until_cold();
    bus.call(OPEN, &["['x-s:2']", "{}"]).unwrap();
    assert_eq!(quick_starts(&bus.home), ["x-s:1", "x-s:2"]);
}

/// A program that is waited for keeps it, also when it is told to end.
#[test]
fn what_is_waited_for_is_not_idleness() {
    let home = Home::new().config(&(rules("idle-timeout = \"100ms\"") + "wait = true\n"));
    let home = quick_stub(home, "opener");
    home.write("bin/opener", "#!/bin/sh\nsleep 1\necho done >>\"$HOME/../quick\"\n");
    let bus = Bus::new(home);
    std::thread::scope(|scope| {
        let call = scope.spawn(|| bus.call(OPEN, &["['x-s:1']", "{}"]));
        settle();
        bus.cool();
        call.join().unwrap().unwrap();
    });
    assert_eq!(quick_starts(&bus.home), ["done"]);
}

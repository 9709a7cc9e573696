//! portero-ask as a person meets it: real keys and clicks on a display of its own (`tests/desktop/display.sh`, one
//! test at a time), and its accessibility tree.

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::builder::{Home, package, wait_for};
use crate::bus::{Bus, signal};

/// The program; none where it was not built.
const WINDOW: Option<&str> = option_env!("CARGO_BIN_EXE_portero-ask");

const TELNET: &str = "telnet://guest@b\u{fc}cher.example:8023/";
const QUESTION: &str = "Telnet session on xn--bcher-kva.example";
const MAIL: &str = "mailto:alice@example.org";
const CHOICE: &str = "Mail to alice@example.org";

/// A question is armed a second after it has the focus.
const ARMED: Duration = Duration::from_millis(1400);

/// Nothing of it is armed yet, whatever the machine's speed: keys follow the window at once.
const ALMOST: Duration = Duration::from_millis(50);

/// The display of `display.sh`; none in an ordinary run of the tests, which must not touch a person's own.
fn display() -> Option<String> {
    let display = std::env::var("PORTERO_TEST_DISPLAY").ok();
    if display.is_none() || WINDOW.is_none() {
        eprintln!("skipped: this wants tests/desktop/display.sh and portero-ask");
        return None;
    }
    display
}

fn home() -> Option<Home> {
    let display = display()?;
    let config = "[schemes]\n\
        telnet = [\"viewer\", [\"-l\", \"{user}\"], \"--\", \"{host}\", \"{port}\"]\n\
        mailto = { ask = [[\"viewer\", \"{uri}\"], [\"other\", \"{uri}\"], [\"third\", \"{uri}\"]] }\n";
    let home = Home::new().stub("viewer").stub("other").stub("third").config(config);
    Some(home.set("DISPLAY", display).set("NO_AT_BRIDGE", "1"))
}

/// `portero open`, waiting for the answer.
struct Opening(Child);

impl Opening {
    fn of(home: &Home, words: &[&str]) -> Self {
        let mut command = home.command(env!("CARGO_BIN_EXE_portero"));
        Self(command.arg("open").args(words).stderr(Stdio::null()).spawn().unwrap())
    }

    fn direct(home: &Home, uri: &str) -> Self {
        Self::of(home, &["--direct", "--", uri])
    }

    fn code(mut self) -> i32 {
        let ended = wait_for(|| self.0.try_wait().unwrap());
        ended.expect("nothing was answered").code().unwrap()
    }

    fn is_waiting(&mut self) -> bool {
        self.0.try_wait().unwrap().is_none()
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn xdotool(home: &Home, words: &[&str]) -> String {
    let output = home.command("xdotool").args(words).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// The windows with this title.
fn windows(home: &Home, title: &str) -> Vec<String> {
    let title = format!("^{}$", title.replace('.', "\\."));
    let found = xdotool(home, &["search", "--onlyvisible", "--name", &title]);
    found.lines().map(str::to_owned).collect()
}

/// The window with this title, once it has the focus.
fn window(home: &Home, title: &str) -> String {
    let window = wait_for(|| windows(home, title).pop()).unwrap_or_else(|| panic!("no window {title}"));
    focus(home, &window);
    window
}

fn focus(home: &Home, window: &str) {
    let focused = || (xdotool(home, &["getactivewindow"]) == window).then_some(());
    wait_for(|| focused().or_else(|| (xdotool(home, &["windowactivate", window]), None::<()>).1))
        .expect("the window never had the focus");
}

fn keys(home: &Home, keys: &[&str]) {
    xdotool(home, &[&["key", "--delay", "60"], keys].concat());
}

fn wait(time: Duration) {
    std::thread::sleep(time);
}

fn is_gone(home: &Home, title: &str) -> bool {
    wait_for(|| windows(home, title).is_empty().then_some(())).is_some()
}

#[test]
fn keys_that_come_with_the_question_say_nothing() {
    let Some(home) = home() else { return };
    let mut opening = Opening::direct(&home, TELNET);
    window(&home, QUESTION);
    keys(&home, &["Return", "space", "Tab", "Return"]);
    wait(ALMOST);
    assert!(opening.is_waiting() && home.starts("viewer").is_empty());
    keys(&home, &["Escape"]);
    assert_eq!(opening.code(), 5);
    assert!(is_gone(&home, QUESTION));
}

#[test]
fn enter_is_no_and_the_other_button_yes() {
    for (typed, code) in [(&["Return"][..], 5), (&["Tab", "Return"], 0), (&["Tab", "space"], 0)] {
        let Some(home) = home() else { return };
        let opening = Opening::direct(&home, TELNET);
        window(&home, QUESTION);
        wait(ARMED);
        keys(&home, typed);
        assert_eq!(opening.code(), code, "{typed:?}");
        assert_eq!(home.starts("viewer").len(), usize::from(code == 0), "{typed:?}");
        if code == 0 {
            let start = home.start_of("viewer");
            assert_eq!(start.arguments, ["-l", "guest", "--", "b\u{fc}cher.example", "8023"]);
            let token = start.variable("XDG_ACTIVATION_TOKEN").unwrap_or_default().to_owned();
            assert!(token.starts_with("portero-") && token.contains("_TIME"), "{token}");
        }
    }
}

#[test]
fn a_change_of_focus_disarms() {
    let Some(home) = home() else { return };
    let other = Asking::about(&home, &plain("other"));
    let term = window(&home, "other");
    let mut opening = Opening::direct(&home, TELNET);
    let question = window(&home, QUESTION);
    wait(ARMED);
    keys(&home, &["Tab"]);
    focus(&home, &term);
    focus(&home, &question);
    keys(&home, &["Return", "space"]);
    wait(ALMOST);
    assert!(opening.is_waiting(), "a yes counted right after the focus came back");
    wait(ARMED);
    keys(&home, &["Tab", "Return"]);
    assert_eq!(opening.code(), 0);
    drop(other);
}

#[test]
fn what_another_program_sends_is_no_key() {
    let Some(home) = home() else { return };
    let mut opening = Opening::direct(&home, TELNET);
    let question = window(&home, QUESTION);
    wait(ARMED);
    xdotool(&home, &["key", "--window", &question, "--delay", "60", "Tab", "Return", "Escape"]);
    wait(ALMOST);
    assert!(opening.is_waiting());
    keys(&home, &["Escape"]);
    assert_eq!(opening.code(), 5);
}

#[test]
fn a_closed_window_is_a_no() {
    let Some(home) = home() else { return };
    let opening = Opening::direct(&home, TELNET);
    window(&home, QUESTION);
    keys(&home, &["alt+F4"]);
    assert_eq!(opening.code(), 5);
}

#[test]
fn one_question_at_a_time() {
    let Some(home) = home() else { return };
    let first = Opening::direct(&home, TELNET);
    window(&home, QUESTION);
    let second = Opening::direct(&home, TELNET);
    wait(Duration::from_millis(500));
    assert_eq!(windows(&home, QUESTION).len(), 1);
    keys(&home, &["Escape"]);
    assert_eq!(first.code(), 5);
    window(&home, QUESTION);
    keys(&home, &["Escape"]);
    assert_eq!(second.code(), 5);
}

#[test]
fn the_question_leaves_with_whoever_asked() {
    let Some(home) = home() else { return };
    let opening = Opening::direct(&home, TELNET);
    window(&home, QUESTION);
    signal(i32::try_from(opening.0.id()).unwrap(), "KILL");
    assert!(is_gone(&home, QUESTION));
    assert!(home.starts("viewer").is_empty());
}

#[test]
fn a_choice_is_made_by_typing_and_arrows() {
    let rows: &[(&[&str], Option<&str>)] = &[
        (&["Return"], Some("viewer")),
        (&["Down", "Return"], Some("other")),
        (&["Down", "Down", "Down", "Up", "Return"], Some("other")),
        (&["t", "h", "i", "Return"], Some("third")),
        (&["x", "x", "Return", "Escape"], None),
        (&["Down", "Escape"], None),
    ];
    for (typed, chosen) in rows {
        let Some(home) = home() else { return };
        let opening = Opening::direct(&home, MAIL);
        window(&home, CHOICE);
        wait(ARMED);
        keys(&home, typed);
        assert_eq!(opening.code(), if chosen.is_some() { 0 } else { 5 }, "{typed:?}");
        for name in ["viewer", "other", "third"] {
            assert_eq!(home.starts(name).len(), usize::from(*chosen == Some(name)), "{typed:?}: {name}");
        }
    }
}

#[test]
fn a_choice_is_kept_for_the_scheme() {
    let Some(home) = home() else { return };
    let opening = Opening::direct(&home, MAIL);
    window(&home, CHOICE);
    wait(ARMED);
    // From the list to the first of the radio buttons, and to the second.
    keys(&home, &["Down", "Tab", "Down", "Return"]);
    assert_eq!(opening.code(), 0);
    let config = fs::read_to_string(home.path("config/portero/config.toml")).unwrap();
    assert!(config.contains("mailto = [\"other\", \"{uri}\"]"), "{config}");
}

#[test]
fn the_service_asks_in_the_same_window() {
    let Some(home) = home() else { return };
    let bus = Bus::new(home);
    let opening = Opening::of(&bus.home, &["--", TELNET]);
    window(&bus.home, QUESTION);
    wait(ARMED);
    keys(&bus.home, &["Tab", "Return"]);
    assert_eq!(opening.code(), 0);
    assert_eq!(bus.home.start_of("viewer").arguments[3], "b\u{fc}cher.example");
}

#[test]
fn without_a_display_that_answers_it_is_refused() {
    let Some(home) = home() else { return };
    let home = home.set("DISPLAY", ":4711");
    let run = home.portero(["open", "--direct", "--", TELNET]);
    assert_eq!(run.code, 5);
    assert!(run.stderr.contains("portero-ask could not ask"), "{}", run.stderr);
}

/// A bus with accessibility, which ends with it.
struct Accessibility {
    bus: Bus,
    launcher: Child,
}

impl Accessibility {
    /// `None` where there is no AT-SPI.
    fn start(home: Home) -> Option<Self> {
        let bus = Bus::without_service(home.set("NO_AT_BRIDGE", "0"));
        let launcher = PathBuf::from("/usr/libexec/at-spi-bus-launcher");
        let mut launcher = bus.home.command(launcher);
        launcher.arg("--launch-immediately").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let launcher = launcher.spawn().ok()?;
        Some(Self { bus, launcher })
    }

    /// Role, name, states of everything in all windows, a line each.
    fn tree(&self) -> Option<String> {
        let mut command = self.bus.home.command("/usr/bin/python3");
        let output = command.arg(package().join("tests/desktop/tree.py")).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        (output.status.success() && !text.is_empty()).then_some(text)
    }
}

impl Drop for Accessibility {
    /// It ends its own bus, and the registry on that, when it is asked to end.
    fn drop(&mut self) {
        signal(self.launcher.id().cast_signed(), "TERM");
        let _ = self.launcher.wait();
    }
}

#[test]
fn screen_readers_know_every_part() {
    let Some(home) = home() else { return };
    let has_python = Command::new("/usr/bin/python3")
        .args(["-c", "import gi; gi.require_version('Atspi', '2.0')"])
        .output();
    let here = has_python.is_ok_and(|output| output.status.success());
    let Some(accessibility) = Accessibility::start(home).filter(|_| here) else {
        eprintln!("skipped: AT-SPI is not here");
        return;
    };
    let home = &accessibility.bus.home;
    let rows: &[(&str, &str, &[&str])] = &[
        (
            TELNET,
            QUESTION,
            &[
                "dialog \"Telnet session on xn--bcher-kva.example\"",
                "Host: xn--bcher-kva.example",
                "push button \"No\" focused",
                "push button \"Yes, open it\"",
                "check box \"Always for the host xn--bcher-kva.example\"",
                "label \"8023\" sensitive labelled by \"Port\"",
            ],
        ),
        (
            MAIL,
            CHOICE,
            &[
                "dialog \"Mail to alice@example.org\"",
                "list box \"Programs\"",
                "list item \"viewer\"",
                "list item \"third\"",
                "radio button \"Just this once\" checked",
                "radio button \"Always for the scheme mailto\"",
                "push button \"Open\"",
            ],
        ),
    ];
    for (uri, title, parts) in rows {
        let opening = Opening::direct(home, uri);
        window(home, title);
        wait(ARMED);
        let tree = wait_for(|| accessibility.tree()).expect("no accessible window");
        for part in *parts {
            assert!(tree.contains(part), "{part} is not in\n{tree}");
        }
        keys(home, &["Escape"]);
        assert_eq!(opening.code(), 5);
    }
}

/// A question with this title.
fn plain(title: &str) -> serde_json::Value {
    serde_json::json!({
        "kind": "confirm", "program": null, "uri": "x:a", "title": title, "display": "x", "reason": "why",
        "scheme": "x", "host": null, "port": null, "mime": null, "warnings": [], "remember": ["once"],
    })
}

/// portero-ask alone, with a question.
struct Asking(Child);

impl Asking {
    fn about(home: &Home, question: &serde_json::Value) -> Self {
        let mut command = home.command(WINDOW.unwrap());
        let mut asking = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        asking.stdin.take().unwrap().write_all(question.to_string().as_bytes()).unwrap();
        Self(asking)
    }

    fn answer(&mut self) -> String {
        let mut answer = String::new();
        self.0.stdout.take().unwrap().read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn hostile_text_is_only_text() {
    let Some(home) = home() else { return };
    let title = "<b>_x</b> & y &amp; <span foreground='red'>z</span>";
    let mut question = plain(title);
    question["uri"] = format!("x:{}", "a".repeat(1_000_000)).into();
    for field in ["reason", "host"] {
        question[field] = "<u>_h</u> &".into();
    }
    question["warnings"] = serde_json::json!(["<b>_w</b>"]);
    let mut asking = Asking::about(&home, &question);
    window(&home, title);
    keys(&home, &["Escape"]);
    assert_eq!(asking.answer(), "no\n");
}

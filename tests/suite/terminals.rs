//! Which terminal a terminal program gets, and how each terminal takes it.

use std::process::Stdio;

use crate::builder::{Home, Run, Start};

const BINARY: &str = env!("CARGO_BIN_EXE_portero");
const TERMINAL: &str = "[schemes]\nx-one = { terminal = [\"reader\", \"{uri}\"] }\n";

/// Each terminal, and what stands before the command.
const TAKES: &[(&str, &[&str])] = &[
    ("xterm", &["-e"]),
    ("uxterm", &["-e"]),
    ("foot", &["--"]),
    ("footclient", &["--"]),
    ("alacritty", &["-e"]),
    ("kitty", &["--"]),
    ("wezterm", &["start", "--"]),
    ("ghostty", &["-e"]),
    ("gnome-terminal", &["--"]),
    ("kgx", &["--"]),
    ("ptyxis", &["--"]),
    ("konsole", &["-e"]),
    ("xfce4-terminal", &["-x"]),
    ("mate-terminal", &["-x"]),
    ("deepin-terminal", &["-x"]),
    ("lxterminal", &["-e"]),
    ("qterminal", &["-e"]),
    ("terminator", &["-x"]),
    ("st", &["-e"]),
    ("stterm", &["-e"]),
    ("urxvt", &["-e"]),
    ("rxvt", &["-e"]),
    ("rio", &["-e"]),
    ("cool-retro-term", &["-e"]),
    ("x-terminal-emulator", &["-e"]),
    ("xdg-terminal-exec", &[]),
];

/// Terminals that take the command as one text, behind this option.
const ONE_TEXT: &[(&str, &str)] = &[("tilix", "-e"), ("blackbox-terminal", "-c")];

fn opened(home: &Home) -> Run {
    home.portero(["open", "x-one:a"])
}

fn words(start: &Start) -> Vec<&str> {
    start.arguments.iter().map(|word| word.to_str().unwrap()).collect()
}

fn home() -> Home {
    Home::new().config(TERMINAL).stub("reader").set("DISPLAY", ":7")
}

#[test]
fn the_config_comes_first_and_keeps_its_options() {
    let config = "[general]\nterminal = [\"foot\", \"--app-id=float\"]\n";
    let home =
        home().config(&format!("{config}{TERMINAL}")).stub("foot").stub("xterm").set("TERMINAL", "xterm");
    assert_eq!(opened(&home).code, 0);
    assert_eq!(words(&home.start_of("foot")), ["--app-id=float", "--", "reader", "x-one:a"]);
}

#[test]
fn then_the_variable_then_the_finder() {
    let home = home().stub("foot").stub("xdg-terminal-exec").set("TERMINAL", "foot --title x");
    assert_eq!(opened(&home).code, 0);
    assert_eq!(words(&home.start_of("foot")), ["--title", "x", "--", "reader", "x-one:a"]);
    let home = home.set("TERMINAL", "not-installed");
    assert_eq!(opened(&home).code, 0);
    assert_eq!(words(&home.start_of("xdg-terminal-exec")), ["reader", "x-one:a"]);
}

#[test]
fn then_what_the_desktop_says() {
    let home = home().stub("konsole").set("XDG_CURRENT_DESKTOP", "KDE");
    home.write("config/kdeglobals", "[General]\nTerminalApplication=konsole --separate\n");
    assert_eq!(opened(&home).code, 0);
    assert_eq!(words(&home.start_of("konsole")), ["--separate", "-e", "reader", "x-one:a"]);
}

#[test]
fn a_terminal_says_itself_how_it_takes_a_command() {
    let entry = "[Desktop Entry]\nType=Application\nName=x\nExec=myterm --new %U\n\
                 Categories=TerminalEmulator;\nX-TerminalArgExec=--run\n";
    let home = home().stub("myterm").set("TERMINAL", "myterm").desktop_entry("myterm", entry);
    assert_eq!(opened(&home).code, 0);
    assert_eq!(words(&home.start_of("myterm")), ["--run", "reader", "x-one:a"]);
}

#[test]
fn without_one_it_is_said_what_to_set() {
    let home = home();
    let only = home.path("bin");
    let home = home.set("PATH", only);
    let run = opened(&home);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.stderr.contains("terminal") && run.stderr.contains("[general]"), "{run:?}");
}

#[test]
fn without_a_display_the_missing_variable_is_named() {
    let home = Home::new().config(TERMINAL).stub("reader").stub("xterm").set("TERMINAL", "xterm");
    let run = opened(&home);
    assert_eq!(run.code, 4, "{run:?}");
    assert!(run.stderr.contains("DISPLAY"), "{run:?}");
    assert!(home.starts("reader").is_empty() && home.starts("xterm").is_empty());
}

/// Runs a command on a terminal of its own, as script(1) makes one.
fn on_terminal(home: &Home, command: &str) -> Run {
    let log = home.path("typescript");
    let mut script = home.command("script");
    script.args(["-qec", command]).arg(log).env("P", BINARY).stdin(Stdio::null());
    Run::of(script.output().unwrap())
}

#[test]
fn in_a_terminal_the_program_runs_there_with_its_exit_code() {
    let home = Home::new().config(TERMINAL).stub_ending("reader", 7).stub("xterm");
    let run = on_terminal(&home, "\"$P\" open x-one:a");
    assert_eq!(run.code, 7, "{run:?}");
    assert_eq!(words(&home.start_of("reader")), ["x-one:a"]);
    assert!(home.starts("xterm").is_empty());
}

#[test]
fn a_terminal_that_another_program_owns_is_left_alone() {
    let home = home().stub("xterm").set("TERMINAL", "xterm");
    let run = on_terminal(&home, "setsid -w \"$P\" open x-one:a");
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(words(&home.start_of("xterm")), ["-e", "reader", "x-one:a"]);
    assert!(home.starts("reader").is_empty());
}

#[test]
fn each_terminal_takes_a_command_in_its_own_way() {
    let config = "[schemes]\nx-one = { terminal = [\"reader\", \"a b\", \"it's\", \"\", \"{uri}\"] }\n";
    let joined = "'reader' 'a b' 'it'\\''s' '' 'x-one:a$(b)'";
    let command = ["reader", "a b", "it's", "", "x-one:a$(b)"];
    let apart = TAKES.iter().map(|(name, before)| (*name, [*before, &command].concat()));
    let one_text = ONE_TEXT.iter().map(|(name, option)| (*name, vec![*option, joined]));
    for (name, expected) in apart.chain(one_text) {
        let home =
            Home::new().config(config).stub("reader").stub(name).set("DISPLAY", ":7").set("TERMINAL", name);
        let system = home.path("system");
        let home = home.set("XDG_DATA_DIRS", system);
        let run = home.portero(["open", "--direct", "x-one:a$(b)"]);
        assert_eq!(run.code, 0, "{name}: {run:?}");
        assert_eq!(words(&home.start_of(name)), expected, "{name}");
    }
}

#[test]
fn the_table_of_terminals_is_shown_and_complete() {
    let shown = Home::new().portero(["config", "show", "--presets"]).stdout;
    let table = shown.split("terminals = [\n").nth(1).unwrap().split("\n]\n").next().unwrap();
    for line in table.lines() {
        let name = line.split('"').nth(1).unwrap();
        let known =
            TAKES.iter().any(|(known, _)| *known == name) || ONE_TEXT.iter().any(|(known, _)| *known == name);
        assert!(known, "how {name} takes a command has no golden test");
    }
    assert_eq!(table.lines().count(), TAKES.len() + ONE_TEXT.len());
}

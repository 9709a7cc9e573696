//! Standard output or standard error that takes nothing.

use std::fs::{File, OpenOptions};
use std::io;
use std::process::{Command, Stdio};

use crate::builder::{Home, Run};

fn full() -> File {
    OpenOptions::new().write(true).open("/dev/full").unwrap()
}

fn portero(home: &Home, words: &[&str]) -> Command {
    let mut command = home.command(env!("CARGO_BIN_EXE_portero"));
    command.args(words);
    command
}

#[test]
fn a_full_standard_output_is_a_failure() {
    let home = Home::new().config("[schemes]\nman = \"view\"\n");
    let cases: &[&[&str]] = &[
        &[],
        &["--help"],
        &["--version"],
        &["open"],
        &["explain", "--json", "man:ls"],
        &["explain", "nonsense-scheme:x"],
        &["resolve", "man:ls", "man:cp"],
        &["status"],
        &["config", "path"],
        &["config", "show"],
        &["config", "check"],
        &["config", "schema"],
        &["completions", "bash"],
        &["open", "--direct", "man:ls"],
    ];
    for words in cases {
        let run = Run::of(portero(&home, words).stdout(full()).output().unwrap());
        assert_eq!(run.code, 4, "{words:?}: {run:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{words:?}: {run:?}");
    }
}

#[test]
fn a_reader_that_has_gone_away_is_none() {
    let home = Home::new();
    for words in [&["--help"][..], &["explain", "man:ls"], &["config", "path"]] {
        let (_, closed) = io::pipe().unwrap();
        let run = Run::of(portero(&home, words).stdout(closed).output().unwrap());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{words:?}");
    }
}

#[test]
fn a_complaint_that_nobody_can_read_stops_nothing() {
    let home = Home::new().stub("stub").config("[schemes]\nman = [\"stub\", \"{page}\"]\n");
    let closed = || Stdio::from(io::pipe().unwrap().1);
    for (stderr, number) in [(Stdio::from(full()), 1), (closed(), 2)] {
        let words = ["open", "--direct", "--", "man:../x", "nonsense-scheme:x", "man:ls"];
        let status = portero(&home, &words).stderr(stderr).status().unwrap();
        assert_eq!(status.code(), Some(5));
        assert_eq!(home.starts("stub").len(), number);
    }
    for words in [&["resolve", "x", "y"][..], &["register", "--scheme", "c"], &["no-such-command"]] {
        let code = portero(&home, words).stderr(full()).status().unwrap().code();
        assert!(code.is_some_and(|code| code < 6), "{words:?}: {code:?}");
    }
}

#[test]
fn what_a_config_says_cannot_drive_the_terminal() {
    let home = Home::new().config("\"a\\u001b]0;x\\u202e\" = 1\n[[rules]]\nname = \"b\\u001bc\"\nmatch = { scheme = \"x-y\" }\ndeny = \"\\u009b1m\"\n");
    home.write("config/portero/config.d/x\u{1b}[1m.toml", "[schemes]\nman = \"view\"\n");
    for words in [["config", "check"], ["config", "show"], ["config", "path"]] {
        let run = home.portero(words);
        let all = run.stdout + &run.stderr;
        assert!(all.contains("<U+001B>"), "{words:?}: {all}");
        assert!(!all.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{words:?}: {all}");
    }
}

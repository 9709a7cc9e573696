//! When something is missing: one clear line, the contract's exit code, at once.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::builder::{Home, Run};

/// What takes longer hangs, also on a machine with much else to do.
const AT_ONCE: Duration = Duration::from_secs(30);

fn portero(home: &Home) -> Command {
    home.command(env!("CARGO_BIN_EXE_portero"))
}

/// Runs it, and holds that it answered at once and in one line at most.
fn answer(mut command: Command) -> Run {
    let began = Instant::now();
    let run = Run::of(command.output().unwrap());
    assert!(began.elapsed() < AT_ONCE, "{command:?} took {:?}", began.elapsed());
    assert!(run.stderr.lines().count() <= 1, "{command:?} {run:?}");
    assert!(!run.stderr.contains("panicked"), "{command:?} {run:?}");
    run
}

fn open(home: &Home, uri: &str) -> Run {
    let mut command = portero(home);
    command.args(["open", "--", uri]);
    answer(command)
}

#[test]
fn each_failure_has_its_code_and_one_line() {
    let config = r#"
[schemes]
info   = { exec = ["no-such-program", ["{file}"]] }
news   = { deny = "no news here" }
telnet = { exec = ["stub", "{host}"] }
gopher = { exec = ["crashing", "{host}"], confirm = false }
"#;
    let home = Home::new().config(config).stub("stub").stub_ending("crashing", 7);
    let missing = format!("file://{}", home.path("home/missing.txt").display());
    let cases = [
        (5, "man:../../etc/passwd", "at byte"),
        (5, "nonsense-scheme:x", "no application"),
        (2, "man:no-such-page(1)", "no-such-page"),
        (2, &missing, "missing.txt"),
        (3, "info:gcc", "no-such-program is not installed"),
        (4, "gopher://example.org/", "crashing ended at once"),
        (5, "news:comp.lang.ada", "no news here"),
        (5, "telnet://example.org/", "nobody is there to ask"),
        (5, "javascript:alert(1)", ""),
    ];
    for (code, uri, words) in cases {
        let run = open(&home, uri);
        assert_eq!(run.code, code, "{uri}: {run:?}");
        assert!(run.stderr.starts_with("portero: ") && run.stderr.contains(words), "{uri}: {run:?}");
    }
    assert!(home.starts("stub").is_empty());
}

#[test]
fn without_a_home_and_without_a_display_a_page_is_shown_all_the_same() {
    let home = Home::new();
    let mut command = portero(&home);
    command.env_remove("HOME").env_remove("XDG_CONFIG_HOME").args(["open", "man:ls(1)"]);
    let run = answer(command);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("list directory contents"), "{run:?}");
}

#[test]
fn a_home_that_cannot_be_written_stops_nothing() {
    let home = Home::new().stub("stub").config("[schemes]\nman = [\"stub\", [\"{page}\"]]\n");
    for folder in ["home", "config", "state", "cache", "data"] {
        fs::set_permissions(home.path(folder), fs::Permissions::from_mode(0o555)).unwrap();
    }
    assert_eq!(open(&home, "man:ls(1)").code, 0);
    assert_eq!(home.start_of("stub").arguments, ["ls"]);
    for folder in ["home", "config", "state", "cache", "data"] {
        fs::set_permissions(home.path(folder), fs::Permissions::from_mode(0o755)).unwrap();
    }
}

#[test]
fn a_broken_config_is_told_and_the_defaults_stay_in_force() {
    let home = Home::new().config("[schemes]\nman = { exce = [\"x\"] }\n");
    let run = open(&home, "man:ls(1)");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stderr.contains("config.toml:2:7: error"), "{run:?}");
    assert!(run.stdout.contains("list directory contents"), "{run:?}");
}

#[test]
fn a_config_that_cannot_be_read_is_told_and_the_defaults_stay_in_force() {
    let home = Home::new().config("");
    let file = home.path("config/portero/config.toml");
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    let run = open(&home, "man:ls(1)");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stderr.contains("config.toml"), "{run:?}");
}

#[test]
fn a_terminal_program_without_terminal_and_display_is_refused() {
    let home =
        Home::new().stub("mutt").config("[schemes]\nmailto = { terminal = [\"mutt\", \"--\", \"{uri}\"] }\n");
    let run = open(&home, "mailto:a@example.org");
    assert_eq!(run.code, 4, "{run:?}");
    assert!(run.stderr.contains("no terminal can be shown"), "{run:?}");
    assert!(home.starts("mutt").is_empty());
}

/// Each of these is read for every decision.
const READ_ALWAYS: &[&str] = &[
    "config/mimeapps.list",
    "config/portero/config.toml",
    "data/applications/mimeapps.list",
    "data/applications/mimeinfo.cache",
    "data/applications/x.desktop",
    "state/portero/handlers.json",
];

#[test]
fn files_that_are_none_or_have_no_end_hold_nothing_up() {
    for name in READ_ALWAYS {
        for kind in ["fifo", "endless", "huge"] {
            let home = Home::new();
            let path = home.write(name, "");
            fs::remove_file(&path).unwrap();
            match kind {
                "fifo" => assert!(Command::new("mkfifo").arg(&path).status().unwrap().success()),
                "endless" => symlink("/dev/zero", &path).unwrap(),
                _ => fs::File::create(&path).unwrap().set_len(2 << 30).unwrap(),
            }
            for words in
                [&["explain", "mailto:a@b.example"][..], &["status"], &["register", "--scheme", "man"]]
            {
                // Nothing that writes may ever come near a real device; and the desktop's own index of entries is made
                // by a program that waits for a FIFO.
                if words[0] == "register" && (kind == "endless" || name.ends_with(".desktop")) {
                    continue;
                }
                let mut command = portero(&home);
                command.args(words);
                let run = answer(command);
                let refused = words[0] == "register" && *name == "config/mimeapps.list";
                assert!(!refused || run.code == 4, "{name} {kind} {words:?}: {run:?}");
            }
        }
    }
}

#[test]
fn what_is_no_file_is_never_replaced_by_one() {
    let home = Home::new();
    let fifo = home.path("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    fs::create_dir(home.path("state/portero")).unwrap();
    symlink(&fifo, home.path("state/portero/handlers.json")).unwrap();
    let run = home.portero(["register", "--scheme", "man"]);
    assert_eq!(run.code, 4, "{run:?}");
    assert!(run.stderr.contains("handlers.json: is not a regular file"), "{run:?}");
    assert!(!fs::metadata(&fifo).unwrap().is_file() && !home.path("config/mimeapps.list").exists());
}

#[test]
fn a_config_that_is_a_link_to_nowhere_is_told() {
    let home = Home::new().config("");
    let path = home.path("config/portero/config.toml");
    fs::remove_file(&path).unwrap();
    symlink("../nowhere.toml", &path).unwrap();
    let run = home.portero(["config", "check"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stdout.contains("config.toml: error: is a link that leads nowhere"), "{run:?}");
    assert!(home.portero(["explain", "man:ls"]).stderr.contains("leads nowhere"));
}

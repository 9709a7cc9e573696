//! How programs are started: what they inherit, what is told when they fail, which terminal they get.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::builder::{Home, Run, Start};

const BINARY: &str = env!("CARGO_BIN_EXE_portero");
const EXEC: &str = "[schemes]\nx-one = { exec = [\"viewer\", \"{uri}\"] }\n";

fn opened(home: &Home) -> Run {
    home.portero(["open", "x-one:a"])
}

/// Runs a shell script in the home, in which `$P` is portero.
fn shell(home: &Home, script: &str) -> Run {
    Run::of(home.command("sh").args(["-c", script]).env("P", BINARY).output().unwrap())
}

fn words(start: &Start) -> Vec<&str> {
    start.arguments.iter().map(|word| word.to_str().unwrap()).collect()
}

#[test]
fn a_child_stands_on_its_own() {
    let home = Home::new().config(EXEC).stub("viewer");
    let run = shell(&home, "exec 7</etc/passwd 8>/dev/null; \"$P\" open x-one:a; echo $$");
    assert_eq!(run.code, 0, "{run:?}");
    let start = home.start_of("viewer");
    assert_eq!(words(&start), ["x-one:a"]);
    assert_eq!(start.folder, home.path("home"));
    let caller: i32 = run.stdout.trim().parse().unwrap();
    assert!(start.session > caller, "its session is its own: {start:?}");
    // 3 and those from 10 on are the stub's own shell.
    let inherited = start.descriptors.iter().filter(|number| (4..10).contains(*number));
    assert_eq!(inherited.count(), 0, "{:?}", start.descriptors);
}

#[test]
fn nothing_that_chooses_code_reaches_a_child() {
    let dropped = [
        "LD_LIBRARY_PATH",
        "GTK_MODULES",
        "GIO_EXTRA_MODULES",
        "LESSOPEN",
        "MANPAGER",
        "BROWSER",
        "MANPATH",
        "PYTHONPATH",
        "QT_PLUGIN_PATH",
        "DBUS_STARTER_ADDRESS",
    ];
    let kept = [("EDITOR", "edit"), ("SSH_AUTH_SOCK", "/x"), ("DISPLAY", ":7"), ("LANG", "de_DE.UTF-8")];
    let mut home = Home::new().config(EXEC).stub("viewer").set("LD_PRELOAD", "/no/such/library.so");
    for name in dropped {
        home = home.set(name, "/tmp/x");
    }
    for (name, value) in kept {
        home = home.set(name, value);
    }
    assert_eq!(opened(&home).code, 0);
    let start = home.start_of("viewer");
    for name in dropped.iter().chain(&["LD_PRELOAD"]) {
        assert_eq!(start.variable(name), None, "{name}");
    }
    for (name, value) in kept {
        assert_eq!(start.variable(name), Some(value), "{name}");
    }
}

#[test]
fn a_bundle_does_not_reach_a_child() {
    let home = Home::new().config(EXEC).stub("viewer");
    let root = home.path("bundle");
    fs::create_dir_all(root.join("usr/bin")).unwrap();
    let inside = |name: &str| format!("{}/{name}:/usr/{name}", root.join("usr").display());
    let path = format!("{}/usr/bin:{}", root.display(), home.search_path().to_str().unwrap());
    let data = inside("share");
    let home = home.set("APPDIR", &root).set("PATH", path).set("XDG_DATA_DIRS", data);
    assert_eq!(opened(&home).code, 0);
    let start = home.start_of("viewer");
    let bundle = root.to_str().unwrap();
    assert!(start.variables.iter().all(|variable| !variable.contains(bundle)), "{:?}", start.variables);
    assert_eq!(start.variable("XDG_DATA_DIRS"), Some("/usr/share"));
}

#[test]
fn an_activation_token_is_passed_on_once() {
    let cases = [
        ("XDG_ACTIVATION_TOKEN", "T_TIME1", Some("T_TIME1")),
        ("DESKTOP_STARTUP_ID", "T_TIME2", Some("T_TIME2")),
        ("XDG_ACTIVATION_TOKEN", "two words", None),
        ("XDG_ACTIVATION_TOKEN", "", None),
        ("DESKTOP_STARTUP_ID", &"A".repeat(300), None),
    ];
    for (name, value, expected) in cases {
        let home = Home::new().config(EXEC).stub("viewer").set(name, value);
        assert_eq!(opened(&home).code, 0);
        let start = home.start_of("viewer");
        for name in ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"] {
            assert_eq!(start.variable(name), expected, "{name}={value}");
        }
    }
}

#[test]
fn a_child_starts_in_the_callers_folder_or_at_home() {
    let home = Home::new().config(EXEC).stub("viewer");
    let run = shell(&home, "mkdir ../here && cd ../here && \"$P\" open x-one:a");
    assert_eq!(run.code, 0);
    assert_eq!(home.start_of("viewer").folder, home.path("here"));
    let run = shell(&home, "mkdir ../gone && cd ../gone && rmdir ../gone && \"$P\" open x-one:a");
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(home.starts("viewer")[1].folder, home.path("home"));
}

#[test]
fn a_rule_sets_variables_and_the_folder() {
    let home = Home::new().stub("viewer");
    let folder = home.path("site").display().to_string();
    let rule = format!(
        "[schemes]\nx-one = {{ exec = [\"viewer\"], env = {{ MARK = \"a b\" }}, cwd = \"{folder}\" }}\n"
    );
    let home = home.config(&rule);
    assert_eq!(opened(&home).code, 0);
    let start = home.start_of("viewer");
    assert_eq!(start.variable("MARK"), Some("a b"));
    assert_eq!(start.folder, Path::new(&folder));
}

#[test]
fn an_instant_failure_is_told_with_the_last_words() {
    let home = Home::new().config(EXEC);
    home.script("viewer", "echo 'cannot open display' >&2; exit 3");
    let run = opened(&home);
    assert_eq!(run.code, 4, "{run:?}");
    assert!(run.stderr.contains("viewer") && run.stderr.contains("cannot open display"), "{run:?}");
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
}

#[test]
fn a_program_that_lives_is_not_waited_for() {
    let home = Home::new().config(EXEC);
    home.script("viewer", "echo alive >&2; sleep 60");
    let began = Instant::now();
    let run = opened(&home);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    assert!(began.elapsed() < Duration::from_secs(50));
}

#[test]
fn a_program_that_hands_over_at_once_is_a_success() {
    let home = Home::new().config(EXEC);
    home.script("viewer", "exit 0");
    assert_eq!(opened(&home).code, 0);
}

#[test]
fn waiting_gives_the_programs_own_exit_code() {
    let home = Home::new().config(EXEC);
    home.script("viewer", "sleep 0.7; exit 9");
    assert_eq!(home.portero(["open", "--wait", "x-one:a"]).code, 9);
}

#[test]
fn programs_that_cannot_be_trusted_are_not_started() {
    let home = Home::new().config(EXEC);
    home.script("viewer", "touch ../ran");
    fs::set_permissions(home.path("bin/viewer"), fs::Permissions::from_mode(0o777)).unwrap();
    let run = opened(&home);
    assert!([3, 5].contains(&run.code), "{run:?}");
    fs::set_permissions(home.path("bin/viewer"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(home.path("bin"), fs::Permissions::from_mode(0o777)).unwrap();
    assert_eq!(opened(&home).code, 3);
    fs::set_permissions(home.path("bin"), fs::Permissions::from_mode(0o755)).unwrap();
    // Relative and empty parts of PATH are the current folder's programs.
    let home = home.set("PATH", ":.:../bin:/usr/bin:/bin");
    assert_eq!(shell(&home, "cd ../bin; \"$P\" open x-one:a").code, 3);
    assert!(!home.path("ran").exists());
}

#[test]
fn a_program_that_is_not_installed_is_named() {
    let home = Home::new().config(EXEC);
    let run = opened(&home);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("viewer"), "{run:?}");
}

#[test]
fn a_ring_of_openers_ends() {
    let home = Home::new().config(EXEC).stub("viewer");
    for (depth, code) in [("0", 0), ("3", 0), ("4", 5), ("-1", 0), ("x", 0)] {
        let home = shell(&home, &format!("PORTERO_DEPTH={depth} \"$P\" open x-one:a"));
        assert_eq!(home.code, code, "{depth}: {home:?}");
    }
    let depths: Vec<_> = home
        .starts("viewer")
        .iter()
        .map(|start| start.variable("PORTERO_DEPTH").unwrap().to_owned())
        .collect();
    assert_eq!(depths, ["1", "4", "1", "1"]);
}

#[test]
fn a_ring_through_a_script_ends_by_itself() {
    let home = Home::new().config(EXEC);
    home.script("viewer", &format!("echo x >>\"$HOME/count\"; exec {BINARY} open \"$1\""));
    let run = opened(&home);
    assert_ne!(run.code, 0, "{run:?}");
    let count = fs::read_to_string(home.path("home/count")).unwrap().lines().count();
    assert!(count < 10, "{count}");
}

#[test]
fn an_argument_that_does_not_fit_is_told() {
    let config = "[[rules]]\nmatch = { scheme = \"https\" }\nexec = [\"viewer\", \"{uri}{uri}{uri}\"]\n";
    let home = Home::new().config(config).stub("viewer");
    let run = home.portero(["open", &format!("https://example.org/{}", "a".repeat(60_000))]);
    assert_eq!(run.code, 5, "{run:?}");
    assert!(home.starts("viewer").is_empty());
}

mod entries {
    use super::*;

    fn app(entry: &str) -> Home {
        let text = format!("[Desktop Entry]\nType=Application\nName=Show It\nIcon=show\n{entry}");
        let config = "[schemes]\nx-one = { app = \"org.example.Show\" }\n";
        Home::new().config(config).stub("viewer").desktop_entry("org.example.Show", &text)
    }

    #[test]
    fn the_exec_key_is_read_as_the_specification_says() {
        let cases: &[(&str, &[&str])] = &[
            ("viewer %u", &["x-one:a"]),
            ("viewer --open=%u", &["--open=x-one:a"]),
            ("viewer %i %c %%u %U", &["--icon", "show", "Show It", "%u", "x-one:a"]),
            ("viewer \"two\\swords\" \"\" \"a\\\\\"b\\\\$\" %m %u", &["two words", "", "a\"b$", "x-one:a"]),
            ("viewer", &["x-one:a"]),
        ];
        for (exec, expected) in cases {
            let home = app(&format!("Exec={exec}\n"));
            let run = opened(&home);
            assert_eq!(run.code, 0, "{exec}: {run:?}");
            assert_eq!(words(&home.start_of("viewer")), *expected, "{exec}");
        }
    }

    #[test]
    fn the_argv_that_explain_tells_is_the_one_that_runs() {
        let home = app("Exec=viewer --name %c -- %u\n");
        let told = home.portero(["explain", "--json", "x-one:a"]).object();
        assert_eq!(opened(&home).code, 0);
        let told: Vec<_> =
            told["action"]["argv"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        assert_eq!(told[1..], words(&home.start_of("viewer")));
    }

    #[test]
    fn the_folder_of_the_entry_is_used() {
        let home = app("Exec=viewer %u\nPath=/usr\n");
        assert_eq!(opened(&home).code, 0);
        assert_eq!(home.start_of("viewer").folder, Path::new("/usr"));
    }

    #[test]
    fn a_terminal_application_gets_a_terminal() {
        let home = app("Exec=viewer %u\nTerminal=true\n")
            .stub("xterm")
            .set("TERMINAL", "xterm")
            .set("DISPLAY", ":7");
        assert_eq!(opened(&home).code, 0);
        assert_eq!(words(&home.start_of("xterm")), ["-e", "viewer", "x-one:a"]);
    }

    #[test]
    fn a_bus_application_without_a_bus_is_started_by_its_exec_key() {
        let home = app("Exec=viewer %u\nDBusActivatable=true\n");
        assert_eq!(opened(&home).code, 0);
        assert_eq!(words(&home.start_of("viewer")), ["x-one:a"]);
    }

    #[test]
    fn a_handler_that_would_come_back_is_passed_over() {
        let home = Home::new().stub("viewer");
        for (id, exec) in
            [("a", format!("{BINARY} open %u")), ("b", "gio open %u".into()), ("c", "viewer %u".into())]
        {
            let entry = format!(
                "[Desktop Entry]\nType=Application\nName={id}\nExec={exec}\nMimeType=x-scheme-handler/x-one;\n"
            );
            home.write(&format!("data/applications/{id}.desktop"), entry);
        }
        symlink(BINARY, home.path("bin/browse")).unwrap();
        home.write(
            "config/mimeapps.list",
            "[Default Applications]\nx-scheme-handler/x-one=a.desktop;b.desktop;gone.desktop;c.desktop\n",
        );
        assert_eq!(opened(&home).code, 0);
        assert_eq!(words(&home.start_of("viewer")), ["x-one:a"]);
    }
}

//! Questions and answers: the asker of the config gets JSON, and nothing but a clear yes opens anything.

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

use crate::builder::Home;

const TELNET: &str = "telnet://host.example/";

/// A home whose asker keeps the question and gives this answer.
fn home(answer: &str, config: &str) -> Home {
    let home = Home::new().stub("viewer").stub("other");
    let question = home.path("question.json").display().to_string();
    home.config(&format!(
        "[general]\nasker = [\"sh\", \"-c\", 'cat >{question}; {answer}']\n\
         [schemes]\ntelnet = [\"viewer\", \"{{host}}\"]\n{config}"
    ))
}

fn open(home: &Home, uri: &str) -> i32 {
    home.portero(["open", "--direct", "--", uri]).code
}

fn question(home: &Home) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(home.path("question.json")).unwrap()).unwrap()
}

#[test]
fn a_yes_opens_and_anything_else_does_not() {
    let rows = [
        ("echo yes", 0),
        ("echo no", 5),
        ("echo", 5),
        ("echo yes; exit 1", 5),
        ("exit 0", 5),
        ("echo yes; kill -KILL $$", 5),
        ("exec >&-; sleep 0.1", 5),
        ("yes", 5),
    ];
    for (answer, code) in rows {
        let home = home(answer, "");
        assert_eq!(open(&home, TELNET), code, "{answer}");
        let question = question(&home);
        assert_eq!(
            (&question["kind"], &question["host"], &question["port"]),
            (&"confirm".into(), &"host.example".into(), &23.into())
        );
        if code == 0 {
            assert_eq!(home.start_of("viewer").arguments, ["host.example"]);
        } else {
            assert!(home.starts("viewer").is_empty(), "{answer}");
        }
    }
}

#[test]
fn nobody_to_ask_is_told() {
    let home = Home::new().stub("viewer").config("[schemes]\ntelnet = [\"viewer\", \"{host}\"]\n");
    let run = home.portero(["open", "--direct", "--", TELNET]);
    assert_eq!(run.code, 5);
    assert!(run.stderr.contains("nobody is there to ask"), "{}", run.stderr);
    assert!(run.stderr.contains("neither a display nor a terminal"), "{}", run.stderr);
}

/// A copy of the program with a window program beside it that is this script, where there is one.
fn with_window(config: &str, script: Option<&str>) -> (Home, std::path::PathBuf) {
    let home = Home::new().stub("viewer").config(config).set("DISPLAY", ":7");
    let program = home.path("installed/bin/portero");
    fs::create_dir_all(program.parent().unwrap()).unwrap();
    fs::create_dir_all(home.path("installed/libexec/portero")).unwrap();
    fs::hard_link(env!("CARGO_BIN_EXE_portero"), &program)
        .or_else(|_| fs::copy(env!("CARGO_BIN_EXE_portero"), &program).map(drop))
        .unwrap();
    if let Some(script) = script {
        let script = home.script("script", script);
        fs::rename(script, home.path("installed/libexec/portero/portero-ask")).unwrap();
    }
    (home, program)
}

#[test]
fn the_window_program_is_found_beside_the_program() {
    let rows = [
        (Some("cat >/dev/null; echo yes"), 0, ""),
        (Some("echo no"), 5, "as you wished"),
        (Some("kill -KILL $$"), 5, "signal: 9"),
        (Some("echo 'no display' >&2; exit 1"), 5, "portero-ask could not ask: no display"),
        (None, 5, "portero-ask is not installed"),
    ];
    for (script, code, told) in rows {
        let (home, program) = with_window("[schemes]\ntelnet = [\"viewer\", \"{host}\"]\n", script);
        let run = home.command(&program).args(["open", "--direct", "--", TELNET]).output().unwrap();
        let stderr = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(code), "{script:?}: {stderr}");
        assert!(stderr.contains(told), "{script:?}: {stderr}");
        assert_eq!(home.starts("viewer").len(), usize::from(code == 0), "{script:?}");
    }
}

#[test]
fn the_token_of_the_answer_goes_on_to_the_program() {
    let rows = [("echo yes; echo token new_TIME2", "new_TIME2"), ("echo yes", "old_TIME1")];
    for (answer, token) in rows {
        let home = home(answer, "").set("XDG_ACTIVATION_TOKEN", "old_TIME1");
        assert_eq!(open(&home, TELNET), 0);
        assert_eq!(home.start_of("viewer").variable("XDG_ACTIVATION_TOKEN"), Some(token));
    }
}

/// Runs `portero open` in a terminal of its own, types a line once the question stands there, and gives what the
/// terminal showed and the exit code. `None` where there is no script(1).
fn in_terminal(home: &Home, uri: &str, typed: &str) -> Option<(String, i32)> {
    let mut command = home.command("script");
    let line = format!("{} open --direct -- '{uri}'; echo code=$?", env!("CARGO_BIN_EXE_portero"));
    command.args(["-qfc", &line, "/dev/null"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut script = command.env("SHELL", "/bin/sh").spawn().ok()?;
    let (mut keys, mut screen) = (script.stdin.take()?, script.stdout.take()?);
    let mut shown = Vec::new();
    let mut buffer = [0; 512];
    let mut asked = false;
    while let Ok(count @ 1..) = screen.read(&mut buffer) {
        shown.extend_from_slice(&buffer[..count]);
        let text = String::from_utf8_lossy(&shown);
        if !asked && text.ends_with(": ") && text.contains("nothing") {
            keys.write_all(typed.as_bytes()).unwrap();
            asked = true;
        }
    }
    script.wait().unwrap();
    let text = String::from_utf8_lossy(&shown).replace('\r', "");
    let code = text.trim_end().rsplit_once("code=").and_then(|(_, code)| code.parse().ok());
    Some((text.clone(), code.unwrap_or_else(|| panic!("no exit code: {text}"))))
}

#[test]
fn a_terminal_is_asked_in() {
    let rows = [("yes\n", 0), ("YES\n", 0), ("no\n", 5), ("\n", 5), ("y\n", 5), ("\u{4}", 5)];
    for (typed, code) in rows {
        let home = Home::new().stub("viewer").config("[schemes]\ntelnet = [\"viewer\", \"{host}\"]\n");
        let Some((text, ended)) = in_terminal(&home, TELNET, typed) else {
            eprintln!("skipped: script is not here");
            return;
        };
        assert_eq!(ended, code, "{typed:?}: {text}");
        for told in ["Telnet session on host.example", "Program: viewer", "Host: host.example", "Port: 23"] {
            assert!(text.contains(told), "{told}: {text}");
        }
        assert_eq!(home.starts("viewer").len(), usize::from(code == 0), "{typed:?}");
    }
}

#[test]
fn a_terminal_lists_what_can_be_chosen() {
    let config = "[schemes]\n\"web+x\" = { ask = [[\"viewer\", \"{uri}\"], [\"other\", \"{uri}\"]] }\n";
    for (typed, started) in [("2\n", Some("other")), ("0\n", None), ("3\n", None), ("\n", None)] {
        let home = Home::new().stub("viewer").stub("other").config(config);
        let Some((text, code)) = in_terminal(&home, "web+x:a", typed) else { return };
        assert!(text.contains("  1  viewer") && text.contains("  2  other"), "{text}");
        assert_eq!(code, if started.is_some() { 0 } else { 5 }, "{typed:?}: {text}");
        for name in ["viewer", "other"] {
            assert_eq!(home.starts(name).len(), usize::from(started == Some(name)), "{typed:?}");
        }
    }
}

#[test]
fn what_is_chosen_keeps_its_manner() {
    let config = "\"web+x\" = { ask = [{ exec = [\"viewer\"], env = { MARK = \"x\" } }] }\n";
    let home = home("echo 0 scheme", config);
    assert_eq!(open(&home, "web+x:a"), 0);
    assert_eq!(home.start_of("viewer").variable("MARK"), Some("x"));
    let config = fs::read_to_string(home.path("config/portero/config.toml")).unwrap();
    assert!(config.contains("\"web+x\" = { exec = [\"viewer\"], env = { MARK = \"x\" } }"), "{config}");
}

#[test]
fn a_choice_of_the_doubtful_is_asked_once() {
    let home = home("echo 0 host", "").stub("third");
    let config = fs::read_to_string(home.path("config/portero/config.toml")).unwrap();
    let ask = "telnet = { ask = [[\"third\", \"{host}\"], [\"other\", \"{host}\"]] }";
    let home = home.config(&config.replace("telnet = [\"viewer\", \"{host}\"]", ask));
    assert_eq!(open(&home, TELNET), 0);
    let asked = question(&home);
    assert_eq!((&asked["kind"], &asked["host"]), (&"choice".into(), &"host.example".into()));
    assert!(asked["reason"].as_str().is_some_and(|reason| reason.contains("telnet")), "{asked}");
    fs::remove_file(home.path("question.json")).unwrap();
    assert_eq!(open(&home, TELNET), 0);
    assert!(!home.path("question.json").exists(), "asked again");
    assert_eq!(home.starts("third").len(), 2);
}

#[test]
fn an_answer_goes_to_the_file_that_asked() {
    let home = home("echo 1 scheme", "");
    let drop_in = home.write("config/portero/config.d/50.toml", "# here\n[schemes]\n\"web+x\" = \"ask\"\n");
    let entry = |name: &str| {
        format!(
            "[Desktop Entry]\nType=Application\nName={name}\nExec={name} %u\nMimeType=x-scheme-handler/web+x;\n"
        )
    };
    let home = home.desktop_entry("viewer", &entry("viewer")).desktop_entry("other", &entry("other"));
    assert_eq!(open(&home, "web+x:a"), 0);
    let text = fs::read_to_string(drop_in).unwrap();
    assert!(text.starts_with("# here\n[schemes]\n\"web+x\" = { app = \""), "{text}");
}

#[test]
fn an_answer_for_a_file_is_for_its_type() {
    let home = home("echo 0 type", "file = { ask = [[\"viewer\", \"{path}\"]] }\n");
    let file = home.write("home/a.txt", "words\n");
    assert_eq!(open(&home, file.to_str().unwrap()), 0);
    assert_eq!(question(&home)["remember"], serde_json::json!(["once", "type"]));
    let config = fs::read_to_string(home.path("config/portero/config.toml")).unwrap();
    assert!(config.contains("match = { scheme = \"file\", mime = \"text/plain\" }"), "{config}");
}

#[test]
fn an_answer_is_kept_as_a_rule_for_the_host() {
    let home = home("echo yes host", "# mine\n");
    assert_eq!(open(&home, TELNET), 0);
    fs::remove_file(home.path("question.json")).unwrap();
    assert_eq!(open(&home, TELNET), 0);
    assert!(!home.path("question.json").exists(), "asked again");
    assert_eq!(open(&home, "telnet://other.example/"), 0);
    assert!(home.path("question.json").exists(), "another host is asked about");
    let config = fs::read_to_string(home.path("config/portero/config.toml")).unwrap();
    assert!(config.contains("# mine") && config.contains("host = \"host.example\", port = 23"), "{config}");
}

#[test]
fn a_doubtful_uri_is_asked_about_each_time() {
    let home = home("echo yes host", "");
    assert_eq!(open(&home, "telnet://bob:secret@host.example/"), 5);
    assert_eq!(question(&home)["remember"], serde_json::json!(["once"]));
    assert!(!question(&home).to_string().contains("secret"));
}

#[test]
fn a_choice_is_asked_for_and_kept() {
    let ask = "\"web+x\" = { ask = [[\"viewer\", \"{uri}\"], [\"other\", \"{uri}\"]] }\n";
    let home = home("echo 1 scheme", ask);
    assert_eq!(open(&home, "web+x:a"), 0);
    assert_eq!(question(&home)["choices"][1]["label"], "other");
    assert_eq!(home.start_of("other").arguments, ["web+x:a"]);
    fs::remove_file(home.path("question.json")).unwrap();
    assert_eq!(open(&home, "web+x:b"), 0);
    assert!(!home.path("question.json").exists(), "asked again");
}

#[test]
fn a_choice_that_is_cancelled_opens_nothing() {
    let home = home("echo", "\"web+x\" = { ask = [[\"viewer\", \"{uri}\"], [\"other\", \"{uri}\"]] }\n");
    assert_eq!(open(&home, "web+x:a"), 5);
    assert!(home.starts("viewer").is_empty() && home.starts("other").is_empty());
}

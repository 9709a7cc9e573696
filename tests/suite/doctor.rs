//! What is missing, and what brings it.

use serde_json::Value;

use crate::builder::Home;

fn finding(home: &Home, topic: &str) -> Value {
    let findings = home.portero(["doctor", "--json"]).object()["findings"].as_array().unwrap().clone();
    findings.into_iter().find(|finding| finding["topic"] == topic).unwrap()
}

#[test]
fn registration_is_seen() {
    let home = Home::new();
    assert_eq!(finding(&home, "entry")["state"], "missing");
    assert_eq!(finding(&home, "defaults")["state"], "missing");
    home.portero(["register"]);
    assert_eq!(finding(&home, "entry")["state"], "good");
    assert_eq!(finding(&home, "defaults")["state"], "good");
}

#[test]
fn a_missing_program_comes_with_its_package() {
    let home = Home::new().config("[schemes]\ngopher = { exec = [\"not-installed\", \"{uri}\"] }\n");
    let gopher = finding(&home, "gopher");
    assert_eq!(gopher["state"], "missing");
    assert!(gopher["message"].as_str().unwrap().contains("not-installed"));
    assert_eq!(gopher["packages"]["debian"], "lynx");
    assert_eq!(finding(&home, "man")["packages"], Value::Null);
}

#[test]
fn an_edited_exec_key_that_is_passed_over_is_told() {
    let home = Home::new();
    let system = home.path("system");
    let home = home.set("XDG_DATA_DIRS", system);
    let entry = |exec: &str| {
        format!("[Desktop Entry]\nType=Application\nName=x\nDBusActivatable=true\nExec={exec}\n")
    };
    home.write("system/applications/org.example.X.desktop", entry("x %u"));
    home.write("data/applications/org.example.X.desktop", entry("x %u"));
    assert_eq!(finding(&home, "edited")["state"], "good");
    home.write("data/applications/org.example.X.desktop", entry("x --mine %u"));
    let edited = finding(&home, "edited");
    assert_eq!(edited["state"], "doubtful");
    assert!(edited["message"].as_str().unwrap().contains("org.example.X.desktop"));
}

#[test]
fn the_words_are_one_line_a_finding() {
    let run = Home::new().portero(["doctor"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for topic in ["config", "display", "bus", "terminal", "man", "https"] {
        assert!(run.stdout.lines().any(|line| line[2..].starts_with(topic)), "{topic}: {}", run.stdout);
    }
}

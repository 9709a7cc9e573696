//! Questions and answers: the asker of the config gets JSON, and nothing but a clear yes opens anything.

use std::fs;

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
    for (answer, code) in
        [("echo yes", 0), ("echo no", 5), ("echo", 5), ("echo yes; exit 1", 5), ("exit 0", 5)]
    {
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

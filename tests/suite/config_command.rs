//! `portero config`: what it prints, and its exit codes.

use std::fs;

use crate::builder::Home;

#[test]
fn check_tells_mistakes_and_runs_the_tests() {
    let rows = [
        ("", 0, "no mistakes in"),
        ("[schemes]\nman = \"veiw\"\n", 1, "config.toml:2:7: error: "),
        ("[schemes]\nhttps = [\"xdg-open\", \"{uri}\"]\n", 0, "`xdg-open` hands the URI back to portero"),
        (
            "[schemes]\nman = [\"nowhere\", \"{page}\"]\n",
            0,
            "config.toml:2:1: warning: `nowhere` is not installed",
        ),
        (
            "[[rules]]\nname = \"all\"\nmatch = { scheme = \"*\" }\nexec = [\"viewer\"]\n\
             [[rules]]\nname = \"man\"\nmatch = { scheme = \"man\" }\nexec = [\"viewer\"]\n",
            0,
            "`man` is never reached: `all`",
        ),
        ("[[tests]]\nuri = \"man:ls\"\nexpect = { action = \"view\", rule = \"man\" }\n", 0, "1 test passed"),
        (
            "[[tests]]\nuri = \"man:ls\"\nexpect = { action = \"exec\" }\n",
            1,
            "the test of `man:ls` fails: action is \"view\", not \"exec\"",
        ),
    ];
    for (config, code, text) in rows {
        let home = Home::new().stub("viewer").config(config);
        let run = home.portero(["config", "check"]);
        assert_eq!(run.code, code, "{config}\n{}", run.stdout);
        assert!(run.stdout.contains(text), "{config}\n{}", run.stdout);
    }
}

#[test]
fn init_writes_a_file_without_mistakes_and_only_once() {
    let home = Home::new().stub("mutt");
    assert_eq!(home.portero(["config", "init"]).code, 0);
    let text = fs::read_to_string(home.path("config/portero/config.toml")).unwrap();
    assert!(text.contains("# mailto = ") && text.contains("mutt"), "{text}");
    assert!(home.path("config/portero/config.schema.json").exists());
    assert_eq!(home.portero(["config", "check"]).code, 0);
    assert_eq!(home.portero(["config", "init"]).code, 1);
}

#[test]
fn edit_checks_what_comes_back() {
    let good = Home::new().set("EDITOR", "true");
    assert_eq!(good.portero(["config", "edit"]).code, 0);
    assert!(good.path("config/portero/config.toml").exists());
    let bad = Home::new().set("EDITOR", "false");
    assert_eq!(bad.portero(["config", "edit"]).code, 1);
    let broken = Home::new().config("[schemes]\nman = 1\n").set("EDITOR", "true");
    let run = broken.portero(["config", "edit"]);
    assert!(run.code == 1 && run.stderr.contains("config.toml:2:7"), "{}", run.stderr);
}

#[test]
fn show_and_path_tell_where_rules_come_from() {
    let home = Home::new().stub("viewer").config("[schemes]\nman = [\"viewer\", \"{page}\"]\n");
    let shown = home.portero(["config", "show", "--own"]).stdout;
    assert!(
        shown.contains("config.toml:2)\n    if scheme is `man`\n    exec [\"viewer\", \"{page}\"]"),
        "{shown}"
    );
    assert!(home.portero(["config", "show"]).stdout.contains("mailto  (builtin)"));
    assert!(home.portero(["config", "show", "--presets"]).stdout.contains("[thunderbird]"));
    assert!(home.portero(["config", "path"]).stdout.contains("config/portero/config.toml\n"));
}

#[test]
fn the_schema_is_json() {
    let schema: serde_json::Value =
        serde_json::from_str(&Home::new().portero(["config", "schema"]).stdout).unwrap();
    assert!(schema["properties"]["schemes"]["properties"]["mailto"].to_string().contains("thunderbird"));
}

//! Broken configs and the whole text that is said of each: `tests/config/broken/*.txt`.
//!
//! A file holds cases one after the other: a line `### what is wrong`, the config, a line `---`, and what is printed.
//! With `PORTERO_BLESS=1` the printed text is written anew, to be read before it is committed.

use std::fs;
use std::path::{Path, PathBuf};

use portero::config;

use crate::builder::package;

struct Case {
    title: String,
    config: String,
    expected: String,
}

fn folder() -> PathBuf {
    package().join("tests/config/broken")
}

fn cases(file: &Path) -> Vec<Case> {
    let text = fs::read_to_string(file).unwrap();
    let blocks = text.split("### ").skip(1);
    let cases = blocks.map(|block| {
        let (title, rest) = block.split_once('\n').unwrap();
        let (config, expected) = rest.split_once("---\n").unwrap_or((rest, ""));
        Case { title: title.to_owned(), config: config.to_owned(), expected: expected.trim_end().to_owned() }
    });
    cases.collect()
}

fn files() -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn printed(config: &str) -> String {
    let found: Vec<_> =
        config::of_text("config.toml", config).diagnostics.iter().map(ToString::to_string).collect();
    found.join("\n")
}

#[test]
fn every_mistake_is_told_in_these_words() {
    for file in files() {
        let cases = cases(&file);
        if std::env::var_os("PORTERO_BLESS").is_some() {
            let text: Vec<_> = cases
                .iter()
                .map(|case| format!("### {}\n{}---\n{}\n", case.title, case.config, printed(&case.config)))
                .collect();
            fs::write(&file, text.join("\n")).unwrap();
            continue;
        }
        for case in cases {
            assert_eq!(printed(&case.config), case.expected, "{}: {}", file.display(), case.title);
        }
    }
}

#[test]
fn there_are_many_and_each_is_told_something() {
    let all: Vec<_> = files().iter().flat_map(|file| cases(file)).collect();
    assert!(all.len() >= 60, "{}", all.len());
    for case in all {
        assert!(
            case.expected.contains(": error: ") || case.expected.contains(": warning: "),
            "{}",
            case.title
        );
    }
}

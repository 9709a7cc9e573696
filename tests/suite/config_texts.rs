//! What the documentation shows is true: every config in it is read, and every bad one is refused in its words.

use std::fs;
use std::path::PathBuf;

use portero::config;

use crate::builder::package;

/// Every text that shows configs.
fn texts() -> Vec<PathBuf> {
    let docs = fs::read_dir(package().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = docs.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.chain([package().join("README.md")]).collect()
}

/// The contents of the fenced blocks of a language, in order.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let opening = format!("\n```{language}\n");
    let rest = text.split(&opening).skip(1);
    rest.map(|block| block.split("\n```").next().unwrap().to_owned() + "\n").collect()
}

fn told(text: &str) -> String {
    let found = config::of_text("config.toml", text).diagnostics;
    found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_config_in_the_texts_is_good() {
    for path in texts() {
        let text = fs::read_to_string(&path).unwrap();
        for block in blocks(&text, "toml") {
            assert_eq!(told(&block), "", "{}:\n{block}", path.display());
        }
    }
}

#[test]
fn every_config_in_the_manual_is_good() {
    let text = fs::read_to_string(package().join("data/man/portero.toml.5")).unwrap();
    let examples: Vec<_> =
        text.split("\n.EX\n").skip(1).map(|block| block.split("\n.EE").next().unwrap()).collect();
    assert!(!examples.is_empty());
    for example in examples {
        assert_eq!(told(&example.replace("\\-", "-")), "", "{example}");
    }
}

/// A bad config is a block marked `toml bad`, followed by one marked `text` with what is said of it.
#[test]
fn every_bad_config_in_the_texts_is_told_as_printed() {
    let mut seen = 0;
    for path in texts() {
        let text = fs::read_to_string(&path).unwrap();
        for after in text.split("\n```toml bad\n").skip(1) {
            let (bad, rest) = after.split_once("\n```").unwrap();
            let printed = blocks(rest, "text").swap_remove(0);
            assert_eq!(told(&format!("{bad}\n")), printed.trim_end(), "{}", path.display());
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn the_example_is_good_and_shows_every_key() {
    let text = fs::read_to_string(package().join("config.example.toml")).unwrap();
    assert_eq!(told(&text), "");
    let schema: serde_json::Value = serde_json::from_str(&config::schema::text()).unwrap();
    for section in ["general", "documents", "reader"] {
        for key in schema["properties"][section]["properties"].as_object().unwrap().keys() {
            assert!(text.contains(&format!("{key} = ")), "{section}.{key}");
        }
    }
    for key in schema["properties"]["rules"]["items"]["properties"].as_object().unwrap().keys() {
        let shown = ["view", "preset"].contains(&key.as_str()) || text.contains(&format!("{key} = "));
        assert!(shown, "{key}");
    }
}

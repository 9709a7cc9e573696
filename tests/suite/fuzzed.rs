//! A short run of every fuzz target with mutated addresses and texts; `make fuzz` is the long one.

#[path = "../../fuzz/src/lib.rs"]
mod targets;

use std::fs;

use serde_json::Value;

use crate::builder::package;
use crate::bus::repetitions;
use crate::mutated::Random;

const PREFIXES: &[&str] = &[
    "",
    "man:",
    "x-man-page:",
    "info:",
    "whatis:",
    "apropos:",
    "help:",
    "ghelp:",
    "mailto:",
    "news:",
    "nntp:",
    "file:",
    "telnet:",
    "ftp:",
    "gopher:",
    "ldap:",
    "wais:",
    "prospero:",
    "urn:",
    "https:",
    "x-other:",
];
const PIECES: &[&str] = &[
    "%00",
    "%0A",
    "%ff",
    "%",
    "//",
    "@",
    "[",
    "]",
    "(",
    ")",
    "?",
    "#",
    "&",
    "=",
    ";",
    ",",
    ":",
    "\n",
    "\0",
    "<",
    ">",
    "\u{202e}",
    "\u{1b}",
    "-",
    "..",
    "{text}",
    "{list...}",
    "{absent}",
    "{x|sh}",
    "\"",
    "\\",
    "[schemes]\n",
    "* Menu:\n",
];

/// What stands in the corpus and in the examples.
fn samples() -> Vec<String> {
    let read = |name: &str| fs::read_to_string(package().join(name)).unwrap();
    let corpus: Vec<Value> = serde_json::from_str(&read("tests/data/security.json")).unwrap();
    let mut samples: Vec<_> =
        corpus.iter().filter_map(|case| case["uri"].as_str().map(str::to_owned)).collect();
    samples.extend(
        ["config.example.toml", "tests/documents/node.txt", "tests/documents/list.ditroff"].map(read),
    );
    samples
}

#[test]
fn every_fuzz_target_holds_for_a_while() {
    let samples = samples();
    let mut random = Random(11);
    for _ in 0..repetitions(20_000, 200) {
        let sample = &samples[random.below(samples.len())];
        let text = random.mutate(sample, PIECES);
        let bare = text.split_once(':').map_or(text.as_str(), |(_, rest)| rest);
        for prefix in PREFIXES {
            targets::read(prefix, if prefix.is_empty() { text.as_bytes() } else { bare.as_bytes() });
        }
        let of_text = [
            targets::resolve,
            targets::template,
            targets::info,
            targets::troff,
            targets::html,
            targets::config,
        ];
        for target in of_text {
            target(text.as_bytes());
        }
    }
}

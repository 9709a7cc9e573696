//! Hostile random text over the bus: the daemon lives, does not grow, and starts nothing but what is configured.

use std::fs;
use std::time::Duration;

use serde_json::Value;

use crate::builder::{Home, package, wait_for};
use crate::bus::{Bus, quick_starts, quick_stub, repetitions, rules};
use crate::mutated::Random;

/// What is put into known addresses.
const PIECES: &[&str] = &[
    "%00",
    "%0A",
    "%2F",
    "%25",
    "%",
    "../",
    "//",
    "@",
    ":",
    "?",
    "#",
    "&",
    "=",
    ";",
    "$(touch MARK)",
    "`touch MARK`",
    "' --x",
    "\"",
    "\u{202e}",
    "\u{1b}[31m",
    "-",
    "--",
    "+",
    "@@u",
    "\n",
    " ",
    "(",
    ")",
    "[",
    "]",
    "\u{fffd}",
    "man:",
    "javascript:",
    "file:///proc/self/",
    "aaaaaaaaaaaaaaaa",
    "é",
    "{uri}",
    "%u",
];
/// Programs that nothing here configures.
const DECOYS: &[&str] = &["sh", "bash", "touch", "xdg-open", "gio", "telnet", "man", "portero-ask"];
const CLIENTS: usize = 8;
/// How many KiB the daemon may grow.
const GROWTH: u64 = 2048;

/// Addresses to begin with: those of the corpus and of the table of readings.
fn samples() -> Vec<String> {
    let corpus = fs::read_to_string(package().join("tests/data/security.json")).unwrap();
    let corpus: Vec<Value> = serde_json::from_str(&corpus).unwrap();
    let table = fs::read_to_string(package().join("tests/cases/uri.jsonl")).unwrap();
    let table = table.lines().map(|line| serde_json::from_str(line).unwrap());
    let uris =
        corpus.into_iter().chain(table).filter_map(|case: Value| case["uri"].as_str().map(str::to_owned));
    uris.filter(|uri| !uri.contains("${") && !uri.contains("<repeat")).collect()
}

/// What it holds at rest: a thread of the pool ends after ten seconds without work, and free memory is given back.
fn memory(process: i32) -> u64 {
    std::thread::sleep(Duration::from_secs(12));
    let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}

/// Several clients at once share the texts; their answers.
fn send(bus: &Bus, texts: &[String]) -> Vec<String> {
    let shares = texts.chunks(texts.len().div_ceil(CLIENTS));
    std::thread::scope(|scope| {
        let clients: Vec<_> =
            shares.map(|share| scope.spawn(|| bus.open_each(share.iter().map(String::as_str)))).collect();
        clients.into_iter().filter_map(|client| client.join().unwrap()).flatten().collect()
    })
}

#[test]
fn hostile_text_over_the_bus_does_nothing() {
    let mut home = Home::new();
    for name in DECOYS {
        home = home.stub(name);
    }
    let home = home.config(&rules("flood = \"off\"\nnotify = \"never\"\nidle-timeout = \"600s\""));
    let bus = Bus::new(quick_stub(home, "opener"));
    let service = bus.warm();
    let samples = samples();
    let mut random = Random(7);
    let mut texts = |count: usize| -> Vec<String> {
        let mut one = || {
            let sample = &samples[random.below(samples.len())];
            random.mutate(sample, PIECES)
        };
        (0..count).map(|_| one()).collect()
    };
    // Whatever is kept for good is there after the first of them.
    let (first, count) = (texts(repetitions(5000, 100)), repetitions(100_000, 300));
    if send(&bus, &first).is_empty() {
        eprintln!("skipped: python3-gi is not here");
        return;
    }
    let before = memory(service);
    let answers = send(&bus, &texts(count));
    assert_eq!(answers.len(), count);
    assert_eq!(bus.service(), Some(service), "the daemon ended");
    let opened = answers.iter().filter(|answer| *answer == "ok").count();
    wait_for(|| (quick_starts(&bus.home).len() >= opened).then_some(()));
    let after = memory(service);
    let grown = after.saturating_sub(before);
    println!("{count} requests, {opened} opened, the daemon grew by {grown} KiB to {after} KiB");
    assert!(grown < GROWTH, "the daemon grew by {grown} KiB");
    let records = fs::read_dir(bus.home.path("records")).unwrap();
    let strays: Vec<_> = records.map(|entry| entry.unwrap().file_name()).collect();
    assert!(strays.is_empty(), "{strays:?}");
    assert!(!bus.home.path("home/MARK").exists());
}

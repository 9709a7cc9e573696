//! How times grow with what there is: rules, desktop entries, the length of a URI, the size of a manual.

use std::fmt::Write;
use std::fs;

use crate::interleaved;
use crate::openers::{of_command, portero};
use crate::report::Table;
use crate::stage::{Size, Stage};
use crate::target::now;
use crate::{Milliseconds, Way};

/// A table a dimension, with its name.
pub fn all(rounds: u32) -> [(&'static str, Table); 4] {
    [
        ("rules", of_rules(rounds)),
        ("desktop entries", of_entries(rounds)),
        ("bytes of a URI", of_lengths(rounds)),
        ("lines of a manual page, `portero render`", of_pages(rounds)),
    ]
}

fn of_rules(rounds: u32) -> Table {
    let sizes = [10, 100, 1_000, 10_000].map(|rules| (rules, Size { rules, ..Size::default() }));
    of_sizes(&sizes, "x-bench:page", rounds)
}

fn of_entries(rounds: u32) -> Table {
    let sizes = [10, 100, 1_000].map(|entries| (entries, Size { entries, ..Size::default() }));
    of_sizes(&sizes, "x-desktop:page", rounds)
}

fn of_sizes(sizes: &[(usize, Size)], uri: &str, rounds: u32) -> Table {
    let stages: Vec<_> = sizes.iter().map(|(count, size)| (*count, Stage::of(*size))).collect();
    let mut ways: Vec<_> = stages.iter().flat_map(|(count, stage)| both_ways(stage, *count, uri)).collect();
    interleaved(&mut ways, rounds)
}

/// With the service, and without.
fn both_ways<'a>(stage: &'a Stage, count: usize, uri: &str) -> [Way<'a>; 2] {
    stage.bus.warm();
    [("warm", &["open", "--", uri][..]), ("--direct", &["open", "--direct", "--", uri])]
        .map(|(name, words)| of_command(stage, &format!("{count}, {name}"), portero(stage, words)))
}

fn of_lengths(rounds: u32) -> Table {
    let stage = Stage::new();
    let ways = [10, 100, 1_000, 8_000].into_iter().flat_map(|length| {
        let uri = format!("{:a<length$}", "x-bench:");
        both_ways(&stage, length, &uri)
    });
    interleaved(&mut ways.collect::<Vec<_>>(), rounds)
}

/// To the end of the command, since nothing else is started that the person sees.
fn of_pages(rounds: u32) -> Table {
    let stage = Stage::new();
    let folder = stage.path("manual/man1");
    fs::create_dir_all(&folder).unwrap();
    let config = format!("[documents]\nmanpath = [\"{}\"]\n", stage.path("manual").display());
    fs::write(stage.path("config/portero/config.toml"), config).unwrap();
    let mut ways = [10, 100, 1_000, 10_000].map(|lines| {
        fs::write(folder.join(format!("page{lines}.1")), page(lines)).unwrap();
        let mut command = portero(&stage, &["render", "--html", &format!("man:page{lines}(1)")]);
        Way::new(format!("{lines}"), move || -> Milliseconds {
            let began = now();
            assert!(command.status().unwrap().success());
            now().saturating_sub(began).as_secs_f64() * 1000.0
        })
    });
    interleaved(&mut ways, rounds)
}

/// A manual page of so many lines.
fn page(lines: usize) -> String {
    let mut text = ".TH PAGE 1\n.SH NAME\npage \\- a page\n.SH DESCRIPTION\n".to_owned();
    for line in 0..lines {
        let _ = writeln!(text, ".TP\n.B \\-\\-option{line}\nOne more thing, see \\fBls\\fR(1).");
    }
    text
}

//! Which package would bring a file, where the system can tell.

use std::ffi::OsString;
use std::time::Duration;

use super::context::Context;
use super::model::{Block, List, Spans, Style};
use super::run::{Limits, run};
use crate::message;

/// Programs that search the files of packages that are not installed: the name, and the arguments before the
/// regular expression of a path.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("apt-file", &["--package-only", "--regexp", "search"]),
    ("pkgfile", &["--regex"]),
    ("dnf", &["--cacheonly", "--quiet", "repoquery", "--queryformat", "%{name}\\n", "--file"]),
];

/// Nobody waits longer for advice.
const TIME: Duration = Duration::from_millis(1500);
const MOST: usize = 6;

/// A regular expression of a manual page's path.
pub fn manual_page(name: &str, section: Option<&str>) -> String {
    let section = section.map_or_else(|| "[0-9nl]".to_owned(), literal);
    format!("/man/man[^/]*/{}\\.{section}[a-z]*(\\.gz|\\.xz|\\.zst)?$", literal(name))
}

/// A regular expression of an Info file's path.
pub fn info_file(name: &str) -> String {
    format!("/info/{}(\\.info)?(\\.gz|\\.xz|\\.zst)?$", literal(name))
}

fn literal(text: &str) -> String {
    let escape =
        |c: char| if c.is_ascii_punctuation() && !"-_:,@".contains(c) { format!("\\{c}") } else { c.into() };
    text.chars().map(escape).collect()
}

/// What to say about the packages that have such a file; nothing where nobody knows.
pub fn advice(path: &str, context: &Context<'_>) -> Vec<Block> {
    let known = PROGRAMS.iter().find_map(|(name, arguments)| Some((context.program(name).ok()?, arguments)));
    let Some((program, arguments)) = known else { return Vec::new() };
    let arguments: Vec<OsString> = arguments.iter().copied().chain([path]).map(Into::into).collect();
    let limits = Limits { time: TIME, ..context.limits };
    let output = run(&program, &arguments, Vec::new(), limits).unwrap_or_default();
    let text = String::from_utf8_lossy(&output);
    let mut names: Vec<&str> = text.lines().map(str::trim).filter(|name| !name.is_empty()).collect();
    names.sort_unstable();
    names.dedup();
    names.truncate(MOST);
    if names.is_empty() {
        return Vec::new();
    }
    let item = |name: &&str| vec![Block::Paragraph(Spans::styled(*name, Style::CODE))];
    let list = List { first: None, items: names.iter().map(item).collect() };
    vec![context.text(&message!("Packages that bring it:")), Block::List(list)]
}

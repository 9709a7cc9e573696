//! Every node of every Info file of this machine (`make check-pages`): it renders, its references lead somewhere,
//! and no word is lost against info(1).

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use portero::document::context::Context;
use portero::document::model::Document;
use portero::document::{info, uris};
use portero::env::{Env, Request};
use portero::html::{self, Links};
use portero::system::SystemProbe;

use crate::sweep::{self, Checked, body, compare};
use crate::words::words;

const ROOT: &str = "/usr/share/info";

#[test]
#[ignore = "reads every Info file of the machine"]
fn every_info_node_renders_whole() {
    let tally = sweep::each(&manuals(), |(name, _)| name.clone(), |(name, path)| check(name, path));
    tally.hold(usize::MAX);
}

/// The manuals in the Info folder and its subfolders whose names hold `PORTERO_PAGES`, the largest first.
fn manuals() -> Vec<(String, PathBuf)> {
    let wanted = std::env::var("PORTERO_PAGES").unwrap_or_default();
    let listed = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    };
    let top = listed(Path::new(ROOT));
    let files = top.into_iter().flat_map(|path| if path.is_dir() { listed(&path) } else { vec![path] });
    let named = files.filter_map(|path| {
        let name = path.file_name()?.to_str()?.strip_suffix(".info.gz")?.to_owned();
        name.contains(&wanted).then_some((name, path))
    });
    let mut manuals: Vec<(String, PathBuf)> = named.collect();
    manuals.sort_by_key(|(_, path)| Reverse(path.metadata().map_or(0, |facts| facts.len())));
    manuals
}

fn check(manual: &str, path: &Path) -> Vec<Checked> {
    let env = Env::read();
    let request = Request::own(&env);
    let probe = SystemProbe::new(&env, &request);
    let context = Context::new(&probe);
    let places: BTreeSet<String> =
        info::names(manual, &context).unwrap().iter().map(|name| uris::info(manual, name)).collect();
    let node = |(name, page): (String, Document)| {
        let place = format!("({manual}){name}");
        let theirs = without_see(words(&without_references(&shown_by_info(path, &name))));
        let ours = body(&page).join(" ").replace(" [no such node]", "");
        let mut checked = compare(&place, &page, &theirs, &without_see(words(&ours)));
        let fault = checked.fault.or_else(|| dangling(manual, &page, &places));
        checked.fault = fault.map(|fault| format!("{name}: {fault}"));
        checked
    };
    info::pages(manual, &context).unwrap().into_iter().map(node).collect()
}

/// A reference to a node of the same manual that is not there, and is not told as such.
fn dangling(manual: &str, page: &Document, places: &BTreeSet<String>) -> Option<String> {
    let text = html::page(page, Links::Direct);
    let own = uris::info(manual, "");
    let mut links = text.split(" href=\"").skip(1).filter_map(|part| part.split('"').next());
    let lost = links.find(|uri| uri.starts_with(&own) && !places.contains(*uri))?;
    Some(format!("nothing is at {lost}"))
}

/// The node without its first line.
fn shown_by_info(path: &Path, node: &str) -> String {
    let output = Command::new("info")
        .arg(format!("--file={}", path.display()))
        .arg(format!("--node={node}"))
        .arg("--output=-")
        .env("LC_ALL", "C.UTF-8")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_once('\n').map(|(_, rest)| rest.to_owned()).unwrap_or_default()
}

/// References reduced to the words that a reader is to see: the label, and in an index the node.
fn without_references(text: &str) -> String {
    let index = text.contains("(line ");
    let mut out = String::new();
    let mut menu = false;
    for line in text.replace("*Note", "*note").replace('\u{7f}', "").split_inclusive('\n') {
        if line.trim() == "* Menu:" {
            menu = true;
        } else if let Some(entry) = line.strip_prefix("* ").filter(|_| menu) {
            out.push_str(&menu_entry(entry, index));
        } else {
            out.push_str(&line.replace("(line ", "(line"));
        }
    }
    let mut parts = out.split("*note").map(str::to_owned);
    let first = parts.next().unwrap_or_default();
    first + &parts.map(|part| note(&part)).collect::<String>()
}

fn menu_entry(entry: &str, index: bool) -> String {
    let colon = |part: &str| part.find(": ").or_else(|| part.find(":\n"));
    if let Some((label, rest)) =
        entry.split_once("::").filter(|(_, rest)| rest.starts_with(char::is_whitespace))
    {
        return format!("{label} {rest}");
    }
    let Some(at) = colon(entry) else { return entry.to_owned() };
    let (label, rest) = (&entry[..at], &entry[at + 1..]);
    let start = rest.find(')').filter(|_| rest.trim_start().starts_with('(')).unwrap_or(0);
    let end = start + node_end(&rest[start..], &['.', ',', '\t', '\n']);
    let node = if index { &rest[..end] } else { "" };
    format!("{label} {node} {}", rest[end..].trim_start_matches(['.', ',']))
}

/// The end of a node's name: a dot in it is no end.
fn node_end(text: &str, ends: &[char]) -> usize {
    let dot = |at: usize| text[at + 1..].starts_with(|c: char| c.is_alphanumeric());
    let mut places = text.match_indices(ends).filter(|(at, end)| *end != "." || !dot(*at));
    places.next().map_or(text.len(), |(at, _)| at)
}

fn note(part: &str) -> String {
    let Some(at) = part.find(':').filter(|_| part.starts_with(char::is_whitespace)) else {
        return format!("*note{part}");
    };
    if let Some(rest) = part[at..].strip_prefix("::") {
        return format!("{}{rest}", &part[..at]);
    }
    let rest = &part[at + 1..];
    let start = rest.find(')').filter(|_| rest.trim_start().starts_with('(')).unwrap_or(0);
    let end = start + node_end(&rest[start..], &['.', ',', '\t']);
    format!("{}{}", &part[..at], &rest[end..])
}

/// The page says `see` where the file says `*note`; lines of an index are left out.
fn without_see(words: Vec<String>) -> Vec<String> {
    let line = |word: &str| word.starts_with("(line") || word.trim_end_matches(')').parse::<u32>().is_ok();
    let see = |word: &str| word == "(" || word.trim_start_matches('(').eq_ignore_ascii_case("see");
    let words = words.into_iter().filter(|word| !see(word) && !line(word));
    words.map(|word| word.strip_suffix("—see").map(|rest| format!("{rest}—")).unwrap_or(word)).collect()
}

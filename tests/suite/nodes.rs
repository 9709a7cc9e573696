//! Every node of every Info file of this machine (`make check-pages`), word by word against info(1).

use std::path::Path;
use std::process::Command;

use portero::document::context::Context;
use portero::document::info;
use portero::document::model::Document;
use portero::env::{Env, Request};
use portero::system::SystemProbe;
use portero::terminal::{self, Look};

use crate::pages::html_fault;
use crate::words::{dump, lost, words};

#[test]
#[ignore = "reads every Info file of the machine"]
fn every_info_node_renders_whole() {
    let (mut nodes, mut total, mut missing) = (0, 0, 0);
    let mut faults = Vec::new();
    for manual in manuals() {
        for (name, page) in pages(&manual) {
            let theirs = words(&without_references(&shown_by_info(&manual, &name)));
            let ours = words(&body(&page));
            let (theirs, ours) = (without_see(theirs), without_see(ours));
            let count = lost(&theirs, &ours);
            (nodes, total, missing) = (nodes + 1, total + theirs.len(), missing + count);
            if count > 0 {
                dump(&format!("{manual}.{}", name.replace('/', "_")), &theirs, &ours);
                faults.push(format!("({manual}){name}: {count} of {} words lost", theirs.len()));
            }
            faults.extend(html_fault(&page).map(|fault| format!("({manual}){name}: {fault}")));
        }
    }
    let report = std::env::temp_dir().join("portero-nodes.txt");
    std::fs::write(&report, faults.join("\n")).unwrap();
    println!("{nodes} nodes, {total} words, {missing} lost, faults in {}", report.display());
    assert!(missing * 10_000 < total, "{missing} of {total} words lost");
}

/// The manuals that lie directly in the Info folder, or those whose name holds `PORTERO_PAGES`.
fn manuals() -> Vec<String> {
    let wanted = std::env::var("PORTERO_PAGES").unwrap_or_default();
    let names = std::fs::read_dir("/usr/share/info").unwrap().flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        name.strip_suffix(".info.gz").map(str::to_owned)
    });
    let mut names: Vec<String> = names.filter(|name| name.contains(&wanted)).collect();
    names.sort();
    names
}

fn pages(manual: &str) -> Vec<(String, Document)> {
    let env = Env::read();
    let request = Request::own(&env);
    let probe = SystemProbe::new(&env, &request);
    info::pages(manual, &Context::new(&probe)).unwrap()
}

fn body(page: &Document) -> String {
    let page = Document { facts: Vec::new(), navigation: Vec::new(), ..page.clone() };
    terminal::render(&page, &Look::plain(100))
}

/// The node without its first line.
fn shown_by_info(manual: &str, node: &str) -> String {
    let path = Path::new("/usr/share/info").join(format!("{manual}.info.gz"));
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
    let end = start + rest[start..].find(['.', ',', '\t', '\n']).unwrap_or(rest.len() - start);
    let node = if index { &rest[..end] } else { "" };
    format!("{label} {node} {}", rest[end..].trim_start_matches(['.', ',']))
}

fn note(part: &str) -> String {
    let Some(at) = part.find(':') else { return format!("*note{part}") };
    if let Some(rest) = part[at..].strip_prefix("::") {
        return format!("{}{rest}", &part[..at]);
    }
    let rest = &part[at + 1..];
    let start = rest.find(')').filter(|_| rest.trim_start().starts_with('(')).unwrap_or(0);
    let end = rest[start..].find(['.', ',', '\t']).map_or(rest.len(), |end| start + end);
    format!("{}{}", &part[..at], &rest[end..])
}

/// The page says `see` where the file says `*note`; lines of an index are left out.
fn without_see(words: Vec<String>) -> Vec<String> {
    let line = |word: &str| word.starts_with("(line") || word.trim_end_matches(')').parse::<u32>().is_ok();
    let see = |word: &str| word == "(" || word.trim_start_matches('(').eq_ignore_ascii_case("see");
    words.into_iter().filter(|word| !see(word) && !line(word)).collect()
}

//! Menus and indices.

use super::lines::is_blank;
use super::reference::{self, Map};
use crate::document::model::{Block, Cell, List, Spans, Style, Table};

/// An entry of a menu or an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What the reader sees.
    pub label: String,
    /// The node that it names.
    pub node: String,
    /// Another manual's name.
    pub file: Option<String>,
    /// What the author says of it.
    pub description: String,
}

/// A piece of a menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A line that leads somewhere.
    Entry(Entry),
    /// Words between the entries.
    Words(String),
    /// An empty line.
    Gap,
}

/// Whether a line starts a menu.
pub fn starts(line: &str) -> bool {
    line.trim_end().eq_ignore_ascii_case("* menu:")
}

/// The pieces of a menu, and how many lines they take; it ends before a line that `ends` tells.
pub fn read(lines: &[&str], ends: impl Fn(usize) -> bool) -> (Vec<Item>, usize) {
    let mut items = Vec::new();
    let mut at = 0;
    while at < lines.len() && !ends(at) {
        let line = lines[at];
        at += 1;
        if is_blank(line) {
            items.push(Item::Gap);
            continue;
        }
        let Some(entry) =
            line.strip_prefix("* ").and_then(|rest| reference::read(rest, true).map(|r| (rest, r)))
        else {
            items.push(Item::Words(line.trim().to_owned()));
            continue;
        };
        let (rest, reference) = entry;
        let mut description = rest[reference.length..].trim().to_owned();
        while let Some(more) = lines.get(at).filter(|line| line.starts_with("   ") && !is_blank(line)) {
            if ends(at) {
                break;
            }
            if !description.is_empty() {
                description.push(' ');
            }
            description.push_str(more.trim());
            at += 1;
        }
        items.push(Item::Entry(Entry {
            label: reference.label,
            node: reference.node,
            file: reference.file,
            description,
        }));
    }
    (items, at)
}

/// The entries of a node's text, where it has a menu.
pub fn entries(text: &str) -> Vec<Entry> {
    let lines: Vec<&str> = text.lines().collect();
    let Some(start) = lines.iter().position(|line| starts(line)) else { return Vec::new() };
    let (items, _) = read(&lines[start + 1..], |_| false);
    items
        .into_iter()
        .filter_map(|item| match item {
            Item::Entry(entry) => Some(entry),
            _ => None,
        })
        .collect()
}

/// A menu as blocks: words as paragraphs, entries as a list, or as a table where they are described.
pub fn blocks(items: &[Item], map: &Map<'_>, index: bool) -> Vec<Block> {
    let mut blocks = Vec::new();
    for group in items.chunk_by(|a, b| kind(a) == kind(b)) {
        match &group[0] {
            Item::Gap => {}
            Item::Words(_) => blocks.push(words(group)),
            Item::Entry(_) => blocks.push(group_block(group, map, index)),
        }
    }
    blocks
}

const fn kind(item: &Item) -> u8 {
    match item {
        Item::Entry(_) => 0,
        Item::Words(_) => 1,
        Item::Gap => 2,
    }
}

fn words(group: &[Item]) -> Block {
    let lines = group.iter().filter_map(|item| match item {
        Item::Words(words) => Some(words.as_str()),
        _ => None,
    });
    Block::Paragraph(Spans::styled(lines.collect::<Vec<_>>().join(" "), Style::BOLD))
}

fn group_block(group: &[Item], map: &Map<'_>, index: bool) -> Block {
    let entries: Vec<&Entry> = group
        .iter()
        .filter_map(|item| match item {
            Item::Entry(entry) => Some(entry),
            _ => None,
        })
        .collect();
    let described = index || entries.iter().any(|entry| !entry.description.is_empty());
    if !described {
        let items = entries.iter().map(|entry| vec![Block::Paragraph(link(entry, map))]).collect();
        return Block::List(List { first: None, items });
    }
    let rows = entries.iter().map(|entry| {
        let second = if index { index_words(entry) } else { entry.description.clone() };
        vec![Cell::of(link(entry, map)), Cell::of(Spans::plain(second))]
    });
    Block::Table(Table { head: 0, ruled: false, rows: rows.collect() })
}

/// An index says in which node its entry is; the line there is of no use once the text is filled anew.
fn index_words(entry: &Entry) -> String {
    let rest = entry.description.strip_prefix("(line").and_then(|rest| rest.split_once(')'));
    let further = rest.map_or(entry.description.as_str(), |(_, further)| further.trim());
    format!("{} {further}", entry.node).trim().to_owned()
}

fn link(entry: &Entry, map: &Map<'_>) -> Spans {
    let mut spans = Spans::default();
    map.link(&entry.label, entry.file.as_deref(), &entry.node, &mut spans);
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_with_their_descriptions() {
        let text = "x\n* Menu:\n\nWords\n* A::\n* B: C.   text\n          more\n* D: (d).\n";
        let all = entries(text);
        let shape: Vec<_> = all
            .iter()
            .map(|e| (e.label.as_str(), e.node.as_str(), e.file.as_deref(), e.description.as_str()))
            .collect();
        assert_eq!(shape, [("A", "A", None, ""), ("B", "C", None, "text more"), ("D", "", Some("d"), "")]);
    }

    #[test]
    fn index_entries_lose_their_line() {
        let text = "* Menu:\n\n* a:b:          Some Node.\n                  (line 17)\n";
        let entry = &entries(text)[0];
        assert_eq!((entry.label.as_str(), index_words(entry)), ("a:b", "Some Node".to_owned()));
    }
}

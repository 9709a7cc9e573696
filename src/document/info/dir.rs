//! The directory of Info manuals: the `dir` files of all folders, and the manuals' own entries where there is none.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::menu::{self, Entry, Item};
use super::reference::Map;
use crate::document::anchors::Anchors;
use crate::document::context::Context;
use crate::document::model::{Block, Document, Heading, Spans};
use crate::document::trusted::{inside, without_suffix};
use crate::document::{encoding, unpack};
use crate::message;

/// Sections by their names, each with its entries once, in order.
type Sections = BTreeMap<String, Vec<Entry>>;

/// The merged directory as a page.
pub fn page(folders: &[PathBuf], context: &Context<'_>) -> Document {
    let mut sections = Sections::new();
    for folder in folders {
        let listed = unpack::read_file(&folder.join("dir"), context.limits.bytes);
        let listed = listed.map(|bytes| menu_of(&encoding::decode(&bytes, None)));
        for (section, entry) in listed.unwrap_or_else(|_| own_entries(folder, context)) {
            add(&mut sections, section, entry);
        }
    }
    let mut anchors = Anchors::default();
    let blocks = sections.into_iter().flat_map(|(name, mut entries)| {
        entries.sort_by_key(|entry| entry.label.to_lowercase());
        let items: Vec<Item> = entries.into_iter().map(Item::Entry).collect();
        let heading = Heading { level: 1, anchor: anchors.make(&name), spans: Spans::plain(name) };
        std::iter::once(Block::Heading(heading))
            .chain(menu::blocks(&items, &Map::unknown("dir"), false))
            .collect::<Vec<_>>()
    });
    let title = context.say(&message!("Info manuals"));
    Document { title, blocks: blocks.collect(), ..Document::default() }
}

/// The names of all manuals in the folders and their subfolders.
pub fn names(folders: &[PathBuf]) -> Vec<String> {
    let mut names: Vec<String> =
        folders.iter().flat_map(|folder| files(folder)).map(|(name, _)| name).collect();
    names.sort();
    names.dedup();
    names
}

fn add(sections: &mut Sections, section: String, entry: Entry) {
    let entries = sections.entry(section).or_default();
    if !entries.contains(&entry) {
        entries.push(entry);
    }
}

/// The entries of a `dir` file with their sections.
fn menu_of(text: &str) -> Vec<(String, Entry)> {
    let lines: Vec<&str> = text.lines().skip_while(|line| !menu::starts(line)).skip(1).collect();
    with_sections(menu::read(&lines, |_| false).0, "Miscellaneous")
}

fn with_sections(items: Vec<Item>, first: &str) -> Vec<(String, Entry)> {
    let mut section = first.to_owned();
    let mut found = Vec::new();
    for item in items {
        match item {
            Item::Words(words) => section = words,
            Item::Entry(entry) => found.push((section.clone(), entry)),
            Item::Gap => {}
        }
    }
    found
}

/// The manuals of a folder: the name and the main file.
fn files(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    for path in entries {
        if path.is_dir() {
            let inner = fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path());
            found.extend(inner.filter_map(|path| main_file(&path, folder)));
        } else {
            found.extend(main_file(&path, folder));
        }
    }
    found.sort();
    found
}

/// `gcc.info.gz` is a main file, `gcc.info-1.gz` is not.
fn main_file(path: &Path, root: &Path) -> Option<(String, PathBuf)> {
    let name = without_suffix(path.file_name()?.to_str()?).strip_suffix(".info")?.to_owned();
    Some((name, inside(path, root)?))
}

/// What the manuals of a folder say for a directory (`START-INFO-DIR-ENTRY`).
fn own_entries(folder: &Path, context: &Context<'_>) -> Vec<(String, Entry)> {
    let texts = files(folder).into_iter().filter_map(|(_, path)| unpack::read(&path, context).ok());
    texts.flat_map(|bytes| head_entries(&encoding::decode(&bytes, encoding::named(&bytes)))).collect()
}

fn head_entries(text: &str) -> Vec<(String, Entry)> {
    let head = text.split('\u{1f}').next().unwrap_or_default();
    let mut section = "Miscellaneous".to_owned();
    let mut found = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    let mut inside = false;
    for line in head.lines() {
        if let Some(name) = line.strip_prefix("INFO-DIR-SECTION ") {
            name.trim().clone_into(&mut section);
        } else if line.starts_with("START-INFO-DIR-ENTRY") {
            inside = true;
        } else if line.starts_with("END-INFO-DIR-ENTRY") {
            inside = false;
            let items = menu::read(&lines, |_| false).0;
            found.extend(with_sections(items, &section));
            lines.clear();
        } else if inside {
            lines.push(line);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_a_manuals_head() {
        let head = "x\nINFO-DIR-SECTION Tools\nSTART-INFO-DIR-ENTRY\n* Ed: (ed).   The editor\nEND-INFO-DIR-ENTRY\n\u{1f}\n* No: (no).\n";
        let found = head_entries(head);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].0.as_str(), found[0].1.description.as_str()), ("Tools", "The editor"));
    }
}

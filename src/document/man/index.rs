//! The lists of sections and of a section's pages.

use std::collections::{BTreeMap, BTreeSet};

use super::locate::{self, Manual};
use crate::document::Failure;
use crate::document::context::Context;
use crate::document::model::{Block, Cell, Document, Spans, Table};
use crate::document::whatis::{self, Described};
use crate::error::{Code, Error};

/// What stands in each section (`man(1)`).
const SECTIONS: &[(&str, &str)] = &[
    ("1", "Programs and shell commands"),
    ("2", "System calls"),
    ("3", "Library functions"),
    ("4", "Special files"),
    ("5", "File formats and conventions"),
    ("6", "Games"),
    ("7", "Overviews and conventions"),
    ("8", "System administration"),
    ("9", "Kernel routines"),
    ("n", "Tcl and Tk"),
    ("l", "Local pages"),
];

/// The list of sections that have pages.
pub fn sections(manual: &Manual) -> Document {
    let counted = SECTIONS.iter().map(|(section, words)| (section, words, names(manual, section).len()));
    let rows = counted.filter(|(.., count)| *count > 0).map(|(section, words, count)| {
        let link = Spans::link(format!("Section {section}"), format!("man:({section})"));
        let count = Cell { right: true, ..Cell::of(Spans::plain(count.to_string())) };
        vec![Cell::of(link), Cell::of(Spans::plain(*words)), count]
    });
    let table = Table { head: 0, ruled: false, rows: rows.collect() };
    Document { title: "Manual pages".into(), blocks: vec![Block::Table(table)], ..Document::default() }
}

/// The pages of a section with their descriptions.
///
/// # Errors
/// `not-found` where it has none.
pub fn section(section: &str, manual: &Manual, context: &Context<'_>) -> Result<Document, Failure> {
    let names = names(manual, section);
    if names.is_empty() {
        return Err(Error::new(Code::NotFound, format!("The manual has no section {section}.")).into());
    }
    // Without whatis the names alone are a list as well.
    let described = whatis::section(section, context).unwrap_or_default();
    let described: BTreeMap<(String, String), String> =
        described.into_iter().map(|page| ((page.name, page.section), page.description)).collect();
    let pages: Vec<Described> = names
        .into_iter()
        .map(|(name, section)| {
            let description = described.get(&(name.clone(), section.clone())).cloned().unwrap_or_default();
            Described { name, section, description }
        })
        .collect();
    let words = SECTIONS.iter().find(|(known, _)| *known == section).map(|(_, words)| (*words).to_owned());
    Ok(Document {
        title: format!("Manual pages, section {section}"),
        facts: words.into_iter().collect(),
        blocks: vec![whatis::table(&pages)],
        ..Document::default()
    })
}

/// The pages of a section in any of the person's languages, each once, in order.
pub fn names(manual: &Manual, section: &str) -> BTreeSet<(String, String)> {
    let folders = manual.folders();
    let pages = folders.iter().flat_map(|(.., folder)| locate::list(folder, section, |_| true));
    pages.map(|page| (page.name, page.section)).collect()
}

/// Every section's letter.
pub fn letters() -> impl Iterator<Item = &'static str> {
    SECTIONS.iter().map(|(section, _)| *section)
}

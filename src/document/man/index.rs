//! The lists of sections and of a section's pages.

use std::collections::{BTreeMap, BTreeSet};

use super::locate::{self, Manual};
use crate::document::Failure;
use crate::document::context::Context;
use crate::document::model::{Block, Cell, Document, Spans, Table};
use crate::document::whatis::{self, Described};
use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;

/// Every section, in order.
const SECTIONS: &[&str] = &["1", "2", "3", "4", "5", "6", "7", "8", "9", "n", "l"];

/// What stands in a section (`man(1)`).
fn about(section: &str) -> Option<Message> {
    Some(match section {
        "1" => message!("Programs and shell commands"),
        "2" => message!("System calls"),
        "3" => message!("Library functions"),
        "4" => message!("Special files"),
        "5" => message!("File formats and conventions"),
        "6" => message!("Games"),
        "7" => message!("Overviews and conventions"),
        "8" => message!("System administration"),
        "9" => message!("Kernel routines"),
        "n" => message!("Tcl and Tk"),
        "l" => message!("Local pages"),
        _ => return None,
    })
}

/// The list of sections that have pages.
pub fn sections(manual: &Manual, context: &Context<'_>) -> Document {
    let counted = SECTIONS.iter().map(|section| (*section, names(manual, section).len()));
    let rows = counted.filter(|(_, count)| *count > 0).map(|(section, count)| {
        let name = context.say(&message!("Section {section}", section));
        let words = about(section).map(|words| context.say(&words)).unwrap_or_default();
        let count = Cell { right: true, ..Cell::of(Spans::plain(count.to_string())) };
        vec![Cell::of(Spans::link(name, format!("man:({section})"))), Cell::of(Spans::plain(words)), count]
    });
    let table = Table { head: 0, ruled: false, rows: rows.collect() };
    let title = context.say(&message!("Manual pages"));
    Document { blocks: vec![Block::Table(table)], ..context.own_page(title) }
}

/// The pages of a section with their descriptions.
///
/// # Errors
/// `not-found` where it has none.
pub fn section(section: &str, manual: &Manual, context: &Context<'_>) -> Result<Document, Failure> {
    let names = names(manual, section);
    if names.is_empty() {
        return Err(
            Error::new(Code::NotFound, message!("The manual has no section {section}.", section)).into()
        );
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
    let title = context.say(&message!("Manual pages, section {section}", section));
    Ok(Document {
        facts: about(section).map(|words| context.say(&words)).into_iter().collect(),
        blocks: vec![whatis::table(&pages)],
        ..context.own_page(title)
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
    SECTIONS.iter().copied()
}

//! The page that stands where a manual page is not: what was looked for, and what could be meant.

use super::index;
use super::locate::Manual;
use crate::document::context::Context;
use crate::document::model::Document;
use crate::document::whatis::{self, Described};
use crate::document::{Failure, near, packages};
use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;

/// More pages than these are no help.
const MOST: usize = 12;

/// Tells that there is no page of this name, or none in this section.
pub fn page(name: &str, section: Option<&str>, manual: &Manual, context: &Context<'_>) -> Failure {
    let nowhere = || message!("The manual has no page {name}.", name);
    let elsewhere =
        |section: &str| message!("The manual has no page {name} in section {section}.", name, section);
    let message = section.map_or_else(nowhere, elsewhere);
    let mut blocks = vec![context.text(&message)];
    let candidates = Candidates::of(name, manual, context);
    let found = !candidates.same.is_empty();
    let mut add = |words: Message, pages: Vec<Described>| {
        if !pages.is_empty() {
            blocks.push(context.text(&words));
            blocks.push(whatis::table(&pages));
        }
    };
    add(message!("There is a page of this name in another section:"), candidates.same);
    add(message!("Pages with similar names:"), candidates.similar);
    add(message!("Pages that mention the word:"), mentioned(name, context));
    if !found {
        blocks.extend(packages::advice(&packages::manual_page(name, section), context));
    }
    blocks
        .push(context.text(&message!("These folders were searched: {folders}.", folders = folders(manual))));
    let title = section.map_or_else(|| name.to_owned(), |section| format!("{name}({section})"));
    let page = Document {
        facts: vec![context.say(&message!("No such manual page"))],
        blocks,
        ..context.own_page(title)
    };
    Failure::new(Error::new(Code::NotFound, message), page)
}

fn folders(manual: &Manual) -> String {
    manual.roots.iter().map(|root| root.to_string_lossy()).collect::<Vec<_>>().join(", ")
}

/// Pages that could be meant.
struct Candidates {
    /// Of the same name, in other sections.
    same: Vec<Described>,
    /// Of names that are nearly the same.
    similar: Vec<Described>,
}

impl Candidates {
    /// One walk through the folders and one question to whatis serve both lists.
    fn of(name: &str, manual: &Manual, context: &Context<'_>) -> Self {
        let all: Vec<(String, String)> =
            index::letters().flat_map(|section| index::names(manual, section)).collect();
        let (same, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(other, _)| other == name);
        let nearest = near::nearest(name, others.iter().map(|(name, _)| name.as_str()));
        let near = nearest.iter().flat_map(|near| others.iter().filter(move |(name, _)| name == near));
        let similar: Vec<_> = near.take(MOST).cloned().collect();
        let known: Vec<&str> = same.iter().chain(&similar).map(|(name, _)| name.as_str()).collect();
        let known = whatis::whatis(&known, context).unwrap_or_default();
        Self { same: described(same, &known), similar: described(similar, &known) }
    }
}

fn described(pages: Vec<(String, String)>, known: &[Described]) -> Vec<Described> {
    let describe = |(name, section): (String, String)| {
        let same = |page: &&Described| page.name == name && page.section == section;
        let description = known.iter().find(same).map(|page| page.description.clone()).unwrap_or_default();
        Described { name, section, description }
    };
    pages.into_iter().map(describe).collect()
}

fn mentioned(name: &str, context: &Context<'_>) -> Vec<Described> {
    let mut pages = whatis::mentioned(name, context).unwrap_or_default();
    pages.retain(|page| page.name != name);
    pages.truncate(MOST);
    pages
}

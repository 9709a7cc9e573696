//! Finding pages by a few words while they are typed: names first, then what pages say about themselves.

use std::collections::BTreeSet;

use crate::document::context::Context;
use crate::document::model::{Block, Cell, Document};
use crate::document::{info, man, uris, whatis};

/// A page that can be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What the page is called: `ls(1)`, `GNU Coreutils`.
    pub title: String,
    /// What it is about, in a few words.
    pub description: String,
    /// Its URI.
    pub uri: String,
    /// The name alone, in small letters.
    name: String,
    /// Name and description, in small letters.
    text: String,
    /// Empty for an Info manual.
    section: String,
}

impl Entry {
    /// What the page is called in a list of all kinds.
    pub fn label(&self) -> String {
        if self.section.is_empty() { format!("{} (Info)", self.title) } else { self.title.clone() }
    }

    fn manual(name: &str, section: &str, description: String) -> Self {
        let title = format!("{name}({section})");
        // What man-db says of a page that does not say it itself.
        let description = if description == "(unknown subject)" { String::new() } else { description };
        Self::new(title, name.to_lowercase(), section.to_lowercase(), description, uris::man(name, section))
    }

    fn info(title: String, description: String, uri: String) -> Self {
        let name = title.to_lowercase();
        Self::new(title, name, String::new(), description, uri)
    }

    fn new(title: String, name: String, section: String, description: String, uri: String) -> Self {
        let text = format!("{name} {}", description.to_lowercase());
        Self { title, description, uri, name, text, section }
    }
}

/// Everything that there is to read: manual pages with their descriptions, and the directory of Info.
pub fn entries(context: &Context<'_>) -> Vec<Entry> {
    // Without the index of descriptions the names are still there.
    let described = whatis::all(context).unwrap_or_default();
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for page in described {
        known.insert((page.name.clone(), page.section.clone()));
        found.push(Entry::manual(&page.name, &page.section, page.description));
    }
    let bare = man::names(context).into_iter().filter(|page| !known.contains(page));
    found.extend(bare.map(|(name, section)| Entry::manual(&name, &section, String::new())));
    found.extend(info_entries(&info::directory(context)));
    found
}

/// The rows of the directory that lead somewhere, with their explanations.
pub(super) fn info_entries(directory: &Document) -> Vec<Entry> {
    let rows = directory.blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(&table.rows),
        _ => None,
    });
    rows.flatten().filter_map(|row| info_entry(row)).collect()
}

fn info_entry(row: &[Cell]) -> Option<Entry> {
    let label = &row.first()?.spans;
    let uri = label.0.iter().find_map(|span| span.link.clone())?;
    let description = row.get(1).map(|cell| cell.spans.text()).unwrap_or_default();
    Some(Entry::info(label.text().trim().to_owned(), description.trim().to_owned(), uri))
}

/// How well a page fits; the smaller the better.
type Rank<'a> = (u8, usize, &'a str, &'a str);

/// The pages that fit best, best first.
pub fn best<'a>(typed: &str, entries: &'a [Entry], most: usize) -> Vec<&'a Entry> {
    let wanted = Wanted::of(typed);
    if wanted.words.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(Rank<'a>, &Entry)> =
        entries.iter().filter_map(|entry| Some((wanted.rank(entry)?, entry))).collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.dedup_by(|(_, one), (_, other)| one.uri == other.uri);
    found.into_iter().take(most).map(|(_, entry)| entry).collect()
}

/// The page whose name is just this, if there is one: that of the first section.
pub fn named<'a>(typed: &str, entries: &'a [Entry]) -> Option<&'a Entry> {
    let wanted = Wanted::of(typed);
    best(typed, entries, 1).into_iter().find(|entry| entry.name == wanted.name)
}

/// What was typed: a name, maybe with a section, or words.
struct Wanted {
    name: String,
    section: Option<String>,
    words: Vec<String>,
}

impl Wanted {
    fn of(typed: &str) -> Self {
        let typed = typed.trim().to_lowercase();
        let with_section = typed.strip_suffix(')').and_then(|text| text.rsplit_once('('));
        let (name, section) = match with_section.or_else(|| typed.split_once('(')) {
            Some((name, section)) => (name.trim().to_owned(), Some(section.to_owned())),
            None => (typed, None),
        };
        let words = name.split_whitespace().map(str::to_owned).collect();
        Self { name, section, words }
    }

    fn rank<'a>(&self, entry: &'a Entry) -> Option<Rank<'a>> {
        if self.section.as_ref().is_some_and(|section| !entry.section.starts_with(section)) {
            return None;
        }
        let tier = self.tier_of_name(&entry.name).or_else(|| self.tier_of_words(&entry.text))?;
        // What has no section is a whole manual, and stands behind the page of the same name.
        let section = if entry.section.is_empty() { "~" } else { &entry.section };
        Some((tier, entry.name.len(), section, &entry.name))
    }

    fn tier_of_name(&self, name: &str) -> Option<u8> {
        let at = name.find(&self.name)?;
        let begins_word = || parts(name).any(|part| part.starts_with(&self.name));
        Some(match at {
            0 if name.len() == self.name.len() => 0,
            0 => 1,
            _ if begins_word() => 2,
            _ => 3,
        })
    }

    /// All words are in the name or the description, as beginnings of words or anywhere.
    fn tier_of_words(&self, text: &str) -> Option<u8> {
        if !self.words.iter().all(|word| text.contains(word.as_str())) {
            return None;
        }
        let begins = |word: &String| parts(text).any(|part| part.starts_with(word.as_str()));
        Some(if self.words.iter().all(begins) { 4 } else { 5 })
    }
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<Entry> {
        let page = |name, section, words: &str| Entry::manual(name, section, words.to_owned());
        vec![
            page("lsblk", "8", "list block devices"),
            page("ls", "1", "list directory contents"),
            page("printf", "3", "formatted output conversion"),
            page("printf", "1", "format and print data"),
            page("git-ls-files", "1", "show information about files"),
            page("opendir", "3", "open a directory"),
            Entry::info("Coreutils".into(), "Core GNU utilities".into(), "info:(coreutils)Top".into()),
        ]
    }

    #[test]
    fn names_come_before_words() {
        let entries = entries();
        let cases = [
            ("ls", vec!["ls(1)", "lsblk(8)", "git-ls-files(1)", "Coreutils"]),
            ("printf", vec!["printf(1)", "printf(3)"]),
            ("printf(3)", vec!["printf(3)"]),
            ("printf(", vec!["printf(1)", "printf(3)"]),
            ("LS(1", vec!["ls(1)", "git-ls-files(1)"]),
            ("list dir", vec!["ls(1)"]),
            ("directory", vec!["ls(1)", "opendir(3)"]),
            ("core", vec!["Coreutils"]),
            ("nothing of this", vec![]),
            ("  ", vec![]),
        ];
        for (typed, expected) in cases {
            let found: Vec<_> = best(typed, &entries, 10).iter().map(|entry| entry.title.as_str()).collect();
            assert_eq!(found, expected, "{typed}");
        }
    }

    #[test]
    fn a_bare_name_is_the_page_of_the_first_section() {
        let entries = entries();
        assert_eq!(named("printf", &entries).map(|entry| entry.uri.as_str()), Some("man:printf(1)"));
        assert_eq!(named("print", &entries), None);
    }

    #[test]
    fn no_more_than_wanted() {
        assert_eq!(best("l", &entries(), 2).len(), 2);
    }
}

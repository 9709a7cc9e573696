//! Names of places on a page: made from the words there, unique, found again however they are spelled.

use std::collections::{HashMap, HashSet};

use super::model::{Block, Document};

/// Hands out anchors, each once.
#[derive(Debug, Default)]
pub struct Anchors {
    taken: HashSet<String>,
    /// The number to try next for words that came before.
    numbers: HashMap<String, usize>,
}

impl Anchors {
    /// An anchor made of these words: blanks become underscores, and a number is added where it is taken.
    pub fn make(&mut self, words: &str) -> String {
        let base = name(words);
        let mut anchor = base.clone();
        let number = self.numbers.entry(base.clone()).or_insert(2);
        while !self.taken.insert(anchor.clone()) {
            anchor = format!("{base}_{number}");
            *number += 1;
        }
        anchor
    }
}

fn name(words: &str) -> String {
    let name = words.split_whitespace().collect::<Vec<_>>().join("_");
    if name.is_empty() { "_".to_owned() } else { name }
}

/// The anchor of a page that somebody means by `wanted`: by its exact name, else in any case and with blanks,
/// dashes and underscores alike; the first goes before the others.
pub fn find(anchors: &[String], wanted: &str) -> Option<String> {
    let exact = anchors.iter().find(|anchor| *anchor == wanted);
    let loose = || anchors.iter().find(|anchor| folded(anchor) == folded(wanted));
    exact.or_else(loose).cloned()
}

fn folded(anchor: &str) -> String {
    let same = |c: char| if c.is_whitespace() || c == '-' { '_' } else { c };
    anchor.chars().map(same).flat_map(char::to_lowercase).collect()
}

/// Every anchor of a document, those of headings first.
pub fn of(document: &Document) -> Vec<String> {
    let mut anchors: Vec<String> = document.headings().iter().map(|heading| heading.anchor.clone()).collect();
    others(&document.blocks, &mut anchors);
    anchors
}

fn others(blocks: &[Block], found: &mut Vec<String>) {
    for block in blocks {
        match block {
            Block::Anchor(anchor) => found.push(anchor.clone()),
            Block::Indented(inner) => others(inner, found),
            Block::List(list) => list.items.iter().for_each(|item| others(item, found)),
            Block::Definitions(definitions) => {
                for definition in definitions {
                    found.extend(definition.anchor.clone());
                    others(&definition.body, found);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::model::{Definition, Heading, Spans};

    #[test]
    fn anchors_are_unique() {
        let mut anchors = Anchors::default();
        let made: Vec<_> = ["SEE  ALSO", "SEE ALSO", "", "-a"].map(|words| anchors.make(words)).into();
        assert_eq!(made, ["SEE_ALSO", "SEE_ALSO_2", "_", "-a"]);
    }

    #[test]
    fn found_in_any_spelling() {
        let heading = Heading { level: 1, anchor: "See_Also".into(), spans: Spans::plain("See Also") };
        let definition = Definition { anchor: Some("--see-also".into()), ..Definition::default() };
        let blocks = vec![Block::Definitions(vec![definition]), Block::Heading(heading)];
        let document = Document { blocks, ..Document::default() };
        let anchors = of(&document);
        assert_eq!(find(&anchors, "see also").as_deref(), Some("See_Also"));
        assert_eq!(find(&anchors, "--see-also").as_deref(), Some("--see-also"));
        assert_eq!(find(&anchors, "none"), None);
    }
}

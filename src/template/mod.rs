//! Templates: argument lists with fields to fill in. No shell is ever involved and nothing is split again.

mod expand;
mod filter;
mod word;

use std::fmt;

pub use expand::{Argument, Lookup};
pub use filter::Filter;
pub use word::{Hole, Piece, Word, WordError};

/// An argument list with fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// In the order of the file.
    pub parts: Vec<Part>,
}

/// An element of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// One argument, or one for each value where the element is `{field...}`.
    Word(Word),
    /// Arguments that are left out when a field in them is absent, and repeated for each value of a list.
    Group(Vec<Word>),
}

impl Template {
    /// All words, those of groups too, in order.
    pub fn words(&self) -> impl Iterator<Item = &Word> {
        self.parts.iter().flat_map(Part::words)
    }

    /// The fields without which an argument would be empty: those outside of groups.
    pub fn needed_fields(&self) -> impl Iterator<Item = &str> {
        let outside = self.parts.iter().filter(|part| matches!(part, Part::Word(_)));
        outside.flat_map(Part::words).flat_map(Word::holes).map(|hole| hole.field.as_str())
    }

    /// The program, when element 0 has no field in it.
    pub fn program(&self) -> Option<&str> {
        match self.parts.first()? {
            Part::Word(word) => word.fixed(),
            Part::Group(_) => None,
        }
    }
}

impl fmt::Display for Template {
    /// As it would stand in a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |words: &[Word]| words.iter().map(|word| format!("{:?}", word.to_string())).collect::<Vec<_>>();
        let parts = self.parts.iter().map(|part| match part {
            Part::Word(word) => list(std::slice::from_ref(word)).join(", "),
            Part::Group(words) => format!("[{}]", list(words).join(", ")),
        });
        write!(f, "[{}]", parts.collect::<Vec<_>>().join(", "))
    }
}

impl Part {
    /// Its words: one, or those of the group.
    pub fn words(&self) -> &[Word] {
        match self {
            Self::Word(word) => std::slice::from_ref(word),
            Self::Group(words) => words,
        }
    }
}

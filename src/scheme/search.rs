//! `whatis:` and `apropos:`: words to look for in the manual's one-line descriptions (uri(7)).

use super::{Request, after_slashes};
use crate::error::Error;
use crate::message;
use crate::scheme::word::{Keyword, PageName};
use crate::target::{Field, Target, Value};
use crate::uri::{Controls, Part};

/// Words, at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    words: Vec<Keyword>,
}

impl Search {
    /// In the order of JSON.
    pub const FIELDS: &[Field] = &[Field::sure("query"), Field::list("words")];

    /// The words of a decoded text.
    pub fn new(text: Part<'_>) -> Result<Self, Error> {
        let words = words(text).map(|word| word.read(Keyword::new)).collect::<Result<Vec<_>, _>>()?;
        if words.is_empty() {
            return Err(text.malformed(message!("there is no word to look for")));
        }
        Ok(Self { words })
    }

    /// The words in order.
    pub fn words(&self) -> &[Keyword] {
        &self.words
    }

    /// The words with one space between them.
    pub fn query(&self) -> String {
        self.words.join(" ")
    }

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![Value::Text(self.query()), Value::texts(&self.words)]
    }
}

/// `whatis:printf`: whole names of pages.
pub fn parse_whatis(request: &mut Request<'_>) -> Result<Target, Error> {
    request.uri.hierarchy().decoded(Controls::Refused, |text| {
        let text = after_slashes(text);
        words(text).try_for_each(|word| word.read(PageName::new).map(drop))?;
        Search::new(text).map(Target::Whatis)
    })
}

/// `apropos:copy files`: words anywhere in a description.
pub fn parse_apropos(request: &mut Request<'_>) -> Result<Target, Error> {
    request.uri.hierarchy().decoded(Controls::Refused, |text| Target::apropos(after_slashes(text)))
}

fn words(text: Part<'_>) -> impl Iterator<Item = Part<'_>> {
    text.split(' ').map(Part::trim).filter(|word| !word.is_empty())
}

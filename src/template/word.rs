//! One element of a template: text with fields between braces.

use std::fmt;
use std::ops::Range;

use crate::message;
use crate::message::Message;

use super::Filter;

/// Text and fields that make one argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// No two texts stand side by side, and none is empty.
    pub pieces: Vec<Piece>,
}

/// A part of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// As it stands in the file, `{{` and `}}` made single.
    Text(String),
    /// A field to fill in.
    Hole(Hole),
}

/// `{field}`, `{field...}`, `{field|filter}` or `{field...|filter}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hole {
    /// The field's name.
    pub field: String,
    /// Whether all values of a list are meant.
    pub each: bool,
    /// How each value is escaped.
    pub filter: Option<Filter>,
    /// Its bytes in the word as written.
    pub place: Range<usize>,
}

/// A word that is no template, with the bytes to blame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordError {
    /// Bytes of the word as written.
    pub place: Range<usize>,
    /// What is wrong.
    pub message: Message,
    /// What to do about it.
    pub help: Message,
}

impl Word {
    /// Reads one element.
    pub fn parse(text: &str) -> Result<Self, WordError> {
        let mut pieces = Vec::new();
        let mut fixed = String::new();
        let mut at = 0;
        while let Some(found) = text[at..].find(['{', '}']).map(|offset| at + offset) {
            fixed.push_str(&text[at..found]);
            let rest = &text[found..];
            if rest.starts_with("{{") || rest.starts_with("}}") {
                fixed.push_str(&rest[..1]);
                at = found + 2;
                continue;
            }
            let end = hole_end(text, found)?;
            if !fixed.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut fixed)));
            }
            pieces.push(Piece::Hole(Hole::parse(text, found..end)?));
            at = end;
        }
        fixed.push_str(&text[at..]);
        if !fixed.is_empty() {
            pieces.push(Piece::Text(fixed));
        }
        Ok(Self { pieces })
    }

    /// A word without fields.
    pub fn of_text(text: impl Into<String>) -> Self {
        Self { pieces: vec![Piece::Text(text.into())] }
    }

    /// The fields in it.
    pub fn holes(&self) -> impl Iterator<Item = &Hole> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Hole(hole) => Some(hole),
            Piece::Text(_) => None,
        })
    }

    /// The whole text, when there is no field in it.
    pub fn fixed(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [] => Some(""),
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The text before the first field.
    pub fn prefix(&self) -> &str {
        match self.pieces.first() {
            Some(Piece::Text(text)) => text,
            _ => "",
        }
    }

    /// The field, when the word is nothing but `{field...}`.
    pub fn spread(&self) -> Option<&Hole> {
        match self.pieces.as_slice() {
            [Piece::Hole(hole)] if hole.each => Some(hole),
            _ => None,
        }
    }

    /// Whether it is a fixed option: what stands behind it in the same group cannot be one.
    pub fn is_option(&self) -> bool {
        self.fixed().is_some_and(|text| text.len() > 1 && text.starts_with('-') && text != "--")
    }
}

impl fmt::Display for Word {
    /// As it would stand in a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => f.write_str(&text.replace('{', "{{").replace('}', "}}"))?,
                Piece::Hole(hole) => {
                    let dots = if hole.each { "..." } else { "" };
                    let filter = hole.filter.map(|filter| format!("|{}", filter.name())).unwrap_or_default();
                    write!(f, "{{{}{dots}{filter}}}", hole.field)?;
                }
            }
        }
        Ok(())
    }
}

/// The end of the field that starts at a brace.
fn hole_end(text: &str, start: usize) -> Result<usize, WordError> {
    let rest = &text[start..];
    if rest.starts_with('}') {
        return Err(brace(
            start,
            message!("a closing brace without an opening one"),
            message!("write `}}}}` for a brace"),
        ));
    }
    let end = rest[1..].find(['{', '}']).map(|offset| start + 1 + offset);
    match end {
        Some(end) if text[end..].starts_with('}') => Ok(end + 1),
        _ => Err(brace(start, message!("this brace is never closed"), message!("write `{{{{` for a brace"))),
    }
}

fn brace(at: usize, message: Message, help: Message) -> WordError {
    WordError { place: at..at + 1, message, help }
}

impl Hole {
    fn parse(text: &str, place: Range<usize>) -> Result<Self, WordError> {
        let inner = &text[place.start + 1..place.end - 1];
        let (name, filter) =
            inner.split_once('|').map_or((inner, None), |(name, filter)| (name, Some(filter)));
        let (field, each) = name.strip_suffix("...").map_or((name, false), |field| (field, true));
        let filter = filter.map(|name| Filter::named(name, &place)).transpose()?;
        if field.is_empty()
            || !field.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
        {
            return Err(WordError {
                place: place.clone(),
                message: message!("`{word}` names no field", word = &text[place]),
                help: message!("a field is `{{name}}`; write `{{{{` and `}}}}` for braces"),
            });
        }
        Ok(Self { field: field.to_owned(), each, filter, place })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hole(field: &str, each: bool, filter: Option<Filter>) -> Piece {
        Piece::Hole(Hole { field: field.to_owned(), each, filter, place: 0..0 })
    }

    fn pieces(text: &str) -> Vec<Piece> {
        let mut pieces = Word::parse(text).unwrap().pieces;
        for piece in &mut pieces {
            if let Piece::Hole(hole) = piece {
                hole.place = 0..0;
            }
        }
        pieces
    }

    #[test]
    fn words_hold_text_and_fields() {
        let text = |text: &str| Piece::Text(text.to_owned());
        let rows = [
            ("", vec![]),
            ("-x", vec![text("-x")]),
            ("{{a}}", vec![text("{a}")]),
            ("{page}", vec![hole("page", false, None)]),
            ("{to...}", vec![hole("to", true, None)]),
            ("--f={file|url}é", vec![text("--f="), hole("file", false, Some(Filter::Url)), text("é")]),
            ("{to...|elisp}", vec![hole("to", true, Some(Filter::Elisp))]),
            ("{{{a}}}", vec![text("{"), hole("a", false, None), text("}")]),
        ];
        for (word, expected) in rows {
            assert_eq!(pieces(word), expected, "{word}");
        }
    }

    #[test]
    fn bad_braces_are_told_with_their_place() {
        let rows = [
            ("a{", 1..2, "never closed"),
            ("a}b", 1..2, "without an opening"),
            ("{a{b}", 0..1, "never closed"),
            ("x{}", 1..3, "names no field"),
            ("{a b}", 0..5, "names no field"),
            ("{a|shell}", 0..9, "no filter"),
        ];
        for (word, place, message) in rows {
            let error = Word::parse(word).unwrap_err();
            assert_eq!(error.place, place, "{word}");
            assert!(error.message.to_string().contains(message), "{word}: {}", error.message);
        }
    }
}

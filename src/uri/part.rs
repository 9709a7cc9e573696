//! A slice of a text that knows where it lies, so that every parser can blame a byte.

use crate::error::Error;
use crate::message::Message;

/// A slice of a text and the byte of the text at which it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Part<'a> {
    /// A slice that begins at this byte.
    pub const fn new(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    /// The slice itself.
    pub const fn as_str(self) -> &'a str {
        self.text
    }

    /// Where it begins.
    pub const fn at(self) -> usize {
        self.at
    }

    /// Whether nothing is in it.
    pub const fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// Both sides of a byte offset within it, which must be a character's boundary.
    pub fn split_at(self, offset: usize) -> (Self, Self) {
        let (before, after) = self.text.split_at(offset);
        (Self::new(before, self.at), Self::new(after, self.at + offset))
    }

    /// Both sides of the first divider.
    pub fn split_once(self, divider: char) -> Option<(Self, Self)> {
        let offset = self.text.find(divider)?;
        Some(self.around(offset, divider))
    }

    /// Both sides of the last divider.
    pub fn rsplit_once(self, divider: char) -> Option<(Self, Self)> {
        let offset = self.text.rfind(divider)?;
        Some(self.around(offset, divider))
    }

    fn around(self, offset: usize, divider: char) -> (Self, Self) {
        let (before, rest) = self.split_at(offset);
        (before, rest.split_at(divider.len_utf8()).1)
    }

    /// The slices between dividers; always at least one.
    pub fn split(self, divider: char) -> impl Iterator<Item = Self> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let current = rest?;
            let (first, after) = match current.split_once(divider) {
                Some((first, after)) => (first, Some(after)),
                None => (current, None),
            };
            rest = after;
            Some(first)
        })
    }

    /// What follows this prefix.
    pub fn strip_prefix(self, prefix: &str) -> Option<Self> {
        self.text.strip_prefix(prefix).map(|rest| Self::new(rest, self.at + prefix.len()))
    }

    /// What stands before this suffix.
    pub fn strip_suffix(self, suffix: &str) -> Option<Self> {
        self.text.strip_suffix(suffix).map(|rest| Self::new(rest, self.at))
    }

    /// Without these characters at its beginning.
    #[must_use]
    pub fn trim_start_matches(self, unwanted: char) -> Self {
        let rest = self.text.trim_start_matches(unwanted);
        Self::new(rest, self.at + self.text.len() - rest.len())
    }

    /// Without white space at both ends.
    #[must_use]
    pub fn trim(self) -> Self {
        let rest = self.text.trim_start();
        Self::new(rest.trim_end(), self.at + self.text.len() - rest.len())
    }

    /// Reads it by a constructor that blames bytes of the slice alone.
    pub fn read<T>(self, new: impl FnOnce(&str) -> Result<T, Error>) -> Result<T, Error> {
        new(self.text).map_err(|error| error.placed(|at| at + self.at))
    }

    /// An error that blames its first byte.
    pub fn malformed(self, message: Message) -> Error {
        Error::malformed(self.at, message)
    }

    /// An error that blames its first byte for what it could do.
    pub fn dangerous(self, message: Message) -> Error {
        Error::unsafe_at(self.at, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_know_their_places() {
        let part = Part::new("a/b//ü/c", 10);
        let all: Vec<_> = part.split('/').map(|part| (part.as_str(), part.at())).collect();
        assert_eq!(all, [("a", 10), ("b", 12), ("", 14), ("ü", 15), ("c", 18)]);
        assert_eq!(part.rsplit_once('/').map(|(_, last)| last.at()), Some(18));
        assert_eq!(Part::new("  x ", 3).trim(), Part::new("x", 5));
        assert_eq!(Part::new("//x", 3).trim_start_matches('/'), Part::new("x", 5));
    }
}

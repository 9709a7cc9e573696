//! An argument list: a program and its arguments, never a joined string.

use std::ffi::{OsStr, OsString};

/// A non-empty argument list; element 0 is the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argv(Vec<OsString>);

impl Argv {
    /// A list with this program alone.
    pub fn new(program: impl Into<OsString>) -> Self {
        Self(vec![program.into()])
    }

    /// `None` when the list is empty.
    pub fn from_vec(words: Vec<OsString>) -> Option<Self> {
        (!words.is_empty()).then_some(Self(words))
    }

    /// Element 0.
    pub fn program(&self) -> &OsStr {
        &self.0[0]
    }

    /// What follows the program.
    pub fn arguments(&self) -> &[OsString] {
        &self.0[1..]
    }

    /// All elements.
    pub fn words(&self) -> &[OsString] {
        &self.0
    }

    /// Adds one argument.
    pub fn push(&mut self, word: impl Into<OsString>) {
        self.0.push(word.into());
    }

    /// Adds arguments in order.
    pub fn extend<W: Into<OsString>>(&mut self, words: impl IntoIterator<Item = W>) {
        self.0.extend(words.into_iter().map(Into::into));
    }
}

/// A word for a POSIX shell, or for what splits words as one does: in single quotes.
pub fn quoted(word: &[u8]) -> Vec<u8> {
    let mut quoted = vec![b'\''];
    for byte in word {
        if *byte == b'\'' {
            quoted.extend(br"'\''");
        } else {
            quoted.push(*byte);
        }
    }
    quoted.push(b'\'');
    quoted
}

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

/// Words as they could be typed into a shell, for a person to read.
pub fn command_line<W: AsRef<str>>(words: &[W]) -> String {
    let shown: Vec<String> = words.iter().map(|word| typed(word.as_ref())).collect();
    shown.join(" ")
}

fn typed(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    String::from_utf8_lossy(&quoted(word.as_bytes())).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_can_be_typed_into_a_shell() {
        let rows: &[(&[&str], &str)] = &[
            (&["man", "--", "ls"], "man -- ls"),
            (&["a", ""], "a ''"),
            (&["it's", "a b", "~"], r"'it'\''s' 'a b' '~'"),
            (&["\u{e9}t\u{e9}", "$(x)"], "\u{e9}t\u{e9} '$(x)'"),
        ];
        for (words, line) in rows {
            assert_eq!(command_line(words), *line);
        }
    }
}

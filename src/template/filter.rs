//! Filters: how a value is escaped where a program reads its argument as more than one plain text.

use crate::message;
use std::ops::Range;

use super::WordError;
use crate::argv::quoted;

/// What a value is escaped for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    /// Percent-encoded, all but the unreserved characters of RFC 3986 2.3.
    Url,
    /// As the inside of a string literal of Emacs Lisp.
    Elisp,
    /// As one whole word of a POSIX shell, quotes included.
    Sh,
    /// What stands behind the last colon: the number in `rfc:2648`.
    Last,
    /// The line breaks of a `mailto` URI as `%0A`, for programs that keep the `%0D` of RFC 6068 5 in the text.
    Lf,
    /// A URI up to the last slash of its path: the folder of the file that it names, for programs that open folders.
    Folder,
}

impl Filter {
    /// Every filter.
    pub const ALL: &[Self] = &[Self::Url, Self::Elisp, Self::Sh, Self::Last, Self::Lf, Self::Folder];

    /// The word after the bar.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::Elisp => "elisp",
            Self::Sh => "sh",
            Self::Last => "last",
            Self::Lf => "lf",
            Self::Folder => "folder",
        }
    }

    pub(super) fn named(name: &str, place: &Range<usize>) -> Result<Self, WordError> {
        let found = Self::ALL.iter().find(|filter| filter.name() == name);
        found.copied().ok_or_else(|| WordError {
            place: place.clone(),
            message: message!("there is no filter `{name}`", name),
            help: message!("the filters are `url`, `elisp`, `sh`, `last`, `lf` and `folder`"),
        })
    }

    /// Escapes one value.
    pub fn apply(self, value: &[u8]) -> Vec<u8> {
        match self {
            Self::Url => percent_encode(value),
            Self::Elisp => escape_with_backslash(value, b"\\\""),
            Self::Sh => quoted(value),
            Self::Last => value.rsplit(|byte| *byte == b':').next().unwrap_or(value).to_vec(),
            Self::Lf => with_line_feeds(value),
            Self::Folder => folder(value).to_vec(),
        }
    }
}

/// A URI that has no path is a folder itself.
fn folder(uri: &[u8]) -> &[u8] {
    let path = uri.windows(2).position(|pair| pair == b"//").map_or(0, |at| at + 2);
    let last = uri.iter().rposition(|byte| *byte == b'/').filter(|at| *at >= path);
    last.map_or(uri, |at| &uri[..=at])
}

fn with_line_feeds(value: &[u8]) -> Vec<u8> {
    let mut rest = value;
    let mut written = Vec::with_capacity(value.len());
    while let Some((first, after)) = rest.split_first() {
        if let Some(after) = rest.strip_prefix(b"%0D%0A") {
            written.extend(b"%0A");
            rest = after;
        } else {
            written.push(*first);
            rest = after;
        }
    }
    written
}

fn percent_encode(value: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::with_capacity(value.len());
    for byte in value {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(byte) {
            escaped.push(*byte);
        } else {
            escaped.extend(format!("%{byte:02X}").bytes());
        }
    }
    escaped
}

fn escape_with_backslash(value: &[u8], special: &[u8]) -> Vec<u8> {
    let escape = |byte: &u8| if special.contains(byte) { vec![b'\\', *byte] } else { vec![*byte] };
    value.iter().flat_map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_escaped() {
        let rows = [
            (Filter::Url, "a b&é~", "a%20b%26%C3%A9~"),
            (Filter::Elisp, r#"") (x "\"#, r#"\") (x \"\\"#),
            (Filter::Sh, "it's $(x)", r"'it'\''s $(x)'"),
            (Filter::Sh, "", "''"),
            (Filter::Last, "rfc:2648", "2648"),
            (Filter::Url, "a:b", "a%3Ab"),
            (Filter::Folder, "ftp://u@h/a/b;type=i", "ftp://u@h/a/"),
            (Filter::Folder, "ftp://h/a/", "ftp://h/a/"),
            (Filter::Folder, "ftp://h", "ftp://h"),
            (Filter::Folder, "a", "a"),
            (Filter::Lf, "a%0D%0A%0D%0Ab%0D", "a%0A%0Ab%0D"),
        ];
        for (filter, value, expected) in rows {
            assert_eq!(String::from_utf8(filter.apply(value.as_bytes())).unwrap(), expected, "{value}");
        }
    }
}

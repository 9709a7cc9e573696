//! From what was clicked, pasted or typed to a URI reference: what people put around it comes off
//! (RFC 3986 appendix C, uri(7) "Writing a URI").

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt;

/// Those of keyboards, of printed texts in several languages, and of Markdown and old manuals.
const QUOTATION_MARKS: &[(char, char)] = &[('"', '"'), ('\'', '\''), ('`', '`'), ('`', '\'')];

/// A reference without its wrapping; inside it nothing is changed. Bytes that are no UTF-8 stand percent-encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    text: String,
    is_utf8: bool,
}

impl Reference {
    /// Takes off outer blanks, `<…>`, quotation marks and `URL:`, in any nesting. A line break with the blanks around
    /// it goes only inside `<…>`; punctuation is never moved.
    ///
    /// ```
    /// use portero::reference::Reference;
    /// assert_eq!(Reference::clean(" <URL:man:ls(1)>\n".as_ref()).as_str(), "man:ls(1)");
    /// ```
    pub fn clean(argument: &OsStr) -> Self {
        let text = utf8(argument);
        let is_utf8 = matches!(text, Cow::Borrowed(_));
        Self { text: unwrap(text.trim_matches(is_blank)).into_owned(), is_utf8 }
    }

    /// The text of the reference.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether all of it came as UTF-8.
    pub const fn is_utf8(&self) -> bool {
        self.is_utf8
    }
}

/// The argument as text; a byte that is no UTF-8 becomes its percent escape.
fn utf8(argument: &OsStr) -> Cow<'_, str> {
    if let Some(text) = argument.to_str() {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    for chunk in argument.as_bytes().utf8_chunks() {
        out.push_str(chunk.valid());
        for byte in chunk.invalid() {
            // Writing into a String cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    Cow::Owned(out)
}

fn unwrap(text: &str) -> Cow<'_, str> {
    if let Some(inner) = enclosed(text, '<', '>') {
        return Cow::Owned(unwrap(&unfold(inner)).trim_matches(is_blank).to_owned());
    }
    let unquoted = QUOTATION_MARKS.iter().find_map(|(open, close)| enclosed(text, *open, *close));
    let inner = unquoted.or_else(|| after_url(text));
    inner.map_or(Cow::Borrowed(text), |inner| unwrap(inner.trim_matches(is_blank)))
}

fn enclosed(text: &str, open: char, close: char) -> Option<&str> {
    text.strip_prefix(open)?.strip_suffix(close)
}

fn after_url(text: &str) -> Option<&str> {
    let (prefix, rest) = text.split_at_checked(4)?;
    prefix.eq_ignore_ascii_case("URL:").then_some(rest)
}

/// Joins lines; the blanks at both sides of a break belong to the break.
fn unfold(text: &str) -> String {
    text.split(['\r', '\n']).map(|line| line.trim_matches(is_blank)).collect()
}

/// Others stay, and are refused: what filters overlook before a scheme must not be passed over here either.
fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrappings_come_off_in_any_nesting() {
        let cases = [
            ("man:ls(1)", "man:ls(1)"),
            ("  http://a/ \r\n", "http://a/"),
            ("<man:ls(1)>", "man:ls(1)"),
            ("\"http://a/\"", "http://a/"),
            ("'http://a/'", "http://a/"),
            ("url:http://a/", "http://a/"),
            ("`man:ls'", "man:ls"),
            ("“man:ls”", "“man:ls”"),
            ("\u{feff}http://a/\u{a0}", "\u{feff}http://a/\u{a0}"),
            ("http://a/\u{85}", "http://a/\u{85}"),
            ("<URL: mailto:a@b.example >", "mailto:a@b.example"),
            ("\"<http://a/>\"", "http://a/"),
            ("<http://a/b?c=\n  d>", "http://a/b?c=d"),
            ("http://a/\nb", "http://a/\nb"),
            ("http://a/page.", "http://a/page."),
            ("<http://a/", "<http://a/"),
            ("<>", ""),
            ("\"", "\""),
            ("", ""),
        ];
        for (given, cleaned) in cases {
            assert_eq!(Reference::clean(given.as_ref()).as_str(), cleaned, "{given:?}");
        }
    }

    #[test]
    fn stray_bytes_are_escaped() {
        let argument = OsStr::from_bytes(b"man:ls\xff");
        assert_eq!(Reference::clean(argument).as_str(), "man:ls%FF");
    }
}

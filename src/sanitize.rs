//! Untrusted text for a terminal, a log line, a dialog or a notification: what could act or deceive is spelled out.

use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_general_category::{GeneralCategory, get_general_category};

/// One line of text for a person: every control, bidirectional, invisible or unassigned character stands as
/// `<U+202E>`, line breaks and tabs too.
///
/// ```
/// assert_eq!(portero::sanitize::line("a\u{202e}gnp.exe\n"), "a<U+202E>gnp.exe<U+000A>");
/// ```
pub fn line(text: &str) -> Cow<'_, str> {
    escape(text, is_deceptive)
}

/// A line of at most some 200 characters: of a longer text the beginning and the end, where a host tells whose it is.
pub fn shortened(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 200;
    let text = line(text);
    let length = text.chars().count();
    if length <= LONGEST {
        return text;
    }
    let half = |characters: &mut dyn Iterator<Item = char>| characters.take(LONGEST / 2).collect::<String>();
    let end = length - LONGEST / 2;
    Cow::Owned(format!("{}…{}", half(&mut text.chars()), half(&mut text.chars().skip(end))))
}

/// A document's own text: tabs and line breaks stay, and so do the joiners that some scripts are written with;
/// all other controls and the marks that turn the reading direction are spelled out.
pub fn block(text: &str) -> Cow<'_, str> {
    escape(text, is_active)
}

fn escape(text: &str, bad: fn(char) -> bool) -> Cow<'_, str> {
    // Printable ASCII is what most text is.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) || !text.contains(bad) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if bad(c) {
            // Writing into a String cannot fail.
            let _ = write!(out, "<U+{:04X}>", u32::from(c));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Whether a character is invisible, or changes how its neighbours are read, or has no meaning yet.
pub fn is_deceptive(c: char) -> bool {
    use GeneralCategory as G;
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    let invisible = matches!(
        get_general_category(c),
        G::Control | G::Format | G::LineSeparator | G::ParagraphSeparator | G::PrivateUse | G::Unassigned
    );
    invisible || is_blank_letter(c)
}

/// Whether a character turns the reading direction of its neighbours (Unicode TR 36).
pub const fn turns_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Letters that show nothing: Hangul fillers, the Braille blank, the combining grapheme joiner.
const fn is_blank_letter(c: char) -> bool {
    matches!(c, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}')
}

/// Whether a character could act on a terminal or reorder a paragraph.
fn is_active(c: char) -> bool {
    match c {
        '\t' | '\n' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}' => true,
        _ => c.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_not_copied() {
        assert!(matches!(line("Grüße, 世界: a b"), Cow::Borrowed(_)));
        assert!(matches!(block("a\tb\nc\u{200d}"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_line_shows_whatever_hides() {
        let cases = [
            ("\u{1b}[31mred", "<U+001B>[31mred"),
            ("a\tb\r\n", "a<U+0009>b<U+000D><U+000A>"),
            ("\u{9b}x\u{7f}", "<U+009B>x<U+007F>"),
            ("a\u{200b}b\u{ad}", "a<U+200B>b<U+00AD>"),
            ("\u{2066}x\u{2069}", "<U+2066>x<U+2069>"),
            ("\u{e000}\u{378}\u{3164}", "<U+E000><U+0378><U+3164>"),
            ("\u{e0041}", "<U+E0041>"),
        ];
        for (text, shown) in cases {
            assert_eq!(line(text), shown);
        }
    }

    #[test]
    fn a_block_keeps_its_layout() {
        assert_eq!(block("a\n\tb\u{1b}]8;;x\u{7}"), "a\n\tb<U+001B>]8;;x<U+0007>");
        assert_eq!(block("x\u{202e}y"), "x<U+202E>y");
    }
}

//! The names of groff's glyphs (`groff_char(7)`).

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

/// One glyph a line: its name, a blank, its text.
static NAMED: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| include_str!("glyphs.txt").lines().filter_map(|line| line.split_once(' ')).collect());

/// The text of a glyph: by name, or `uXXXX` with further code points after underscores.
pub fn text(name: &str) -> Option<Cow<'static, str>> {
    if let Some(text) = NAMED.get(name) {
        return Some(Cow::Borrowed(text));
    }
    let points = name.strip_prefix('u')?.split('_');
    let decomposed: Option<String> =
        points.map(|point| u32::from_str_radix(point, 16).ok().and_then(char::from_u32)).collect();
    Some(Cow::Owned(decomposed?.nfc().collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_code_points() {
        let cases = [
            ("bu", Some("•")),
            ("hy", Some("-")),
            ("fi", Some("ﬁ")),
            ("u0065_0301", Some("é")),
            ("u4E16", Some("世")),
            ("u110000", None),
            ("nosuch", None),
            ("u", None),
        ];
        for (name, expected) in cases {
            assert_eq!(text(name).as_deref(), expected, "{name}");
        }
    }
}

//! Info text without its marks for programs.

/// The text with images as the words that stand for them, and without the colours of a terminal.
pub fn clean(text: &str) -> String {
    without_colours(&without_marks(text))
}

/// Images by the words that stand for them; the mark of an index is no text.
fn without_marks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, mark)) = rest.split_once("\0\u{8}[") {
        out.push_str(before);
        let (mark, after) = mark.split_once("\0\u{8}]").unwrap_or((mark, ""));
        if mark.starts_with("image") {
            let words = ["text", "alt", "src"].iter().find_map(|name| attribute(mark, name));
            out.push_str(&words.unwrap_or_default());
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Some manuals hold a terminal's colours; the words between them are the text.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != ';');
        match end.filter(|end| part[*end..].starts_with('m')) {
            Some(end) => out.push_str(&part[end + 1..]),
            None => out.extend(["\u{1b}[", part]),
        }
    }
    out
}

/// `name="value"`, with backslashes before quotes in it.
fn attribute(mark: &str, name: &str) -> Option<String> {
    let (_, rest) = mark.split_once(&format!("{name}=\""))?;
    let mut value = String::new();
    let mut chars = rest.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => value.extend(chars.next()),
            c => value.push(c),
        }
    }
    Some(value).filter(|value| !value.trim().is_empty())
}

//! References and quoted words inside Info text.

use super::reference::{self, Map, Reference};
use crate::document::model::{Spans, Style};

/// Text with its references as links and what stands in single quotes as code.
pub fn spans(text: &str, map: &Map<'_>) -> Spans {
    let mut out = Spans::default();
    let mut rest = text;
    while let Some((before, note, reference)) = next_note(rest) {
        quoted(&mut out, before);
        push_note(&mut out, before, note, &reference, map);
        rest = &rest[before.len() + note.len() + reference.length..];
    }
    quoted(&mut out, rest);
    out
}

/// The text before the next reference, its `*note` with the blanks after it, and the reference.
fn next_note(text: &str) -> Option<(&str, &str, Reference)> {
    let mut from = 0;
    loop {
        let at = from + find_note(&text[from..])?;
        let rest = &text[at + 5..];
        let blanks = rest.len() - rest.trim_start().len();
        if blanks > 0
            && let Some(reference) = reference::read(&rest[blanks..], false)
        {
            return Some((&text[..at], &text[at..at + 5 + blanks], reference));
        }
        from = at + 5;
    }
}

fn find_note(text: &str) -> Option<usize> {
    text.match_indices('*').map(|(at, _)| at).find(|at| {
        let word = text.get(at + 1..at + 5);
        word.is_some_and(|word| word.eq_ignore_ascii_case("note"))
    })
}

/// A link with the word `see` before it where the sentence needs one.
fn push_note(out: &mut Spans, before: &str, note: &str, reference: &Reference, map: &Map<'_>) {
    let before = before.trim_end();
    let see = match before.chars().next_back() {
        Some('(' | ',' | ';' | '—' | '-') if note.starts_with("*note") => "see ",
        None | Some('.' | ':' | '!' | '?' | '(' | ',' | ';' | '—' | '-') => "See ",
        _ => "",
    };
    out.push_plain(see);
    map.link(&reference.label, reference.file.as_deref(), &reference.node, out);
    // The delimiter after a node's name is the sentence's own.
    if let Some(delimiter) = reference.delimiter {
        out.push_plain(delimiter.encode_utf8(&mut [0; 4]));
    }
}

/// Longer stretches in quotes are speech, not names.
const LONGEST: usize = 60;

/// Names in single quotes get the face of code; the quotes stay.
fn quoted(out: &mut Spans, text: &str) {
    let mut rest = text;
    while let Some((before, inner, after)) = next_quoted(rest) {
        out.push_plain(before);
        out.push(inner, Style::CODE, None);
        rest = after;
    }
    out.push_plain(rest);
}

fn next_quoted(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let at = from + text[from..].find(['‘', '\'', '`'])?;
        let open = text[at..].chars().next()?;
        let start = at + open.len_utf8();
        let close = if open == '‘' { '’' } else { '\'' };
        let starts_word = !text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
        let near = text[start..].char_indices().take_while(|(at, _)| *at <= LONGEST);
        let end = near.into_iter().find(|(_, c)| *c == close).map(|(end, _)| start + end);
        if let Some(end) = end.filter(|end| starts_word && is_name(&text[start..*end])) {
            return Some((&text[..start], &text[start..end], &text[end..]));
        }
        from = start;
    }
}

fn is_name(inner: &str) -> bool {
    !inner.is_empty() && inner.len() <= LONGEST && !inner.starts_with(' ') && !inner.contains(['\n', '‘'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let mark = |span: &crate::document::model::Span| match &span.link {
            Some(uri) => format!("[{}]({uri})", span.text),
            None if span.style.code => format!("`{}`", span.text),
            None => span.text.clone(),
        };
        spans(text, &Map::unknown("x")).0.iter().map(mark).collect()
    }

    #[test]
    fn hostile_texts_are_read_once() {
        for part in ["‘a ", "`a", "*note ", "*note a: (b, ", "*note a: b", "*note \x7f"] {
            spans(&part.repeat((1 << 19) / part.len()), &Map::unknown("x"));
        }
    }

    #[test]
    fn references_read_as_sentences() {
        let cases = [
            ("Also see *note Common options::.", "Also see [Common options](info:(x)Common%20options)."),
            ("*Note A: B. Then", "See [A](info:(x)B). Then"),
            ("(*note (gcc)Top::)", "(see [(gcc)Top](info:(gcc)Top))"),
            ("*note X: (/etc/passwd)Top.", "See X."),
            ("a *note", "a *note"),
            ("use ‘ls -l’ or 'x'", "use ‘`ls -l`’ or '`x`'"),
            ("don't and can't", "don't and can't"),
        ];
        for (text, expected) in cases {
            assert_eq!(shown(text), expected, "{text}");
        }
    }
}

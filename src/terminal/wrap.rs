//! Filling: text to lines of a width.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::document::model::Spans;
use crate::document::spans::Cutter;

/// Columns that a text takes.
pub fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// The lines of a text, each at most `width` columns unless one word is longer; line breaks in it stay.
pub fn wrap(spans: &Spans, width: usize) -> Vec<Spans> {
    if spans.0.iter().any(|span| span.text.contains('\n')) {
        return spans.lines().iter().flat_map(|line| wrap_line(line, width)).collect();
    }
    wrap_line(spans, width)
}

/// A line so far, as bytes from and to, and its columns.
struct Line {
    from: usize,
    to: usize,
    columns: usize,
    /// Whether its words are divided by something else than one blank each.
    loose: bool,
}

impl Line {
    fn cut(&self, cutter: &mut Cutter<'_>) -> Spans {
        let spans = cutter.cut(self.from, self.to);
        if self.loose { single_spaced(&spans) } else { spans }
    }
}

fn wrap_line(spans: &Spans, most: usize) -> Vec<Spans> {
    let text = spans.text();
    let mut cutter = spans.cutter();
    let mut lines = Vec::new();
    let mut line: Option<Line> = None;
    for (from, to) in words(&text) {
        let more = width(&text[from..to]);
        line = match line {
            Some(line) if line.columns + usize::from(line.to < from) + more <= most => Some(Line {
                from: line.from,
                to,
                columns: line.columns + usize::from(line.to < from) + more,
                loose: line.loose || !matches!(&text[line.to..from], "" | " "),
            }),
            full => {
                lines.extend(full.map(|line| line.cut(&mut cutter)));
                Some(Line { from, to, columns: more, loose: false })
            }
        };
    }
    lines.extend(line.map(|line| line.cut(&mut cutter)));
    if lines.is_empty() { vec![Spans::default()] } else { lines }
}

/// Stretches that are not broken, as bytes from and to: words, and single characters of scripts without blanks.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words: Vec<(usize, usize)> = Vec::new();
    let mut open = false;
    for (at, c) in text.char_indices() {
        if is_blank(c) {
            open = false;
            continue;
        }
        let end = at + c.len_utf8();
        let wide = !c.is_ascii() && c.width() == Some(2) && !closes(c);
        match words.last_mut() {
            Some(last) if open && !wide => last.1 = end,
            _ => words.push((at, end)),
        }
        // After a wide character a line may be broken, before closing punctuation not.
        open = !wide || next_closes(&text[end..]);
    }
    words
}

fn next_closes(rest: &str) -> bool {
    rest.chars().next().is_some_and(closes)
}

/// Punctuation that may not start a line.
fn closes(c: char) -> bool {
    ".,:;!?)]}、。，．：；！？）］｝」』】〉》ーっッゃゅょャュョ".contains(c)
}

const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// Runs of blanks inside a filled line say no more than one.
fn single_spaced(line: &Spans) -> Spans {
    let mut out = Spans::default();
    let mut blank = false;
    for span in &line.0 {
        let mut text = String::with_capacity(span.text.len());
        for c in span.text.chars() {
            let skip = is_blank(c) && blank;
            blank = is_blank(c);
            if !skip {
                text.push(if blank { ' ' } else { c });
            }
        }
        out.push(&text, span.style, span.link.as_deref());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_and_keeps_breaks() {
        let cases: &[(&str, usize, &[&str])] = &[
            ("one two  three", 9, &["one two", "three"]),
            ("a\nb c", 80, &["a", "b c"]),
            ("incomprehensible x", 5, &["incomprehensible", "x"]),
            ("世界の人。", 4, &["世界", "の", "人。"]),
            ("", 10, &[""]),
            ("  x ", 10, &["x"]),
        ];
        for (text, width, expected) in cases {
            let lines: Vec<String> = wrap(&Spans::plain(*text), *width).iter().map(Spans::text).collect();
            assert_eq!(lines, *expected, "{text:?}");
        }
    }
}

//! mandoc's text for a terminal (bold and underlined by overstriking) to rows of cells: the second way to format a
//! page, where groff is not installed. It says less about the page, so that more is told by the look.

use std::io::{self, BufRead};
use std::iter::Peekable;
use std::str::Chars;

use super::output::Drawing;
use super::row::{Row, columns};
use crate::document::model::Style;

/// The longest line that mandoc accepts, in columns.
pub const LINE: i32 = 1000;

/// A row that reaches this far was broken because it was full.
const FULL: i32 = LINE - 60;

/// A term beside its text is no longer than this, in columns.
const TERM: i32 = 30;

/// Reads the text as it comes.
///
/// # Errors
/// Those of reading.
pub fn parse(output: impl BufRead) -> io::Result<Drawing> {
    let mut rows = Vec::new();
    for (line, text) in (0..).zip(output.split(b'\n')) {
        rows.push(row(line, &String::from_utf8_lossy(&text?)));
    }
    rows.retain(|row| !row.is_blank());
    Ok(Drawing { rows, strokes: Vec::new(), full: FULL })
}

fn row(line: i32, text: &str) -> Row {
    let mut row = Row { line, filled: true, ..Row::default() };
    let mut column = 0;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let (c, style) = struck(c, &mut chars);
        let mut bytes = [0; 4];
        let text = c.encode_utf8(&mut bytes);
        if !matches!(c, ' ' | '\u{a0}') {
            row.put(column, text, style);
        }
        column += columns(text);
    }
    row.settle();
    row.indent = indent(&row);
    row
}

/// A character with what is struck over it: after a backspace the same one means bold, an underline before it italic.
fn struck(mut c: char, rest: &mut Peekable<Chars<'_>>) -> (char, Style) {
    let mut style = Style::PLAIN;
    while rest.next_if_eq(&'\u{8}').is_some() {
        // A wide character takes two steps back.
        while rest.next_if_eq(&'\u{8}').is_some() {}
        let Some(over) = rest.next() else { break };
        style.bold |= over == c;
        style.italic |= c == '_' && over != '_';
        c = over;
    }
    (c, style)
}

/// Where the text of a row starts: behind a short term or mark, else at its first character.
fn indent(row: &Row) -> i32 {
    let start = row.start();
    if (1..=3).contains(&start) {
        // A heading of the second level.
        return start + 1;
    }
    match row.pieces(2)[..] {
        [(_, end), (next, _), ..]
            if end - start <= TERM && next - start <= TERM && is_term(row, end - start) =>
        {
            next
        }
        _ => start,
    }
}

/// A term is bold, a mark is short; a sentence with two blanks behind it is neither.
fn is_term(row: &Row, length: i32) -> bool {
    row.starts_bold() || length <= 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overstrikes_and_terms() {
        let bold = |text: &str| text.chars().flat_map(|c| [c, '\u{8}', c]).collect::<String>();
        let text = format!(
            "{}\n       {}      Show _\u{8}a.\n\n       One sentence.  Two.\n",
            bold("NAME"),
            bold("-a")
        );
        let rows = parse(text.as_bytes()).unwrap().rows;
        let shape: Vec<_> = rows
            .iter()
            .map(|row| (row.line, row.start(), row.indent, row.starts_bold(), row.all().text()))
            .collect();
        let expected = [
            (0, 0, 0, true, "NAME".to_owned()),
            (1, 7, 15, true, "-a      Show a.".to_owned()),
            (3, 7, 7, false, "One sentence.  Two.".to_owned()),
        ];
        assert_eq!(shape, expected);
        assert!(rows[1].all().0.iter().any(|span| span.style.italic && span.text == "a"));
    }
}

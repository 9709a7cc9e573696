//! mandoc's text for a terminal (bold and underlined by overstriking) to rows of cells: the second way to format a
//! page, where groff is not installed. It says less about the page, so that more is told by the look.

use unicode_width::UnicodeWidthChar;

use super::output::Drawing;
use super::row::{Cell, Row};
use crate::document::model::Style;

/// The longest line that mandoc accepts, in columns.
pub const LINE: i32 = 1000;

/// A row that reaches this far was broken because it was full.
const FULL: i32 = LINE - 60;

/// A term beside its text is no longer than this, in columns.
const TERM: i32 = 30;

/// Reads the whole text.
pub fn parse(text: &str) -> Drawing {
    let rows = (0..).zip(text.lines()).map(|(line, text)| row(line, text)).filter(|row| !row.is_blank());
    Drawing { rows: rows.collect(), strokes: Vec::new(), full: FULL }
}

fn row(line: i32, text: &str) -> Row {
    let mut row = Row { line, filled: true, ..Row::default() };
    let mut column = 0;
    let mut back = None;
    for c in text.chars() {
        let width = i32::try_from(c.width().unwrap_or(0)).unwrap_or(0);
        match c {
            '\u{8}' => back = Some(column - 1),
            ' ' | '\u{a0}' => column += 1,
            _ if width == 0 => row.combine(column, c.encode_utf8(&mut [0; 4])),
            _ => {
                let under = back.take().and_then(|at| row.take(at));
                // After a backspace the same character means bold, an underline italic.
                column = under.as_ref().map_or(column, |cell| cell.column);
                let style = under.map_or(Style::PLAIN, |cell| struck(&cell, c));
                row.put(Cell { column, text: c.to_string(), style });
                column += width;
            }
        }
    }
    row.indent = indent(&row);
    row
}

fn struck(under: &Cell, c: char) -> Style {
    let mut style = under.style;
    if under.text == "_" {
        style.italic = true;
    } else if under.text.chars().eq([c]) {
        style.bold = true;
    }
    style
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
        let rows = parse(&text).rows;
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

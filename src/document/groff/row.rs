//! One line of formatted output: text at columns.

use unicode_width::UnicodeWidthStr;

use crate::document::model::{Spans, Style};

/// More blank columns than these in a line say no more.
const WIDEST: usize = 500;

/// A stretch of text of one look, whose words are one blank apart. Its text ends where that of the next run begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    /// The column of its first character.
    column: i32,
    /// The column after its last character.
    end: i32,
    /// Where it begins in the row's text, in bytes.
    from: usize,
    style: Style,
}

/// A part of a row: its first column, the column after it, its text and look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part<'a> {
    column: i32,
    end: i32,
    text: &'a str,
    style: Style,
}

/// A line, with the state of the formatter when it was written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    /// Its place on the page, in lines.
    pub line: i32,
    /// The column where the text in force starts.
    pub indent: i32,
    /// Whether the text is filled; if not, it stands as the author broke it.
    pub filled: bool,
    /// The number of the table that it belongs to.
    pub table: Option<u32>,
    /// The level, where the macros say that it is a heading.
    pub heading: Option<u8>,
    /// Whether the macros say that it starts with a tag.
    pub tag: bool,
    pub(super) text: String,
    pub(super) runs: Vec<Run>,
    /// Whether something was printed to the left of what was there.
    pub(super) disordered: bool,
}

impl Row {
    /// Prints text without blanks from a column on.
    pub fn put(&mut self, column: i32, text: &str, style: Style) {
        let width = columns(text);
        let end = column.saturating_add(width);
        match self.runs.last_mut() {
            // A mark combines with what stands before it, whatever its look.
            Some(last) if last.end == column && (last.style == style || width == 0) => last.end = end,
            Some(last) if last.end + 1 == column && last.style == style && width > 0 => {
                last.end = end;
                self.text.push(' ');
            }
            None if width == 0 => return,
            last => {
                self.disordered |= last.is_some_and(|last| column < last.end);
                self.runs.push(Run { column, end, from: self.text.len(), style });
            }
        }
        self.text.push_str(text);
    }

    /// Puts what was printed in the order of columns. Of two characters in one place the later stays, but never an
    /// underline; twice the same is bold.
    pub fn settle(&mut self) {
        if !self.disordered {
            return;
        }
        let cells = self.parts(i32::MIN, i32::MAX).flat_map(characters);
        let mut cells: Vec<Part<'_>> = cells.filter(|cell| cell.text != " ").collect();
        // A mark stands at the column after its character.
        cells.sort_by_key(|cell| (cell.column, cell.end > cell.column));
        cells.dedup_by(|later, kept| {
            let same_place =
                kept.column == later.column && later.end > later.column && kept.end > kept.column;
            if same_place && kept.text == later.text {
                kept.style.bold = true;
            } else if same_place && later.text != "_" {
                *kept = *later;
            }
            same_place
        });
        let mut row = self.bare();
        for cell in cells {
            row.put(cell.column, cell.text, cell.style);
        }
        *self = Self { disordered: false, ..row };
    }

    /// Whether nothing is to be seen on it.
    pub const fn is_blank(&self) -> bool {
        self.runs.is_empty()
    }

    /// The column of its first character.
    pub fn start(&self) -> i32 {
        self.runs.first().map_or(0, |run| run.column)
    }

    /// The column after its last character.
    pub fn end(&self) -> i32 {
        self.runs.last().map_or(0, |run| run.end)
    }

    /// Whether everything is bold.
    pub fn is_bold(&self) -> bool {
        !self.runs.is_empty() && self.runs.iter().all(|run| run.style.bold)
    }

    /// Whether its first character is bold.
    pub fn starts_bold(&self) -> bool {
        self.runs.first().is_some_and(|run| run.style.bold)
    }

    /// Whether text starts in this column, after at least one blank column.
    pub fn starts_at(&self, column: i32) -> bool {
        let there = self.last_run(column + 1).filter(|run| run.end > column).is_some_and(|run| {
            let wanted = column - run.column;
            place(self.text_from(run), wanted).1 == wanted
        });
        there && self.end_before(column).is_none_or(|end| end < column)
    }

    /// Where the text before this column ends.
    pub fn end_before(&self, column: i32) -> Option<i32> {
        let run = self.last_run(column)?;
        let (at, _) = place(self.text_from(run), column - run.column);
        let after_blank = run.end > column && self.text_from(run)[..at].ends_with(' ');
        Some(run.end.min(column - i32::from(after_blank)))
    }

    /// The last run that starts before a column.
    fn last_run(&self, column: i32) -> Option<&Run> {
        let place = self.runs.partition_point(|run| run.column < column);
        place.checked_sub(1).and_then(|place| self.runs.get(place))
    }

    /// The row's text from the start of a run on.
    fn text_from(&self, run: &Run) -> &str {
        self.text.get(run.from..).unwrap_or_default()
    }

    /// The stretches of text that stand apart by `gap` columns or more, as columns from and to.
    pub fn pieces(&self, gap: i32) -> Vec<(i32, i32)> {
        let mut pieces: Vec<(i32, i32)> = Vec::new();
        for run in &self.runs {
            match pieces.last_mut() {
                Some((_, end)) if run.column - *end < gap => *end = run.end,
                _ => pieces.push((run.column, run.end)),
            }
        }
        pieces
    }

    /// Cut in two: what stands before a column, and what stands there and after.
    pub fn split(&self, column: i32) -> (Self, Self) {
        let (mut left, mut right) = (self.bare(), Self { tag: false, ..self.bare() });
        self.parts(i32::MIN, column).for_each(|part| left.put(part.column, part.text, part.style));
        self.parts(column, i32::MAX).for_each(|part| right.put(part.column, part.text, part.style));
        (left, right)
    }

    /// The text of some columns, blanks kept, without those before its first character.
    pub fn spans(&self, from: i32, to: i32) -> Spans {
        let mut spans = Spans::default();
        self.write(from, to, &mut spans);
        spans
    }

    /// All its text.
    pub fn all(&self) -> Spans {
        self.spans(i32::MIN, i32::MAX)
    }

    /// Adds the text of some columns.
    pub fn write(&self, from: i32, to: i32, spans: &mut Spans) {
        let mut end: Option<(i32, Style)> = None;
        for part in self.parts(from, to) {
            if let Some((column, style)) = end {
                // A blank between two words of one look belongs to them, so that a term stays one span.
                let style = if style == part.style { style } else { Style::PLAIN };
                match usize::try_from(part.column - column).unwrap_or(0) {
                    1 => spans.push(" ", style, None),
                    blanks => spans.push(&" ".repeat(blanks.min(WIDEST)), style, None),
                }
            }
            spans.push(part.text, part.style, None);
            end = Some((part.end, part.style));
        }
    }

    /// The same row with nothing printed on it.
    fn bare(&self) -> Self {
        Self {
            line: self.line,
            indent: self.indent,
            filled: self.filled,
            table: self.table,
            heading: self.heading,
            tag: self.tag,
            ..Self::default()
        }
    }

    /// What stands in some columns, in order of printing.
    fn parts(&self, from: i32, to: i32) -> impl Iterator<Item = Part<'_>> {
        let ends = self.runs.iter().skip(1).map(|run| run.from).chain([self.text.len()]);
        let whole = self.runs.iter().zip(ends).map(|(run, end)| Part {
            column: run.column,
            end: run.end,
            text: self.text.get(run.from..end).unwrap_or_default(),
            style: run.style,
        });
        let near = whole.filter(move |part| part.column < to && part.end > from);
        near.filter_map(
            move |part| {
                if part.column >= from && part.end <= to { Some(part) } else { cut(part, from, to) }
            },
        )
    }
}

/// The characters of a part that start in some columns.
fn cut(part: Part<'_>, from: i32, to: i32) -> Option<Part<'_>> {
    let (start, skipped) = place(part.text, from.saturating_sub(part.column));
    let (end, covered) = place(part.text, to.saturating_sub(part.column));
    let text = part.text.get(start..end)?;
    let column = part.column + skipped + i32::from(text.starts_with(' '));
    let end = part.column + covered - i32::from(text.ends_with(' '));
    let text = Some(text.trim_matches(' ')).filter(|text| !text.is_empty())?;
    Some(Part { column, end, text, style: part.style })
}

/// The first character that starts in this column of a text or after it: where it is in bytes, and its column.
fn place(text: &str, wanted: i32) -> (usize, i32) {
    let mut column = 0;
    for (at, c) in text.char_indices() {
        let width = columns(c.encode_utf8(&mut [0; 4]));
        // A mark belongs to the character before it.
        if column >= wanted && width > 0 {
            return (at, column);
        }
        column += width;
    }
    (text.len(), column)
}

/// The characters of a part, each with its columns.
fn characters(part: Part<'_>) -> impl Iterator<Item = Part<'_>> {
    let mut column = part.column;
    part.text.char_indices().map(move |(at, c)| {
        let text = &part.text[at..at + c.len_utf8()];
        let end = column + columns(text);
        let cell = Part { column, end, text, style: part.style };
        column = end;
        cell
    })
}

/// Columns that a text takes.
pub fn columns(text: &str) -> i32 {
    let width = if text.is_ascii() { text.len() } else { text.width() };
    i32::try_from(width).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> Row {
        let mut row = Row::default();
        for (column, c) in (0..).zip(text.chars()).filter(|(_, c)| *c != ' ') {
            row.put(column, c.encode_utf8(&mut [0; 4]), Style::PLAIN);
        }
        row
    }

    #[test]
    fn cuts_by_columns() {
        let row = row("-a   show  all");
        assert_eq!(row.spans(0, 5).text(), "-a");
        assert_eq!(row.spans(5, 99).text(), "show  all");
        assert_eq!(row.spans(1, 7).text(), "a   sh");
        assert_eq!(row.pieces(2), [(0, 2), (5, 9), (11, 14)]);
        assert!(row.starts_at(5) && !row.starts_at(6) && !row.starts_at(4));
        assert_eq!(row.end_before(5), Some(2));
        let (left, right) = row.split(6);
        assert_eq!((left.all().text(), right.all().text()), ("-a   s".into(), "how  all".into()));
    }

    #[test]
    fn wide_characters_and_marks() {
        let mut row = Row::default();
        row.put(3, "世e\u{301}x", Style::PLAIN);
        row.put(7, "\u{302}", Style::BOLD);
        assert_eq!((row.end(), row.spans(5, 6).text()), (7, "e\u{301}".into()));
        assert_eq!(row.spans(6, 9), Spans::plain("x\u{302}"));
    }

    #[test]
    fn overprints() {
        let mut row = row("ab c");
        row.put(0, "a", Style::PLAIN);
        row.put(1, "_", Style::PLAIN);
        row.put(3, "d", Style::PLAIN);
        row.put(2, "\u{301}", Style::PLAIN);
        row.settle();
        assert_eq!(row.all().text(), "ab\u{301} d");
        assert_eq!(row.all().0[0], Spans::styled("a", Style::BOLD).0[0]);
        let settled = row.clone();
        row.settle();
        assert_eq!(row, settled);
    }
}

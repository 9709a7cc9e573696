//! One line of formatted output: cells at columns.

use unicode_width::UnicodeWidthStr;

use crate::document::model::{Spans, Style};

/// More blank columns than these in a line say no more.
const WIDEST: usize = 500;

/// One character cell, or two for a wide character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Its column.
    pub column: i32,
    /// Its text: one character with what combines with it, or a ligature's letters.
    pub text: String,
    /// Its look.
    pub style: Style,
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
    pub(super) cells: Vec<Cell>,
}

impl Row {
    /// Puts a cell in its place; of two in one place the later stays, but never a blank or an underline.
    pub fn put(&mut self, cell: Cell) {
        let place = self.cells.partition_point(|other| other.column < cell.column);
        match self.cells.get_mut(place) {
            Some(other) if other.column == cell.column => {
                if other.text == cell.text {
                    other.style.bold = true;
                } else if cell.text != "_" {
                    *other = cell;
                }
            }
            _ => self.cells.insert(place, cell),
        }
    }

    /// Takes away the cell that covers this column.
    pub fn take(&mut self, column: i32) -> Option<Cell> {
        let place = self.cells.iter().rposition(|cell| (cell.column..cell.end()).contains(&column))?;
        Some(self.cells.remove(place))
    }

    /// Adds a combining mark to the cell before this column.
    pub fn combine(&mut self, column: i32, mark: &str) {
        let place = self.cells.partition_point(|other| other.column < column);
        if let Some(cell) = place.checked_sub(1).and_then(|place| self.cells.get_mut(place)) {
            cell.text.push_str(mark);
        }
    }

    /// Whether nothing is to be seen on it.
    pub fn is_blank(&self) -> bool {
        self.cells.is_empty()
    }

    /// The column of its first cell.
    pub fn start(&self) -> i32 {
        self.cells.first().map_or(0, |cell| cell.column)
    }

    /// The column after its last cell.
    pub fn end(&self) -> i32 {
        self.cells.last().map_or(0, Cell::end)
    }

    /// Whether everything is bold.
    pub fn is_bold(&self) -> bool {
        !self.cells.is_empty() && self.cells.iter().all(|cell| cell.style.bold)
    }

    /// Whether its first character is bold.
    pub fn starts_bold(&self) -> bool {
        self.cells.first().is_some_and(|cell| cell.style.bold)
    }

    /// Whether a cell starts in this column, after at least one blank column.
    pub fn starts_at(&self, column: i32) -> bool {
        let place = self.cells.partition_point(|cell| cell.column < column);
        let starts = self.cells.get(place).is_some_and(|cell| cell.column == column);
        starts && self.end_before(column).is_none_or(|end| end < column)
    }

    /// Where the text before this column ends.
    pub fn end_before(&self, column: i32) -> Option<i32> {
        let place = self.cells.partition_point(|cell| cell.column < column);
        place.checked_sub(1).and_then(|place| self.cells.get(place)).map(Cell::end)
    }

    /// The stretches of text that stand apart by `gap` columns or more, as columns from and to.
    pub fn pieces(&self, gap: i32) -> Vec<(i32, i32)> {
        let mut pieces: Vec<(i32, i32)> = Vec::new();
        for cell in &self.cells {
            match pieces.last_mut() {
                Some((_, end)) if cell.column - *end < gap => *end = cell.end(),
                _ => pieces.push((cell.column, cell.end())),
            }
        }
        pieces
    }

    /// Cut in two: what stands before a column, and what stands there and after.
    pub fn split(mut self, column: i32) -> (Self, Self) {
        let place = self.cells.partition_point(|cell| cell.column < column);
        let rest = self.cells.split_off(place);
        let right = Self { cells: rest, tag: false, ..self.clone() };
        (self, right)
    }

    /// The text of some columns, blanks kept, without those before its first cell.
    pub fn spans(&self, from: i32, to: i32) -> Spans {
        let mut spans = Spans::default();
        let mut end: Option<(i32, Style)> = None;
        for cell in self.cells.iter().filter(|cell| (from..to).contains(&cell.column)) {
            if let Some((column, style)) = end {
                // A blank between two cells of one look belongs to them, so that a term stays one span.
                let style = if style == cell.style { style } else { Style::PLAIN };
                let blanks = usize::try_from(cell.column - column).unwrap_or(0).min(WIDEST);
                spans.push(&" ".repeat(blanks), style, None);
            }
            spans.push(&cell.text, cell.style, None);
            end = Some((cell.end(), cell.style));
        }
        spans
    }

    /// All its text.
    pub fn all(&self) -> Spans {
        self.spans(i32::MIN, i32::MAX)
    }
}

impl Cell {
    /// The column after it.
    pub fn end(&self) -> i32 {
        self.column + i32::try_from(self.text.width().max(1)).unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> Row {
        let mut row = Row::default();
        for (column, c) in (0..).zip(text.chars()).filter(|(_, c)| *c != ' ') {
            row.put(Cell { column, text: c.to_string(), style: Style::PLAIN });
        }
        row
    }

    #[test]
    fn cuts_by_columns() {
        let row = row("-a   show  all");
        assert_eq!(row.spans(0, 5).text(), "-a");
        assert_eq!(row.spans(5, 99).text(), "show  all");
        assert_eq!(row.pieces(2), [(0, 2), (5, 9), (11, 14)]);
        assert!(row.starts_at(5) && !row.starts_at(6) && !row.starts_at(4));
        assert_eq!(row.end_before(5), Some(2));
    }

    #[test]
    fn overstrikes() {
        let mut row = row("ab");
        row.put(Cell { column: 0, text: "a".into(), style: Style::PLAIN });
        row.put(Cell { column: 1, text: "_".into(), style: Style::PLAIN });
        row.combine(2, "\u{301}");
        assert_eq!(row.all().text(), "ab\u{301}");
        assert!(row.all().0[0].style.bold);
    }
}

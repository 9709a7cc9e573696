//! Tables in columns.

use super::wrap::{width, wrap};
use crate::document::model::{Cell, Spans, Table};

/// Blank columns between two cells.
const BETWEEN: usize = 2;
/// The fewest columns that a column of text is narrowed to.
const LEAST: usize = 8;

/// The lines of a table, at most `room` columns wide where its columns can be narrowed so far.
pub fn lines(table: &Table, room: usize) -> Vec<Spans> {
    let widths = fit(natural(table), room);
    let mut lines = Vec::new();
    for (number, row) in table.rows.iter().enumerate() {
        if number > 0 && number == table.head {
            let total = widths.iter().sum::<usize>() + BETWEEN * widths.len().saturating_sub(1);
            lines.push(Spans::plain("─".repeat(total)));
        }
        lines.extend(row_lines(row, &widths));
    }
    lines
}

/// The columns that each column needs when nothing is wrapped.
fn natural(table: &Table) -> Vec<usize> {
    let mut widths: Vec<usize> = Vec::new();
    for row in &table.rows {
        let mut column = 0;
        for cell in row {
            if widths.len() < column + cell.columns {
                widths.resize(column + cell.columns, 0);
            }
            if cell.columns == 1 {
                let longest = cell.spans.text().lines().map(width).max().unwrap_or(0);
                widths[column] = widths[column].max(longest);
            }
            column += cell.columns;
        }
    }
    widths
}

/// Narrows the widest columns until the table fits.
fn fit(mut widths: Vec<usize>, room: usize) -> Vec<usize> {
    let gaps = BETWEEN * widths.len().saturating_sub(1);
    loop {
        let excess = (widths.iter().sum::<usize>() + gaps).saturating_sub(room);
        let Some(widest) = widths.iter().copied().max().filter(|widest| *widest > LEAST) else {
            return widths;
        };
        if excess == 0 {
            return widths;
        }
        let next = widths.iter().copied().filter(|width| *width < widest).max().unwrap_or(LEAST).max(LEAST);
        let count = widths.iter().filter(|width| **width == widest).count();
        let less = excess.div_ceil(count).min(widest - next).max(1);
        widths.iter_mut().filter(|width| **width == widest).for_each(|width| *width -= less);
    }
}

fn row_lines(row: &[Cell], widths: &[usize]) -> Vec<Spans> {
    let mut column = 0;
    let mut cells = Vec::new();
    for cell in row {
        let end = (column + cell.columns).min(widths.len());
        let room = widths[column.min(end)..end].iter().sum::<usize>()
            + BETWEEN * (end - column.min(end)).saturating_sub(1);
        cells.push((wrap(&cell.spans, room.max(1)), room, cell.right));
        column = end;
    }
    let height = cells.iter().map(|(lines, ..)| lines.len()).max().unwrap_or(0);
    (0..height).map(|line| join(&cells, line)).collect()
}

fn join(cells: &[(Vec<Spans>, usize, bool)], line: usize) -> Spans {
    let mut out = Spans::default();
    for (number, (lines, room, right)) in cells.iter().enumerate() {
        if number > 0 {
            out.push_plain(&" ".repeat(BETWEEN));
        }
        let empty = Spans::default();
        let text = lines.get(line).unwrap_or(&empty);
        let blank = " ".repeat(room.saturating_sub(width(&text.text())));
        if *right {
            out.push_plain(&blank);
        }
        out.append(text);
        if !*right {
            out.push_plain(&blank);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str, columns: usize) -> Cell {
        Cell { columns, ..Cell::of(Spans::plain(text)) }
    }

    #[test]
    fn columns_line_up_and_wrap() {
        let rows = vec![
            vec![cell("name", 1), cell("what it does", 1)],
            vec![cell("a", 1), cell("some words that go over the line", 1)],
            vec![cell("all of it", 2)],
        ];
        let table = Table { head: 1, ruled: false, rows };
        let lines: Vec<String> =
            lines(&table, 26).iter().map(|line| line.text().trim_end().to_owned()).collect();
        let expected = [
            "name  what it does",
            "──────────────────────────",
            "a     some words that go",
            "      over the line",
            "all of it",
        ];
        assert_eq!(lines, expected);
    }
}

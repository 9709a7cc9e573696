//! Tables from the places of their cells: the columns are where a line was drawn, or where nearly nothing stands.

use super::output::Stroke;
use super::row::Row;
use crate::document::model::{Cell, Spans, Table};

/// Reads the rows of one table; `None` when they show a single column.
pub fn table(rows: &[Row], strokes: &[Stroke]) -> Option<Table> {
    let borders = borders(rows, strokes);
    if borders.is_empty() {
        return None;
    }
    let rules = rules(rows, strokes);
    let drawn = strokes.iter().any(|stroke| stroke.height > 0);
    let groups = if drawn && rules.len() > 1 { between(rows, &rules) } else { singly(rows, borders[0]) };
    let groups: Vec<&[Row]> = groups.into_iter().flat_map(|group| divided(group, borders[0])).collect();
    let head = head(&groups, &rules);
    let rows = groups.iter().map(|group| cells(group, &borders)).collect();
    Some(Table { head, ruled: drawn, rows })
}

/// The columns between two cells: at a drawn line, else in the middle of a gap.
fn borders(rows: &[Row], strokes: &[Stroke]) -> Vec<i32> {
    let left = rows.iter().map(Row::start).min().unwrap_or(0);
    let right = rows.iter().map(Row::end).max().unwrap_or(0);
    let mut drawn: Vec<i32> = strokes.iter().filter(|stroke| stroke.height > 0).map(|s| s.column).collect();
    drawn.retain(|column| (left + 1..right).contains(column));
    drawn.sort_unstable();
    drawn.dedup();
    if drawn.is_empty() { gaps(rows, left, right) } else { drawn }
}

/// Stretches of at least two columns that at most a quarter of the rows cross, or one of three: those are rows with a
/// spanning cell.
fn gaps(rows: &[Row], left: i32, right: i32) -> Vec<i32> {
    let width = usize::try_from(right - left).unwrap_or(0);
    let mut crossed = vec![0_usize; width];
    let place = |column: i32| usize::try_from(column - left).unwrap_or(0).min(width);
    for (from, to) in rows.iter().flat_map(|row| row.pieces(2)) {
        crossed[place(from)..place(to)].iter_mut().for_each(|count| *count += 1);
    }
    let most = (rows.len() / 4).max(usize::from(rows.len() > 2));
    let mut borders = Vec::new();
    let mut start = None;
    for (column, count) in (left..).zip(crossed) {
        match (count > most, start) {
            (false, None) => start = Some(column),
            (true, Some(from)) => {
                if column - from >= 2 && from > left {
                    borders.push(column - 1);
                }
                start = None;
            }
            _ => {}
        }
    }
    borders
}

/// The lines that a horizontal rule stands on, inside the table.
fn rules(rows: &[Row], strokes: &[Stroke]) -> Vec<i32> {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Vec::new() };
    let inside = |line: &i32| (first.line + 1..=last.line).contains(line);
    let mut lines: Vec<i32> = strokes.iter().filter(|s| s.width > 0).map(|s| s.line).filter(inside).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// A line that leaves the first column empty goes on with the row above it.
fn singly(rows: &[Row], first: i32) -> Vec<&[Row]> {
    rows.chunk_by(|row, next| next.start() >= first && next.line == row.line + 1).collect()
}

/// Lines between two rules are one row, unless each has something in the first column.
fn divided(group: &[Row], first: i32) -> Vec<&[Row]> {
    let each = group.iter().all(|row| row.start() < first);
    if each { group.chunks(1).collect() } else { vec![group] }
}

fn between<'a>(rows: &'a [Row], rules: &[i32]) -> Vec<&'a [Row]> {
    let side = |row: &Row| rules.partition_point(|rule| *rule <= row.line);
    rows.chunk_by(|a, b| side(a) == side(b)).collect()
}

/// The rows above the first rule, or a first row that alone is bold.
fn head(groups: &[&[Row]], rules: &[i32]) -> usize {
    let above = |group: &&&[Row]| group.iter().all(|row| rules.first().is_some_and(|rule| row.line < *rule));
    let count = groups.iter().take_while(above).count();
    if (1..=3).contains(&count) && count < groups.len() {
        return count;
    }
    let bold = |group: &&&[Row]| group.iter().all(Row::is_bold);
    usize::from(groups.iter().take_while(bold).count() == 1 && groups.len() > 1)
}

/// The cells of one row, which may hold several lines.
fn cells(lines: &[Row], borders: &[i32]) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut column = 0;
    while column <= borders.len() {
        let mut last = column;
        while last < borders.len() && lines.iter().any(|line| crosses(line, borders[last])) {
            last += 1;
        }
        let from = column.checked_sub(1).map_or(i32::MIN, |before| borders[before]);
        let to = borders.get(last).copied().unwrap_or(i32::MAX);
        cells.push(cell(lines, from, to, last - column + 1));
        column = last + 1;
    }
    cells
}

fn crosses(row: &Row, border: i32) -> bool {
    row.pieces(2).iter().any(|(from, to)| *from < border && border < *to)
}

fn cell(lines: &[Row], from: i32, to: i32, columns: usize) -> Cell {
    let mut spans = Spans::default();
    for line in lines {
        let part = line.spans(from, to);
        if !part.is_blank() {
            if !spans.is_blank() {
                spans.push_plain("\n");
            }
            spans.append(&part);
        }
    }
    let right = is_figure(&spans.text());
    Cell { columns, right, ..Cell::of(spans) }
}

fn is_figure(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || ".,%+-−±".contains(c))
}

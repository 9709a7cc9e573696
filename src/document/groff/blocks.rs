//! Rows to blocks: what stands where tells what it is.

use std::collections::VecDeque;

use super::output::{Drawing, Stroke};
use super::row::Row;
use super::table;

use crate::document::anchors::Anchors;
use crate::document::model::{Block, Definition, Heading, Spans};
use crate::document::terms;

/// What a page says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// The parts of the line at the top (`LS(1)`, `User Commands`, `LS(1)`).
    pub header: Vec<String>,
    /// The parts of the line at the bottom (source, date, name).
    pub footer: Vec<String>,
    /// What stands between.
    pub blocks: Vec<Block>,
}

/// Only a header or footer has so wide a gap, in columns.
const WIDE: i32 = 100;
/// A tag without any help from the macros is no longer than this, in columns.
const LONGEST_TAG: i32 = 100;

/// Reads a whole drawing.
pub fn page(drawing: Drawing) -> Page {
    let mut rows: VecDeque<Row> = drawing.rows.into();
    let header = rows.pop_front_if(|row| is_margin(row)).map(parts).unwrap_or_default();
    let footer = rows.pop_back_if(|row| is_margin(row)).map(parts).unwrap_or_default();
    let mut builder = Builder::new(rows.into(), drawing.strokes, drawing.full);
    Page { header, footer, blocks: builder.page() }
}

/// Its parts stand far from each other, and the only one far from the left.
fn is_margin(row: &Row) -> bool {
    row.pieces(WIDE).len() > 1 || row.start() > super::LINE / 4
}

#[allow(clippy::needless_pass_by_value, reason = "it is the row's last use")]
fn parts(row: Row) -> Vec<String> {
    row.pieces(WIDE).into_iter().map(|(from, to)| row.spans(from, to).text()).collect()
}

struct Builder {
    rows: Vec<Row>,
    strokes: Vec<Stroke>,
    full: i32,
    at: usize,
    /// Whether the macros mark headings and tags.
    marked: bool,
    section: usize,
    anchors: Anchors,
}

impl Builder {
    fn new(rows: Vec<Row>, strokes: Vec<Stroke>, full: i32) -> Self {
        let marked = rows.iter().any(|row| row.heading.is_some());
        Self { rows, strokes, full, at: 0, marked, section: 0, anchors: Anchors::default() }
    }

    /// Sections, each with its own left margin.
    fn page(&mut self) -> Vec<Block> {
        let mut blocks = Vec::new();
        while let Some(row) = self.rows.get(self.at) {
            if let Some(level) = self.heading(self.at) {
                let spans = row.all();
                blocks.push(self.make_heading(level, spans));
                self.at += 1;
            } else {
                let margin = self.margin();
                blocks.append(&mut self.blocks(margin));
            }
        }
        blocks
    }

    fn make_heading(&mut self, level: u8, spans: Spans) -> Block {
        self.section += usize::from(level == 1);
        let anchor = self.anchors.make(&spans.text());
        Block::Heading(Heading { level, anchor, spans })
    }

    /// The level of a heading: as the macros say, or a bold line alone at the left of its text.
    fn heading(&self, at: usize) -> Option<u8> {
        let row = self.rows.get(at)?;
        if row.heading.is_some() || row.table.is_some() || !row.filled || !row.starts_bold() {
            return row.heading;
        }
        match row.start() {
            0 if !self.marked => self.stands_alone(at).then_some(1),
            1..=3 if row.start() < row.indent => Some(2),
            _ => None,
        }
    }

    /// Whether a row is bold, with a blank line above and its text set in below.
    fn stands_alone(&self, at: usize) -> bool {
        let row = &self.rows[at];
        let apart = at == 0 || self.rows[at - 1].line + 1 < row.line;
        let deeper = self.rows.get(at + 1).is_some_and(|next| next.start() > row.start());
        apart && deeper && row.is_bold()
    }

    /// The leftmost column of the text before the next heading.
    fn margin(&self) -> i32 {
        let section = (self.at..self.rows.len()).take_while(|at| self.heading(*at).is_none());
        section.map(|at| self.rows[at].start()).min().unwrap_or(0)
    }

    /// The blocks that stand at this column or deeper.
    fn blocks(&mut self, margin: i32) -> Vec<Block> {
        let mut blocks = Vec::new();
        while self.at < self.rows.len() && self.heading(self.at).is_none() {
            let row = &self.rows[self.at];
            if row.start() < margin {
                break;
            }
            let block = match () {
                () if row.table.is_some() => self.table(),
                () if !row.filled => self.preformatted(margin),
                () if self.term(self.at).is_some() => self.definition(),
                () if row.start() > margin => Block::Indented(self.blocks_at_row()),
                () => self.paragraph(),
            };
            terms::push(&mut blocks, block);
        }
        terms::lists(blocks)
    }

    fn blocks_at_row(&mut self) -> Vec<Block> {
        let margin = self.rows[self.at].start();
        self.blocks(margin)
    }

    /// The end of the rows from here that go on as `same` says, each compared with the one before it.
    fn run(&self, same: impl Fn(&Row, &Row) -> bool) -> usize {
        let mut end = self.at + 1;
        while end < self.rows.len()
            && self.heading(end).is_none()
            && same(&self.rows[end - 1], &self.rows[end])
        {
            end += 1;
        }
        end
    }

    fn table(&mut self) -> Block {
        let end = self.run(|row, next| row.table == next.table);
        let rows = &self.rows[self.at..end];
        let lines = rows[0].line - 1..=rows[rows.len() - 1].line + 1;
        let inside =
            |stroke: &&Stroke| lines.contains(&stroke.line) || lines.contains(&(stroke.line + stroke.height));
        let strokes: Vec<Stroke> = self.strokes.iter().filter(inside).copied().collect();
        let block = match table::table(rows, &strokes) {
            Some(table) => Block::Table(table),
            None => Block::Preformatted(layout(rows)),
        };
        self.at = end;
        block
    }

    /// Lines as the author broke them; blank lines between them stay.
    fn preformatted(&mut self, margin: i32) -> Block {
        let indent = self.rows[self.at].indent;
        let end = self.run(|_, next| {
            !next.filled && next.table.is_none() && next.indent == indent && next.start() >= margin
        });
        let rows = &self.rows[self.at..end];
        let left = rows.iter().map(Row::start).min().unwrap_or(0);
        let block = Block::Preformatted(layout(rows));
        self.at = end;
        if left > margin { Block::Indented(vec![block]) } else { block }
    }

    fn paragraph(&mut self) -> Block {
        let start = self.rows[self.at].start();
        let end = self.run(|row, next| {
            next.line == row.line + 1 && next.filled && next.table.is_none() && next.start() == start
        });
        // A term ends the paragraph before it.
        let end = (self.at + 1..end).find(|at| self.term(*at).is_some()).unwrap_or(end);
        let rows = &self.rows[self.at..end];
        self.at = end;
        if rows.iter().any(|row| row.pieces(3).len() > 1) && rows.len() > 1 {
            return Block::Preformatted(layout(rows));
        }
        let mut spans = Spans::default();
        for (row, previous) in rows.iter().zip(std::iter::once(None).chain(rows.iter().map(Some))) {
            if let Some(previous) = previous {
                spans.push_plain(if previous.end() > self.full { " " } else { "\n" });
            }
            row.write(i32::MIN, i32::MAX, &mut spans);
        }
        Block::Paragraph(spans)
    }

    /// The column that ends the term of a row, if it has one.
    fn term(&self, at: usize) -> Option<i32> {
        let row = self.rows.get(at)?;
        if !row.filled || row.table.is_some() {
            return None;
        }
        let next =
            self.rows.get(at + 1).filter(|next| next.table.is_none() && self.heading(at + 1).is_none());
        let deeper = next.is_some_and(|next| next.line <= row.line + 1 && next.start() > row.start());
        if row.start() < row.indent && row.starts_at(row.indent) {
            return (!self.is_run_in(row)).then_some(row.indent);
        }
        if row.tag || (row.start() < row.indent && (row.end() <= row.indent || deeper)) {
            return Some(row.end());
        }
        let short = row.end() - row.start() <= LONGEST_TAG;
        let body = next.is_some_and(|next| next.filled && next.start() == next.indent);
        (deeper && short && body && (!self.marked || self.is_told_of(at))).then(|| row.end())
    }

    /// Whether a line stands as `DocBook` and `AsciiDoc` write their terms: a paragraph of its own, and no sentence.
    fn is_told_of(&self, at: usize) -> bool {
        let row = &self.rows[at];
        let apart = at == 0 || self.rows[at - 1].line + 1 < row.line;
        apart && row.start() == row.indent && !row.all().text().ends_with(['.', ':', '!', '?', '。', '：'])
    }

    /// A command's name before its arguments, in the synopsis: the hanging line of one paragraph.
    fn is_run_in(&self, row: &Row) -> bool {
        let near = row.end_before(row.indent) == Some(row.indent - 1);
        near && self.section == 2 && !terms::is_mark(&row.spans(i32::MIN, row.indent).text())
    }

    /// One or more terms and what stands under them.
    fn definition(&mut self) -> Block {
        let start = self.rows[self.at].start();
        let mut terms = Vec::new();
        let mut line = self.rows[self.at].line;
        while let Some(column) = self.term(self.at).filter(|_| self.rows[self.at].start() == start) {
            // A blank line, or a text beside the term before it, ends the group.
            if self.rows[self.at].line > line + 1 {
                break;
            }
            line = self.rows[self.at].line;
            let (term, body) = self.rows[self.at].split(column);
            terms.push(term.all());
            if body.is_blank() {
                self.at += 1;
            } else {
                self.rows[self.at] = body;
                break;
            }
        }
        let deeper = self.rows.get(self.at).is_some_and(|row| row.start() > start);
        let body = if deeper && self.heading(self.at).is_none() { self.blocks_at_row() } else { Vec::new() };
        let anchor = terms.first().and_then(|term| terms::anchor(&term.text(), &mut self.anchors));
        Block::Definitions(vec![Definition { anchor, terms, body }])
    }
}

/// Rows as they stand, from their common left edge.
fn layout(rows: &[Row]) -> Spans {
    let left = rows.iter().map(Row::start).min().unwrap_or(0);
    let mut spans = Spans::default();
    let mut line = rows.first().map_or(0, |row| row.line);
    for row in rows {
        // A page may ask for any number of blank lines; one says as much.
        spans.push_plain(&"\n".repeat(usize::try_from(row.line - line).unwrap_or(0).min(2)));
        spans.push_plain(&" ".repeat(usize::try_from(row.start() - left).unwrap_or(0).min(200)));
        row.write(i32::MIN, i32::MAX, &mut spans);
        line = row.line;
    }
    spans
}

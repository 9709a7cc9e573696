//! A document as text for a terminal or a file: filled to a width, with colours and hyperlinks where they are wanted.

mod table;
mod wrap;
mod write;

use crate::document::model::{Block, Definition, Document, List, Spans, Style};
use wrap::wrap;
use write::Writer;

/// How the text is to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Look {
    /// Columns of a line.
    pub width: usize,
    /// Bold and underline by escape sequences (ECMA-48 SGR).
    pub attributes: bool,
    /// Colours as well.
    pub colours: bool,
    /// Hyperlinks by OSC 8.
    pub hyperlinks: bool,
}

impl Look {
    /// Text without any escape sequence.
    pub const fn plain(width: usize) -> Self {
        Self { width, attributes: false, colours: false, hyperlinks: false }
    }
}

/// Lines longer than this are hard to read, however wide the terminal is.
const MEASURE: usize = 100;
/// Columns that the text of a section is set in from its heading.
const SECTION: usize = 4;
/// Columns that an explanation is set in from its term.
const HANG: usize = 8;
/// The fewest columns that text is filled to, however deep it is set in.
const NARROW: usize = 20;

/// The whole document.
pub fn render(document: &Document, look: &Look) -> String {
    let look = Look { width: look.width.clamp(NARROW, MEASURE), ..*look };
    let mut layout = Layout { writer: Writer::new(look), look };
    layout.top(document);
    layout.blocks(&document.blocks, 0);
    layout.writer.finish()
}

struct Layout {
    writer: Writer,
    look: Look,
}

impl Layout {
    fn top(&mut self, document: &Document) {
        if !document.title.is_empty() {
            self.writer.line(0, &Spans::styled(document.title.clone(), Style::BOLD));
        }
        if !document.facts.is_empty() {
            self.fill(0, &Spans::plain(document.facts.join(" · ")));
        }
        let mut links = Spans::default();
        for link in &document.navigation {
            if !links.0.is_empty() {
                links.push_plain("   ");
            }
            links.append(&Spans::link(link.label.clone(), link.uri.clone()));
        }
        if !links.0.is_empty() {
            self.fill(0, &links);
        }
        self.writer.gap();
    }

    /// Blocks at an indentation; the text under headings is set in further.
    fn blocks(&mut self, blocks: &[Block], indent: usize) {
        let mut inner = indent;
        for block in blocks {
            if let Block::Heading(heading) = block {
                inner = indent + SECTION;
                let margin = if heading.level == 1 { 0 } else { 2 };
                self.writer.gap();
                self.writer.heading(indent + margin, &heading.spans);
            } else {
                self.block(block, inner);
            }
        }
    }

    fn block(&mut self, block: &Block, indent: usize) {
        match block {
            Block::Heading(_) | Block::Anchor(_) => {}
            Block::Paragraph(spans) => {
                self.fill(indent, spans);
                self.writer.gap();
            }
            Block::Preformatted(spans) => {
                spans.lines().iter().for_each(|line| self.writer.line(indent, line));
                self.writer.gap();
            }
            Block::Definitions(all) => all.iter().for_each(|definition| self.definition(definition, indent)),
            Block::List(list) => self.list(list, indent),
            Block::Table(table) => {
                let lines = table::lines(table, self.room(indent));
                for line in &lines {
                    self.writer.line(indent, line);
                }
                self.writer.gap();
            }
            Block::Indented(inner) => self.blocks(inner, indent + SECTION),
            Block::Rule => {
                self.writer.line(indent, &Spans::plain("─".repeat(self.room(indent))));
                self.writer.gap();
            }
        }
    }

    fn room(&self, indent: usize) -> usize {
        self.look.width.saturating_sub(indent).max(NARROW)
    }

    fn fill(&mut self, indent: usize, spans: &Spans) {
        for line in wrap(spans, self.room(indent)) {
            self.writer.line(indent, &line);
        }
    }

    /// A short term stands beside its explanation, a long one above it.
    fn definition(&mut self, definition: &Definition, indent: usize) {
        let Some((last, above)) = definition.terms.split_last() else {
            return self.blocks(&definition.body, indent + HANG);
        };
        for term in above {
            self.fill(indent, term);
        }
        if wrap::width(&last.text()) + 2 <= HANG && starts_with_text(&definition.body) {
            self.writer.label(indent, last);
        } else {
            self.fill(indent, last);
        }
        if definition.body.is_empty() {
            self.writer.gap();
        }
        self.blocks(&definition.body, indent + HANG);
    }

    fn list(&mut self, list: &List, indent: usize) {
        let tight = list.items.iter().all(|item| self.is_one_line(item, indent));
        for (number, item) in (0..).zip(&list.items) {
            let label = list.first.map_or_else(|| "•".to_owned(), |first| format!("{}.", first + number));
            let hang = wrap::width(&label).max(1) + 1;
            self.writer.label(indent, &Spans::plain(label));
            match &item[..] {
                [Block::Paragraph(spans)] if tight => self.fill(indent + hang, spans),
                _ => self.blocks(item, indent + hang),
            }
        }
        self.writer.gap();
    }

    fn is_one_line(&self, item: &[Block], indent: usize) -> bool {
        matches!(item, [Block::Paragraph(spans)] if wrap(spans, self.room(indent + 4)).len() == 1)
    }
}

fn starts_with_text(blocks: &[Block]) -> bool {
    matches!(blocks.first(), Some(Block::Paragraph(_)))
}

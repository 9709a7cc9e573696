//! What a page holds, whatever it was made from: blocks of spans, links as URIs, anchors by name.

use crate::message;
use crate::message::Message;

/// A page for the reader.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document {
    /// The name of the page (`ls(1)`, `GNU Coreutils: Copying`).
    pub title: String,
    /// Where it belongs (`User Commands`, `GNU coreutils 9.1`), in small print.
    pub facts: Vec<String>,
    /// The pages around it, in order of use: next, previous, up, contents.
    pub navigation: Vec<Link>,
    /// The page itself.
    pub blocks: Vec<Block>,
    /// The anchor that was asked for, if the page has it.
    pub target: Option<String>,
    /// The language of the text (BCP 47), where it is known.
    pub language: Option<String>,
}

/// A link with its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// What the reader sees.
    pub label: String,
    /// An absolute URI, or `#anchor` on this page.
    pub uri: String,
    /// What the link is to this page.
    pub relation: Relation,
}

/// What another page is to this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// It follows.
    Next,
    /// It comes before.
    Previous,
    /// This page belongs to it.
    Up,
    /// It lists this page and others.
    Contents,
}

impl Relation {
    /// What a link to it says, by its name.
    pub fn label(self, name: &str) -> Message {
        match self {
            Self::Next => message!("Next: {name}", name),
            Self::Previous => message!("Previous: {name}", name),
            Self::Up => message!("Up: {name}", name),
            Self::Contents => message!("Contents"),
        }
    }

    /// The link type of HTML (`rel`).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Next => "next",
            Self::Previous => "prev",
            Self::Up => "up",
            Self::Contents => "contents",
        }
    }
}

/// A piece of a page that starts on a line of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading; level 1 is a page's section.
    Heading(Heading),
    /// Text to be filled; a line break in it is a break.
    Paragraph(Spans),
    /// Text to be kept as it stands, in a fixed-width face.
    Preformatted(Spans),
    /// Terms with their explanations.
    Definitions(Vec<Definition>),
    /// Marked items.
    List(List),
    /// Rows of cells.
    Table(Table),
    /// Blocks set in from the margin.
    Indented(Vec<Block>),
    /// An anchor with nothing to see.
    Anchor(String),
    /// A line across the page.
    Rule,
}

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// 1, 2 or 3.
    pub level: u8,
    /// Unique on its page.
    pub anchor: String,
    /// Its words.
    pub spans: Spans,
}

/// One term, or several that share an explanation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Definition {
    /// Unique on its page, when a term can be linked to.
    pub anchor: Option<String>,
    /// The terms.
    pub terms: Vec<Spans>,
    /// The explanation.
    pub body: Vec<Block>,
}

/// A list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    /// The number of the first item, when they are numbered.
    pub first: Option<u32>,
    /// The items.
    pub items: Vec<Vec<Block>>,
}

/// A table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// How many of the first rows are headings.
    pub head: usize,
    /// Whether lines are drawn between the cells.
    pub ruled: bool,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its text.
    pub spans: Spans,
    /// How many columns it covers, 1 or more.
    pub columns: usize,
    /// Whether it holds a figure, set to the right.
    pub right: bool,
    /// The picture before its text.
    pub icon: Option<Icon>,
}

/// What a cell's text stands for, as a small picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Icon {
    /// A folder.
    Folder,
    /// A regular file.
    File,
    /// A symbolic link.
    Link,
    /// A device, socket or pipe.
    Special,
}

impl Cell {
    /// A cell of one column.
    pub const fn of(spans: Spans) -> Self {
        Self { spans, columns: 1, right: false, icon: None }
    }
}

/// The look of a stretch of text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Style {
    /// Bold.
    pub bold: bool,
    /// Italic, or underlined on a terminal.
    pub italic: bool,
    /// A fixed-width face.
    pub code: bool,
}

/// A stretch of text of one look.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Span {
    /// Its text; tabs and line breaks are the only controls that a writer lets through.
    pub text: String,
    /// Its look.
    pub style: Style,
    /// Where it leads: an absolute URI, or `#anchor`.
    pub link: Option<String>,
}

/// Text as a list of spans.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spans(pub Vec<Span>);

impl Style {
    /// Bold alone.
    pub const BOLD: Self = Self { bold: true, italic: false, code: false };
    /// Italic alone.
    pub const ITALIC: Self = Self { bold: false, italic: true, code: false };
    /// Fixed width alone.
    pub const CODE: Self = Self { bold: false, italic: false, code: true };
    /// Nothing of all that.
    pub const PLAIN: Self = Self { bold: false, italic: false, code: false };
}

impl Block {
    /// A paragraph of plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Paragraph(Spans::plain(text))
    }
}

impl Document {
    /// Words under a title, a paragraph a line.
    pub fn of_words(title: &str, words: &str) -> Self {
        let blocks = words.lines().map(Block::text).collect();
        Self { title: title.to_owned(), blocks, ..Self::default() }
    }

    /// Every heading, in order, with those inside other blocks.
    pub fn headings(&self) -> Vec<&Heading> {
        let mut found = Vec::new();
        collect_headings(&self.blocks, &mut found);
        found
    }
}

fn collect_headings<'a>(blocks: &'a [Block], found: &mut Vec<&'a Heading>) {
    for block in blocks {
        match block {
            Block::Heading(heading) => found.push(heading),
            Block::Indented(inner) => collect_headings(inner, found),
            Block::Definitions(definitions) => {
                for definition in definitions {
                    collect_headings(&definition.body, found);
                }
            }
            Block::List(list) => list.items.iter().for_each(|item| collect_headings(item, found)),
            _ => {}
        }
    }
}

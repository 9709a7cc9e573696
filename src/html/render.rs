//! Blocks and spans to elements.

use std::borrow::Cow;

use super::page::{Links, timeline};
use super::writer::Writer;
use crate::document::model::{Block, Cell, Definition, Heading, Icon, List, Span, Spans, Table};
use crate::document::uris;

/// Schemes that a page may link to; anything else stays text.
const SCHEMES: &[&str] = &[
    "man", "info", "whatis", "apropos", "help", "ghelp", "http", "https", "mailto", "news", "nntp", "ftp",
    "ftps", "gopher", "git", "irc", "ircs", "file",
];

/// Terms no longer than this stand beside their explanations.
const SHORT: usize = 8;

pub struct Renderer {
    pub writer: Writer,
    links: Links,
}

impl Renderer {
    pub const fn new(writer: Writer, links: Links) -> Self {
        Self { writer, links }
    }

    /// Blocks in sections: one for each heading whose anchor is listed, with all that belongs to it.
    pub fn sections(&mut self, blocks: &[Block], listed: &[&str]) {
        let mut open: Vec<u8> = Vec::new();
        for block in blocks {
            if let Block::Heading(heading) = block {
                while open.pop_if(|level| *level >= heading.level).is_some() {
                    self.writer.close_line();
                }
                if let Some(number) = listed.iter().position(|anchor| *anchor == heading.anchor) {
                    let name = format!("view-timeline-name:{}", timeline(number));
                    self.writer.open("section", &[("style", &name)]);
                    open.push(heading.level);
                }
            }
            self.block(block);
        }
        for _ in open {
            self.writer.close_line();
        }
    }

    pub fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.block(block);
        }
    }

    /// A link, or its bare words where the page may not lead there.
    pub fn link(&mut self, label: &str, uri: &str, attributes: &[(&'static str, &str)]) {
        let Some(target) = self.target(uri) else { return self.writer.text(label) };
        let mut all = vec![("href", &*target)];
        all.extend_from_slice(attributes);
        self.writer.element("a", &all, label);
    }

    fn target<'a>(&self, uri: &'a str) -> Option<Cow<'a, str>> {
        if let Some(anchor) = uri.strip_prefix('#') {
            return Some(format!("#{}", uris::encode(anchor, ":@,;=+()/!$'*")).into());
        }
        let (scheme, _) = uri.split_once(':')?;
        let known = SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme));
        known.then(|| match self.links {
            Links::Direct => uris::escaped(uri),
            Links::Wrapped => format!("portero://go/{}", uris::encode(uri, "")).into(),
        })
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading(heading) => self.heading(heading),
            Block::Paragraph(spans) => self.filled("p", spans),
            Block::Preformatted(spans) => {
                self.writer.open("pre", &[]);
                self.spans(spans);
                self.writer.close_line();
            }
            Block::Definitions(definitions) => self.definitions(definitions),
            Block::List(list) => self.list(list),
            Block::Table(table) => self.table(table),
            Block::Indented(inner) => {
                self.writer.open("div", &[("class", "indented")]);
                self.blocks(inner);
                self.writer.close_line();
            }
            Block::Anchor(anchor) => self.writer.element("a", &[("id", anchor)], ""),
            Block::Rule => self.writer.void("hr", &[]),
        }
    }

    fn heading(&mut self, heading: &Heading) {
        let name = match heading.level {
            1 => "h2",
            2 => "h3",
            _ => "h4",
        };
        self.writer.open(name, &[("id", &heading.anchor)]);
        let mut spans = heading.spans.clone();
        // The heading's own face says it already.
        spans.0.iter_mut().for_each(|span| span.style.bold = false);
        self.broken(&spans);
        self.writer.close_line();
    }

    fn definitions(&mut self, definitions: &[Definition]) {
        let short = definitions.iter().all(is_short);
        self.writer.open("dl", if short { &[("class", "short")] } else { &[] });
        for definition in definitions {
            self.definition(definition);
        }
        self.writer.close_line();
    }

    fn definition(&mut self, definition: &Definition) {
        for (number, term) in definition.terms.iter().enumerate() {
            let anchor = definition.anchor.as_deref().filter(|_| number == 0);
            let id: Vec<(&'static str, &str)> = anchor.map(|anchor| ("id", anchor)).into_iter().collect();
            self.writer.open("dt", &id);
            self.broken(term);
            self.writer.close();
        }
        self.writer.open("dd", &[]);
        self.blocks(&definition.body);
        self.writer.close_line();
    }

    fn list(&mut self, list: &List) {
        match list.first {
            None => self.writer.open("ul", &[]),
            Some(first) => self.writer.open("ol", &[("start", &first.to_string())]),
        }
        for item in &list.items {
            self.writer.open("li", &[]);
            self.blocks(item);
            self.writer.close_line();
        }
        self.writer.close_line();
    }

    fn table(&mut self, table: &Table) {
        // A wide table scrolls in its frame; the page never does.
        self.writer.open("div", &[("class", "table")]);
        let class: &[(&'static str, &str)] = match table {
            Table { ruled: true, .. } => &[("class", "ruled")],
            // A list of links with a word about each.
            table if table.rows.iter().all(|row| row.len() > 1 && is_link(row)) => &[("class", "index")],
            _ => &[],
        };
        self.writer.open("table", class);
        let (head, body) = table.rows.split_at(table.head.min(table.rows.len()));
        for (group, rows, name) in [("thead", head, "th"), ("tbody", body, "td")] {
            if rows.is_empty() {
                continue;
            }
            self.writer.open(group, &[]);
            for row in rows {
                self.writer.open("tr", &[]);
                for cell in row {
                    let columns = (cell.columns > 1).then(|| cell.columns.to_string());
                    let mut attributes = Vec::new();
                    attributes.extend(columns.as_deref().map(|columns| ("colspan", columns)));
                    let class = if cell.right { Some("figure") } else { cell.icon.map(icon_class) };
                    attributes.extend(class.map(|class| ("class", class)));
                    self.writer.open(name, &attributes);
                    self.broken(&cell.spans);
                    self.writer.close();
                }
                self.writer.close_line();
            }
            self.writer.close_line();
        }
        self.writer.close();
        self.writer.close_line();
    }

    fn filled(&mut self, name: &'static str, spans: &Spans) {
        self.writer.open(name, &[]);
        self.broken(spans);
        self.writer.close_line();
    }

    /// Filled text; a line break in it is one.
    fn broken(&mut self, spans: &Spans) {
        for span in &spans.0 {
            for (number, line) in span.text.split('\n').enumerate() {
                if number > 0 {
                    self.writer.void("br", &[]);
                }
                if !line.is_empty() {
                    self.span(span, line);
                }
            }
        }
    }

    fn spans(&mut self, spans: &Spans) {
        spans.0.iter().for_each(|span| self.span(span, &span.text));
    }

    /// A part of a span's text, in its look.
    fn span(&mut self, span: &Span, text: &str) {
        let target = span.link.as_deref().and_then(|uri| self.target(uri));
        if let Some(target) = &target {
            self.writer.open("a", &[("href", target)]);
        }
        let styles = [(span.style.bold, "b"), (span.style.italic, "i"), (span.style.code, "code")];
        let mut open = usize::from(target.is_some());
        for (_, name) in styles.iter().filter(|(wanted, _)| *wanted) {
            self.writer.open(name, &[]);
            open += 1;
        }
        self.writer.text(text);
        (0..open).for_each(|_| self.writer.close());
    }
}

fn is_link(row: &[Cell]) -> bool {
    row.first().is_some_and(|cell| cell.spans.0.iter().any(|span| span.link.is_some()))
}

const fn icon_class(icon: Icon) -> &'static str {
    match icon {
        Icon::Folder => "icon folder",
        Icon::File => "icon file",
        Icon::Link => "icon link",
        Icon::Special => "icon special",
    }
}

fn is_short(definition: &Definition) -> bool {
    let [term] = &definition.terms[..] else { return false };
    term.text().chars().count() <= SHORT && !definition.body.is_empty()
}

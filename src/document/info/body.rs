//! The text of an Info node to blocks: headings by their underlines, examples and lists by where they stand.

use unicode_width::UnicodeWidthStr;

use super::clean::clean;
use super::lines::{FOOTNOTES, STEP, has_columns, indent, is_blank, is_filled, is_footnotes, item, mark_end};
use super::reference::Map;
use super::{footnotes, inline, menu};
use crate::document::anchors::Anchors;
use crate::document::model::{Block, Definition, Heading, Spans, Style};
use crate::document::terms;

/// Columns that the first line of a paragraph is set in.
const FIRST: usize = 3;
/// More lines of one term than this are a paragraph.
const TERMS: usize = 12;

/// Reads a node's text.
pub fn blocks(text: &str, map: &Map<'_>) -> Vec<Block> {
    let index = text.contains("\0\u{8}[index");
    let text = clean(text);
    let lines: Vec<&str> = text.lines().collect();
    let mut body = Body { lines, at: 0, map, index, anchors: Anchors::default(), depth: 0, footnotes: None };
    let mut blocks = body.blocks(0);
    if let Some(heading) = body.footnotes.and_then(|anchor| place(&blocks, &anchor)) {
        footnotes::link(&mut blocks, heading);
    }
    blocks
}

fn place(blocks: &[Block], anchor: &str) -> Option<usize> {
    blocks.iter().position(|block| matches!(block, Block::Heading(heading) if heading.anchor == anchor))
}

struct Body<'a> {
    lines: Vec<&'a str>,
    at: usize,
    map: &'a Map<'a>,
    index: bool,
    anchors: Anchors,
    depth: usize,
    /// The anchor of the heading over the footnotes.
    footnotes: Option<String>,
}

/// Nobody writes lists so deep.
const DEEPEST: usize = 20;

impl Body<'_> {
    /// The blocks that stand at this column or deeper.
    fn blocks(&mut self, base: usize) -> Vec<Block> {
        let mut blocks = Vec::new();
        self.depth += 1;
        while let Some(line) = self.lines.get(self.at).copied() {
            if is_blank(line) {
                self.at += 1;
                continue;
            }
            if base > 0 && (indent(line) < base || self.underline(self.at).is_some()) {
                break;
            }
            let mut more = self.next(line, base);
            more.drain(..).for_each(|block| terms::push(&mut blocks, block));
        }
        self.depth -= 1;
        terms::lists(blocks)
    }

    fn next(&mut self, line: &str, base: usize) -> Vec<Block> {
        if let Some(level) = self.underline(self.at) {
            return vec![self.heading(line, level)];
        }
        if base == 0 && menu::starts(line) {
            return self.menu();
        }
        if is_footnotes(line) {
            self.at += 1;
            let anchor = self.anchors.make(FOOTNOTES);
            self.footnotes = Some(anchor.clone());
            return vec![Block::Heading(Heading { level: 3, anchor, spans: Spans::plain(FOOTNOTES) })];
        }
        if self.depth >= DEEPEST {
            return vec![self.verbatim(base)];
        }
        if line[base.min(indent(line))..].trim_start().starts_with("-- ") && indent(line) <= base + 1 {
            return vec![self.function(base)];
        }
        if let Some((mark, column)) = item(line, base) {
            return vec![self.item(&mark, column)];
        }
        let deep = indent(line) - base;
        if deep == 0 && self.term_lines(base).is_some() {
            return vec![self.definition(base)];
        }
        if deep == 0 || (deep == FIRST && self.first_line_only(base)) {
            return vec![self.paragraph(base)];
        }
        vec![self.set_in(base)]
    }

    /// The level of a heading by the line under it.
    fn underline(&self, at: usize) -> Option<u8> {
        let line = self.lines.get(at).filter(|line| !is_blank(line) && !line.starts_with(' '))?;
        let under = self.lines.get(at + 1)?.trim_end();
        let mark = under.chars().next()?;
        let level = match mark {
            '*' | '=' => 1,
            '-' => 2,
            '.' => 3,
            _ => return None,
        };
        let same = under.chars().all(|c| c == mark) && under.width().abs_diff(line.trim_end().width()) <= 2;
        (same && under.len() > 1).then_some(level)
    }

    fn heading(&mut self, line: &str, level: u8) -> Block {
        self.at += 2;
        self.make_heading(inline::spans(line.trim(), self.map), level)
    }

    fn make_heading(&mut self, spans: Spans, level: u8) -> Block {
        Block::Heading(Heading { level, anchor: self.anchors.make(&spans.text()), spans })
    }

    fn menu(&mut self) -> Vec<Block> {
        let start = self.at + 1;
        // Words between the entries belong to the menu, those behind the last one are text again.
        let last = self.lines.iter().rposition(|line| line.starts_with("* ")).unwrap_or(0);
        let ends = |at: usize| {
            let at = start + at;
            let text =
                self.lines.get(at).is_some_and(|line| is_footnotes(line) || is_blank(line) && at > last);
            text || self.underline(at).is_some()
        };
        let (items, count) = menu::read(&self.lines[start..], ends);
        self.at = start + count;
        menu::blocks(&items, self.map, self.index)
    }

    /// ` -- Function: int abs (int X)` with its further lines, and the text set in below.
    fn function(&mut self, base: usize) -> Block {
        let mut found = Vec::new();
        while let Some(line) = self.lines.get(self.at).filter(|line| line.trim_start().starts_with("-- ")) {
            if indent(line) > base + 1 {
                break;
            }
            let mut text = line.trim().trim_start_matches("-- ").to_owned();
            self.at += 1;
            while let Some(more) = self.lines.get(self.at).filter(|line| indent(line) >= base + 2 * STEP) {
                if is_blank(more) {
                    break;
                }
                text.push(' ');
                text.push_str(more.trim());
                self.at += 1;
            }
            found.push(Spans::styled(text, Style { bold: true, ..Style::CODE }));
        }
        let body = self.blocks(base + STEP);
        // `Function: int abs (int X)` is found by the name after its type.
        let name = found.first().map(Spans::text).unwrap_or_default();
        let name = name.split_once(':').map_or("", |(_, rest)| rest).split('(').next().unwrap_or_default();
        let anchor = name.split_whitespace().next_back().map(|name| self.anchors.make(name));
        Block::Definitions(vec![Definition { anchor, terms: found, body }])
    }

    /// How many lines from here are terms: the text right below them is one step further in.
    fn term_lines(&self, base: usize) -> Option<usize> {
        let rest = &self.lines[self.at..];
        let count = rest.iter().take_while(|line| !is_blank(line) && indent(line) == base).count();
        // An explanation may begin with an example, which is set in once more.
        let steps = [base + STEP, base + 2 * STEP];
        let below = rest.get(count).filter(|line| !is_blank(line) && steps.contains(&indent(line)));
        (below.is_some() && count <= TERMS && !is_filled(&rest[..count])).then_some(count)
    }

    fn definition(&mut self, base: usize) -> Block {
        let count = self.term_lines(base).unwrap_or(1);
        let lines = &self.lines[self.at..self.at + count];
        let terms: Vec<Spans> = lines.iter().map(|line| inline::spans(line.trim(), self.map)).collect();
        self.at += count;
        let body = self.blocks(base + STEP);
        let first =
            terms.first().map(|term| term.text().replace(['‘', '’', '\'', '`'], "")).unwrap_or_default();
        let anchor = terms::anchor(&first, &mut self.anchors);
        Block::Definitions(vec![Definition { anchor, terms, body }])
    }

    /// An item: its mark is taken off its first line, and the rest is read as a text set in.
    fn item(&mut self, mark: &str, column: usize) -> Block {
        let mut inner =
            vec![" ".repeat(column) + self.lines[self.at][mark_end(self.lines[self.at])..].trim_start()];
        self.at += 1;
        while let Some(line) = self.lines.get(self.at) {
            if !is_blank(line) && (indent(line) < column || self.underline(self.at).is_some()) {
                break;
            }
            inner.push((*line).to_owned());
            self.at += 1;
        }
        let lines: Vec<&str> = inner.iter().map(String::as_str).collect();
        let anchors = std::mem::take(&mut self.anchors);
        let mut body =
            Body { lines, at: 0, map: self.map, index: false, anchors, depth: self.depth, footnotes: None };
        let blocks = body.blocks(column);
        self.anchors = body.anchors;
        Block::Definitions(vec![Definition { anchor: None, terms: vec![Spans::plain(mark)], body: blocks }])
    }

    /// Whether only the line here is set in, as paragraphs begin.
    fn first_line_only(&self, base: usize) -> bool {
        self.lines.get(self.at + 1).is_none_or(|next| is_blank(next) || indent(next) == base)
    }

    fn paragraph(&mut self, base: usize) -> Block {
        let start = self.at;
        self.at += 1;
        while let Some(line) = self.lines.get(self.at) {
            let ends = is_blank(line) || indent(line) != base || self.underline(self.at).is_some();
            if ends || (base == 0 && menu::starts(line)) {
                break;
            }
            self.at += 1;
        }
        let lines = &self.lines[start..self.at];
        if lines.len() > 1 && lines.iter().filter(|line| has_columns(line)).count() > 1 {
            return Block::Preformatted(self.layout(lines, base));
        }
        let joint = if is_filled(lines) { " " } else { "\n" };
        let text = lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(joint);
        Block::Paragraph(inline::spans(&text, self.map))
    }

    /// A quotation where its lines are filled, else an example.
    fn set_in(&mut self, base: usize) -> Block {
        let column = indent(self.lines[self.at]);
        let rest = &self.lines[self.at..];
        let count = rest.iter().take_while(|line| !is_blank(line) && indent(line) == column).count();
        let whole = rest.get(count).is_none_or(|line| is_blank(line));
        let prose = count > 1 && whole && is_filled(&rest[..count]);
        if prose && column >= base + STEP {
            return Block::Indented(self.blocks(column));
        }
        self.verbatim(base + 1)
    }

    /// Everything that stands at this column or deeper, as it stands.
    fn verbatim(&mut self, base: usize) -> Block {
        let start = self.at;
        let mut end = start + 1;
        self.at += 1;
        while let Some(line) = self.lines.get(self.at) {
            if is_blank(line) {
                // An example goes on behind a blank line only where it is set in as far.
                let next = self.lines.get(self.at + 1);
                let on =
                    next.is_some_and(|next| !is_blank(next) && indent(next) >= base.max(STEP) && base > 0);
                if !on || self.reads_as_text(self.at + 1, base) {
                    break;
                }
            } else if indent(line) < base {
                break;
            } else {
                end = self.at + 1;
            }
            self.at += 1;
        }
        self.at = end;
        let lines = &self.lines[start..end];
        let left = lines.iter().filter(|line| !is_blank(line)).map(|line| indent(line)).min().unwrap_or(0);
        let block = Block::Preformatted(self.layout(lines, left));
        if base == 0 { block } else { Block::Indented(vec![block]) }
    }

    /// Whether the lines from here are a list's or a paragraph's, though they are set in.
    fn reads_as_text(&self, at: usize, base: usize) -> bool {
        let Some(line) = self.lines.get(at) else { return false };
        let count = self.lines[at..].iter().take_while(|line| !is_blank(line)).count();
        let lines = &self.lines[at..at + count];
        item(line, base.saturating_sub(1)).is_some() || (count > 2 && is_filled(lines))
    }

    fn layout(&self, lines: &[&str], left: usize) -> Spans {
        let cut = |line: &&str| line.get(left.min(indent(line))..).unwrap_or_default().trim_end().to_owned();
        let text = lines.iter().map(cut).collect::<Vec<_>>().join("\n");
        let mut spans = inline::spans(&text, self.map);
        // Everything there is in the fixed-width face already.
        spans.0.iter_mut().for_each(|span| span.style.code = false);
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape of blocks in one line each.
    fn shapes(text: &str) -> Vec<String> {
        blocks(text, &Map::unknown("x")).iter().map(shape).collect()
    }

    fn shape(block: &Block) -> String {
        let all = |blocks: &[Block]| blocks.iter().map(shape).collect::<Vec<_>>().join(" ");
        match block {
            Block::Heading(heading) => format!("h{}({})", heading.level, heading.spans.text()),
            Block::Paragraph(spans) => format!("p({})", spans.text()),
            Block::Preformatted(spans) => format!("pre({})", spans.text().replace('\n', "|")),
            Block::Indented(inner) => format!("in({})", all(inner)),
            Block::List(list) => {
                let items: Vec<_> = list.items.iter().map(|item| all(item)).collect();
                format!("list({})", items.join(", "))
            }
            Block::Definitions(definitions) => {
                let term = |d: &Definition| d.terms.iter().map(Spans::text).collect::<Vec<_>>().join("/");
                let each: Vec<_> =
                    definitions.iter().map(|d| format!("{}: {}", term(d), all(&d.body))).collect();
                format!("dl({})", each.join(", "))
            }
            Block::Table(table) => format!("table({})", table.rows.len()),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn what_stands_where_tells_what_it_is() {
        let cases: &[(&str, &[&str])] = &[
            ("1.1 Title\n=========\n\nText.\n", &["h1(1.1 Title)", "p(Text.)"]),
            (
                "   First line of a paragraph that is long enough to be filled up.\nSecond.\n",
                &["p(First line of a paragraph that is long enough to be filled up. Second.)"],
            ),
            (
                "Code:\n\n     int a;\n\n       b;\n\nText\n",
                &["p(Code:)", "in(pre(int a;||  b;))", "p(Text)"],
            ),
            ("'-a'\n'--all'\n     Show all.\n\n     More.\n", &["dl('-a'/'--all': p(Show all.) p(More.))"]),
            ("   * one\n\n   * two\n     more\n", &["list(p(one), p(two\nmore))"]),
            ("  1. one\n  2. two\n", &["list(p(one), p(two))"]),
            (" -- Function: int abs (int X)\n     Text.\n", &["dl(Function: int abs (int X): p(Text.))"]),
            ("* Menu:\n\n* A::  about\n* B::\n\nAfter *note C::.\n", &["table(2)", "p(After C.)"]),
            (
                "T.\n\n   ---------- Footnotes ----------\n\n   (1) Note.\n",
                &["p(T.)", "h3(Footnotes)", "dl((1): p(Note.))"],
            ),
            ("\0\u{8}[image src=\"/etc/x\" text=\"a \\\"b\\\"\"\0\u{8}]\n", &["p(a \"b\")"]),
            ("\u{1b}[1;31m(%i4)\u{1b}[0m\n", &["p((%i4))"]),
        ];
        for (text, expected) in cases {
            assert_eq!(shapes(text), *expected, "{text}");
        }
    }

    #[test]
    fn hostile_texts_are_read_once() {
        for part in ["a\n       b\n", "* Menu:\n", "a\n--\n", " -- x\n", "   * a\n", "a\n     b\n"] {
            assert!(!blocks(&part.repeat((1 << 18) / part.len()), &Map::unknown("x")).is_empty());
        }
    }

    #[test]
    fn deep_nesting_ends() {
        let deep: String = (0..300).map(|depth| " ".repeat(depth * 5 + 3) + "* x\n").collect();
        assert!(!blocks(&deep, &Map::unknown("x")).is_empty());
    }
}

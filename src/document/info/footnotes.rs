//! Footnotes of a node: `word(1)` in the text leads to what stands under the line at its end.

use crate::document::linkify::each_text;
use crate::document::model::{Block, Definition, Spans};

/// Links the marks in the text before this block with the notes behind it.
pub fn link(blocks: &mut Vec<Block>, heading: usize) {
    let notes = notes(blocks.split_off(heading + 1));
    let marks: Vec<String> = notes.iter().map(mark).filter(|mark| !mark.is_empty()).collect();
    each_text(blocks, &mut |spans| link_marks(spans, &marks));
    blocks.push(Block::Definitions(notes));
}

/// Each note with the blocks that belong to it.
fn notes(blocks: Vec<Block>) -> Vec<Definition> {
    let mut notes: Vec<Definition> = Vec::new();
    for block in blocks {
        match (numbered(&block), notes.last_mut()) {
            (Some(note), _) => notes.push(note),
            (None, Some(note)) => note.body.push(block),
            (None, None) => notes.push(Definition { body: vec![block], ..Definition::default() }),
        }
    }
    notes
}

/// A paragraph that begins with `(1) `.
fn numbered(block: &Block) -> Option<Definition> {
    let Block::Paragraph(spans) = block else { return None };
    let text = spans.text();
    let (number, _) = text.strip_prefix('(')?.split_once(") ")?;
    let number: u32 = number.parse().ok()?;
    let mark = format!("({number})");
    let body = vec![Block::Paragraph(spans.slice(mark.len() + 1, text.len()))];
    Some(Definition { anchor: Some(anchor(&mark)), terms: vec![Spans::plain(mark)], body })
}

fn mark(note: &Definition) -> String {
    note.terms.first().map(Spans::text).unwrap_or_default()
}

fn anchor(mark: &str) -> String {
    format!("footnote-{}", mark.trim_matches(['(', ')']))
}

fn link_marks(spans: &mut Spans, marks: &[String]) {
    let text = spans.text();
    // A mark stands right behind its word.
    let attached = |at: &usize| !text[..*at].ends_with(char::is_whitespace) && *at > 0;
    let mut places: Vec<(usize, &String)> = Vec::new();
    for mark in marks {
        let place = text.match_indices(mark.as_str()).map(|(at, _)| at).find(attached);
        places.extend(place.map(|at| (at, mark)));
    }
    if places.is_empty() {
        return;
    }
    places.sort_unstable();
    let mut cutter = spans.cutter();
    let mut out = Spans::default();
    let mut done = 0;
    for (at, mark) in places {
        out.append(&cutter.cut(done, at));
        done = at + mark.len();
        for span in cutter.cut(at, done).0 {
            out.push(&span.text, span.style, Some(&format!("#{}", anchor(mark))));
        }
    }
    out.append(&cutter.cut(done, text.len()));
    *spans = out;
}

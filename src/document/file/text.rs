//! A text file.

use std::path::Path;

use super::{name, shown};
use crate::document::context::Context;
use crate::document::linkify;
use crate::document::man;
use crate::document::model::{Block, Document, Link, Relation, Spans};
use crate::message;
use crate::scheme::file::path_uri;

/// Bytes of a text that a page holds; the rest is for an editor.
const MOST: usize = 4 << 20;

/// The page of a text, at the line that the fragment names or that holds its words.
pub fn page(
    path: &Path,
    source: &str,
    line: Option<u64>,
    fragment: Option<&str>,
    context: &Context<'_>,
) -> Document {
    let cut = source.floor_char_boundary(MOST);
    let source = &source[..cut.min(source.len())];
    let line = line.and_then(|line| usize::try_from(line).ok()?.checked_sub(1));
    let line = line.or_else(|| fragment.and_then(|words| line_of(source, words)));
    let mut blocks = blocks(source, line, context);
    if cut == MOST {
        blocks.push(context.text(&message!("The text goes on; only its beginning is shown.")));
    }
    let folder = path.parent().map(|parent| Link {
        label: context.say(&message!("Folder: {name}", name = shown(parent))),
        uri: path_uri(parent),
        relation: Relation::Up,
    });
    Document {
        title: name(path),
        facts: vec![shown(path)],
        navigation: folder.into_iter().collect(),
        target: line.map(|_| ANCHOR.to_owned()),
        blocks,
        ..Document::default()
    }
}

/// The name of the line that was asked for.
const ANCHOR: &str = "line";

/// A text as it stands, divided before the line that was asked for.
pub fn blocks(source: &str, line: Option<usize>, context: &Context<'_>) -> Vec<Block> {
    let text = source.replace("\r\n", "\n");
    let text = text.trim_end_matches('\n');
    let start = line.and_then(|line| start_of(text, line));
    let mut blocks = match start {
        None => vec![Block::Preformatted(Spans::plain(text))],
        Some(start) => {
            let (before, after) = text.split_at(start);
            let mut blocks = Vec::new();
            if !before.is_empty() {
                blocks.push(Block::Preformatted(Spans::plain(before.trim_end_matches('\n'))));
            }
            blocks.push(Block::Anchor(ANCHOR.to_owned()));
            blocks.push(Block::Preformatted(Spans::plain(after)));
            blocks
        }
    };
    link(&mut blocks, context);
    blocks
}

fn start_of(text: &str, line: usize) -> Option<usize> {
    if line == 0 {
        return Some(0);
    }
    text.match_indices('\n').nth(line - 1).map(|(at, _)| at + 1)
}

/// The first line that is these words, else the first that begins with them, else the first that holds them.
fn line_of(text: &str, words: &str) -> Option<usize> {
    let words = words.trim().to_lowercase();
    if words.is_empty() {
        return None;
    }
    let lines: Vec<String> = text.lines().map(|line| line.trim().to_lowercase()).collect();
    let plain = |line: &String| line.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let ways: [&dyn Fn(&String) -> bool; 3] =
        [&|line| plain(line) == words, &|line| plain(line).starts_with(&words), &|line| {
            line.contains(&words)
        }];
    ways.iter().find_map(|way| lines.iter().position(way))
}

fn link(blocks: &mut [Block], context: &Context<'_>) {
    let manual = man::manual(context);
    linkify::link(blocks, &mut man::targets(&manual));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_by_words() {
        let text = "a\n== The End ==\nthe end of it\n  The End\n";
        assert_eq!(line_of(text, "the end"), Some(1));
        assert_eq!(line_of(text, "end of"), Some(2));
        assert_eq!(line_of(text, "none"), None);
        assert_eq!((start_of(text, 0), start_of(text, 2), start_of(text, 9)), (Some(0), Some(16), None));
    }
}

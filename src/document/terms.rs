//! Terms that stand beside or above a text: definitions, and lists where the term is only a mark.

use crate::document::anchors::Anchors;
use crate::document::model::{Block, Definition, List};

/// Adds a block; definitions that follow each other are one list of them.
pub fn push(blocks: &mut Vec<Block>, block: Block) {
    match (blocks.last_mut(), block) {
        (Some(Block::Definitions(all)), Block::Definitions(mut more)) => all.append(&mut more),
        (_, block) => blocks.push(block),
    }
}

/// The anchor of a term: its first word, without what may follow a name.
pub fn anchor(term: &str, anchors: &mut Anchors) -> Option<String> {
    let word = term.trim_start().split(|c: char| c.is_whitespace() || ",=[<(|".contains(c)).next()?;
    (!word.is_empty() && !is_mark(term)).then(|| anchors.make(word))
}

/// Makes lists of the definitions whose terms are bullets or numbers in order.
pub fn lists(blocks: Vec<Block>) -> Vec<Block> {
    blocks.into_iter().flat_map(divide).collect()
}

fn divide(block: Block) -> Vec<Block> {
    let Block::Definitions(definitions) = block else { return vec![block] };
    let mut out: Vec<Block> = Vec::new();
    for definition in definitions {
        add(&mut out, definition);
    }
    out
}

fn add(out: &mut Vec<Block>, definition: Definition) {
    let mark = mark(&definition);
    match (out.last_mut(), mark) {
        (Some(Block::List(list)), Some(Mark::Bullet)) if list.first.is_none() => {
            list.items.push(definition.body);
        }
        (Some(Block::List(list)), Some(Mark::Number(number)))
            if list.first.is_some_and(|first| first as usize + list.items.len() == number as usize) =>
        {
            list.items.push(definition.body);
        }
        (_, Some(Mark::Bullet)) => out.push(Block::List(List { first: None, items: vec![definition.body] })),
        (_, Some(Mark::Number(first))) => {
            out.push(Block::List(List { first: Some(first), items: vec![definition.body] }));
        }
        (_, None) => push(out, Block::Definitions(vec![definition])),
    }
}

enum Mark {
    Bullet,
    Number(u32),
}

fn mark(definition: &Definition) -> Option<Mark> {
    let [term] = &definition.terms[..] else { return None };
    let text = term.text();
    if is_bullet(text.trim()) && !definition.body.is_empty() {
        return Some(Mark::Bullet);
    }
    // Only the form that is written again when the list is shown.
    let number = text.trim().strip_suffix('.')?;
    number.parse().ok().filter(|value: &u32| value.to_string() == number).map(Mark::Number)
}

/// Whether a term is the bullet or the number of an item.
pub fn is_mark(term: &str) -> bool {
    is_bullet(term.trim())
        || term.trim().strip_suffix('.').is_some_and(|number| number.parse::<u32>().is_ok())
}

fn is_bullet(text: &str) -> bool {
    matches!(text, "•" | "·" | "o" | "*" | "-" | "–" | "—" | "+" | "○" | "∙" | "‣")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::model::Spans;

    fn definition(term: &str) -> Definition {
        Definition { anchor: None, terms: vec![Spans::plain(term)], body: vec![Block::text("x")] }
    }

    #[test]
    fn marks_make_lists() {
        let all = ["•", "•", "1.", "2.", "7.", "-x", "-y"].map(definition);
        let blocks = lists(vec![Block::Definitions(all.into())]);
        let shape: Vec<_> = blocks
            .iter()
            .map(|block| match block {
                Block::List(list) => (list.first, list.items.len()),
                Block::Definitions(all) => (None, all.len() + 10),
                _ => (None, 0),
            })
            .collect();
        assert_eq!(shape, [(None, 2), (Some(1), 2), (Some(7), 1), (None, 12)]);
    }

    #[test]
    fn anchors_are_first_words() {
        let mut anchors = Anchors::default();
        let cases = [
            ("-a, --all", Some("-a")),
            ("--block-size=SIZE", Some("--block-size")),
            ("ExecStart=", Some("ExecStart")),
            ("•", None),
            ("1.", None),
            ("[x]", None),
        ];
        for (term, expected) in cases {
            assert_eq!(anchor(term, &mut anchors).as_deref(), expected, "{term}");
        }
    }
}

//! Targets that a program is needed for, as cards: what they say, to be read and copied.

mod draft;
mod mail;
mod news;

use super::context::Context;
use super::model::{Block, Cell, Document, Spans, Style, Table};
use crate::message;
use crate::target::{Target, Value};

pub use mail::page as mail;
pub use news::{article, group};

/// The typed fields of any other target.
pub fn fields(target: &Target, context: &Context<'_>) -> Document {
    let kind = target.kind();
    let values = kind.fields().iter().zip(target.values());
    let all = values.filter_map(|(field, value)| Some(row(field.name, Spans::plain(words(value)?))));
    Document {
        facts: vec![context.say(&message!("No program for it was found"))],
        blocks: vec![table(all.collect())],
        ..context.own_page(kind.name().to_owned())
    }
}

/// Rows of names and values as a table.
fn table(rows: Vec<Vec<Cell>>) -> Block {
    Block::Table(Table { head: 0, ruled: false, rows })
}

fn row(name: &str, value: Spans) -> Vec<Cell> {
    [Spans::styled(name, Style::BOLD), value].map(Cell::of).into()
}

fn words(value: Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text),
        Value::Path(path) => Some(path.to_string_lossy().into_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::List(texts) if !texts.is_empty() => Some(texts.join(", ")),
        Value::Pairs(pairs) if !pairs.is_empty() => Some(lines(pairs)),
        Value::Map(map) if !map.is_empty() => Some(lines(map)),
        _ => None,
    }
}

fn lines(pairs: impl IntoIterator<Item = (String, String)>) -> String {
    pairs.into_iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join("\n")
}

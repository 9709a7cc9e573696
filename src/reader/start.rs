//! The start page: what was read last, what there is to read, and who opens what.

use super::search;
use super::state::Recent;
use crate::cli::handlers;
use crate::document::context::Context;
use crate::document::info;
use crate::document::man;
use crate::document::model::{Block, Cell, Document, Heading, List, Spans, Style, Table};
use crate::message;
use crate::message::Message;
use crate::open::Desk;

/// So many recent pages are shown.
const RECENT: usize = 12;

/// The start page.
pub fn document(recent: &[Recent], desk: &Desk<'_>, context: &Context<'_>) -> Document {
    let say = |message: Message| desk.request.language().say(&message);
    let mut blocks = vec![Block::text(say(message!(
        "Type a name, a few words or a URI above. The key ? shows all keys."
    )))];
    let mut part = |anchor: &str, title: Message, content: Vec<Block>| {
        if !content.is_empty() {
            blocks.push(heading(anchor, say(title)));
            blocks.extend(content);
        }
    };
    part("recent", message!("Recent pages"), recent_pages(recent));
    part("manual", message!("Manual pages"), man::overview(context).blocks);
    part("info", message!("Info manuals"), info_manuals(say(message!("All Info manuals")), context));
    part("handlers", message!("What opens what"), vec![openers(desk)]);
    Document {
        title: say(message!("Reading room")),
        blocks,
        language: Some(desk.request.language().code().to_owned()),
        ..Document::default()
    }
}

fn heading(anchor: &str, title: String) -> Block {
    Block::Heading(Heading { level: 1, anchor: anchor.to_owned(), spans: Spans::plain(title) })
}

fn recent_pages(recent: &[Recent]) -> Vec<Block> {
    let items: Vec<_> = recent
        .iter()
        .take(RECENT)
        .map(|page| vec![Block::Paragraph(Spans::link(page.title.clone(), page.uri.clone()))])
        .collect();
    if items.is_empty() { Vec::new() } else { vec![Block::List(List { first: None, items })] }
}

/// The manuals of the directory that begin at their top, and the way to the whole directory.
fn info_manuals(all: String, context: &Context<'_>) -> Vec<Block> {
    let entries = search::info_entries(&info::directory(context));
    let whole = entries.into_iter().filter(|entry| entry.uri.ends_with(")Top"));
    let rows: Vec<_> =
        whole.map(|entry| [Spans::link(entry.title, entry.uri), Spans::plain(entry.description)]).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    vec![table(rows), Block::Paragraph(Spans::link(all, "info:dir"))]
}

/// What opens the schemes, those with the same opener in one row.
fn openers(desk: &Desk<'_>) -> Block {
    let mut rows: Vec<(String, Vec<&str>)> = Vec::new();
    for (scheme, opener) in handlers(desk) {
        match rows.iter_mut().find(|(known, _)| *known == opener) {
            Some((_, schemes)) => schemes.push(scheme),
            None => rows.push((opener, vec![scheme])),
        }
    }
    table(
        rows.into_iter()
            .map(|(opener, schemes)| [Spans::styled(schemes.join(" "), Style::CODE), Spans::plain(opener)]),
    )
}

fn table(rows: impl IntoIterator<Item = [Spans; 2]>) -> Block {
    let rows = rows.into_iter().map(|row| row.map(Cell::of).into());
    Block::Table(Table { head: 0, ruled: false, rows: rows.collect() })
}

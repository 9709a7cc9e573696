//! Info manuals: one node a page.

mod body;
mod clean;
mod dir;
mod inline;
mod lines;
mod manual;
mod menu;
mod missing;
mod reference;
mod search;

use std::path::Path;

use super::context::Context;
use super::linkify;
use super::man;
use super::model::{Block, Document, Link, Relation};
use super::{Failure, anchors, uris};
use crate::error::{Code, Error};
use crate::probe::Documentation;
use crate::scheme::info::Info;
use manual::{Manual, Node};

pub use body::blocks;
pub use search::escaped;

/// The page of a node.
///
/// # Errors
/// `not-found` with a page of what could be meant, and those of reading the manual.
pub fn load(target: &Info, context: &Context<'_>) -> Result<Document, Failure> {
    let folders = context.folders(Documentation::Info);
    let manual = match &target.path {
        Some(path) => Manual::open_file(&target.file, Path::new(&**path), &folders, context)?,
        None => Manual::open(&target.file, &folders, context)?,
    };
    let Some(manual) = manual else {
        return Err(missing::manual(&target.file, &target.node, &folders, context));
    };
    let spellings: Vec<&str> =
        target.node_as_written.iter().chain([&target.node]).map(String::as_str).collect();
    let Some(found) = search::find(&manual, &spellings, context)? else {
        return Err(missing::node(&manual, &target.node, context)?);
    };
    let mut page = page(&manual.name, &found.node, context);
    page.target = found.place.as_deref().and_then(|place| anchors::find(&page, place));
    Ok(page)
}

/// The directory of all manuals.
pub fn directory(context: &Context<'_>) -> Document {
    dir::page(&context.folders(Documentation::Info), context)
}

/// Every node of a manual as a page, in order.
///
/// # Errors
/// Those of reading the manual.
pub fn pages(file: &str, context: &Context<'_>) -> Result<Vec<(String, Document)>, Error> {
    let missing = || Error::new(Code::NotFound, format!("There is no Info manual {file}."));
    let manual = Manual::open(file, &context.folders(Documentation::Info), context)?.ok_or_else(missing)?;
    let nodes = manual.nodes(context)?;
    Ok(nodes.into_iter().map(|node| (node.name.clone(), page(&manual.name, &node, context))).collect())
}

fn page(manual: &str, node: &Node, context: &Context<'_>) -> Document {
    let mut blocks = blocks(&node.text, manual);
    let title = match blocks.first() {
        Some(Block::Heading(heading)) => heading.spans.text(),
        _ => String::new(),
    };
    if !title.is_empty() {
        blocks.remove(0);
    }
    link(&mut blocks, context);
    Document {
        title: if title.is_empty() { node.name.clone() } else { title },
        facts: vec![manual.to_owned(), node.name.clone()],
        navigation: navigation(manual, node),
        blocks,
        target: None,
        language: None,
    }
}

fn navigation(manual: &str, node: &Node) -> Vec<Link> {
    let pointers =
        [("Next: ", &node.next, Relation::Next), ("Previous: ", &node.prev, Relation::Previous), ("Up: ", &node.up, Relation::Up)];
    let mut links: Vec<Link> = Vec::new();
    for (word, pointer, relation) in pointers {
        let Some(pointer) = pointer else { continue };
        if let Some(uri) = reference::pointer_uri(pointer, manual) {
            links.push(Link { label: format!("{word}{pointer}"), uri, relation });
        }
    }
    if node.name != "Top" {
        links.push(Link {
            label: "Contents".to_owned(),
            uri: uris::info(manual, "Top"),
            relation: Relation::Contents,
        });
    }
    links
}

fn link(blocks: &mut [Block], context: &Context<'_>) {
    let pages = man::manual(context);
    linkify::link(blocks, &mut man::targets(&pages));
}

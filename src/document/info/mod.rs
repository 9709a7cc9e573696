//! Info manuals: one node a page.

mod body;
mod clean;
mod contents;
mod dir;
mod footnotes;
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
use crate::message;
use crate::probe::Documentation;
use crate::scheme::info::Info;
use manual::{Manual, Node};
use reference::Map;

pub use search::escaped;

/// Reads a node's text, wherever its references lead.
pub fn blocks(text: &str, manual: &str) -> Vec<Block> {
    body::blocks(text, &Map::unknown(manual))
}

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
    let tags = search::tags(&manual, context)?;
    if spellings.contains(&contents::NAME) {
        return Ok(contents::page(&manual.name, &manual.nodes(context)?, context));
    }
    let Some(found) = search::find(&manual, &tags, &spellings, context)? else {
        return Err(missing::node(&manual, &tags, &target.node, context));
    };
    let mut page = page(&Map::new(&manual.name, &tags, context.locale.language()), &found.node, context);
    page.target = found.place.as_deref().and_then(|place| anchors::find(&anchors::of(&page), place));
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
    let manual = open(file, context)?;
    let tags = search::tags(&manual, context)?;
    let map = Map::new(&manual.name, &tags, context.locale.language());
    let nodes = manual.nodes(context)?;
    Ok(nodes.into_iter().map(|node| (node.name.clone(), page(&map, &node, context))).collect())
}

/// The names of a manual's nodes and anchors.
///
/// # Errors
/// Those of reading the manual.
pub fn names(file: &str, context: &Context<'_>) -> Result<Vec<String>, Error> {
    let manual = open(file, context)?;
    Ok(search::tags(&manual, context)?.iter().map(|tag| tag.name.clone()).collect())
}

fn open(file: &str, context: &Context<'_>) -> Result<Manual, Error> {
    let missing = || Error::new(Code::NotFound, message!("There is no Info manual {file}.", file));
    Manual::open(file, &context.folders(Documentation::Info), context)?.ok_or_else(missing)
}

fn page(map: &Map<'_>, node: &Node, context: &Context<'_>) -> Document {
    let manual = map.manual;
    let mut blocks = body::blocks(&node.text, map);
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
        navigation: navigation(manual, node, context),
        blocks,
        target: None,
        language: None,
    }
}

fn navigation(manual: &str, node: &Node, context: &Context<'_>) -> Vec<Link> {
    let pointers = [(&node.next, Relation::Next), (&node.prev, Relation::Previous), (&node.up, Relation::Up)];
    let mut links: Vec<Link> = Vec::new();
    for (pointer, relation) in pointers {
        let Some(pointer) = pointer else { continue };
        if let Some(uri) = reference::pointer_uri(pointer, manual) {
            links.push(Link { label: context.say(&relation.label(pointer)), uri, relation });
        }
    }
    links.push(Link {
        label: context.say(&Relation::Contents.label(manual)),
        uri: uris::info(manual, contents::NAME),
        relation: Relation::Contents,
    });
    links
}

fn link(blocks: &mut [Block], context: &Context<'_>) {
    let pages = man::manual(context);
    linkify::link(blocks, &mut man::targets(&pages));
}

//! The pages that stand where a manual or a node is not.

use super::manual::{Manual, Tag};
use super::{contents, dir, search};
use crate::document::context::Context;
use crate::document::model::{Block, Document, List, Spans};
use crate::document::{Failure, near, packages, uris};
use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;

/// A manual that is not installed: similar names, the package, the manual on the web.
pub fn manual(file: &str, node: &str, folders: &[std::path::PathBuf], context: &Context<'_>) -> Failure {
    let message = message!("The Info manual {file} is not installed.", file);
    let mut blocks = vec![context.text(&message)];
    let names = dir::names(folders);
    let near = near::nearest(file, names.iter().map(String::as_str));
    blocks.extend(links(
        &context.text(&message!("Manuals with similar names:")),
        near.iter().map(|name| (name.clone(), uris::info(name, "Top"))),
    ));
    blocks.extend(packages::advice(&packages::info_file(file), context));
    let online = online(file, node);
    blocks.extend(links(
        &context.text(&message!("The manuals of GNU programs can be read on the web as well:")),
        [(online.clone(), online)],
    ));
    let searched = folders.iter().map(|folder| folder.to_string_lossy()).collect::<Vec<_>>().join(", ");
    blocks.push(context.text(&message!("These folders were searched: {folders}.", folders = searched)));
    failure(format!("({file}){node}"), message, blocks, context)
}

/// A node that the manual does not have.
pub fn node(manual: &Manual, tags: &[Tag], wanted: &str, context: &Context<'_>) -> Failure {
    let message = message!("The manual {manual} has no node {node}.", manual = &manual.name, node = wanted);
    let mut blocks = vec![context.text(&message)];
    let near = search::near(tags, wanted);
    let link = |name: &String| (name.clone(), uris::info(&manual.name, name));
    blocks.extend(links(&context.text(&message!("Nodes with similar names:")), near.iter().map(link)));
    blocks.extend(links(
        &context.text(&message!("The manual:")),
        [(context.say(&message!("Contents")), uris::info(&manual.name, contents::NAME))],
    ));
    failure(format!("({}){wanted}", manual.name), message, blocks, context)
}

fn failure(title: String, message: Message, blocks: Vec<Block>, context: &Context<'_>) -> Failure {
    let page = Document {
        facts: vec![context.say(&message!("No such Info node"))],
        blocks,
        ..context.own_page(title)
    };
    Failure::new(Error::new(Code::NotFound, message), page)
}

/// Where GNU keeps its manuals on the web, a node a page (Texinfo manual, "HTML Cross-references").
fn online(file: &str, node: &str) -> String {
    let page = if node == "Top" { "index".to_owned() } else { search::escaped(node) };
    let file = uris::encode(file, "");
    format!("https://www.gnu.org/software/{file}/manual/html_node/{file}/{page}.html")
}

fn links(words: &Block, links: impl IntoIterator<Item = (String, String)>) -> Vec<Block> {
    let item = |(label, uri): (String, String)| vec![Block::Paragraph(Spans::link(label, uri))];
    let items: Vec<_> = links.into_iter().map(item).collect();
    if items.is_empty() { Vec::new() } else { vec![words.clone(), Block::List(List { first: None, items })] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_on_the_web() {
        let page = "https://www.gnu.org/software/emacs/manual/html_node/emacs/Browse_002dURL.html";
        assert_eq!(online("emacs", "Browse-URL"), page);
    }
}

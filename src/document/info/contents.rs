//! The contents of a whole manual: all its nodes, each under the one that it belongs to.

use std::collections::{HashMap, HashSet};

use super::manual::Node;
use crate::document::context::Context;
use crate::document::model::{Block, Document, List, Spans};
use crate::document::uris;
use crate::message;

/// The name that Texinfo's pages on the web give to this place.
pub const NAME: &str = "SEC_Contents";
/// Nobody divides a manual so often.
const DEEPEST: usize = 20;

/// The page of a manual's contents.
pub fn page(manual: &str, nodes: &[Node], context: &Context<'_>) -> Document {
    let mut tree = Tree { manual, below: HashMap::new(), done: HashSet::new() };
    for node in nodes {
        tree.below.entry(node.up.as_deref().unwrap_or_default()).or_default().push(node);
    }
    // What hangs together nowhere stands by itself at the end.
    let items = nodes.iter().filter_map(|node| tree.item(node, 0));
    let blocks = vec![Block::List(List { first: None, items: items.collect() })];
    let title = context.say(&message!("Contents"));
    Document { title, facts: vec![manual.to_owned()], blocks, ..Document::default() }
}

struct Tree<'a> {
    manual: &'a str,
    /// The nodes by what they belong to.
    below: HashMap<&'a str, Vec<&'a Node>>,
    done: HashSet<&'a str>,
}

impl<'a> Tree<'a> {
    /// A node with all below it, unless it stands somewhere already.
    fn item(&mut self, node: &'a Node, depth: usize) -> Option<Vec<Block>> {
        if depth > DEEPEST || !self.done.insert(&node.name) {
            return None;
        }
        let link = Spans::link(node.name.clone(), uris::info(self.manual, &node.name));
        let below = self.below.get(node.name.as_str()).cloned().unwrap_or_default();
        let items: Vec<Vec<Block>> = below.iter().filter_map(|node| self.item(node, depth + 1)).collect();
        let list = (!items.is_empty()).then_some(Block::List(List { first: None, items }));
        Some(std::iter::once(Block::Paragraph(link)).chain(list).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::Nothing;

    #[test]
    fn each_node_stands_once() {
        let node = |name: &str, up: Option<&str>| Node {
            name: name.into(),
            up: up.map(str::to_owned),
            ..Node::default()
        };
        let nodes = [
            node("Top", Some("(dir)")),
            node("A", Some("Top")),
            node("B", Some("A")),
            node("round", Some("about")),
            node("about", Some("round")),
            node("alone", None),
        ];
        let page = page("x", &nodes, &Context::new(&Nothing));
        let Block::List(list) = &page.blocks[0] else { unreachable!() };
        assert_eq!(list.items.len(), 3);
        let text = crate::terminal::render(&page, &crate::terminal::Look::plain(80));
        for node in &nodes {
            assert_eq!(text.matches(&node.name).count(), 1, "{} in {text}", node.name);
        }
    }
}

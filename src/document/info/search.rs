//! Finding a node by what people write for it.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::manual::{Manual, Node, Tag};
use super::menu;
use crate::document::context::Context;
use crate::document::near;
use crate::error::Error;

/// A node that was found, and the way in which it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The node.
    pub node: Node,
    /// What in it was meant: an index entry, an anchor.
    pub place: Option<String>,
}

/// Looks for a node: by exact name, in any case, as an anchor, in the form of an HTML file's name, as an index
/// entry, as a menu's word, as the start of a name.
///
/// # Errors
/// Those of reading the manual.
pub fn find(
    manual: &Manual,
    tags: &[Tag],
    spellings: &[&str],
    context: &Context<'_>,
) -> Result<Option<Found>, Error> {
    if let Some(tag) = by_name(tags, spellings) {
        let place = tag.anchor.then(|| tag.name.clone());
        return Ok(Some(Found { node: manual.node_of(tag, context)?, place }));
    }
    let nodes = manual.nodes(context)?;
    let entry = by_index(&nodes, spellings).or_else(|| by_menu(&nodes, spellings));
    let found = entry.and_then(|(label, name)| Some((label, tags.iter().find(|tag| tag.name == name)?)));
    if let Some((label, tag)) = found {
        return Ok(Some(Found { node: manual.node_of(tag, context)?, place: Some(label) }));
    }
    let start = |tag: &&Tag| !tag.anchor && spellings.iter().any(|wanted| starts_with(&tag.name, wanted));
    tags.iter()
        .find(start)
        .map(|tag| Ok(Found { node: manual.node_of(tag, context)?, place: None }))
        .transpose()
}

/// The nodes whose names are most like this.
pub fn near(tags: &[Tag], wanted: &str) -> Vec<String> {
    let names = tags.iter().filter(|tag| !tag.anchor).map(|tag| tag.name.as_str());
    near::nearest(wanted, names)
}

/// The manual's own table, or one made of its nodes.
///
/// # Errors
/// Those of reading the manual.
pub fn tags<'a>(manual: &'a Manual, context: &Context<'_>) -> Result<Cow<'a, [Tag]>, Error> {
    if !manual.tags.is_empty() {
        return Ok(Cow::Borrowed(&manual.tags));
    }
    let nodes = manual.nodes(context)?;
    Ok(nodes.into_iter().map(|node| Tag { name: node.name, offset: 0, anchor: false }).collect())
}

fn by_name<'a>(tags: &'a [Tag], spellings: &[&str]) -> Option<&'a Tag> {
    let ways: [fn(&str, &str) -> bool; 3] =
        [str::eq, same_letters, |name, wanted| same_letters(&escaped(name), wanted)];
    for way in ways {
        for anchor in [false, true] {
            for wanted in spellings {
                let hit = |tag: &&Tag| tag.anchor == anchor && way(&tag.name, wanted);
                if let Some(tag) = tags.iter().find(hit) {
                    return Some(tag);
                }
            }
        }
    }
    None
}

fn same_letters(a: &str, b: &str) -> bool {
    a.chars().flat_map(char::to_lowercase).eq(b.chars().flat_map(char::to_lowercase))
}

fn starts_with(name: &str, wanted: &str) -> bool {
    let mut name = name.chars().flat_map(char::to_lowercase);
    let wanted: Vec<char> = wanted.chars().flat_map(char::to_lowercase).collect();
    wanted.len() > 2 && wanted.iter().all(|c| name.next() == Some(*c))
}

/// A node's name as Texinfo makes a file's name of it (Texinfo manual, "HTML Cross-reference Node Name Expansion"):
/// blanks become dashes, all but letters and digits `_` and four hexadecimal digits.
pub fn escaped(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        match c {
            ' ' => out.push('-'),
            c if c.is_ascii_alphanumeric() => out.push(c),
            c => {
                // Writing into a String cannot fail.
                let _ = write!(out, "_{:04x}", u32::from(c));
            }
        }
    }
    out
}

/// The label and node of an index entry.
fn by_index(nodes: &[Node], spellings: &[&str]) -> Option<(String, String)> {
    let indices: Vec<&Node> = nodes.iter().filter(|node| node.text.contains("\0\u{8}[index")).collect();
    by_entry(&indices, spellings)
}

fn by_menu(nodes: &[Node], spellings: &[&str]) -> Option<(String, String)> {
    by_entry(&nodes.iter().collect::<Vec<_>>(), spellings)
}

fn by_entry(nodes: &[&Node], spellings: &[&str]) -> Option<(String, String)> {
    let entries: Vec<_> = nodes.iter().flat_map(|node| menu::entries(&node.text)).collect();
    let ways: [fn(&str, &str) -> bool; 2] = [str::eq, same_letters];
    for way in ways {
        let hit = |entry: &&menu::Entry| {
            entry.file.is_none() && spellings.iter().any(|wanted| way(plain(&entry.label), wanted))
        };
        if let Some(entry) = entries.iter().find(hit) {
            return Some((entry.label.clone(), entry.node.clone()));
        }
    }
    None
}

/// An index label without what tells it from another of the same name (`printf <1>`).
fn plain(label: &str) -> &str {
    label.split_once(" <").filter(|(_, rest)| rest.ends_with('>')).map_or(label, |(label, _)| label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_names() {
        assert_eq!(escaped("G++ and GCC"), "G_002b_002b-and-GCC");
        assert_eq!(escaped("Browse-URL"), "Browse_002dURL");
    }

    #[test]
    fn order_of_search() {
        let tag = |name: &str, anchor| Tag { name: name.into(), offset: 0, anchor };
        let tags =
            [tag("intro", true), tag("Introduction", false), tag("G++ and GCC", false), tag("Intro", false)];
        let cases = [
            ("Intro", Some("Intro")),
            ("INTRO", Some("Intro")),
            ("intro", Some("intro")),
            ("G_002b_002b-and-GCC", Some("G++ and GCC")),
            ("none", None),
        ];
        for (wanted, expected) in cases {
            assert_eq!(by_name(&tags, &[wanted]).map(|tag| tag.name.as_str()), expected, "{wanted}");
        }
        assert!(starts_with("Introduction", "intro") && !starts_with("In", "in"));
    }
}

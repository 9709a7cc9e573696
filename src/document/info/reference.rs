//! References in Info text: `*note A::`, `*note L: (file)Node.`, and the same after `* ` in menus.

use std::collections::HashSet;

use super::manual::Tag;
use crate::document::model::{Spans, Style};
use crate::document::trusted::is_name;
use crate::document::uris;
use crate::message;
use crate::message::Language;

/// `NAME_MAX`, in bytes.
const LONGEST_NAME: usize = 255;

/// A reference, as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// What the author calls it.
    pub label: String,
    /// Another manual's name.
    pub file: Option<String>,
    /// The node's name; empty for a manual's Top.
    pub node: String,
    /// Bytes that it takes, from its label on, with the delimiter after it.
    pub length: usize,
    /// The delimiter, where it belongs to the sentence as well.
    pub delimiter: Option<char>,
}

/// What references in a manual can lead to.
#[derive(Debug)]
pub struct Map<'a> {
    /// The manual's name.
    pub manual: &'a str,
    /// Its nodes and anchors, where they are known.
    names: Option<HashSet<&'a str>>,
    /// The person's.
    language: Language,
}

/// Where a reference leads.
#[derive(Debug, PartialEq, Eq)]
pub enum Goal {
    /// To a URI.
    Uri(String),
    /// To a node that the manual does not have.
    Dangling,
    /// Nowhere: it names a file by a path.
    Nowhere,
}

impl<'a> Map<'a> {
    /// A manual with these places.
    pub fn new(manual: &'a str, tags: &'a [Tag], language: Language) -> Self {
        Self { manual, names: Some(tags.iter().map(|tag| tag.name.as_str()).collect()), language }
    }

    /// A manual that may have any place.
    pub const fn unknown(manual: &'a str) -> Self {
        Self { manual, names: None, language: Language::English }
    }

    /// Where a node leads from here, by its file, if that is named, and its name.
    pub fn goal(&self, file: Option<&str>, node: &str) -> Goal {
        let own = file.is_none_or(|file| file == self.manual) && !node.is_empty();
        if own && self.names.as_ref().is_some_and(|names| !names.contains(node)) {
            return Goal::Dangling;
        }
        uri(file, node, self.manual).map_or(Goal::Nowhere, Goal::Uri)
    }

    /// Adds the words of a reference, as a link where it leads somewhere.
    pub fn link(&self, words: &str, file: Option<&str>, node: &str, out: &mut Spans) {
        match self.goal(file, node) {
            Goal::Uri(uri) => out.push(words, Style::PLAIN, Some(&uri)),
            Goal::Nowhere => out.push_plain(words),
            Goal::Dangling => {
                out.push_plain(words);
                out.push(&self.language.say(&message!(" [no such node]")), Style::ITALIC, None);
            }
        }
    }
}

/// The URI of `(file)Node` as pointers write it.
pub fn pointer_uri(pointer: &str, manual: &str) -> Option<String> {
    let (file, node) = divide(pointer);
    uri(file.as_deref(), &node, manual)
}

/// The URI of a node by its file, if that is named, and its name.
pub fn uri(file: Option<&str>, node: &str, manual: &str) -> Option<String> {
    // Manuals in subfolders are found by their own name.
    let file = file.map_or(manual, |file| {
        file.rsplit_once('/').filter(|(folder, _)| is_name(folder)).map_or(file, |f| f.1)
    });
    let file = file.strip_suffix(".info").unwrap_or(file);
    let node = if node.is_empty() { "Top" } else { node };
    if file == "dir" {
        return Some("info:".to_owned());
    }
    (is_name(file) && !file.starts_with('-')).then(|| uris::info(file, node))
}

/// `(file)Node` in its parts; white space runs are one space.
fn divide(target: &str) -> (Option<String>, String) {
    let target = target.trim();
    let parts = target.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    match parts {
        Some((file, node)) => (Some(squeeze(file)), squeeze(node)),
        None => (None, squeeze(target)),
    }
}

/// Runs of white space as one space.
pub fn squeeze(text: &str) -> String {
    let text = text.trim();
    let double = |pair: &[u8]| pair == b"  " || !matches!(pair[0], b' '..=b'~');
    if !text.as_bytes().windows(2).any(double) {
        return text.to_owned();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads a reference whose label starts here. In running text the node ends at the first delimiter; in a menu a
/// dot must have a blank after it, since node names there may hold dots.
pub fn read(text: &str, menu: bool) -> Option<Reference> {
    let (label, after) = label(text, menu)?;
    if let Some(rest) = after.strip_prefix("::") {
        let (file, node) = divide(unquoted(label));
        let shown = squeeze(unquoted(label));
        return Some(Reference {
            label: shown,
            file,
            node,
            length: text.len() - rest.len(),
            delimiter: None,
        });
    }
    let rest = after.strip_prefix(':')?;
    let target = rest.trim_start();
    let start = text.len() - target.len();
    let (target, ended) = target_of(target, menu)?;
    let (file, node) = divide(unquoted(target));
    let end = start + target.len();
    let delimiter = text[end..].chars().next().filter(|_| ended);
    let length = end + delimiter.map_or(0, char::len_utf8);
    let delimiter = delimiter.filter(|c| matches!(c, '.' | ','));
    Some(Reference { label: squeeze(unquoted(label)), file, node, length, delimiter })
}

/// The label and what follows it; an index entry's label may hold colons, so the one that counts has a blank, a
/// line's end or another colon after it.
fn label(text: &str, menu: bool) -> Option<(&str, &str)> {
    if let Some(quoted) = text.strip_prefix('\x7f') {
        let end = quoted.find('\x7f')? + 2;
        return Some(text.split_at(end));
    }
    // A label is never longer than a paragraph.
    let near = text.char_indices().take(if menu { 250 } else { 400 });
    for (at, c) in near {
        match c {
            '\n' if menu => return None,
            '\n' if text[at + 1..].starts_with('\n') => return None,
            ':' if at > 0 && ends_label(&text[..at], &text[at + 1..]) => return Some(text.split_at(at)),
            _ => {}
        }
    }
    None
}

fn ends_label(label: &str, rest: &str) -> bool {
    // `std::string` and `::` are names.
    let ends =
        |rest: &str| !label.ends_with(':') && !rest.starts_with(|c: char| c == ':' || c.is_alphanumeric());
    // A name may end in a colon; three of them alone are a name of two.
    let named = |label: &str| label.contains(char::is_alphanumeric) && !label.ends_with("::");
    let double = rest.strip_prefix(':').is_some_and(|rest| ends(rest) || named(label) && begins_text(rest));
    double || rest.starts_with([' ', '\t', '\n', '(']) || rest.is_empty()
}

/// Whether a text goes on behind a label.
fn begins_text(rest: &str) -> bool {
    !rest.starts_with(|c: char| c == ':' || c.is_alphanumeric())
}

/// The node's name, and whether a delimiter of one character follows.
fn target_of(text: &str, menu: bool) -> Option<(&str, bool)> {
    if let Some(quoted) = text.strip_prefix('\x7f') {
        let end = quoted.find('\x7f')? + 2;
        return Some((&text[..end], text[end..].starts_with(['.', ','])));
    }
    // The file's name may hold dots.
    let file = text.strip_prefix('(').and_then(file_end).map_or(0, |end| end + 2);
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < file) {
        let rest = &text[at + c.len_utf8()..];
        let ends = match c {
            ',' | '\t' => true,
            '.' => {
                rest.is_empty()
                    || rest.starts_with(|c: char| c.is_whitespace() || (!menu && !c.is_alphanumeric()))
            }
            '\n' => menu || rest.starts_with('\n'),
            _ => false,
        };
        if ends {
            return Some((&text[..at], c != '\n'));
        }
    }
    (!text.is_empty()).then_some((text, false))
}

/// No file's name is longer.
fn file_end(text: &str) -> Option<usize> {
    text.bytes().take(LONGEST_NAME).position(|byte| byte == b')')
}

fn unquoted(text: &str) -> &str {
    text.trim_matches('\x7f')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling() {
        let cases = [
            ("Common options::.", false, ("Common options", None, "Common options")),
            ("Label: Node name, and", false, ("Label", None, "Node name")),
            ("A\nlong label: (gcc)G++ and\nGCC.", false, ("A long label", Some("gcc"), "G++ and GCC")),
            ("(libc)Top::", false, ("(libc)Top", Some("libc"), "Top")),
            ("Ed: (ed).      The line editor", true, ("Ed", Some("ed"), "")),
            ("::                Bourne Shell Builtins.\n", true, (":", None, "Bourne Shell Builtins")),
            ("x: \x7fa.b, c\x7f.", false, ("x", None, "a.b, c")),
            (":::                      Namespaces.\n", true, ("::", None, "Namespaces")),
            ("std::string: Strings.   (line 3)", true, ("std::string", None, "Strings")),
            ("The R API::: note that", false, ("The R API:", None, "The R API:")),
            ("bzip2, version 1.0.8: (manual).", true, ("bzip2, version 1.0.8", Some("manual"), "")),
            ("Version 1.2: Version 1.2.\n", true, ("Version 1.2", None, "Version 1.2")),
        ];
        for (text, menu, (label, file, node)) in cases {
            let reference = read(text, menu).unwrap_or_else(|| panic!("{text}"));
            let found = (reference.label.as_str(), reference.file.as_deref(), reference.node.as_str());
            assert_eq!(found, (label, file, node), "{text}");
        }
        assert_eq!(read("no reference here", false), None);
    }

    #[test]
    fn paths_lead_nowhere() {
        assert_eq!(pointer_uri("(/etc/passwd)Top", "x"), None);
        assert_eq!(pointer_uri("(../x)Top", "x"), None);
        assert_eq!(pointer_uri("(-o)Top", "x"), None);
        assert_eq!(pointer_uri("(emacs-27/emacs)", "x").as_deref(), Some("info:(emacs)Top"));
        assert_eq!(pointer_uri("Next one", "x").as_deref(), Some("info:(x)Next%20one"));
        assert_eq!(pointer_uri("(dir)", "x").as_deref(), Some("info:"));
    }
}

//! An Info file with its tables (Texinfo manual, "Info Format Specification").

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::document::context::Context;
use crate::document::trusted::{inside, is_name, neighbour};
use crate::document::{encoding, unpack};
use crate::error::{Code, Error};
use crate::message;

/// What separates nodes and tables; a form feed and a line break may follow.
const SEPARATOR: u8 = 0x1f;

/// An Info manual: its main file, and where its nodes are.
#[derive(Debug, Clone)]
pub struct Manual {
    /// Its name, as asked for.
    pub name: String,
    /// Its main file.
    pub path: PathBuf,
    main: Vec<u8>,
    encoding: Option<&'static str>,
    subfiles: Vec<Subfile>,
    /// The names of nodes and anchors, in order; empty when the file has no table.
    pub tags: Vec<Tag>,
}

#[derive(Debug, Clone)]
struct Subfile {
    name: String,
    /// The offset of its first node in the manual.
    start: usize,
}

/// A named place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// The name.
    pub name: String,
    /// Bytes from the start of the manual.
    pub offset: usize,
    /// Whether it is a place inside a node.
    pub anchor: bool,
}

/// A node as it stands in its file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// The node after it, `(file)` before it where it is another manual's.
    pub next: Option<String>,
    /// The node before it.
    pub prev: Option<String>,
    /// The node that it belongs to.
    pub up: Option<String>,
    /// The text below the header line.
    pub text: String,
}

impl Manual {
    /// Opens a manual by name from the first folder that has it, if one has.
    ///
    /// # Errors
    /// Those of [`Self::read`].
    pub fn open(name: &str, folders: &[PathBuf], context: &Context<'_>) -> Result<Option<Self>, Error> {
        locate(name, folders).map(|path| Self::read(name, path, context)).transpose()
    }

    /// Opens a manual by its file, if that is inside one of the folders.
    ///
    /// # Errors
    /// Those of [`Self::read`].
    pub fn open_file(
        name: &str,
        path: &Path,
        folders: &[PathBuf],
        context: &Context<'_>,
    ) -> Result<Option<Self>, Error> {
        let path = neighbour(path).and_then(|path| folders.iter().find_map(|folder| inside(&path, folder)));
        path.map(|path| Self::read(name, path, context)).transpose()
    }

    /// Reads a manual's main file.
    ///
    /// # Errors
    /// Those of [`unpack::read`]; `malformed` when it is no Info file.
    pub fn read(name: &str, path: PathBuf, context: &Context<'_>) -> Result<Self, Error> {
        let main = unpack::read(&path, context)?;
        if !main.contains(&SEPARATOR) {
            return Err(Error::new(
                Code::Malformed,
                message!("{file} is no Info file.", file = path.display().to_string()),
            ));
        }
        let encoding = encoding::named(&main);
        let table = |title| section(&main, title).map(|bytes| encoding::decode(bytes, encoding));
        let subfiles = table("Indirect:").map(|text| subfiles(&text)).unwrap_or_default();
        let tags = table("Tag Table:").map(|text| tags(&text)).unwrap_or_default();
        Ok(Self { name: name.to_owned(), path, main, encoding, subfiles, tags })
    }

    /// The node that a tag stands for, or stands in.
    ///
    /// # Errors
    /// `not-found` when the table is wrong, and those of reading a subfile.
    pub fn node_of(&self, tag: &Tag, context: &Context<'_>) -> Result<Node, Error> {
        let (bytes, local) = self.part(tag.offset, context)?;
        let named = |piece: &&Piece<'_>| self.name_of(piece).is_some_and(|name| name == tag.name);
        // Nearly every table is right.
        if let Some(piece) = piece_at(&bytes, local).as_ref().filter(named).filter(|_| !tag.anchor) {
            return self.node(piece).ok_or_else(|| dangling(&tag.name));
        }
        let pieces = pieces(&bytes);
        let exact = pieces.iter().find(|piece| !tag.anchor && named(piece));
        // Offsets point near the separator before the node; an anchor's lies inside it.
        let before =
            || pieces.iter().rev().find(|piece| piece.start <= local + 3 && self.name_of(piece).is_some());
        exact.or_else(before).and_then(|piece| self.node(piece)).ok_or_else(|| dangling(&tag.name))
    }

    /// Every node, in order.
    ///
    /// # Errors
    /// Those of reading a subfile.
    pub fn nodes(&self, context: &Context<'_>) -> Result<Vec<Node>, Error> {
        if self.subfiles.is_empty() {
            return Ok(self.nodes_in(&self.main));
        }
        let mut nodes = Vec::new();
        for subfile in &self.subfiles {
            nodes.extend(self.nodes_in(&self.subfile(subfile, context)?));
        }
        Ok(nodes)
    }

    fn nodes_in(&self, bytes: &[u8]) -> Vec<Node> {
        pieces(bytes).iter().filter_map(|piece| self.node(piece)).collect()
    }

    /// The file that holds this offset, and the offset in it.
    fn part(&self, offset: usize, context: &Context<'_>) -> Result<(Cow<'_, [u8]>, usize), Error> {
        let Some(subfile) = self.subfiles.iter().rev().find(|subfile| subfile.start <= offset) else {
            return Ok((Cow::Borrowed(&self.main), offset));
        };
        let bytes = self.subfile(subfile, context)?;
        let first = bytes.iter().position(|byte| *byte == SEPARATOR).unwrap_or(0);
        Ok((Cow::Owned(bytes), offset - subfile.start + first))
    }

    fn subfile(&self, subfile: &Subfile, context: &Context<'_>) -> Result<Vec<u8>, Error> {
        let folder = self.path.parent().unwrap_or(Path::new("/"));
        let path =
            Some(&subfile.name).filter(|name| is_name(name)).and_then(|name| neighbour(&folder.join(name)));
        let path = path.and_then(|path| inside(&path, folder)).ok_or_else(|| dangling(&subfile.name))?;
        unpack::read(&path, context)
    }

    fn name_of(&self, piece: &Piece<'_>) -> Option<String> {
        field(&encoding::decode(piece.header, self.encoding), "Node:")
    }

    fn node(&self, piece: &Piece<'_>) -> Option<Node> {
        let header = encoding::decode(piece.header, self.encoding);
        let text = encoding::decode(piece.text, self.encoding);
        Some(Node {
            name: field(&header, "Node:")?,
            next: field(&header, "Next:"),
            prev: field(&header, "Prev:").or_else(|| field(&header, "Previous:")),
            up: field(&header, "Up:"),
            text: text.replace("\r\n", "\n"),
        })
    }
}

/// A stretch between two separators.
struct Piece<'a> {
    /// Where its separator is.
    start: usize,
    /// Its first line.
    header: &'a [u8],
    /// What follows.
    text: &'a [u8],
}

fn pieces(bytes: &[u8]) -> Vec<Piece<'_>> {
    let places: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] == SEPARATOR).collect();
    let ends = places.iter().skip(1).copied().chain([bytes.len()]);
    places.iter().zip(ends).filter_map(|(start, end)| piece(*start, &bytes[start + 1..end])).collect()
}

/// The piece whose separator is at this place, or just before it.
fn piece_at(bytes: &[u8], at: usize) -> Option<Piece<'_>> {
    let near = bytes.get(at.saturating_sub(3)..at.checked_add(4)?.min(bytes.len()))?;
    let start = at.saturating_sub(3) + near.iter().rposition(|byte| *byte == SEPARATOR)?;
    let rest = &bytes[start + 1..];
    let end = rest.iter().position(|byte| *byte == SEPARATOR).unwrap_or(rest.len());
    piece(start, &rest[..end])
}

fn piece(start: usize, bytes: &[u8]) -> Option<Piece<'_>> {
    let bytes = bytes.strip_prefix(b"\x0c").unwrap_or(bytes);
    let bytes = bytes.strip_prefix(b"\r").unwrap_or(bytes).strip_prefix(b"\n")?;
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    Some(Piece { start, header: &bytes[..end], text: bytes.get(end + 1..).unwrap_or_default() })
}

fn dangling(name: &str) -> Error {
    Error::new(Code::NotFound, message!("{name} is named in the manual's table and not there.", name))
}

/// The file of a manual: directly in a folder, or in one of its subfolders.
fn locate(name: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    if !is_name(name) {
        return None;
    }
    let name = name.strip_suffix(".info").unwrap_or(name);
    let direct = folders.iter().find_map(|folder| in_folder(folder, name, folder));
    direct.or_else(|| {
        folders.iter().find_map(|folder| {
            let mut inner: Vec<_> =
                std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
            inner.retain(|path| path.is_dir());
            inner.sort();
            inner.iter().find_map(|path| in_folder(path, name, folder))
        })
    })
}

fn in_folder(folder: &Path, name: &str, root: &Path) -> Option<PathBuf> {
    let names = [format!("{name}.info"), name.to_owned(), format!("{name}.inf")];
    names.iter().find_map(|name| neighbour(&folder.join(name))).and_then(|path| inside(&path, root))
}

/// The text of the last table of this title.
fn section<'a>(bytes: &'a [u8], title: &str) -> Option<&'a [u8]> {
    let parts = bytes.split(|byte| *byte == SEPARATOR).rev();
    let heads = |part: &&[u8]| {
        let part = part.trim_ascii_start();
        part.get(..title.len()).is_some_and(|head| head.eq_ignore_ascii_case(title.as_bytes()))
    };
    parts.into_iter().find(heads)
}

fn subfiles(table: &str) -> Vec<Subfile> {
    let entry = |line: &str| {
        let (name, start) = line.rsplit_once(": ")?;
        Some(Subfile { name: name.to_owned(), start: start.trim().parse().ok()? })
    };
    let mut all: Vec<Subfile> = table.lines().filter_map(entry).collect();
    all.sort_by_key(|subfile| subfile.start);
    all
}

fn tags(table: &str) -> Vec<Tag> {
    let entry = |line: &str| {
        let (name, offset) = line.rsplit_once('\x7f')?;
        let (anchor, name) = match name.strip_prefix("Ref: ") {
            Some(name) => (true, name),
            None => (false, name.strip_prefix("Node: ")?),
        };
        Some(Tag { name: unquoted(name), offset: offset.trim().parse().ok()?, anchor })
    };
    table.lines().filter_map(entry).collect()
}

/// Newer Texinfo puts DEL around a name that holds a delimiter.
fn unquoted(name: &str) -> String {
    name.trim().trim_matches('\x7f').to_owned()
}

/// A field of a header line; it ends at a comma or a tab, unless it is quoted.
fn field(header: &str, label: &str) -> Option<String> {
    let (_, rest) = header.split_once(label)?;
    let rest = rest.trim_start_matches([' ', '\t']);
    let value = match rest.strip_prefix('\x7f') {
        Some(quoted) => quoted.split('\x7f').next()?,
        None => rest.split([',', '\t', '\n']).next()?,
    };
    Some(value.trim().to_owned()).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_lines() {
        let header = "File: x.info,  Node: G++ and GCC,  Next: \x7fa, b\x7f,  Prev: (dir)";
        assert_eq!(field(header, "Node:").as_deref(), Some("G++ and GCC"));
        assert_eq!(field(header, "Next:").as_deref(), Some("a, b"));
        assert_eq!(field(header, "Prev:").as_deref(), Some("(dir)"));
        assert_eq!(field(header, "Up:"), None);
        assert_eq!(field("File: dir,\tNode: Top\tThis is", "Node:").as_deref(), Some("Top"));
    }

    #[test]
    fn the_last_table_counts() {
        let file = b"text \x1f\nTag Table:\nold\n\x1f\nx\n\x1f\nTag table:\nNode: A\x7f12\nRef: b\x7f20\n\x1f\nEnd Tag Table\n";
        let table = section(file, "Tag Table:").map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let expected = [("A", 12, false), ("b", 20, true)].map(|(name, offset, anchor)| Tag {
            name: name.into(),
            offset,
            anchor,
        });
        assert_eq!(tags(&table.unwrap()), expected);
    }
}

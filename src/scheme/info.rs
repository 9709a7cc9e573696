//! `info:` in the GNOME form `file#node`, the KDE forms `(file)node` and `/file/node`, and Org's `file:node`
//! (uri(7), Texinfo). `info:ns/…` with a registered namespace is RFC 4452's and no manual.

use super::{Request, absolute_path, after_slashes, document_file};
use crate::error::Error;
use crate::message;
use crate::probe::Documentation;
use crate::scheme::word::{DocumentPath, InfoFile, check_visible};
use crate::target::{Field, Target, Value};
use crate::uri::{Controls, Part};

/// A node of an Info manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Info {
    /// The manual, without `.info` and compression suffix.
    pub file: InfoFile,
    /// The node: underscores read as spaces, runs of white space as one; `Top` when none is named.
    pub node: String,
    /// The node with its underscores, if one was named.
    pub node_as_written: Option<String>,
    /// An Info file inside the Info folders.
    pub path: Option<DocumentPath>,
}

impl Info {
    /// In the order of JSON.
    pub const FIELDS: &[Field] =
        &[Field::sure("file"), Field::sure("node"), Field::scalar("node_as_written"), Field::scalar("path")];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![
            Value::from(&self.file),
            Value::from(&self.node),
            Value::of(self.node_as_written.as_ref()),
            Value::of(self.path.as_ref()),
        ]
    }
}

/// The directory of all manuals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InfoIndex;

impl InfoIndex {
    /// It has none.
    pub const FIELDS: &[Field] = &[];

    /// The values of [`Self::FIELDS`].
    pub const fn values(&self) -> Vec<Value> {
        Vec::new()
    }
}

/// RFC 4452 section 3: the registered namespaces.
const NAMESPACES: &[&str] = &[
    "arxiv",
    "bibcode",
    "bnf",
    "clockss",
    "ddc",
    "dlf",
    "doi",
    "eu-repo",
    "fedora",
    "hdl",
    "inchi",
    "lanl-repo",
    "lc",
    "lccn",
    "ncid",
    "netref",
    "nla",
    "oclcnum",
    "ofi",
    "oid",
    "pii",
    "pmid",
    "pronom",
    "refseq",
    "rfa",
    "rlgid",
    "sici",
    "sid",
    "srw",
    "ugi",
];

const SUFFIXES: &[&str] = &[".gz", ".bz2", ".xz", ".zst", ".lz", ".lzma", ".Z", ".info"];

/// `info:gcc#G++_and_GCC` and its relatives.
pub fn parse(request: &mut Request<'_>) -> Result<Target, Error> {
    let fragment = request.uri.fragment().map(node_text).transpose()?.unwrap_or_default();
    request.uri.hierarchy().decoded(Controls::Blanks, |text| {
        if is_public_identifier(text) {
            return Ok(Target::other(request.uri));
        }
        let text = unquoted(text, request);
        let (file, node) = divide(text, request)?;
        let node = check_node(node)?;
        read(file, with_fragment(node, fragment), request)
    })
}

fn is_public_identifier(text: Part<'_>) -> bool {
    let namespace = text.as_str().split_once('/').map(|(namespace, _)| namespace.to_ascii_lowercase());
    namespace.is_some_and(|namespace| NAMESPACES.contains(&namespace.as_str()))
}

/// Manuals cite `info "(bash)Shell Functions"`; the quotes come along.
fn unquoted<'a>(text: Part<'a>, request: &mut Request<'_>) -> Part<'a> {
    let text = text.trim();
    let within = |quote| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    match within("\"").or_else(|| within("'")) {
        Some(inner) => {
            request.repaired(message!("quotation marks are no part of a node"));
            inner
        }
        None => text,
    }
}

/// The manual, or the path of its file, and the node.
fn divide<'a>(text: Part<'a>, request: &mut Request<'_>) -> Result<(Part<'a>, Part<'a>), Error> {
    if document_file(text, Documentation::Info, request)?.is_some() {
        let path = absolute_path(text).unwrap_or(text);
        return Ok(path.split_at(path.as_str().len()));
    }
    let text = after_slashes(text).trim();
    if let Some(group) = text.strip_prefix("(") {
        return Ok(group.split_once(')').unwrap_or_else(|| {
            request.repaired(message!("a parenthesis does not close"));
            group.split_at(group.as_str().len())
        }));
    }
    let Some(at) = text.as_str().find(['/', ':']) else {
        return Ok(text.split_at(text.as_str().len()));
    };
    let (file, node) = text.split_at(at);
    let node = node.strip_prefix("::").unwrap_or(node.split_at(1).1);
    if node.as_str().split('/').any(|segment| segment == "..") {
        return Err(node.dangerous(message!("a node's name does not climb")));
    }
    Ok((file, node))
}

fn read(file: Part<'_>, node: String, request: &mut Request<'_>) -> Result<Target, Error> {
    let file = file.trim();
    let path = file
        .as_str()
        .starts_with('/')
        .then(|| file.read(|path| DocumentPath::new(path, Documentation::Info, request.probe)));
    let path = path.transpose()?;
    let name = match &path {
        Some(path) => file.split_at(file.as_str().len() - path.file_name().len()).1,
        None => file,
    };
    let name = without_suffixes(name);
    if name.as_str() == "dir" || name.is_empty() && node.is_empty() {
        return Ok(Target::InfoIndex(InfoIndex));
    }
    let file = name.read(InfoFile::new)?;
    if node.is_empty() {
        return Ok(Target::Info(Info { file, node: "Top".to_owned(), node_as_written: None, path }));
    }
    let spaced = one_spaced(&node.replace('_', " "));
    Ok(Target::Info(Info { file, node: spaced, node_as_written: Some(node), path }))
}

fn without_suffixes(mut name: Part<'_>) -> Part<'_> {
    for suffix in SUFFIXES {
        name = name.strip_suffix(suffix).filter(|name| !name.is_empty()).unwrap_or(name);
    }
    name
}

fn node_text(part: Part<'_>) -> Result<String, Error> {
    part.decoded(Controls::Blanks, check_node)
}

fn check_node(part: Part<'_>) -> Result<String, Error> {
    let text = one_spaced(part.as_str());
    part.read(|_| check_visible(&text))?;
    Ok(text)
}

/// A raw `#` in a node's name after the manual's divides nothing more.
fn with_fragment(node: String, fragment: String) -> String {
    match (node.is_empty(), fragment.is_empty()) {
        (true, _) => fragment,
        (false, true) => node,
        (false, false) => format!("{node}#{fragment}"),
    }
}

fn one_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

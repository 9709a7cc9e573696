//! A page's text: unpacked, decoded, with the pages that it includes.

use std::path::{Path, PathBuf};

use crate::document::context::Context;
use crate::document::trusted::{inside, neighbour};
use crate::document::{encoding, unpack};
use crate::error::{Code, Error};
use crate::message;

/// How deep inclusions may go; a page that is only a `.so` line is one deep.
const DEPTH: usize = 5;

/// A page's text and what it was read from.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// The whole text.
    pub text: String,
    /// The page's own file and those that it includes.
    pub files: Vec<PathBuf>,
}

/// Reads a page with its inclusions.
///
/// # Errors
/// Those of [`unpack::read`]; `malformed` when it includes itself.
pub fn read(
    path: &Path,
    root: &Path,
    language: Option<&str>,
    context: &Context<'_>,
) -> Result<Source, Error> {
    let bytes = unpack::read(path, context)?;
    if bytes.starts_with(b"\x1f\x8b") {
        return Err(Error::new(Code::Malformed, message!("the page is compressed twice")));
    }
    let text = encoding::decode(&bytes, language.and_then(encoding::of_language));
    let file = vec![path.to_owned()];
    let mut included =
        Included { root, language, context, open: file.clone(), files: file, left: context.limits.bytes };
    Ok(Source { text: included.expand(&text)?, files: included.files })
}

struct Included<'a> {
    root: &'a Path,
    language: Option<&'a str>,
    context: &'a Context<'a>,
    /// The files that are being read, the outermost first.
    open: Vec<PathBuf>,
    /// All files that were read.
    files: Vec<PathBuf>,
    /// Bytes that may still be added.
    left: usize,
}

impl Included<'_> {
    fn expand(&mut self, text: &str) -> Result<String, Error> {
        let alone = text.lines().all(|line| included(line).is_none());
        let out = if alone { text.to_owned() } else { self.with_included(text)? };
        self.left = self.left.checked_sub(out.len()).ok_or_else(too_large)?;
        Ok(out)
    }

    fn with_included(&mut self, text: &str) -> Result<String, Error> {
        let mut out = String::with_capacity(text.len());
        for line in text.lines() {
            match included(line) {
                Some(name) => out.push_str(&self.include(name)?),
                None => out.push_str(line),
            }
            out.push('\n');
        }
        Ok(out)
    }

    fn include(&mut self, name: &str) -> Result<String, Error> {
        let Some(path) = self.locate(name) else {
            // Shown as text: the person sees what was asked for, and no file is read.
            return Ok(format!(".br\n[{}]", name.replace('\\', "\\e")));
        };
        if self.open.contains(&path) || self.open.len() > DEPTH {
            return Err(Error::new(Code::Malformed, message!("the page includes itself ({name})", name)));
        }
        let bytes = unpack::read(&path, self.context)?;
        let text = encoding::decode(&bytes, self.language.and_then(encoding::of_language));
        self.files.push(path.clone());
        self.open.push(path);
        let text = self.expand(&text);
        self.open.pop();
        text
    }

    /// `man1/ls.1` from the manual's folder or the language's, `ls.1` beside the page itself.
    fn locate(&self, name: &str) -> Option<PathBuf> {
        let name = Path::new(name);
        if name.is_absolute() {
            return neighbour(name).and_then(|path| inside(&path, self.root));
        }
        let beside = self.open.last().and_then(|path| path.parent());
        let language = self.language.map(|language| self.root.join(language));
        let folders = beside
            .and_then(Path::parent)
            .map(Path::to_owned)
            .into_iter()
            .chain(language)
            .chain([self.root.to_owned()])
            .chain(beside.map(Path::to_owned));
        folders.filter_map(|folder| neighbour(&folder.join(name))).find_map(|path| inside(&path, self.root))
    }
}

fn included(line: &str) -> Option<&str> {
    let name = line.strip_prefix(['.', '\''])?.trim_start().strip_prefix("so")?;
    name.starts_with([' ', '\t']).then(|| name.trim()).filter(|name| !name.is_empty())
}

fn too_large() -> Error {
    Error::new(Code::TooLarge, message!("the page with all that it includes is too large"))
}

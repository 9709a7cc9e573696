//! Files and folders of this machine.

mod date;
mod directory;
mod text;

use std::path::Path;

use super::context::Context;
use super::man;
use super::model::{Block, Document, List, Spans};
use super::{Failure, encoding, unpack};
use crate::error::{Code, Error};
use crate::message;
use crate::probe::FileKind;
use crate::sanitize;
use crate::scheme::file::{File, path_uri};

/// The page of a file: a listing, a manual page, or its text.
///
/// # Errors
/// `not-found`, `unsafe` for devices, `failed` for what is no text.
pub fn load(target: &File, context: &Context<'_>) -> Result<Document, Failure> {
    if !target.matches.is_empty() {
        return Ok(matches(target));
    }
    match target.kind {
        Some(FileKind::Directory) => Ok(directory::page(&target.path, target.query.as_deref(), context)?),
        Some(FileKind::Regular) => regular(target, context),
        Some(FileKind::Special) => Err(Error::new(
            Code::Unsafe,
            message!("{file} is a device, socket or pipe.", file = shown(&target.path)),
        )
        .into()),
        None => Err(Error::new(
            Code::NotFound,
            message!("There is nothing at {file}.", file = shown(&target.path)),
        )
        .into()),
    }
}

fn regular(target: &File, context: &Context<'_>) -> Result<Document, Failure> {
    if let Some(page) = man::manual(context).file(&target.path) {
        return Ok(man::page(&page, target.fragment.as_deref(), context)?);
    }
    let bytes = unpack::read(&target.path, context)?;
    if is_binary(&bytes) {
        return Err(binary(target, context));
    }
    let source = encoding::decode(&bytes, None);
    match man::stray(&target.path, &source) {
        Some(page) => Ok(man::page(&page, target.fragment.as_deref(), context)?),
        None => Ok(text::page(&target.path, &source, target.line(), target.fragment.as_deref(), context)),
    }
}

/// A path in one line of text.
pub fn shown(path: &Path) -> String {
    sanitize::line(&path.to_string_lossy()).into_owned()
}

/// Text holds no NUL (but UTF-16 does, and says so in its first two bytes).
fn is_binary(bytes: &[u8]) -> bool {
    const NEAR: usize = 8192;
    let head = &bytes[..bytes.len().min(NEAR)];
    head.contains(&0) && !head.starts_with(b"\xff\xfe") && !head.starts_with(b"\xfe\xff")
}

fn binary(target: &File, context: &Context<'_>) -> Failure {
    let message = message!("{file} is no text.", file = shown(&target.path));
    let kind = context.probe.media_type(&target.path);
    let mut blocks = vec![context.text(&message)];
    if !kind.is_empty() {
        blocks.push(context.text(&message!("Its type is {kind}.", kind)));
    }
    blocks.push(Block::Paragraph(Spans::link(context.say(&message!("Open it")), target.to_uri())));
    let page = Document { blocks, ..context.own_page(name(&target.path)) };
    Failure::new(Error::new(Code::Failed, message), page)
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(|| shown(path), |name| shown(Path::new(name)))
}

/// What a pattern finds, as a list of links.
fn matches(target: &File) -> Document {
    let item = |path: &std::path::PathBuf| vec![Block::Paragraph(Spans::link(shown(path), path_uri(path)))];
    let list = List { first: None, items: target.matches.iter().map(item).collect() };
    Document { title: shown(&target.path), blocks: vec![Block::List(list)], ..Document::default() }
}

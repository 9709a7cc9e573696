//! A folder as a listing.

use std::ffi::OsString;
use std::fs::{self, FileType, Metadata};
use std::path::Path;

use jiff::tz::TimeZone;

use super::{date, name, shown, text};
use crate::document::context::Context;
use crate::document::model::{Block, Cell, Document, Icon, Link, Relation, Spans, Style, Table};
use crate::document::unpack;
use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;
use crate::sanitize;
use crate::scheme::file::path_uri;

/// Rows of a page; the others are on further pages.
const MOST: usize = 10_000;
/// Bytes of a README that is shown below.
const README: usize = 1 << 18;

struct Entry {
    name: OsString,
    folder: bool,
    link: bool,
}

/// The listing of a folder; hidden files where the query says `hidden`.
pub fn page(path: &Path, query: Option<&str>, context: &Context<'_>) -> Result<Document, Error> {
    let mut entries = read(path)?;
    let all = entries.len();
    let view = View::of(query.unwrap_or_default());
    if !view.hidden {
        entries.retain(|entry| !entry.name.as_encoded_bytes().starts_with(b"."));
    }
    let unseen = all - entries.len();
    entries.sort_by_cached_key(|entry| (!entry.folder, entry.name.to_string_lossy().to_lowercase()));
    let count = entries.len();
    entries.drain(..view.from.min(count));
    entries.truncate(MOST);
    let mut blocks = vec![listing(path, &entries, context)];
    if entries.is_empty() {
        blocks = vec![context.text(&message!("This folder is empty."))];
    }
    if unseen > 0 {
        let link = View { hidden: true, ..view }.uri(path);
        let words = context.say(&message!("Show hidden entries ({unseen})", unseen));
        blocks.push(Block::Paragraph(Spans::link(words, link)));
    }
    blocks.append(&mut readme(path, &entries, context));
    let facts = vec![shown(path), context.say(&counted(count, view.from, entries.len()))];
    let navigation = parent(path, context).into_iter().chain(view.around(path, count, context)).collect();
    Ok(Document { facts, navigation, blocks, ..context.own_page(name(path)) })
}

fn counted(count: usize, before: usize, shown: usize) -> Message {
    if shown == count {
        return message!("{count} entry" | "{count} entries", count);
    }
    let (from, to, count) = (before + 1, before + shown, count);
    message!("Entries {from} to {to} of {count}", from, to, count)
}

/// Which entries of a folder are wanted: a query such as `hidden&from=10000`.
#[derive(Clone, Copy)]
struct View {
    hidden: bool,
    from: usize,
}

impl View {
    fn of(query: &str) -> Self {
        let from = query.split('&').find_map(|part| part.strip_prefix("from=")?.parse().ok());
        Self { hidden: query.split('&').any(|part| part == "hidden"), from: from.unwrap_or(0) }
    }

    fn uri(self, path: &Path) -> String {
        let hidden = self.hidden.then(|| "hidden".to_owned());
        let from = (self.from > 0).then(|| format!("from={}", self.from));
        let query: Vec<String> = hidden.into_iter().chain(from).collect();
        if query.is_empty() { path_uri(path) } else { format!("{}?{}", path_uri(path), query.join("&")) }
    }

    /// The pages of a listing before and after this one.
    fn around(self, path: &Path, count: usize, context: &Context<'_>) -> Vec<Link> {
        let link = |label: &Message, from, relation| Link {
            label: context.say(label),
            uri: Self { from, ..self }.uri(path),
            relation,
        };
        let before = (self.from > 0)
            .then(|| link(&message!("Previous entries"), self.from.saturating_sub(MOST), Relation::Previous));
        let next = self.from.saturating_add(MOST);
        let after = (next < count).then(|| link(&message!("Next entries"), next, Relation::Next));
        before.into_iter().chain(after).collect()
    }
}

fn parent(path: &Path, context: &Context<'_>) -> Option<Link> {
    path.parent().map(|parent| Link {
        label: context.say(&Relation::Up.label(&shown(parent))),
        uri: path_uri(parent),
        relation: Relation::Up,
    })
}

/// The names only: their sizes are asked for later, and only for those that are shown.
fn read(path: &Path) -> Result<Vec<Entry>, Error> {
    let failed = |error: std::io::Error| {
        Error::new(
            Code::Failed,
            message!("The folder {folder} cannot be read: {error}", folder = shown(path), error = &error),
        )
    };
    let entry = |entry: fs::DirEntry| {
        let kind = entry.file_type().ok();
        let link = kind.as_ref().is_some_and(FileType::is_symlink);
        Entry { name: entry.file_name(), folder: kind.is_some_and(|kind| kind.is_dir()), link }
    };
    Ok(fs::read_dir(path).map_err(failed)?.flatten().map(entry).collect())
}

fn listing(path: &Path, entries: &[Entry], context: &Context<'_>) -> Block {
    let head = [message!("Name"), message!("Size"), message!("Changed"), message!("Kind")]
        .map(|word| Cell::of(Spans::plain(context.say(&word))));
    let mut rows: Vec<Vec<Cell>> = vec![head.into()];
    let zone = TimeZone::system();
    rows.extend(entries.iter().map(|entry| row(path, entry, &zone, context)));
    Block::Table(Table { head: 1, ruled: false, rows })
}

fn row(folder: &Path, entry: &Entry, zone: &TimeZone, context: &Context<'_>) -> Vec<Cell> {
    let path = folder.join(&entry.name);
    // Links are not followed: a listing never leaves its folder and never goes round.
    let facts = fs::symlink_metadata(&path).ok();
    let size = facts.as_ref().filter(|facts| facts.is_file()).map(|facts| size(facts.len()));
    let changed = facts.as_ref().and_then(|facts| facts.modified().ok()).map(|time| date::local(time, zone));
    let size = Cell { right: true, ..Cell::of(Spans::plain(size.unwrap_or_default())) };
    let kind = Spans::plain(context.say(&kind(entry, facts.as_ref(), &path)));
    let label = Cell { icon: Some(icon(entry, facts.as_ref())), ..Cell::of(label(entry, &path)) };
    vec![label, size, Cell::of(Spans::plain(changed.unwrap_or_default())), Cell::of(kind)]
}

fn icon(entry: &Entry, facts: Option<&Metadata>) -> Icon {
    match facts {
        _ if entry.link => Icon::Link,
        _ if entry.folder => Icon::Folder,
        Some(facts) if !facts.is_file() => Icon::Special,
        _ => Icon::File,
    }
}

fn label(entry: &Entry, path: &Path) -> Spans {
    let name = sanitize::line(&entry.name.to_string_lossy()).into_owned();
    let style = if entry.folder { Style::BOLD } else { Style::PLAIN };
    let mut label = Spans::default();
    label.push(&name, style, Some(&path_uri(path)));
    if entry.folder {
        label.push_plain("/");
    }
    label
}

fn kind(entry: &Entry, facts: Option<&Metadata>, path: &Path) -> Message {
    if entry.link {
        let target = fs::read_link(path).map(|target| shown(&target)).unwrap_or_default();
        return message!("link to {target}", target);
    }
    match facts.map(Metadata::file_type) {
        _ if entry.folder => message!("folder"),
        Some(kind) if kind.is_file() => Message::quoted(extension(path)),
        Some(_) => message!("device, socket or pipe"),
        None => Message::quoted(""),
    }
}

fn extension(path: &Path) -> String {
    path.extension()
        .map(|extension| sanitize::line(&extension.to_string_lossy()).into_owned())
        .unwrap_or_default()
}

/// Bytes in a short form (powers of 1000).
fn size(bytes: u64) -> String {
    const UNITS: &[&str] = &["kB", "MB", "GB", "TB", "PB", "EB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let mut tenths = bytes / 100;
    let mut unit = 0;
    while tenths >= 10_000 && unit + 1 < UNITS.len() {
        tenths /= 1000;
        unit += 1;
    }
    if tenths < 100 {
        format!("{}.{} {}", tenths / 10, tenths % 10, UNITS[unit])
    } else {
        format!("{} {}", tenths / 10, UNITS[unit])
    }
}

/// The folder's README, where there is one that is not long.
fn readme(path: &Path, entries: &[Entry], context: &Context<'_>) -> Vec<Block> {
    let is_readme = |entry: &&Entry| {
        let name = entry.name.to_string_lossy().to_lowercase();
        !entry.folder && !entry.link && matches!(name.as_str(), "readme" | "readme.md" | "readme.txt")
    };
    let Some(entry) = entries.iter().find(is_readme) else { return Vec::new() };
    let Ok(bytes) = unpack::read_file(&path.join(&entry.name), README) else { return Vec::new() };
    let mut blocks = vec![Block::Rule];
    blocks.append(&mut text::blocks(&crate::document::encoding::decode(&bytes, None), None, context));
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        let cases = [
            (0, "0 B"),
            (999, "999 B"),
            (1000, "1.0 kB"),
            (9_950, "9.9 kB"),
            (123_456, "123 kB"),
            (5_000_000_000, "5.0 GB"),
            (u64::MAX, "18 EB"),
        ];
        for (bytes, expected) in cases {
            assert_eq!(size(bytes), expected);
        }
    }
}

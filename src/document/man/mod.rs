//! Manual pages.

mod index;
pub mod locate;
mod missing;
mod source;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::context::Context;
use super::groff::{self, Page};
use super::linkify::{self, Reference};
use super::model::Document;
use super::{Failure, anchors, uris};
use crate::error::{Code, Error};
use crate::message;
use crate::probe::Documentation;
use crate::scheme::man::{Man, ManIndex};
use locate::{Manual, PageFile, References};

/// The manual as this request may see it.
pub fn manual(context: &Context<'_>) -> Manual {
    Manual { roots: context.folders(Documentation::Man), locale: context.locale.clone() }
}

/// Finds and formats the page of a target.
///
/// # Errors
/// `not-found` with a page of what could be meant, and those of [`page`].
pub fn load(target: &Man, context: &Context<'_>) -> Result<Document, Failure> {
    Ok(page(&find(target, context)?, target.anchor.as_deref(), context)?)
}

/// Finds the page of a target.
///
/// # Errors
/// `not-found` with a page of what could be meant.
pub fn find(target: &Man, context: &Context<'_>) -> Result<PageFile, Failure> {
    let manual = manual(context);
    let file = match (&target.path, &target.page) {
        (Some(path), _) => manual.file(Path::new(&**path)),
        (None, Some(name)) => manual.find(name, target.section.as_deref()),
        (None, None) => None,
    };
    file.ok_or_else(|| {
        let name = target.page.as_deref().or(target.path.as_deref()).unwrap_or_default();
        missing::page(name, target.section.as_deref(), &manual, context)
    })
}

/// The list of sections, or of one section's pages.
///
/// # Errors
/// `not-found` for a section without pages.
pub fn load_index(target: &ManIndex, context: &Context<'_>) -> Result<Document, Failure> {
    let manual = manual(context);
    match &target.section {
        None => Ok(index::sections(&manual, context)),
        Some(section) => index::section(section, &manual, context),
    }
}

/// The list of sections.
pub fn overview(context: &Context<'_>) -> Document {
    index::sections(&manual(context), context)
}

/// The names and sections of all pages.
pub fn names(context: &Context<'_>) -> BTreeSet<(String, String)> {
    let manual = manual(context);
    index::letters().flat_map(|letter| index::names(&manual, letter)).collect()
}

/// Formats a page that was found, for this anchor.
///
/// # Errors
/// Those of [`make`].
pub fn page(file: &PageFile, anchor: Option<&str>, context: &Context<'_>) -> Result<Document, Error> {
    let (mut document, _) = make(file, context)?;
    document.target = anchor.and_then(|anchor| anchors::find(&anchors::of(&document), anchor));
    Ok(document)
}

/// Formats a page that was found, and tells the files and folders that decide about it.
///
/// # Errors
/// Those of unpacking and formatting.
pub fn make(file: &PageFile, context: &Context<'_>) -> Result<(Document, Vec<PathBuf>), Error> {
    let manual = manual(context);
    let source = source::read(&file.path, &file.root, file.language.as_deref(), context)?;
    let page = groff::format(&source.text, context)?;
    if page.blocks.is_empty() {
        let file = file.path.display().to_string();
        return Err(Error::new(Code::Failed, message!("{file} has no text", file)));
    }
    let decisive = [source.files, manual.section_folders(), groff::formatters(context)].concat();
    Ok((document(file, page, &manual), decisive))
}

fn document(file: &PageFile, page: Page, manual: &Manual) -> Document {
    let title = format!("{}({})", file.name, file.section);
    let facts = facts(&page, &title);
    let mut document =
        Document { title, facts, blocks: page.blocks, language: Some(language(file)), ..Document::default() };
    link(&mut document, file, manual);
    document
}

/// The manual's name, the source and the date, each once and without the page's own name.
fn facts(page: &Page, title: &str) -> Vec<String> {
    let mut facts: Vec<String> = Vec::new();
    for fact in page.header.iter().chain(&page.footer) {
        let fact = fact.trim().to_owned();
        if !fact.is_empty() && !fact.eq_ignore_ascii_case(title) && !facts.contains(&fact) {
            facts.push(fact);
        }
    }
    facts
}

/// BCP 47 writes `pt-BR` for `pt_BR`.
fn language(file: &PageFile) -> String {
    let folder = file.language.as_deref().unwrap_or("en");
    folder.split(['.', '@']).next().unwrap_or_default().replace('_', "-")
}

/// Links to pages that exist, except to the page itself, and to addresses.
fn link(document: &mut Document, file: &PageFile, manual: &Manual) {
    let mut known = targets(manual);
    let mut target = |reference: Reference<'_>| match reference {
        Reference::Page { name, section } if name == file.name && section == file.section => None,
        other => known(other),
    };
    linkify::link(&mut document.blocks, &mut target);
}

/// No page refers to more; each is looked for in every folder.
const MOST_REFERENCES: usize = 5000;

/// What references in a page lead to: addresses, and manual pages that exist.
pub fn targets(manual: &Manual) -> impl FnMut(Reference<'_>) -> Option<String> {
    let mut references = References::new(manual);
    let mut known: HashMap<String, bool> = HashMap::new();
    move |reference| match reference {
        Reference::Uri(uri) => Some(uri.to_owned()),
        Reference::Mail(address) => Some(uris::mail(address)),
        Reference::Page { name, section } => {
            let uri = uris::man(name, section);
            let room = known.len() < MOST_REFERENCES;
            let exists = *known.entry(uri.clone()).or_insert_with(|| room && references.has(name, section));
            exists.then_some(uri)
        }
    }
}

/// A page's source outside the manual's folders, by its name and its text; its inclusions stay beside it.
pub fn stray(path: &Path, source: &str) -> Option<PageFile> {
    let (name, section) = locate::split_name(path.file_name()?.to_str()?)?;
    let numbered = section.starts_with(|c: char| c.is_ascii_digit() || c == 'n' || c == 'l');
    let marked = source.lines().take(200).any(|line| line.starts_with(".TH ") || line.starts_with(".Dd "));
    let included =
        source.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| line.starts_with(".so "));
    let folder = path.parent()?;
    let is_section =
        folder.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with("man"));
    let root = if is_section { folder.parent()? } else { folder };
    (numbered && (marked || included)).then(|| PageFile {
        path: path.to_owned(),
        root: root.to_owned(),
        name: name.to_owned(),
        section: section.to_owned(),
        language: None,
    })
}

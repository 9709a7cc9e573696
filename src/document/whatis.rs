//! The descriptions of manual pages, by the system's own whatis and apropos.

use std::ffi::OsString;
use std::path::Path;

use super::context::Context;
use super::man::{self, locate::Manual};
use super::model::{Block, Cell, Document, Spans, Table};
use super::run::run;
use super::trusted::is_name;
use super::{Failure, uris};
use crate::error::{Code, Error};
use crate::message;
use crate::scheme::search::Search;

/// A page with its description.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Described {
    /// `printf`
    pub name: String,
    /// `3`
    pub section: String,
    /// `formatted output conversion`
    pub description: String,
}

/// The descriptions of the pages of just these names.
///
/// # Errors
/// `no-program`, and those of [`run`].
pub fn whatis(words: &[&str], context: &Context<'_>) -> Result<Vec<Described>, Error> {
    let words: Vec<&str> = words.iter().copied().filter(|word| is_word(word)).collect();
    if words.is_empty() { Ok(Vec::new()) } else { ask("whatis", &[], &words, context) }
}

/// Pages whose names and descriptions hold all of these words: as whole words, else as parts.
///
/// # Errors
/// `no-program`, and those of [`run`].
pub fn apropos(words: &[&str], context: &Context<'_>) -> Result<Vec<Described>, Error> {
    let words: Vec<&str> = words.iter().copied().filter(|word| is_word(word)).collect();
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let whole = ask("apropos", &["--and", "--exact"], &words, context)?;
    if !whole.is_empty() {
        return Ok(whole);
    }
    let literal: Vec<String> = words.iter().map(|word| escaped(word)).collect();
    ask("apropos", &["--and"], &literal.iter().map(String::as_str).collect::<Vec<_>>(), context)
}

/// Pages whose names and descriptions hold this word, also as a part of another.
///
/// # Errors
/// `no-program`, and those of [`run`].
pub fn mentioned(word: &str, context: &Context<'_>) -> Result<Vec<Described>, Error> {
    if is_word(word) { ask("apropos", &[], &[&escaped(word)], context) } else { Ok(Vec::new()) }
}

/// All descriptions of a section.
///
/// # Errors
/// `no-program`, and those of [`run`].
pub fn section(section: &str, context: &Context<'_>) -> Result<Vec<Described>, Error> {
    if is_word(section) { ask("apropos", &["-s", section], &["."], context) } else { Ok(Vec::new()) }
}

/// All descriptions of all sections.
///
/// # Errors
/// `no-program`, and those of [`run`].
pub fn all(context: &Context<'_>) -> Result<Vec<Described>, Error> {
    ask("apropos", &[], &["."], context)
}

/// A word can be no option and no control; the pattern modes are never used.
fn is_word(word: &str) -> bool {
    is_name(word) && !word.starts_with('-')
}

/// A word for a regular expression that matches just it (POSIX extended).
fn escaped(word: &str) -> String {
    let mut out = String::new();
    for c in word.chars() {
        if c.is_ascii_punctuation() && !"-_:,@".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn ask(
    program: &str,
    options: &[&str],
    words: &[&str],
    context: &Context<'_>,
) -> Result<Vec<Described>, Error> {
    let file = context.program(program)?;
    let folders = man::manual(context).roots;
    let folders: Vec<&str> = folders.iter().filter_map(|folder| folder.to_str()).collect();
    let folders = folders.join(":");
    let mut arguments = options.to_vec();
    if is_mandoc(&file) {
        // mandoc's programs know whole words only as a search of their own, and cut nothing off.
        arguments.retain(|option| !option.starts_with("--"));
    } else {
        arguments.push("--long");
    }
    arguments.extend(["-M", &folders, "--"]);
    arguments.extend(words);
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let output = run(&file, &arguments, Vec::new(), context.limits)?;
    let mut found: Vec<Described> =
        String::from_utf8_lossy(&output).lines().filter_map(described).flatten().collect();
    found.sort();
    found.dedup();
    Ok(found)
}

/// Whether a program is mandoc under another name.
fn is_mandoc(file: &Path) -> bool {
    let real = file.canonicalize().ok();
    let name = real.as_deref().and_then(Path::file_name).and_then(|name| name.to_str());
    name.is_some_and(|name| name.contains("mandoc") || name.starts_with("bsd."))
}

/// `printf (3) - formatted output`, also with several names.
fn described(line: &str) -> Option<Vec<Described>> {
    let (names, description) = line.split_once(") ")?;
    let (names, section) = names.rsplit_once('(')?;
    let description = description.trim_start().trim_start_matches(['-', '–', '—']).trim();
    let entry = |name: &str| Described {
        name: name.trim().to_owned(),
        section: section.trim().to_owned(),
        description: description.to_owned(),
    };
    Some(names.split(',').filter(|name| !name.trim().is_empty()).map(entry).collect())
}

/// The two ways to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Names of pages.
    Whatis,
    /// Words in descriptions.
    Apropos,
}

/// The page of `whatis:` or `apropos:`.
///
/// # Errors
/// `not-found` with a page that says what was looked for, and those of [`run`].
pub fn load(search: &Search, way: Way, context: &Context<'_>) -> Result<Document, Failure> {
    let words: Vec<&str> = search.words().iter().map(|word| &**word).collect();
    let (name, found) = match way {
        Way::Whatis => ("whatis", whatis(&words, context)?),
        Way::Apropos => ("apropos", apropos(&words, context)?),
    };
    let title = format!("{name}: {}", words.join(" "));
    if found.is_empty() {
        return Err(nothing(title, &words, context));
    }
    Ok(Document { title, blocks: vec![table(&found)], ..Document::default() })
}

/// Described pages as a table of links.
pub fn table(pages: &[Described]) -> Block {
    let rows = pages.iter().map(|page| {
        let name = format!("{}({})", page.name, page.section);
        let name = Spans::link(name, uris::man(&page.name, &page.section));
        [name, Spans::plain(page.description.clone())].map(Cell::of).into()
    });
    Block::Table(Table { head: 0, ruled: false, rows: rows.collect() })
}

fn nothing(title: String, words: &[&str], context: &Context<'_>) -> Failure {
    let message = message!("No description in the manual matches.");
    let mut blocks = vec![context.text(&message)];
    let pages = pages_of(words, &man::manual(context));
    if !pages.is_empty() {
        blocks.push(
            context
                .text(&message!("There are manual pages of this name, though, which are not in the index:")),
        );
        blocks.push(table(&pages));
    }
    let page = Document { blocks, ..context.own_page(title) };
    Failure::new(Error::new(Code::NotFound, message), page)
}

fn pages_of(words: &[&str], manual: &Manual) -> Vec<Described> {
    let pages = words.iter().flat_map(|word| manual.sections(word));
    let entry = |page: man::locate::PageFile| Described {
        name: page.name,
        section: page.section,
        description: String::new(),
    };
    pages.map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_programs_output() {
        let lines = [
            "printf (3)  - formatted output",
            "a, b (3pm) – two names",
            "x(1) - y",
            "x: nothing appropriate.",
        ];
        let found: Vec<_> = lines.iter().filter_map(|line| described(line)).flatten().collect();
        let names: Vec<_> = found.iter().map(|page| format!("{}({})", page.name, page.section)).collect();
        assert_eq!(names, ["printf(3)", "a(3pm)", "b(3pm)", "x(1)"]);
        assert_eq!(found[0].description, "formatted output");
    }

    #[test]
    fn words_are_no_options_or_patterns() {
        assert!(!is_word("-C") && !is_word("a/b") && is_word("std::string"));
        assert_eq!(escaped("a.*(b)"), "a\\.\\*\\(b\\)");
    }
}

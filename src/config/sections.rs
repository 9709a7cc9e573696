//! Reading `[general]`, `[documents]` and `[reader]`.

use std::time::Duration;

use toml::de::DeValue;

use super::scope::Scope;
use super::walk::{Item, Walk, parse_duration};
use super::{Documents, Flood, General, Notify, Reader, Terminal, action, template};
use crate::message;
use crate::policy::{interpreters, programs};
use crate::target::{Kind, family};
use crate::template::{Part, Template, Word};

/// Keys of `[general]`.
pub const GENERAL: &[&str] = &["terminal", "idle-timeout", "notify", "flood", "asker", "locked"];
/// Keys of `[documents]`.
pub const DOCUMENTS: &[&str] = &["manpath", "infopath", "online"];
/// Keys of `[reader]`.
pub const READER: &[&str] = &["window", "linger"];

/// Reads `[general]`, and the keys that it locks.
pub fn general(walk: &mut Walk, item: &Item) -> (General, Vec<String>) {
    let mut general = General::default();
    let mut locked = Vec::new();
    let Some(table) = walk.table(item) else { return (general, locked) };
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "terminal" => general.terminal = terminal(walk, value),
            "idle-timeout" => general.idle_timeout = walk.duration(value),
            "notify" => general.notify = notify(walk, value),
            "flood" => general.flood = flood(walk, value),
            "asker" => general.asker = template::command(walk, value, &Scope::of_list(None)),
            "locked" => locked = self::locked(walk, value),
            name => walk.unknown(key.span(), name, GENERAL.iter().copied(), |word| {
                message!("unknown key of `[general]`: `{word}`", word)
            }),
        }
    }
    (general, locked)
}

/// `auto`, the name of a terminal, or its words; without `{argv...}` the command is put where that terminal takes it.
fn terminal(walk: &mut Walk, item: &Item) -> Option<Terminal> {
    if let DeValue::String(name) = item.get_ref() {
        return terminal_named(walk, item, name);
    }
    let template = template::command(walk, item, &Scope::of_list(Some("argv")))?;
    let words: Vec<_> = walk.texts(item)?.into_iter().map(|(text, _)| text).collect();
    check_terminal(walk, item, &template).then_some(Terminal::Words(words))
}

fn terminal_named(walk: &mut Walk, item: &Item, name: &str) -> Option<Terminal> {
    if name == "auto" {
        return Some(Terminal::Auto);
    }
    if !programs::is_name(name) {
        let help = message!(
            "write `auto`, the name of a terminal, or a list: `[\"foot\", \"--\", \"{{argv...}}\"]`"
        );
        walk.error_with_help(item.span(), message!("`{name}` is no program", name), help);
        return None;
    }
    Some(Terminal::Words(vec![name.to_owned()]))
}

/// The program must arrive as several arguments: a single string would be split again, or read by a shell.
fn check_terminal(walk: &mut Walk, item: &Item, template: &Template) -> bool {
    let spread =
        template.parts.iter().filter(|part| matches!(part, Part::Word(word) if word.spread().is_some()));
    let foreign =
        template.words().filter_map(Word::fixed).any(|word| word.len() == 2 && word.starts_with('%'));
    let good = spread.count() == template.words().flat_map(Word::holes).count()
        && !foreign
        && !template.program().is_some_and(interpreters::is_shell);
    if !good {
        let help =
            message!("end it with the element \"{{argv...}}\", which becomes the program and its arguments");
        walk.error_with_help(
            item.span(),
            message!("a terminal takes the program as separate arguments"),
            help,
        );
    }
    good
}

fn notify(walk: &mut Walk, item: &Item) -> Option<Notify> {
    Some(match choice(walk, item, &["errors", "always", "never"])? {
        "errors" => Notify::Errors,
        "always" => Notify::Always,
        _ => Notify::Never,
    })
}

fn choice<'n>(walk: &mut Walk, item: &Item, names: &[&'n str]) -> Option<&'n str> {
    walk.word(item, names, |word| message!("unknown choice: `{word}`", word))
}

fn flood(walk: &mut Walk, item: &Item) -> Option<Flood> {
    let text = walk.text(item)?;
    let flood = if text == "off" { Some(Flood::Off) } else { limit(text) };
    if flood.is_none() {
        let help = message!("a number of opens and a time: `10/5s`; or `off`");
        walk.error_with_help(item.span(), message!("`{text}` is no limit", text), help);
    }
    flood
}

fn limit(text: &str) -> Option<Flood> {
    let (count, within) = text.split_once('/')?;
    let count = count.parse().ok().filter(|count| *count > 0)?;
    let within = parse_duration(within).filter(|within| *within > Duration::ZERO)?;
    Some(Flood::Limit { count, within })
}

/// Names of keys as `section.key`, or a section.
fn locked(walk: &mut Walk, item: &Item) -> Vec<String> {
    let mut names = Vec::new();
    for (name, span) in walk.texts(item).unwrap_or_default() {
        if is_lockable(&name) {
            names.push(name);
        } else {
            let help = message!("name a key by its section: `schemes.telnet`, `general.terminal`, `rules`");
            walk.error_with_help(span, message!("`{name}` is no key that can be locked", name), help);
        }
    }
    names
}

fn is_lockable(name: &str) -> bool {
    match name.split_once('.') {
        None => ["general", "schemes", "rules", "documents", "reader"].contains(&name),
        Some(("general", key)) => GENERAL.contains(&key),
        Some(("documents", key)) => DOCUMENTS.contains(&key),
        Some(("reader", key)) => READER.contains(&key),
        Some(("schemes", scheme)) => super::matcher::is_scheme(scheme),
        Some(_) => false,
    }
}

/// Reads `[documents]`.
pub fn documents(walk: &mut Walk, item: &Item) -> Documents {
    let mut documents = Documents::default();
    let Some(table) = walk.table(item) else { return documents };
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "manpath" => documents.manpath = folders(walk, value),
            "infopath" => documents.infopath = folders(walk, value),
            "online" => documents.online = online(walk, value),
            name => walk.unknown(key.span(), name, DOCUMENTS.iter().copied(), |word| {
                message!("unknown key of `[documents]`: `{word}`", word)
            }),
        }
    }
    documents
}

fn folders(walk: &mut Walk, item: &Item) -> Option<Vec<String>> {
    let list = walk.list(item)?;
    let folders: Vec<_> = list.iter().map(|entry| action::folder(walk, entry)).collect();
    folders.into_iter().collect()
}

/// A web address for each kind of document.
fn online(walk: &mut Walk, item: &Item) -> Vec<(String, Template)> {
    let Some(table) = walk.table(item) else { return Vec::new() };
    let kinds: Vec<_> = Kind::ALL
        .iter()
        .map(|kind| kind.name())
        .filter(|kind| ["man", "info", "help"].contains(kind))
        .collect();
    let mut found = Vec::new();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let family = family::named(name).filter(|_| kinds.contains(&name));
        let Some(family) = family else {
            walk.unknown(key.span(), name, kinds.clone(), |word| {
                message!("unknown kind of document: `{word}`", word)
            });
            continue;
        };
        let template = template::joined(walk, value, &Scope::of_family(family).passing_over());
        check_web_address(walk, value);
        found.extend(template.map(|template| (name.to_owned(), template)));
    }
    found
}

fn check_web_address(walk: &mut Walk, item: &Item) {
    let is_web = |text: &str| text.starts_with("https://") || text.starts_with("http://");
    if let DeValue::String(text) = item.get_ref()
        && !is_web(text)
    {
        walk.error(item.span(), message!("a web address begins with `https://`"));
    }
}

/// Reads `[reader]`.
pub fn reader(walk: &mut Walk, item: &Item) -> Reader {
    let mut reader = Reader::default();
    let Some(table) = walk.table(item) else { return reader };
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "window" => {
                reader.new_window = choice(walk, value, &["same", "new"]).map(|word| word == "new");
            }
            "linger" => reader.linger = walk.duration(value),
            name => walk.unknown(key.span(), name, READER.iter().copied(), |word| {
                message!("unknown key of `[reader]`: `{word}`", word)
            }),
        }
    }
    reader
}

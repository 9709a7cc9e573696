//! What every fuzz target checks: no input makes a parser panic, and no answer breaks its promises.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use portero::config;
use portero::document::model::{Block, Document, Link, Relation};
use portero::document::{groff, info};
use portero::html::{self, Links};
use portero::policy::arguments::checked;
use portero::probe::fake::Fake;
use portero::reading::{self, Reading, Refused};
use portero::target::Value;
use portero::template::{Part, Template, Word};
use portero::terminal::{self, Look};
use portero::uri::{self, Mode};

/// Reads a scheme's prefix and the fuzzer's bytes as one argument.
pub fn read(prefix: &str, data: &[u8]) {
    let argument = [prefix.as_bytes(), data].concat();
    let mut machine = Fake::with_files(["/place/a b", "/place/c#d", "/etc/passwd"]);
    machine.current_folder = Some("/place".into());
    match reading::read(OsStr::from_bytes(&argument), None, &machine) {
        Ok(reading) => check(&reading),
        Err(refused) => check_refused(&refused, &argument),
    }
}

/// What a program is handed is a URI of the same meaning, in strict form.
fn check(reading: &Reading) {
    assert!(reading.escaped.is_ascii());
    assert_eq!(reading.target.values().len(), reading.target.kind().fields().len());
    assert!(!reading.display().contains(char::is_control));
    let again = uri::Uri::parse(reading.uri.escaped(), reading.uri.syntax()).unwrap();
    assert_eq!(again.escaped(), reading.uri.escaped());
    assert_eq!(again.repairs(), uri::Repairs::default());
}

fn check_refused(refused: &Refused, argument: &[u8]) {
    // A byte that is no UTF-8 stands as an escape of three.
    assert!(refused.error.at.is_none_or(|at| at <= argument.len() * 3 + 16), "{refused:?}");
    assert!(!refused.shown.contains(char::is_control));
    assert!(!refused.error.message.to_string().contains(char::is_control));
}

/// A resolved reference is absolute: resolving it takes its dots away (an empty reference keeps those of the base), and
/// then nothing changes any more.
pub fn resolve(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some((base, reference)) = text.split_once('\n') else { return };
    let Ok(resolved) = uri::resolve(base, reference, Mode::Strict) else { return };
    let plain = uri::resolve(base, &resolved, Mode::Strict).unwrap();
    assert_eq!(uri::resolve(base, &plain, Mode::Strict).as_deref(), Ok(&*plain));
}

/// A template of the lines of the first half and fields of the second: how many words come out depends on neither's
/// content, and no field makes an option (policy 1).
pub fn template(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (words, fields) = text.split_once('\0').unwrap_or((text, ""));
    let words = words.lines().filter_map(|line| Word::parse(line).ok());
    let template = Template { parts: words.map(Part::Word).collect() };
    let values: Vec<String> = fields.split('\n').map(str::to_owned).collect();
    let lookup = |name: &str| match name {
        "list" => Value::List(values.clone()),
        "absent" => Value::Absent,
        _ => Value::Text(fields.to_owned()),
    };
    let harmless = |name: &str| match lookup(name) {
        Value::List(values) => Value::List(vec!["x".to_owned(); values.len()]),
        Value::Text(_) => Value::Text("x".to_owned()),
        other => other,
    };
    let arguments = template.expand(&lookup);
    assert_eq!(arguments.len(), template.expand(&harmless).len());
    let Ok(argv) = checked(arguments, false) else { return };
    let fixed: Vec<&str> = template.words().map(Word::prefix).filter(|prefix| !prefix.is_empty()).collect();
    for word in argv.words() {
        let word = word.to_string_lossy();
        let is_option = word.starts_with(['-', '+']) || word.starts_with("@@");
        assert!(!is_option || fixed.iter().any(|prefix| word.starts_with(prefix)), "{word} of {template}");
    }
}

/// The text of an Info node.
pub fn info(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        render(info::blocks(text, "x"));
    }
}

/// What troff hands on (`groff_out(5)`).
pub fn troff(data: &[u8]) {
    if let Ok(page) = groff::read(data) {
        render(page.blocks);
    }
}

/// Any text in every place of a page that takes text.
pub fn html(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let link = Link { label: text.to_owned(), uri: text.to_owned(), relation: Relation::Next };
    let document = Document {
        title: text.to_owned(),
        facts: vec![text.to_owned()],
        navigation: vec![link],
        target: Some(text.to_owned()),
        language: Some(text.to_owned()),
        ..Document::default()
    };
    inert(&html::page(&document, Links::Direct));
}

fn render(blocks: Vec<Block>) {
    let document = Document { title: "x".to_owned(), blocks, ..Document::default() };
    inert(&html::page(&document, Links::Wrapped));
    let text = terminal::render(&document, &Look::plain(80));
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'));
}

/// No element and no attribute that could do anything.
fn inert(page: &str) {
    let small = page.to_lowercase();
    for bad in ["<script", "<iframe", "<object", "<form", "<base", "<link", " onload=", "href=\"javascript:"]
    {
        assert!(!small.contains(bad), "{bad} in {page}");
    }
    assert!(!page.contains(|c: char| c.is_control() && !"\n\t".contains(c)));
}

/// A config file: whatever stands in it, mistakes are told and nothing panics.
pub fn config(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        let loaded = config::of_text("config.toml", text);
        loaded.diagnostics.iter().for_each(|diagnostic| drop(diagnostic.to_string()));
    }
}

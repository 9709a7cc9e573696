//! One file: its sections, and whatever in it is no section.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::walk::{Item, Walk};
use super::{Documents, General, Reader, Test, cases, rules, sections};
use crate::diagnostic::{Diagnostic, Severity, Source};
use crate::message;
use crate::message::Message;
use crate::rule::Rule;

/// The sections of a config file.
const SECTIONS: &[&str] = &["general", "schemes", "rules", "documents", "reader", "tests"];

/// A key of a section as `section.key`, and where it stands.
#[derive(Debug)]
pub struct Setting {
    pub key: String,
    pub source: Arc<Source>,
    pub span: Range<usize>,
}

/// What one file says.
#[derive(Debug, Default)]
pub struct File {
    pub general: General,
    pub locked: Vec<String>,
    /// The keys that stand in `[general]`, `[documents]` and `[reader]`.
    pub settings: Vec<Setting>,
    /// By scheme (or `folder`), in the order of the file.
    pub schemes: Vec<(String, Rule)>,
    pub rules: Vec<Rule>,
    pub documents: Documents,
    pub reader: Reader,
    pub tests: Vec<Test>,
}

/// Reads a file as far as it can be understood, with all its mistakes.
pub fn read(source: &Arc<Source>) -> (File, Vec<Diagnostic>) {
    let (root, syntax) = DeTable::parse_recoverable(source.text());
    let mut walk = Walk::new(source);
    walk.found.extend(first_causes(&syntax).iter().map(|error| syntax_error(source, error)));
    let file = if walk.found.is_empty() { sections_of(&mut walk, root.get_ref()) } else { File::default() };
    walk.found.sort_by_key(|found| found.span.as_ref().map(|span| span.start));
    (file, walk.found)
}

/// What a bracket that is never closed takes in is no mistake of its own.
fn first_causes(errors: &[toml::de::Error]) -> &[toml::de::Error] {
    let unclosed = errors.iter().any(|error| error.message().starts_with("unclosed"));
    if unclosed { &errors[..1] } else { errors }
}

/// What helps with mistakes that are often made, by how the parser's message begins.
fn syntax_help(message: &str) -> Option<Message> {
    let begins = |text: &str| message.starts_with(text);
    Some(match message {
        _ if begins("missing escaped value") => {
            message!("`\\` begins an escape: write `\\\\`, or put the text between single quotes")
        }
        _ if begins("string values must be quoted") => {
            message!("a text stands between straight quotation marks: `\"…\"`")
        }
        _ if begins("missing comma") => {
            message!("is a comma missing here, or a closing bracket before it?")
        }
        _ if begins("unclosed") => message!("each `[` and `{{` needs its closing bracket"),
        _ if begins("key with no value") => message!("a line is `name = value`"),
        _ if begins("duplicate key") => message!("a name may stand once in a table"),
        _ => return None,
    })
}

fn syntax_error(source: &Arc<Source>, error: &toml::de::Error) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        source: Arc::clone(source),
        span: error.span(),
        message: Message::quoted(error.message().lines().next().unwrap_or_default()),
        help: syntax_help(error.message()).or_else(|| error.message().lines().nth(1).map(Message::quoted)),
    }
}

fn sections_of(walk: &mut Walk, root: &DeTable) -> File {
    let mut file = File::default();
    for (key, value) in root {
        file.settings.extend(settings(walk, key.get_ref(), value));
        match key.get_ref().as_ref() {
            "general" => (file.general, file.locked) = sections::general(walk, value),
            "schemes" => file.schemes = rules::schemes(walk, value),
            "rules" => file.rules = each_table(walk, value, rules::rule),
            "documents" => file.documents = sections::documents(walk, value),
            "reader" => file.reader = sections::reader(walk, value),
            "tests" => file.tests = each_table(walk, value, cases::test),
            name => unknown_section(walk, key, name),
        }
    }
    file
}

fn settings(walk: &Walk, section: &str, item: &Item) -> Vec<Setting> {
    let table = item.get_ref().as_table().filter(|_| ["general", "documents", "reader"].contains(&section));
    let setting = |key: &Spanned<toml::de::DeString>| Setting {
        key: format!("{section}.{}", key.get_ref()),
        source: Arc::clone(walk.source),
        span: key.span(),
    };
    table.into_iter().flatten().map(|(key, _)| setting(key)).collect()
}

/// The entries of `[[name]]`.
fn each_table<T>(walk: &mut Walk, item: &Item, read: fn(&mut Walk, &Item, usize) -> Option<T>) -> Vec<T> {
    let DeValue::Array(list) = item.get_ref() else {
        walk.error_with_help(
            item.span(),
            message!("expected a list of tables"),
            message!("write `[[` and `]]` around its name"),
        );
        return Vec::new();
    };
    list.iter().enumerate().filter_map(|(index, entry)| read(walk, entry, index + 1)).collect()
}

fn unknown_section(walk: &mut Walk, key: &Spanned<toml::de::DeString>, name: &str) {
    if crate::target::family::schemes().any(|scheme| scheme == name) {
        let help = message!("put `{name}` under `[schemes]`", name);
        return walk.error_with_help(
            key.span(),
            message!("`{name}` stands outside of its section", name),
            help,
        );
    }
    walk.unknown(key.span(), name, SECTIONS.iter().copied(), |word| {
        message!("unknown section: `{word}`", word)
    });
}

//! Walking a parsed file: typed access to its values that notes every mistake with its place and goes on.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Severity, Source, nearest};
use crate::message;
use crate::message::Message;

/// A value with its place in the file.
pub type Item<'a> = Spanned<DeValue<'a>>;

/// The file that is read, and the mistakes found in it so far.
pub struct Walk<'a> {
    /// The file.
    pub source: &'a Arc<Source>,
    /// In the order in which they were found.
    pub found: Vec<Diagnostic>,
}

impl<'a> Walk<'a> {
    /// Starts without mistakes.
    pub const fn new(source: &'a Arc<Source>) -> Self {
        Self { source, found: Vec::new() }
    }

    /// How many mistakes there are for which the file is refused.
    pub fn errors(&self) -> usize {
        self.found.iter().filter(|found| found.severity == Severity::Error).count()
    }

    /// Notes a mistake for which the file is refused.
    pub fn error(&mut self, span: Range<usize>, message: Message) {
        self.note(Severity::Error, span, message, None);
    }

    /// The same with a word of help.
    pub fn error_with_help(&mut self, span: Range<usize>, message: Message, help: Message) {
        self.note(Severity::Error, span, message, Some(help));
    }

    /// Notes something that is used and does not do what it seems to.
    pub fn warn(&mut self, span: Range<usize>, message: Message, help: Message) {
        self.note(Severity::Warning, span, message, Some(help));
    }

    fn note(&mut self, severity: Severity, span: Range<usize>, message: Message, help: Option<Message>) {
        let source = Arc::clone(self.source);
        self.found.push(Diagnostic { severity, source, span: Some(span), message, help });
    }

    /// A word that is none of those that may stand there, with the nearest of them.
    pub fn unknown<'n>(
        &mut self,
        span: Range<usize>,
        word: &str,
        names: impl IntoIterator<Item = &'n str>,
        told: impl FnOnce(&str) -> Message,
    ) {
        let names: Vec<_> = names.into_iter().collect();
        let help = match nearest(word, names.iter().copied()) {
            Some(name) => message!("did you mean `{name}`?", name),
            None if names.is_empty() => message!("no field can stand here"),
            None => message!("one of: {names}", names = names.join(", ")),
        };
        self.error_with_help(span, told(word), help);
    }

    /// A text.
    pub fn text<'i>(&mut self, item: &'i Item) -> Option<&'i str> {
        let text = item.get_ref().as_str();
        if text.is_none() {
            self.wrong_type(item, message!("a text"));
        }
        text
    }

    /// `true` or `false`.
    pub fn flag(&mut self, item: &Item) -> Option<bool> {
        let flag = item.get_ref().as_bool();
        if flag.is_none() {
            self.wrong_type(item, message!("true or false"));
        }
        flag
    }

    /// A list.
    pub fn list<'i, 't>(&mut self, item: &'i Item<'t>) -> Option<&'i DeArray<'t>> {
        match item.get_ref() {
            DeValue::Array(list) => return Some(list),
            DeValue::String(text) => {
                let message = message!("expected a list, found a text");
                let help = message!("write `[\"{text}\"]`", text = text.as_ref());
                self.error_with_help(item.span(), message, help);
            }
            _ => self.wrong_type(item, message!("a list")),
        }
        None
    }

    /// A table.
    pub fn table<'i, 't>(&mut self, item: &'i Item<'t>) -> Option<&'i DeTable<'t>> {
        let table = item.get_ref().as_table();
        if table.is_none() {
            self.wrong_type(item, message!("a table"));
        }
        table
    }

    /// A list of texts, each with its place.
    pub fn texts(&mut self, item: &Item) -> Option<Vec<(String, Range<usize>)>> {
        let list = self.list(item)?;
        let texts = list.iter().map(|entry| Some((self.text(entry)?.to_owned(), entry.span())));
        texts.collect()
    }

    /// One of these words.
    pub fn word<'n>(&mut self, item: &Item, names: &[&'n str], told: fn(&str) -> Message) -> Option<&'n str> {
        let Some(text) = item.get_ref().as_str() else {
            let (wanted, found) = (message!("a text"), type_name(item.get_ref()));
            let message = message!("expected {wanted}, found {found}", wanted, found);
            self.error_with_help(item.span(), message, message!("one of: {names}", names = names.join(", ")));
            return None;
        };
        let found = names.iter().find(|name| **name == text);
        if found.is_none() {
            self.unknown(item.span(), text, names.iter().copied(), told);
        }
        found.copied()
    }

    /// A time: a whole number and `ms`, `s`, `m` or `h`.
    pub fn duration(&mut self, item: &Item) -> Option<Duration> {
        let text = self.text(item)?;
        let duration = parse_duration(text);
        if duration.is_none() {
            let help = message!("a whole number and a unit: `500ms`, `30s`, `5m`, `1h`");
            self.error_with_help(item.span(), message!("`{text}` is no time", text), help);
        }
        duration
    }

    /// Notes that a value has the wrong type.
    pub fn wrong_type(&mut self, item: &Item, wanted: Message) {
        let found = type_name(item.get_ref());
        self.error(item.span(), message!("expected {wanted}, found {found}", wanted, found));
    }

    /// The bytes of the file that stand for a part of a text, as far as no escapes are in the way.
    pub fn inside(&self, item: &Range<usize>, part: &Range<usize>) -> Range<usize> {
        let raw = self.source.text().get(item.clone()).unwrap_or_default();
        let inner = raw.strip_prefix(['"', '\'']).and_then(|rest| rest.strip_suffix(['"', '\'']));
        match inner {
            Some(inner) if !inner.contains('\\') && !inner.starts_with(['"', '\'']) => {
                item.start + 1 + part.start..item.start + 1 + part.end
            }
            _ => item.clone(),
        }
    }
}

/// What a person calls the type of a value.
pub fn type_name(value: &DeValue) -> Message {
    match value {
        DeValue::String(_) => message!("a text"),
        DeValue::Integer(_) | DeValue::Float(_) => message!("a number"),
        DeValue::Boolean(_) => message!("true or false"),
        DeValue::Datetime(_) => message!("a date"),
        DeValue::Array(_) => message!("a list"),
        DeValue::Table(_) => message!("a table"),
    }
}

/// A whole number and its unit.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let unit_at = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(unit_at);
    let number: u32 = number.parse().ok()?;
    match unit {
        "ms" => Some(Duration::from_millis(number.into())),
        "s" => Some(Duration::from_secs(number.into())),
        "m" => Some(Duration::from_secs(60 * u64::from(number))),
        "h" => Some(Duration::from_secs(3600 * u64::from(number))),
        _ => None,
    }
}

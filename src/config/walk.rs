//! Walking a parsed file: typed access to its values that notes every mistake with its place and goes on.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Severity, Source, nearest};
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
    pub fn error(&mut self, span: Range<usize>, message: impl Into<Message>) {
        self.note(Severity::Error, span, message.into(), None);
    }

    /// The same with a word of help.
    pub fn error_with_help(
        &mut self,
        span: Range<usize>,
        message: impl Into<Message>,
        help: impl Into<Message>,
    ) {
        self.note(Severity::Error, span, message.into(), Some(help.into()));
    }

    /// Notes something that is used and does not do what it seems to.
    pub fn warn(&mut self, span: Range<usize>, message: impl Into<Message>, help: impl Into<Message>) {
        self.note(Severity::Warning, span, message.into(), Some(help.into()));
    }

    fn note(&mut self, severity: Severity, span: Range<usize>, message: Message, help: Option<Message>) {
        let source = Arc::clone(self.source);
        self.found.push(Diagnostic { severity, source, span: Some(span), message, help });
    }

    /// A word that is none of those that may stand there, with the nearest of them.
    pub fn unknown<'n>(
        &mut self,
        span: Range<usize>,
        what: &str,
        word: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) {
        let message = format!("unknown {what}: `{word}`");
        let names: Vec<_> = names.into_iter().collect();
        let help = match nearest(word, names.iter().copied()) {
            Some(name) => format!("did you mean `{name}`?"),
            None if names.is_empty() => "no field can stand here".to_owned(),
            None => format!("one of: {}", names.join(", ")),
        };
        self.error_with_help(span, message, help);
    }

    /// A text.
    pub fn text<'i>(&mut self, item: &'i Item) -> Option<&'i str> {
        let text = item.get_ref().as_str();
        if text.is_none() {
            self.wrong_type(item, "a text");
        }
        text
    }

    /// `true` or `false`.
    pub fn flag(&mut self, item: &Item) -> Option<bool> {
        let flag = item.get_ref().as_bool();
        if flag.is_none() {
            self.wrong_type(item, "true or false");
        }
        flag
    }

    /// A list.
    pub fn list<'i, 't>(&mut self, item: &'i Item<'t>) -> Option<&'i DeArray<'t>> {
        let list = item.get_ref().as_array();
        if list.is_none() {
            self.wrong_type(item, "a list");
        }
        list
    }

    /// A table.
    pub fn table<'i, 't>(&mut self, item: &'i Item<'t>) -> Option<&'i DeTable<'t>> {
        let table = item.get_ref().as_table();
        if table.is_none() {
            self.wrong_type(item, "a table");
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
    pub fn word<'n>(&mut self, item: &Item, what: &str, names: &[&'n str]) -> Option<&'n str> {
        let text = self.text(item)?;
        let found = names.iter().find(|name| **name == text);
        if found.is_none() {
            self.unknown(item.span(), what, text, names.iter().copied());
        }
        found.copied()
    }

    /// A time: a whole number and `ms`, `s`, `m` or `h`.
    pub fn duration(&mut self, item: &Item) -> Option<Duration> {
        let text = self.text(item)?;
        let duration = parse_duration(text);
        if duration.is_none() {
            let help = "a whole number and a unit: `500ms`, `30s`, `5m`, `1h`";
            self.error_with_help(item.span(), format!("`{text}` is no time"), help);
        }
        duration
    }

    /// Notes that a value has the wrong type.
    pub fn wrong_type(&mut self, item: &Item, wanted: &str) {
        let found = type_name(item.get_ref());
        self.error(item.span(), format!("expected {wanted}, found {found}"));
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
pub fn type_name(value: &DeValue) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
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

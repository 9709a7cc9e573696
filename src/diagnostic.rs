//! A mistake in a text file, shown with its place: `file:line:column`, the line, a caret and a word of help.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use unicode_width::UnicodeWidthChar;

use crate::message;
use crate::message::{Language, Message};
use crate::sanitize;

/// Longer lines are shown around the mistake only.
const WIDTH: usize = 100;

/// A text file as it was read, with its lines counted once.
#[derive(Debug)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<usize>,
}

impl Source {
    /// A text under the name that diagnostics show.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        let text = text.into();
        let after_breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(after_breaks).collect();
        Arc::new(Self { name: name.into(), text, line_starts })
    }

    /// The name that diagnostics show.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line of a byte, from 1.
    pub fn line_number(&self, at: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= at)
    }

    /// The bytes of a line counted from 1.
    pub fn line_span(&self, number: usize) -> Range<usize> {
        let (start, text) = self.line(number);
        start..start + text.len()
    }

    /// The text of a line counted from 1, and its first byte.
    fn line(&self, number: usize) -> (usize, &str) {
        let start = self.line_starts[number - 1];
        let text = self.text[start..].split('\n').next().unwrap_or_default();
        (start, text.trim_end_matches('\r'))
    }
}

/// Whether the file is refused for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The file is not used.
    Error,
    /// The file is used, and something in it does not do what it seems to.
    Warning,
}

impl Severity {
    const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// One mistake.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// Whether the file is refused for it.
    pub severity: Severity,
    /// The file that holds it.
    pub source: Arc<Source>,
    /// The bytes to blame; `None` when the file as a whole is.
    pub span: Option<Range<usize>>,
    /// What is wrong.
    pub message: Message,
    /// What to do about it.
    pub help: Option<Message>,
}

impl Diagnostic {
    /// Line and column of the mistake in characters, both from 1.
    pub fn place(&self) -> Option<(usize, usize)> {
        let at = self.span.as_ref()?.start;
        let line = self.source.line_number(at);
        let (start, text) = self.source.line(line);
        let before = text.get(..at.saturating_sub(start)).unwrap_or(text);
        Some((line, before.chars().count() + 1))
    }
}

impl Diagnostic {
    /// The one line that editors understand: `file:line:column: error: message`.
    pub fn headline(&self, language: Language) -> String {
        let message = language.say(&self.message);
        let (name, message) = (sanitize::line(&self.source.name), sanitize::line(&message));
        let severity = self.severity.name();
        match self.place() {
            Some((line, column)) => format!("{name}:{line}:{column}: {severity}: {message}"),
            None => format!("{name}: {severity}: {message}"),
        }
    }

    /// The headline, the line of the file, a caret under the mistake, and what to do.
    pub fn told(&self, language: Language) -> String {
        let mut text = self.headline(language);
        if let Some(span) = &self.span {
            text += &Excerpt::new(&self.source, span).to_string();
        }
        if let Some(help) = &self.help {
            text += "\n  ";
            text += &sanitize::block(&language.say(&message!("help: {help}", help)));
        }
        text
    }
}

impl fmt::Display for Diagnostic {
    /// In English.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Language::English))
    }
}

/// The line of a span and the carets under it.
struct Excerpt {
    line: usize,
    text: String,
    indent: usize,
    carets: usize,
}

impl Excerpt {
    fn new(source: &Source, span: &Range<usize>) -> Self {
        let line = source.line_number(span.start);
        let (start, text) = source.line(line);
        let from = floor(text, span.start - start);
        let to = floor(text, span.end.max(span.start) - start).max(from);
        let shown_from = window_start(text, from);
        Self {
            line,
            text: visible(&text[shown_from..]).chars().take(WIDTH).collect(),
            indent: width(&visible(&text[shown_from..from])),
            carets: width(&visible(&text[from..to])).clamp(1, WIDTH),
        }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, text, indent, carets } = self;
        write!(f, "\n{line:5} | {text}\n      | {:indent$}{}", "", "^".repeat(*carets))
    }
}

/// The nearest character boundary at or before a byte.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Where a long line is cut on the left so that the mistake can be seen.
fn window_start(text: &str, at: usize) -> usize {
    let hidden = match text.chars().count() {
        0..=WIDTH => 0,
        _ => text[..at].chars().count().saturating_sub(WIDTH / 2),
    };
    text.char_indices().nth(hidden).map_or(0, |(byte, _)| byte)
}

/// Tabs, controls and what is invisible as one blank each, so that a file can neither shift the caret nor drive the terminal.
fn visible(text: &str) -> String {
    text.chars().map(|c| if sanitize::is_deceptive(c) { ' ' } else { c }).collect()
}

fn width(text: &str) -> usize {
    text.chars().filter_map(UnicodeWidthChar::width).sum()
}

/// The name that a misspelt word was most likely meant to be.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |name: &str| strsim::damerau_levenshtein(&word.to_lowercase(), &name.to_lowercase());
    let allowed = (word.chars().count() / 3).max(1);
    let near = names.into_iter().map(|name| (distance(name), name)).filter(|(steps, _)| *steps <= allowed);
    near.min_by_key(|(steps, _)| *steps).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, span: Range<usize>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            source: Source::new("config.toml", text),
            span: Some(span),
            message: Message::quoted("wrong"),
            help: None,
        }
    }

    #[test]
    fn the_caret_stands_under_the_mistake() {
        let shown = at("a = 1\nbé = \"漢字\" # x\n", 12..20).to_string();
        assert_eq!(shown, "config.toml:2:6: error: wrong\n    2 | bé = \"漢字\" # x\n      |      ^^^^^^");
    }

    #[test]
    fn no_place_is_outside_of_the_text() {
        for (text, span) in [("", 0..0), ("a", 1..1), ("a\n", 2..2), ("é", 1..9), ("\ta\u{1b}\u{202e}", 0..3)]
        {
            let shown = at(text, span.clone()).to_string();
            assert!(
                shown.ends_with('^') && !shown.contains(['\t', '\u{1b}', '\u{202e}']),
                "{text:?} {span:?}: {shown}"
            );
        }
    }

    #[test]
    fn a_long_line_is_cut_around_the_mistake() {
        let text = format!("{}HERE{}", "x".repeat(500), "y".repeat(500));
        let shown = at(&text, 500..504).to_string();
        assert!(shown.contains("xHEREy") && shown.lines().all(|line| line.len() < 120), "{shown}");
    }

    #[test]
    fn near_names_are_found() {
        let names = ["man", "mailto", "thunderbird"];
        for (word, near) in [("mna", Some("man")), ("thunderbrid", Some("thunderbird")), ("xyz", None)] {
            assert_eq!(nearest(word, names), near, "{word}");
        }
    }
}

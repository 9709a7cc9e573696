//! Lines with styles to text with escape sequences; the only place that writes the ESC character.

use std::borrow::Cow;

use super::Look;
use super::wrap::width;
use crate::document::model::{Span, Spans};
use crate::sanitize;

/// Puts lines below each other.
pub struct Writer {
    look: Look,
    out: String,
    /// Whether a blank line is due before the next line.
    gap: bool,
    /// A label whose text is to follow on its line, with its indentation.
    label: Option<(usize, Spans)>,
}

impl Writer {
    pub const fn new(look: Look) -> Self {
        Self { look, out: String::new(), gap: false, label: None }
    }

    /// A blank line before what follows, however often it is asked for.
    pub fn gap(&mut self) {
        self.flush_label();
        self.gap = !self.out.is_empty();
    }

    /// Text that the next line goes on behind, if that is set in far enough.
    pub fn label(&mut self, indent: usize, label: &Spans) {
        self.flush_label();
        self.label = Some((indent, label.clone()));
    }

    /// One line.
    pub fn line(&mut self, indent: usize, line: &Spans) {
        let used = self.start(indent);
        if line.is_blank() && used == 0 {
            self.out.push('\n');
            return;
        }
        self.out.push_str(&" ".repeat(indent.saturating_sub(used)));
        self.spans(line);
        self.end();
    }

    /// A heading's line.
    pub fn heading(&mut self, indent: usize, spans: &Spans) {
        let mut spans = spans.clone();
        spans.0.iter_mut().for_each(|span| span.style.bold = true);
        self.start(indent);
        self.out.push_str(&" ".repeat(indent));
        if self.look.colours {
            self.out.push_str("\x1b[34m");
        }
        self.spans(&spans);
        if self.look.colours {
            self.out.push_str("\x1b[39m");
        }
        self.end();
    }

    pub fn finish(mut self) -> String {
        self.flush_label();
        self.out
    }

    /// Does what is due before a line, and gives the columns that a label has taken of it.
    fn start(&mut self, indent: usize) -> usize {
        if std::mem::take(&mut self.gap) {
            self.out.push('\n');
        }
        let Some((at, label)) = self.label.take() else { return 0 };
        self.out.push_str(&" ".repeat(at));
        self.spans(&label);
        let used = at + width(&label.text());
        if used < indent {
            return used;
        }
        self.end();
        0
    }

    fn flush_label(&mut self) {
        if self.label.is_some() {
            self.start(0);
        }
    }

    fn end(&mut self) {
        let length = self.out.trim_end_matches(' ').len();
        self.out.truncate(length);
        self.out.push('\n');
    }

    fn spans(&mut self, spans: &Spans) {
        spans.0.iter().for_each(|span| self.span(span));
    }

    fn span(&mut self, span: &Span) {
        let link = span.link.as_deref().filter(|_| self.look.hyperlinks).and_then(hyperlink);
        let wanted = self.attributes(span);
        if let Some(uri) = &link {
            self.out.push_str("\x1b]8;;");
            self.out.push_str(uri);
            self.out.push_str("\x1b\\");
        }
        self.out.extend(wanted.iter().map(|(on, _)| *on));
        self.out.push_str(&expanded(&sanitize::block(&span.text)));
        self.out.extend(wanted.iter().map(|(_, off)| *off));
        if link.is_some() {
            self.out.push_str("\x1b]8;;\x1b\\");
        }
    }

    /// What turns each attribute of a span on and off.
    fn attributes(&self, span: &Span) -> [(&'static str, &'static str); 3] {
        let linked = self.look.colours && span.link.is_some();
        let all = [
            (self.look.attributes && span.style.bold, ("\x1b[1m", "\x1b[22m")),
            (self.look.attributes && span.style.italic, ("\x1b[4m", "\x1b[24m")),
            (linked, ("\x1b[36m", "\x1b[39m")),
        ];
        all.map(|(wanted, sequences)| if wanted { sequences } else { ("", "") })
    }
}

/// A URI for OSC 8, which takes printable ASCII only; a place on this page is nothing to a terminal.
fn hyperlink(uri: &str) -> Option<&str> {
    let printable = uri.bytes().all(|byte| byte.is_ascii_graphic());
    (printable && !uri.starts_with('#')).then_some(uri)
}

fn expanded(text: &str) -> Cow<'_, str> {
    if !text.contains(['\t', '\n']) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace('\t', "        ").replace('\n', " "))
}
